"""`solve` as a user calls it, against the search alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.puzzle_sets import CLASSIC, VARIANTS, read_puzzle_set, tasks
from benchmarks.suites.suite import Data, Run, Suite, Table, times

if TYPE_CHECKING:
    from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["SUITE"]

_MOST = 40
_SECONDS = 5.0
_LATE = 50.0
"""Milliseconds that `solve` may take longer than the search alone."""


def _measure(run: Run) -> Data:
    found: Data = {}
    for name, puzzles in _sets(run):
        run.say(f"answering: {name}")
        pairs = list(filter(None, map(_pair, puzzles)))
        if pairs:
            found[name] = {
                "puzzles": len(pairs),
                "ratio": median(ours / alone for ours, alone in pairs),
                "over twice": sum(ours > 2 * alone for ours, alone in pairs),
                "over": sum(ours - alone > _LATE for ours, alone in pairs),
                "most": max(ours - alone for ours, alone in pairs),
            }
    return found


def _sets(run: Run) -> Iterator[tuple[str, list[Puzzle]]]:
    for name in (*CLASSIC, *VARIANTS):
        if (puzzles := read_puzzle_set(run.data, name, run.most(_MOST))) is not None:
            yield name, [puzzles.geometry.puzzle(item.text) for item in puzzles.items]
    records = tasks(run.data)
    if records:
        step = max(1, len(records) // run.most(_MOST * 5))
        yield "records", [task.load() for task in records[::step]]
    path = run.data / "iss-half.jsonl"
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines()
        readable = filter(None, (_read(json.loads(line)["string"]) for line in lines))
        yield "variants of ISS", list(readable)[: run.most(200)]


def _read(text: str) -> Puzzle | None:
    from sudokulib import read
    from sudokulib.errors import SudokuError

    try:
        return read(text)
    except SudokuError:
        return None


def _pair(puzzle: Puzzle) -> tuple[float, float] | None:
    """Return the milliseconds of `solve` and of search alone; None if that takes too long.

    The first round is not counted: it compiles the puzzle for both.
    """
    from sudokulib import solve

    whole = partial(solve, puzzle, seconds=_SECONDS)
    alone = partial(whole, strategies=())
    if alone().status == "unknown":
        return None
    rounds = [(_spent(whole), _spent(alone)) for _ in range(3)]
    return min(ours for ours, _ in rounds), min(other for _, other in rounds)


def _spent(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return 1000 * (process_time() - began)


def _tables(data: Data) -> Iterator[Table]:
    yield Table(
        ["set", "puzzles", "`solve` ÷ search, median", "over twice", "over 50 ms more", "most"],
        [
            [
                name, str(f["puzzles"]), times(f["ratio"]), str(f["over twice"]), str(f["over"]),
                f"{f['most']:.1f} ms",
            ]
            for name, f in data.items()
        ],
        text="`solve(puzzle)` against `solve(puzzle, strategies=())`, CPU time, puzzle by puzzle, "
        "the best of three rounds in turns; puzzles that the search does not finish in 5 s are "
        "left out. Steps are made when somebody looks at them, and are not in these times.",
    )  # fmt: skip


SUITE = Suite("answering", "Solving against searching", _measure, _tables)
