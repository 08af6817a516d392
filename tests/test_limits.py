"""Limits of time, of every public function that has one, on cases that would take minutes."""

from __future__ import annotations

import inspect
import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import chain, count, islice, repeat
from math import inf, nan
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from format_samples import SAMPLES
from support import with_slow

import sudokulib
from sudokulib import Geometry, OutOfBudget, Puzzle, Token
from sudokulib.basics import budget
from sudokulib.basics.budget import Budget
from sudokulib.basics.interruption import check_interrupt, interruptible, interruptible_iterator
from sudokulib.board import Board
from sudokulib.errors import Cancelled
from sudokulib.model import Model, compile_puzzle, compiler
from sudokulib.puzzles.geometries import motions
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.loading import loads
from sudokulib.search.reference import Reference
from sudokulib.solving.unsat_core import find_unsat_core
from sudokulib.strategies.fish.finder import find_fish
from sudokulib.strategies.fish.index import MUTANT

SECONDS = 0.1
MOST = 3.0
"""A coarse bound of CPU time: overruns are measured at leisure (`benchmarks/suites/limits.py`)."""


@cache
def numbered(size: int, symbols: int, *, lines: bool = True) -> Geometry:
    entry = {"make": "grid", "size": f"{size}x{size}", "lines": lines}
    return read_geometry(
        json.dumps({"symbols": [*map(str, range(1, symbols + 1))], "build": [entry]})
    )


@cache
def wide(symbols: int) -> Puzzle:
    """Return a 4x4 with many symbols and a cage over all of it."""
    names = [*map(str, range(1, symbols + 1))]
    data = {
        "geometry": {"symbols": names, "build": [{"make": "grid", "size": "4x4"}]},
        "shapes": [{"kind": "cage", "cells": "R1C1:R4C4", "sum": 272}],
    }
    return loads(json.dumps(data), "wide")


@cache
def hard_to_check() -> Puzzle:
    """Return a 25x25 with sums that hold for all fillings, of which there are too many to try."""
    sums = [
        {"kind": "sum", "cells": f"R{n}C1:R{n}C25", "total": 1000, "comparison": "<="}
        for n in range(1, 26)
    ]
    single = {"kind": "distinct", "cells": "R1C1"}
    return loads(json.dumps({"geometry": "25x25", "shapes": [single, *sums]}), "sums")


def first(items: Iterator[Any], most: int = 3) -> list[Any]:
    return list(islice(items, most))


def some_tilings(**limits: Any) -> list[Geometry]:
    return list(sudokulib.tredoku_tilings(14, **limits))


Case = Callable[..., object]

CASES: dict[str, Case] = {
    "canonical": lambda **k: sudokulib.canonical(numbered(24, 24, lines=False), **k),
    "check": lambda **k: sudokulib.check(hard_to_check(), **k),
    "compile": lambda **k: sudokulib.compile(wide(200), **k),
    "count": lambda **k: sudokulib.count(wide(100), **k),
    "equivalent": lambda **k: sudokulib.equivalent(*[numbered(24, 24, lines=False)] * 2, **k),
    "estimate": lambda **k: sudokulib.estimate(wide(100), **k),
    "explain": lambda **k: list(sudokulib.explain(wide(200), **k)),
    "generate": lambda **k: sudokulib.generate(wide(100), seed=1, **k),
    "generate_many": lambda **k: first(sudokulib.generate_many("samurai", seed=1, **k), 10**6),
    "generate_set": lambda **k: first(sudokulib.generate_set("25x25", 9, **k)),
    "hint": lambda **k: sudokulib.hint(wide(200), **k),
    "is_unique": lambda **k: sudokulib.is_unique("cube-8x8x8", search="reference", **k),
    "layout": lambda **k: sudokulib.layout("25x25", seed=1, **k),
    "lint": lambda **k: sudokulib.lint(wide(200), **k),
    "rate": lambda **k: sudokulib.rate(wide(200), **k),
    "solution": lambda **k: sudokulib.solution(wide(100), seed=1, **k),
    "solutions": lambda **k: list(sudokulib.solutions("9x9", **k)),
    "solve": lambda **k: sudokulib.solve(wide(200), **k),
    "solve_many": lambda **k: first(sudokulib.solve_many([wide(200)], **k)),
    "steps": lambda **k: list(sudokulib.steps(wide(100), **k)),
    "support_counts": lambda **k: sudokulib.support_counts("9x9", **k),
    "symmetries": lambda **k: sudokulib.symmetries(sudokulib.geometry("36x36"), **k),
    "tredoku": lambda **k: sudokulib.tredoku(60, seed=1, **k),
    "tredoku_tilings": some_tilings,
    "true_candidates": lambda **k: sudokulib.true_candidates(wide(100), **k),
}
"""A hard call of each public function with a limit of time; `write_set` needs a file as well."""


