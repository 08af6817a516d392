"""``sudokulib explain``: a puzzle solved by logic, each step with its reason."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, redirect_stdout
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
    out_option,
    seconds_option,
    view_option,
)
from sudokulib.cli.output import Answer, answering, print_error
from sudokulib.cli.subject import puzzle_of
from sudokulib.render.results.parts import puzzle_data, solution_data

if TYPE_CHECKING:
    from sudokulib.cli import solving_path as solving_paths
    from sudokulib.cli import walkthrough
    from sudokulib.cli.solving_path import SolvingPath
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render import page as pages
    from sudokulib.scene import plane
    from sudokulib.solving.explaining import proof_files
    from sudokulib.solving.explaining import solving_path as explaining
    from sudokulib.solving.explaining.solving_path import Explanation
else:  # not for --help
    solving_paths = lazy_module("sudokulib.cli.solving_path")
    explaining = lazy_module("sudokulib.solving.explaining.solving_path")
    plane = lazy_module("sudokulib.scene.plane")
    pages = lazy_module("sudokulib.render.page")
    proof_files = lazy_module("sudokulib.solving.explaining.proof_files")
    walkthrough = lazy_module("sudokulib.cli.walkthrough")  # rich: not for JSON


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
            "; inf: never; absent: never if there is one solution, else half a second for each step"
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Describe each single separately, with its picture.")
    ] = False,
    grids: Annotated[
        bool, typer.Option("--grids/--no-grids", help="Draw the board beside each step.")
    ] = True,
    as_json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write a walkthrough in Markdown.")
    ] = False,
    out: Annotated[
        Path | None,
        out_option(": .md for a walkthrough, .html for a page that plays it, .proof for a proof"),
    ] = None,
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
    proof, html = _written_by(out, proof, html)
    markdown = markdown or (out is not None and out.suffix == ".md")
    if proof and until:
        raise typer.BadParameter("a proof is of the whole solve; leave --until out")
    if until.lstrip("-").isdecimal() and not 0 < int(until) < _MOST:
        raise typer.BadParameter(f"--until {until[:20]}: steps are counted from 1")
    if as_json and markdown:
        raise typer.BadParameter("--json and a walkthrough are two answers; choose one")
    with answering("explain", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        _check_files(puzzle, (proof, html, out), html, view)
        steps = explaining.steps(
            puzzle, profile=profile, assume_unique=assume_unique, seconds=seconds
        )
        solving_path = solving_paths.SolvingPath(steps, until, technique, seconds)
        if as_json:
            shown = list(map(explaining.explained_data, solving_path.shown()))
            answer.data(_data(puzzle, solving_path, shown))
        else:
            _print(answer, solving_path, out, markdown=markdown, grids=grids, every=every)
        answer.code = solving_path.code
        if solving_path.missed:
            print_error(f"warning: {solving_path.missed}")
        if proof:
            _write_proof(proof, puzzle, solving_path.made)
        if html:
            _write_page(html, solving_path, view)
        if not as_json:
            for file in dict.fromkeys(filter(None, (proof, html, out))):
                answer.say(f"{file} written")


def _written_by(
    out: Path | None, proof: Path | None, html: Path | None
) -> tuple[Path | None, Path | None]:
    """Return the files of a proof and a page, of which one may be that of ``--out``."""
    if out is None:
        return proof, html
    if out.suffix not in (".md", ".html", ".proof"):
        raise typer.BadParameter(f"--out {out}: end the name in .md, .html or .proof")
    if (out.suffix == ".html" and html) or (out.suffix == ".proof" and proof):
        raise typer.BadParameter(f"there are two files of one kind to write; leave out --out {out}")
    return (out if out.suffix == ".proof" else proof), (out if out.suffix == ".html" else html)


def _print(
    answer: Answer,
    solving_path: SolvingPath,
    out: Path | None,
    *,
    markdown: bool,
    grids: bool,
    every: bool,
) -> None:
    """Print a walkthrough, to a file if it is Markdown; otherwise only consume the steps."""
    if markdown:
        page = walkthrough.MarkdownWalkthrough(answer, solving_path, grids)
        opened = out.open("w", encoding="utf-8", newline="\n") if out else nullcontext(sys.stdout)
        with opened as file, redirect_stdout(file):
            page.print(every)
    elif out:
        deque(solving_path.shown(), maxlen=0)
    else:
        walkthrough.TextWalkthrough(answer, solving_path, grids).print(every)


def _check_files(
    puzzle: Puzzle, files: Iterable[Path | None], html: Path | None, view: str
) -> None:
    """Refuse unusable files and views before a long solve rather than after it."""
    for file in filter(None, files):
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
        "status": solving_path.steps.status,
        "end": solving_path.end,
        "open": solving_path.board.open.bit_count(),
        "steps": shown,
        "solution": solution_data(solving_path.solution())
        if solving_path.end == "solved"
        else None,
    }
