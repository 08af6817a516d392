"""Creating puzzles: beside other generators."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib import metadata
from itertools import count as numbers
from os import times as process_times
from pathlib import Path
from statistics import mean

from benchmarks.suites.suite import Data, Run, Suite, Table, number, times
from benchmarks.timing import best

__all__ = ["SUITE"]

Lines = Callable[[int], list[str]]
"""Makes a number of classic puzzles, each as a line."""

_ENOUGH = 2.0
"""Seconds of a contender; each makes more puzzles until they are spent."""

_CHECKED = 40

_KILLER = Path(__file__).parents[3] / "examples" / "recipes" / "killer.yml"


def _ours(wanted: int) -> list[str]:
    import sudokulib

    nine = sudokulib.geometry("9x9")
    return [made.puzzle.line() for made in sudokulib.generate_many(nine, wanted, seed=1)]


def _qqwing(wanted: int) -> list[str]:
    command = ["qqwing", "--generate", str(wanted), "--one-line"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def _py_sudoku(wanted: int) -> list[str]:
    from sudoku import Sudoku

    boards = [Sudoku(3, seed=seed).difficulty(0.65).board for seed in range(wanted)]
    return ["".join(str(value or ".") for row in board for value in row) for board in boards]


def _dokusan(wanted: int) -> list[str]:
    from dokusan import generators

    random.seed(1)
    return [str(generators.random_sudoku()).replace("0", ".") for _ in range(wanted)]


def _sudokutools(wanted: int) -> list[str]:
    from sudokutools.generate import generate

    random.seed(1)
    return [generate().encode().replace("0", ".") for _ in range(wanted)]


_MAKERS: dict[str, tuple[Lines, str]] = {
    "`generate_many`": (
        _ours,
        "random grid, givens dropped in random order as long as it is unique",
    ),
    "QQWing": (_qqwing, "`qqwing --generate`, compiled; the same way, in its own process"),
    "sudokutools": (_sudokutools, "`generate()`; the same way, from a grid that is less random"),
    "dokusan": (_dokusan, "`random_sudoku()`; 150 times one or two givens dropped if it is unique"),
    "py-sudoku": (_py_sudoku, "`difficulty(0.65)`: so many cells emptied, whatever comes of it"),
}


def _version(name: str) -> str:
    """Return the version of a maker of puzzles; empty if it is not installed."""
    if name == "QQWing":
        if not shutil.which("qqwing"):
            return ""
        done = subprocess.run(["qqwing", "--version"], check=True, capture_output=True, text=True)
        return done.stdout.split()[-1]
    try:
        return metadata.version("sudokulib" if name.startswith("`") else name)
    except metadata.PackageNotFoundError:
        return ""


def _spent() -> float:
    """Return the CPU time of this process and those that it has waited for."""
    return sum(process_times()[:4])


def _rate(make: Lines, enough: float) -> tuple[float, list[str]]:
    """Return the puzzles per second of the longest run, and its puzzles."""
    make(1)
    wanted = 1
    while True:
        began = _spent()
        lines = make(wanted)
        spent = _spent() - began
        if spent >= enough / 2:
            return wanted / spent, lines
        wanted = max(2 * wanted, int(wanted * enough / max(spent, 0.02)))


def _needless(line: str) -> bool:
    """Return whether some given could go."""
    import sudokulib

    nine = sudokulib.geometry("9x9")
    shorter = (f"{line[:n]}.{line[n + 1 :]}" for n, mark in enumerate(line) if mark != ".")
    return any(sudokulib.is_unique(nine.puzzle(one)) for one in shorter)


def _measure(run: Run) -> Data:
    import sudokulib

    nine = sudokulib.geometry("9x9")
    makers: Data = {}
    for name, (make, how) in _MAKERS.items():
        if not (version := _version(name)):
            continue
        run.say(f"generating: {name}")
        rate, lines = _rate(make, _ENOUGH * run.share)
        checked = lines[:_CHECKED]
        unique = [line for line in checked if sudokulib.is_unique(nine.puzzle(line))]
        makers[name] = {
            "how": how, "version": version, "rate": rate,
            "givens": mean(81 - line.count(".") for line in lines),
            "unique": len(unique) / len(checked),
            "minimal": sum(not _needless(line) for line in unique) / len(checked),
        }  # fmt: skip
    rates = {name: _kernel(name, run) for name in ("9x9", "samurai")}
    run.say("generating: killers")
    return {"makers": makers, "kernel": rates, "killers": _killers(run)}


def _kernel(name: str, run: Run) -> float:
    """Return minimal puzzles per second of the search alone, the best of five turns."""
    import sudokulib
    from sudokulib.model import compile_puzzle
    from sudokulib.search import Budget, ThinningPlan, backend

    model = compile_puzzle(sudokulib.geometry(name).puzzle())
    plan = ThinningPlan(tuple((cell,) for cell in range(model.cells)))
    made = backend("auto").minimal_puzzles(model, plan, numbers(1), Budget())
    next(made)
    many = run.most(81_000 // model.cells)
    return many / best(lambda: [next(made) for _ in range(many)], rounds=5, enough=9)


def _killers(run: Run) -> float:
    """Return killers without givens per second, by the library as a whole."""
    import sudokulib

    made = sudokulib.generate_many(sudokulib.load_recipe(_KILLER), seed=1)
    next(made)
    many = run.most(200)
    return many / best(lambda: [next(made) for _ in range(many)], rounds=1)


def _tables(data: Data) -> Iterator[Table]:
    makers = data["makers"]
    ours = next(iter(makers.values()))["rate"]
    yield Table(
        ["", "puzzles/s", "ours are made", "givens, mean", "unique", "minimal"],
        [
            [
                f"{name} {m['version']}", number(m["rate"]), times(ours / m["rate"]),
                f"{m['givens']:.1f}", f"{m['unique']:.0%}", f"{m['minimal']:.0%}",
            ]
            for name, m in makers.items()
        ],
        text="Classic puzzles: CPU time, one thread. Ours are proved to have one solution and no "
        "given too many. `examples/generated` tells how many a second there are on each geometry.",
        notes=[
            *(f"{name}: {m['how']}." for name, m in makers.items()),
            "The search alone, without objects in Python: "
            + ", ".join(f"{name} {number(rate)}/s" for name, rate in data["kernel"].items()) + ".",
            "Killers of 9×9 without givens (`examples/recipes/killer.yml`): "
            f"{number(data['killers'])}/s.",
        ],
    )  # fmt: skip


SUITE = Suite("generating", "Creating puzzles", _measure, _tables)
