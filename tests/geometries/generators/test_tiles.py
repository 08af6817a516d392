from collections import Counter
from itertools import product

import pytest
from generated import drawn, make, record, runs, shapes, tiles

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry


def test_three_tiles_make_one_run_of_three_lines():
    g = tiles("a(0,0) a(0,1) b(0,2)")
    assert runs(g) == {frozenset("ABC"): 3}
    column = {f"{tile}.R{r}C1" for tile in "ABC" for r in (1, 2, 3)}
    assert frozenset(column) in shapes(g, "line")
    assert shapes(g, "region") == {
        frozenset(f"{tile}.R{r}C{c}" for r in (1, 2, 3) for c in (1, 2, 3)) for tile in "ABC"
    }


def test_the_runs_of_hook_5_are_found():
    g = geometry("tredoku-hook-5")
    assert runs(g) == {frozenset("ABC"): 3, frozenset("BDE"): 3}
    # Counted along e2: the rows of B and E, the columns of D.
    bent = {
        frozenset(
            [f"{tile}.R{k}C{i}" for tile in "BE" for i in (1, 2, 3)]
            + [f"D.R{i}C{k}" for i in (1, 2, 3)]
        )
        for k in (1, 2, 3)
    }
    assert bent < shapes(g, "line")


def test_the_runs_of_ring_6_are_found():
    g = geometry("tredoku-ring-6")
    # a(0,2) a(0,1) b(1,0); b(1,0) c(1,1) b(2,1); a(0,1) c(1,1) c(2,0)
    assert runs(g) == {frozenset("BAC"): 3, frozenset("CED"): 3, frozenset("AEF"): 3}


def test_a_flat_square_of_tiles_is_the_classic_grid():
    g = tiles(" ".join(f"a({x},{y})" for x, y in product(range(3), repeat=2)))
    assert drawn(g) == drawn(geometry("9x9"))


@pytest.mark.parametrize(
    ("name", "tiling"),
    [
        (
            "tredoku-vwright-1",
            "a(0,0) c(1,0) c(-1,1) b(0,1) c(1,-1) c(1,1) c(0,2) a(-1,2)",
        ),
        (
            "tredoku-vwright-3",
            "a(0,0) b(1,-1) c(1,0) a(-1,0) b(0,1) b(1,1) b(2,0) c(1,2) a(0,2) a(2,1)",
        ),
    ],
)
def test_published_tredokus_have_the_runs_that_their_tiling_gives(name, tiling):
    printed = Counter(
        frozenset(f"T{cell.split('.')[0]}" for cell in line) for line in record(name)["lines"]
    )
    named = {f"T{number}": tile for number, tile in enumerate(tiling.split())}
    g = tiles(named)
    assert runs(g) == printed
    # Wherever two lines cross, they do so in one cell, so equal runs mean equal puzzles.
    lines = shapes(g, "line")
    assert all(len(a & b) <= 1 for a in lines for b in lines if a != b)


def test_tiles_have_the_names_given_and_the_places_of_the_map():
    named = {"top": "a(0,0)", "mid": "a(0,1)", "low": "b(0,2)"}
    g = tiles(named, map={"top": "R1C5", "mid": "R1C1", "low": "R4C1"})
    assert g.cells[g.cell("top.R1C1")].at == (0, 4)
    assert g.cells[g.cell("low.R3C3")].at == (5, 2)
    assert next(s.label for s in g.shapes if "region" in s.roles) == "tile top"


@pytest.mark.parametrize("name", ["bent-3", "hook-5", "ring-6", "7", "9", "11"])
def test_tiles_that_touch_in_the_text_picture_are_glued_there(name):
    g = geometry(f"tredoku-{name}")
    at = {cell.at: number for number, cell in enumerate(g.cells)}
    edges = set(g.topology.edges())
    for (r, c), cell in at.items():
        for there in ((r + 1, c), (r, c + 1)):
            if there in at:
                assert tuple(sorted((cell, at[there]))) in edges


def test_the_length_of_runs_and_the_size_of_tiles_may_be_others():
    row = "a(0,0) a(0,1) a(0,2) a(0,3)"
    build = {"make": "tiles", "tiles": row, "size": 2, "run": 4}
    g = make("12345678", build)
    assert runs(g) == {frozenset("ABCD"): 2}
    assert len(g.houses) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a(0,0) a(0,1)", r"tiles A a\(0,0\), B a\(0,1\) lie in a straight chain of 2"),
        ("a(0,0) a(0,1) a(0,2) a(0,3)", "A .*, B .*, C .*, D .* lie in a straight chain of 4"),
        ("a(0,0) b(0,0)", "tiles A and B overlap"),
        ("a(0,0) a(0,0)", "tiles A and B overlap"),
        ("a(0,0) a(0,1) a(0,2) c(0,1)", "tiles A and D overlap"),
        ("a(0,0) a(7,7) a(1,0) a(2,0)", "B share no side with the tiles round A"),
        ("a(0,0) x(0,1)", r"'x\(0,1\)' is not a tile"),
        ("a(0,0) a(0,", r"'a\(0,' is not a tile"),
        ("a00", "'a00' is not a tile"),
        ("", "at least 1 item"),
    ],
)
def test_an_impossible_tiling_is_refused_with_the_tiles_at_fault(text, says):
    with pytest.raises(ValueError, match=says):
        tiles(text)


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ({"A": "R1C1", "B": "R4C1"}, "C has no place"),
        ({"A": "R1C1", "B": "R4C1", "C": "R7C1", "D": "R9C9"}, "D is not a tile"),
        ({"A": "R1C1", "B": "R2C1", "C": "R7C1"}, "drawn in the same place"),
    ],
)
def test_a_map_gives_every_tile_a_place_of_its_own(places, says):
    with pytest.raises(SudokuError, match=says):
        tiles("a(0,0) a(0,1) b(0,2)", map=places)
