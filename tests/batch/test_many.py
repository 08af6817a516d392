"""solve_many: lazy, in order, lines or puzzles."""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path
from threading import Event, Timer, active_count
from types import SimpleNamespace

import pytest
from stand_in import StandIn
from support import cell_at, grid, overlapping

from sudokulib import BadLineError, Progress, Result, Token, solve, solve_many
from sudokulib._kernel import core
from sudokulib.errors import AlphabetError, Cancelled, GivensError, SudokuError, UnknownNameError
from sudokulib.model import compile_geometry
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.solving.batch import line_threads
from sudokulib.solving.batch.worker import BatchSettings, BatchWorker

FOUR = grid("4x4", "2x2", symbols="1234")
UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14
CLASSIC = "1.4.3....2...9.57.5.6.....3...9........5..1.6...8.2..54.......2.3...794......67.."

PLAIN = grid("1x16", symbols="0123456789abcdef")
SEARCHES = ["reference", "stand-in", *(["native"] if core else [])]
Way = Callable[..., Iterator[Result]]
WAYS: dict[str, Way] = {
    **{search: partial(solve_many, search=search) for search in SEARCHES},
    "threads": partial(solve_many, search="stand-in", threads=2),
    "threads, in the kernel if there is one": partial(solve_many, threads=2),
}


@pytest.fixture(params=WAYS)
def many(request: pytest.FixtureRequest) -> Way:
    """`solve_many` in each way that needs no other process."""
    return WAYS[request.param]


@pytest.fixture(params=[ThreadPoolExecutor, ProcessPoolExecutor])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with request.param(2) as pool:
        yield pool


def test_status_and_solutions_in_order(many: Way) -> None:
    results = list(many([UNIQUE, MULTIPLE, NONE], FOUR))
    assert [r.status for r in results] == ["unique", "multiple", "none"]
    assert [len(r.solutions) for r in results] == [1, 2, 0]
    assert results[1].solutions[0] != results[1].solutions[1]
    assert not any(s.violations() for r in results for s in r.solutions)


def test_a_long_batch_keeps_the_order(many: Way) -> None:
    lines = [UNIQUE, MULTIPLE, NONE, UNIQUE, "4" + UNIQUE[1:]] * 300
    alone = {line: solve(FOUR.puzzle(line)) for line in set(lines)}
    for line, result in zip(lines, many(lines, FOUR), strict=True):
        assert (result.status, result.solution) == (alone[line].status, alone[line].solution)
        assert result.puzzle == alone[line].puzzle


def test_lines_and_puzzles_of_any_geometry_may_alternate(many: Way) -> None:
    named = grid("4x4", "2x2", symbols="abcd")
    restricted = FOUR.puzzle(MULTIPLE, allowed={cell_at(0, 1): "2", cell_at(2, 2): "4"})
    givens = [UNIQUE, FOUR.puzzle(UNIQUE), named.puzzle("a.....b..c.....d"), restricted, NONE]
    results = list(many([*givens, *reversed(givens)], FOUR))
    for given, result in zip([*givens, *reversed(givens)], results, strict=True):
        puzzle = FOUR.puzzle(given) if isinstance(given, str) else given
        alone = solve(puzzle)
        assert (result.status, result.puzzle) == (alone.status, puzzle)
        assert result.solution == alone.solution
        assert [one.puzzle for one in result.solutions] == [puzzle] * len(result.solutions)
        if result.solution is not None:
            assert result.solution.line() == alone.solution.line()
            assert result.solution[-1] == alone.solution[cell_at(3, 3)]
            assert pickle.loads(pickle.dumps(result.solution)) == alone.solution


def test_lines_and_puzzles_give_what_solve_gives(many: Way) -> None:
    further = FOUR.puzzle({cell_at(0, 0): "1"}, allowed={cell_at(3, 3): "12"})
    for given in (UNIQUE, FOUR.puzzle(UNIQUE), further, FOUR.puzzle(NONE)):
        (batched,) = many([given], FOUR)
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
def test_other_ways_to_write_a_line(line: str, many: Way) -> None:
    plain, written = many([CLASSIC, line])
    assert plain.puzzle == written.puzzle
    assert plain.solution == written.solution


@pytest.mark.parametrize(
    ("symbols", "line", "solution"),
    [
        (["10", "20"], "10 . . .", "10 20 20 10"),
        ("αβ", "α...", "αββα"),
        ("é8", "e\u0301...", "é88é"),
        ("a.", "a___", "a..a"),
        ([str(i) for i in range(300)], "7 ...", None),
    ],
)
def test_symbols_of_any_make(
    symbols: str | list[str], line: str, solution: str | None, many: Way
) -> None:
    if solution is None:  # too many symbols for a byte: a row of them, the first two exchanged
        geometry = grid("1x300", symbols=symbols)
        line = " ".join(["1", "0", *symbols[2:-1], "."])
        solution = " ".join(["1", "0", *symbols[2:]])
    else:
        geometry = grid("2x2", symbols=symbols)
    (result,) = many([line], geometry)
    assert result.status == "unique"
    assert result.solutions[0].line() == solution
    assert result.puzzle == geometry.puzzle(line)


