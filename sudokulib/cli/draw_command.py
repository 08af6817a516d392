"""``sudokulib draw``: pictures as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import sudokulib
from sudokulib.cli.options import GivensArgument, Json, TargetArgument
from sudokulib.cli.output import answering
from sudokulib.cli.subject import puzzle_of
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    from sudokulib.explaining.solving_path import Explanation
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render.figure import Subject

__all__ = ["draw"]

_UNSOLVED = {
    "none": "has no solution to draw",
    "multiple": "has several solutions, of which none is drawn",
    "unknown": "has no solution that was found in time",
}


def draw(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", help="The file to write: .svg, .png or .pdf."),
    ],
    view: Annotated[
        str, typer.Option(help="flat, or solid for tredoku, cubes and volumes.")
    ] = "flat",
    theme: Annotated[str, typer.Option(help="light, dark or auto (of an SVG).")] = "auto",
    font: Annotated[
        list[Path] | None,
        typer.Option(
            help="A font file besides those of the system, for .png and .pdf; repeatable."
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution.")] = False,
    step: Annotated[
        int, typer.Option(min=0, help="Draw this step of the explanation, counted from 1.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Draw a puzzle or geometry, its solution, or a step, as a picture file."""
    with answering("draw", as_json) as answer:
        if solution and step:
            raise SudokuError("--solution and --step exclude each other; leave one out")
        puzzle = puzzle_of(target, givens, bare=not step)
        subject: Subject = puzzle
        if step:
            subject = _step(puzzle, step)
        elif solution:
            found = sudokulib.solve(puzzle)
            if found.solution is None:
                how = _UNSOLVED[found.status]
                raise SudokuError(f"{target} {how}; leave out --solution")
            subject = found.solution
        picture = sudokulib.draw(subject, view=view, theme=theme)  # type: ignore[arg-type]
        picture.save(out, fonts=font or ())
        if as_json:
            answer.data({"file": str(out)})
        else:
            answer.say(f"{out} written")


def _step(puzzle: Puzzle, number: int) -> Explanation:
    count = 0
    for explanation in sudokulib.explain(puzzle):
        count = explanation.number
        if count == number:
            return explanation
    raise SudokuError(f"the explanation has {count} steps, no step {number}; choose one of them")