def limited() -> list[str]:
    """Return the names of the public functions that take `seconds`."""
    found = {name: getattr(sudokulib, name) for name in sudokulib.__all__}
    functions = (name for name, one in found.items() if inspect.isfunction(one))
    return sorted(n for n in functions if "seconds" in inspect.signature(found[n]).parameters)


def took(call: Case, **limits: Any) -> float:
    began = process_time()
    with suppress(OutOfBudget, Cancelled):
        call(**limits)
    return process_time() - began


def test_every_function_with_a_limit_of_time_is_tried_here() -> None:
    assert limited() == sorted([*CASES, "write_set"])


@pytest.mark.parametrize("name", limited())
def test_every_function_with_a_limit_of_time_can_be_cancelled(name: str) -> None:
    assert "token" in inspect.signature(getattr(sudokulib, name)).parameters


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_limit_of_time_holds_for_the_whole_call(name: str) -> None:
    assert took(CASES[name], seconds=SECONDS) < MOST


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_cancelled_token_ends_the_call(name: str) -> None:
    token = Token()
    token.cancel()
    assert took(CASES[name], token=token) < MOST


def test_a_set_is_written_as_far_as_the_time_allows(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    assert took(lambda **k: sudokulib.write_set(path, "25x25", 9, **k), seconds=SECONDS) < MOST


class Clock:
    """A clock that stands still, and leaps beyond every limit once it was read so often."""

    def __init__(self, readings: int) -> None:
        self.left = readings

    def __call__(self) -> float:
        self.left -= 1
        return max(0.0, -1e9 * self.left)


# Whole answers of the cases that keep no mark, or that others have compiled before.
MARKED: dict[str, Case] = CASES | {
    "compile": lambda **k: sudokulib.compile(numbered(4, 977), **k),
    "explain": lambda **k: exhausted(sudokulib.explain(wide(200), **k)),
    "solutions": lambda **k: exhausted(sudokulib.solutions("9x9", **k)),
    "solve_many": lambda **k: first(sudokulib.solve_many([wide(200)], **k))[0],
    "steps": lambda **k: exhausted(sudokulib.steps(wide(100), **k)),
}


def exhausted(items: Iterator[Any]) -> Iterator[Any]:
    for _ in items:
        pass
    return items


def is_marked(answer: Any) -> bool:
    """Return whether an answer says that the time ended it."""
    if isinstance(answer, sudokulib.Hint):
        return "in time" in repr(answer)
    marks = (answer, getattr(answer, "stats", None), getattr(answer, "result", None))
    return any(getattr(one, "stopped", "") == "time" for one in marks)


def is_ended(call: Case, seconds: float) -> bool:
    """Return whether a call says that the time ended it, in its answer or as an error."""
    try:
        answer = call(seconds=seconds)
    except OutOfBudget as limit:
        return limit.reason == "time"
    return is_marked(answer)


@pytest.fixture
def uncompiled() -> None:
    """Forget what earlier tests found out: with it, calls finish before the clock runs out."""
    models = compiler.compile_geometry, compiler._compile_with, compiler._start
    caches: list[Any] = [*models, motions._symmetries, motions.rigid_motions]
    for known in caches:
        known.cache_clear()


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("readings", [2, 20])
@pytest.mark.parametrize("name", sorted(MARKED))
def test_a_call_ends_where_its_clock_runs_out(
    name: str, readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "compile":
        readings = 2  # the model is compiled after few more
    clock = Clock(readings)
    monkeypatch.setattr(budget, "monotonic", clock)
    assert is_ended(MARKED[name], seconds=1)
    assert -10 < clock.left < 0, "it goes on after the end of its time"


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", sorted(MARKED))
def test_a_negative_limit_of_time_ends_a_call_at_once(name: str) -> None:
    assert is_ended(MARKED[name], seconds=-1)


READERS = sorted(
    {*CASES} - {"generate_many", "generate_set", "solve_many", "tredoku", "tredoku_tilings"}
)


def long_text() -> str:
    clues = [{"kind": "less-than", "cells": "R1C1 R1C2"} for _ in range(400)]
    return json.dumps({"geometry": "9x9", "shapes": clues})


@pytest.mark.parametrize("name", READERS)
def test_reading_takes_of_the_time_of_a_call(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(4)
    monkeypatch.setattr(budget, "monotonic", clock)
    call, texts = getattr(sudokulib, name), [long_text()] * (1 + (name == "equivalent"))
    assert is_ended(lambda **limits: call(*texts, **limits), seconds=1)
    assert -3 < clock.left < 0, "all of it is read"


@pytest.mark.parametrize("name", sorted({*limited()} - {"check", "solve_many"}))
def test_the_error_of_a_limit_is_named(name: str) -> None:
    """A long text may take all of the time, and then there is nothing to give a part of."""
    assert "OutOfBudget" in inspect.getdoc(getattr(sudokulib, name)).partition("Raises:")[2]


def test_an_error_of_a_limit_says_what_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "monotonic", Clock(4))
    with pytest.raises(OutOfBudget, match="reading the puzzle stopped: out of time") as caught:
        sudokulib.solve(long_text(), seconds=1)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


PARTIAL: dict[str, Case] = {
    "count": sudokulib.count,
    "explain": lambda puzzle, **k: exhausted(sudokulib.explain(puzzle, **k)),
    "hint": sudokulib.hint,
    "lint": sudokulib.lint,
    "solutions": lambda puzzle, **k: exhausted(sudokulib.solutions(puzzle, **k)),
    "solve": sudokulib.solve,
    "support_counts": sudokulib.support_counts,
    "true_candidates": sudokulib.true_candidates,
}


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", sorted(PARTIAL))
@pytest.mark.parametrize("subject", [long_text(), "samurai"], ids=["text", "name"])
def test_a_limit_that_ends_while_the_puzzle_is_read_gives_a_partial_answer(
    name: str, subject: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = chain([0.0], repeat(1.05))
    monkeypatch.setattr(budget, "monotonic", lambda: next(times))
    answer = PARTIAL[name](subject, seconds=1)
    states = name == "count" and subject == "samurai"  # its file has the number
    assert states or is_marked(answer) or answer.exhausted  # the whole answer, before any check


def samples() -> list[tuple[str, str]]:
    return [(form, sample.text) for form, some in SAMPLES.items() for sample in some]


def ended_at(checks: int) -> Callable[[], None]:
    """Return a check for `interruptible` that lets so many checks pass, and ends the next."""
    numbers = count()

    def check() -> None:
        if next(numbers) >= checks:
            raise OutOfBudget("time")

    return check


@pytest.mark.parametrize(("form", "text"), samples())
@pytest.mark.parametrize("checks", [0, 1, 5])
def test_a_text_is_read_in_time_or_not_at_all(form: str, text: str, checks: int) -> None:
    """No format takes the end of the time for something wrong in the text."""
    with interruptible(ended_at(checks)), suppress(OutOfBudget):
        list(sudokulib.read_all(text, form=form))


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_limit_of_time_is_a_number(name: str) -> None:
    with pytest.raises(TypeError, match="seconds='1' is not a number"):
        CASES[name](seconds="1")
    with pytest.raises(sudokulib.SudokuError, match="seconds=nan is not a time"):
        CASES[name](seconds=nan)


def test_an_infinite_limit_of_time_is_none() -> None:
    assert budget.Budget(inf).seconds_left is None


BIG = ("samurai", "36x36", "cube-8x8x8")


@pytest.mark.slow
@pytest.mark.parametrize("subject", BIG)
@pytest.mark.parametrize("name", ["explain", "generate", "hint", "lint", "rate", "solve"])
def test_large_geometries_keep_to_a_limit_of_time(name: str, subject: str) -> None:
    more = {"seed": 1} if name == "generate" else {}
    call = getattr(sudokulib, name)

    def work(**limits: Any) -> None:
        found = call(subject, **more, **limits)
        if name == "explain":
            list(found)

    assert took(work, seconds=2) < 2 + MOST


def test_true_candidates_at_a_limit_are_some_of_all() -> None:
    whole = sudokulib.true_candidates("6x6")
    assert whole.complete
    for search in ("native", "reference"):
        found = sudokulib.true_candidates("6x6", search=search, nodes=40)
        assert (found.complete, found.stopped) == (False, "nodes")
        assert any(found.values())
        assert all(set(found[cell]) <= set(whole[cell]) for cell in whole)


@pytest.mark.slow
@pytest.mark.parametrize("readings", with_slow([2, 5, 9, 30, 100], 2, 9, 30))
def test_warnings_at_a_limit_are_some_of_all(
    readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sudokulib.check(hard_to_check())
    assert (whole.complete, whole.stopped) == (True, "")
    assert len(whole) == 1
    monkeypatch.setattr(budget, "monotonic", Clock(readings))
    found = sudokulib.check(hard_to_check(), seconds=1)
    assert (found.complete, found.stopped) == (False, "time")
    assert found == whole[: len(found)]


def test_the_report_of_a_check_is_copied_and_pickled_whole() -> None:
    report = sudokulib.check(hard_to_check(), seconds=0)
    assert pickle.loads(pickle.dumps(report)).stopped == deepcopy(report).stopped == "time"


@pytest.mark.parametrize("readings", [3, 10, 40, 160])
@pytest.mark.parametrize(
    "givens", ["1.....2..3..2..4", "1... .... .... ...2", "11.. .... .... ...."]
)
def test_what_a_lint_has_found_at_a_limit_is_some_of_all(
    givens: str, readings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = sudokulib.geometry("4x4").puzzle(givens)
    whole = sudokulib.lint(puzzle)
    assert whole.stopped == ""
    monkeypatch.setattr(budget, "monotonic", Clock(readings))
    found = sudokulib.lint(puzzle, seconds=1)
    assert found.status in (whole.status, "unknown")
    assert set(found.clues) <= set(whole.clues)
    assert set(found.changes) <= set(whole.changes)
    assert found.symmetry in (whole.symmetry, None)
    assert found.stopped == "time" or found.clues == whole.clues
    assert found.minimal in (whole.minimal, None)


@pytest.mark.parametrize("nodes", [1, 5, 20, 100])
def test_what_an_editor_has_found_at_a_limit_is_some_of_all(nodes: int) -> None:
    editor = sudokulib.Editor("4x4", search="reference")
    found = editor.count(300, nodes=nodes)
    assert (found.value, found.complete) == (288, True) or found.stopped == "nodes"
    assert found.value <= 288
    shown = sudokulib.Editor("4x4", search="reference").true_candidates(nodes=nodes)
    assert all(set(symbols) <= set("1234") for symbols in shown.values())
    assert shown.complete == (shown.stopped == "")
    assert editor.count(300).value == 288


def test_support_counts_at_a_limit_are_lower_bounds() -> None:
    puzzle = sudokulib.geometry("4x4").puzzle("1...............")
    whole = sudokulib.support_counts(puzzle)
    for nodes in (5, 50, 100):
        found = sudokulib.support_counts(puzzle, nodes=nodes, search="reference")
        assert not found.complete
        assert all(n <= whole[c].get(s, 0) for c in whole for s, n in found[c].items())


def test_solutions_end_at_a_limit_and_go_on() -> None:
    every = sudokulib.solutions("4x4", nodes=30)
    found = list(every)
    assert (every.complete, every.stopped) == (False, "nodes")
    assert list(every) == [], "until the limit is renewed"
    every.renew()
    assert len({*found, *every}) == 288
    assert (every.complete, every.stopped) == (True, "")


def test_steps_that_a_limit_ends_say_so() -> None:
    steps = sudokulib.steps("9x9", seconds=0)
    assert (list(steps), steps.stopped) == ([], "time")


@cache
def first_steps(line: str) -> list[Any]:
    """Return the first steps of a puzzle, of a walk that nothing interrupts."""
    puzzle = sudokulib.geometry("9x9").puzzle(line)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    return [one.step for one in first(sudokulib.steps(puzzle, board=board))]


HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.slow
@pytest.mark.parametrize("checks", with_slow([1, 10, 100, 1000], 1, 10, 100))
def test_what_a_limit_cuts_short_is_not_kept(checks: int) -> None:
    """Interrupt a walk at a check; the same walk on the same board finds the same steps again."""
    puzzle = sudokulib.geometry("9x9").puzzle(HARD)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    with interruptible(ended_at(checks)):
        first(sudokulib.steps(puzzle, board=board))
    again = first(sudokulib.steps(puzzle, board=board))
    assert [one.step for one in again] == first_steps(HARD)


FISHY = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."


@pytest.mark.parametrize("checks", [1, 10, 50, 100])
def test_fish_that_a_limit_cuts_short_are_looked_for_again(checks: int) -> None:
    puzzle = sudokulib.geometry("9x9").puzzle(FISHY)
    boards = [Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values) for _ in range(2)]
    find = find_fish(MUTANT, 3)
    with interruptible(ended_at(checks)), pytest.raises(OutOfBudget):
        list(find(boards[0]))
    again, anew = (list(islice(find(board), 20)) for board in boards)
    assert again == anew != []


def test_a_model_that_was_not_compiled_in_time_is_compiled_later() -> None:
    # No other test has these symbols, so that the model is not known yet.
    geometry = read_geometry("{symbols: QWERTZU, build: [{make: grid, size: 7x7}]}")
    puzzle = geometry.puzzle()
    with interruptible(ended_at(0)), pytest.raises(OutOfBudget):
        compile_puzzle(puzzle)
    assert len(compile_puzzle(puzzle).houses) == 14
    assert sudokulib.solve(puzzle, seconds=0).status == "unknown"
    assert sudokulib.solve(puzzle).status == "multiple"


def test_the_limits_around_a_call_hold_within_it() -> None:
    asked: list[str] = []
    with interruptible(lambda: asked.append("outer")):
        with interruptible(lambda: asked.append("inner")):
            check_interrupt()
        check_interrupt()
    assert asked == ["outer", "inner", "outer"]


def test_an_iterator_leaves_its_limit_between_items() -> None:
    asked: list[str] = []

    def items() -> Iterator[int]:
        for number in range(2):
            check_interrupt()
            yield number

    for _ in interruptible_iterator(items(), lambda: asked.append("asked")):
        check_interrupt()
    assert asked == ["asked", "asked"]


def long_lowering(*shapes: dict[str, Any], symbols: int = 200) -> Puzzle:
    """Return a 16x16 without other rules, with many symbols."""
    names = [*map(str, range(1, symbols + 1))]
    build = [{"make": "grid", "size": "16x16", "lines": True}]
    data = {"geometry": {"symbols": names, "build": build}, "shapes": [*shapes]}
    return loads(json.dumps(data), "long")


LOWERED = {
    "anti-taxicab": {},
    "count-distinct": {"cells": "R1C1:R1C16", "count": 9},
    "lunchbox": {"cells": "R1C1:R1C4", "sum": 100},
    "same-multiset": {"groups": ["R1C1:R1C8", "R2C1:R2C8"]},
}
"""Rules that become many primitives, or large ones, where there are 200 symbols."""


@pytest.mark.parametrize("kind", LOWERED)
def test_the_translation_of_a_rule_asks_the_clock(kind: str) -> None:
    puzzle = long_lowering({"kind": kind, **LOWERED[kind]})
    (shape,) = puzzle.shapes
    context = puzzle.context.for_trial()
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 100:
            raise OutOfBudget("time")

    with interruptible(ask), pytest.raises(OutOfBudget):
        for _ in shape.rule.lower(context):
            pass
    assert asked == 100


def test_the_reason_why_a_puzzle_has_no_solution_keeps_to_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search whose nodes take for ever is given what is left of the time."""
    puzzle = sudokulib.geometry("4x4").puzzle("11..............")
    given: list[float | None] = []

    def count(self: Reference, model: Model, own: Budget, limit: int) -> int:
        given.append(own.seconds_left)
        raise OutOfBudget("time")

    monkeypatch.setattr(Reference, "count", count)
    with pytest.raises(OutOfBudget):
        find_unsat_core(puzzle, Budget(100), "reference")
    assert given[0] is not None
    assert given[0] <= 100
