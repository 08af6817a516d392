"""LineSolver: text in, text out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import stand_in
from support import grid

from sudokulib import LineSolver, OutOfBudget
from sudokulib._kernel import core
from sudokulib.errors import AlphabetError, GivensError, UnableError, UnknownNameError

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


EMPTY = 255


def as_bytes(*lines: str) -> bytes:
    return bytes(EMPTY if mark == "." else int(mark) - 1 for line in lines for mark in line)


def test_bytes_give_what_lines_give(search: str) -> None:
    solver = LineSolver(FOUR, search=search)
    lines = (UNIQUE, MULTIPLE, NONE)
    solved = solver.solve_bytes(as_bytes(*lines))
    assert list(solved.outcomes) == [1, 2, 0]
    nodes = [int.from_bytes(solved.nodes[n : n + 8], "little") for n in range(0, 24, 8)]
    for number, line in enumerate(lines):
        result = solver.result(line)
        found = solved.solutions[32 * number : 32 * number + 32]
        known = b"".join(bytes(solution.indices) for solution in result.solutions)
        assert (found, nodes[number]) == (known.ljust(32, b"\xff"), result.stats.nodes)


def test_arrays_are_bytes_too(search: str) -> None:
    numpy = pytest.importorskip("numpy")
    givens = numpy.frombuffer(as_bytes(UNIQUE, NONE), numpy.uint8).reshape(2, 4, 4)
    assert list(LineSolver(FOUR, search=search).solve_bytes(givens).outcomes) == [1, 0]
    assert LineSolver(FOUR, search=search).solve_bytes(b"") == (b"", b"", b"")


def test_a_limit_is_an_outcome(search: str) -> None:
    solver = LineSolver("9x9", search=search, nodes=1)
    assert solver.solve_bytes(bytes([EMPTY]) * 81).outcomes == b"\3"


@pytest.mark.parametrize(
    ("givens", "message"),
    [
        (bytes(17), "17 bytes are not puzzles of 16 cells: 1 are left over"),
        (bytes(31) + b"\4", "the byte 4 in puzzle 2 is no symbol; write 0 to 3, or 255"),
    ],
)
def test_bytes_that_are_no_puzzles(search: str, givens: bytes, message: str) -> None:
    with pytest.raises(GivensError, match=message):
        LineSolver(FOUR, search=search).solve_bytes(givens)


def test_symbols_that_fit_in_no_byte() -> None:
    solver = LineSolver(grid("1x2", symbols=[*map(str, range(300))]))
    with pytest.raises(UnableError, match="300 symbols do not fit in a byte"):
        solver.solve_bytes(bytes(2))
