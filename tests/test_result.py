"""Results that fill themselves when somebody looks."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import grid

from sudokulib import Result
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.result import Stats, lazy_results

FOUR = grid("4x4", "2x2", symbols="1234")
PUZZLE = FOUR.puzzle("1.....2..3.....4")
SOLUTION = Solution(PUZZLE, (0, 1, 3, 2, 2, 3, 1, 0, 3, 2, 0, 1, 1, 0, 2, 3))
WHOLE = Result(PUZZLE, "unique", (SOLUTION,), stats=Stats(nodes=7))


class ResultSource:
    """Knows one result and how often it was asked."""

    asked = 0

    def parts(self, number: int) -> tuple[Puzzle, tuple[Solution, ...], Stats]:
        self.asked += 1
        assert number == 0
        return PUZZLE, (SOLUTION,), Stats(nodes=7)


def late(source: ResultSource | None = None) -> Result:
    return next(lazy_results(["unique"], source or ResultSource()))


def test_the_status_asks_nobody_and_all_else_once() -> None:
    source = ResultSource()
    result = late(source)
    assert (result.status, source.asked) == ("unique", 0)
    assert result.solution == SOLUTION
    assert (result.puzzle, result.stats.nodes, result.conflict) == (PUZZLE, 7, "")
    assert result.steps == result.order == ()
    assert source.asked == 1


@pytest.mark.parametrize(
    "same",
    [
        lambda r: r,
        copy.copy,
        copy.deepcopy,
        lambda r: pickle.loads(pickle.dumps(r)),
        dataclasses.replace,
    ],
)
def test_it_is_the_result_that_it_would_have_been(same: Callable[[Result], Result]) -> None:
    assert same(late()) == WHOLE == same(late())
    assert hash(same(late())) == hash(WHOLE)
    assert repr(same(late())) == repr(WHOLE)
    assert str(same(late())) == str(WHOLE)


def test_it_is_frozen_before_and_after() -> None:
    result = late()
    for _ in range(2):
        with pytest.raises(dataclasses.FrozenInstanceError):
            result.status = "none"  # type: ignore[misc]
        with pytest.raises(dataclasses.FrozenInstanceError):
            del result.puzzle
        assert result.puzzle == PUZZLE


def test_what_is_no_field_is_no_attribute() -> None:
    for result in (late(), WHOLE):
        assert not hasattr(result, "answer")
        with pytest.raises(AttributeError, match="answer"):
            result.answer  # type: ignore[attr-defined]  # noqa: B018


def test_an_error_of_the_source_is_not_hidden() -> None:
    class Violation(ResultSource):
        def parts(self, number: int) -> tuple[Puzzle, tuple[Solution, ...], Stats]:
            raise AttributeError("broken source")

    with pytest.raises(AttributeError, match="broken source"):
        late(Violation()).puzzle  # noqa: B018


def test_threads_may_look_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        for _ in range(50):
            result = late()
            assert set(pool.map(lambda _, r=result: r.solution, range(8))) == {SOLUTION}
