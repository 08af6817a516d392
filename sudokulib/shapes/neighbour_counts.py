"""Kinds that count neighbours of a cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from sudokulib.primitives import Primitive, When
from sudokulib.shapes.kind import CellSet, Context, Impossible, Kind, Mark, register_kind
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import counted

__all__ = ["EqualNeighbours"]


@register_kind
@dataclass(frozen=True, slots=True)
class EqualNeighbours(Kind):
    """So many neighbours of each of the cells have the same value as it.

    Args:
        cells: the marked cells.
        count: how many of its neighbours are equal to each of them.
        around: which cells are neighbours: those that share a side, or also those that share a
            corner only, in which a cell of a row, column and box can have equal ones.
    """

    name: ClassVar[str] = "equal-neighbours"
    called: ClassVar[str] = "count of equal neighbours"
    example: ClassVar[str] = "[{kind: equal-neighbours, cells: R2C2 R3C3, count: 1}]"

    cells: CellSet
    count: int
    around: Literal["sides", "corners"] = "corners"

    def _neighbours(self, cell: int, context: Context) -> tuple[int, ...]:
        if self.around == "sides":
            return context.topology.neighbours(cell)
        return context.topology.corner_neighbours(cell)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each cell has so many equal neighbours."""
        return all(
            sum(values[other] == values[c] for other in self._neighbours(c, context)) == self.count
            for c in self.cells
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each value of a cell a count of it among the neighbours."""
        for c in self.cells:
            near = self._neighbours(c, context)
            for index, value in enumerate(context.values):
                if context.domains[c] >> index & 1:
                    yield When.of(c, index, counted(near, context.values, [value], [self.count]))

    def problem(self, context: Context) -> str:
        """Report no cells, or more equal neighbours than a cell can have."""
        if not self.cells:
            return "no cells are listed; list at least one"
        fewest = min(len(self._neighbours(c, context)) for c in self.cells)
        if not 0 <= self.count <= fewest:
            return Impossible(
                f"a cell has {fewest} neighbours, of which {self.count} cannot be equal to it; "
                "change the count, or drop the cell"
            )
        return infeasibility(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return in each cell a diamond and its number."""
        for c in self.cells:
            yield Mark("badge", (c,), look="diamond", hue="teal")
            yield Mark("text", (c,), f"={self.count}")
