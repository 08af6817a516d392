"""The base of rules about a whole geometry: the cells they reach, and its rectangle of rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from sudokulib.errors import GeometryError
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Kind

if TYPE_CHECKING:
    from sudokulib.shapes.topology import Topology

_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)


@dataclass(frozen=True, slots=True)
class GlobalKind(Kind):
    """Base of the kinds that hold on a whole geometry, or on some of its cells."""

    cells: CellSet = field(default=(), kw_only=True)

    def within(self, cells: tuple[int, ...]) -> Self:
        """Return the rule restricted to the cells of the part that it came with, without layers."""
        return self if self.cells else replace(self, cells=cells)

    def affected_cells(self, context: Context) -> frozenset[int]:
        """Return the cells on which the rule holds.

        Hidden ones have no place and are left out, and those of layers unless they are listed.
        """
        return frozenset(self.cells or context.topology.base_cells)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the fields, and whether it holds across seams."""
        wrap = getattr(self, "wrap", False)
        return {**Kind.phrases(self, context), "across": ", across the edge too," if wrap else ""}


# Safe to cache, as it reads nothing else: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=64)
def rectangle(cells: frozenset[int], topology: Topology) -> tuple[tuple[int, ...], ...]:
    """Return the rows of the rectangle of squares that these cells form.

    Raises:
        GeometryError: they are not a full rectangle on one face.
    """
    for face in topology.faces():
        if len(face) == len(cells) and {topology.cells[tile] for tile in face} == cells:
            rows = _rows(face, topology)
            if rows and all(len(row) == len(rows[0]) for row in rows):
                return rows
    raise GeometryError(
        "its cells are not one full rectangle of squares; "
        "name those of one grid or face, such as cells: A"
    )


def _rows(face: tuple[int, ...], topology: Topology) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a face from its top left corner on; empty if it has no rows."""
    if any(topology.sides[tile] != 4 for tile in face) or topology.solids.intersection(face):
        return ()
    starts = [
        tile
        for tile in face
        if not any(topology.beyond((tile, side), across=False) for side in (_TOP, _LEFT))
    ]
    if len(starts) != 1:
        return ()
    firsts = _tiles(starts[0], _BOTTOM, topology)
    rows = [_tiles(first, _RIGHT, topology) for first in firsts]
    if sorted(tile for row in rows for tile in row) != list(face):
        return ()
    return tuple(tuple(topology.cells[tile] for tile in row) for row in rows)


def _tiles(first: int, side: int, topology: Topology) -> list[int]:
    """Return the tiles met by repeatedly leaving through one side, the first included."""
    found = [first]
    while entered := topology.beyond((found[-1], side), across=False):
        if entered[1] != (side + 2) % 4 or entered[0] in found:
            break
        found.append(entered[0])
    return found
