"""Explanations of puzzles with several solutions claim nothing that holds only for unique ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given, settings

import sudokulib
from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle, make_puzzle
from sudokulib.solving.explaining import solving_path
from sudokulib.solving.explaining.proof_files import check_proof, proof_text, read_proof
from sudokulib.solving.explaining.solving_path import Explanation, explain_plan, make_plan
from sudokulib.solving.logic_limit import LogicLimit
from sudokulib.solving.result import Status
from sudokulib.testing import fillings, geometries, puzzles

FOUR = sudokulib.geometry("4x4")


def deadly() -> Puzzle:
    """Three corners of a rectangle hold 1 or 2; a 3 in the fourth does not make it unique."""
    allowed = {"R1C1": "12", "R1C3": "12", "R2C1": "12", "R2C3": "123"}
    return make_puzzle(FOUR, {"R1C2": "3"}, allowed=allowed)


WALKS: dict[str, Callable[[Puzzle], Iterable[Step]]] = {
    "steps": lambda puzzle: (one.step for one in sudokulib.steps(puzzle)),
    "explain": lambda puzzle: (one.step for one in sudokulib.explain(puzzle)),
    "classic": lambda puzzle: (one.step for one in sudokulib.explain(puzzle, profile="classic")),
    "rate": lambda puzzle: (one.step for one in sudokulib.rate(puzzle).positions),
}


def end(puzzle: Puzzle, steps: Iterable[Step]) -> Board:
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    for step in steps:
        board = step.apply(board)
    return board


@pytest.mark.parametrize("name", WALKS)
def test_nobody_assumes_a_single_solution_unasked(name: str) -> None:
    steps = list(WALKS[name](deadly()))
    assert not any(step.assumes_unique for step in steps)
    assert {filling[6] for filling in fillings(deadly())} == {0, 1, 2}
    assert end(deadly(), steps).masks[6] == 0b111


def test_steps_end_with_what_the_solutions_have_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_for(*_: object, **__: object) -> Iterator[Explanation]:
        raise AssertionError("no step can be left")
        yield

    monkeypatch.setattr("sudokulib.solving.explaining.solving_path.explain_plan", looked_for)
    several = sudokulib.explain("9x9")
    assert list(several) == []
    assert (several.status, several.exhausted, several.stopped) == ("multiple", True, "")


@pytest.mark.parametrize(
    ("givens", "said"),
    [
        ("1.....2..3.....4", "<Steps of"),
        ("1...............", "<Steps (several solutions) of"),
        ("1.....2..3..2..4", "<Steps of"),
        ("11..............", "<Steps (no solution) of"),
    ],
)
def test_all_steps_are_found_however_many_solutions_there_are(givens: str, said: str) -> None:
    puzzle = FOUR.puzzle(givens)
    walk = sudokulib.explain(puzzle)
    plain = [one.step for one in explain_plan(puzzle, make_plan("everything"))]
    assert [one.step for one in walk] == plain
    assert walk.exhausted == (walk.status == "multiple")
    assert repr(walk).startswith(said)


def test_a_cell_with_one_candidate_left_is_placed_before_steps_end() -> None:
    """The given 4 leaves R1C2 only 3, and then every candidate is in some solution."""
    puzzle = make_puzzle(FOUR, {"R1C1": "4"}, allowed={"R1C2": "34"})
    walk = sudokulib.explain(puzzle)
    assert [one.placements for one in walk if one.placements] == [((1, 2),)]
    assert walk.exhausted


@pytest.mark.parametrize("name", WALKS)
@given(puzzle=puzzles(solutions="many", geometries=geometries(cells=6)))
@settings(max_examples=12)
def test_no_walk_contradicts_any_of_several_solutions(name: str, puzzle: Puzzle) -> None:
    masks = end(puzzle, WALKS[name](puzzle)).masks
    for filling in fillings(puzzle):
        assert all(masks[cell] >> value & 1 for cell, value in enumerate(filling))


def test_a_hint_assumes_no_single_solution_where_it_has_seen_two() -> None:
    board = {"R2C2": "4", "R1C4": "4"}
    found = sudokulib.hint(deadly(), board, depth=4, assume_unique=True)
    assert found.several
    assert found.explanation is None or not found.explanation.step.assumes_unique


def test_what_was_assumed_is_said_of_all_that_follows() -> None:
    steps = [one.step for one in sudokulib.explain(deadly(), assume_unique=True)]
    assert any(step.assumes_unique for step in steps)
    proof = read_proof(proof_text(deadly(), steps))
    refused = check_proof(proof)
    assert (refused.claim, refused.failed) == (
        "refused",
        1 + next(n for n, step in enumerate(steps) if step.assumes_unique),
    )
    assert check_proof(proof, allow_uniqueness=True).claim in ("if unique", "deductions")


@pytest.mark.parametrize("status", ["multiple", "none", "unknown"])
def test_steps_of_a_flawed_puzzle_end_soon_without_a_limit(
    status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty 25x25 has several solutions, and too many candidates to look at all of them."""
    monkeypatch.setattr(solving_path, "logic_limit", lambda *_: LogicLimit(status))
    monkeypatch.setattr(solving_path, "_FLAWED_SECONDS", 0.0)
    ended = sudokulib.steps("25x25")
    assert (list(ended), ended.stopped) == ([], "time")
    unlimited = sudokulib.steps("4x4", seconds=60)
    assert (list(unlimited), unlimited.stopped) == ([], "")
