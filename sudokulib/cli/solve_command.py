"""``sudokulib solve``: the solution, how it was found, and whether it is the only one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sudokulib
from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.drawing import geometry_line, print_picture
from sudokulib.cli.json_data import difference_data, puzzle_data, solution_data, step_data
from sudokulib.cli.options import Nodes, Search, Seconds
from sudokulib.cli.output import CODES, Answer, Json, answering
from sudokulib.cli.subject import GivensArgument, TargetArgument, puzzle_of

if TYPE_CHECKING:
    from sudokulib.cli import batch as batches
    from sudokulib.explaining import solving_path
    from sudokulib.solving.result import Result
else:  # not for --help
    solving_path = lazy_module("sudokulib.explaining.solving_path")
    batches = lazy_module("sudokulib.cli.batch")

__all__ = ["solve"]


def solve(
    target: TargetArgument = "",
    givens: GivensArgument = None,
    *,
    steps: Annotated[bool, typer.Option("--steps", help="List every step in words.")] = False,
    search: Search = "auto",
    seconds: Seconds = None,
    nodes: Nodes = None,
    no_logic: Annotated[bool, typer.Option("--no-logic", help="Search only.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Pictures without borders.")] = False,
    as_json: Json = False,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch",
            metavar="FILE",
            help="Solve the puzzles in a file (-: standard input), one in each line.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Batch: where results go; .jsonl for JSON."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Batch: go on where a run was interrupted.")
    ] = False,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Batch: how many solve.")] = 1,
    column: Annotated[
        str, typer.Option("--column", help="Batch: which column of a CSV or Parquet file.")
    ] = "",
) -> None:
    """Solve a puzzle (a file, or a geometry and givens), or many with --batch."""
    if batch is not None:
        if givens is not None or steps:
            raise typer.BadParameter("--batch takes no givens and lists no steps")
        options = batches.BatchOptions(
            batch, target or "9x9", out, resume, threads, search, seconds, nodes, column
        )
        with answering("solve", as_json) as answer:
            batches.solve_batch(options, answer)
        return
    if not target:
        raise typer.BadParameter("Missing argument 'FILE|GEOMETRY'.")
    if out or resume or threads > 1 or column:
        raise typer.BadParameter("--out, --resume, --threads and --column need --batch")
    with answering("solve", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        limits: dict[str, Any] = {"search": search, "seconds": seconds, "nodes": nodes}
        if no_logic:
            limits["strategies"] = ()
        result = sudokulib.solve(puzzle, **limits)
        answer.code = CODES[result.status]
        if as_json:
            answer.data(_data(result))
        else:
            _Report(answer, result, plain).print(steps)


def _data(result: Result) -> dict[str, Any]:
    stats = result.stats
    return {
        "puzzle": puzzle_data(result.puzzle),
        "status": result.status,
        "solutions": [solution_data(solution) for solution in result.solutions],
        "difference": list(map(difference_data, result.differences)),
        "conflict": result.conflict,
        "steps": [
            step_data(one) for one in solving_path.explain_steps(result.puzzle, result.steps)
        ],
        "order": [{"cell": p.cell, "symbol": p.symbol, "by": p.by} for p in result.order],
        "stats": {
            "steps": dict(stats.steps),
            "nodes": stats.nodes,
            "seconds": stats.seconds,
            "stopped": stats.stopped,
            "search": stats.search,
        },
    }


_MAX_SHOWN = 12
"""Cells listed where two solutions differ; more would not fit on one line."""


class _Report:
    """A result as text."""

    def __init__(self, answer: Answer, result: Result, plain: bool) -> None:
        self._answer = answer
        self._say = answer.say
        self._result = result
        self._plain = plain

    def print(self, steps: bool) -> None:
        """Print all of it."""
        puzzle = self._result.puzzle
        if title := puzzle.title or puzzle.geometry.title:
            self._say(title, "bold")
        self._say(geometry_line(puzzle))
        self._say("1 given" if len(puzzle.givens) == 1 else f"{len(puzzle.givens):,} givens")
        if steps:
            self._steps()
        self._techniques()
        self._say()
        getattr(self, f"_{self._result.status}")()

    def _steps(self) -> None:
        self._say()
        width = len(str(len(self._result.steps)))
        for one in solving_path.explain_steps(self._result.puzzle, self._result.steps):
            self._say(f"{one.number:{width}}. {one.text}")

    def _techniques(self) -> None:
        stats = self._result.stats
        counts = [(name.replace("-", " "), n) for name, n in stats.steps]
        if stats.nodes:
            counts.append(("nodes of the search", stats.nodes))
        if not counts:
            return
        self._say()
        width = max(len(f"{n:,}") for _, n in counts)
        for name, n in counts:
            self._say(f"  {n:>{width},}  {name}")

    def _picture(self, subject: Any, marked: frozenset[int] = frozenset()) -> None:
        print_picture(self._answer, subject, plain=self._plain, marked=marked)

    def _status(self, text: str, style: str) -> None:
        self._say()
        self._say(f"{self._result.status}: {text}", style)

    def _unique(self) -> None:
        self._picture(self._result.solutions[0])
        how = "logic and search" if self._result.stats.nodes else "logic alone"
        how = how if self._result.steps or not self._result.stats.nodes else "search alone"
        self._status(f"the only solution, by {how}, in {self._time}", "bold green")

    def _multiple(self) -> None:
        differences = self._result.differences
        puzzle = self._result.puzzle
        marked = frozenset(puzzle.geometry.cell(one.cell) for one in differences)
        for number, solution in enumerate(self._result.solutions[:2]):
            self._say("\nand" if number else "one of them:")
            self._picture(solution, marked)
        shown = [f"{one.cell} {'/'.join(one.symbols)}" for one in differences[:_MAX_SHOWN]]
        more = (
            f" and {len(differences) - _MAX_SHOWN:,} more" if len(differences) > _MAX_SHOWN else ""
        )
        count = "1 cell" if len(differences) == 1 else f"{len(differences):,} cells"
        self._say(f"\nthey differ in {count}: {', '.join(shown)}{more}")
        self._status(f"two solutions or more, found in {self._time}", "bold yellow")

    def _none(self) -> None:
        self._picture(self._result.puzzle)
        reason = self._result.conflict or "what clashes shows only after the steps above"
        if not self._result.conflict and not self._result.steps:
            reason = "every try of the search ends in a contradiction"
        self._status(f"no solution: {reason} ({self._time})", "bold red")

    def _unknown(self) -> None:
        found = self._result.solutions
        self._picture(found[0] if found else self._result.puzzle)
        so_far = "one solution, perhaps not the only one" if found else "no solution so far"
        limit = "--seconds" if self._result.stats.stopped == "time" else "--nodes"
        self._status(f"{so_far}; stopped by {limit} after {self._time}", "bold yellow")

    @property
    def _time(self) -> str:
        return f"{self._result.stats.seconds:.3f} s"
