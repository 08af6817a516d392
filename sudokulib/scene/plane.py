"""The plane of a drawing: outlines and middles of cells, sides between them, outlines of sets.

Everything is computed from the outlines of the cells in one view, whatever their form: squares,
rhombi, triangles, parts of rings. Units are cell sides; y points down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.core import Geometry, Polygon
from sudokulib.scene.raster import drawn_positions, regions_by_cell
from sudokulib.shapes import Shape

Point = tuple[float, float]
Edge = tuple[Point, Point]
"""A side of a cell, from corner to corner."""

_FLAT = 1e-6
"""Two sides whose directions add up to less than this double back on each other.

Their inner corner would be infinitely far away; the number is far above the errors of floats, and
far below what any real corner has.
"""


@dataclass(frozen=True)
class Plane:
    """The cells of a geometry as they are drawn.

    Args:
        outlines: the corners of each cell, clockwise.
        regions: for each cell the numbers of the regions that hold it.
    """

    outlines: tuple[Polygon, ...]
    regions: tuple[frozenset[int], ...]

    # Cached properties read only the fields, which never change.
    @cached_property
    def middles(self) -> tuple[Point, ...]:
        """The centre of gravity of each cell."""
        return tuple(map(_middle, self.outlines))

    @cached_property
    def radii(self) -> tuple[float, ...]:
        """The distance of each cell's middle from its nearest side."""
        return tuple(
            min(_distance(middle, side) for side in _sides(outline))
            for outline, middle in zip(self.outlines, self.middles, strict=True)
        )

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The least and the greatest x and y: left, top, right, bottom."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def edges(self) -> Mapping[frozenset[Point], tuple[int, ...]]:
        """The cells on each side: two, or one at the rim."""
        found: dict[frozenset[Point], list[int]] = defaultdict(list)
        for cell, outline in enumerate(self.outlines):
            for side in _sides(outline):
                found[frozenset(map(_key, side))].append(cell)
        return {edge: tuple(cells) for edge, cells in found.items()}

    @cached_property
    def sides_between(self) -> Mapping[frozenset[int], list[tuple[Point, ...]]]:
        """The sides that the same cells share: two, or one at the rim."""
        found: dict[frozenset[int], list[tuple[Point, ...]]] = defaultdict(list)
        for side, cells in self.edges.items():
            found[frozenset(cells)].append(tuple(sorted(side)))
        return found

    @cached_property
    def boards(self) -> list[list[int]]:
        """The cells of each board: what is connected side by side."""
        return self.parts(range(len(self.outlines)))

    def lines(self, *, thick: bool) -> list[list[Point]]:
        """Return the borders of one weight, in lines as long as possible.

        A border is thick at the rim, and between cells that have no region in common.
        """
        chosen = [edge for edge, cells in self.edges.items() if self._is_thick(cells) == thick]
        return _joined_sides((min(edge), max(edge)) for edge in chosen if len(edge) == 2)

    def _is_thick(self, cells: tuple[int, ...]) -> bool:
        if len(cells) < 2:
            return True
        a, b = (self.regions[cell] for cell in cells[:2])
        return a.isdisjoint(b) and bool(a or b)

    def outline_of(self, cells: Collection[int], inset: float = 0.0) -> list[list[Point]]:
        """Return the outlines of a set of cells: one for each connected part, and for each hole.

        Args:
            cells: the set; parts that meet in a corner only are parts by themselves.
            inset: the distance of the outline from the sides, inwards.
        """
        return [_shrunk(loop, inset) for loop in self._loops(cells)]

    def _loops(self, cells: Collection[int]) -> Iterator[list[Point]]:
        """Yield closed lines around the cells, which lie on the right-hand side of the line."""
        chosen = set(cells)
        onward: dict[Point, list[Point]] = defaultdict(list)
        for cell in sorted(chosen):
            for side in _sides(self.outlines[cell]):
                a, b = map(_key, side)
                if not any(
                    other in chosen for other in self.edges[frozenset((a, b))] if other != cell
                ):
                    onward[a].append(b)
        while onward:
            loop = [min(onward)]
            while ways := onward.get(loop[-1]):
                # Where parts meet in a corner, turning right stays with the same part.
                before = loop[-2:-1]
                way = (
                    max(ways, key=lambda way: _turn(before[0], loop[-1], way))
                    if before
                    else ways[0]
                )
                ways.remove(way)
                if not ways:
                    del onward[loop[-1]]
                if way == loop[0]:
                    break
                loop.append(way)
            yield loop

    def touch(self, a: int, b: int) -> bool:
        """Return whether two cells share a corner, or are the same."""
        return not set(map(_key, self.outlines[a])).isdisjoint(map(_key, self.outlines[b]))

    def parts(self, cells: Collection[int]) -> list[list[int]]:
        """Return the parts of a set of cells that are connected side by side."""
        left, found = set(cells), []
        while left:
            queue = [min(left)]
            left.discard(queue[0])
            for cell in queue:
                for side in _sides(self.outlines[cell]):
                    for other in self.edges[frozenset(map(_key, side))]:
                        if other in left:
                            left.remove(other)
                            queue.append(other)
            found.append(sorted(queue))
        return found

    def cells_at(self, a: Point, b: Point) -> tuple[int, ...]:
        """Return the cells on the side between two corners: two, or one at the rim."""
        return self.edges[frozenset((_key(a), _key(b)))]

    def first(self, cells: Iterable[int]) -> int:
        """Return the top left one of some cells: of the highest ones the leftmost."""
        return min(cells, key=lambda c: (round(self.middles[c][1], 3), self.middles[c][0]))

    def corner(self, cell: int) -> Point:
        """Return the corner of a cell for small text: the one furthest up and to the left."""
        return min(self.outlines[cell], key=lambda p: (round(p[0] + p[1], 3), p[0]))

    def meeting(self, cells: Sequence[int]) -> Point:
        """Return the point that cells share, a side's middle or a corner; else their mean."""
        shared = set(map(_key, self.outlines[cells[0]]))
        for cell in cells[1:]:
            shared &= set(map(_key, self.outlines[cell]))
        points = sorted(shared) if shared and len(cells) > 1 else [self.middles[c] for c in cells]
        return _mean(points)


