"""One revision at work: answers requests and measures its own CPU time.

Started as ``python worker.py [FOLDER]``, with the folder that `sudokulib` is imported from unless
it is installed. Each line read is a request, each line written its reply, both JSON:

    {"family": "search", "source": {"text": "..."}, "limit": 5.0, "burst": 0.01}
    {"answer": {"status": "unique", "solution": "..."}, "first": 0.004, "best": 0.003, "runs": 4}

This file runs with revisions that know nothing of it: it imports nothing of the project but what
`_NAMES` lists, and a revision that lacks one of those names is measured on the rest.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

__all__ = ["FAMILIES", "Work", "forget", "measured", "serve"]

_NAMES = {
    "compile": ("sudokulib.model:compile_puzzle",),
    "generate": ("sudokulib:generate",),
    "geometry": ("sudokulib:geometry",),
    "kernel": ("sudokulib._kernel:build",),
    "read": ("sudokulib:read",),
    "solve": ("sudokulib:solve",),
    "solve_many": ("sudokulib:solve_many",),
    "steps": ("sudokulib:steps", "sudokulib:explain"),
}
"""The names used of the library, each with all its former places, the newest first."""

Source = dict[str, str]
"""The source of a puzzle: "text" in any format; a "path"; or a "line" on a "geometry"."""

Answer = dict[str, Any]
"""The answer to a request: compared with the other revision's, except for "steps" and "text"."""

_MOST_RUNS = 50
"""Runs of one request at most, however short they are."""
_PREPARING = 5.0
"""The CPU time of a request, untimed parts included, in bursts, after which it is not repeated."""


class _Missing(Exception):  # noqa: N818 - it is an answer
    """The revision has nothing of that name."""


class _OutOfTime(BaseException):
    """Raised inside the library when a request takes too long; a BaseException, never caught."""


def _named(what: str) -> Any:
    for name in _NAMES[what]:
        module, _, attribute = name.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except (ImportError, AttributeError):
            continue
    raise _Missing(what)


@dataclass(frozen=True)
class Work:
    """The measurement of a request.

    Args:
        run: what is timed; takes what `prepare` returned.
        tell: the answer in what `run` returned; not timed.
        prepare: called before each run; not timed.
    """

    run: Callable[[Any], Any]
    tell: Callable[[Any], Answer]
    prepare: Callable[[], Any] = lambda: None


Request = dict[str, Any]


def _reader(source: Source) -> Callable[[], Any]:
    """Return a function that reads a puzzle; the geometry of a line is looked up before."""
    if "line" in source:
        name = source["geometry"]
        place = Path(name) if name.endswith(".yaml") else name
        return partial(_named("geometry")(place).puzzle, source["line"])
    return partial(_named("read"), Path(source["path"]) if "path" in source else source["text"])


def _read(source: Source) -> Any:
    return _reader(source)()


def reading(request: Request) -> Work:
    """Measure the way from text to puzzle, with the library's caches as they are."""

    def run(read: Callable[[], Any]) -> tuple[Any, int]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            return read(), len(caught)

    def tell(found: tuple[Any, int]) -> Answer:
        puzzle, unread = found
        cells = len(puzzle.geometry.cells)
        return {"cells": cells, "givens": len(puzzle.givens), "unread": unread}

    return Work(run, tell, lambda: _reader(request["source"]))


def compiling(request: Request) -> Work:
    """Measure the way from puzzle to model, each time as if for the first time: see `forget`."""

    def prepare() -> Any:
        forget()
        return _read(request["source"])

    return Work(_named("compile"), lambda _: {}, prepare)


class _Last:
    """The last puzzle requested, so that all runs use one and the same object."""

    source: Source | None = None
    puzzle: Any = None


def _compiled(request: Request) -> Any:
    """Return the puzzle of a request, read and compiled before."""
    if _Last.source != request["source"]:
        _Last.puzzle, _Last.source = _read(request["source"]), request["source"]
    with suppress(_Missing):  # then the first search compiles, and says so in its time
        _named("compile")(_Last.puzzle)
    return _Last.puzzle


def searching(request: Request) -> Work:
    """Measure whether there is one solution, by search alone, on a compiled puzzle."""
    solve = _named("solve")
    return Work(lambda puzzle: solve(puzzle, strategies=()), _answer, lambda: _compiled(request))


def _answer(result: Any) -> Answer:
    """Return the status of a result, and its solution if that is the only one."""
    if result.status != "unique":
        return {"status": result.status}
    return {"status": "unique", "solution": _spelled(result.solution)}


def _spelled(solution: Any) -> str:
    symbols = [solution[cell] for cell in solution]
    return ("" if all(len(symbol) == 1 for symbol in symbols) else " ").join(symbols)


