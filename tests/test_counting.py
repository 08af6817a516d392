"""Counts and how they are known."""

from dataclasses import replace
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import SYMBOLS, brute_force, cell_at, from_file, grid, overlapping

from sudokulib import Count, Token, count, geometry, solutions
from sudokulib.errors import Cancelled, GeometryError, SudokuError, UnknownCountError
from sudokulib.model import compile_geometry
from sudokulib.puzzles.geometries.core import Expect, Geometry
from sudokulib.puzzles.loading import loads
from sudokulib.search import Budget, backend
from sudokulib.shapes import Distinct, Shape
from sudokulib.solving.queries.clique_separators import derive, known_parts

NINE = 6_670_903_752_021_072_936_960
SAMURAI = int(
    "761853105045167169652960005392271128968592579430914935456642411975749607665566912348160"
)


def by_search(model) -> int:
    return backend("reference").count(model, Budget())


def stating(made: Geometry, value: int, known="published", source="") -> Geometry:
    expect = Expect(len(made.cells), len(made.shapes), Count(value, known, source))
    return replace(made, expect=expect)


def nothing(cells: int) -> tuple[Geometry, ...]:
    return ()


# The rule itself.


@st.composite
def sets_of_cells(draw):
    """Geometries of up to seven cells, all with the same symbols, and sets without repeats."""
    symbols = draw(st.integers(1, 4))
    cells = draw(st.integers(1, 7 if symbols < 4 else 6))
    some = st.sets(st.integers(0, cells - 1), min_size=1, max_size=symbols)
    shapes = [
        {"kind": "distinct", "cells": " ".join(cell_at(0, c) for c in sorted(s))}
        for s in draw(st.lists(some, max_size=6))
    ]
    build = [{"make": "grid", "size": f"1x{cells}", "lines": False}]
    return from_file(symbols=SYMBOLS[:symbols], build=build, shapes=shapes)


@settings(deadline=None)
@given(sets_of_cells())
def test_what_the_rule_gives_is_what_trying_all_gives(made):
    expected = sum(1 for _ in brute_force(made.puzzle()))
    found = derive(compile_geometry(made), nothing, by_search)
    assert found is None or (found.value, found.known) == (expected, "derived")
    assert count(made).value == expected


@st.composite
def glued_grids(draw):
    """Up to three 4x4 grids, boxed or Latin, at any places where they may meet."""
    number = draw(st.integers(2, 3))
    places = draw(
        st.lists(
            st.tuples(st.integers(0, 6), st.integers(0, 6)),
            min_size=number,
            max_size=number,
            unique=True,
        )
    )
    grids = [
        {"make": "grid", "size": "4x4", "at": cell_at(*p), "as": f"G{i}"}
        for i, p in enumerate(places)
    ]
    boxes = draw(st.lists(st.booleans(), min_size=number, max_size=number))
    build = [g | ({"box": "2x2"} if boxed else {}) for g, boxed in zip(grids, boxes, strict=True)]
    return from_file(symbols="1234", build=build)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(glued_grids())
def test_glued_grids_have_as_many_fillings_as_the_search_finds(made):
    expected = count(made, how="computed").value
    found = derive(compile_geometry(made), known_parts, by_search)
    assert found is None or found.value == expected


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_trees_of_grids_that_share_a_box_are_always_derived(data):
    corners = [(20, 20)]
    for _ in range(data.draw(st.integers(1, 5))):
        r, c = data.draw(st.sampled_from(corners))
        down, right = data.draw(st.sampled_from([(2, 2), (2, -2), (-2, 2), (-2, -2)]))
        new = (r + down, c + right)
        if all(abs(new[0] - a) > 3 or abs(new[1] - b) > 3 for a, b in corners if (a, b) != (r, c)):
            corners.append(new)
    if len(corners) > 1:
        found = count(overlapping("2x2", *corners))
        assert (found.value, found.known) == (288 * 12 ** (len(corners) - 1), "derived")


