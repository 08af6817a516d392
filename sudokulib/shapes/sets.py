"""Kinds whose cells are an unordered set."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Distinct(Kind):
    """No symbol repeats in these cells."""

    name: ClassVar[str] = "distinct"
    says: ClassVar[str] = "Digits cannot repeat in a shaded group of cells."
    called: ClassVar[str] = "set"
    example: ClassVar[str] = "[{kind: distinct, cells: R1C1 R2C3 R4C4}]"

    cells: CellSet

    @property
    def meaning(self) -> Hashable:
        """The cells alone: a no-repeat set of any kind is determined by its cells."""
        return ("distinct", self.cells)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether all values differ."""
        del context
        return len({values[c] for c in self.cells}) == len(self.cells)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one AllDifferent."""
        del context
        return [AllDifferent(self.cells)]

    def problem(self, context: Context) -> str:
        """Report more cells than symbols, which cannot all differ."""
        return too_many_to_differ(self.cells, context.domains)

    def marks(self) -> Iterable[Mark]:
        """Return its cells, shaded."""
        return [Mark("region", self.cells, look="shade")]


@register_kind
@dataclass(frozen=True, slots=True)
class House(Distinct):
    """Every symbol stands exactly once in these cells, which are as many as the symbols."""

    name: ClassVar[str] = "house"
    says: ClassVar[str] = "Each outlined group contains every digit exactly once."
    example: ClassVar[str] = "[{kind: house, cells: R1C1-R4C4}]"

    def problem(self, context: Context) -> str:
        """Report a house with more or fewer cells than symbols."""
        union = _union(self.cells, context.domains)
        if union.bit_count() != len(self.cells):
            return (
                f"a house needs as many cells as symbols, but has {len(self.cells)} cells "
                f"and {union.bit_count()} symbols; change the cells, or write kind: distinct"
            )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return its outline."""
        return [Mark("region", self.cells)]


def all_different(cells: Iterable[int], symbols: int) -> Distinct:
    """Return the no-repeat set of `cells`: a `House` if there are as many as `symbols`."""
    ordered = tuple(sorted(cells))
    return House(ordered) if len(ordered) == symbols else Distinct(ordered)


def too_many_to_differ(cells: Sequence[int], domains: Sequence[int]) -> str:
    """Return a problem if cells without repeats outnumber their symbols; else an empty string."""
    union = _union(cells, domains)
    if union.bit_count() >= len(cells):
        return ""
    return Impossible(
        f"{len(cells)} cells cannot all differ with {union.bit_count()} symbols; "
        "drop cells or add symbols"
    )


def _union(cells: Iterable[int], domains: Sequence[int]) -> int:
    union = 0
    for c in cells:
        union |= domains[c]
    return union
