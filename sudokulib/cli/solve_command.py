"""``sudokulib solve``: the solution, how it was found, and whether it is the only one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.options import (
    Cluster,
    GivensArgument,
    Json,
    Nodes,
    OldThreads,
    OptionalTarget,
    Plain,
    Resume,
    Search,
    Seconds,
    batch_option,
    jobs_given,
    jobs_option,
    missing_target,
    out_option,
)
from sudokulib.cli.output import answering
from sudokulib.cli.solve_report import report_solution

if TYPE_CHECKING:
    from sudokulib.cli import batch as batches
else:  # not for --help
    batches = lazy_module("sudokulib.cli.batch")


def solve(
    target: OptionalTarget = "",
    givens: GivensArgument = None,
    *,
    steps: Annotated[bool, typer.Option("--steps", help="List every step in words.")] = False,
    search: Search = "auto",
    seconds: Seconds = None,
    nodes: Nodes = None,
    no_logic: Annotated[bool, typer.Option("--no-logic", help="Search only.")] = False,
    plain: Plain = False,
    as_json: Json = False,
    batch: Annotated[str | None, batch_option("each is solved")] = None,
    out: Annotated[Path | None, out_option(": the results of a batch; .jsonl for JSON")] = None,
    resume: Resume = False,
    jobs: Annotated[int | None, jobs_option("threads, for a batch; absent: 1")] = None,
    cluster: Cluster = "",
    threads: OldThreads = None,
    column: Annotated[
        str, typer.Option("--column", help="Batch: which column of a CSV or Parquet file.")
    ] = "",
) -> None:
    """Solve a puzzle (a file, or a geometry and givens), or many with --batch."""
    jobs = jobs_given(jobs, threads, "--threads")
    if batch is not None:
        if givens is not None or steps:
            raise typer.BadParameter("--batch takes no givens and lists no steps")
        options = batches.BatchOptions(
            batch, target or "9x9", out, resume, jobs, cluster, search, seconds, nodes, column
        )
        with answering("solve", as_json) as answer:
            batches.solve_batch(options, answer)
        return
    if not target:
        raise missing_target()
    if out or resume or jobs or cluster or column:
        raise typer.BadParameter("--out, --resume, --jobs, --cluster and --column need --batch")
    limits: dict[str, Any] = {"search": search, "seconds": seconds, "nodes": nodes}
    if no_logic:
        limits["strategies"] = ()
    report_solution(target, givens, limits, steps=steps, plain=plain, as_json=as_json)
