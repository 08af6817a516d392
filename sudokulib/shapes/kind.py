"""Kinds, the shapes that have one, and the context that a kind reads.

A kind is one frozen dataclass. Its fields are its parameters: those annotated `CellSet`,
`CellLine`, `OneCell`, `CellSets`, `CellLines` or `OptionalCell` hold cell indices and are written
in files as cell references; those annotated `Rules` hold other shapes; all others are written as
they are. The file model of a kind is derived from its fields (in
`sudokulib.puzzles.geometries.files`), so a kind is declared once. Numbers in shapes are the
integers behind the symbols.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeAlias, TypeVar

from sudokulib.basics.interruption import check_interrupt
from sudokulib.basics.late_binding import convenience
from sudokulib.basics.quoting import clipped
from sudokulib.errors import GeometryError
from sudokulib.shapes.fields import (
    RuleField,
    argument_tests,
    cell_fields,
    field_names,
    field_values,
    joined_lines,
    lines_of,
    only_cells,
    rule_fields,
)
from sudokulib.shapes.marks import Depiction, Mark
from sudokulib.shapes.unseen import Unseen

if TYPE_CHECKING:
    from sudokulib.basics.alphabet import Alphabet
    from sudokulib.primitives import Primitive
    from sudokulib.shapes.topology import Topology

_K = TypeVar("_K", bound="Kind")

Rules = Annotated[tuple["Kind", ...], RuleField()]

Values: TypeAlias = Mapping[int, int] | Sequence[int]
"""The integer in each cell."""


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
        shared: what rules of one kind have computed from this view, for the others; by the kind,
            and by what else it depends on.
    """

    alphabet: Alphabet
    domains: tuple[int, ...]
    topology: Topology
    shapes: tuple[Shape, ...]
    hidden_cells: int = 0
    made: list[int] = field(default_factory=list, repr=False, compare=False)
    descriptions: dict[int, Unseen] = field(default_factory=dict, repr=False, compare=False)
    links: dict[tuple[int, int], int] = field(default_factory=dict, repr=False, compare=False)
    shared: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

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

    def word(self, cell: int, description: Unseen) -> None:
        """Give the words for a cell of a layer in explanations, such as "R1C2 is in the sea".

        Args:
            cell: the cell.
            description: the words, with one predicate for each value of the alphabet.
        """
        self.descriptions.setdefault(cell, description)

    def alike(self, one: int, other: int) -> int | None:
        """Return the variable that says whether two have the same value, 1, or not, 0, if any."""
        return self.links.get((min(one, other), max(one, other)))

    def without_shapes(self) -> Context:
        """Return the same context for a trial of a rule by itself, without any other shape."""
        return Context(self.alphabet, self.domains, self.topology, (), self.hidden_cells)

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
    """The name of a geometry, or what a file has after ``geometry:``."""
    called: ClassVar[str] = ""
    """The common word for such a shape, if it is not the kind's name."""
    says: ClassVar[str] = ""
    """The rule as people write it beside a puzzle, with words in braces for `phrases`."""
    problem_of_parts: ClassVar[bool] = False
    """True if it has rules inside and finds its `problem` from the problems of these alone."""

    def __post_init__(self) -> None:
        """Convert the arguments to the form that a kind stores, if necessary.

        Cells may be passed as in a file (``"R1C1 R1C2"``) and are resolved when the rule is added
        to a puzzle or geometry. Lists are accepted for tuples, and text for numbers.

        Raises:
            ProblemsError: an argument has a wrong type; the errors are those of files.
        """
        for name, default, fits in argument_tests(type(self)):
            value = getattr(self, name)
            if value is not default and not fits(value):
                convenience("Kind.__post_init__")(self)
                break
        self.check_arguments()

    def check_arguments(self) -> None:
        """Raise a `GeometryError` if arguments of right types do not fit together.

        By default, any do. What depends on the geometry is left to `problem`.
        """
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
        if only := only_cells(type(self)):
            cells: tuple[int, ...] = getattr(self, only)
            once = dict.fromkeys(cells)
            if str not in map(type, once):
                return cells if len(once) == len(cells) else tuple(once)
        seen: dict[int, None] = {}
        for name, cell_field in cell_fields(type(self)).items():
            for line in lines_of(getattr(self, name), cell_field):
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
        return (self.name, *field_values(type(self))(self))

    @abstractmethod
    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether these integers by cell satisfy the rule, in its plainest definition."""

    @abstractmethod
    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return primitives equivalent to the rule."""

    def structure(self, context: Context) -> tuple[Hashable, Hashable] | None:
        """Return what the rule says here, if its primitives number parts by the order of cells.

        Then `equivalent` compares this instead of the primitives.

        Returns:
            What does not depend on cells, and nested tuples and frozensets of cells, which are in
            the same order whatever the numbers of the cells; None to compare the primitives.
        """
        del context
        return None

    def problem(self, context: Context) -> str:
        """Return why this shape is refused by itself, with a fix; an empty string if it is fine.

        If the rule is meaningful but no filling satisfies it, return an `Impossible`. Rules that
        differ only in their cells share the answer, unless it depends on the topology or on other
        shapes: name no cells in it but by their places in the rule.
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

    def depiction(self, context: Context) -> Depiction | None:
        """Return how what is found in its cells is drawn; by default as symbols."""
        del context
        return None

    def part_at(self, cells: Sequence[int], context: Context) -> Sequence[int]:
        """Return the cells by which people name the part of it about some cells; by default these.

        A rule overrides it if its clues are in other cells, as pearls beside the edges of a loop.
        """
        del context
        return cells

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
        return {name: getattr(self, name) for name in field_names(type(self))}

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Self:
        """Return the same rule with every cell c renamed to ``places[c]``."""
        make: Callable[[Mapping[str, Any]], Self] = _maker(type(self))
        return make(moved_fields(self, places))

    def within(self, cells: tuple[int, ...]) -> Self:
        """Return the same rule for a larger geometry that contains its own at these cells.

        Rules about a whole geometry override this to restrict themselves to the part.
        """
        changes: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in rule_fields(type(self)):
            changes[name] = tuple(rule.within(cells) for rule in changes[name])
        return type(self)(**changes)


def rule_maker(
    kind: type[_K],
    known: Mapping[str, Any] | None = None,
    order: Mapping[str, Callable[[Any], Any]] | None = None,
) -> Callable[[Mapping[str, Any]], _K]:
    """Return a function that makes rules from values of right types, without testing them.

    Formats make their rules by it: what they have read is of the right types. Testing them too
    would take three times as long.

    Args:
        kind: the kind of the rules.
        known: values of fields for which the function is given none.
        order: for fields, a function that brings a value into the form that the kind stores.

    Returns:
        A function of values by field; it ignores names that are no fields of the kind.
    """
    known, order = known or {}, order or {}
    ordered = {name: order[name](one) if name in order else one for name, one in known.items()}
    slots = _slots(kind)
    check = None if kind.check_arguments is Kind.check_arguments else kind.check_arguments
    plan = [(f.name, ordered.get(f.name, f.default), order.get(f.name)) for f in fields(kind)]
    if slots is None:

        def build(values: Mapping[str, Any]) -> _K:
            chosen = {name: change(values[name]) if change else values[name]
                      for name, _, change in plan if name in values}  # fmt: skip
            return kind(**ordered | chosen)

        return build
    steps = [(*step, put) for step, put in zip(plan, slots, strict=True)]
    new = object.__new__

    def make(values: Mapping[str, Any]) -> _K:
        rule = new(kind)
        for name, default, change, put in steps:
            value = values.get(name, default)
            put(rule, value if change is None or value is default else change(value))
        if check is not None:
            check(rule)
        return rule

    return make


# Safe to cache: the fields of a class never change.
@cache
def _maker(kind: type[_K]) -> Callable[[Mapping[str, Any]], _K]:
    """Return a function that makes rules of fields of others of the kind."""
    return rule_maker(kind)


def _slots(kind: type[Kind]) -> list[Callable[[Any, Any], None]] | None:
    """Return the setters of the fields of a kind; None if it changes or tests them itself."""
    if kind.__post_init__ is not Kind.__post_init__:
        return None
    found = []
    for one in fields(kind):
        slot = next((vars(home)[one.name] for home in kind.__mro__ if one.name in vars(home)), None)
        if not isinstance(slot, MemberDescriptorType):
            return None
        found.append(slot.__set__)
    return found


def moved_fields(rule: Kind, places: Mapping[int, int] | Sequence[int]) -> dict[str, Any]:
    """Return the fields of a rule with every cell c renamed to ``places[c]``."""
    kind = type(rule)
    changes: dict[str, Any] = {name: getattr(rule, name) for name in field_names(kind)}
    if only := only_cells(kind):
        cells = [places[c] for c in changes[only]]
        changes[only] = tuple(sorted(cells) if cell_fields(kind)[only].form == "set" else cells)
        return changes
    for name, cell_field in cell_fields(kind).items():
        lines = [[places[c] for c in line] for line in lines_of(changes[name], cell_field)]
        changes[name] = joined_lines(lines, cell_field)
    for name in rule_fields(kind):
        changes[name] = tuple(one.moved(places) for one in changes[name])
    return changes


def names_cells(rule: Kind) -> bool:
    """Return whether a rule, or one inside it, has names of cells, so is in no puzzle yet."""
    lines = (
        line
        for name, cell_field in cell_fields(type(rule)).items()
        for line in lines_of(getattr(rule, name), cell_field)
    )
    inner = (one for name in rule_fields(type(rule)) for one in getattr(rule, name))
    return any(str in map(type, line) for line in lines) or any(map(names_cells, inner))


class _Found:
    """Room for what is found of a shape when it is asked for; not fields.

    Args:
        _meaning: what it means.
        _cells: every cell that it reads.
        satisfiable_in: contexts in which its rule has no problem; see `shape_problem_finder`.
    """

    __slots__ = ("_cells", "_meaning", "satisfiable_in")
    _meaning: Hashable
    _cells: tuple[int, ...]
    satisfiable_in: object


@dataclass(frozen=True, slots=True, eq=False)
class Shape(_Found):
    """A rule on cells; equal to every shape of the same meaning.

    Args:
        rule: the rule itself.
        labels: names for people, best known first ("row 3 of A", "box 5").
        roles: roles that some kinds look for ("row", "column", "region").

    >>> import sudokulib
    >>> first = sudokulib.geometry("4x4").shapes[0]
    >>> first.label, first.kind, first.cells
    ('row 1', 'house', (0, 1, 2, 3))
    """

    rule: Kind
    labels: tuple[str, ...] = ()
    roles: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return clipped(f"Shape(rule={self.rule!r}, labels={self.labels!r}, roles={self.roles!r})")

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.rule.name

    @property
    def cells(self) -> tuple[int, ...]:
        """Every cell it reads, as indices; found once."""
        try:
            return self._cells
        except AttributeError:
            object.__setattr__(self, "_cells", cells := self.rule.all_cells)
            return cells

    @property
    def meaning(self) -> Hashable:
        """The key by which two shapes are the same; found once."""
        try:
            return self._meaning
        except AttributeError:
            object.__setattr__(self, "_meaning", meaning := self.rule.meaning)
            return meaning

    @property
    def exact_key(self) -> Hashable:
        """A key equal only for shapes with the same rule field by field, labels and roles.

        Caches identify shapes by it (see `sudokulib.basics.caching`): rules of equal meaning may
        differ in the shapes they read, their explanations and their drawing.
        """
        kind = type(self.rule)
        return (kind, field_values(kind)(self.rule), self.labels, self.roles)

    @property
    def label(self) -> str:
        """The best-known name, or the kind."""
        return self.labels[0] if self.labels else self.kind

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Shape:
        """Return the same shape with every cell c renamed to ``places[c]``."""
        return Shape(self.rule.moved(places), self.labels, self.roles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape):
            return NotImplemented
        return self.meaning == other.meaning and self.roles == other.roles

    def __hash__(self) -> int:
        return hash(self.meaning)

    def __str__(self) -> str:
        return self.label


def merge_shapes(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Merge shapes of equal meaning, in order of first appearance, with all labels and roles.

    >>> from sudokulib.shapes import Distinct, House
    >>> two = [Shape(Distinct((0, 1)), ("pair",)), Shape(House((0, 1)), ("row 1",))]
    >>> [shape.labels for shape in merge_shapes(two)]
    [('pair', 'row 1')]
    """
    return tuple(shapes_by_meaning(shapes).values())


def shapes_by_meaning(shapes: Iterable[Shape]) -> dict[Hashable, Shape]:
    """Return merged shapes by meaning, as `merge_shapes` does."""
    merged: dict[Hashable, Shape] = {}
    for shape in shapes:
        meaning = shape.meaning
        old = merged.setdefault(meaning, shape)
        if old is not shape:
            labels = tuple(dict.fromkeys(old.labels + shape.labels))
            merged[meaning] = Shape(old.rule, labels, old.roles | shape.roles)
    return merged