@pytest.mark.parametrize(
    ("line", "cause", "message"),
    [
        ("123", GivensError, "puzzle 2: .*3 cells.*16"),
        ("1.....2..3.....x", AlphabetError, "puzzle 2: unknown symbol 'x'"),
        ("  \n", GivensError, "puzzle 2: the line is empty"),
    ],
)
def test_a_bad_line_is_named(line: str, cause: type[Exception], message: str, many: Way) -> None:
    results = many([UNIQUE, line, UNIQUE], FOUR)
    assert next(results).status == "unique"
    with pytest.raises(BadLineError, match=message) as caught:
        next(results)
    assert caught.value.number == 2
    assert isinstance(caught.value.__cause__, cause)
    assert pickle.loads(pickle.dumps(caught.value)).number == 2


def test_limits_are_for_each_puzzle(many: Way) -> None:
    results = list(many([UNIQUE, "." * 16, MULTIPLE, UNIQUE], FOUR, nodes=3))
    assert [r.status for r in results] == ["unique", "unknown", "unknown", "unique"]
    assert results[1].stats.stopped == "nodes"
    assert results[1].stats.nodes == 3
    assert results[3].stats.stopped == ""


def test_a_cancelled_token_stops_the_batch(many: Way) -> None:
    token = Token()
    results = many(["." * 16] * 100, FOUR, token=token)
    assert next(results).status == "multiple"
    token.cancel()
    with pytest.raises(Cancelled):
        list(results)


def test_bad_lines_take_their_place_if_asked(many: Way) -> None:
    lines = [UNIQUE, "12", *[MULTIPLE] * 30, "x" * 16, "", UNIQUE]
    results = list(many(lines, FOUR, on_error="yield"))
    bad = {r.number: r.reason for r in results if isinstance(r, BadLineError)}
    good = [r.status for r in results if isinstance(r, Result)]
    assert list(bad) == [2, 33, 34]
    assert good == ["unique", *["multiple"] * 30, "unique"]
    assert "unknown symbol 'x'" in bad[33]
    with pytest.raises(SudokuError, match="on_error"):
        many([], on_error="ignore")


def test_stats_name_the_search(executor: Executor) -> None:
    first = "native" if core else "reference"
    for given in (UNIQUE, FOUR.puzzle(UNIQUE)):
        for search, used in (("auto", first), ("reference", "reference")):
            (result,) = solve_many([given], FOUR, search=search, executor=executor)
            assert result.stats.search == used


def test_many_lines_are_solved_at_once() -> None:
    geometry = grid("4x4", "2x2", symbols="abcd")
    engine = StandIn().line_engine(compile_geometry(geometry))
    engine.calls.clear()
    lines = ["a" + "." * 15] * 40
    assert {r.status for r in solve_many(lines, geometry, search="stand-in")} == {"multiple"}
    assert sum(engine.calls) == 40
    assert engine.calls[0] == 1
    assert len(engine.calls) < 40


def test_results_of_a_slow_source_do_not_wait(many: Way) -> None:
    asked = Event()
    got = Event()

    def slow() -> Iterator[str]:
        for _ in range(3):
            asked.wait(0.06)
            yield UNIQUE
        assert got.wait(30), "the results of all before are handed out first"

    results = many(slow(), FOUR)
    for _ in range(3):
        assert next(results).status == "unique"
    got.set()
    assert list(results) == []


def test_an_error_of_the_source_comes_after_the_results_before_it(many: Way) -> None:
    def source() -> Iterator[str]:
        yield from [UNIQUE] * 20
        raise ZeroDivisionError

    results = many(source(), FOUR)
    assert [r.status for r in islice(results, 20)] == ["unique"] * 20
    with pytest.raises(ZeroDivisionError):
        next(results)


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_does_not_grow_with_the_batch(threads: int) -> None:
    lines = (f"{number:016}" for number in range(10_000))
    list(solve_many(islice(lines, 100), PLAIN, search="instant", threads=threads))
    tracemalloc.start()
    results = solve_many(lines, PLAIN, search="instant", threads=threads)
    assert sum(len(r.solutions) for r in results) == 9_900
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_500_000


def test_a_batch_left_early_stops_its_threads() -> None:
    before = active_count()
    results = solve_many(["." * 81] * 50, search="stand-in", threads=2)
    assert next(results).status == "multiple"
    assert active_count() > before
    results.close()  # type: ignore[attr-defined]
    assert active_count() == before


def test_a_token_stops_threads_at_work() -> None:
    token = Token()
    before = active_count()
    results = solve_many([UNIQUE] * 9, FOUR, search="stuck", token=token, threads=2)
    Timer(0.2, token.cancel).start()
    with pytest.raises(Cancelled):
        next(results)
    assert active_count() == before


