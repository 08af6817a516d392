"""Counts of equal neighbours, ripples, missing values and what is said of a cage."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

import sudokulib
from sudokulib.errors import SudokuError
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import Exactly, LookAndSay


def fillings(shapes, size="3x3", symbols="123", lines="false"):
    grid = f"{{make: grid, size: {size}, lines: {lines}}}"
    text = f"geometry: {{symbols: '{symbols}', build: [{grid}]}}\nshapes: [{', '.join(shapes)}]"
    return {tuple(map(int, s.symbols)) for s in sudokulib.solutions(loads(text))}


AROUND = {
    "sides": {4: (1, 3, 5, 7), 0: (1, 3)},
    "corners": {4: (0, 1, 2, 3, 5, 6, 7, 8), 0: (1, 3, 4)},
}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("count", [0, 2])
def test_equal_neighbours_are_counted(around, count):
    shape = f"{{kind: equal-neighbours, cells: R1C1 R2C2, count: {count}, around: {around}}}"
    assert fillings([shape], symbols="12") == {
        f
        for f in product((1, 2), repeat=9)
        if all(sum(f[n] == f[c] for n in near) == count for c, near in AROUND[around].items())
    }


def test_more_equal_neighbours_than_there_are():
    with pytest.raises(SudokuError, match="a cell has 2 neighbours, 3 of which"):
        loads(
            "geometry: 9x9\n"
            "shapes: [{kind: equal-neighbours, cells: R1C1, count: 3, around: sides}]"
        )


@pytest.mark.parametrize(("ways", "wanted"), [("any", any), ("all", all)])
def test_a_marked_cell_lies_between_its_neighbours(ways, wanted):
    cells = "R2C2" if ways == "all" else "R2C2 R3C2"
    shape = f"{{kind: between-mark, cells: {cells}, ways: {ways}}}"
    pairs = {4: [(1, 7), (3, 5)], **({} if ways == "all" else {7: [(6, 8)]})}
    assert fillings([shape]) == {
        f
        for f in product((1, 2, 3), repeat=9)
        if all(
            wanted(f[a] < f[c] < f[b] or f[b] < f[c] < f[a] for a, b in couples)
            for c, couples in pairs.items()
        )
    }


def test_a_corner_lies_between_nothing():
    with pytest.raises(SudokuError, match="no two opposite neighbours"):
        loads("geometry: 9x9\nshapes: [{kind: between-mark, cells: R1C1}]")


@pytest.mark.parametrize(("size", "rows", "columns"), [("1x6", 1, 6), ("3x3", 3, 3)])
def test_ripples_run_along_rows_and_columns(size, rows, columns):
    def fits(filling):
        places = {divmod(i, columns): value for i, value in enumerate(filling)}
        return not any(
            x == y and (a == c or b == d) and abs(a - c) + abs(b - d) <= x
            for ((a, b), x), ((c, d), y) in combinations(places.items(), 2)
        )

    found = fillings(["{kind: ripple}"], size)
    assert found == {f for f in product((1, 2, 3), repeat=rows * columns) if fits(f)}


@pytest.mark.parametrize("wrap", ["false", "true"])
def test_a_ripple_goes_round_a_torus(wrap):
    grid = "geometry: {symbols: '1234', build: [{make: grid, size: 1x5, lines: false, wrap: rows}]}"
    puzzle = loads(f"{grid}\nshapes: [{{kind: ripple, wrap: {wrap}}}]")

    def steps(a, b):
        return min(b - a, 5 + a - b) if wrap == "true" else b - a

    assert {tuple(map(int, s.symbols)) for s in sudokulib.solutions(puzzle)} == {
        f
        for f in product((1, 2, 3, 4), repeat=5)
        if not any(f[a] == f[b] >= steps(a, b) for a, b in combinations(range(5), 2))
    }


@pytest.mark.parametrize("side", [2, 4])
def test_what_rows_and_columns_of_a_doppelganger_miss(side):
    """All squares whose first row counts from 0."""
    values = {*range(side + 1)}
    squares = [(tuple(range(side)),)]
    for _ in range(side - 1):
        squares = [
            (*rows, row)
            for rows in squares
            for row in permutations(values, side)
            if not any(value in column for value, *column in zip(row, *rows, strict=True))
        ]

    def fits(rows):
        lost = [
            [(values - {*line}).pop() for line in lines]
            for lines in (rows, zip(*rows, strict=True))
        ]
        return all(0 not in one and len({*one}) == side for one in lost) and all(
            lost[0][r] != lost[1][c]
            for r, row in enumerate(rows)
            for c, v in enumerate(row)
            if not v
        )

    known = {sum(rows, ()) for rows in squares if fits(rows)}
    given = [f"{{kind: allowed, cells: R1C{n + 1}, values: [{n}]}}" for n in range(side)]
    symbols = "".join(map(str, sorted(values)))
    assert known
    assert fillings(["{kind: doppelganger}", *given], f"{side}x{side}", symbols, "true") == known


@pytest.mark.parametrize(
    ("shape", "says"),
    [
        ("{kind: doppelganger}", "no symbol stands for 0"),
        ("{kind: doppelganger, zero: 1}", "has 8 cells, one fewer than there are values"),
        ("{kind: look-and-say, cells: R1C1 R1C2, said: []}", "the clue is empty"),
        ("{kind: look-and-say, cells: R1C1 R1C2, said: [[1, 3], [0, 3]]}", "counts 3 twice"),
        ("{kind: look-and-say, cells: R1C1 R1C2, said: [[-1, 3]]}", "no value occurs -1 times"),
        ("{kind: look-and-say, cells: R1C1 R1C2, said: [[1, 0]]}", "no symbol stands for 0"),
        ("{kind: look-and-say, cells: R1C1 R1C2, said: [[3, 1]]}", "3 values do not fit"),
    ],
)
def test_rules_that_say_nothing(shape, says):
    with pytest.raises(SudokuError, match=says):
        loads(f"geometry: 9x9\nshapes: [{shape}]")


def test_what_is_said_is_what_is_counted():
    assert (
        LookAndSay((0, 1, 2), ((2, 4), (0, 1))).meaning == Exactly((0, 1, 2), (4, 4), (1,)).meaning
    )
    drawn = [mark.text for mark in LookAndSay((0, 1), ((1, 3), (2, 4))).marks()]
    assert drawn == ["“1324”"]
    assert [mark.text for mark in LookAndSay((0, 1), ((1, 13), (2, 4))).marks()] == ["“113 24”"]
