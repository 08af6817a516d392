"""Kinds about shaded cells: every filling of small grids, by the rule and by every back-end."""

from itertools import product

import pytest
from support import with_slow

import sudokulib
from sudokulib.puzzles.loading import loads

SLOW = [pytest.param(*one, marks=pytest.mark.slow) for one in (("3x3", "123"), ("2x4", "1234"))]
PURE = "geometry: {{symbols: '12', build: [{{make: grid, size: {}, lines: false}}]}}\nshapes: [{}]"


@pytest.mark.parametrize("size", with_slow(["2x3", "3x3", "2x5"], "3x3", "2x5"))
@pytest.mark.parametrize(
    "rule",
    [
        "{kind: yin-yang, shaded: [2]}",
        "{kind: snake, shaded: [2]}",
        "{kind: snake, shaded: [1], ends: R1C1}",
        "{kind: cave, shaded: [2]}",
        "{kind: shaded-areas, shaded: [2], sizes: [2, 3]}",
        "{kind: star-battle, shaded: [2], count: 1, groups: [R1, R2]}",
    ],
)
def test_all_shadings_of_a_small_grid(size: str, rule: str) -> None:
    puzzle = loads(PURE.format(size, rule))
    kind, context = puzzle.all_shapes[-1].rule, puzzle.context
    known = sum(kind.holds(one, context) for one in product((1, 2), repeat=len(puzzle.geometry)))
    for search in ("native", "reference", "cp-sat"):
        assert sudokulib.count(puzzle, search=search).value == known > 0


@pytest.mark.parametrize(("grid", "symbols"), [("2x3", "12346"), *SLOW])
@pytest.mark.parametrize("wrap", with_slow(["none", "columns"], "none"))
def test_all_fillominoes_of_a_small_grid(grid: str, symbols: str, wrap: str) -> None:
    build = f"{{make: grid, size: {grid}, lines: false, wrap: {wrap}}}"
    puzzle = loads(
        f"geometry: {{symbols: '{symbols}', build: [{build}]}}\nshapes: [{{kind: fillomino}}]"
    )
    kind, context = puzzle.all_shapes[-1].rule, puzzle.context
    every = product(map(int, symbols), repeat=len(puzzle.geometry))
    known = sum(kind.holds(one, context) for one in every)
    for search in ("native", "reference", "cp-sat"):
        assert sudokulib.count(puzzle, search=search).value == known > 0


def test_yin_yang_on_a_torus_has_chessboard_squares_and_changes_of_colour() -> None:
    # Both areas may run around it, so nothing follows for squares and rims there.
    grid = "{make: grid, size: 3x4, lines: false, wrap: both}"
    puzzle = loads(
        f"geometry: {{symbols: '12', build: [{grid}]}}\nshapes: [{{kind: yin-yang, shaded: [2]}}]"
    )
    kind, context = puzzle.all_shapes[-1].rule, puzzle.context
    known = sum(kind.holds(one, context) for one in product((1, 2), repeat=12))
    assert sudokulib.count(puzzle).value == known > 0


def test_islands_have_as_many_cells_as_the_digit_says() -> None:
    puzzle = loads("""
    geometry: {symbols: "123", build: [{make: grid, size: 3x3, lines: false}]}
    layers: {shade: "12"}
    givens: {R1C1: 3, R1C2:R1C3: 1, R2C1:R2C3: 1, R3C1:R3C2: 1, R3C3: 1}
    shapes: [{kind: nurikabe, shaded: [2], islands: R1C1 R3C3, cells: shade}]
    """)
    kind, context = puzzle.all_shapes[-1].rule, puzzle.context
    numbers = (3, 1, 1, 1, 1, 1, 1, 1, 1)
    known = {
        shade for shade in product((1, 2), repeat=9) if kind.holds((*numbers, *shade), context)
    }
    # With the larger island in the first row, R2C1:R3C2 would be a square of sea.
    assert (1, 1, 1, 2, 2, 2, 2, 2, 1) not in known
    found = {solution.indices[9:] for solution in sudokulib.solutions(puzzle)}
    assert found == {tuple(value - 1 for value in shade) for shade in known} != set()
    for search in ("reference", "cp-sat"):
        assert sudokulib.count(puzzle, search=search).value == len(known)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("{kind: cave, shaded: [2], clues: R1C1}", "name a layer, such as cells: shade"),
        ("{kind: shaded-areas, shaded: [2], sizes: [0, 3]}", "no area has 0 cells"),
        ("{kind: yin-yang, shaded: [5]}", "no symbol stands for 5"),
        ("{kind: star-battle, shaded: [2], count: 1, groups: []}", "list at least one"),
        ("{kind: yin-yang, shaded: [1, 2]}", "no filling"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rule: str, message: str) -> None:
    with pytest.raises(sudokulib.SudokuError, match=message):
        loads(PURE.format("3x3", rule))
