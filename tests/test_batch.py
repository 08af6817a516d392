"""solve_many: lazy, in order, lines or puzzles."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import count, islice

import pytest
from support import at, grid, overlapping

from sudokulib import Token, solve, solve_many
from sudokulib.batch import BadLineError
from sudokulib.errors import AlphabetError, Cancelled, GivensError, UnknownNameError

FOUR = grid("4x4", "2x2", symbols="1234")
UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14
CLASSIC = "1.4.3....2...9.57.5.6.....3...9........5..1.6...8.2..54.......2.3...794......67.."


def test_status_and_solutions_in_order() -> None:
    results = list(solve_many([UNIQUE, MULTIPLE, NONE], FOUR))
    assert [r.status for r in results] == ["unique", "multiple", "none"]
    assert [len(r.solutions) for r in results] == [1, 2, 0]
    assert results[1].solutions[0] != results[1].solutions[1]
    assert not any(s.broken() for r in results for s in r.solutions)


def test_lines_and_puzzles_give_what_solve_gives() -> None:
    further = FOUR.puzzle({at(0, 0): "1"}, allowed={at(3, 3): "12"})
    for given in (UNIQUE, FOUR.puzzle(UNIQUE), further, FOUR.puzzle(NONE)):
        (batched,) = solve_many([given], FOUR)
        alone = solve(FOUR.puzzle(given) if isinstance(given, str) else given)
        assert batched.puzzle == alone.puzzle
        assert batched.status == alone.status
        assert batched.solution == alone.solution
        assert batched.steps == batched.order == ()


def test_puzzles_bring_their_own_geometry_and_shapes() -> None:
    twin = overlapping("2x2", (0, 0), (2, 2))
    extra = FOUR.puzzle(MULTIPLE).with_shapes(*grid("4x4", "2x2", symbols="1234").shapes[:1])
    results = list(solve_many([twin.puzzle(), FOUR.puzzle(UNIQUE), extra]))
    assert [r.status for r in results] == ["multiple", "unique", "multiple"]
    assert results[0].puzzle.geometry == twin


def test_results_come_lazily_from_an_endless_source() -> None:
    asked: list[int] = []

    def endless() -> Iterator[str]:
        for number in count():
            asked.append(number)
            yield UNIQUE

    assert len(list(islice(solve_many(endless(), FOUR), 3))) == 3
    assert asked == [0, 1, 2]


def test_the_geometry_is_9x9_unless_named() -> None:
    assert [r.status for r in solve_many([CLASSIC + "\n"])] == ["unique"]
    assert [r.status for r in solve_many([UNIQUE], "4x4")] == ["unique"]
    with pytest.raises(UnknownNameError):
        solve_many([UNIQUE], "no-such-geometry")
    with pytest.raises(UnknownNameError):
        solve_many([UNIQUE], FOUR, search="no-such-search")


@pytest.mark.parametrize(
    "line", [CLASSIC.replace(".", "0"), " ".join(CLASSIC), CLASSIC.replace("8", "8 ")]
)
def test_other_ways_to_write_a_line(line: str) -> None:
    plain, written = solve_many([CLASSIC, line])
    assert plain.puzzle == written.puzzle
    assert plain.solution == written.solution


def test_wide_symbols() -> None:
    geometry = grid("2x2", symbols=["10", "20"])
    (result,) = solve_many(["10 . . ."], geometry)
    assert result.status == "unique"
    assert result.solutions[0].line() == "10 20 20 10"


@pytest.mark.parametrize(
    ("line", "cause", "message"),
    [
        ("123", GivensError, "puzzle 2: .*3 cells.*16"),
        ("1.....2..3.....x", AlphabetError, "puzzle 2: unknown symbol 'x'"),
        ("  \n", GivensError, "puzzle 2: the line is empty"),
    ],
)
def test_a_bad_line_is_named(line: str, cause: type[Exception], message: str) -> None:
    results = solve_many([UNIQUE, line, UNIQUE], FOUR)
    assert next(results).status == "unique"
    with pytest.raises(BadLineError, match=message) as caught:
        next(results)
    assert caught.value.number == 2
    assert isinstance(caught.value.__cause__, cause)
    assert pickle.loads(pickle.dumps(caught.value)).number == 2


def test_limits_are_for_each_puzzle() -> None:
    results = list(solve_many([UNIQUE, "." * 16, MULTIPLE, UNIQUE], FOUR, nodes=3))
    assert [r.status for r in results] == ["unique", "unknown", "unknown", "unique"]
    assert results[1].stats.stopped == "nodes"
    assert results[1].stats.nodes == 3
    assert results[3].stats.stopped == ""


def test_a_cancelled_token_stops_the_batch() -> None:
    token = Token()
    results = solve_many(["." * 16] * 3, FOUR, token=token)
    assert next(results).status == "multiple"
    token.cancel()
    with pytest.raises(Cancelled):
        next(results)
