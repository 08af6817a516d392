"""A rectangular grid with its rows, columns and boxes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sudokulib.basics.cells import Position
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.fields import At, Name, Numbers, Size
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator
from sudokulib.puzzles.geometries.grids import add_grid
from sudokulib.shapes.topology import BOTTOM, LEFT, RIGHT, TOP


@register_generator
class Grid(Generator):
    """A grid of square cells: rows and columns without repeats, and boxes if a size is given.

    Grids whose places overlap share the cells there.
    """

    make: Literal["grid"] = "grid"
    size: Size | None = Field(None, description="rows x columns, such as 9x9")
    box: Size | None = Field(None, description="rows x columns of a box; absent: no boxes")
    cells: str | None = Field(
        None, description="instead of size: a map with # for a cell and a space or . for none"
    )
    at: At = Field((0, 0), description="where its top left corner lies in the picture")
    rows: Numbers | None = Field(
        None,
        description="for a grid whose cells lie apart: the picture's row for each row, such as 4-6 "
        "13-15 22-24, counted from at",
    )
    columns: Numbers | None = Field(None, description="the same for its columns")
    name: Name | None = Field(None, alias="as", description="name for references such as A.R1C1")
    lines: bool = Field(True, description="whether rows and columns have no repeats")
    wrap: Literal["none", "rows", "columns", "both"] = Field(
        "none", description="which edges are joined: rows closes each row to a ring"
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Place the cells, glue them and add the shapes."""
        del scope
        local = self._local(builder)
        drawn = self._drawn_positions(local)
        add_grid(builder, drawn, self.name or "", box=self.box, lines=self.lines)
        self._wrap(builder, builder.tiles[self.name or ""])

    def _local(self, builder: Builder) -> list[Position]:
        if (self.size is None) == (self.cells is None):
            raise GeometryError("a grid needs either size: 9x9 or a map of cells:, not both")
        if self.size is None:
            rows = (self.cells or "").rstrip().splitlines()
            return _marked(rows)
        builder.limits.check("cells", self.size[0] * self.size[1])
        return [(r, c) for r in range(self.size[0]) for c in range(self.size[1])]

    def _drawn_positions(self, local: list[Position]) -> dict[Position, Position]:
        """Return each cell's place in the picture; those that lie apart are not neighbours."""
        ways = []
        for axis, (word, numbers) in enumerate((("rows", self.rows), ("columns", self.columns))):
            count = 1 + max(at[axis] for at in local)
            way = [n - 1 for n in numbers] if numbers else list(range(count))
            if len(way) != count or len(set(way)) != count:
                raise GeometryError(
                    f"a grid with {count} {word} needs {count} different numbers here, "
                    f"not {len(set(way))}",
                    field=(word,),
                )
            ways.append([n + self.at[axis] for n in way])
        return {(r, c): (ways[0][r], ways[1][c]) for r, c in local}

    def _wrap(self, builder: Builder, tiles: dict[Position, int]) -> None:
        if self.wrap == "none":
            return
        if self.size is None:
            raise GeometryError("only a grid with a size can wrap", field=("wrap",))
        rows, columns = self.size
        if self.wrap in ("rows", "both"):
            builder.mesh.glue_edges(
                [(tiles[r, columns - 1], RIGHT) for r in range(rows)],
                [(tiles[r, 0], LEFT) for r in range(rows)],
            )
        if self.wrap in ("columns", "both"):
            builder.mesh.glue_edges(
                [(tiles[rows - 1, c], BOTTOM) for c in range(columns)],
                [(tiles[0, c], TOP) for c in range(columns)],
            )


def _marked(rows: list[str]) -> list[Position]:
    """Return the places of the # in a map."""
    places = []
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == "#":
                places.append((r, c))
            elif mark not in " .":
                raise GeometryError(
                    f"{mark!r} in line {r + 1} of the map; write # for a cell, . or a space for "
                    "none (regions draws a map of letters)",
                    field=("cells",),
                )
    if not places:
        raise GeometryError("the map has no cells; write # for each", field=("cells",))
    return places
