"""The shades of the cells of a picture.

Where grids overlap, the cells of several are shaded. Separate faces have a colour each, the same
for those that face the same way. Regions that the edge of the picture tears apart have a colour
each. Houses that lie across the picture, such as diagonals and windows, are shaded by role; those
that partition it, such as the groups of cells at one place of each box, have a colour each. Cells
under marks of the puzzle's own shapes are shaded where nothing else is, touching ones differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from sudokulib.puzzles.geometries.core import Cell, Geometry
from sudokulib.scene.raster import connected, regions_by_cell
from sudokulib.shapes import Shape

_ORDINARY = frozenset({"row", "column", "region"})
_MOST = 0.7
"""The greatest share of the cells that a role may cover to be shaded as one set.

Shading everything shows nothing: the four windows of a windoku cover 36 of 81 cells, the rows of a
grid all of them.
"""


def tints(
    geometry: Geometry,
    shapes: Sequence[Shape] = (),
    marked: Sequence[Sequence[int]] = (),
) -> list[int]:
    """Return the number of each cell's shade; 0 is none.

    Args:
        geometry: the geometry.
        shapes: all shapes; those of the geometry if there are none.
        marked: sets of cells that marks cover.
    """
    shapes = shapes or geometry.shapes
    base = _by_face(geometry) or _by_torn_region(geometry, shapes) or [0] * len(geometry.cells)
    return _by_mark(geometry, _across(geometry, base, shapes), marked)


def _by_mark(geometry: Geometry, base: list[int], marked: Sequence[Sequence[int]]) -> list[int]:
    """Shade marked cells, each set unlike those that it touches."""
    found, first = list(base), 1 + max(base, default=0)
    at = {cell.at: number for number, cell in enumerate(geometry.cells)}
    for cells in marked:
        places = (geometry.cells[c].at for c in cells)
        near = {at.get((r + i, c + j)) for r, c in places for i in (-1, 0, 1) for j in (-1, 0, 1)}
        taken = {found[c] for c in near if c is not None}
        shade = next(shade for shade in count(first) if shade not in taken)
        for cell in cells:
            found[cell] = found[cell] or shade
    return found


def _by_face(geometry: Geometry) -> list[int]:
    if any(len(cell.faces) > 1 for cell in geometry.cells):
        return [int(len(cell.faces) > 1) for cell in geometry.cells]
    first = separate_faces(geometry)
    if not first:
        return []
    ways = _numbered(_facing(geometry.cells[c]) for c in first.values())
    chosen = ways if len(set(ways)) > 1 else list(range(1, len(first) + 1))
    tint = dict(zip(first, chosen, strict=True))
    return [tint[cell.faces[0]] if cell.faces else 0 for cell in geometry.cells]


def separate_faces(geometry: Geometry) -> dict[str, int]:
    """Return the first cell of each face, if there are several faces and no cell lies on two."""
    first: dict[str, int] = {}
    for number, cell in sorted(enumerate(geometry.cells), key=lambda item: item[1].at):
        if len(cell.faces) > 1:
            return {}
        for face in cell.faces:
            first.setdefault(face, number)
    return first if len(first) > 1 else {}


def _facing(cell: Cell) -> tuple[tuple[float, float], ...]:
    """Return the direction that a cell faces in the solid view: its outline, wherever it lies."""
    outline = dict(cell.views).get("solid", ())
    x, y = min(outline, default=(0.0, 0.0))
    return tuple(sorted((round(a - x, 3), round(b - y, 3)) for a, b in outline))


def _numbered(keys: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers) + 1) for key in keys]


def torn_regions(geometry: Geometry, shapes: Sequence[Shape]) -> list[Sequence[int]]:
    """Return the regions, if the edge of the picture tears some apart and none overlap."""
    regions: list[Sequence[int]] = [s.cells for s in shapes if "region" in s.roles]
    if all(connected([geometry.cells[c].at for c in cells]) for cells in regions):
        return []
    return [] if any(len(n) > 1 for n in regions_by_cell(geometry, shapes)) else regions


def _by_torn_region(geometry: Geometry, shapes: Sequence[Shape]) -> list[int]:
    if not torn_regions(geometry, shapes):
        return []
    return [1 + min(numbers, default=-1) for numbers in regions_by_cell(geometry, shapes)]


def _extra(geometry: Geometry, shapes: Sequence[Shape]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield houses that lie across, by role: those of special roles, and further torn regions."""
    of = regions_by_cell(geometry, shapes)
    for shape in shapes:
        for role in shape.roles - _ORDINARY:
            yield role, shape.cells
        further = "region" in shape.roles and all(len(of[cell]) > 1 for cell in shape.cells)
        if further and _scattered(geometry, shape.cells):
            yield shape.label, shape.cells


def _scattered(geometry: Geometry, cells: Sequence[int]) -> bool:
    """Return whether some cell has none of the others beside it."""
    beside = geometry.topology.neighbours
    return any(set(beside(cell)).isdisjoint(cells) for cell in cells)


def _across(geometry: Geometry, base: Sequence[int], shapes: Sequence[Shape]) -> list[int]:
    """Add the houses that lie across; where those of several roles cross is a shade of its own."""
    roles: dict[str, list[Sequence[int]]] = {}
    for role, cells in _extra(geometry, shapes):
        roles.setdefault(role, []).append(cells)
    few: dict[object, set[int]] = {}
    for role, sets in roles.items():
        covered = set().union(*sets)
        if len(covered) <= _MOST * len(base):
            few[role] = covered
        elif len(covered) == sum(map(len, sets)) and _scattered(geometry, sets[0]):
            # Together they are a partition that no borders show: each gets its own shade.
            few |= {(role, number): set(cells) for number, cells in enumerate(sets)}
    on = [frozenset(role for role, cells in few.items() if c in cells) for c in range(len(base))]
    kinds = _numbered([frozenset([role]) for role in few] + on)[len(few) :]
    first = max(base)
    return [
        tint or (first + kind if on[c] else 0)
        for c, (tint, kind) in enumerate(zip(base, kinds, strict=True))
    ]
