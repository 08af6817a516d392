"""Classic puzzles: every contender, and threads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from time import perf_counter, process_time

from benchmarks.contenders import threads
from benchmarks.packages import Cadical, CadicalAssuming
from benchmarks.puzzle_sets import CLASSIC, PuzzleSet, read_puzzle_set
from benchmarks.suites.races import race_results, race_tables
from benchmarks.suites.suite import Data, Run, Suite, Table, number, times

__all__ = ["SUITE"]

_MOST = 10_000


def _measure(run: Run) -> Data:
    found: Data = {"sets": {}, "threads": {}}
    for name in CLASSIC:
        puzzles = read_puzzle_set(run.data, name, run.most(_MOST))
        if puzzles is None:
            run.say(f"classic: {name} is not there")
            continue
        run.say(f"classic: {name}")
        found["sets"][name] = race_results(puzzles, run.rules(chunk=500))
        found["threads"][name] = _threads(puzzles)
    return found


def _threads(puzzles: PuzzleSet) -> Data:
    """Measure one thread and two in turns: wall time and CPU time, the best of five.

    They are solved again and again for a quarter of a second, or starting threads would count.
    """
    began = perf_counter()
    threads(puzzles, 1)()
    often = ceil(0.25 / (perf_counter() - began))
    puzzles = replace(puzzles, items=puzzles.items * often)
    work = {n: threads(puzzles, n) for n in (1, 2)}
    clocks = {"wall": perf_counter, "cpu": process_time}
    least: dict[str, float] = {}
    for _ in range(5):
        for n, task in work.items():
            before = {clock: read() for clock, read in clocks.items()}
            task()
            for clock, read in clocks.items():
                key = f"{clock} {n}"
                least[key] = min(least.get(key, float("inf")), read() - before[clock])
    return {"puzzles": len(puzzles.items), **least}


def _tables(data: Data) -> Iterator[Table]:
    yield from race_tables(data, Cadical.name)
    yield _assuming(data)
    rows = [
        [
            name, number(t["puzzles"] / t["wall 1"]), number(t["puzzles"] / t["wall 2"]),
            times(t["wall 1"] / t["wall 2"]), times(t["cpu 2"] / t["cpu 1"]),
        ]
        for name, t in data["threads"].items()
    ]  # fmt: skip
    yield Table(
        ["set", "one thread, puzzles/s", "two threads, puzzles/s", "gain", "CPU time"],
        rows,
        title="Threads",
        text="`solve_many(threads=2)` by wall time, each solution read as a line, and its CPU "
        "time to that of one thread.",
    )


def _assuming(data: Data) -> Table:
    """Return a table of ratios to CaDiCaL used with assumptions only."""
    rates = {
        name: {n: lap["rate"] for n, lap in found["laps"].items()}
        for name, found in data["sets"].items()
    }
    ours = [n for found in data["sets"].values() for n in found["laps"] if n.startswith("`")]
    rows = [
        [name, *(times(_over(r, name, CadicalAssuming.name)) for r in rates.values())]
        for name in dict.fromkeys(ours)
    ]
    return Table(["", *rates], rows, text=f"Times as fast as {CadicalAssuming.name}:")


def _over(rates: dict[str, float], one: str, other: str) -> float:
    return rates.get(one, 0) / rates[other] if rates.get(other) else 0


SUITE = Suite("classic", "Classic puzzles", _measure, _tables)
