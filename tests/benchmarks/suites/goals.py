"""Goals, beside the measurements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple

from benchmarks.contenders import Batch, Lines, Reference
from benchmarks.packages import Cadical, CadicalAssuming, CpSat
from benchmarks.suites.beside_iss import Pair
from benchmarks.suites.suite import Data, Table, number, seconds, times

__all__ = ["GOALS", "Goal", "goal_row", "goal_table"]

All = Mapping[str, Data]
"""The data of every suite that was measured, by name."""


class Goal(NamedTuple):
    """A goal to reach.

    Args:
        work: the work to do.
        target: the least or the most that is required, in words.
        measured: returns the measurement in words, and whether it is enough; None if there is none.
    """

    work: str
    target: str
    measured: Callable[[All], tuple[str, bool] | None]


def _lap(data: All, puzzles: str, name: str, suite: str = "classic") -> Data | None:
    found = data.get(suite, {}).get("sets", {}).get(puzzles)
    return found["laps"].get(name) if found else None


def _against(puzzles: str, base: str, least: float, suite: str = "classic", by: str = Batch.name
             ) -> Callable[[All], tuple[str, bool] | None]:  # fmt: skip
    def measured(data: All) -> tuple[str, bool] | None:
        ours, other = (_lap(data, puzzles, n, suite) for n in (by, base))
        if not ours or not other or not other["rate"]:
            return None
        ratio = ours["ratios"].get(base) or ours["rate"] / other["rate"]
        return f"{times(ratio)} ({number(ours['rate'])}/s)", ratio >= least

    return measured


def _line_share(data: All) -> tuple[str, bool] | None:
    shares = {}
    for name in data.get("classic", {}).get("sets", {}):
        one, many = (_lap(data, name, n) for n in (Lines.name, Batch.name))
        if one and many and many["rate"]:
            shares[name] = one["rate"] / many["rate"]
    text = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    return (text, min(shares.values()) >= 0.8) if shares else None


def _threads(data: All) -> tuple[str, bool] | None:
    found = data.get("classic", {}).get("threads", {})
    gains = {name: t["wall 1"] / t["wall 2"] for name, t in found.items()}
    text = ", ".join(f"{name} {times(gain)}" for name, gain in gains.items())
    return (text, min(gains.values()) >= 1.9) if gains else None


def _pure(data: All) -> tuple[str, bool] | None:
    lap = _lap(data, "17clue", Reference.name)
    return (f"{number(lap['rate'])}/s", lap["rate"] >= 5000) if lap else None


def _count(name: str, most: float) -> Callable[[All], tuple[str, bool] | None]:
    def measured(data: All) -> tuple[str, bool] | None:
        found = data.get("counting", {}).get("counts", {}).get(name)
        if not found:
            return None
        if "seconds" not in found:
            return f"not within {data['counting']['limit']:g} s", False
        return seconds(found["seconds"]), found["seconds"] < most

    return measured


def _memory(data: All) -> tuple[str, bool] | None:
    size = data.get("footprint", {}).get("memory", {}).get("a samurai solved")
    return (f"{size / 1e6:.1f} MB", size < 60e6) if size else None


def _state(data: All) -> tuple[str, bool] | None:
    found = data.get("footprint", {}).get("state", {})
    text = ", ".join(f"{name} {size:,}" for name, size in found.items())
    most = max((found[name] for name in ("9x9", "16x16", "samurai") if name in found), default=0)
    return (f"{text} bytes", most < 10_000) if found else None


def _start(name: str, most: float) -> Callable[[All], tuple[str, bool] | None]:
    def measured(data: All) -> tuple[str, bool] | None:
        start = data.get("footprint", {}).get("start", {})
        found = start.get(name)
        if not found or found["failed"]:
            return None
        return f"{seconds(found['wall'])} (CPU {seconds(found['cpu'])})", found["wall"] < most

    return measured


def _import(data: All) -> tuple[str, bool] | None:
    start = data.get("footprint", {}).get("start", {})
    if not start:
        return None
    spent = start["`import sudokulib`"]["wall"] - start["`python -c pass`"]["wall"]
    return f"{seconds(max(spent, 0.0))} beyond the interpreter's own", spent < 0.1


def _explaining(data: All) -> tuple[str, bool] | None:
    found = data.get("rating", {}).get("profiles", {})
    names = [f"{level}, {profile}" for profile in ("quick", "everything")
             for level in ("easy", "medium")]  # fmt: skip
    rates = [found[name]["rate"] for name in names if name in found]
    if len(rates) < len(names):
        return None
    each = [number(rate) for rate in rates]
    return (
        f"easy {each[0]}/s, medium {each[1]}/s; always the easiest step: {each[2]}/s, {each[3]}/s",
        min(rates[:2]) >= 300,
    )


def _minimal(name: str, least: int) -> Callable[[All], tuple[str, bool] | None]:
    def measured(data: All) -> tuple[str, bool] | None:
        rate = data.get("generating", {}).get("kernel", {}).get(name)
        return (f"{number(rate)}/s", rate >= least) if rate else None

    return measured


def _killers(data: All) -> tuple[str, bool] | None:
    rate = data.get("generating", {}).get("killers")
    return (f"{number(rate)}/s", rate >= 20) if rate else None


def _iss(which: str) -> Callable[[All], tuple[str, bool] | None]:
    def measured(data: All) -> tuple[str, bool] | None:
        found = data.get("iss", {})
        pairs = [Pair(*one) for one in found.get("puzzles", ())]
        both = [one.ratio(which) for one in pairs if one.both]
        return (times(median(both)), median(both) >= 3) if both and found["beside"] else None

    return measured


def _masyu(data: All) -> tuple[str, bool] | None:
    found = data.get("loops", {}).get("puzzles", ())
    ratios = [one["ours"] / one["cp-sat"] for one in found]
    if not ratios:
        return None
    return f"{median(ratios):.2f} × in the median", median(ratios) <= 2


def _never(_data: All) -> None:
    return None


_DIRECT = (("17clue", 200), ("top1465", 100), ("hardest1106", 30))

GOALS: tuple[Goal, ...] = (
    *(
        Goal(f"{name}, unique, one thread, batch", f"≥ {least} × {base}",
             _against(name, base, least))
        for base in (CadicalAssuming.name, Cadical.name)
        for name, least in _DIRECT
    ),
    Goal("one puzzle a call, text in, text out", "≥ 0.8 of the batch", _line_share),
    Goal("grids with many solutions, to two", "≥ 0.8 × tdoku", _never),
    *(
        Goal(f"{name}, batch", f"≥ 50 × {CpSat.name}", _against(name, CpSat.name, 50, "sets"))
        for name in ("jigsaw", "x", "windoku", "samurai", "16x16")
    ),
    *(
        Goal(f"variants, reading and build included, {run}", "≥ 3 × Interactive Sudoku Solver",
             _iss(which))
        for which, run in (
            ("first", "first run"),
            ("forgotten", "best run, nothing kept"),
            ("best", "best run, what was read and built kept"),
        )
    ),
    Goal("random Masyu puzzles, first run", f"≤ 2 × the time of {CpSat.name}'s circuit", _masyu),
    Goal("28,200,960 grids of 6×6", "< 1 s", _count("6x6", 1)),
    Goal("all grids of 9×9", "< 1 minute", _count("9x9", 60)),
    Goal("two threads", "≥ 1.9 × one", _threads),
    Goal("memory after import and a samurai", "< 60 MB", _memory),
    Goal("state for each guess", "< 10 kB up to samurai", _state),
    Goal("`import sudokulib`", "< 100 ms", _import),
    Goal("`sudokulib solve` on a 9×9, cold", "< 0.35 s",
         _start("`sudokulib solve` on a 9×9", 0.35)),
    Goal("pure Python, 17clue", "≥ 5,000/s", _pure),
    Goal("easy and medium puzzles with explanations", "≥ 300/s", _explaining),
    Goal("minimal 9×9 puzzles, one thread, search alone", "≥ 5,000/s", _minimal("9x9", 5000)),
    Goal("minimal samurai, one thread, search alone", "≥ 30/s", _minimal("samurai", 30)),
    Goal("killers of 9×9 without givens, one thread", "≥ 20/s", _killers),
    Goal("rating of hardest1106", "≥ 20 × Sukaku Explainer", _never),
)  # fmt: skip


def goal_table(data: All) -> Table:
    """Return a table of every goal with its measurement."""
    return Table(
        ["work", "target", "measured", "met"],
        [list(goal_row(goal, data)) for goal in GOALS],
        notes=[
            "“Not measured here” compares with programs that no Python package brings, or is "
            "not built yet.",
        ],
    )


def goal_row(goal: Goal, data: All) -> Iterator[Any]:
    """Yield the cells of a goal in the table."""
    found = goal.measured(data)
    yield goal.work
    yield goal.target
    yield found[0] if found else "not measured here"
    yield ("yes" if found[1] else "**no**") if found else "–"