def test_a_bad_line_stops_the_threads_though_its_error_is_kept() -> None:
    before = active_count()
    with pytest.raises(BadLineError) as kept:
        list(solve_many([UNIQUE, "x", *[UNIQUE] * 50], FOUR, threads=2))
    assert active_count() == before
    assert kept.value.number == 2


def test_a_token_stops_what_goes_to_an_executor() -> None:
    token = Token()
    with ThreadPoolExecutor(1) as pool:
        results = solve_many((UNIQUE for _ in count()), FOUR, token=token, executor=pool)
        assert next(results).status == "unique"
        token.cancel()
        with pytest.raises(Cancelled):
            list(results)


def test_executors_give_the_same(executor: Executor) -> None:
    twin = overlapping("2x2", (0, 0), (2, 2))
    lines = [UNIQUE, MULTIPLE, twin.puzzle(), "x", NONE] * 5
    alone = list(solve_many(lines, FOUR, on_error="yield"))
    away = list(solve_many(lines, FOUR, executor=executor, on_error="yield"))
    assert [str(r) for r in away] == [str(r) for r in alone]
    assert [r.number for r in away if isinstance(r, BadLineError)] == [4, 9, 14, 19, 24]
    assert away[0] == alone[0]


def test_executors_take_from_an_endless_source(executor: Executor) -> None:
    asked = count()
    results = solve_many((UNIQUE for _ in asked), FOUR, executor=executor, window=3)
    assert [r.status for r in islice(results, 5)] == ["unique"] * 5
    assert next(asked) < 200


@pytest.mark.parametrize("in_order", [True, False])
def test_threads_solve_lines_puzzles_and_what_is_neither_together(in_order: bool) -> None:
    cage = FOUR.puzzle(MULTIPLE).with_shapes(Shape(Cage(FOUR.find("R1C1 R1C2"), 3), ("cage",)))
    batch: list[object] = [UNIQUE, "x", cage, FOUR.puzzle(UNIQUE), NONE, PLAIN.puzzle("." * 16)]
    arguments = {"geometry": FOUR, "in_order": in_order, "on_error": "yield"}
    alone = [str(one) for one in solve_many(batch * 40, **arguments)]  # type: ignore[call-overload]
    found = [str(one) for one in solve_many(batch * 40, threads=2, **arguments)]  # type: ignore[call-overload]
    if in_order:
        assert found == alone
    assert sorted(found) == sorted(alone)


def test_who_waits_is_one_of_the_threads_where_there_are_no_more_processors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[tuple[int, bool]] = []
    kernel = SimpleNamespace(LinePool=lambda *how: made.append(how))
    monkeypatch.setattr(line_threads, "core", kernel)
    for number in (1, 2, 3):
        monkeypatch.setattr(line_threads, "processors", lambda number=number: number)
        line_threads.LineThreads(BatchWorker(BatchSettings(FOUR)), 2)
    assert made == [(2, True), (2, True), (2, False)]


@pytest.mark.skipif(core is None, reason="no compiled search")
@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("number", [1, 99])
def test_any_number_of_processors_gives_the_same(
    number: int, in_order: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_threads, "processors", lambda: number)
    lines = [CLASSIC, CLASSIC.replace("9", "."), "99" + CLASSIC[2:]] * 700
    statuses = [result.status for result in solve_many(lines, threads=2, in_order=in_order)]
    assert sorted(statuses) == sorted(["unique", "multiple", "none"] * 700)
    assert not in_order or statuses == ["unique", "multiple", "none"] * 700


def test_threads_and_windows_are_checked() -> None:
    for wrong in ({"threads": 0}, {"window": 0}):
        with pytest.raises(SudokuError, match="at least 1"):
            solve_many([], **wrong)  # type: ignore[call-overload]
    with ThreadPoolExecutor(1) as pool, pytest.raises(SudokuError, match="leave one out"):
        solve_many([], executor=pool, threads=2)


def test_progress_tells_share_rate_and_time_left(many: Way) -> None:
    progress: list[Progress] = []
    list(many([UNIQUE] * 50, FOUR, progress=progress.append))
    assert (progress[-1].done, progress[-1].share, progress[-1].left) == (50, 1.0, 0.0)
    assert all(0 < p.done <= 50 and p.share == p.done / 50 for p in progress)
    half = Progress(10, 2.0, 0.25)
    assert (half.rate, half.left) == (5.0, 6.0)


def test_progress_over_a_file_and_a_source_without_end_in_sight(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{UNIQUE}\n" * 3000)
    progress: list[Progress] = []
    with path.open() as file:
        list(solve_many(file, FOUR, search="stand-in", progress=progress.append))
    shares = [p.share for p in progress]
    assert None not in shares
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert progress[-1].share == 1.0
    progress.clear()
    list(solve_many(iter([UNIQUE]), FOUR, progress=progress.append))
    assert [p.share for p in progress] == [None, 1.0]
    assert progress[0].left is None
