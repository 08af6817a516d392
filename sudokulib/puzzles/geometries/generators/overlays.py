"""Extra shapes on a grid: diagonals, windows, disjoint groups."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sudokulib.basics.cells import Position
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.fields import Size
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator


@register_generator
class DiagonalShapes(Generator):
    """Diagonals without repeats: the two long ones, all of them, or all those of a torus."""

    make: Literal["diagonals"] = "diagonals"
    which: Literal["both", "down", "up", "all"] = Field(
        "both",
        description="the long one that goes down, the one that goes up, both, or every diagonal",
    )
    wrap: bool = Field(False, description="let every diagonal continue at the opposite edge")
    on: str = Field("", description="name of the grid; absent: the whole picture")

    def build(self, builder: Builder, scope: Scope) -> None:
        """Add one shape a diagonal."""
        del scope
        cells = builder.cells_on(self.on)
        rows, columns = _extent(cells)
        if rows != columns and (self.wrap or self.which != "all"):
            raise GeometryError(
                f"a grid of {rows}x{columns} has no long diagonal; write which: all",
                field=("which",),
            )
        for down in (True, False):
            if self.which in ("both", "all", "down" if down else "up"):
                self._add(builder, cells, rows, columns, down)

    def _add(
        self,
        builder: Builder,
        cells: dict[Position, int],
        rows: int,
        columns: int,
        down: bool,
    ) -> None:
        lines: dict[int, list[int]] = {}
        for (r, c), cell in cells.items():
            number = c - r if down else r + c - (columns - 1)
            lines.setdefault(number % rows if self.wrap else number, []).append(cell)
        word = "falling diagonal" if down else "rising diagonal"
        everything = self.wrap or self.which == "all"
        for number, line in sorted(lines.items()):
            if (everything or number == 0) and len(line) > 1:
                builder.distinct(line, f"{word} {number}" if number else f"long {word}", "diagonal")


@register_generator
class WindowShapes(Generator):
    """Rectangles without repeats at regular places; by default the four windows of windoku."""

    make: Literal["windows"] = "windows"
    size: Size = Field((3, 3), description="rows x columns of a window")
    first: tuple[int, int] = Field((2, 2), description="row and column of the first, from 1")
    step: tuple[int, int] | None = Field(
        None, description="distance to the next; absent: size plus one"
    )
    wrap: bool = Field(False, description="let windows continue at the opposite edge")
    on: str = Field("", description="name of the grid; absent: the whole picture")

    def build(self, builder: Builder, scope: Scope) -> None:
        """Add one shape a window."""
        del scope
        cells = builder.cells_on(self.on)
        extent = _extent(cells)
        step = self.step or (self.size[0] + 1, self.size[1] + 1)
        if min(step) < 1 or min(self.first) < 1:
            raise GeometryError("first and step of windows must be at least 1", field=("step",))
        if self.size[0] > extent[0] or self.size[1] > extent[1]:
            raise GeometryError(
                f"a window of {self.size[0]}x{self.size[1]} is larger than the grid of "
                f"{extent[0]}x{extent[1]}; choose a smaller size",
                field=("size",),
            )
        starts = [
            range(self.first[i] - 1, extent[i] - (0 if self.wrap else self.size[i] - 1), step[i])
            for i in (0, 1)
        ]
        number = 0
        for r in starts[0]:
            for c in starts[1]:
                number += 1
                places = [
                    ((r + i) % extent[0], (c + j) % extent[1])
                    for i in range(self.size[0])
                    for j in range(self.size[1])
                ]
                if all(at in cells for at in places):
                    builder.distinct((cells[at] for at in places), f"window {number}", "window")


@register_generator
class DisjointGroupShapes(Generator):
    """One group for each place in a box: its cells, one from every box, have no repeats."""

    make: Literal["disjoint-groups"] = "disjoint-groups"
    box: Size = Field((3, 3), description="rows x columns of a box")
    on: str = Field("", description="name of the grid; absent: the whole picture")

    def build(self, builder: Builder, scope: Scope) -> None:
        """Add one shape a place."""
        del scope
        groups: dict[Position, list[int]] = {}
        for (r, c), cell in builder.cells_on(self.on).items():
            groups.setdefault((r % self.box[0], c % self.box[1]), []).append(cell)
        for (r, c), group in sorted(groups.items()):
            builder.distinct(group, f"group at R{r + 1}C{c + 1} of each box", "group")


def _extent(cells: dict[Position, int]) -> tuple[int, int]:
    return 1 + max(r for r, _ in cells), 1 + max(c for _, c in cells)
