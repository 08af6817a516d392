"""How far calls go beyond a limit of time, on puzzles that they could not finish.

Each call has a process of its own, which is watched from another one: what counts is the CPU time
that it uses after its time is over, so that a busy machine is not blamed on the library.
"""

from __future__ import annotations

import faulthandler
import json
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.hard_subjects import HARD_SUBJECTS, HARD_TEXTS
from benchmarks.suites.suite import Data, Run, Suite, Table

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["CALLS", "SUITE", "overrun"]

_LIMITS = (0.2, 1.0)
_ALLOWED = 0.3
"""Seconds beyond a limit that are no fault; or a tenth of it, if that is more."""

_PATIENCE = 20.0
"""Seconds of CPU time beyond the limit after which a call is killed."""

_LATE = 0.15
"""Seconds beyond the limit after which a call is asked where it is."""

_WORST = 12

_ONLY = "SUDOKULIB_LIMITS"
"""The variable with a pattern of calls and puzzles, such as ``^solve .*symbols``; absent: all."""


def _exhausted(items: Any, most: int = 10**9) -> Any:
    for _ in islice(items, most):
        pass
    return items


def _writes_set(library: Any, puzzle: Puzzle, **limits: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        return library.write_set(Path(folder, "set.jsonl"), puzzle, 9, seed=1, **limits)


CALLS: dict[str, Callable[..., Any]] = {
    "canonical": lambda s, p, **k: s.canonical(p, **k),
    "check": lambda s, p, **k: s.check(p, **k),
    "compile": lambda s, p, **k: s.compile(p, **k),
    "count": lambda s, p, **k: s.count(p, **k),
    "equivalent": lambda s, p, **k: s.equivalent(p, p, **k),
    "estimate": lambda s, p, **k: s.estimate(p, samples=10**6, **k),
    "explain": lambda s, p, **k: _exhausted(s.explain(p, **k)),
    "generate": lambda s, p, **k: s.generate(p, seed=1, **k),
    "generate_many": lambda s, p, **k: _exhausted(s.generate_many(p, seed=1, **k)),
    "generate_set": lambda s, p, **k: _exhausted(s.generate_set(p, 9, seed=1, **k)),
    "hint": lambda s, p, **k: s.hint(p, **k),
    "is_unique": lambda s, p, **k: s.is_unique(p, **k),
    "layout": lambda s, p, **k: s.layout(p, seed=1, **k),
    "lint": lambda s, p, **k: s.lint(p, **k),
    "rate": lambda s, p, **k: s.rate(p, **k),
    "solution": lambda s, p, **k: s.solution(p, seed=1, **k),
    "solutions": lambda s, p, **k: _exhausted(s.solutions(p, **k)),
    "solve": lambda s, p, **k: s.solve(p, **k),
    "solve_many": lambda s, p, **k: _exhausted(s.solve_many([p], **k)),
    "steps": lambda s, p, **k: _exhausted(s.steps(p, **k)),
    "support_counts": lambda s, p, **k: s.support_counts(p, **k),
    "symmetries": lambda s, p, **k: s.symmetries(p.geometry, **k),
    "true_candidates": lambda s, p, **k: s.true_candidates(p, **k),
    "write_set": _writes_set,
    "Editor.count": lambda s, p, **k: s.Editor(p).count(10**9, **k),
    "Editor.solution": lambda s, p, **k: s.Editor(p).solution(**k),
    "Editor.status": lambda s, p, **k: s.Editor(p).status(**k),
    "Editor.true_candidates": lambda s, p, **k: s.Editor(p).true_candidates(**k),
}
"""Calls with a limit of time, of a puzzle."""

_READS = ("check", "compile", "count", "explain", "generate", "hint", "lint", "rate", "solve")

READINGS = {f"{call} of text": CALLS[call] for call in _READS}
"""Calls with a limit of time, of text that takes long to read."""

BOARDS: dict[str, Callable[..., Any]] = {
    "tredoku": lambda s, p, **k: s.tredoku(60, seed=1, **k),
    "tredoku_tilings": lambda s, p, **k: _exhausted(s.tredoku_tilings(14, **k)),
}
"""Calls with a limit of time, of no puzzle."""


def overrun(call: str, subject: str, seconds: float) -> Data:
    """Return what a call used beyond a limit, from a process of its own.

    Returns:
        ``cpu`` and ``wall`` are seconds after the limit, negative wall for calls that end before
        it; ``end`` is how the call ended, ``where`` the line of the library at which it was late.
    """
    context = multiprocessing.get_context("fork")
    mine, its = context.Pipe()
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as late:
        process = context.Process(target=_call, args=(its, call, subject, seconds, late.name))
        process.start()
        its.close()
        found = _watched(mine, process.pid or 0, seconds)
        process.kill()
        process.join()
        return {"call": call, "subject": subject, "seconds": seconds, **found,
                "where": _where(late.read())}  # fmt: skip


def _call(pipe: Connection, call: str, subject: str, seconds: float, late: str) -> None:
    """Make a puzzle, then the call, in this process; say when it begins and how it ends."""
    import sudokulib

    puzzle = (HARD_SUBJECTS | HARD_TEXTS)[subject]() if call not in BOARDS else None
    with open(late, "w", encoding="utf-8") as file:
        faulthandler.dump_traceback_later(seconds + _LATE, file=file)
        pipe.send(time.monotonic())
        try:
            answer = (CALLS | READINGS | BOARDS)[call](sudokulib, puzzle, seconds=seconds)
            end = getattr(answer, "stopped", "") or "answered"
        except sudokulib.SudokuError as error:
            end = type(error).__name__
        pipe.send((time.monotonic(), time.process_time(), end))
        faulthandler.cancel_dump_traceback_later()
    os._exit(0)


def _watched(pipe: Connection, process: int, seconds: float) -> Data:
    """Return what a process used after its deadline."""
    clock = (~process << 3) | 2  # the clock of another process: clock_getcpuclockid in glibc
    try:
        limit = pipe.recv() + seconds
        if pipe.poll(max(0.0, limit - time.monotonic())):
            ended, _, end = pipe.recv()
            return {"cpu": 0.0, "wall": ended - limit, "end": end}
        used = _cpu(clock)
        while not pipe.poll(0.5):
            if _cpu(clock) - used > _PATIENCE:
                return {"cpu": _PATIENCE, "wall": time.monotonic() - limit, "end": "killed"}
        ended, spent, end = pipe.recv()
        used = min(used, spent)
    except EOFError:
        return {"cpu": 0.0, "wall": 0.0, "end": "crashed"}
    return {"cpu": spent - used, "wall": ended - limit, "end": end}


def _cpu(clock: int) -> float:
    """Return the CPU time of a process; infinite once it has ended."""
    try:
        return time.clock_gettime(clock)
    except OSError:
        return inf


def _where(traceback: str) -> str:
    """Return the innermost line of the library in a traceback, as ``file:line function``."""
    frames = re.findall(r'File ".*?/sudokulib/(.*?)", line (\d+) in (\S+)', traceback)
    return "{}:{} {}".format(*frames[0]) if frames else ""


def _measure(run: Run) -> Data:
    if not sys.platform.startswith("linux"):
        return {}
    _import_everything()
    only = re.compile(os.environ.get(_ONLY, ""))
    found = []
    for seconds in _LIMITS[:1] if run.quick else _LIMITS:
        for call in (*CALLS, *READINGS, *BOARDS):
            for subject in _subjects(call):
                if only.search(f"{call} {subject}"):
                    found.append(overrun(call, subject, seconds))
                    run.say(f"limits: {json.dumps(found[-1])}")
    return {"calls": found}


def _subjects(call: str) -> Iterable[str]:
    if call in BOARDS:
        return ("no puzzle",)
    return HARD_SUBJECTS if call in CALLS else HARD_TEXTS


def _import_everything() -> None:
    """Import what calls import when they need it, so that no limit has to pay for it."""
    from importlib import import_module
    from pkgutil import walk_packages

    import sudokulib

    for name in ("numpy", "networkx"):
        import_module(name)
    for module in walk_packages(sudokulib.__path__, "sudokulib."):
        if not re.search(r"__main__|pytest|_kernel|cli|testing|cp_sat", module.name):
            import_module(module.name)


def _tables(data: Data) -> Iterator[Table]:
    if not data:
        return
    groups = defaultdict(list)
    for one in data["calls"]:
        groups[one["call"], one["seconds"]].append(one)
    limits = sorted({seconds for _, seconds in groups})
    yield Table(
        ["call", *(f"{limit:g} s: worst, on" for limit in limits), "beyond it"],
        [_row(name, [groups[name, limit] for limit in limits])
         for name in dict.fromkeys(one["call"] for one in data["calls"])],
        text="CPU time that each call uses after its `seconds` are over, the worst of "
        f"{len(HARD_SUBJECTS)} puzzles ({'; '.join(HARD_SUBJECTS)}) or {len(HARD_TEXTS)} texts "
        f"({'; '.join(HARD_TEXTS)}). Beyond it: how many took more than {_ALLOWED} s or a tenth of "
        "the limit.",
    )  # fmt: skip
    worst = sorted(data["calls"], key=lambda one: -one["cpu"])[:_WORST]
    yield Table(
        ["the farthest beyond", "limit", "CPU time", "wall time", "where"],
        [[f"`{one['call']}`, {one['subject']}", f"{one['seconds']:g} s", _ms(one["cpu"]),
          _ms(one["wall"]), f"`{one['where']}`" if one["where"] else "–"] for one in worst],
    )  # fmt: skip


def _row(name: str, groups: list[list[Data]]) -> list[str]:
    worst = [max(group, key=lambda one: one["cpu"]) for group in groups]
    beyond = [
        one
        for group in groups
        for one in group
        if one["cpu"] > max(_ALLOWED, one["seconds"] / 10) or one["end"] == "crashed"
    ]
    told = [f"{_ms(one['cpu'])}, {one['subject']}" if one["cpu"] else "–" for one in worst]
    return [f"`{name}`", *told, str(len(beyond))]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


SUITE = Suite("limits", "Limits of time", _measure, _tables)
