"""The base class of kinds of shapes, and their registry.

A kind is one frozen dataclass. Its fields are its parameters: those annotated `CellSet`,
`CellLine`, `OneCell`, `CellSets`, `CellLines` or `OptionalCell` hold cell indices and are written
in files as cell references; those annotated `Rules` hold other shapes; all others are written as
they are. The file model of a kind is derived from its fields (`sudokulib.geometries.files`), so a
kind is declared once. Numbers in shapes are the integers behind the symbols.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from inspect import get_annotations
from types import SimpleNamespace
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeAlias,
    TypeVar,
    get_type_hints,
)

from sudokulib.basics.interruption import check_interrupt
from sudokulib.basics.late_binding import convenience, lazy_module
from sudokulib.basics.quoting import close_matches
from sudokulib.basics.registry import Registry
from sudokulib.errors import GeometryError, UnknownNameError
from sudokulib.shapes.arguments import Test, test_of
from sudokulib.shapes.kind_index import KIND_MODULES
from sudokulib.shapes.unseen import Unseen

if TYPE_CHECKING:
    from sudokulib.basics.alphabet import Alphabet
    from sudokulib.geometries.topology import Topology
    from sudokulib.primitives import Primitive
    from sudokulib.shapes import aliases
    from sudokulib.shapes.shape import Shape
else:
    aliases = lazy_module("sudokulib.shapes.aliases")

__all__ = [
    "ENTRY_POINTS",
    "SEE_KINDS",
    "CellField",
    "CellLine",
    "CellLines",
    "CellSet",
    "CellSets",
    "Context",
    "Hue",
    "Impossible",
    "Kind",
    "Mark",
    "MarkStyle",
    "OneCell",
    "OptionalCell",
    "RuleField",
    "Rules",
    "cell_fields",
    "is_kind",
    "kind_named",
    "kinds",
    "kinds_meant",
    "names_cells",
    "register_kind",
    "rule_fields",
]

_T = TypeVar("_T")

ENTRY_POINTS = "sudokulib.kinds"
"""Entry-point group in which other packages announce their kinds."""


@dataclass(frozen=True, slots=True)
class CellField:
    """Marks a field of a kind as cells: a set (sorted, none twice), a line (ordered), or one.

    Args:
        form: the form of the cells.
        many: whether the field is a tuple of such sets or lines.
    """

    form: Literal["set", "line", "one"]
    many: bool = False


class RuleField:
    """Marks a field of a kind as a tuple of other kinds."""


# Cells may also be passed to a kind as written in files; once it is in a puzzle, they are indices.
# For type checkers, `Any` allows the former, and the other type describes the latter.
if TYPE_CHECKING:
    CellSet: TypeAlias = tuple[int, ...] | Any
    CellSets: TypeAlias = tuple[tuple[int, ...], ...] | Any
    CellLine: TypeAlias = tuple[int, ...] | Any
    CellLines: TypeAlias = tuple[tuple[int, ...], ...] | Any
    OneCell: TypeAlias = int | Any
    OptionalCell: TypeAlias = int | Any | None
else:
    CellSet = Annotated[tuple[int, ...], CellField("set")]
    CellSets = Annotated[tuple[tuple[int, ...], ...], CellField("set", many=True)]
    CellLine = Annotated[tuple[int, ...], CellField("line")]
    CellLines = Annotated[tuple[tuple[int, ...], ...], CellField("line", many=True)]
    OneCell = Annotated[int, CellField("one")]
    OptionalCell = Annotated[int | None, CellField("one")]
Rules = Annotated[tuple["Kind", ...], RuleField()]


Hue = Literal[
    "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "black", "white"
]
"""The colour of a mark, by its usual name; a renderer chooses the tone."""

MarkStyle = Literal[
    "",
    "shade",
    "thin",
    "dashed",
    "dotted",
    "double",
    "ticked",
    "threaded",
    "broken",
    "dash-dot",
    "beaded",
    "directed",
    "disc",
    "square",
    "diamond",
    "pill",
    "sign",
    "chevron",
    "clue",
]
"""The style that distinguishes a mark from others of its form; see `Mark`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a shape's drawing, for any output: a region, path, badge, text or arrow.

    A *region* is outlined, dashed and a little inside its cells, with its text in the first corner;
    ``shade`` fills it instead. A *path* is a broad line through its cells, or ``thin``. Broad lines
    are told apart by their edges, ``dashed``, ``dotted``, ``ticked`` or ``double``, or by what runs
    along their middle: a line, ``threaded``, ``broken`` or ``dash-dot``, beads, ``beaded``, or an
    arrow, ``directed``. A *badge*
    is a circle on the place that its cells share: the middle of one, the side between two, the
    corner of more; ``disc``, ``square`` and ``diamond`` are filled in its hue, ``pill`` is an
    outline around all of the cells, ``sign`` is its text alone, ``chevron`` an angle that points to
    the first of two cells. A *text* is small, in the corner of its first cell. An *arrow* is a thin
    path with a head; as a ``clue`` it is its text, outside the picture, before the first cell, with
    a small sign above it, or else an arrow to the cell.

    Args:
        form: the drawing primitive.
        cells: the cells it covers or runs through, in order.
        text: the text to write, if any.
        look: its style within its form.
        hue: its colour.
        sign: the small sign by which a clue differs from those of other kinds.
    """

    form: Literal["region", "path", "badge", "text", "arrow"]
    cells: tuple[int, ...]
    text: str = ""
    look: MarkStyle = ""
    hue: Hue = "grey"
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """The view of a geometry from which a kind makes its primitives.

    Args:
        alphabet: symbols and values of the geometry.
        domains: the values that the geometry allows in each cell, as bit masks; the hidden cells
            that a file declares come last.
        topology: which cells are neighbours.
        shapes: all shapes of the puzzle, for rules about other shapes.
        hidden_cells: how many of the cells are hidden.
    """

    alphabet: Alphabet
    domains: tuple[int, ...]
    topology: Topology
    shapes: tuple[Shape, ...]
    hidden_cells: int = 0
    made: list[int] = field(default_factory=list, repr=False, compare=False)
    descriptions: dict[int, Unseen] = field(default_factory=dict, repr=False, compare=False)
    links: dict[tuple[int, int], int] = field(default_factory=dict, repr=False, compare=False)

    @property
    def values(self) -> tuple[int, ...]:
        """The integer behind each value index."""
        return self.alphabet.values

    def symbols(self, values: Iterable[int]) -> str:
        """Return the symbols for some integers, as written on a drawing."""
        known = dict(zip(self.values, self.alphabet.symbols, strict=True))
        return " ".join(known.get(value, str(value)) for value in values)

    def hidden(self, size: int, description: Unseen | None = None) -> int:
        """Add a hidden variable with the value indices 0..size-1; return its number.

        It must be determined by the cells, so that the number of solutions does not change.

        Args:
            size: the number of its values.
            description: the words for it in explanations.
        """
        check_interrupt()  # reached between the primitives of a rule with many
        self.made.append((1 << size) - 1)
        number = len(self.domains) + len(self.made) - 1
        if description is not None:
            self.descriptions[number] = description
        return number

    def alike(self, one: int, other: int) -> int | None:
        """Return the variable that says whether two have the same value, 1, or not, 0, if any."""
        return self.links.get((min(one, other), max(one, other)))

    def for_trial(self) -> Context:
        """Return the same context for a trial, whose hidden variables are not kept."""
        return Context(self.alphabet, self.domains, self.topology, self.shapes, self.hidden_cells)


class Impossible(str):
    """A problem of a meaningful rule that no filling satisfies.

    Any other problem is a mistake: a rule that is incomplete or makes no sense. By itself, either
    is refused. Within `any-of` or `not`, an impossible rule is simply false.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Kind(ABC):
    """A rule on cells. Subclass as a frozen, slotted dataclass and `register_kind` it.

    The class docstring's first line is the rule in one sentence; `name` is the word in files.
    """

    name: ClassVar[str]
    example: ClassVar[str] = ""
    """Shapes of this kind in YAML (a list) on the geometry `example_on`; shown and tested."""
    example_on: ClassVar[str] = "4x4"
    called: ClassVar[str] = ""
    """The common word for such a shape, if it is not the kind's name."""
    says: ClassVar[str] = ""
    """The rule as people write it beside a puzzle, with words in braces for `phrases`."""

    def __post_init__(self) -> None:
        """Convert the arguments to the form that a kind stores, if necessary.

        Cells may be passed as in a file (``"R1C1 R1C2"``) and are resolved when the rule is added
        to a puzzle or geometry. Lists are accepted for tuples, and text for numbers.

        Raises:
            ProblemsError: an argument has a wrong type; the errors are those of files.
        """
        for name, default, fits in _argument_tests(type(self)):
            value = getattr(self, name)
            if value is not default and not fits(value):
                convenience("Kind.__post_init__")(self)
                return

    @property
    def noun(self) -> str:
        """The common word for such a shape, without its clue."""
        return self.called or self.name.replace("-", " ")

    @property
    def cases(self) -> tuple[Kind, ...]:
        """The rules among which its single hidden variable chooses, if it has such a variable."""
        return ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it depends on other rules (see `sudokulib.shapes.given_rules`)."""
        return False

    @property
    def all_cells(self) -> tuple[int, ...]:
        """All cells that the rule names, each once, in the order of its fields."""
        if only := _only_cells(type(self)):
            cells = dict.fromkeys(getattr(self, only))
            if str not in map(type, cells):
                return tuple(cells)
        seen: dict[int, None] = {}
        for name, cell_field in cell_fields(type(self)).items():
            for line in _lines(getattr(self, name), cell_field):
                seen.update(dict.fromkeys(line))
        for name in rule_fields(type(self)):
            for rule in getattr(self, name):
                seen.update(dict.fromkeys(rule.all_cells))
        if str in map(type, seen):
            raise GeometryError(
                f"the cells of this {self.noun} are still names; add it to a puzzle or a "
                f"geometry, as in puzzle.add(rule), to resolve them"
            )
        return tuple(seen)

    @property
    def meaning(self) -> Hashable:
        """Shapes of equal meaning are one shape; equivalent kinds return the same."""
        return (self.name, *(getattr(self, f.name) for f in fields(self)))

    @abstractmethod
    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether these integers by cell satisfy the rule, in its plainest definition."""

    @abstractmethod
    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return primitives equivalent to the rule."""

    def problem(self, context: Context) -> str:
        """Return why this shape is refused by itself, with a fix; an empty string if it is fine.

        If the rule is meaningful but no filling satisfies it, return an `Impossible`.
        """
        del context
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return its marks in drawings; by default none."""
        return ()

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return its marks given its geometry; by default `marks`, which do not depend on one."""
        del context
        return self.marks()

    def sentence(self, context: Context) -> str:
        """Return the rule as people write it beside a puzzle, without what its marks show.

        Shapes that differ only in their cells and clues have the same. By default it is `says`, and
        where there is none the first line of the docstring. It speaks of digits; where the symbols
        are others, `Puzzle.rules` replaces the word.
        """
        if not self.says:
            return (type(self).__doc__ or "").strip().partition("\n")[0]
        text = self.says.format_map(self.phrases(context))
        return text[:1].upper() + text[1:]

    def phrases(self, context: Context) -> dict[str, object]:
        """Return what replaces the words in braces in `says`: by default the fields by name."""
        del context
        return {name: getattr(self, name) for name in _field_names(type(self))}

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Self:
        """Return the same rule with every cell c renamed to ``places[c]``."""
        changes: dict[str, Any] = {name: getattr(self, name) for name in _field_names(type(self))}
        for name, cell_field in cell_fields(type(self)).items():
            lines = [[places[c] for c in line] for line in _lines(changes[name], cell_field)]
            changes[name] = _joined(lines, cell_field)
        for name in rule_fields(type(self)):
            changes[name] = tuple(rule.moved(places) for rule in changes[name])
        return type(self)(**changes)

    def within(self, cells: tuple[int, ...]) -> Self:
        """Return the same rule for a larger geometry that contains its own at these cells.

        Rules about a whole geometry override this to restrict themselves to the part.
        """
        changes: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in rule_fields(type(self)):
            changes[name] = tuple(rule.within(cells) for rule in changes[name])
        return type(self)(**changes)


def _lines(value: Any, cell_field: CellField) -> Iterable[Sequence[int]]:
    """Return the cells of a field as lines, whatever its form."""
    if cell_field.form == "one":
        return [] if value is None else [[value]]
    return value if cell_field.many else [value]


def _joined(lines: Sequence[Sequence[int]], cell_field: CellField) -> Any:
    """Return the field that has these lines; the inverse of `_lines`."""
    if cell_field.form == "one":
        return lines[0][0] if lines else None
    tuples = tuple(tuple(sorted(x) if cell_field.form == "set" else x) for x in lines)
    return tuples if cell_field.many else tuples[0]


def names_cells(rule: Kind) -> bool:
    """Return whether a rule, or one inside it, has names of cells, so is in no puzzle yet."""
    lines = (
        line
        for name, cell_field in cell_fields(type(rule)).items()
        for line in _lines(getattr(rule, name), cell_field)
    )
    inner = (one for name in rule_fields(type(rule)) for one in getattr(rule, name))
    return any(str in map(type, line) for line in lines) or any(map(names_cells, inner))


# Safe to cache: the fields of a class never change. So below.
@cache
def _field_names(kind: type[Kind]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@cache
def cell_fields(kind: type[Kind]) -> dict[str, CellField]:
    """Return the fields of a kind that hold cells, with their form."""
    return _marked(kind, CellField)


@cache
def _only_cells(kind: type[Kind]) -> str:
    """Return the field with all cells of a kind, if it has one set or line and no rules."""
    found = cell_fields(kind)
    alone = len(found) == 1 and not rule_fields(kind)
    return next((name for name, f in found.items() if alone and f.form != "one" and not f.many), "")


@cache
def _type_hints(kind: type[Kind]) -> dict[str, Any]:
    """Return the types of the fields of a kind.

    Only these are evaluated, each where it is declared: including the class variables would take
    six times as long, a third of a millisecond per kind.
    """
    hints: dict[str, Any] = {}
    names = set(_field_names(kind))
    for home in kind.__mro__:
        declared = get_annotations(home)
        mine = {name: declared[name] for name in declared if name in names}
        names.difference_update(mine)
        if mine:
            module = vars(sys.modules[home.__module__])
            fake = SimpleNamespace(__annotations__=mine)
            hints |= get_type_hints(fake, module, include_extras=True)
    return hints


@cache
def _argument_tests(kind: type[Kind]) -> tuple[tuple[str, Any, Test], ...]:
    """Return the fields of a kind with their defaults, and tests of their values."""
    hints = _type_hints(kind)
    return tuple((f.name, f.default, test_of(hints[f.name])) for f in fields(kind))


@cache
def rule_fields(kind: type[Kind]) -> tuple[str, ...]:
    """Return the fields of a kind that hold other kinds."""
    return tuple(_marked(kind, RuleField))


def _marked(kind: type[Kind], marker: type[_T]) -> dict[str, _T]:
    hints = _type_hints(kind)
    found = {}
    for f in fields(kind):
        for extra in getattr(hints[f.name], "__metadata__", ()):
            if isinstance(extra, marker):
                found[f.name] = extra
    return found


def _register_offered(found: object) -> None:
    """Register a kind of a plug-in; an entry point may load a module that registers its own."""
    if isinstance(found, type) and issubclass(found, Kind):
        register_kind(found)


KINDS: Registry[type[Kind]] = Registry(
    "kind", KIND_MODULES, entry_points=ENTRY_POINTS, accept=_register_offered
)
SEE_KINDS = "`sudokulib kinds` lists all"
"""How to find the right name of a kind, of which there are too many for a message."""

_K = TypeVar("_K", bound=type[Kind])


def register_kind(kind: _K) -> _K:
    """Register a kind under its `name`; usable as a class decorator.

    Raises:
        ValueError: another kind already has the name, or some field is excluded from comparison, by
            which caches identify rules (see `sudokulib.basics.caching`).
    """
    if hidden := [f.name for f in fields(kind) if not f.compare]:
        raise ValueError(
            f"the field {hidden[0]!r} of {kind.name!r} is excluded from comparison; include it"
        )
    if kind.name not in KIND_MODULES and kind.name in {one.name for one in aliases.aliases()}:
        raise ValueError(f"{kind.name!r} is already an alias of a kind; choose another name")
    KINDS.add(kind.name, kind)
    return kind


def kinds() -> Iterator[type[Kind]]:
    """Return all kinds, built-in and of plug-ins, by name."""
    return (kind for _, kind in sorted(KINDS.load_all().items()))


def is_kind(name: str) -> bool:
    """Return whether there is a kind of that name."""
    return name in KINDS or name in KINDS.load_all()


def kind_named(name: str) -> type[Kind]:
    """Return the kind of that name or alias.

    Raises:
        UnknownNameError: there is no such kind, or an alias stands for several.

    >>> kind_named("killer").name
    'cage'
    """
    found = kinds_meant(name)
    if len(found) > 1:
        listed = " or ".join(kind.name for kind in found)
        raise UnknownNameError(f"{name!r} may be {listed}; name one of them")
    return found[0]


def kinds_meant(name: str) -> tuple[type[Kind], ...]:
    """Return the kinds that a name or alias may stand for, usually one.

    Raises:
        UnknownNameError: there is no such kind.

    >>> [kind.name for kind in kinds_meant("kropki")]
    ['difference', 'ratio']
    """
    if found := KINDS.get(name):
        return (found,)
    known = {alias.name: alias for alias in aliases.aliases()}
    if name in known:
        return tuple(kind_named(one) for one in sorted(set(known[name].kinds)))
    every = KINDS.load_all()
    if name in every:
        return (every[name],)
    near = close_matches(name, [*every, *known])
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    raise UnknownNameError(f"unknown kind {name!r}; {hint}{SEE_KINDS}")
