"""Tredoku tilings, enumerated run by run.

A tiling is a connected set of tiles in which every straight chain has one tile or
three; a chain of three is a run (Blackburn, *Tredoku patterns*, arXiv:2407.10752; Ridout,
*Professor Preece's tredoku tilings*, arXiv:2511.12680). Each but the smallest contains a smaller
one that lacks a run and the runs which that run forces: two tiles of a chain call for the third. So
all grow from the smallest, a run at a time, and of tilings that are equal up to rotation and
reflection only one is extended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.generating.layouts.rhombi import (
    Strip,
    Tile,
    canonical_tiling,
    has_hole,
    tile_sides,
    tile_strips,
    tiles_ahead,
)

Tiling = tuple[Tile, ...]
"""Tiles in the order of `canonical_tiling`."""

RUN = 3
"""The tiles of a run."""

_EXCEPTIONS = frozenset([(3, 2), (4, 2), (5, 3), (6, 4)])
"""Numbers of tiles and runs that a counting argument would allow, but no tiling has."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class TilingFilter:
    """A filter for tilings.

    Args:
        tiles: the number of tiles.
        runs: the number of runs; None for any number.
        holes: whether the tiles may enclose a gap.
    """

    tiles: int
    runs: int | None = None
    holes: bool = False

    def admits(self, tiling: Tiling) -> bool:
        """Return whether a tiling without chains of two is as requested."""
        return (
            len(tiling) == self.tiles
            and self.runs in (None, runs_of(tiling))
            and (self.holes or not has_hole(tiling))
        )

    def may_lead(self, tiles: int, runs: int) -> bool:
        """Return whether so many tiles and runs, begun ones included, can become a wanted tiling.

        A run adds at most two tiles, and as each tile is in at most two runs, three runs need at
        least two tiles.
        """
        if self.runs is None:
            return tiles <= self.tiles
        least = max(0, self.tiles - tiles + 1) // 2
        return tiles <= self.tiles and runs + least <= self.runs


def tilings_exist(tiles: int, runs: int) -> bool:
    """Return whether tilings with these many tiles and runs exist: Preece's conjecture, now proved.

    Three runs have at least two tiles, a run adds at most two tiles, and there are exceptions.

    >>> [runs for runs in range(8) if tilings_exist(9, runs)]
    [4, 5, 6]
    """
    fits = RUN * runs <= 2 * tiles and RUN <= tiles <= 2 * runs + 1
    return fits and (tiles, runs) not in _EXCEPTIONS


def all_tilings(wanted: TilingFilter) -> Iterator[Tiling]:
    """Yield all wanted tilings, each once up to isometry, as they are found."""
    seen = {canonical_tiling(tiles) for tiles in _single_runs()}
    waiting = sorted(seen, reverse=True)
    while waiting:
        check_interrupt()
        tiling = waiting.pop()
        if wanted.admits(tiling):
            yield tiling
        grown = set(checked(_grown(frozenset(tiling), wanted)))
        found = {canonical_tiling(tiles) for tiles in checked(grown)} - seen
        seen |= found
        waiting += sorted(found, reverse=True)


def random_tiling(wanted: TilingFilter, chance: SeededRandom, max_attempts: int) -> Tiling | None:
    """Return a wanted tiling grown by random runs; each can result, but not equally likely.

    Args:
        wanted: the filter.
        chance: the source of all draws.
        max_attempts: how many tilings to grow before giving up.
    """
    for _ in range(max_attempts):
        tiling = canonical_tiling(next(_single_runs(chance)))
        while not wanted.admits(tiling):
            check_interrupt()
            grown = next(_grown(frozenset(tiling), wanted, chance), None)
            if grown is None:
                break
            tiling = canonical_tiling(grown)
        else:
            return tiling
    return None


Tiles = frozenset[Tile]


def _in_order(options: Iterable[_T], chance: SeededRandom | None) -> list[_T]:
    return list(options) if chance is None else chance.shuffled(options)


def runs_of(tiles: Collection[Tile]) -> int:
    """Return the number of runs of a tiling."""
    return sum(len(strip) == RUN for strip in tile_strips(tiles, tiles))


def _single_runs(chance: SeededRandom | None = None) -> Iterator[Tiles]:
    """Yield the tilings of one run."""
    tile = frozenset([(1, 1)])
    return _with_run(tile, tile_strips(tile, tile)[0], chance)


def _grown(
    tiles: Tiles, wanted: TilingFilter, chance: SeededRandom | None = None
) -> Iterator[Tiles]:
    """Yield the tilings with one more run through a tile, and the runs it forces."""
    found = tile_strips(tiles, sorted(tiles))
    alone = [strip for strip in found if len(strip) == 1]
    runs = len(found) - len(alone)
    if len(tiles) < wanted.tiles or wanted.runs not in (None, runs):
        for strip in _in_order(alone, chance):
            for more in _with_run(tiles, strip, chance):
                yield from _completed(tiles, more, runs, wanted, chance)


def _with_run(tiles: Tiles, strip: Strip, chance: SeededRandom | None) -> Iterator[Tiles]:
    """Yield the ways to extend a chain of one tile to a run, with present tiles or new ones."""
    tile = strip.tiles[0]
    pairs = list(product(*(tiles_ahead(tile, end) for end in strip.ends)))
    for end in strip.ends:
        for one in tiles_ahead(tile, end):
            beyond = (2 * one[0] - end[0], 2 * one[1] - end[1])
            pairs += [(one, other) for other in tiles_ahead(one, beyond)]
    for pair in _in_order(pairs, chance):
        if all(other in tiles or _fits(tiles, other) for other in pair):
            yield tiles | set(pair)


def _fits(tiles: Tiles, tile: Tile) -> bool:
    return tile not in tiles and tiles.isdisjoint(tile_sides(tile))


def _completed(
    before: Tiles, tiles: Tiles, runs: int, wanted: TilingFilter, chance: SeededRandom | None
) -> Iterator[Tiles]:
    """Yield the tilings in which every chain of two has become a run, with the fewest tiles.

    Args:
        before: tiles that had no chain of two.
        tiles: these and more.
        runs: the number of runs in those before.
        wanted, chance: as for `random_tiling`.
    """
    found = [strip for strip in tile_strips(tiles, tiles - before) if len(strip) > 1]
    begun = [strip for strip in found if len(strip) < RUN]
    least = len(tiles) + (len(begun) + 1) // 2
    if any(len(strip) > RUN for strip in found) or not wanted.may_lead(least, runs + len(found)):
        return
    if not begun:
        yield tiles
        return
    strip = min(begun, key=lambda one: one.ends)
    first, last = strip.ends
    places = [*tiles_ahead(strip.tiles[0], first), *tiles_ahead(strip.tiles[-1], last)]
    for tile in _in_order(places, chance):
        if _fits(tiles, tile):
            yield from _completed(before, tiles | {tile}, runs, wanted, chance)
