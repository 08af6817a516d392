"""Clues outside the grid: what they mean, in figures known otherwise, and what is impossible."""

from collections import Counter
from itertools import permutations, product
from math import comb, factorial

import pytest
from support import from_file

import sudokulib
from sudokulib.errors import SudokuError
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import kind_named

SIX = """geometry:
  symbols: 123456
  build: [{make: grid, size: 1x6}]
  shapes: [{kind: house, cells: R1}]"""
"""One house of six cells: its fillings are the 720 permutations."""


def clue(kind, cells="R1C1>right", **fields):
    rest = "".join(f", {name}: {value}" for name, value in fields.items())
    return f"  - {{kind: {kind}, cells: {cells}{rest}}}"


def puzzle(*clues, geometry="geometry: 9x9", givens="{}"):
    return loads("\n".join([geometry, f"givens: {givens}", "shapes:", *clues]))


def count(*clues, geometry=SIX):
    return sudokulib.count(puzzle(*clues, geometry=geometry), how="computed").value


def grid_line(grid):
    return "".join(grid.symbols)


@pytest.mark.parametrize(
    ("written", "line", "met"),
    [
        ({"kind": "little-killer", "sum": 9}, (1, 4, 4), True),
        ({"kind": "little-killer", "sum": 9}, (1, 4, 3), False),
        ({"kind": "frame", "sum": 5, "first": 2}, (1, 4, 4), True),
        ({"kind": "frame", "sum": 9}, (1, 4, 4, 9), True),
        ({"kind": "product", "product": 16}, (1, 4, 4), True),
        ({"kind": "product", "product": 4, "first": 2}, (1, 4, 4), True),
        ({"kind": "product", "product": 0}, (0, 4, 4), True),
        ({"kind": "product", "product": -8}, (-1, 2, 4), True),
        ({"kind": "outside", "values": (4,)}, (1, 2, 4, 3), True),
        ({"kind": "outside", "values": (3,)}, (1, 2, 4, 3), False),
        ({"kind": "outside", "values": (1, 1)}, (1, 2, 1, 3), True),
        ({"kind": "outside", "values": (1, 1)}, (1, 2, 4, 1), False),
        ({"kind": "sandwich", "sum": 5}, (9, 2, 3, 0, 4), True),
        ({"kind": "sandwich", "sum": 0}, (2, 0, 9, 3, 4), True),
        ({"kind": "sandwich", "sum": 5}, (9, 2, 3, 1, 4), False),
        ({"kind": "sandwich", "sum": 5}, (9, 2, 3, 0, 0), False),
        ({"kind": "sandwich", "sum": 5, "crusts": (2, 4)}, (9, 2, 5, 4, 0), True),
        ({"kind": "skyscraper", "count": 3}, (2, 1, 2, 5, 9), True),
        ({"kind": "skyscraper", "count": 1}, (9, 9, 1), True),
        ({"kind": "doppelblock", "sum": 5}, (1, 0, 2, 3, 0, 4), True),
        ({"kind": "doppelblock", "sum": 5, "blank": 1}, (1, 0, 2, 3, 1, 4), True),
        ({"kind": "doppelblock", "sum": 0}, (1, 0, 0, 3), True),
        ({"kind": "doppelblock", "sum": 2}, (0, 2, 0, 3, 0), False),
        ({"kind": "doppelblock", "sum": 2}, (0, 2, 1, 3), False),
        ({"kind": "doppelblock", "sum": 2}, (3, 0, 2, 0, 3), False),
        ({"kind": "doppelblock", "sum": 2, "distinct": False}, (3, 0, 2, 0, 3), True),
        ({"kind": "doppelblock"}, (3, 0, 2, 0), True),
        ({"kind": "doppelblock"}, (3, 0, 2, 1), False),
        ({"kind": "skyscraper-sum", "sum": 16}, (2, 1, 2, 5, 9), True),
        ({"kind": "skyscraper-sum", "sum": 9}, (9, 9, 1), True),
        ({"kind": "skyscraper-sum", "sum": 4}, (-1, -1, 2, 3), True),
        ({"kind": "skyscraper-sum", "sum": 5, "ground": 0}, (-1, -1, 2, 3), True),
        ({"kind": "hidden-skyscraper", "value": 1}, (2, 3, 1, 0), True),
        ({"kind": "hidden-skyscraper", "value": 3}, (2, 3, 3, 0), True),
        ({"kind": "hidden-skyscraper", "value": 4}, (2, 3, 4, 5), False),
        ({"kind": "x-sum", "sum": 6}, (3, 1, 2, 9), True),
        ({"kind": "x-sum", "sum": 1}, (1, 2), True),
        ({"kind": "x-sum", "sum": 0}, (0, 2), False),
        ({"kind": "x-sum", "sum": 5}, (3, 2), False),
        ({"kind": "numbered-room", "value": 2}, (3, 1, 2, 9), True),
        ({"kind": "numbered-room", "value": 1}, (1, 2), True),
        ({"kind": "numbered-room", "value": 2}, (0, 2), False),
        ({"kind": "numbered-room", "value": 2}, (3, 2), False),
        ({"kind": "battlefield", "sum": 8}, (2, 5, 7, 1, 3, 2), True),  # a gap of 7 and 1
        ({"kind": "battlefield", "sum": 8}, (4, 5, 7, 1, 3, 4), True),  # 7 and 1 overlap
        ({"kind": "battlefield", "sum": 0}, (2, 5, 7, 1, 3, 4), True),  # neither
        ({"kind": "battlefield", "sum": 12}, (0, 5, 7, 3), False),
        ({"kind": "battlefield", "sum": 0}, (0, 5, 7, 4), True),  # the last four are all
        ({"kind": "battlefield", "sum": 5}, (0, 5, 7, 2), True),
        ({"kind": "battlefield", "sum": 7}, (0, 2, 7, 1), False),
        ({"kind": "battlefield", "sum": 9}, (5, 2, 7, 1), False),  # five of four cells
    ],
)
def test_what_clues_mean(written, line, met):
    grid = {"make": "grid", "size": f"1x{len(line)}", "lines": False}
    geometry = from_file(symbols={"first": -1, "last": 9}, build=[grid])
    if written["kind"] == "sandwich":
        geometry = from_file(symbols={"first": 0, "last": 9}, build=[grid])
    fields = {name: value for name, value in written.items() if name != "kind"}
    rule = kind_named(written["kind"])(cells=tuple(range(len(line))), **fields)
    assert rule.holds(line, geometry.context) is met


