"""Rhombi of the triangular lattice, each named by its short diagonal, which is a lattice edge.

The lattice has the directions e1, e2 and e3 = e2 - e1; an edge is given by twice its middle. So a
tile is a pair of whole numbers, not both even, and isometries are linear. The two triangles at an
edge make its tile; their other edges are the tile's sides. Two tiles overlap if their edges belong
to one triangle, that is, if one is a side of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

Tile = tuple[int, int]
"""Twice the middle of the short diagonal: x and y along e1 and e2."""

_TURNS: Mapping[tuple[int, int], tuple[Tile, Tile]] = {
    (1, 0): ((-1, 1), (0, 1)),
    (0, 1): ((1, -1), (1, 0)),
    (1, 1): ((0, -1), (-1, 0)),
}
"""For an edge by its direction (the parities of its coordinates): the offsets of the two other
edges of the triangle above it; those of the triangle below are the opposites."""

_KINDS = {(1, 1): "a", (0, 1): "b", (1, 0): "c"}

_MAPS: tuple[Callable[[int, int], Tile], ...] = (
    lambda x, y: (x, y),
    lambda x, y: (-y, x + y),
    lambda x, y: (-x - y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x - y),
    lambda x, y: (x + y, -x),
    lambda x, y: (y, x),
    lambda x, y: (x + y, -y),
    lambda x, y: (x, -x - y),
    lambda x, y: (-y, -x),
    lambda x, y: (-x - y, y),
    lambda x, y: (-x, x + y),
)
"""The symmetries of the lattice that fix a point: rotations by sixths, and each of them
mirrored."""


def name_of(tile: Tile) -> str:
    """Return a tile as geometry files write it.

    >>> name_of((1, 1)), name_of((0, 1)), name_of((-1, 2))
    ('a(0,0)', 'b(0,0)', 'c(-1,1)')
    """
    x, y = tile
    return f"{_KINDS[x & 1, y & 1]}({x >> 1},{y >> 1})"


# The keys cover everything they read, here and below.
@cache
def tile_sides(tile: Tile) -> tuple[Tile, Tile, Tile, Tile]:
    """Return the sides of a tile, the last two opposite the first two: also its overlaps."""
    x, y = tile
    (ax, ay), (bx, by) = _TURNS[x & 1, y & 1]
    return (x + ax, y + ay), (x + bx, y + by), (x - ax, y - ay), (x - bx, y - by)


@cache
def tiles_ahead(tile: Tile, side: Tile) -> tuple[Tile, Tile]:
    """Return the two tiles that can lie beyond a side of a tile."""
    around = tile_sides(side)
    return around[2:] if tile in around[:2] else around[:2]


@dataclass(frozen=True, slots=True)
class Strip:
    """A straight chain of tiles, each entered through a side and left through the opposite one.

    Args:
        tiles: the tiles in order.
        ends: the side before the first tile and the one after the last.
    """

    tiles: tuple[Tile, ...]
    ends: tuple[Tile, Tile]

    def __len__(self) -> int:
        return len(self.tiles)


def tile_strips(tiles: Collection[Tile], through: Iterable[Tile]) -> list[Strip]:
    """Return the straight chains of a tiling that pass through some of its tiles, each once."""
    found: dict[Tile, Strip] = {}
    for tile in through:
        around = tile_sides(tile)
        for one, other in (around[0::2], around[1::2]):
            before, first = _reached(tiles, tile, one)
            after, last = _reached(tiles, tile, other)
            ends = (first, last) if first < last else (last, first)
            if ends[0] not in found:
                strip = (*reversed(before), tile, *after)
                found[ends[0]] = Strip(strip if first < last else strip[::-1], ends)
    return list(found.values())


def _reached(tiles: Collection[Tile], tile: Tile, side: Tile) -> tuple[list[Tile], Tile]:
    """Return the tiles met by going straight on from a side of a tile, and the last side."""
    met: list[Tile] = []
    while True:
        one, other = tiles_ahead(tile, side)
        if one not in tiles:
            if other not in tiles:
                return met, side
            one = other
        side = (2 * one[0] - side[0], 2 * one[1] - side[1])
        tile = one
        met.append(tile)


def has_hole(tiles: Collection[Tile]) -> bool:
    """Return whether connected tiles enclose a gap: corners - sides + tiles is not 1."""
    edges = {side for tile in tiles for side in tile_sides(tile)}
    corners = {corner for tile in tiles for corner in _corners(tile)}
    return len(corners) - len(edges) + len(tiles) != 1


def _corners(tile: Tile) -> Iterator[Tile]:
    x, y = tile
    for px, py in tile_sides(tile)[::2]:
        for qx, qy in tile_sides(tile)[1::2]:
            yield px + qx - x, py + qy - y


def canonical_tiling(tiles: Collection[Tile]) -> tuple[Tile, ...]:
    """Return a form that is equal for rotated, mirrored and shifted copies of a tiling."""
    return min(_moved(turn, tiles) for turn in _MAPS)


def _moved(turn: Callable[[int, int], Tile], tiles: Collection[Tile]) -> tuple[Tile, ...]:
    turned = [turn(x, y) for x, y in tiles]
    left = min(x for x, _ in turned) & ~1
    low = min(y for _, y in turned) & ~1
    return tuple(sorted((x - left, y - low) for x, y in turned))
