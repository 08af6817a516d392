"""A big triangle of small ones: tri-doku."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from pydantic import Field

from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator

Point = tuple[int, int]
"""A lattice point: its distance down from the apex, and from the left edge."""


@dataclass(frozen=True, slots=True)
class SmallTriangle:
    """A small triangle.

    Args:
        row: from the apex, from 0.
        number: place in its row, from 0; those with even numbers point up.
    """

    row: int
    number: int

    @property
    def up(self) -> bool:
        """True if it points up."""
        return self.number % 2 == 0

    @property
    def corners(self) -> tuple[Point, Point, Point]:
        """Its corner points, clockwise."""
        r, k = self.row, self.number // 2
        return (
            ((r, k), (r + 1, k + 1), (r + 1, k))
            if self.up
            else ((r, k), (r, k + 1), (r + 1, k + 1))
        )

    def strips(self, side: int) -> tuple[int, int, int]:
        """Return the number of its strip, counted from each edge of the big triangle, from 0."""
        k = self.number // 2
        return side - 1 - self.row, k, self.row - k - (not self.up)


@register_generator
class Triangles(Generator):
    """A triangle of small triangles: boxes, the outer edges, middle strips and hexagons.

    Rows are counted from the apex, and the cells of a row from its left end: R1C1, R2C1 to R2C3
    and so on.
    """

    make: Literal["triangles"] = "triangles"
    side: int = Field(9, ge=1, le=100, description="small triangles along an edge")
    box: int | None = Field(
        None, ge=1, le=100, description="side of the triangular boxes; absent: no boxes"
    )
    edges: bool = Field(False, description="whether the cells along an outer edge have no repeats")
    strips: list[int] = Field(
        default_factory=list,
        description="which strips, as counted from each corner, have no repeats (k has 2k-1 cells)",
    )
    hexagons: bool = Field(
        False, description="whether the six cells around each inner point have no repeats"
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Place the cells, glue them and add the requested shapes."""
        del scope
        builder.limits.check("cells", self.side**2)
        if builder.cells:
            raise GeometryError("triangles cannot be combined; put them into a separate file")
        cells = self._place(builder)
        for members, label, role in self._shapes(cells):
            builder.distinct((cells[small] for small in members), label, role)

    def _place(self, builder: Builder) -> dict[SmallTriangle, int]:
        smalls = [SmallTriangle(r, i) for r in range(self.side) for i in range(2 * r + 1)]
        cells = {small: builder.place((small.row, small.number)) for small in smalls}
        for small, cell in cells.items():
            outline = tuple(self._drawn(point) for point in small.corners)
            builder.cells[cell].views["flat"] = outline
        builder.mesh.polygons(
            {cell: [f"{r},{k}" for r, k in small.corners] for small, cell in cells.items()}
        )
        builder.patch("", {(small.row, small.number): cell for small, cell in cells.items()})
        builder.grids += 1
        return cells

    def _drawn(self, point: Point) -> tuple[float, float]:
        r, k = point
        return k + (self.side - r) / 2, round(r * sqrt(3) / 2, 6)

    def _shapes(
        self, cells: dict[SmallTriangle, int]
    ) -> Iterator[tuple[list[SmallTriangle], str, str]]:
        if self.box:
            yield from self._boxes(cells, self.box)
        for corner, edge in enumerate(("bottom", "left", "right")):
            strips: dict[int, list[SmallTriangle]] = {}
            for small in cells:
                strips.setdefault(small.strips(self.side)[corner], []).append(small)
            if self.edges:
                yield [s for s in strips[0] if s.up], f"{edge} edge", "edge"
            for number in self.strips:
                if not 1 <= number <= self.side:
                    raise GeometryError(
                        f"strips count from 1 to {self.side}, not {number}", field=("strips",)
                    )
                opposite = ("top", "right", "left")[corner]
                yield strips[self.side - number], f"strip {number} from the {opposite}", "line"
        if self.hexagons:
            yield from self._hexagons(cells)

    def _boxes(
        self, cells: dict[SmallTriangle, int], box: int
    ) -> Iterator[tuple[list[SmallTriangle], str, str]]:
        if self.side % box:
            raise GeometryError(
                f"triangles of side {box} do not fill one of side {self.side}; "
                "choose a number that divides it",
                field=("box",),
            )
        boxes: dict[tuple[int, ...], list[SmallTriangle]] = {}
        for small in cells:
            which = tuple(strip // box for strip in small.strips(self.side))
            boxes.setdefault(which, []).append(small)
        for number, members in enumerate(boxes.values(), 1):
            yield members, f"triangle {number}", "region"

    def _hexagons(
        self, cells: dict[SmallTriangle, int]
    ) -> Iterator[tuple[list[SmallTriangle], str, str]]:
        around: dict[Point, list[SmallTriangle]] = {}
        for small in cells:
            for point in small.corners:
                around.setdefault(point, []).append(small)
        inner = [members for _, members in sorted(around.items()) if len(members) == 6]
        for number, members in enumerate(inner, 1):
            yield members, f"hexagon {number}", "hexagon"