@pytest.mark.parametrize(
    ("corners", "number"),
    [
        ([(0, 0), (3, 3)], 288**2 // 4),
        ([(0, 0), (2, 3)], 288**2 // (4 * 3)),
        ([(0, 0), (4, 4)], 288**2),
        ([(0, 0), (2, 2), (8, 8)], 288**3 // 24),
    ],
)
def test_the_cut_may_be_less_than_a_house_or_nothing(corners, number):
    """Two grids may share a cell, two cells of a box, or nothing at all."""
    found = count(overlapping("2x2", *corners), how="derived")
    assert found.value == number == count(overlapping("2x2", *corners), how="computed").value


@pytest.mark.parametrize("name", ["butterfly", "flower", "sohei", "windmill", "gattai-8", "shogun"])
def test_rings_of_grids_are_not_derived(name):
    with pytest.raises(UnknownCountError, match=name):
        count(geometry(name), how="derived")


def test_a_ring_of_small_grids_is_not_derived():
    """Its fillings are fewer than the rule would give if each shared box could be cut."""
    made = overlapping("2x2", (0, 2), (2, 0), (2, 4), (4, 2))
    with pytest.raises(UnknownCountError):
        count(made, how="derived")
    assert count(made).known == "computed"
    assert count(made).value != 288**4 // 24**4


def test_cells_with_symbols_of_their_own_forbid_the_rule():
    build = [
        {"make": "grid", "size": "4x4", "box": "2x2", "at": cell_at(*p), "as": name}
        for name, p in (("A", (0, 0)), ("B", (2, 2)))
    ]
    made = from_file(symbols="1234", build=build, allowed={"R1C1": "12", "R6C6": "13"})
    assert derive(compile_geometry(made), known_parts, by_search) is None
    assert count(made).value == 864


def test_parts_may_have_different_symbols_when_nothing_connects_them():
    build = [
        {"make": "grid", "size": "2x2", "as": "A"},
        {"make": "grid", "size": "1x3", "at": "R1C4", "as": "B"},
    ]
    made = from_file(symbols="123", build=build, allowed={"A": "12"})
    found = count(made)
    assert (found.value, found.known) == (2 * 6, "derived")


# Figures that are known.


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("twin", NINE**2 // factorial(9)),
        ("gattai-3", NINE**3 // factorial(9) ** 2),
        ("samurai", SAMURAI),
        ("samurai-4x4", 5_971_968),
        ("tredoku-hook-5", 2_477_160_187_538_964_480),
    ],
)
def test_known_trees(name, number):
    found = count(geometry(name))
    assert (found.value, found.known) == (number, "derived")


def test_a_derived_count_says_from_what():
    assert count(geometry("samurai")).source == (
        "derived from 9x9 (6,670,903,752,021,072,936,960, published: OEIS A107739), as 9x9^5 / 9!^4"
    )


def test_a_part_that_nobody_stated_is_computed_and_named():
    """Two strips of two boxes, which share one."""
    strip = {"make": "grid", "size": "2x4", "box": "2x2"}
    build = [strip | {"at": "R1C1", "as": "A"}, strip | {"at": "R1C3", "as": "B"}]
    made = from_file(symbols="1234", build=build)
    assert count(made) == Count(
        96**2 // 24, "derived", "derived from part 1 of 8 cells (96, computed), as (part 1)^2 / 4!"
    )
    assert derive(compile_geometry(made), nothing) is None
    assert count(made, how="computed").value == 384


def test_the_same_geometry_under_other_names_of_cells_is_recognised():
    """A 9x9 whose last three columns are drawn first, and nothing stated in its file."""
    order = [6, 7, 8, *range(6)]
    build = [{"make": "grid", "size": "9x9", "lines": False}]
    sets = [[cell_at(r, c) for c in range(9)] for r in range(9)]
    sets += [[cell_at(r, c) for r in range(9)] for c in range(9)]
    sets += [
        [cell_at(3 * i + r, order[3 * j + c]) for r in range(3) for c in range(3)]
        for i in range(3)
        for j in range(3)
    ]
    shuffled = {cell_at(r, c): cell_at(r, (c * 4 + r) % 9) for r in range(9) for c in range(9)}
    shapes = [{"kind": "distinct", "cells": " ".join(shuffled[c] for c in cells)} for cells in sets]
    found = count(from_file(symbols="123456789", build=build, shapes=shapes))
    assert (found.value, found.known) == (NINE, "derived")
    assert found.source.endswith("9x9 (6,670,903,752,021,072,936,960, published: OEIS A107739)")


def test_stated_figures_that_cannot_be_true_are_told():
    wrong = stating(grid("4x4", "2x2"), 289)
    twin = compile_geometry(overlapping("2x2", (0, 0), (2, 2)))
    with pytest.raises(GeometryError, match="289, published"):
        derive(twin, lambda cells: [wrong] if cells == 16 else [])


# The ways to count.


def test_one_way_can_be_insisted_on():
    made = geometry("samurai-4x4")
    assert count(made, how="computed").known == "computed"
    assert count(made, how="derived").known == "derived"
    assert count(made, how="published") == made.expect.solutions
    assert {count(made, how=how).value for how in ("auto", "computed", "published")} == {5_971_968}


def test_what_is_published_is_given_without_search():
    made = geometry("9x9")
    assert count(made, nodes=0) == made.expect.solutions
    assert count(made, nodes=0).known == "published"


def test_a_puzzle_without_givens_counts_as_its_geometry():
    assert count(geometry("samurai").puzzle("")) == count(geometry("samurai"))


def test_a_puzzle_with_givens_or_shapes_does_not():
    small = geometry("4x4")
    assert count(small.puzzle({"R1C1": "1"})) == Count(72)
    diagonals = [Shape(Distinct(small.find(run))) for run in ("R1C1-R4C4", "R1C4-R4C1")]
    puzzle = small.puzzle(shapes=diagonals)
    assert count(puzzle) == Count(48)
    with pytest.raises(UnknownCountError):
        count(puzzle, how="published")


def test_a_limit_ends_the_count():
    assert count(geometry("9x9"), 5) == Count(5)
    assert count(geometry("4x4"), 1000) == Count(288)
    assert count(geometry("4x4").puzzle("11.............."), 2) == Count(0)


def test_a_budget_that_runs_out_is_reported():
    assert count(geometry("sohei"), nodes=50).stopped == "nodes"
    found = count(geometry("9x9"), how="computed", nodes=50)
    assert (found.complete, found.stopped) == (False, "nodes")


@pytest.mark.parametrize("search", ["native", "reference"])
def test_a_count_that_is_stopped_has_found_some_and_not_too_many(search):
    whole = count(geometry("6x6"), how="computed").value
    for nodes in (100, 300):
        found = count(geometry("6x6"), how="computed", search=search, nodes=nodes)
        assert not found.complete
        assert 0 < found.value < whole


def test_what_an_earlier_search_found_serves_when_the_budget_runs_out():
    made = stating(grid("6x6", "2x3"), 28_200_960, "computed")
    found = count(made, nodes=1)
    assert (found.value, found.known) == (28_200_960, "computed")
    assert "not repeated" in found.source


def test_a_count_can_be_cancelled():
    token = Token()
    token.cancel()
    with pytest.raises(Cancelled):
        count(geometry("9x9"), how="computed", token=token)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"how": "guessed"}, "guessed.*auto, computed, derived, published"),
        ({"limit": 0}, "limit=0"),
        ({"limit": 5, "how": "derived"}, "drop"),
    ],
)
def test_senseless_options_are_refused(options, message):
    with pytest.raises(SudokuError, match=message):
        count(geometry("4x4"), **options)