STIRLING = {1: 120, 2: 274, 3: 225, 4: 85, 5: 15, 6: 1}
"""Permutations of six with so many records: unsigned Stirling numbers of the first kind."""


@pytest.mark.parametrize("seen", STIRLING)
def test_skyscrapers_are_records_of_permutations(seen):
    assert count(clue("skyscraper", count=seen)) == STIRLING[seen]


@pytest.mark.parametrize(
    ("written", "permutations"),
    [
        (clue("sandwich", sum=14), 2 * factorial(4)),
        (clue("sandwich", sum=0), 2 * 5 * factorial(4)),
        (clue("sandwich", sum=0, crusts="[3, 4]"), 2 * 5 * factorial(4)),
        (clue("skyscraper-sum", sum=6), factorial(5)),
        (clue("skyscraper-sum", sum=21), 1),
        (clue("x-sum", sum=21), factorial(5)),
        (clue("x-sum", sum=1), factorial(5)),
        (clue("numbered-room", value=1), 2 * factorial(5)),
        (clue("numbered-room", value=4), 4 * factorial(4)),
        (clue("outside", values="[3]"), 3 * factorial(5)),
        (clue("outside", values="[3, 5]", first=2), 2 * factorial(4)),
        (clue("frame", sum=6), factorial(3) ** 2),
        (clue("frame", sum=21, first=6), factorial(6)),
        (clue("product", product=6, first=2), 4 * factorial(4)),
        (clue("product", product=720), factorial(6)),
        (clue("little-killer", cells="R1C2>left", sum=3), 2 * factorial(4)),
        # Some of 1 to 4 rising, then 6 and 5, then the rest in any order.
        (clue("hidden-skyscraper", value=5), sum(comb(4, k) * factorial(4 - k) for k in range(5))),
    ],
)
def test_permutations_that_meet_a_clue(written, permutations):
    assert count(written) == permutations


