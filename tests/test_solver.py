"""The promises of `solve`: it never waits for logic, and logic never takes all of the time."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import grid

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.solving import solver
from sudokulib.solving.pipeline import DEFAULT

NINE = grid("9x9", "3x3")
EASY = "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SEVERAL = EASY[:40].replace("4", ".") + EASY[40:]
NONE = "22" + EASY[2:]
LINES = (EASY, HARD, SEVERAL, NONE)


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The arguments of each run of the pipeline with strategies."""
    made: list[object] = []
    run = solver.run

    def counting(board: Board, strategies: object, **options: object) -> object:
        made.extend([strategies] if strategies else [])
        return run(board, strategies, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(solver, "run", counting)
    return made


@pytest.mark.parametrize("line", LINES)
def test_the_answer_needs_no_step(runs: list[object], line: str) -> None:
    result = sudokulib.solve(NINE.puzzle(line))
    _ = result.solution, result.stats.nodes, result.stats.search, result.conflict
    _ = repr(result), str(result), result.differences
    assert runs == []


def test_a_conflict_is_looked_for_once_and_by_who_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(solver, "_conflict", lambda *of: asked.append(of) or "a clash")
    results = [sudokulib.solve(NINE.puzzle(line)) for line in LINES]
    assert asked == []
    assert [result.conflict for result in results * 2] == ["", "", "", "a clash"] * 2
    assert len(asked) == 1


def test_steps_are_made_once_by_whoever_looks_first(runs: list[object]) -> None:
    result = sudokulib.solve(NINE.puzzle(EASY))
    assert sum(count for _, count in result.stats.steps) == len(result.steps)
    assert len(result.order) == 81
    assert runs == [DEFAULT]


@pytest.mark.parametrize("line", LINES)
def test_the_steps_are_those_of_the_named_strategies(line: str) -> None:
    late = sudokulib.solve(NINE.puzzle(line))
    early = sudokulib.solve(NINE.puzzle(line), strategies=DEFAULT)
    assert (late.status, late.steps, late.order) == (early.status, early.steps, early.order)
    assert (late.conflict, late.stats.steps) == (early.conflict, early.stats.steps)


def test_without_strategies_there_are_no_steps() -> None:
    result = sudokulib.solve(NINE.puzzle(EASY), strategies=())
    assert result.steps == result.stats.steps == ()
    assert {placed.by for placed in result.order} == {"given", "search"}


def test_a_pickled_result_has_its_steps() -> None:
    result = sudokulib.solve(NINE.puzzle(EASY))
    again = pickle.loads(pickle.dumps(result))
    assert (again, again.steps, again.stats) == (result, result.steps, result.stats)


def test_threads_may_look_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        result = sudokulib.solve(NINE.puzzle(EASY))
        told = pool.map(lambda _: (len(result.steps), len(result.order)), range(4))
        assert set(told) == {(len(result.steps), 81)}


def test_a_solve_without_time_makes_no_steps_later() -> None:
    result = sudokulib.solve(NINE.puzzle(EASY), seconds=0)
    assert (result.status, result.steps, result.order) == ("unknown", (), ())


def test_half_of_the_time_is_left_for_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_: Board, strategies: object, *, budget: Budget) -> Iterator[tuple[Step, Board]]:
        while strategies:
            budget.check()
        yield from ()

    monkeypatch.setattr(solver, "run", endless)
    result = sudokulib.solve(NINE.puzzle(HARD), strategies=["naked-single"], seconds=2)
    assert (result.status, result.steps, result.stats.stopped) == ("unique", (), "")
