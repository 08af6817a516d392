"""``sudokulib solve``: the solution, how it was found, and whether it is the only one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.options import GivensArgument, Json, Nodes, Search, Seconds, TargetArgument
from sudokulib.cli.output import answering
from sudokulib.cli.solve_report import report_solution

if TYPE_CHECKING:
    from sudokulib.cli import batch as batches
else:  # not for --help
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
    limits: dict[str, Any] = {"search": search, "seconds": seconds, "nodes": nodes}
    if no_logic:
        limits["strategies"] = ()
    report_solution(target, givens, limits, steps=steps, plain=plain, as_json=as_json)
