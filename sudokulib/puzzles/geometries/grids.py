"""Grids of square cells on a builder: cells, neighbours, rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Mapping

from sudokulib.basics.cells import Position
from sudokulib.basics.interruption import checked
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder

Box = tuple[int, int]


def add_grid(
    builder: Builder,
    places: Mapping[Position, Position],
    name: str = "",
    *,
    box: Box | None = None,
    lines: bool = True,
) -> None:
    """Place the cells of a grid, glue neighbours and add its shapes.

    Args:
        builder: the builder.
        places: for each cell's row and column in the grid, those in the picture.
        name: for references such as ``A.R1C1``.
        box: rows and columns of a box; None for no boxes.
        lines: whether rows and columns have no repeats.

    Raises:
        GeometryError: there is a grid of this name, or boxes do not fill this one.
    """
    cells = {at: builder.place(place) for at, place in checked(places.items(), 64)}
    glued = builder.mesh.grid({places[at]: cell for at, cell in cells.items()})
    if not name and "" in builder.patches:
        raise GeometryError("several grids need names, such as as: A", field=("as",))
    builder.patch(name, cells)
    builder.tiles[name] = {at: glued[place] for at, place in places.items()}
    builder.grids += 1
    of = f" of {name}" if name else ""
    if lines:
        for axis, word in ((0, "row"), (1, "column")):
            _add_lines(builder, cells, axis, word, of)
    if box:
        _check_box(box, places)
        _add_boxes(builder, cells, box, of)


def _check_box(box: Box, places: Mapping[Position, Position]) -> None:
    rows, columns = (1 + max(at[axis] for at in places) for axis in (0, 1))
    if rows % box[0] or columns % box[1]:
        raise GeometryError(
            f"boxes of {box[0]}x{box[1]} do not fill a grid of {rows}x{columns}; "
            "choose a box whose sides divide the grid's",
            field=("box",),
        )


def _add_lines(builder: Builder, cells: dict[Position, int], axis: int, word: str, of: str) -> None:
    lines: dict[int, list[int]] = {}
    for at, cell in cells.items():
        lines.setdefault(at[axis], []).append(cell)
    for number, line in sorted(lines.items()):
        if len(line) > 1:
            builder.distinct(line, f"{word} {number + 1}{of}", word)


def _add_boxes(builder: Builder, cells: dict[Position, int], box: tuple[int, int], of: str) -> None:
    boxes: dict[Position, list[int]] = {}
    for (r, c), cell in cells.items():
        boxes.setdefault((r // box[0], c // box[1]), []).append(cell)
    for number, (_, members) in enumerate(sorted(boxes.items())):
        if len(members) > 1:
            builder.distinct(members, f"box {number + 1}{of}", "region")
