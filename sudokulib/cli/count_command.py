"""``sudokulib count``: the number of solutions, and how it is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sudokulib
from sudokulib.cli.drawing import geometry_line
from sudokulib.cli.options import (
    GivensArgument,
    Json,
    Nodes,
    Search,
    Seconds,
    TargetArgument,
    announced_seed,
    seed_option,
)
from sudokulib.cli.output import CODES, Answer, answering
from sudokulib.cli.progress import running_count
from sudokulib.cli.subject import puzzle_of
from sudokulib.render.results.parts import count_data, estimate_data, puzzle_data

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries.core import Count
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.search import Estimate


class CountMethod(StrEnum):
    """Ways to know a number."""

    AUTO = "auto"
    COMPUTED = "computed"
    DERIVED = "derived"
    PUBLISHED = "published"


class CountedCells(StrEnum):
    """What fillings are of."""

    ALL = "all"
    DIGITS = "digits"


def count(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Stop when there are that many.")
    ] = None,
    how: Annotated[
        CountMethod, typer.Option("--how", help="Insist on one way to know it.")
    ] = CountMethod.AUTO,
    of: Annotated[
        CountedCells, typer.Option("--of", help="digits: not what stands in layers.")
    ] = CountedCells.ALL,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="About how many, from random probes.")
    ] = False,
    samples: Annotated[int, typer.Option("--samples", min=1, help="Probes of an estimate.")] = 1000,
    seed: Annotated[int | None, seed_option("; of an estimate")] = None,
    search: Search = "auto",
    seconds: Seconds = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> None:
    """Count the solutions of a puzzle, or the filled grids of a geometry."""
    with answering("count", as_json) as answer:
        puzzle = puzzle_of(target, givens)
        counted = _CountReport(puzzle, limit, estimate)
        options: dict[str, Any] = {"search": search, "seconds": seconds, "nodes": nodes}
        began = perf_counter()
        try:
            with running_count("solutions") as report:
                if estimate:
                    counted.estimated = sudokulib.estimate(
                        puzzle, samples=samples, seed=announced_seed(seed), **options
                    )
                else:
                    counted.found = sudokulib.count(
                        puzzle, limit, how=how.value, of=of.value, progress=report, **options
                    )
        except sudokulib.OutOfBudget as error:
            counted.stopped = error.reason
            answer.code = CODES["unknown"]
        if counted.found is not None and counted.found.stopped:
            counted.stopped = counted.found.stopped
            answer.code = CODES["unknown"]
        counted.seconds = perf_counter() - began
        if as_json:
            answer.data(_data(counted))
        else:
            _print(answer, counted)


@dataclass
class _CountReport:
    """The result of a count.

    Args:
        puzzle: what was counted.
        limit: where to stop, or None.
        estimating: whether an estimate was asked for.
        found: the number; None if it is not known.
        estimated: the approximate number, if requested.
        stopped: "time" or "nodes" if a limit ended the count, else empty.
        seconds: wall time.
    """

    puzzle: Puzzle
    limit: int | None
    estimating: bool
    found: Count | None = None
    estimated: Estimate | None = None
    stopped: str = ""
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """True if the number is all there are."""
        return (
            self.found is not None
            and self.found.complete
            and (self.limit is None or self.found.value < self.limit)
        )


def _data(counted: _CountReport) -> dict[str, Any]:
    return {
        "puzzle": puzzle_data(counted.puzzle),
        **count_data(counted.found),
        "estimate": estimate_data(counted.estimated),
        "complete": counted.complete,
        "seconds": counted.seconds,
        "stopped": counted.stopped,
    }


def _print(answer: Answer, counted: _CountReport) -> None:
    answer.say(geometry_line(counted.puzzle))
    found, seconds = counted.found, f"{counted.seconds:.2f} s"
    what = "solution" if counted.puzzle.givens else "filled grid"
    if counted.estimated is not None:
        answer.say(f"about {counted.estimated} {what}s", "bold")
        answer.say(f"estimated from {counted.estimated.samples:,} random probes ({seconds})")
        return
    if counted.stopped:
        limit = "--seconds" if counted.stopped == "time" else "--nodes"
        least = f", {found.value:,} or more" if found is not None and found.value else ""
        answer.say(f"unknown{least}: stopped by {limit} after {seconds}", "bold yellow")
        if not counted.estimating:
            answer.say("--estimate gives an approximate number")
        return
    assert found is not None, "else it was stopped"
    plural = "" if found.value == 1 else "s"
    least = "" if counted.complete else "at least "
    answer.say(f"{least}{found.value:,} {what}{plural}{_size(found.value)}", "bold")
    answer.say(f"{_known(found)} ({seconds})")


def _size(number: int) -> str:
    """Return the size of a number of 16 digits or more in words; of others nothing."""
    digits = str(number)
    if len(digits) < 16:
        return ""
    return f" ({len(digits)} digits, about {digits[0]}.{digits[1:3]}e{len(digits) - 1})"


def _known(found: Count) -> str:
    if found.source.startswith(found.known):
        return found.source
    return f"{found.known}: {found.source}" if found.source else found.known
