"""Loops: Masyu puzzles, beside CP-SAT's circuit constraint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time

from benchmarks.masyu import by_circuit, random_masyu
from benchmarks.suites.suite import Data, Run, Suite, Table, seconds, times

__all__ = ["SUITE"]

_SIZES = (10, 15, 20)
_SHARES = (1.0, 0.6)
"""How many of the circles are kept: with fewer, loops are harder to find."""
_PUZZLES = 8
_LIMIT = 10.0
"""Seconds for a puzzle."""


def _measure(run: Run) -> Data:
    from sudokulib import read, solve

    def ours(text: str) -> str:
        return solve(read(text), strategies=(), seconds=_LIMIT).status

    found: list[Data] = []
    for size in _SIZES[:1] if run.quick else _SIZES:
        for share in _SHARES:
            for seed in range(run.most(_PUZZLES)):
                run.say(f"loops: {size}x{size}, {share:.0%} of the circles, seed {seed}")
                puzzle = random_masyu(size, share, Random(seed))
                status, spent = _timed(partial(ours, puzzle.text()))
                theirs, beside = _timed(partial(by_circuit, puzzle, _LIMIT))
                if {status, theirs} - {"unknown"} != {status}:
                    raise AssertionError(f"{status}, but CP-SAT says {theirs}: {puzzle}")
                found.append({"size": size, "share": share, "circles": len(puzzle[1] + puzzle[2]),
                              "status": status, "ours": spent, "cp-sat": beside,
                              "finished": theirs != "unknown"})  # fmt: skip
    return {"limit": _LIMIT, "puzzles": found}


def _timed(call: Callable[[], str]) -> tuple[str, float]:
    """Return what a call returns, and its CPU seconds."""
    began = process_time()
    result = call()
    return result, process_time() - began


def _tables(data: Data) -> Iterator[Table]:
    groups: dict[tuple[int, float], list[Data]] = {}
    for one in data["puzzles"]:
        groups.setdefault((one["size"], one["share"]), []).append(one)
    yield Table(
        ["Masyu", "circles", "ours", "slowest", "CP-SAT", "CP-SAT ÷ ours", "least",
         f"not within {data['limit']:g} s"],
        [[f"{size}×{size}, {share:.0%} of the circles", *_row(group)]
         for (size, share), group in groups.items()],
        text="Random loops, and all circles that they allow, or a part of them. CPU time of the "
        "first run until two loops are found or one is proved the only one, with reading and "
        "compiling; medians. CP-SAT: one worker, a circuit; the last column is about it.",
    )  # fmt: skip


def _row(group: list[Data]) -> list[str]:
    ratios = [one["cp-sat"] / one["ours"] for one in group]
    ours = [one["ours"] for one in group]
    return [
        f"{median(one['circles'] for one in group):g}", seconds(median(ours)), seconds(max(ours)),
        seconds(median(one["cp-sat"] for one in group)), times(median(ratios)), times(min(ratios)),
        str(sum(not one["finished"] for one in group)),
    ]  # fmt: skip


SUITE = Suite("loops", "Loops beside a circuit constraint", _measure, _tables)