FOUR = "geometry: {symbols: %s, build: [{make: grid, size: 1x4, lines: false}]}"


@pytest.mark.parametrize("symbols", ["1234", "012", "[2, 3, 5]"])
@pytest.mark.parametrize(
    ("kind", "field", "clues", "none"),
    [
        ("little-killer", "sum", range(21), None),
        ("frame", "sum", range(16), None),
        pytest.param("product", "product", range(626), None, marks=pytest.mark.slow),
        ("skyscraper", "count", range(5), None),
        # What rises all the way hides nothing.
        ("hidden-skyscraper", "value", range(6), lambda v: list(v) == sorted(set(v))),
        ("battlefield", "sum", range(21), lambda v: max(v[0], v[3]) > 4),
        ("skyscraper-sum", "sum", range(21), None),
        ("x-sum", "sum", range(21), lambda v: not 1 <= v[0] <= 4),
        ("numbered-room", "value", range(6), lambda v: not 1 <= v[0] <= 4),
    ],
)
def test_every_filling_has_one_clue(kind, field, clues, none, symbols):
    """However the clues part the fillings, together they are all, each once."""
    text = FOUR % symbols
    geometry = loads(text).geometry
    values = geometry.alphabet.values
    met = 0
    for number in clues:
        try:
            met += count(clue(kind, **{field: number}), geometry=text)
        except SudokuError:  # no filling has this clue: that it says so is tested elsewhere
            continue
    every = [(a, b, c, d) for a in values for b in values for c in values for d in values]
    assert met == len(every) - sum(1 for v in every if none is not None and none(v))


def read(grid):
    """All lines of a 4x4 grid in text, from both ends; first the first row."""
    rows = [grid[i : i + 4] for i in range(0, 16, 4)]
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    return [way for line in lines for way in (line, line[::-1])]


@pytest.mark.parametrize("ties", ["none", "any"])
def test_ranks_are_those_of_the_sorted_lines(ties):
    found = Counter()
    for grid in sudokulib.solutions(loads("geometry: 4x4")):
        first, *others = read(grid_line(grid))
        if ties == "any" or first not in others:
            found[1 + sum(line < first for line in others)] += 1
    ranks = {n: clue("full-rank", rank=n, ties=ties) for n in range(1, 17)}
    assert {n: count(c, geometry="geometry: 4x4") for n, c in ranks.items()} == {
        n: found[n] for n in ranks
    }
    assert found.total() == (288 if ties == "any" else 144)


def test_ranks_and_ties():
    two = FOUR % "12"
    among = "[R1C1 R1C2, R1C3 R1C4]"
    lower = clue("full-rank", cells="R1C1 R1C2", rank=1, among=among)
    tied = clue("full-rank", cells="R1C1 R1C2", rank=1, among=among, ties="any")
    higher = clue("full-rank", cells="R1C1 R1C2", rank=2, among=among)
    assert [count(c, geometry=two) for c in (lower, tied, higher)] == [6, 10, 6]


