"""Tredoku tilings: all of them, each once, as published; and random ones."""

from collections import Counter
from itertools import islice

import pytest

import sudokulib
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import GeometryError
from sudokulib.generating.layouts import tredoku, tredoku_tilings
from sudokulib.generating.layouts.rhombi import (
    canonical_tiling,
    has_hole,
    name_of,
    tile_sides,
    tile_strips,
)
from sudokulib.generating.layouts.tilings import (
    TilingFilter,
    all_tilings,
    random_tiling,
    runs_of,
    tilings_exist,
)
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.writing import geometry_text

COUNTS = {
    3: {(1, False): 3},
    5: {(2, False): 33},
    6: {(3, False): 8, (3, True): 1},
    7: {(3, False): 316, (3, True): 33, (4, False): 9},
    8: {(4, False): 144, (4, True): 20, (5, False): 9},
}
"""By tiles: how many tilings have so many runs, without and with a hole, up to isometry."""


@pytest.mark.parametrize("tiles", [1, 2, 3, 4, 5, 6, 7, 8])
def test_there_are_as_many_tilings_as_known(tiles):
    found = Counter(
        (runs_of(tiling), has_hole(tiling))
        for tiling in all_tilings(TilingFilter(tiles, holes=True))
    )
    assert found == COUNTS.get(tiles, {})


@pytest.mark.slow
@pytest.mark.parametrize(("tiles", "runs", "number"), [(7, 4, 9), (8, 5, 9)])
def test_tilings_with_so_many_runs_are_found_without_the_others(tiles, runs, number):
    assert len(list(all_tilings(TilingFilter(tiles, runs)))) == number


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tiles", "counts"),
    [
        (9, {(4, False): 3333, (4, True): 837, (5, False): 138, (5, True): 12, (6, False): 3}),
        (10, {(5, False): 1817, (5, True): 614, (6, False): 126, (6, True): 4}),
    ],
)
def test_there_are_as_many_large_tilings_as_known(tiles, counts):
    found = Counter(
        (runs_of(tiling), has_hole(tiling))
        for tiling in all_tilings(TilingFilter(tiles, holes=True))
    )
    assert found == counts


def all_connected(number):
    """All sets of that many tiles that hang together and do not overlap, up to isometry."""
    found = {((1, 1),)}
    for _ in range(number - 1):
        found = {
            canonical_tiling({*tiles, new})
            for tiles in found
            for tile in tiles
            for side in tile_sides(tile)
            for new in beyond(side)
            if new not in tiles and set(tile_sides(new)).isdisjoint(tiles)
        }
    return found


def beyond(side):
    return tile_sides(
        side
    )  # the tiles that have it as a side: the other edges of its two triangles


@pytest.mark.parametrize("number", [3, 4, 5])
def test_brute_force_finds_the_same(number):
    valid = {
        tiles
        for tiles in all_connected(number)
        if all(len(chain) in (1, 3) for chain in tile_strips(tiles, tiles))
    }
    assert set(all_tilings(TilingFilter(number, holes=True))) == valid


@pytest.mark.slow
def test_what_is_listed_is_a_tredoku_in_the_eyes_of_the_generator():
    for made in tredoku_tilings(6, holes=True):
        assert (len(made.cells), len(made.shapes)) == (54, 6 + 3 * 3)
        assert read_geometry(geometry_text(made)) == made
    assert len(set(tredoku_tilings(7, 4))) == 9


def test_tilings_are_found_as_they_are_asked_for():
    assert len(list(islice(tredoku_tilings(16), 2))) == 2


def test_turned_mirrored_and_moved_tilings_are_one():
    hook = [(1, 1), (1, 3), (0, 5), (3, 2), (5, 1)]
    assert [name_of(tile) for tile in hook] == ["a(0,0)", "a(0,1)", "b(0,2)", "c(1,1)", "a(2,0)"]
    turned = [(-y + 8, x + y - 4) for x, y in hook]
    mirrored = [(y - 6, x + 2) for x, y in hook]
    assert canonical_tiling(hook) == canonical_tiling(turned) == canonical_tiling(mirrored)
    assert canonical_tiling(hook) != canonical_tiling(hook[:4])


@pytest.mark.slow
def test_random_tilings_can_be_any():
    wanted = TilingFilter(7, 4)
    found = {random_tiling(wanted, SeededRandom(seed), 1000) for seed in range(60)}
    assert found == set(all_tilings(wanted))


def test_a_seed_gives_one_tredoku_and_puzzles_can_be_made_on_it():
    made = tredoku(8, 5, seed=3)
    assert made == tredoku(8, 5, seed=3) != tredoku(8, 5, seed=4)
    assert made.description == "8 tiles in 5 runs."
    assert sudokulib.is_unique(sudokulib.generate(made, seed=1).puzzle)


def test_numbers_for_which_there_is_none_are_told_at_once():
    with pytest.raises(GeometryError, match="no tredoku of 4 tiles; ask for 3, or for 5 or more"):
        tredoku_tilings(4)
    with pytest.raises(GeometryError, match="9 tiles in 3 runs; ask for 4 or 5 or 6"):
        tredoku(9, 3, seed=1)
    assert [n for n in range(12) if not any(tilings_exist(n, runs) for runs in range(12))] == [
        0, 1, 2, 4,
    ]  # fmt: skip
