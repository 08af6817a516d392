"""What a kind of shape is, and the registry of kinds.

A kind is one frozen dataclass. Its fields are its parameters: those annotated `CellSet`,
`CellLine` or `OneCell` hold cell indices and are written in files as cell references; the others
are written as they are. The file model of a kind is derived from its fields
(`sudokulib.geometries.files`), so a kind is declared once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.metadata import entry_points
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    get_type_hints,
)

from sudokulib.errors import UnknownNameError

if TYPE_CHECKING:
    from sudokulib.alphabet import Alphabet
    from sudokulib.geometries.topology import Topology
    from sudokulib.primitives import Primitive
    from sudokulib.shapes.shape import Shape

__all__ = [
    "ENTRY_POINTS",
    "CellField",
    "CellLine",
    "CellSet",
    "Context",
    "Kind",
    "Mark",
    "OneCell",
    "cell_fields",
    "kind_named",
    "kinds",
    "register_kind",
]

ENTRY_POINTS = "sudokulib.kinds"
"""Entry-point group under which other packages announce their kinds."""


@dataclass(frozen=True, slots=True)
class CellField:
    """Marks a field of a kind as cells: a set (sorted, none twice), a line (ordered), or one."""

    form: Literal["set", "line", "one"]


CellSet = Annotated[tuple[int, ...], CellField("set")]
CellLine = Annotated[tuple[int, ...], CellField("line")]
OneCell = Annotated[int, CellField("one")]


@dataclass(frozen=True, slots=True)
class Mark:
    """How a shape is drawn, without saying in what: a region, path, badge, text or arrow.

    Args:
        form: the drawing primitive.
        cells: the cells it covers or runs through, in order.
        text: what is written, if anything.
    """

    form: Literal["region", "path", "badge", "text", "arrow"]
    cells: tuple[int, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What a kind may read when it makes its primitives.

    Args:
        alphabet: symbols and values of the geometry.
        domains: the values that the geometry allows in each cell, as bit masks.
        topology: who is next to whom.
        shapes: all shapes of the puzzle, for rules about other shapes.
    """

    alphabet: Alphabet
    domains: tuple[int, ...]
    topology: Topology
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Kind(ABC):
    """A rule on cells. Subclass as a frozen, slotted dataclass and `register_kind` it.

    The class docstring's first line is the rule in one sentence; `name` is the word in files.
    """

    name: ClassVar[str]

    @property
    def all_cells(self) -> tuple[int, ...]:
        """Every cell that the rule reads, each once, in the order of its fields."""
        seen: dict[int, None] = {}
        for field_name, cell_field in cell_fields(type(self)).items():
            value = getattr(self, field_name)
            seen.update(dict.fromkeys([value] if cell_field.form == "one" else value))
        return tuple(seen)

    @property
    def meaning(self) -> Hashable:
        """Shapes of equal meaning are one shape; kinds that say the same return the same."""
        return (self.name, *(getattr(self, f.name) for f in fields(self)))

    @abstractmethod
    def holds(self, values: Mapping[int, int] | Sequence[int]) -> bool:
        """The rule itself, as plainly as possible: is it satisfied by these integers by cell?"""

    @abstractmethod
    def lower(self, context: Context) -> Iterable[Primitive]:
        """The primitives that say the same."""

    def problem(self, context: Context) -> str:
        """Why no filling can satisfy this shape by itself, or an empty string."""
        del context
        return ""

    def marks(self) -> Iterable[Mark]:
        """How it is drawn; by default not at all."""
        return ()

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Self:
        """The same rule with every cell c renamed to ``places[c]``."""
        changes: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        for field_name, cell_field in cell_fields(type(self)).items():
            value = changes[field_name]
            if cell_field.form == "one":
                changes[field_name] = places[value]
            else:
                moved = [places[c] for c in value]
                changes[field_name] = tuple(sorted(moved) if cell_field.form == "set" else moved)
        return type(self)(**changes)


@cache
def cell_fields(kind: type[Kind]) -> dict[str, CellField]:
    """The fields of a kind that hold cells, with their form."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for f in fields(kind):
        for extra in getattr(hints[f.name], "__metadata__", ()):
            if isinstance(extra, CellField):
                found[f.name] = extra
    return found


_KINDS: dict[str, type[Kind]] = {}
_K = TypeVar("_K", bound=type[Kind])


def register_kind(kind: _K) -> _K:
    """Make a kind known under its `name`; usable as a class decorator.

    Raises:
        ValueError: another kind already has the name.
    """
    if _KINDS.setdefault(kind.name, kind) is not kind:
        raise ValueError(f"a kind named {kind.name!r} is registered already")
    return kind


@cache
def _load_plugins() -> None:
    for point in entry_points(group=ENTRY_POINTS):
        found: Callable[[], object] | type[Kind] = point.load()
        if isinstance(found, type) and issubclass(found, Kind):
            register_kind(found)


def kinds() -> Iterator[type[Kind]]:
    """All kinds, ours and those of plug-ins, by name."""
    _load_plugins()
    return (kind for _, kind in sorted(_KINDS.items()))


def kind_named(name: str) -> type[Kind]:
    """The kind of that name.

    Raises:
        UnknownNameError: nobody registered it.
    """
    _load_plugins()
    try:
        return _KINDS[name]
    except KeyError:
        known = ", ".join(sorted(_KINDS))
        raise UnknownNameError(f"unknown kind {name!r}; registered are {known}") from None
