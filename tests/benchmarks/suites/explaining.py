"""Solving with explanations: strategies first."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from benchmarks.puzzle_sets import read_puzzle_set
from benchmarks.suites.suite import Data, Run, Suite, Table, number

__all__ = ["SUITE"]

_SETS = {"classic_minimal": 100, "17clue": 60, "top1465": 30}


def _measure(run: Run) -> Data:
    from sudokulib import solve
    from sudokulib.solving.profiles import profile

    found: Data = {}
    quick = profile("quick").names
    for name, most in _SETS.items():
        puzzles = read_puzzle_set(run.data, name, run.most(most))
        if puzzles is None:
            continue
        run.say(f"explaining: {name}")
        subjects = [puzzles.geometry.puzzle(item.text) for item in puzzles.items]
        solve(subjects[0], strategies=quick)
        easy, spent, spent_on_easy = 0, 0.0, 0.0
        for subject in subjects:
            times = []
            for _ in range(3):
                began = process_time()
                result = solve(subject, strategies=quick)
                times.append(process_time() - began)
            spent += min(times)
            if not result.stats.nodes:
                easy += 1
                spent_on_easy += min(times)
        found[name] = {
            "puzzles": len(subjects), "rate": len(subjects) / spent, "easy": easy,
            "easy rate": easy / spent_on_easy if easy else 0,
        }  # fmt: skip
    return found


def _tables(data: Data) -> Iterator[Table]:
    yield Table(
        ["set", "puzzles", "puzzles/s", "without a guess", "of these, puzzles/s"],
        [
            [name, str(f["puzzles"]), number(f["rate"]), str(f["easy"]), number(f["easy rate"])]
            for name, f in data.items()
        ],
        text="`solve` with the strategies of `quick`: every deduction told, then search.",
    )


SUITE = Suite("explaining", "With explanations", _measure, _tables)