@pytest.mark.parametrize(
    "same",
    [
        (
            clue("little-killer", cells="R1C2>down-right", sum=40),
            clue("little-killer", cells="R8C9>up-left", sum=40),
            clue("sum", cells="R1C2>down-right", total=40),
        ),
        (clue("frame", sum=11), clue("sum", cells="R1C1-R1C3", total=11)),
        (clue("sandwich", sum=7), clue("sandwich", cells="R1C9>left", sum=7)),
        (clue("sandwich", sum=7, crusts="[2, 5]"), clue("sandwich", sum=7, crusts="[5, 2]")),
        (clue("outside", values="[2, 5]"), clue("outside", values="[5, 2]")),
    ],
)
def test_clues_that_mean_the_same_are_one_shape(same):
    assert len(puzzle(*same).with_shapes().shapes) == 1


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (clue("little-killer", sum=500), "9 cells add up to at least 9 and at most 81, not to 500"),
        (clue("frame", sum=2), "3 cells add up to at least 3 .* not to 2"),
        (clue("frame", sum=9, first=10), "the line has 9 cells, so there are no first 10"),
        (clue("frame", sum=9, first=0), "there are no first 0"),
        (clue("product", product=11), "nothing on a line of 9 cells gives the clue 11"),
        (clue("product", product=4, first=12), "there are no first 12"),
        (clue("outside", values="[0]"), "gives the clue 0\n.*check the clue"),
        (clue("outside", values="[]"), "no clues\n.*list at least one"),
        (clue("outside", values="[1, 2, 3, 4]"), "4 clues do not fit into 3 cells"),
        (clue("outside", cells="R1C8>right", values="[1]"), "the line has 2 cells"),
        (clue("sandwich", sum=64), "gives the clue 64"),
        (clue("sandwich", cells="R1C9>right", sum=0), "nothing on a line of 1 cells"),
        (clue("sandwich", sum=4, crusts="[3, 3]"), "both crusts are 3\n.*choose two"),
        (clue("sandwich", sum=4, crusts="[0, 3]"), "no symbol has the value 0 of a crust"),
        (clue("doppelblock", sum=4), "no symbol has the value 0 of a blank"),
        (clue("skyscraper", count=0), "gives the clue 0"),
        (clue("skyscraper-sum", sum=46), "gives the clue 46"),
        (clue("skyscraper", count=10), "gives the clue 10"),
        (clue("hidden-skyscraper", cells="R1C9>right", value=3), "gives the clue 3"),
        (clue("x-sum", sum=2), "gives the clue 2"),
        (clue("x-sum", cells="R1C9>right", sum=4), "nothing on a line of 1 cells"),
        (clue("numbered-room", value=10), "no symbol has the value 10"),
        (clue("numbered-room", cells="R1C9>right", value=4), "gives the clue 4"),
        (clue("battlefield", sum=-1), "gives the clue -1"),
        (clue("full-rank", rank=0), "rank 0 is not among 36 lines"),
        (clue("full-rank", rank=37), "rank 37 is not among 36 lines"),
        (clue("full-rank", cells="R1C2>right", rank=1), "not one of those that are ranked"),
        (
            clue("full-rank", cells="R1", rank=1, among="[R1, R2C1 R2C2]"),
            "differ in length",
        ),
        (clue("full-rank", cells="R1", rank=1, among="[R1, R2C1-R2C8 R2C1]"), "twice"),
        (clue("skyscraper", cells="R1C1 R1C1", count=1), "a cell is on the line twice"),
        (clue("skyscraper", cells="R0C1>down", count=1), "unknown cell 'R0C1' in 'R0C1>down'"),
        (clue("skyscraper", cells="R1C1>along", count=1), "unknown way 'along'"),
    ],
)
def test_impossible_clues_say_what_is_wrong(written, says):
    with pytest.raises(SudokuError, match=says):
        puzzle(written)


def ends(line, rows, columns):
    """The walks from the two ends of a row or column."""
    number = line[1:]
    if line[0] == "C":
        return f"R1C{number}>down", f"R{rows}C{number}>up"
    return f"R{number}C1>right", f"R{number}C{columns}>left"


