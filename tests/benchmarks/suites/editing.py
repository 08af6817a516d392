"""True candidates of a puzzle whose rules come step by step: anew each time, and by an editor."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.forgetting import forget_puzzles
from benchmarks.puzzle_sets import tasks
from benchmarks.suites.suite import Data, Run, Suite, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.solving.candidates import TrueCandidates

__all__ = ["SUITE"]

_STEPS = 6
_SECONDS = 3.0
_PROMPT = 100.0
"""Milliseconds within which a setter's page is to have its answer."""

_WORST = 10


def _measure(run: Run) -> Data:
    records = [task for task in tasks(run.data) if task.name.startswith("fpuzzles")]
    if not records:
        return {}
    anew: list[list[object]] = []
    edited: list[list[object]] = []
    for task in records[: run.most(len(records))]:
        run.say(f"editing: {task.name}")
        puzzle = task.load()
        edited += [[f"{task.name} {n}/{_STEPS}", *found] for n, found in _by_editor(puzzle)]
        anew += [[f"{task.name} {n}/{_STEPS}", *found] for n, found in _anew(puzzle)]
    return {"anew": anew, "by an editor": edited}


def _anew(puzzle: Puzzle) -> Iterator[tuple[int, tuple[float, str]]]:
    from sudokulib import true_candidates

    forget_puzzles()
    bare = puzzle.without_shapes(*puzzle.shapes)
    for n in range(1, _STEPS + 1):
        shapes = puzzle.shapes[: len(puzzle.shapes) * n // _STEPS]
        yield n, _timed(lambda: true_candidates(bare.with_shapes(*shapes), seconds=_SECONDS))  # noqa: B023


def _by_editor(puzzle: Puzzle) -> Iterator[tuple[int, tuple[float, str]]]:
    from sudokulib import Editor

    forget_puzzles()
    editor, shapes = Editor(puzzle.without_shapes(*puzzle.shapes)), puzzle.shapes

    def step(n: int) -> TrueCandidates:
        for shape in shapes[len(shapes) * (n - 1) // _STEPS : len(shapes) * n // _STEPS]:
            editor.add(shape)
        return editor.true_candidates(seconds=_SECONDS)

    for n in range(1, _STEPS + 1):
        yield n, _timed(lambda: step(n))  # noqa: B023


def _timed(ask: Callable[[], TrueCandidates]) -> tuple[float, str]:
    began = process_time()
    found = ask()
    return 1000 * (process_time() - began), found.stopped


def _tables(data: Data) -> Iterator[Table]:
    yield Table(
        ["true candidates", "states", "within 100 ms", "median", "worst", "stopped at 3 s"],
        [_row(name, states) for name, states in data.items()],
        text="The rules of the f-puzzles records, added in sixths: the CPU time until all true "
        "candidates of a state are known, compiling it included.",
        notes=[
            f"the slowest {name}: {', '.join(f'{state} {ms:.0f} ms' for state, ms, _ in worst)}"
            for name, states in data.items()
            if (worst := sorted(states, key=lambda one: -one[1])[:_WORST])
        ],
    )


def _row(name: str, states: list[tuple[str, float, str]]) -> list[str]:
    times = [ms for _, ms, _ in states]
    return [
        name, str(len(times)), f"{sum(ms <= _PROMPT for ms in times) / len(times):.1%}",
        f"{median(times):.1f} ms", f"{max(times):.0f} ms",
        str(sum(bool(stopped) for _, _, stopped in states)),
    ]  # fmt: skip


SUITE = Suite("editing", "Puzzles that change", _measure, _tables)
