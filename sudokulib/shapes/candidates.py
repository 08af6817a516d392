"""Kinds that restrict the value of a cell, alone or compared with its neighbours."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import Primitive
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.lowering import predicate_tables, tables
from sudokulib.shapes.marks import Hue, Mark, MarkStyle
from sudokulib.shapes.registry import register_kind


def is_low(value: int, values: Iterable[int]) -> bool:
    """Return whether a value is in the lower half; the middle one of an odd number is not.

    >>> [value for value in range(1, 10) if is_low(value, range(1, 10))]
    [1, 2, 3, 4]
    """
    ordered = sorted(values)
    return value in ordered[: len(ordered) // 2]


def is_high(value: int, values: Iterable[int]) -> bool:
    """Return whether a value is in the upper half; the middle one of an odd number is not.

    >>> [value for value in range(1, 10) if is_high(value, range(1, 10))]
    [6, 7, 8, 9]
    """
    ordered = sorted(values)
    return value in ordered[(len(ordered) + 1) // 2 :]


@dataclass(frozen=True, slots=True)
class _Masked(Kind):
    """Each cell, independently, holds one of some values."""

    look: ClassVar[MarkStyle] = "disc"
    hue: ClassVar[Hue] = "grey"
    sign: ClassVar[str] = ""
    """The text in each cell, where the form of the badge says something else by itself."""

    cells: CellSet

    @abstractmethod
    def allows(self, value: int, context: Context) -> bool:
        """Return whether a cell may hold this integer."""

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each cell holds an allowed integer."""
        return all(self.allows(values[c], context) for c in self.cells)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a mask for each cell."""
        return predicate_tables(
            self.cells, context.values, lambda value: self.allows(value, context)
        )

    def problem(self, context: Context) -> str:
        """Report a lack of cells, or a cell left without values."""
        if not self.cells:
            return "no cells are listed; list at least one"
        allowed = sum(1 << i for i, v in enumerate(context.values) if self.allows(v, context))
        if all(context.domains[c] & allowed for c in self.cells):
            return ""
        return Impossible("a cell is left without values; drop it, or allow more symbols in it")

    def marks(self) -> Iterable[Mark]:
        """Return a badge in each cell."""
        return [Mark("badge", (c,), self.sign, self.look, self.hue) for c in self.cells]


@register_kind
@dataclass(frozen=True, slots=True)
class Allowed(_Masked):
    """Each of the cells holds one of the listed values.

    Args:
        cells: where.
        values: the integers behind the symbols that are allowed.
    """

    name: ClassVar[str] = "allowed"
    says: ClassVar[str] = "A cell with a list of small digits holds one of them."
    called: ClassVar[str] = "list of symbols"
    example: ClassVar[str] = "[{kind: allowed, cells: R1C1 R2C3, values: [1, 4]}]"

    values: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values in any order."""
        return ("allowed", self.cells, frozenset(self.values))

    def allows(self, value: int, context: Context) -> bool:
        """Return whether it is listed."""
        del context
        return value in self.values

    def problem(self, context: Context) -> str:
        """Report values that no symbol has, or a cell left without any."""
        return unknown_values(self.values, context) or _Masked.problem(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return the values, small."""
        return [Mark("text", (c,), " ".join(map(str, self.values))) for c in self.cells]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return their symbols, small."""
        return [Mark("text", (c,), context.symbols(self.values)) for c in self.cells]


def unknown_values(values: Sequence[int], context: Context) -> str:
    """Return what is wrong with a list of integers meant for symbols; empty if nothing is."""
    if not values:
        return "no values are listed; list at least one"
    strange = sorted(set(values) - set(context.values))
    if not strange:
        return ""
    known = ", ".join(map(str, sorted(context.values)))
    return f"no symbol stands for {', '.join(map(str, strange))}; the values are {known}"


@register_kind
@dataclass(frozen=True, slots=True)
class Odd(_Masked):
    """Each of the cells holds an odd value."""

    name: ClassVar[str] = "odd"
    says: ClassVar[str] = "Grey circles contain odd digits."
    called: ClassVar[str] = "odd cell"
    example: ClassVar[str] = "[{kind: odd, cells: R1C1 R2C3 R4C4}]"

    def allows(self, value: int, context: Context) -> bool:
        """Return whether it is odd."""
        del context
        return value % 2 == 1


@register_kind
@dataclass(frozen=True, slots=True)
class Even(_Masked):
    """Each of the cells holds an even value."""

    name: ClassVar[str] = "even"
    says: ClassVar[str] = "Grey squares contain even digits."
    look: ClassVar[MarkStyle] = "square"
    called: ClassVar[str] = "even cell"
    example: ClassVar[str] = "[{kind: even, cells: R1C1 R2C3 R4C4}]"

    def allows(self, value: int, context: Context) -> bool:
        """Return whether it is even."""
        del context
        return value % 2 == 0


@register_kind
@dataclass(frozen=True, slots=True)
class Low(_Masked):
    """Each of the cells holds a value of the lower half.

    With an odd number of values the middle one is neither low nor high.
    """

    name: ClassVar[str] = "low"
    says: ClassVar[str] = "Cells marked low contain digits of the lower half."
    hue: ClassVar[Hue] = "blue"
    sign: ClassVar[str] = "low"
    called: ClassVar[str] = "low cell"
    example: ClassVar[str] = "[{kind: low, cells: R1C1 R2C3 R4C4}]"

    def allows(self, value: int, context: Context) -> bool:
        """Return whether it is below the middle."""
        return is_low(value, context.values)


@register_kind
@dataclass(frozen=True, slots=True)
class High(_Masked):
    """Each of the cells holds a value of the upper half.

    With an odd number of values the middle one is neither low nor high.
    """

    name: ClassVar[str] = "high"
    says: ClassVar[str] = "Cells marked high contain digits of the upper half."
    look: ClassVar[MarkStyle] = "square"
    hue: ClassVar[Hue] = "orange"
    sign: ClassVar[str] = "high"
    called: ClassVar[str] = "high cell"
    example: ClassVar[str] = "[{kind: high, cells: R1C1 R2C3 R4C4}]"

    def allows(self, value: int, context: Context) -> bool:
        """Return whether it is above the middle."""
        return is_high(value, context.values)


@dataclass(frozen=True, slots=True)
class _Extreme(Kind):
    """Each marked cell is compared with its unmarked side neighbours."""

    cells: CellSet

    compares: ClassVar[Callable[[int, int], bool]]

    def _pairs(self, context: Context) -> Iterator[tuple[int, int]]:
        marked = set(self.cells)
        for c in self.cells:
            for other in context.topology.neighbours(c):
                if other not in marked:
                    yield c, other

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether every marked cell compares as it should."""
        compares = type(self).compares
        return all(
            compares(values[c], values[other])
            for c in self.cells
            for other in context.topology.neighbours(c)
            if other not in self.cells
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each such pair."""
        compares = type(self).compares
        return tables(self._pairs(context), context.values, compares, context.domains)

    def problem(self, context: Context) -> str:
        """Report a lack of cells, or a cell that cannot compare as it should."""
        if not self.cells:
            return "no cells are listed; list at least one"
        if any(not table.tuples for table in self.lower(context)):  # type: ignore[attr-defined]
            return Impossible(f"a cell cannot be the {self.name} among its neighbours; drop it")
        return ""

    def marks(self) -> Iterable[Mark]:
        """Yield each cell shaded, with a sign in its corner."""
        for c in self.cells:
            yield Mark("region", (c,), look="shade")
            yield Mark("text", (c,), self.name[:3])


@register_kind
@dataclass(frozen=True, slots=True)
class Minimum(_Extreme):
    """Each of the cells is smaller than every side neighbour that is not listed too.

    Args:
        cells: all marked cells; those of another shape do not count as marked.
    """

    name: ClassVar[str] = "minimum"
    says: ClassVar[str] = (
        "Cells marked min are smaller than all their neighbours that are not marked."
    )
    example: ClassVar[str] = "[{kind: minimum, cells: R1C1 R3C3}]"
    compares: ClassVar[Callable[[int, int], bool]] = operator.lt


@register_kind
@dataclass(frozen=True, slots=True)
class Maximum(_Extreme):
    """Each of the cells is larger than every side neighbour that is not listed too.

    Args:
        cells: all marked cells; those of another shape do not count as marked.
    """

    name: ClassVar[str] = "maximum"
    says: ClassVar[str] = (
        "Cells marked max are larger than all their neighbours that are not marked."
    )
    example: ClassVar[str] = "[{kind: maximum, cells: R1C1 R3C3}]"
    compares: ClassVar[Callable[[int, int], bool]] = operator.gt