def views_of(geometry: Geometry) -> tuple[str, ...]:
    """Return the views in which a geometry can be drawn; "flat" first."""
    more = {view for cell in geometry.cells for view, _ in cell.views}
    return ("flat", *sorted(more - {"flat"}))


def check_view(geometry: Geometry, view: str) -> None:
    """Raise SudokuError if a geometry cannot be drawn in a view."""
    if view not in (known := views_of(geometry)):
        raise SudokuError(f"there is no view {view!r}; choose {' or '.join(known)}")


def plane(
    geometry: Geometry,
    view: str = "flat",
    shapes: Sequence[Shape] = (),
    count: int | None = None,
) -> Plane:
    """Return a geometry as it is drawn in a view.

    Of several consecutive empty lines or columns of the flat picture only one is kept.

    Args:
        geometry: what to draw.
        view: one of `views_of`; a cell without an outline in it is drawn as in the flat view.
        shapes: all shapes; those of the geometry if there are none.
        count: how many cells have a place; absent: all.
    """
    regions = tuple(regions_by_cell(geometry, shapes or geometry.shapes))
    own = any(dict(cell.views).get(view) for cell in geometry.cells)
    if own:
        outlines = [cell.outline(view) for cell in geometry.cells]
    else:
        rows, columns = drawn_positions(geometry)
        outlines = [_square(rows[cell.at[0]], columns[cell.at[1]]) for cell in geometry.cells]
    return Plane(tuple(map(_clockwise, outlines[:count])), regions)


def _square(row: int, column: int) -> Polygon:
    return ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))


def _clockwise(outline: Polygon) -> Polygon:
    return outline if _area(outline) > 0 else outline[::-1]


def _area(outline: Sequence[Point]) -> float:
    """Return twice the area, positive for a clockwise outline (y points down)."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(outline))


def _middle(outline: Polygon) -> Point:
    area = _area(outline)
    x = y = 0.0
    for (ax, ay), (bx, by) in _sides(outline):
        cross = ax * by - bx * ay
        x += (ax + bx) * cross
        y += (ay + by) * cross
    return x / (3 * area), y / (3 * area)


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _sides(outline: Sequence[Point]) -> Iterator[Edge]:
    yield from pairwise((*outline, outline[0]))


def _key(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def _distance(point: Point, side: Edge) -> float:
    """Return the distance from a point to a line segment."""
    (px, py), ((ax, ay), (bx, by)) = point, side
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((px - ax) * dx + (py - ay) * dy) / length
    along = max(0.0, min(1.0, along))
    return hypot(px - ax - along * dx, py - ay - along * dy)


def _joined_sides(edges: Iterable[Edge]) -> list[list[Point]]:
    """Return sides as lines from corner to corner, straight on wherever that is possible."""
    ways: dict[Point, list[Point]] = defaultdict(list)
    for a, b in edges:
        ways[a].append(b)
        ways[b].append(a)
    lines = []
    for start in sorted(ways):
        while ways[start]:
            line = [start]
            while ways[line[-1]]:
                here = line[-1]
                after = _straightest(line, ways[here])
                ways[here].remove(after)
                ways[after].remove(here)
                if len(line) > 1 and _turn(line[-2], here, after) == 0:
                    line.pop()
                line.append(after)
            lines.append(line)
    return lines


def _straightest(line: Sequence[Point], ways: Sequence[Point]) -> Point:
    if len(line) < 2:
        return min(ways)
    return min(ways, key=lambda way: (abs(_turn(line[-2], line[-1], way)), way))


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return how sharp the turn at b is: 0 straight on, positive to the right."""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    scale = hypot(ux, uy) * hypot(vx, vy)
    if scale == 0:
        return 0.0
    turn = round((ux * vy - uy * vx) / scale, 3)
    back = ux * vx + uy * vy < 0
    return turn + (2 if turn >= 0 else -2) if back else turn


def _shrunk(loop: Sequence[Point], inset: float) -> list[Point]:
    """Return a clockwise loop moved to its right-hand side, with straight runs joined."""
    around = [*loop[-1:], *loop, *loop[:1]]
    corners = [b for a, b, c in zip(around, around[1:], around[2:], strict=False) if _turn(a, b, c)]
    if not inset:
        return corners
    points = []
    for i, here in enumerate(corners):
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        points.append(_inner(before, here, after, inset))
    return points


def _inner(a: Point, b: Point, c: Point, inset: float) -> Point:
    """Return the point where the sides that meet in b meet once both have moved to the right."""
    (nx, ny), (mx, my) = _right(a, b), _right(b, c)
    scale = 1 + nx * mx + ny * my
    if scale < _FLAT:
        return b[0] + nx * inset, b[1] + ny * inset
    return b[0] + inset * (nx + mx) / scale, b[1] + inset * (ny + my) / scale


def _right(a: Point, b: Point) -> Point:
    """Return the direction to the right of the way from a to b, where y points down."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length
