"""Rings cut into sectors: circular or target sudoku."""

from __future__ import annotations

from math import ceil, cos, pi, sin
from typing import Literal

from pydantic import Field

from sudokulib.basics.cells import Position
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Polygon
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator
from sudokulib.shapes.topology import LEFT, RIGHT

_ARC = pi / 36
"""The largest angle of the chords that draw an arc: 5 degrees, which looks round."""


@register_generator
class Rings(Generator):
    """Rings of cells around a centre: no repeats in a ring, nor in two adjacent sectors.

    R1C3 is the cell of ring 1, the innermost, in sector 3; sectors are counted clockwise from
    the top.
    """

    make: Literal["rings"] = "rings"
    rings: int = Field(ge=1, le=100, description="how many rings")
    sectors: int | None = Field(
        None, ge=2, le=1000, description="how many sectors; absent: twice the rings"
    )
    lines: bool = Field(True, description="whether rings have no repeats")
    pairs: bool = Field(True, description="whether two adjacent sectors have no repeats")
    hole: float = Field(1, gt=0, le=100, description="radius of the empty middle, in ring widths")

    def build(self, builder: Builder, scope: Scope) -> None:
        """Place the cells, close each ring and add the shapes."""
        del scope
        sectors = self.sectors or 2 * self.rings
        builder.limits.check("cells", self.rings * sectors)
        if builder.cells:
            raise GeometryError("rings cannot be combined; put them into a separate file")
        cells = {(r, c): builder.place((r, c)) for r in range(self.rings) for c in range(sectors)}
        for (r, c), cell in cells.items():
            builder.cells[cell].views["flat"] = self._outline(r, c, sectors)
        self._glue(builder, cells, sectors)
        if self.lines:
            for r in range(self.rings):
                ring = [cells[r, c] for c in range(sectors)]
                builder.distinct(ring, f"ring {r + 1}", "ring")
        if self.pairs:
            for c in range(sectors):
                d = (c + 1) % sectors
                pair = {cells[r, s] for r in range(self.rings) for s in (c, d)}
                builder.distinct(pair, f"sectors {c + 1} and {d + 1}", "region")

    def _glue(self, builder: Builder, cells: dict[Position, int], sectors: int) -> None:
        tiles = builder.mesh.grid(cells)
        builder.mesh.glue_edges(
            [(tiles[r, sectors - 1], RIGHT) for r in range(self.rings)],
            [(tiles[r, 0], LEFT) for r in range(self.rings)],
        )
        builder.patch("", cells)
        builder.tiles[""] = tiles
        builder.grids += 1

    def _outline(self, ring: int, sector: int, sectors: int) -> Polygon:
        """Return the outline of a piece of a ring: along the inner arc, back along the outer."""
        inner, middle = self.hole + ring, self.hole + self.rings
        chords = ceil(2 * pi / sectors / _ARC)
        angles = [2 * pi * (sector + i / chords) / sectors for i in range(chords + 1)]

        def point(radius: float, angle: float) -> tuple[float, float]:
            x, y = middle + radius * sin(angle), middle - radius * cos(angle)
            return round(x, 6) + 0.0, round(y, 6) + 0.0

        back = [point(inner + 1, angle) for angle in reversed(angles)]
        return (*(point(inner, angle) for angle in angles), *back)
