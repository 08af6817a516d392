"""``sudokulib explain``: a puzzle solved by logic, each step with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from errno import EISDIR, ENOENT
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.completion import complete_technique
from sudokulib.cli.options import (
    AssumeUnique,
    GivensArgument,
    Json,
    Profile,
    TargetArgument,
    seconds_option,
    view_option,
)
from sudokulib.cli.output import answering, print_error
from sudokulib.cli.subject import puzzle_of
from sudokulib.results.parts import puzzle_data, solution_data

if TYPE_CHECKING:
    from sudokulib.cli import solving_path as solving_paths
    from sudokulib.cli import walkthrough
    from sudokulib.cli.solving_path import SolvingPath
    from sudokulib.explaining import proof_files
    from sudokulib.explaining import solving_path as explaining
    from sudokulib.explaining.solving_path import Explanation
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render import page as pages
    from sudokulib.render import plane
else:  # not for --help
    solving_paths = lazy_module("sudokulib.cli.solving_path")
    explaining = lazy_module("sudokulib.explaining.solving_path")
    plane = lazy_module("sudokulib.render.plane")
    pages = lazy_module("sudokulib.render.page")
    proof_files = lazy_module("sudokulib.explaining.proof_files")
    walkthrough = lazy_module("sudokulib.cli.walkthrough")  # rich: not for JSON

__all__ = ["explain"]


def explain(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    until: Annotated[
        str,
        typer.Option(
            "--until",
            metavar="STEP|TECHNIQUE",
            help="Stop after that step, or the first such.",
            autocompletion=complete_technique,
        ),
    ] = "",
    technique: Annotated[
        str,
        typer.Option(
            "--technique",
            metavar="NAME",
            help="Show only the steps of one technique.",
            autocompletion=complete_technique,
        ),
    ] = "",
    profile: Profile = "everything",
    assume_unique: AssumeUnique = False,
    seconds: Annotated[
        float | None,
        seconds_option(
            "; inf: never; absent: 300, or 1 if there is no solution or there are several"
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Tell each single by itself, with its picture.")
    ] = False,
    grids: Annotated[
        bool, typer.Option("--grids/--no-grids", help="Draw the board beside each step.")
    ] = True,
    as_json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write a walkthrough in Markdown.")
    ] = False,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the solve as a proof; see check-proof."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page that plays the steps in a browser."),
    ] = None,
    view: Annotated[str, view_option(" (of that page)")] = "flat",
) -> None:
    """Walk through a puzzle by logic: each step in words, with its reason."""
    if proof and until:
        raise typer.BadParameter("a proof is of the whole solve; leave --until out")
    if until.lstrip("-").isdecimal() and not 0 < int(until) < _MOST:
        raise typer.BadParameter(f"--until {until[:20]}: steps are counted from 1")
    if as_json and markdown:
        raise typer.BadParameter("--json and --markdown are two answers; choose one")
    with answering("explain", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        _check_files(puzzle, proof, html, view)
        plan = explaining.make_plan(profile, assume_unique=assume_unique)
        solving_path = solving_paths.SolvingPath(puzzle, plan, until, technique, seconds)
        if as_json:
            shown = list(map(explaining.explained_data, solving_path.shown()))
            answer.data(_data(puzzle, solving_path, shown))
        elif markdown:
            walkthrough.MarkdownWalkthrough(answer, solving_path, grids).print(every)
        else:
            walkthrough.TextWalkthrough(answer, solving_path, grids).print(every)
        answer.code = solving_path.code
        if solving_path.missed:
            print_error(f"warning: {solving_path.missed}")
        if proof:
            _write_proof(proof, puzzle, solving_path.made)
        if html:
            _write_page(html, solving_path, view)


def _check_files(puzzle: Puzzle, proof: Path | None, html: Path | None, view: str) -> None:
    """Refuse files and views that will not do, before a long solve and not after it."""
    for file in filter(None, (proof, html)):
        if not file.resolve().parent.is_dir():
            raise FileNotFoundError(ENOENT, strerror(ENOENT), str(file))
        if file.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR), str(file))
    if html:
        plane.check_view(puzzle.geometry, view)


def _write_proof(path: Path, puzzle: Puzzle, made: Sequence[Explanation]) -> None:
    path.write_text(proof_files.proof_text(puzzle, [one.step for one in made]), encoding="utf-8")


def _write_page(path: Path, solving_path: SolvingPath, view: str) -> None:
    text = pages.page(solving_path.puzzle, solving_path.made, view=view, ending=solving_path.ending)
    path.write_text(text, encoding="utf-8")


_MOST = 10**9
"""More steps than any solve has; a larger number is a typing error."""


def _data(puzzle: Puzzle, solving_path: SolvingPath, shown: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "puzzle": puzzle_data(puzzle),
        "status": solving_path.status,
        "end": solving_path.end,
        "open": solving_path.board.open.bit_count(),
        "steps": shown,
        "solution": solution_data(solving_path.solution())
        if solving_path.end == "solved"
        else None,
    }