def test_the_number_so_far_is_reported():
    seen = []
    puzzle = geometry("9x9").puzzle({"R1C1": "1"})
    found = count(puzzle, seconds=0.5, progress=seen.append)
    assert found.stopped == "time"
    assert found.value >= max(seen)
    assert seen
    assert seen == sorted(seen)


SHADES = {
    "connected": ["{kind: connected-values, cells: shade, values: [2]}"],
    "digits": [
        "{kind: connected-values, cells: shade, values: [2]}",
        "{kind: shaded-digits, shaded: [2], digits: [1], cells: shade}",
    ],
    "sums": [
        "{kind: sum, cells: shade.R1C1:R2C3, total: [7, 8]}",
        "{kind: pair, cells: shade.R1C1 R1C1, relation: a < b}",
        "{kind: distinct, cells: shade.R1C1 R2C3}",
    ],
    "none": [
        "{kind: sum, cells: shade.R1C1 shade.R1C2, total: 2}",
        "{kind: distinct, cells: shade.R1C1 shade.R1C2}",
    ],
}


@pytest.mark.parametrize("search", ["native", "reference", "auto"])
@pytest.mark.parametrize("rules", SHADES.values(), ids=SHADES)
def test_digits_are_counted_once_in_however_many_ways_layers_can_be_filled(rules, search):
    puzzle = loads(
        "geometry: {build: [{make: grid, size: 2x3, lines: false}], symbols: 123, "
        f"layers: {{shade: 12}}}}\nshapes: [{', '.join(rules)}]"
    )
    fillings = [solution.indices for solution in solutions(puzzle)]
    different = len({filling[:6] for filling in fillings})
    assert count(puzzle).value == len(fillings)
    found = count(puzzle, of="digits", search=search)
    assert (found.value, "digits alone" in found.source) == (different, True)
    assert count(puzzle, 3, of="digits", search=search).value == min(3, different)


def test_digits_alone_are_counted_by_search():
    assert count("4x4", of="digits").value == 288
    with pytest.raises(SudokuError, match="counted by search"):
        count("4x4", how="derived", of="digits")
    with pytest.raises(SudokuError, match="of='layers' is nothing to count"):
        count("4x4", of="layers")
