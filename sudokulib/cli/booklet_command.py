"""``sudokulib booklet``: puzzles to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import sudokulib
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.quoting import counted
from sudokulib.cli.options import Json, out_option, seconds_option, target_argument, view_option
from sudokulib.cli.output import answering
from sudokulib.cli.subject import printed_warnings, puzzles_of
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render import booklet as booklets
    from sudokulib.render.booklet import BookletEntry
else:  # not for --help
    booklets = lazy_module("sudokulib.render.booklet")

_FLAWS = {
    "none": "has no solution; fix it",
    "multiple": "has several solutions; fix it",
    "unknown": "was not solved in time; raise --seconds",
}
"""For each status of a puzzle without a solution to print, the problem and its fix."""


def booklet(
    sources: Annotated[
        list[str],
        target_argument("; as many as you like, also sets"),
    ],
    *,
    out: Annotated[Path, out_option(": .pdf")],
    per_page: Annotated[
        int, typer.Option("--per-page", min=1, max=30, help="Puzzles on a page.")
    ] = 4,
    title: Annotated[str, typer.Option(help="Write this above them.")] = "",
    rate: Annotated[
        bool, typer.Option("--rate", help="Rate each puzzle, and write its rating above it.")
    ] = False,
    no_solutions: Annotated[
        bool, typer.Option("--no-solutions", help="Leave out the solutions behind.")
    ] = False,
    view: Annotated[str, view_option()] = "flat",
    font: Annotated[
        list[Path] | None, typer.Option(help="A font file besides those of the system; repeatable.")
    ] = None,
    seconds: Annotated[float | None, seconds_option(" each solution or rating")] = None,
    as_json: Json = False,
) -> None:
    """Write puzzles as a PDF to print: some on a page, their solutions behind.

    Above each stand its number, title and author, and the rules that it does not share with the
    others. A puzzle without a single solution is refused, unless the solutions are left out.
    """
    with answering("booklet", as_json) as answer:
        if out.suffix.lower() != ".pdf":
            raise SudokuError(f"a booklet is a PDF file; end the name {out.name!r} in .pdf")
        with printed_warnings():
            puzzles = [puzzle for source in sources for puzzle in puzzles_of(source)]
        entries = [
            _entry(number, puzzle, rate, not no_solutions, seconds)
            for number, puzzle in enumerate(puzzles, 1)
        ]
        made = booklets.booklet(
            entries, per_page=per_page, title=title, view=view, fonts=font or ()
        )
        out.write_bytes(made)
        if as_json:
            answer.data({"file": str(out), "puzzles": len(entries)})
        else:
            answer.say(f"{counted(len(entries), 'puzzle')} in {out}")


def _entry(
    number: int, puzzle: Puzzle, rate: bool, solved: bool, seconds: float | None
) -> BookletEntry:
    solution = None
    if solved:
        found = sudokulib.solve(puzzle, seconds=seconds)
        if found.status != "unique":
            raise SudokuError(
                f"puzzle {number} {_FLAWS[found.status]}, or leave solutions out: --no-solutions"
            )
        solution = found.solution
    difficulty = ""
    if rate:
        rating = sudokulib.rate(puzzle, seconds=seconds)
        difficulty = (
            f"{rating.level}, {rating.er.rating}" if rating.solved else "not solved by logic"
        )
    return booklets.BookletEntry(puzzle, solution, difficulty)
