"""The raster of a picture: the positions of cells, and the weights of the borders between them.

A border is thick where the picture ends and where two cells have no region in common. Regions
are the shapes with the role "region"; where a geometry names none, those that look like one:
connected in the picture and somewhere at least two cells wide and two high; where there are none
either, its faces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sudokulib.basics.cells import Position
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.scene.glyphs import NONE, THICK, THIN
from sudokulib.shapes import Shape

Place = int | None
"""A cell, or None where the picture has none."""


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture as a rectangle of places with borders between them.

    Args:
        places: the cell at each place, line by line.
        above: the weight of the border above each place; one line more than there are places.
        before: the weight of the border left of each place; one more on each line.
    """

    places: tuple[tuple[Place, ...], ...]
    above: tuple[tuple[int, ...], ...]
    before: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """Places on each line."""
        return len(self.places[0])

    @property
    def staggered(self) -> bool:
        """True if some cell has two places, since lines are shifted by half a cell."""
        return any(a is not None and a == b for row in self.places for a, b in pairwise(row))

    def place(self, line: int, column: int) -> Place:
        """Return the cell at a place, None beyond the edges."""
        if 0 <= line < len(self.places) and 0 <= column < self.width:
            return self.places[line][column]
        return None

    def around(self, cells: Collection[int]) -> Raster:
        """Return the smallest part that shows some cells, with its borders; everything if none."""
        spots = [
            (line, column)
            for line, row in enumerate(self.places)
            for column, cell in enumerate(row)
            if cell in cells
        ]
        if not spots:
            return self
        top, bottom = min(at[0] for at in spots), max(at[0] for at in spots) + 1
        left, right = min(at[1] for at in spots), max(at[1] for at in spots) + 1
        return Raster(
            tuple(row[left:right] for row in self.places[top:bottom]),
            tuple(row[left:right] for row in self.above[top : bottom + 1]),
            tuple(row[left : right + 1] for row in self.before[top:bottom]),
        )

    def with_thick(self, sides: Collection[tuple[int, int]]) -> Raster:
        """Return the same raster with thick borders at some sides of square cells only.

        Args:
            sides: pairs of a cell and a number: 0 for its top, 1 right, 2 bottom, 3 left.
        """
        above, before = (
            [[min(weight, THIN) for weight in line] for line in lines]
            for lines in (self.above, self.before)
        )
        for line, row in enumerate(self.places):
            for column, cell in enumerate(row):
                for number in range(4):
                    if cell is None or (cell, number) not in sides:
                        continue
                    if number % 2:
                        before[line][column + number % 3] = THICK
                    else:
                        above[line + number // 2][column] = THICK
        return Raster(self.places, tuple(map(tuple, above)), tuple(map(tuple, before)))

    def without_thin(self) -> Raster:
        """Return the same raster with thick borders only."""
        above, before = (
            tuple(tuple(NONE if w == THIN else w for w in line) for line in side)
            for side in (self.above, self.before)
        )
        return Raster(self.places, above, before)


def raster(geometry: Geometry, shapes: Sequence[Shape] = (), count: int | None = None) -> Raster:
    """Return the picture of a geometry.

    Args:
        geometry: what to draw.
        shapes: all shapes; those of the geometry if there are none.
        count: how many cells have a place; absent: all.
    """
    places = _cells_by_line(geometry, count)
    of = regions_by_cell(geometry, shapes or geometry.shapes)

    def weight(a: Place, b: Place) -> int:
        if a == b:
            return NONE
        if a is None or b is None:
            return THICK
        apart = of[a].isdisjoint(of[b]) and (of[a] or of[b])
        return THICK if apart else THIN

    empty: tuple[Place, ...] = (None,) * len(places[0])
    lines = [empty, *places, empty]
    above = tuple(tuple(map(weight, up, down)) for up, down in pairwise(lines))
    before = tuple(tuple(map(weight, (None, *row), (*row, None))) for row in places)
    return Raster(places, above, before)


def drawn_positions(geometry: Geometry) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return the position at which each line and each column of the picture is drawn.

    Of several consecutive empty ones only one is kept.
    """
    lines = _kept(cell.at[0] for cell in geometry.cells)
    return lines, _kept(cell.at[1] for cell in geometry.cells)


def _cells_by_line(geometry: Geometry, count: int | None) -> tuple[tuple[Place, ...], ...]:
    """Return the cells line by line; hexagons, whose lines are staggered, at two places each."""
    lines, columns = drawn_positions(geometry)
    wide = range(2 if _is_staggered(geometry) else 1)
    at = {
        (lines[cell.at[0]], columns[cell.at[1]] + half): number
        for number, cell in enumerate(geometry.cells[:count])
        for half in wide
    }
    return tuple(
        tuple(at.get((r, c)) for c in range(max(c for _, c in at) + 1))
        for r in range(max(r for r, _ in at) + 1)
    )


def _is_staggered(geometry: Geometry) -> bool:
    """Return whether cells are hexagons with a free place on their right, as bricks need."""
    places = {cell.at for cell in geometry.cells}
    return all(
        len(cell.outline()) == 6 and (cell.at[0], cell.at[1] + 1) not in places
        for cell in geometry.cells
    )


def _kept(numbers: Iterable[int]) -> dict[int, int]:
    kept: dict[int, int] = {}
    now, last = -1, -1
    for number in sorted(set(numbers)):
        now += 1 if number == last + 1 or not kept else 2
        kept[number] = now
        last = number
    return kept


def regions_by_cell(geometry: Geometry, shapes: Iterable[Shape]) -> list[frozenset[int]]:
    """Return for each cell the numbers of the regions that hold it."""
    found: list[set[int]] = [set() for _ in geometry.cells]
    for number, cells in enumerate(_regions(geometry, list(shapes))):
        for cell in cells:
            found[cell].add(number)
    return [frozenset(numbers) for numbers in found]


def _regions(geometry: Geometry, shapes: Sequence[Shape]) -> list[Collection[int]]:
    if declared := [shape.cells for shape in shapes if "region" in shape.roles]:
        return list(declared)
    places = [cell.at for cell in geometry.cells]
    unnamed = (shape.cells for shape in shapes if not shape.roles and not _is_clue(shape))
    if looking := [cells for cells in unnamed if _broad([places[c] for c in cells])]:
        return list(looking)
    return list(_faces(geometry).values())


def _is_clue(shape: Shape) -> bool:
    """Return whether a shape is drawn as a cage with a clue in its corner, and so is no region."""
    return any(mark.form == "region" and mark.text for mark in shape.rule.marks())


def _faces(geometry: Geometry) -> Mapping[str, list[int]]:
    faces: dict[str, list[int]] = {}
    for number, cell in enumerate(geometry.cells):
        for face in cell.faces:
            faces.setdefault(face, []).append(number)
    return faces


def _broad(places: Collection[Position]) -> bool:
    held = set(places)
    square = any({(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= held for r, c in held)
    return square and connected(held)


def connected(places: Collection[Position]) -> bool:
    """Return whether positions of a picture are connected, side by side."""
    rest = set(places)
    queue = [rest.pop()] if rest else []
    while queue:
        for at in _around(queue.pop()):
            if at in rest:
                rest.remove(at)
                queue.append(at)
    return not rest


def _around(at: Position) -> Iterator[Position]:
    r, c = at
    yield from ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
