"""LineSolver: text in, text out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import stand_in
from support import grid

from sudokulib import LineSolver, OutOfBudget
from sudokulib._kernel import core
from sudokulib.errors import AlphabetError, GivensError, UnknownNameError

FOUR = grid("4x4", "2x2", symbols="1234")
UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14
assert stand_in


@pytest.fixture(params=["reference", "stand-in", *(["native"] if core else [])])
def search(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(
    "line", [UNIQUE, f" {UNIQUE}\n", UNIQUE.replace(".", "0"), " ".join(UNIQUE)]
)
def test_the_only_solution_as_a_line(search: str, line: str) -> None:
    assert LineSolver(FOUR, search=search)(line) == "1243342143122134"


def test_none_unless_there_is_exactly_one(search: str) -> None:
    solver = LineSolver(FOUR, search=search)
    assert [solver(line) for line in (MULTIPLE, NONE, " ".join(NONE))] == [None] * 3
    assert [solver.result(line).status for line in (MULTIPLE, NONE)] == ["multiple", "none"]
    assert str(solver.result(UNIQUE).solution) == "1243\n3421\n4312\n2134"


def test_wide_symbols_are_written_apart(search: str) -> None:
    solver = LineSolver(grid("2x2", symbols=["10", "20"]), search=search)
    assert solver("10 . . .") == "10 20 20 10"


def test_bad_lines_say_what_is_wrong(search: str) -> None:
    solver = LineSolver(FOUR, search=search)
    with pytest.raises(GivensError, match="3 cells"):
        solver("123")
    with pytest.raises(AlphabetError, match="'x'"):
        solver.result("x" * 16)
    with pytest.raises(UnknownNameError):
        LineSolver("no-such-geometry")
    with pytest.raises(UnknownNameError):
        LineSolver(FOUR, search="no-such-search")


def test_a_limit_is_reported(search: str) -> None:
    solver = LineSolver(FOUR, search=search, nodes=3)
    assert solver(UNIQUE) is not None
    for line in ("." * 16, " ".join("." * 16)):
        with pytest.raises(OutOfBudget, match="nodes"):
            solver(line)


def test_threads_may_share_one(search: str) -> None:
    solver = LineSolver(FOUR, search=search)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(solver, [UNIQUE, MULTIPLE] * 20))
    assert found == ["1243342143122134", None] * 20


def test_it_tells_its_geometry() -> None:
    assert repr(LineSolver("4x4")) == "LineSolver(<Geometry 4x4: 16 cells, 12 shapes, 4 symbols>)"
