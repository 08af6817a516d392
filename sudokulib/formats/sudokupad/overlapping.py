"""Grids that overlap, or have gaps, in links of SudokuPad: a frame around all of them.

SudokuPad draws one rectangle and checks its rows and columns. A samurai is drawn in the rectangle
around it: its boxes are regions, every other set without repeats is a cage that is not seen, places
without a cell are covered, and the text says which geometry it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.limits import Limits
from sudokulib.errors import GeometryError
from sudokulib.formats.format import Unwritable
from sudokulib.formats.fpuzzles.editor_grid import EditorGrid
from sudokulib.formats.fpuzzles.entries import written_entry
from sudokulib.formats.general import sets_of
from sudokulib.formats.grids import symbols_of
from sudokulib.formats.round_trip import single_rules
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry, geometry_names
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Distinct, Maximum, Minimum
from sudokulib.shapes.global_kinds import GlobalKind

Cells = tuple[int, ...]

_COVER = "#CFCFCF"
"""The colour of places without a cell."""

_SHADE = "#DDE4EA"
"""The colour of sets that are no rows, columns, regions or diagonals."""

_SEEN = {"row", "column", "region", "diagonal"}
"""Roles of sets that are seen without shades."""


@dataclass(frozen=True)
class Frame:
    """The rectangle around the cells of a geometry, as part of a square with numbered places.

    Args:
        geometry: the geometry.
        height, width: places of the rectangle; place r, c has the number r * side + c.
        places: the number of the place of each cell; cells of layers, which come last, have none.
    """

    geometry: Geometry
    height: int
    width: int
    places: Cells

    @property
    def side(self) -> int:
        """The side of the square."""
        return max(self.height, self.width)

    @property
    def cells(self) -> dict[int, int]:
        """The cell at each place that has one."""
        return {place: cell for cell, place in enumerate(self.places)}


def frame_of(puzzle: Puzzle, most: int) -> Frame:
    """Return the frame of a puzzle.

    Args:
        puzzle: the puzzle.
        most: the most places a side.

    Raises:
        Unwritable: its cells are not at whole places.
    """
    found = puzzle.geometry
    layered = found.topology.layered
    at = [cell.at for number, cell in enumerate(found.cells) if number not in layered]
    whole = all(r == int(r) >= 0 and c == int(c) >= 0 for r, c in at) and len(set(at)) == len(at)
    height, width = (int(max(place[axis] for place in at)) + 1 for axis in (0, 1))
    if not whole or max(height, width) > most:
        raise Unwritable(
            f"{found.called} is not made of squares in a rectangle to {most}x{most}; choose a "
            "format with other geometries, such as yaml"
        )
    side = max(height, width)
    return Frame(found, height, width, tuple(int(r) * side + int(c) for r, c in at))


def hidden_cages(puzzle: Puzzle, frame: Frame, regions: Iterable[Cells]) -> list[dict[str, Any]]:
    """Return the sets without repeats that are no regions, as cages that are not seen."""
    shown = {frozenset(cells) for cells in regions}
    sets = {frozenset(cells): cells for cells, _ in sets_of(puzzle)}
    return [
        {"cells": positions(frame, cells), "unique": True, "hidden": True}
        for members, cells in sets.items()
        if members not in shown and max(members) < len(frame.places)
    ]


def framed_data(puzzle: Puzzle, frame: Frame, editor_grid: EditorGrid) -> dict[str, Any]:
    """Return the rules beyond those of the sets as in an f-puzzles file, at their places."""
    side = frame.side
    data: dict[str, Any] = {"grid": [[{} for _ in range(side)] for _ in range(side)]}
    sets = {shape.meaning for shape in puzzle.geometry.shapes}
    for shape, rule in single_rules(puzzle):
        local = isinstance(rule, GlobalKind | Minimum | Maximum)
        if shape.meaning in sets or local or len(rule.all_cells) == 0:
            continue
        if max(rule.all_cells) >= len(frame.places):
            continue  # on layers or hidden cells
        if made := written_entry(rule.moved(frame.places), editor_grid):
            data.setdefault(made[0], []).append(made[1])
    return data


def positions(frame: Frame, cells: Iterable[int]) -> list[list[int]]:
    """Return the row and column of each cell."""
    return [list(divmod(frame.places[cell], frame.side)) for cell in cells]


def underlays(puzzle: Puzzle, frame: Frame) -> list[dict[str, Any]]:
    """Return drawings that cover the places without a cell, and shade sets that are no lines."""
    shaded = {
        frame.places[cell]
        for shape in puzzle.geometry.shapes
        if isinstance(shape.rule, Distinct) and not shape.roles & _SEEN
        for cell in shape.cells
        if cell < len(frame.places)
    }
    colours = {
        place: _COVER if place not in frame.cells else _SHADE
        for r in range(frame.height)
        for c in range(frame.width)
        if (place := r * frame.side + c) in shaded or place not in frame.cells
    }
    return [
        {"center": [r + 0.5, c + 0.5], "width": 1, "height": 1, "backgroundColor": colour}
        for (r, c), colour in ((divmod(place, frame.side), one) for place, one in colours.items())
    ]


def is_underlay(drawing: Any) -> bool:
    """Return whether a drawing is one of those that `underlays` returns."""
    if not isinstance(drawing, dict) or drawing.get("backgroundColor") not in (_COVER, _SHADE):
        return False
    return drawing.keys() == {"center", "width", "height", "backgroundColor"}


def hidden_sets(cages: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Return the cells, as written, of cages that are sets without repeats and nothing else."""
    return [
        cage.get("cells")
        for cage in cages
        if cage.get("unique") is True
        and cage.get("hidden") is True
        and cage.get("value") in (None, "")
    ]


