"""The race of the fastest back-end with CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Generator

import pytest
from support import grid

import sudokulib
from sudokulib.basics.budget import Budget as Limits
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.search import Budget, OutOfBudget, backend, backends, portfolio
from sudokulib.search.assignments import Assignment, Assignments, Stop
from sudokulib.search.portfolio import Portfolio

pytestmark = pytest.mark.skipif("cp-sat" not in backends(), reason="no OR-Tools")
FOUR = grid("4x4", "2x2", symbols="1234")
SOME = compile_puzzle(FOUR.puzzle("1... .... .... ...."))


class Stuck:
    """Finds the solutions up to one, and then nothing any more, for ever."""

    def __init__(self, found: int) -> None:
        self._found = found

    def solutions(self, model: Model, budget: Limits) -> Assignments:
        return Assignments(self._solutions(model, budget))

    def _solutions(self, model: Model, budget: Limits) -> Generator[Assignment | Stop, None, None]:
        known = backend("reference").solutions(model, Budget())
        for _ in range(self._found):
            yield next(known)
        while True:
            try:
                budget.spend()
            except OutOfBudget as stop:
                yield stop


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Portfolio]:
    def make(found: int) -> Portfolio:
        monkeypatch.setattr(portfolio, "fastest", lambda model: ("reference", Stuck(found)))
        return Portfolio()

    return make


@pytest.mark.parametrize("found", [0, 5, 72])
def test_cp_sat_finds_what_the_other_does_not(
    stuck: Callable[[int], Portfolio], found: int
) -> None:
    budget = Budget()
    solutions = list(stuck(found).solutions(SOME, budget))
    assert len(set(solutions)) == len(solutions) == 72
    assert all(SOME.accepts(solution) for solution in solutions)
    assert budget.search == "cp-sat"


def test_cp_sat_proves_what_the_other_does_not(stuck: Callable[[int], Portfolio]) -> None:
    unique = compile_puzzle(FOUR.puzzle("1... ..2. .3.. ...4"))
    assert stuck(0).count(unique, Budget(), 2) == 1
    assert stuck(1).count(unique, Budget(), 2) == 1
    impossible = compile_puzzle(FOUR.puzzle("12.. ..3. ..4. ...."))
    assert stuck(0).count(impossible, Budget(), 2) == 0


def test_who_finishes_first_alone_is_named() -> None:
    budget = Budget()
    assert len(list(Portfolio().solutions(SOME, budget))) == 72
    assert budget.search in ("native", "reference")


def test_limits_hold_for_the_race(stuck: Callable[[int], Portfolio]) -> None:
    budget = Budget(nodes=100)
    with pytest.raises(OutOfBudget, match="out of nodes"):
        next(stuck(0).solutions(compile_geometry(FOUR), budget))
    assert budget.used == 100


def test_a_result_says_that_cp_sat_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "fastest", lambda model: ("reference", Stuck(0)))
    puzzle = FOUR.puzzle("1... ..2. .3.. ...4")
    result = sudokulib.solve(puzzle, strategies=(), search="auto+cp-sat")
    assert (result.status, result.stats.search) == ("unique", "cp-sat")


def test_the_environment_may_ask_for_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDOKULIB_SEARCH", "auto+cp-sat")
    puzzle = FOUR.puzzle("1... .... .... ....")
    assert sudokulib.solve(puzzle, strategies=()).stats.search in ("native", "reference")
    assert sudokulib.count(puzzle, how="computed").value == 72
    assert len(list(sudokulib.solutions(puzzle))) == 72
    assert sudokulib.support_counts(puzzle)["R1C1"] == {"1": 72}
    assert sudokulib.true_candidates(puzzle)["R1C1"] == ("1",)
    assert not sudokulib.solution(puzzle, seed=1).violations()
    assert sudokulib.estimate(puzzle, samples=9).samples == 9
    lines = ["1... .... .... ....", "1... ..2. .3.. ...4"]
    found = [result.status for result in sudokulib.solve_many(lines, "4x4")]
    assert found == ["multiple", "unique"]
