"""Cages of calculations: what they mean, counted by brute force, and what is refused."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from support import from_file

import sudokulib
from sudokulib.errors import SudokuError
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import kind_named

WIDE = from_file(
    symbols={"first": -2, "last": 9}, build=[{"make": "grid", "size": "1x4", "lines": False}]
)


@pytest.mark.parametrize(
    ("kind", "value", "values", "met"),
    [
        ("difference-cage", 5, (3, 9, 1), True),
        ("difference-cage", -5, (3, 9, 1), False),
        ("difference-cage", 0, (4, 4), True),
        ("difference-cage", -1, (3, 3, 1), True),
        ("difference-cage", 4, (4,), True),
        ("difference-cage", 6, (3, -2, -1), True),
        ("ratio-cage", 2, (3, 6, 1), True),
        ("ratio-cage", 3, (2, 6, 2), False),
        ("ratio-cage", 1, (7, 2, 3), False),
        ("ratio-cage", 2, (0, 6, 3), False),
        ("ratio-cage", -3, (6, -2), True),
        ("ratio-cage", 0, (0, -2), True),
        ("ratio-cage", 0, (0, 0), False),
        ("operator-cage", 12, (3, 9), True),
        ("operator-cage", 27, (3, 9), True),
        ("operator-cage", 6, (3, 9), True),
        ("operator-cage", 3, (3, 9), True),
        ("operator-cage", 5, (3, 9), False),
        ("product-cage", 27, (3, 9), True),
        ("product-cage", 12, (3, 9), False),
    ],
)
def test_what_a_cage_means(kind, value, values, met):
    operators = {"operators": ("product",)} if kind == "product-cage" else {}
    rule = kind_named(kind)(tuple(range(len(values))), value, **operators)
    assert rule.holds(values, WIDE.context) is met


def text(kind, value, symbols="1234", cells=3, more=""):
    grid = f"{{make: grid, size: 1x{cells}, lines: false}}"
    shape = f"{{kind: {kind}, cells: R1, value: {value}{more}}}"
    return f"geometry: {{symbols: {symbols}, build: [{grid}]}}\nshapes: [{shape}]"


def counted(values, cells, holds):
    return sum(1 for filling in product(values, repeat=cells) if holds(sorted(filling)))


@pytest.mark.parametrize("cells", [2, 3, 5])
@pytest.mark.parametrize("value", [1, 2, 3])
def test_fillings_of_a_cage(value, cells):
    def count(kind, more=""):
        return sudokulib.count(loads(text(kind, value, cells=cells, more=more))).value

    def difference(filling):
        return 2 * filling[-1] - sum(filling) == value

    def ratio(filling):
        return filling[-1] ** 2 == value * prod(filling)

    wanted = counted(range(1, 5), cells, ratio)
    if wanted:
        assert count("ratio-cage") == wanted
    either = counted(range(1, 5), cells, lambda f: difference(f) or ratio(f))
    if either:
        assert count("operator-cage", ", operators: [difference, quotient]") == either
    once = counted(range(1, 5), cells, lambda f: difference(f) and len(set(f)) == cells)
    if once:
        assert count("difference-cage", ", repeats: false") == once


def test_a_calculation_has_a_name_of_its_own():
    same = [
        "{kind: difference-cage, cells: R1C1 R1C2, value: 2}",
        "{kind: operator-cage, cells: R1C2 R1C1, value: 2, operators: [difference]}",
        "{kind: subtraction-cage, cells: R1C1 R1C2, value: 2}",
    ]
    puzzle = loads(f"geometry: 9x9\nshapes: [{', '.join(same)}]")
    assert len(puzzle.with_shapes().shapes) == 1


@pytest.mark.parametrize(
    ("kind", "value", "more", "says"),
    [
        ("difference-cage", 9, "", "difference of 3 cells never give 9"),
        ("ratio-cage", 5, "", "quotient of 3 cells never give 5"),
        ("operator-cage", 7, ", operators: [product]", "never give 7"),
        ("operator-cage", 7, ", operators: []", "no operators are listed"),
        ("operator-cage", 7, ", operators: [power]", "power"),
    ],
)
def test_cages_that_nothing_fills(kind, value, more, says):
    with pytest.raises(SudokuError, match=says):
        loads(text(kind, value, more=more))


def test_more_cells_than_symbols_cannot_differ():
    with pytest.raises(SudokuError, match="cannot all differ"):
        loads(text("difference-cage", 1, cells=5, more=", repeats: false"))