def _line(cells: Cells, side: int) -> str:
    """Return whether places are part of a row or a column."""
    rows, columns = zip(*(divmod(place, side) for place in cells), strict=True)
    return "row" if len({*rows}) == 1 else "column" if len({*columns}) == 1 else ""


def framed_geometry(
    name: Any, size: tuple[int, int], regions: list[Cells], sets: list[Cells], limits: Limits
) -> Frame:
    """Return the geometry with these sets: the one that is named if it has them, else a plain one.

    Args:
        name: what the text names.
        size: height and width.
        regions: the regions, by numbers of places.
        sets: all other sets without repeats.
        limits: bounds on its size.

    Raises:
        GeometryError: there is no set.
    """
    every = {frozenset(cells) for cells in (*regions, *sets)}
    if not every:
        raise GeometryError("the grid is no square and has no sets; nothing says what is on it")
    if isinstance(name, str) and name in geometry_names():
        known = geometry(name)
        frame = frame_of(known.puzzle(), max(size))
        same = {
            frozenset(frame.places[cell] for cell in cells) for cells, _ in sets_of(known.puzzle())
        }
        if same == every and (frame.height, frame.width) == size:
            return frame
    side, count = max(size), max(map(len, every))
    builder = Builder(Alphabet.of(symbols_of(count)), limits)
    places = sorted(set().union(*every))
    for place in places:
        builder.place(divmod(place, side))
    numbers: Counter[str] = Counter()
    roles = [*(("region", one) for one in regions), *((_line(one, side), one) for one in sets)]
    for role, cells in roles:
        drawn = [builder.place(divmod(place, side)) for place in cells]
        numbers[role] += 1
        builder.distinct(drawn, f"{role} {numbers[role]}" if role else "", role)
    for place in places:
        rows = [frozenset(place + side * r + c for c in range(count)) for r in range(count)]
        columns = [frozenset(place + side * r + c for r in range(count)) for c in range(count)]
        square = sorted(frozenset().union(*rows))
        if place % side + count <= side and every.issuperset([*rows, *columns]):
            builder.mesh.grid(
                {divmod(one, side): builder.place(divmod(one, side)) for one in square}
            )
    made = builder.finish()
    return Frame(made, *size, frame_of(made.puzzle(), side).places)
