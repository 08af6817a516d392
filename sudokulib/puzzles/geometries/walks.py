"""Straight and diagonal walks over the tiles of a topology, for references like R4C1>right.

A walk begins on a square tile whose sides are known as top, right, bottom and left, or on a solid
one. From there it only follows darts: straight on is the opposite side, and a diagonal step leaves
through two sides in turn, in either order. So walks work on every grid and face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sudokulib.basics.cells import Position
from sudokulib.shapes.topology import BOTTOM, LEFT, RIGHT, TOP, Dart, Topology

Sheet = tuple[str, Mapping[Position, int]]
"""The name of a grid or face, and its square tiles by position, drawn upright."""

_SIDES = {"up": TOP, "right": RIGHT, "down": BOTTOM, "left": LEFT}

Heading = tuple[int, int, int]
"""A tile, and the two sides through which a diagonal walk leaves it (equal for a straight one)."""


@dataclass(frozen=True)
class TileWalks:
    """Walks over the tiles of a topology; see `sudokulib.basics.cells.Walks`.

    Args:
        topology: the tiles and their glue.
        sheets: the grids and faces on which up, down, left and right are defined.
    """

    topology: Topology
    sheets: tuple[Sheet, ...]

    def lines(
        self, cell: int, patch: str, at: Position, way: str, *, across: bool
    ) -> set[tuple[int, ...]]:
        """Return every line that the walk may denote; several if the cell is on several grids."""
        return {
            (cell, *self._walk(heading, cell, across=across))
            for heading in self._headings(cell, patch, at, way.split("-"))
        }

    def _headings(self, cell: int, patch: str, at: Position, way: list[str]) -> Iterator[Heading]:
        topology = self.topology
        here = [tiles[at] for name, tiles in self.sheets if name == patch and at in tiles]
        here = [tile for tile in here if topology.cells[tile] == cell]
        for tile in here or topology.tiles_of.get(cell, ()):
            if tile in topology.solids:
                half = topology.sides[tile] // 2
                along = {"right": 0, "down": 1, "left": half, "up": half + 1}
                yield tile, along[way[0]], along[way[-1]]
            elif tile in self._upright:
                yield tile, _SIDES[way[0]], _SIDES[way[-1]]

    # Safe to cache: properties here read only the fields, which never change.
    @cached_property
    def _upright(self) -> frozenset[int]:
        return frozenset(tile for _, tiles in self.sheets for tile in tiles.values())

    def _walk(self, heading: Heading, start: int, *, across: bool) -> Iterator[int]:
        """Yield the cells after the first, up to an edge or a cell already passed."""
        passed = {start}
        for tile in self._tiles_after(heading, across=across):
            cell = self.topology.cells[tile]
            if cell in passed:
                return
            passed.add(cell)
            yield cell

    def _tiles_after(self, heading: Heading, *, across: bool) -> Iterator[int]:
        while True:
            tile, one, other = heading
            if one == other:
                ways = {self._crossed(heading, across=across)}
            else:
                swapped = self._turned((tile, other, one), across=across)
                ways = {
                    self._turned(heading, across=across),
                    swapped and (swapped[0], swapped[2], swapped[1]),
                }
            found = [way for way in ways if way is not None]
            if len(found) != 1:  # an edge, or a corner where the two ways diverge
                return
            heading = found[0]
            yield heading[0]

    def _turned(self, heading: Heading, *, across: bool) -> Heading | None:
        """Return the heading after leaving through the first side and then through the second."""
        half = self._crossed(heading, across=across)
        if half is None:
            return None
        tile, one, other = half
        whole = self._crossed((tile, other, one), across=across)
        return whole and (whole[0], whole[2], whole[1])

    def _crossed(self, heading: Heading, *, across: bool) -> Heading | None:
        """Return the heading beyond the first side, with the other side turned along."""
        tile, one, other = heading
        dart: Dart = (tile, one)
        entered = self.topology.beyond(dart, across=across)
        ahead = entered and self.topology.opposite(entered)
        if ahead is None:
            return None
        after, side = ahead
        if one == other:
            return after, side, side
        if after in self.topology.solids:
            return after, side, other
        turn = one - other if self.topology.glue[dart].flip else other - one
        return after, side, (side + turn) % self.topology.sides[after]