def clues_round(kind, field, size, table):
    return [
        clue(kind, cells, **{field: number})
        for line, *numbers in table
        for cells, number in zip(ends(line, *size), numbers, strict=False)
        if number
    ]


# The next three: clues and solutions published with the examples of Interactive Sudoku Solver.


def test_skyscrapers_round_a_grid():
    table = [("C1", 1, 4), ("C2", 2, 3), ("C3", 3), ("C4", 3, 2), ("C5", 2), ("C6", 1), ("R4", 4)]
    clues = clues_round("skyscraper", "count", (4, 6), table)
    grid = "{symbols: 123456, build: [{make: grid, size: 4x6, box: 2x3}]}"
    (only,) = sudokulib.solutions(puzzle(*clues, geometry=f"geometry: {grid}"))
    assert grid_line(only) == "531246462315346521125463"


def test_x_sums_round_a_grid():
    table = [("C2", 27, 27), ("C4", 11, 11), ("C6", 21), ("C7", 16, 16)]
    table += [("R2", 8, 8), ("R4", 17, 17), ("R6", 30, 30), ("R8", 28, 28)]
    (only,) = sudokulib.solutions(puzzle(*clues_round("x-sum", "sum", (9, 9), table)))
    assert grid_line(only) == (
        "856214379341975862792863541417529683985631724623487195274156938539748216168392457"
    )


def test_little_killers_round_a_grid():
    down_right = {"R1C1": 22, "R2C1": 28, "R3C1": 26}
    down_left = {"R1C5": 23, "R1C7": 34, "R1C8": 40, "R1C9": 42}
    clues = [
        clue("little-killer", f"{cell}>{way}", sum=total)
        for way, table in (("down-right", down_right), ("down-left", down_left))
        for cell, total in table.items()
    ]
    (only,) = sudokulib.solutions(puzzle(*clues, givens="{R3C2: 5, R3C7: 2, R5C4: 3, R5C5: 7}"))
    assert grid_line(only) == (
        "198235764427968531653714289732186945541379826986542173865421397279653418314897652"
    )


@pytest.mark.parametrize(
    ("geometry", "walk", "cells"),
    [
        ("samurai", "B.R9C1>up-right", 9),
        ("toroidal-jigsaw", "R4C1>>down-right", 9),
        ("tredoku-hook-5", "A.R1C2>>down", 9),
        ("circular-3", "R1C2>down", 3),
    ],
)
def test_clues_see_along_any_surface(geometry, walk, cells):
    made = puzzle(clue("little-killer", walk, sum=2 * cells), geometry=f"geometry: {geometry}")
    (shape,) = made.shapes
    assert len(shape.cells) == cells
    (primitive,) = shape.rule.lower(made.context)
    assert set(primitive.variables) == set(shape.cells)


@pytest.mark.parametrize("blanks", [1, 2, 3])
def test_a_doppelblock_has_two_blanks(blanks):
    """All words of four with so many blanks among 0, 1, 2: only with two there are clues."""
    words = [word for word in product((0, 1, 2), repeat=4) if word.count(0) == blanks]
    text = FOUR % "012"
    exactly = f"  - {{kind: exactly, cells: R1, values: {[0] * blanks}}}"
    met = 0
    for total in range(5):
        met += count(clue("doppelblock", sum=total, distinct="false"), exactly, geometry=text)
    assert met == (len(words) if blanks == 2 else 0)


def test_towers_and_parks():
    """Of 0 to 3 in any order, those in which two towers are seen over the park."""
    text = "geometry: {symbols: 0123, build: [{make: grid, size: 1x4, lines: false}], shapes: "
    text += "[{kind: distinct, cells: R1}]}"
    lines = ([value for value in word if value] for word in permutations(range(4)))
    seen = sum(
        1 for line in lines if sum(v > max(line[:i], default=0) for i, v in enumerate(line)) == 2
    )
    assert count(clue("skyscraper-with-parks", count=2), geometry=text) == seen
