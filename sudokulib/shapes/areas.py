"""Areas of cells with the same digit, whose sizes follow from the digit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import Areas, Primitive
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.marks import Depiction
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Fillomino(GlobalKind):
    """Each cell holds the number of cells in its area, the connected cells with the same number.

    So the grid is divided into areas, and two of the same size share no side.

    Args:
        cells: where the rule applies, such as a layer; absent: everywhere but in layers.
    """

    name: ClassVar[str] = "fillomino"
    says: ClassVar[str] = (
        "Each digit says how many cells its area has: the cells with the same digit that are "
        "connected with it by sides."
    )
    called: ClassVar[str] = "fillomino"
    example: ClassVar[str] = "[{kind: fillomino}]"
    example_on: ClassVar[str] = '{symbols: "1234", build: [{make: grid, size: 4x4, lines: false}]}'

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether all areas have as many cells as their number says."""
        cells, near = self.affected_cells(context), context.topology.neighbours
        return all(
            len(area) == number
            for number in {values[c] for c in cells}
            for area in connected_parts({c for c in cells if values[c] == number}, near)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the areas of each number."""
        cells, edges = self.affected_cells(context), context.topology.edges()
        for i, value in enumerate(context.values):
            yield Areas.of(cells, 1 << i, edges, [value])

    def depiction(self, context: Context) -> Depiction:
        """Return the borders of the areas."""
        return Depiction("borders", tuple(sorted(self.affected_cells(context))))

    def structure(self, context: Context) -> tuple[Hashable, Hashable]:
        """Return its cells, and which share a side."""
        cells = self.affected_cells(context)
        edges = map(frozenset, context.topology.edges_among(cells))
        return (self.name, context.values), (cells, frozenset(edges))

    def problem(self, context: Context) -> str:
        """Report that there are no cells with neighbours, and contradictions."""
        if not self.affected_cells(context):
            return "no cells have neighbours here; list cells of a grid"
        return infeasibility(self, context)
