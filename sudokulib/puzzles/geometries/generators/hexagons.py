"""Boards of hexagonal cells: a big hexagon, as in hanidoku, or flowers of seven cells."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Literal, NamedTuple

from pydantic import Field

from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Polygon
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator

_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Corner points of a hexagon relative to its middle, clockwise from the top: in half widths, and in
sixths of the height of three rows."""

_AXES = ("row", "falling line", "rising line")


class Hexagon(NamedTuple):
    """A cell in axial coordinates; the third coordinate is minus the sum of these two.

    Args:
        q: steps to the right.
        r: steps down and to the right; equal within a row.
    """

    q: int
    r: int

    @property
    def column(self) -> int:
        """Its column in half widths, so that the rows are staggered."""
        return 2 * self.q + self.r

    @property
    def lines(self) -> tuple[int, int, int]:
        """The numbers of its row, its line down to the right and its line down to the left."""
        return self.r, self.q, self.q + self.r

    def plus(self, q: int, r: int) -> Hexagon:
        """Return the cell this many steps away."""
        return Hexagon(self.q + q, self.r + r)

    @property
    def flower(self) -> tuple[Hexagon, ...]:
        """The cell and the six round it."""
        return tuple(self.plus(q, r) for q, r in _disc(2))


def _disc(side: int) -> Iterator[Hexagon]:
    """Yield the cells of a hexagon with this side around (0, 0), row by row."""
    reach = side - 1
    for r in range(-reach, reach + 1):
        for q in range(max(-reach, -r - reach), min(reach, -r + reach) + 1):
            yield Hexagon(q, r)


@register_generator
class Hexagons(Generator):
    """Hexagonal cells: lines run in three directions; a cell and the six around it are a flower.

    The board is a big hexagon of cells, as in hanidoku, or of flowers, each of them a region. Rows
    are counted from the top; columns are half a cell wide, so that the right neighbour of R1C5 is
    R1C7, and the cells below it are R2C4 and R2C6.
    """

    make: Literal["hexagons"] = "hexagons"
    side: int = Field(5, ge=1, le=100, description="cells (or flowers) along an edge")
    unit: Literal["cell", "flower"] = Field(
        "cell",
        description="what makes up the hexagon of the board: cells, or flowers of seven cells",
    )
    lines: bool = Field(
        True, description="whether the lines in all three directions have no repeats"
    )
    flowers: bool = Field(
        False, description="whether each cell with the six around it has no repeats"
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Place the cells, glue them and add the requested shapes."""
        del scope
        number = 3 * self.side * (self.side - 1) + 1
        builder.limits.check("cells", number * (7 if self.unit == "flower" else 1))
        if builder.cells:
            raise GeometryError("hexagons cannot be combined; put them into a separate file")
        middles = list(_disc(self.side))
        blooms = [Hexagon(2 * q - r, q + 3 * r) for q, r in middles]
        units = [middle.flower for middle in blooms] if self.unit == "flower" else [tuple(middles)]
        board = sorted({cell for unit in units for cell in unit}, key=lambda c: (c.r, c.q))
        cells = _place(builder, board)
        if self.unit == "flower":
            for number, unit in enumerate(units, 1):
                builder.distinct((cells[cell] for cell in unit), f"flower {number}", "region")
        if self.lines:
            _add_lines(builder, cells)
        if self.flowers:
            _add_flowers(builder, cells)


def _place(builder: Builder, board: list[Hexagon]) -> dict[Hexagon, int]:
    """Add the cells with their outlines and neighbours."""
    top, left = min(cell.r for cell in board), min(cell.column for cell in board)
    places = {cell: (cell.r - top, cell.column - left) for cell in board}
    cells = {cell: builder.place(at) for cell, at in places.items()}
    for cell, (row, column) in places.items():
        builder.cells[cells[cell]].views["flat"] = _outline(row, column)
    builder.mesh.polygons(
        {
            cells[cell]: [f"{3 * row + y},{column + x}" for x, y in _CORNERS]
            for cell, (row, column) in places.items()
        }
    )
    builder.patch("", {places[cell]: number for cell, number in cells.items()})
    builder.grids += 1
    return cells


def _outline(row: int, column: int) -> Polygon:
    """Return the outline of a cell one wide; the corner of the picture is that of its first row."""
    return tuple(
        (round((column + 1 + x) / 2, 6), round((3 * row + 2 + y) / (2 * sqrt(3)), 6))
        for x, y in _CORNERS
    )


def _add_lines(builder: Builder, cells: dict[Hexagon, int]) -> None:
    for axis, word in enumerate(_AXES):
        lines: dict[int, list[int]] = {}
        for cell, number in cells.items():
            lines.setdefault(cell.lines[axis], []).append(number)
        for count, (_, line) in enumerate(sorted(lines.items()), 1):
            if len(line) > 1:
                builder.distinct(line, f"{word} {count}", "line")


def _add_flowers(builder: Builder, cells: dict[Hexagon, int]) -> None:
    for cell, number in cells.items():
        if all(petal in cells for petal in cell.flower):
            row, column = builder.cells[number].at
            members = [cells[petal] for petal in cell.flower]
            builder.distinct(members, f"flower round R{row + 1}C{column + 1}", "flower")
