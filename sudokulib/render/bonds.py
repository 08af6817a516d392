"""Dotted lines between parts of a shape that lie apart, led around the cells between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, product
from math import hypot

from sudokulib.render.plane import Plane, Point

__all__ = ["bond", "holds"]

_BENDS = (0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.8, -0.8)
"""How far a bond swings out, relative to its length, the least first."""

_POINTS = 24
"""The number of chords of a bond that is bent."""

Points = tuple[Point, ...]


def bond(plane: Plane, cells: tuple[int, int], start: Point, end: Point) -> Points:
    """Return the line from a point of one cell to a point of another.

    On one board it is straight, as nothing but cells is between. From one board to another it is
    bent if it would run through a third cell, from side to side at the rims, unless every such line
    does so too.

    Args:
        plane: the positions of cells.
        cells: the two cells.
        start: the point in the first.
        end: the point in the second.
    """
    straight = (start, end)
    together = any(set(cells).issubset(board) for board in plane.boards)
    if together or not _crosses(plane, _points(start, end, 0.0), set(cells)):
        return straight
    ends = [list(_rims(plane, cell)) for cell in cells]
    for bend in _BENDS:
        around = [
            curve
            for a, b in product(*ends)
            if not _crosses(plane, (curve := _points(a, b, bend))[1:-1], set())
        ]
        if around:
            return (start, *min(around, key=_length), end)
    return straight


def _rims(plane: Plane, cell: int) -> Iterator[Point]:
    """Yield the middles of the sides of a cell that no other cell has."""
    outline = plane.outlines[cell]
    for a, b in pairwise(chain(outline, outline[:1])):
        if len(plane.cells_at(a, b)) == 1:
            yield (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _points(a: Point, b: Point, bend: float) -> Points:
    """Return a curve from a point to another, as chords."""
    x, y = (a[0] + b[0]) / 2 + bend * (a[1] - b[1]), (a[1] + b[1]) / 2 + bend * (b[0] - a[0])
    found = []
    for number in range(_POINTS + 1):
        t = number / _POINTS
        u = 1 - t
        found.append(
            (
                u * u * a[0] + 2 * u * t * x + t * t * b[0],
                u * u * a[1] + 2 * u * t * y + t * t * b[1],
            )
        )
    return tuple(found)


def _crosses(plane: Plane, line: Points, own: set[int]) -> bool:
    """Return whether points of a line lie in cells other than its own."""
    return any(
        min(xs) < x < max(xs) and min(ys) < y < max(ys) and holds(outline, (x, y))
        for cell, outline in enumerate(plane.outlines)
        if cell not in own
        for xs, ys in [tuple(zip(*outline, strict=True))]
        for x, y in line
    )


def holds(outline: Sequence[Point], point: Point) -> bool:
    """Return whether a point is inside an outline: a ray from it crosses an odd number of sides."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in pairwise(chain(outline, outline[:1])):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


def _length(line: Points) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))
