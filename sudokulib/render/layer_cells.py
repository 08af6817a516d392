"""The room on other cells in which cells of layers are written, and the signs of their values.

The candidates of what is found in a layer, whether an edge is in a loop or a cell is shaded, stand
small on the cells below, in a form that tells them from digits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set

from sudokulib.board import Candidate
from sudokulib.model import bits
from sudokulib.puzzles.geometries.core import Polygon
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.scene.depictions import cell_below
from sudokulib.scene.drawn_layers import segments
from sudokulib.scene.plane import Plane, Point
from sudokulib.shapes import Depiction

_LONG, _SHORT = 0.44, 0.22
"""The sides of the room at the middle of an edge, in diameters of a cell's inner circle: two
candidates, and with these the outer pencil marks of both cells can still be read."""

_STRIP, _LOWER = (0.5, 0.24), 0.36
"""The width and the height of the room at the bottom of a cell, and how far its middle is below
that of the cell."""

STRIP = 0.2
"""The part of a cell's inner circle that the room at its bottom takes from other pencil marks."""

_OPEN = 0.6
"""The width and height of the room in a cell in which nothing else is to be found."""

_SLOPE = 0.4
"""A line that rises by less than this is written as a level one; by more than its inverse, as an
upright one."""


def rooms(puzzle: Puzzle, plane: Plane, plain: Set[int]) -> list[Polygon]:
    """Return the outline in which each cell without a place is written, in order.

    Args:
        puzzle: the puzzle.
        plane: the positions of the other cells.
        plain: cells in which there is nothing to find.
    """
    return [
        _room(puzzle, plane, cell, plain)
        for cell in range(len(plane.outlines), len(puzzle.geometry.cells))
    ]


def signs(puzzle: Puzzle, plane: Plane, shown: Sequence[Depiction]) -> dict[Candidate, str]:
    """Return what is written for the candidates of cells without a place, except plain symbols."""
    found: dict[Candidate, str] = {}
    for cell in range(len(plane.outlines), len(puzzle.geometry.cells)):
        one = depiction_of(shown, cell)
        values = list(bits(puzzle.geometry.domains[cell]))
        texts = [_sign(puzzle, plane, one, cell, value) for value in values]
        if len(set(texts)) == len(texts) and all(texts):
            found |= {(cell, value): text for value, text in zip(values, texts, strict=True)}
    return found


def cells_drawn_for(puzzle: Puzzle, cells: Iterable[int], count: int) -> tuple[int, ...]:
    """Return the cells on which some cells are drawn: of edges around one cell, that cell alone.

    Args:
        puzzle: the puzzle.
        cells: the cells.
        count: the number of cells that have a place.
    """
    cells = list(cells)
    own = {c for c in cells if c < count}
    under = [set(puzzle.geometry.topology.places[c].cells) for c in cells if c >= count]
    common: set[int] = set.intersection(*under) if under else set()
    return tuple(sorted(own | (common or set().union(*under))))


def depiction_of(shown: Collection[Depiction], cell: int) -> Depiction:
    """Return how what is found in a cell of a layer is drawn."""
    return next(one for one in shown if cell in one.cells)


def _room(puzzle: Puzzle, plane: Plane, cell: int, plain: Set[int]) -> Polygon:
    below = cell_below(puzzle, cell)
    (x, y), across = plane.middles[below], 2 * plane.radii[below]
    if puzzle.geometry.topology.places[cell].on == "cells":
        if below in plain:
            return _rectangle((x, y), _OPEN * across, _OPEN * across)
        wide, high = _STRIP
        return _rectangle((x, y + _LOWER * across), wide * across, high * across)
    run = next(segments(puzzle, plane, cell))
    (ax, ay), (bx, by) = run[0], run[-1]
    level = abs(bx - ax) > abs(by - ay)
    through = puzzle.geometry.topology.places[cell].on == "edges"
    wide, high = (_SHORT, _LONG) if level == through else (_LONG, _SHORT)
    return _rectangle(((ax + bx) / 2, (ay + by) / 2), wide * across, high * across)


def _rectangle(at: Point, wide: float, high: float) -> Polygon:
    (x, y), w, h = at, wide / 2, high / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def _sign(puzzle: Puzzle, plane: Plane, one: Depiction, cell: int, value: int) -> str:
    """Return the sign of a value; empty if its symbol is written."""
    held = puzzle.geometry.alphabet.values[value]
    inside = held in one.values
    if one.look == "shade":
        return "■" if inside else "○"
    if not one.values:
        return ""
    run = next(segments(puzzle, plane, cell))
    dx, dy = run[-1][0] - run[0][0], run[-1][1] - run[0][1]
    if one.look == "borders":
        # A border is square to the line from cell to cell.
        return "•" if inside else _stroke(-dy, dx, double=False)
    if held in one.forward or held in one.backward:
        return _arrow(dx, dy) if held in one.forward else _arrow(-dx, -dy)
    return _stroke(dx, dy, double=held in one.double) if inside else "×"


def _arrow(dx: float, dy: float) -> str:
    """Return an arrow in a direction."""
    if abs(dy) < _SLOPE * abs(dx):
        return "→" if dx > 0 else "←"
    if abs(dx) < _SLOPE * abs(dy):
        return "↓" if dy > 0 else "↑"
    return ("↘" if dx > 0 else "↙") if dy > 0 else ("↗" if dx > 0 else "↖")


def _stroke(dx: float, dy: float, *, double: bool) -> str:
    """Return the sign of a line in a direction."""
    if abs(dy) < _SLOPE * abs(dx):
        return "=" if double else "–"
    if abs(dx) < _SLOPE * abs(dy):
        return "‖" if double else "|"
    return "\\" if dx * dy > 0 else "/"
