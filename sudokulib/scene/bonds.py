"""Dotted lines between parts of a shape that lie apart, led around the cells between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise, product
from math import hypot

from sudokulib.scene.plane import Plane, Point

__all__ = ["bond", "contains_point"]

_BENDS = (0.15, -0.15, 0.3, -0.3, 0.5, -0.5, 0.58, -0.58, 0.8, -0.8)
"""How far a bond swings out, relative to its length, the least first."""

_INNER = 0.84
"""Where a bond that is led around cells begins, from the middle of its own (0) to its rim (1)."""

_POINTS = 24
"""The number of chords of a bond that is bent."""

Points = tuple[Point, ...]


def bond(
    plane: Plane, cells: tuple[int, int], start: Point, end: Point, avoid: Collection[int] = ()
) -> Points:
    """Return the line from a point of one cell to a point of another.

    It is straight where it can be, else bent, unless no such line is free. On one board only cells
    to avoid are in its way. From one board to another all cells but the two are, and a bent line
    leads from side to side at the rims.

    Args:
        plane: the positions of cells.
        cells: the two cells.
        start: the point in the first.
        end: the point in the second.
        avoid: cells that belong to something else.
    """
    straight = (start, end)
    others = set(range(len(plane.outlines))).difference(cells)
    together = any(set(cells).issubset(board) for board in plane.boards)
    walls = others.intersection(avoid) if together else others
    if not _crosses(plane, _points(start, end, 0.0), walls):
        return straight
    # Within a board the ends of a line lie inside the two cells, so its first points do too.
    within, bends, own = (_insides, (0.0, *_BENDS), 3) if together else (_rims, _BENDS, 1)
    ends = [list(within(plane, cell)) for cell in cells]
    for bend in bends:
        around = [
            curve
            for a, b in product(*ends)
            if not _crosses(plane, (curve := _points(a, b, bend))[own:-own], walls.union(cells))
            and not _crosses(plane, curve, walls)
        ]
        if around:
            return (start, *min(around, key=_length), end)
    return straight


def _insides(plane: Plane, cell: int) -> Iterator[Point]:
    """Yield points a little inside the corners and the sides of a cell."""
    x, y = plane.middles[cell]
    outline = plane.outlines[cell]
    sides = (((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise((*outline, outline[0])))
    for a, b in chain(outline, sides):
        yield x + _INNER * (a - x), y + _INNER * (b - y)


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


def _crosses(plane: Plane, line: Points, cells: Iterable[int]) -> bool:
    """Return whether points of a line lie in some cells."""
    return any(
        min(xs) < x < max(xs) and min(ys) < y < max(ys) and contains_point(outline, (x, y))
        for outline in (plane.outlines[cell] for cell in cells)
        for xs, ys in [tuple(zip(*outline, strict=True))]
        for x, y in line
    )


def contains_point(outline: Sequence[Point], point: Point) -> bool:
    """Return whether a point is inside an outline: a ray from it crosses an odd number of sides."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in pairwise(chain(outline, outline[:1])):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


def _length(line: Points) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))
