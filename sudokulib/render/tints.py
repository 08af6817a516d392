"""Which cells of a picture are shaded, and how.

Where grids overlap, the cells of several are shaded. Separate faces have a colour each, the same
for those that face the same way. Regions that the edge of the picture tears apart have a colour
each. Houses that lie across the picture, such as diagonals and windows, are shaded by role.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulib.geometry.geometry import Cell, Geometry
from sudokulib.render.raster import connected, regions_of
from sudokulib.shapes import Shape

__all__ = ["tints"]

_ORDINARY = frozenset({"row", "column", "region"})
_MOST = 0.7
"""A role that covers more of the cells than this would shade nothing in particular."""


def tints(geometry: Geometry, shapes: Sequence[Shape] = ()) -> list[int]:
    """For each cell the number of its shade; 0 is none.

    Args:
        geometry: what is drawn.
        shapes: all shapes; those of the geometry if there are none.
    """
    shapes = shapes or geometry.shapes
    base = _by_face(geometry) or _by_torn_region(geometry, shapes) or [0] * len(geometry.cells)
    return _across(base, shapes)


def _by_face(geometry: Geometry) -> list[int]:
    if any(len(cell.faces) > 1 for cell in geometry.cells):
        return [int(len(cell.faces) > 1) for cell in geometry.cells]
    first: dict[str, Cell] = {}
    for cell in geometry.cells:
        for face in cell.faces:
            first.setdefault(face, cell)
    if len(first) < 2:
        return []
    ways = _numbered(_way(cell) for cell in first.values())
    chosen = ways if len(set(ways)) > 1 else list(range(1, len(first) + 1))
    tint = dict(zip(first, chosen, strict=True))
    return [tint[cell.faces[0]] if cell.faces else 0 for cell in geometry.cells]


def _way(cell: Cell) -> tuple[tuple[float, float], ...]:
    """The way a cell faces in the solid view: its outline, wherever it lies."""
    outline = dict(cell.views).get("solid", ())
    x, y = min(outline, default=(0.0, 0.0))
    return tuple(sorted((round(a - x, 3), round(b - y, 3)) for a, b in outline))


def _numbered(keys: Iterable[object]) -> list[int]:
    numbers: dict[object, int] = {}
    return [numbers.setdefault(key, len(numbers) + 1) for key in keys]


def _by_torn_region(geometry: Geometry, shapes: Sequence[Shape]) -> list[int]:
    regions = [shape.cells for shape in shapes if "region" in shape.roles]
    if all(connected([geometry.cells[c].at for c in cells]) for cells in regions):
        return []
    return [1 + min(numbers, default=-1) for numbers in regions_of(geometry, shapes)]


def _across(base: Sequence[int], shapes: Iterable[Shape]) -> list[int]:
    roles: dict[str, set[int]] = {}
    for shape in shapes:
        for role in shape.roles - _ORDINARY:
            roles.setdefault(role, set()).update(shape.cells)
    tint, number = list(base), max(base)
    for cells in roles.values():
        if len(cells) <= _MOST * len(base) and not any(base[c] for c in cells):
            number += 1
            for c in cells:
                tint[c] = tint[c] or number
    return tint