def stepping(request: Request) -> Work:
    """Measure the steps of the default strategies of `solve`, without search."""
    steps = _named("steps")
    default = inspect.signature(_named("solve")).parameters["strategies"].default
    return Work(
        lambda puzzle: list(steps(puzzle, strategies=default)),
        _concluded,
        lambda: _compiled(request),
    )


def _concluded(made: list[Any]) -> Answer:
    if not made:
        return {"conclusion": "no step", "rating": 0, "steps": 0}
    last = made[-1].after
    conclusion = "broken" if last.broken else "solved" if last.complete else "stuck"
    rating = max(float(step.rating) for step in made)
    return {"conclusion": conclusion, "rating": rating, "steps": len(made)}


def batching(request: Request) -> Work:
    """Measure the results of many puzzles: lines on one geometry, or puzzles read before."""
    solve_many, sources = _named("solve_many"), request["sources"]

    def prepare() -> tuple[list[Any], Any]:
        if all("line" in source for source in sources):
            return [s["line"] for s in sources], _named("geometry")(sources[0]["geometry"])
        return [_read(source) for source in sources], None

    def run(given: tuple[list[Any], Any]) -> list[Any]:
        return list(solve_many(*given))

    return Work(run, lambda found: {"answers": [_answer(result) for result in found]}, prepare)


def generating(request: Request) -> Work:
    """Measure the generation of the puzzle of a seed."""
    geometry, seed = _named("geometry")(request["geometry"]), request["seed"]
    generate = _named("generate")

    def tell(made: Any) -> Answer:
        return {"puzzle": getattr(made, "puzzle", made).line()}

    return Work(lambda _: generate(geometry, seed=seed), tell)


FAMILIES: dict[str, Callable[[Request], Work]] = {
    "read": reading,
    "compile": compiling,
    "search": searching,
    "logic": stepping,
    "batch": batching,
    "generate": generating,
}


def forget(package: str = "sudokulib") -> None:
    """Empty the bounded caches of a package, those made by ``functools.lru_cache(maxsize=...)``.

    They hold models, engines and tables of single puzzles. Unbounded caches stay, which hold
    registries and models of files, and so do geometries known by name: the next puzzle of a user
    finds them as well.
    """
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == package:
            for value in list(vars(module).values()):
                parameters = getattr(value, "cache_parameters", None)
                if callable(parameters) and parameters()["maxsize"] is not None:
                    value.cache_clear()


def measured(work: Work, limit: float, burst: float) -> dict[str, Any]:
    """Run some work again and again until `burst` seconds of CPU time are spent, at least once.

    Args:
        work: what to run.
        limit: CPU seconds for all runs.
        burst: CPU seconds after which it is not run again.

    Returns:
        The answer of the last run, the seconds of the first run and of the best, and how many runs.
    """
    times: list[float] = []
    result: Any = None
    start = process_time()
    with _time_limit(limit):
        while True:
            given = work.prepare()
            gc.collect(0)
            began = process_time()
            result = work.run(given)
            ended = process_time()
            times.append(ended - began)
            expensive = ended - start > _PREPARING * burst
            if sum(times) >= burst or expensive or len(times) == _MOST_RUNS:
                break
        answer = work.tell(result)
    return {"answer": answer, "first": times[0], "best": min(times), "runs": len(times)}


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_OutOfTime` inside after so much CPU time, where the system has alarms.

    The alarm itself is of wall time, and set again until the CPU time is spent: an alarm of CPU
    time would make the clock of the process advance in coarse ticks.
    """
    began = process_time()

    def stop(*_: object) -> None:
        left = seconds - (process_time() - began)
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.05))  # again, if this one is swallowed
        if left <= 0:
            raise _OutOfTime

    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def reply(request: Request) -> dict[str, Any]:
    """Return the reply to a request; an error in the library is an answer."""
    if request["family"] == "hello":
        return {"answer": _introduction()}
    try:
        work = FAMILIES[request["family"]](request)
        seconds = request.get("alarm") or request["limit"]
        return measured(work, seconds, request.get("burst", 0.0))
    except _Missing as missing:
        return {"answer": {"missing": str(missing)}}
    except _OutOfTime:
        return {"answer": {"timeout": True}}
    except Exception as error:
        return {"answer": {"error": type(error).__name__, "text": str(error)[:200]}}


def _introduction() -> Answer:
    """Return the place and build of the library, and the CPU time of importing what is used."""
    began = process_time()
    import sudokulib

    for what in _NAMES:
        try:
            _named(what)
        except _Missing:
            continue
    seconds = process_time() - began
    try:
        kernel = _named("kernel") or "none: pure Python"
    except _Missing:
        kernel = "unknown"
    file = str(getattr(sudokulib, "__file__", ""))
    return {"file": file, "kernel": kernel, "python": sys.version.split()[0], "import": seconds}


def serve() -> None:
    """Answer every line of the input; whatever the library prints goes to the error output."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        for line in sys.stdin:
            print(json.dumps(reply(json.loads(line))), file=out, flush=True)


if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:]
    serve()
