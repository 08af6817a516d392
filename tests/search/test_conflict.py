"""Conflicts that can be named without search."""

from __future__ import annotations

from hypothesis import given
from support import brute_force, grid, tiny_puzzles

from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.conflict import Conflict, find_conflict

FOUR = grid("4x4", "2x2", symbols="1234")


def test_two_givens_that_clash() -> None:
    model = compile_puzzle(FOUR.puzzle("1..1 .... .... ...."))
    clash = find_conflict(model)
    assert clash is not None
    assert (clash.cells, clash.value) == ((0, 3), 0)
    assert clash.primitive is not None
    assert set(clash.cells) <= set(model.primitives[clash.primitive].variables)


def test_a_cell_whose_peers_take_all_values() -> None:
    model = compile_puzzle(FOUR.puzzle(".12. 3... 4... ...."))
    assert find_conflict(model) == Conflict((0,))


def test_a_cell_without_values() -> None:
    model = compile_puzzle(FOUR.puzzle({"R2C3": "1"}, allowed={"R2C3": "24"}))
    assert find_conflict(model) == Conflict((6,))


def test_no_conflict_on_the_face_of_it() -> None:
    assert find_conflict(compile_puzzle(FOUR.puzzle("12.. .... .... ...."))) is None


@given(tiny_puzzles())
def test_a_conflict_means_that_there_is_no_solution(puzzle: Puzzle) -> None:
    if find_conflict(compile_puzzle(puzzle)):
        assert not list(brute_force(puzzle))
