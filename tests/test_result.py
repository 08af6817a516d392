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
from sudokulib.solving.result import Stats, with_lazy_fields

FOUR = grid("4x4", "2x2", symbols="1234")
PUZZLE = FOUR.puzzle("1.....2..3.....4")
SOLUTION = Solution(PUZZLE, (0, 1, 3, 2, 2, 3, 1, 0, 3, 2, 0, 1, 1, 0, 2, 3))
WHOLE = Result(PUZZLE, "unique", (SOLUTION,), stats=Stats(nodes=7))


class OtherFields:
    """The fields that a batch leaves out, and how often somebody asked for them."""

    asked = 0

    def __call__(self, name: str) -> dict[str, object]:
        assert name
        self.asked += 1
        stats = Stats(nodes=7)
        return {"puzzle": PUZZLE, "steps": (), "order": (), "conflict": "", "stats": stats}


def late(fields: OtherFields | None = None) -> Result:
    known = {"status": "unique", "solutions": (SOLUTION,)}
    return with_lazy_fields(Result, known, fields or OtherFields())


def test_status_and_solutions_ask_nobody_and_all_else_once() -> None:
    fields = OtherFields()
    result = late(fields)
    assert (result.status, result.solution, fields.asked) == ("unique", SOLUTION, 0)
    assert (result.puzzle, result.stats.nodes, result.conflict) == (PUZZLE, 7, "")
    assert result.steps == result.order == ()
    assert fields.asked == 1


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
    class Broken(OtherFields):
        def __call__(self, name: str) -> dict[str, object]:
            raise AttributeError("broken source")

    with pytest.raises(AttributeError, match="broken source"):
        late(Broken()).puzzle  # noqa: B018


def test_threads_may_look_at_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        for _ in range(50):
            result = late()
            assert set(pool.map(lambda _, r=result: r.puzzle, range(8))) == {PUZZLE}
