"""Half turns about a cell, the middle of a side, or a corner, on any surface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sudokulib.shapes.topology import Dart, Topology


@dataclass(frozen=True, slots=True)
class _Image:
    """Where a tile is taken.

    Args:
        tile: the tile in its place.
        first: the side of it that the tile's side 0 is taken to.
        way: 1 if its sides follow one another in the same direction, else -1.
    """

    tile: int
    first: int
    way: int

    def of(self, side: int, topology: Topology) -> Dart:
        """Return the side that a side is taken to."""
        return self.tile, (self.first + self.way * side) % topology.sides[self.tile]


# Safe to cache, as it reads nothing else: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=256)
def half_turn(
    centre: frozenset[int], cells: frozenset[int], topology: Topology
) -> Mapping[int, int] | str:
    """Return where half a turn takes cells, as far as paths from the centre lead.

    A path leads on where its image does too. So all of a connected set that is the same after half
    a turn is reached, and no plane is needed: only that all paths to a cell agree.

    Args:
        centre: one cell, the two beside a side, or all around an inner corner.
        cells: the cells that paths may lead through.
        topology: of these cells.

    Returns:
        For each cell reached the one in its place after half a turn, or what is wrong with the
        centre, as the rest of a sentence.
    """
    if any(len(topology.tiles_of.get(cell, ())) != 1 for cell in cells):
        return "is among cells in several grids at once; name those of one grid"
    if not centre <= cells or topology.solids.intersection(
        topology.tiles_of[cell][0] for cell in cells
    ):
        return "is not among flat cells of its own; name one of its cells"
    begin = _about(centre, topology)
    if not begin:
        return "is no cell with an even number of sides, side or inner corner; name such cells"
    found = dict(begin)
    waiting = list(found)
    while waiting:
        tile = waiting.pop()
        for side in range(topology.sides[tile]):
            for next_tile, image in _beyond(tile, side, found[tile], topology):
                if not cells.issuperset((topology.cells[next_tile], topology.cells[image.tile])):
                    continue
                if next_tile not in found:
                    found[next_tile] = image
                    waiting.append(next_tile)
                elif found[next_tile] != image:
                    return "is where paths disagree on what half a turn is; use a flat grid"
    return {topology.cells[tile]: topology.cells[image.tile] for tile, image in found.items()}


def _beyond(tile: int, side: int, image: _Image, topology: Topology) -> list[tuple[int, _Image]]:
    """Return the tile beyond a side with its image, if both are there and of one form."""
    one, other = topology.glue.get((tile, side)), topology.glue.get(image.of(side, topology))
    if one is None or other is None:
        return []
    (next_tile, entered), (taken, entered_there) = one.dart, other.dart
    sides = topology.sides[next_tile]
    if sides != topology.sides[taken]:
        return []
    way = image.way if one.flip == other.flip else -image.way
    return [(next_tile, _Image(taken, (entered_there - way * entered) % sides, way))]


def _about(centre: frozenset[int], topology: Topology) -> dict[int, _Image]:
    """Return where the tiles at a centre are taken; nothing if there is no half turn about it."""
    tiles = {topology.tiles_of[cell][0] for cell in centre}
    tile = min(tiles)
    sides = topology.sides[tile]
    if len(tiles) == 1:
        return {} if sides % 2 else {tile: _Image(tile, sides // 2, 1)}
    if len(tiles) == 2 and (shared := _shared_side(tile, max(tiles), topology)):
        (_, one), (other, two) = shared
        way = -1 if topology.glue[tile, one].flip else 1
        count = topology.sides[other]
        if sides != count:
            return {}
        there, back = (two - way * one) % count, (one - way * two) % count
        return {tile: _Image(other, there, way), other: _Image(tile, back, way)}
    walks = [_round(tile, corner, topology) for corner in range(sides)]
    rounds = [walk for walk in walks if {around for around, _ in walk} == tiles]
    if len(rounds) != 1 or len(rounds[0]) != len(tiles) or len(tiles) % 2:
        return {}
    walk, half = rounds[0], len(tiles) // 2
    found = {}
    for place, (one, corner) in enumerate(walk):
        other, there = walk[(place + half) % len(walk)]
        if topology.sides[one] != topology.sides[other]:
            return {}
        found[one] = _Image(other, (there - corner) % topology.sides[one], 1)
    return found


def _shared_side(one: int, other: int, topology: Topology) -> tuple[Dart, Dart] | None:
    """Return the only side that two tiles share, as seen from both."""
    shared = [
        ((one, side), twin.dart)
        for side in range(topology.sides[one])
        if (twin := topology.glue.get((one, side))) and twin.dart[0] == other
    ]
    return shared[0] if len(shared) == 1 else None


def _round(tile: int, corner: int, topology: Topology) -> list[Dart]:
    """Return the tiles around a corner, each with the number of the corner; none at an edge."""
    walk = [(tile, corner)]
    while True:
        at, here = walk[-1]
        twin = topology.glue.get((at, (here - 1) % topology.sides[at]))
        if twin is None or twin.flip or len(walk) > len(topology.cells):
            return []
        if twin.dart == walk[0]:
            return walk
        walk.append(twin.dart)
