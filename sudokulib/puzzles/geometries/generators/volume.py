"""Boxes of cells in three or more dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import prod, sqrt
from typing import Annotated, Literal

from pydantic import Field

from sudokulib.basics.cells import Position, cell_name
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Polygon
from sudokulib.puzzles.geometries.generators.faces import default_face_name
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator

Spot = tuple[int, ...]
"""The place of a cell along each axis, from 0."""

Extent = Annotated[int, Field(ge=1, le=1000)]
_WORDS = {1: "line", 2: "plane"}


@register_generator
class Volume(Generator):
    """Cells in a box of three or more dimensions, drawn layer by layer beside each other.

    The last two axes are the rows and columns of a layer; layers are called A, B, C and so on. The
    solid view shows them as a stack.
    """

    make: Literal["volume"] = "volume"
    size: list[Extent] = Field(
        min_length=2, max_length=8, description="cells along each axis, such as [8, 8, 8]"
    )
    sections: list[Annotated[int, Field(ge=1)]] = Field(
        default_factory=lambda: [1],
        description="dimensions of the axis-parallel sections without repeats: 1 lines, 2 planes",
    )
    box: list[Extent] | None = Field(
        None, description="cells of a box along each axis, such as [2, 2, 2]; absent: no boxes"
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Add the cells with their neighbours along every axis, the sections and the boxes."""
        del scope
        builder.limits.check("cells", prod(self.size))
        cells = self._add_cells(builder)
        _glue(builder, cells, len(self.size))
        for dimension in self.sections:
            if dimension > len(self.size):
                raise GeometryError(
                    f"there are no sections of {dimension} dimensions in {len(self.size)}",
                    field=("sections",),
                )
            self._add_sections(builder, cells, dimension)
        if self.box is not None:
            self._add_boxes(builder, cells, self.box)

    def _add_cells(self, builder: Builder) -> dict[Spot, int]:
        strides = list(_strides(self.size))
        outline = _solid(self.size)
        cells: dict[Spot, int] = {}
        for number, layer in enumerate(self._spots(self.size[:-2])):
            name, patch = default_face_name(number), {}
            for r, c in product(range(self.size[-2]), range(self.size[-1])):
                spot = (*layer, r, c)
                row, column = (
                    sum(i * stride[axis] for i, stride in zip(spot, strides, strict=True))
                    for axis in (0, 1)
                )
                views = {"solid": outline(spot)} if layer else {}
                patch[r, c] = builder.add(cell_name((r, c), name), (row, column), views)
                cells[spot] = patch[r, c]
            builder.patch(name, patch)
        return cells

    def _spots(self, size: list[int]) -> Iterator[Spot]:
        return product(*map(range, size))

    def _add_sections(self, builder: Builder, cells: dict[Spot, int], dimension: int) -> None:
        word = _WORDS.get(dimension, f"{dimension}-dimensional section")
        number = 0
        for along in combinations(range(len(self.size)), dimension):
            sections: dict[Spot, list[int]] = {}
            for spot, cell in cells.items():
                fixed = tuple(i for axis, i in enumerate(spot) if axis not in along)
                sections.setdefault(fixed, []).append(cell)
            for section in sections.values():
                number += 1
                builder.distinct(section, f"{word} {number}", word)

    def _add_boxes(self, builder: Builder, cells: dict[Spot, int], box: list[int]) -> None:
        if len(box) != len(self.size) or any(n % b for n, b in zip(self.size, box, strict=True)):
            raise GeometryError(
                f"boxes of {box} do not fill {self.size}; "
                "give for each axis a number that divides its size",
                field=("box",),
            )
        boxes: dict[Spot, list[int]] = {}
        for spot, cell in cells.items():
            which = tuple(i // b for i, b in zip(spot, box, strict=True))
            boxes.setdefault(which, []).append(cell)
        for number, members in enumerate(boxes.values(), 1):
            builder.distinct(members, f"box {number}", "region")


def _glue(builder: Builder, cells: dict[Spot, int], dimensions: int) -> None:
    """Glue solid tiles: side k leads up the k-th axis from the last, side k + d down it."""
    mesh = builder.mesh
    tiles = {spot: mesh.tile(cell, 2 * dimensions, solid=True) for spot, cell in cells.items()}
    for spot, tile in tiles.items():
        for side in range(dimensions):
            axis = dimensions - 1 - side
            beyond = tiles.get((*spot[:axis], spot[axis] + 1, *spot[axis + 1 :]))
            if beyond is not None:
                mesh.glue((tile, side), (beyond, side + dimensions))


_WIDTH, _HEIGHT = sqrt(3) / 2, 0.5
"""The shift to the right and down in the solid view for a step along a row or column."""

_GAP = 0.5
"""The gap between layers in the solid view."""


def _solid(size: list[int]) -> Callable[[Spot], Polygon]:
    """Return the outlines in the solid view: layers as rhombi, in a stack.

    Cells above one another differ only in their layer. Stacks of the fourth axis from the end lie
    side by side, of the fifth below one another, and so on in turn.
    """
    rows, columns = size[-2:]
    spans = [(rows + columns) * _WIDTH, (rows + columns) * _HEIGHT]
    steps = []
    for number, n in enumerate(reversed(size[:-2])):
        way = 1 - number % 2
        step = spans[way] + _GAP
        steps.append((way, step))
        spans[way] = step * n - _GAP

    def outline(spot: Spot) -> Polygon:
        origin = [rows * _WIDTH, 0.0]
        for place, (way, step) in zip(reversed(spot[:-2]), steps, strict=True):
            origin[way] += place * step
        r, c = spot[-2:]
        corners = ((r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c))
        return tuple(
            (round(origin[0] + (j - i) * _WIDTH, 6), round(origin[1] + (i + j) * _HEIGHT, 6))
            for i, j in corners
        )

    return outline


def _strides(size: list[int]) -> Iterator[Position]:
    """Yield the shift (down, right) in the text picture for a step along each axis.

    Layers of the third axis from the end lie side by side, of the fourth below one another, and
    so on in turn, with gaps of one cell.
    """
    strides = []
    spans = {1: 1, 0: 1}
    gap = 0
    for number, n in enumerate(reversed(size)):
        way = 1 - number % 2
        gap = int(number > 1)
        stride = spans[way] + gap
        strides.append((0, stride) if way else (stride, 0))
        spans[way] = stride * n - gap
    return reversed(strides)
