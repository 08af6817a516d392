"""``sudokulib play``: a page to solve a puzzle by hand."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import sudokulib
from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.options import (
    GivensArgument,
    Json,
    TargetArgument,
    out_option,
    seconds_option,
    view_option,
)
from sudokulib.cli.output import answering, print_error
from sudokulib.cli.subject import puzzle_of
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    from sudokulib.render.page import play as pages
else:
    pages = lazy_module("sudokulib.render.page.play")  # not for --help


def play(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    out: Annotated[Path, out_option(": .html")],
    view: Annotated[str, view_option()] = "flat",
    seconds: Annotated[
        float, seconds_option(" of looking for a solution, and as many for hints")
    ] = 60.0,
    show: Annotated[bool, typer.Option("--open", help="Open it in a browser.")] = False,
    as_json: Json = False,
) -> None:
    """Write a page on which a puzzle is solved by hand, in any browser, without a network.

    It has notes, colours, lines, undo, a clock, conflicts by rule, a check, and hints along the
    steps that logic finds from the givens. The address of the page holds what is filled, so that a
    copy of it continues there.
    """
    with answering("play", as_json) as answer:
        if out.suffix.lower() not in (".html", ".htm"):
            raise SudokuError(f"the page is an HTML file; end the name {out.name!r} in .html")
        puzzle = puzzle_of(target, givens, bare=False)
        found = sudokulib.solve(puzzle, seconds=seconds)
        solution = found.solution if found.status == "unique" else None
        if solution is None:
            print_error(f"{target} has no single solution (it is {found.status}); nothing to check")
        steps = sudokulib.steps(puzzle, seconds=seconds) if solution else ()
        out.write_text(pages.play_page(puzzle, steps, solution, view=view), encoding="utf-8")
        if show:
            webbrowser.open(out.resolve().as_uri())
        if as_json:
            answer.data({"file": str(out), "solution": solution is not None})
        else:
            answer.say(f"{out} written")
