"""``sudokulib rate``: how hard a puzzle is, or each puzzle of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import sudokulib
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.drawing import geometry_line
from sudokulib.cli.options import (
    Cluster,
    GivensArgument,
    Json,
    OldProcesses,
    OptionalTarget,
    Profile,
    Resume,
    Seconds,
    batch_option,
    jobs_given,
    jobs_option,
    missing_target,
    out_option,
)
from sudokulib.cli.output import Answer, answering, print_error
from sudokulib.cli.progress import running_count
from sudokulib.cli.subject import puzzle_of
from sudokulib.render.results.parts import puzzle_data
from sudokulib.render.results.ratings import rating_data

if TYPE_CHECKING:
    from sudokulib.cli import rate_batch as batches
    from sudokulib.solving.rating import Rating
else:
    batches = lazy_module("sudokulib.cli.rate_batch")

_MAX_SHOWN = 5
"""The most bottlenecks in the text, hardest first; the JSON has all."""


def rate(
    target: OptionalTarget = "",
    givens: GivensArgument = None,
    *,
    profile: Profile = "everything",
    seconds: Seconds = None,
    details: Annotated[
        bool,
        typer.Option("--details", help="Also what was open, bottlenecks, techniques needed."),
    ] = False,
    as_json: Json = False,
    batch: Annotated[str | None, batch_option("each is rated")] = None,
    out: Annotated[
        Path | None, out_option(": the results of a batch; .csv or .jsonl for those")
    ] = None,
    resume: Resume = False,
    jobs: Annotated[int | None, jobs_option("processes, for a batch; absent: 1")] = None,
    cluster: Cluster = "",
    processes: OldProcesses = None,
) -> None:
    """Rate a puzzle (a file, or a geometry and givens), or many with --batch."""
    jobs = jobs_given(jobs, processes, "--processes")
    if batch is not None:
        if givens is not None:
            raise typer.BadParameter("--batch takes no givens")
        options = batches.RateOptions(
            batch, target or "9x9", out, resume, jobs, cluster, profile, seconds, details
        )
        with answering("rate", as_json) as answer:
            batches.rate_batch(options, answer)
        return
    if not target:
        raise missing_target()
    if out or resume or jobs or cluster:
        raise typer.BadParameter("--out, --resume, --jobs and --cluster need --batch")
    with answering("rate", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        budget = Budget(seconds)
        with running_count("steps") as show:
            rating = sudokulib.rate(puzzle, profile=profile, seconds=seconds, progress=show)
        details = details and _details_in_time(rating, budget)
        answer.code = 0 if rating.solved else 4
        if as_json:
            data = {"puzzle": puzzle_data(rating.puzzle)}
            answer.data({**data, **rating_data(rating, details=details)})
        else:
            _report(answer, rating, details)


def _details_in_time(rating: Rating, budget: Budget) -> bool:
    """Compute the details, which the rating caches; return whether that was done in time."""
    try:
        with interruptible(budget.check):
            return bool((rating.alternatives, rating.needed))
    except OutOfBudget:
        print_error("stopped by --seconds; the details are left out")
        return False


def _report(answer: Answer, rating: Rating, details: bool) -> None:
    if title := rating.puzzle.title or rating.puzzle.geometry.title:
        answer.say(title, "bold")
    answer.say(geometry_line(rating.puzzle))
    if rating.positions:
        _grades(answer, rating)
    if details and rating.positions:
        _details(answer, rating)
    answer.say()
    answer.say(_end(rating), "bold green" if rating.solved else "bold yellow")


def _grades(answer: Answer, rating: Rating) -> None:
    answer.say()
    for name, grade, meaning in (
        ("ER", rating.er, "hardest step"),
        ("EP", rating.ep, "hardest up to the first placement"),
        ("ED", rating.ed, "first step"),
    ):
        answer.say(f"  {name}  {grade.rating:4.1f}  {meaning}: {_name(grade.technique)}")
    level = f"level {rating.level}, " if rating.level else ""
    answer.say(f"\n  {level}score {rating.score:,}")
    width = len(f"{max(rating.techniques.values(), default=0):,}")
    answer.say()
    for name, number in rating.techniques.items():
        answer.say(f"  {number:>{width},}  {_name(name)}")


def _details(answer: Answer, rating: Rating) -> None:
    answer.say(f"\n  {rating.mean_alternatives:.1f} conclusions open at a time, in the mean")
    for number in rating.bottlenecks[:_MAX_SHOWN]:
        position, few = rating.positions[number], rating.alternatives[number]
        what = f"{_name(position.step.technique)} ({position.rating:.1f})"
        answer.say(f"  bottleneck: step {number + 1}, {what}, {few} open")
    if rating.needed:
        answer.say(f"  enough: {', '.join(map(_name, rating.needed))}")
    parts, largest = rating.parts, rating.largest
    answer.say(
        f"  {parts.truths:,} truths, {parts.links:,} links, {parts.premises:,} premises; "
        f"at most {largest.truths} and {largest.links} in a step"
    )


def _end(rating: Rating) -> str:
    steps = f"{len(rating.positions):,} steps in {rating.seconds:.2f} s"
    if rating.solved:
        return f"solved: {steps}"
    why = {"multiple": "it has several solutions", "none": "it has no solution"}
    stopped = "stopped by --seconds" if rating.stopped else "no technique applies"
    return f"not solved: {why.get(rating.status, stopped)} ({steps})"


def _name(technique: str) -> str:
    return technique.replace("-", " ") or "none"
