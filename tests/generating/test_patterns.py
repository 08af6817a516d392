"""Patterns of givens: exactly the cells that are wanted, and one solution."""

from __future__ import annotations

import pytest

import sudokulib
from sudokulib.errors import SudokuError

NINE = sudokulib.geometry("9x9")
FOUR = sudokulib.geometry("4x4")
RING = """
    . . x x x x x . .
    . x . . . . . x .
    x . . . x . . . x
    x . . x . x . . x
    x . x . . . x . x
    x . . x . x . . x
    x . . . x . . . x
    . x . . . . . x .
    . . x x x x x . .
"""


def given(puzzle: sudokulib.Puzzle) -> list[int]:
    return [cell for cell, _ in puzzle.givens]


def test_a_picture_says_which_cells_are_given() -> None:
    made = sudokulib.generate(NINE, seed=1, pattern=RING)
    marks = RING.split()
    assert given(made.puzzle) == [c for c, mark in enumerate(marks) if mark == "x"]
    result = sudokulib.solve(made.puzzle, search="reference", strategies=())
    assert result.status == "unique"
    assert result.solutions[0].indices == made.puzzle.answer
    assert made == sudokulib.generate(NINE, seed=1, pattern="".join(marks).upper())
    assert made.puzzle != sudokulib.generate(NINE, seed=2, pattern=RING).puzzle
    assert 0 < made.tried < 1000


@pytest.mark.parametrize("name", ["6x6", "tredoku-7", "cube-corner", "x", "jigsaw-7"])
def test_cells_are_given_by_name_on_any_geometry(name: str) -> None:
    geometry = sudokulib.geometry(name)
    model = sudokulib.generate(geometry, seed=7, givens=len(geometry.cells) // 2).puzzle
    wanted = [geometry.cells[cell].name for cell in given(model)]
    made = sudokulib.generate(geometry, seed=1, pattern=wanted)
    assert given(made.puzzle) == given(model)
    assert sudokulib.is_unique(made.puzzle)


def test_shapes_and_givens_stay() -> None:
    diagonal = NINE.puzzle({"R5C5": "7"}, shapes=sudokulib.geometry("x").puzzle().all_shapes[-2:])
    made = sudokulib.generate(diagonal, seed=1, pattern=RING.replace("x . x . .", "x . x . x"))
    assert dict(made.puzzle.givens)[40] == 6
    assert made.puzzle.shapes == diagonal.shapes
    assert sudokulib.is_unique(made.puzzle)


def test_what_no_puzzle_is_found_for_is_an_error() -> None:
    with pytest.raises(SudokuError, match=r"are these 2 cells, among 29 that .* too many"):
        sudokulib.generate(FOUR, seed=1, pattern=["R1C1", "R2C2"], tries=30)
    with pytest.raises(SudokuError, match="no way to fill"):
        sudokulib.generate(FOUR.puzzle("11.. .... .... ...."), seed=1, pattern="xxxx" * 4)
    with pytest.raises(SudokuError, match="R1C2 is given, and not in the pattern"):
        sudokulib.generate(FOUR.puzzle(".1.. .... .... ...."), seed=1, pattern=["R1C1"])
    with pytest.raises(SudokuError, match="nothing else can be wanted"):
        sudokulib.generate(FOUR, seed=1, pattern=["R1C1"], symmetry="half-turn")
    with pytest.raises(SudokuError, match="15 cells, 4x4 has 16"):
        sudokulib.generate(FOUR, seed=1, pattern="x" * 15)
    with pytest.raises(sudokulib.OutOfBudget):
        sudokulib.generate(NINE, seed=1, pattern=RING, nodes=100)
