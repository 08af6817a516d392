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
    return [cell for cell, _ in puzzle.given_values]


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
    assert dict(made.puzzle.given_values)[40] == 6
    assert made.puzzle.shapes == diagonal.shapes
    assert sudokulib.is_unique(made.puzzle)


def test_a_pattern_can_be_wanted_with_a_solve() -> None:
    six = sudokulib.geometry("6x6")
    plain = sudokulib.generate(six, seed=1, givens=14)
    cells = [six.cells[cell].name for cell in given(plain.puzzle)]
    hard = sudokulib.generate(six, seed=1, pattern=cells, difficulty=(2.0, 9.0))
    assert hard.rating is not None
    assert hard.rating.er.rating >= 2.0
    assert (hard.missed, hard.stopped) == ("", "")
    assert given(hard.puzzle) == given(plain.puzzle)
    assert sudokulib.is_unique(hard.puzzle)
    assert hard == sudokulib.generate(six, seed=1, pattern=cells, difficulty=(2.0, 9.0))
    easy = sudokulib.generate(six, seed=1, pattern=cells, forbids=["naked-single"], rating=True)
    assert easy.rating is not None
    assert "naked-single" not in easy.rating.techniques
    rated = sudokulib.generate(six, seed=1, pattern=cells, rating=True)
    assert rated.puzzle == sudokulib.generate(six, seed=1, pattern=cells).puzzle
    assert rated.rating is not None


def test_after_a_limit_the_nearest_of_a_pattern_says_what_it_lacks() -> None:
    cells = ["R1C1", "R1C2", "R1C3", "R2C1", "R3C4", "R4C2", "R4C3"]
    heard: list[str] = []
    made = sudokulib.generate(
        FOUR, seed=1, pattern=cells, requires=["x-wing"], tries=90,
        progress=lambda now: heard.append(str(now)),
    )  # fmt: skip
    assert (made.missed, made.stopped, made.tried) == ("no x-wing", "tries", 90)
    assert made.rating is not None
    assert sudokulib.is_unique(made.puzzle)
    assert heard


def test_a_pattern_whose_givens_are_all_there_leaves_nothing_to_be_changed() -> None:
    full, pattern = FOUR.puzzle("1234 3412 2143 432."), "x" * 15 + "."
    assert (
        sudokulib.generate(full, seed=1, pattern=pattern).puzzle.given_values == full.given_values
    )
    made = sudokulib.generate(full, seed=1, pattern=pattern, requires=["x-wing"], tries=50)
    assert (made.missed, made.stopped, made.tried) == ("no x-wing", "tries", 50)
    assert made.puzzle.given_values == full.given_values


def test_what_no_puzzle_is_found_for_is_an_error() -> None:
    with pytest.raises(SudokuError, match=r"in these 2 cells, among 29 that .* too many"):
        sudokulib.generate(FOUR, seed=1, pattern=["R1C1", "R2C2"], tries=30)
    with pytest.raises(SudokuError, match="cannot be filled"):
        sudokulib.generate(FOUR.puzzle("11.. .... .... ...."), seed=1, pattern="xxxx" * 4)
    with pytest.raises(SudokuError, match="R1C2 is given, but not in the pattern"):
        sudokulib.generate(FOUR.puzzle(".1.. .... .... ...."), seed=1, pattern=["R1C1"])
    with pytest.raises(SudokuError, match="a pattern already says which cells are given"):
        sudokulib.generate(FOUR, seed=1, pattern=["R1C1"], symmetry="half-turn")
    with pytest.raises(SudokuError, match="line of the pattern has 15 cells, 4x4 has 16"):
        sudokulib.generate(FOUR, seed=1, pattern="x" * 15)
    with pytest.raises(sudokulib.OutOfBudget):
        sudokulib.generate(NINE, seed=1, pattern=RING, nodes=100)
