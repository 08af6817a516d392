"""``sudokulib draw``: pictures as files."""

from __future__ import annotations

from collections.abc import Mapping
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
from sudokulib.cli.output import Answer, answering
from sudokulib.cli.subject import file_of, puzzle_of
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries import folders, loader
    from sudokulib.puzzles.geometries.generators import tiles as generated_tiles
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render import picture as pictures
    from sudokulib.render.figure import Subject
    from sudokulib.render.picture import Picture
    from sudokulib.solving.explaining.solving_path import Explanation
else:  # not for --help
    folders = lazy_module("sudokulib.puzzles.geometries.folders")
    loader = lazy_module("sudokulib.puzzles.geometries.loader")
    generated_tiles = lazy_module("sudokulib.puzzles.geometries.generators.tiles")
    pictures = lazy_module("sudokulib.render.picture")

_UNSOLVED = {
    "none": "has no solution to draw",
    "multiple": "has several solutions, of which none is drawn",
    "unknown": "has no solution that was found in time",
}


def draw(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    out: Annotated[Path, out_option(": .svg, .png or .pdf")],
    view: Annotated[str, view_option()] = "flat",
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
    coordinates: Annotated[
        bool,
        typer.Option(
            "--coordinates",
            help="Draw names at their places: those of cells, or of a tredoku's tiles.",
        ),
    ] = False,
    marks: Annotated[
        bool,
        typer.Option(
            "--marks", help="Pencil marks: what the givens leave in the cells that see them."
        ),
    ] = False,
    scale: Annotated[
        float, typer.Option(metavar="FACTOR", help="Of the size; 1: 40 pixels a cell, 80 in .png.")
    ] = 1.0,
    caption: Annotated[
        str, typer.Option("--caption", metavar="TEXT", help="Write this below the picture.")
    ] = "",
    no_caption: Annotated[
        bool,
        typer.Option("--no-caption", help="Write nothing below, not even rules without marks."),
    ] = False,
    seconds: Annotated[float | None, seconds_option(", to find what is drawn")] = None,
    as_json: Json = False,
) -> None:
    """Draw a puzzle or geometry, its solution, or a step, as a picture file."""
    with answering("draw", as_json) as answer:
        _check_looks(
            {"--solution": solution, "--step": step, "--coordinates": coordinates, "--marks": marks}
        )
        _check_looks({"--caption": caption, "--no-caption": no_caption})
        if coordinates and view == "flat" and (tiles := _tiles(target)):
            _check_looks({"--coordinates of tiles": True, "--caption": caption})
            picture = pictures.draw_tiles(tiles, theme=theme, scale=scale)  # type: ignore[arg-type]
            _save(answer, picture, out, font)
            return
        puzzle = puzzle_of(target, givens, bare=not step)
        subject: Subject = puzzle
        if step:
            subject = _step(puzzle, step, seconds)
        elif solution:
            found = sudokulib.solve(puzzle, seconds=seconds)
            if found.solution is None:
                how = _UNSOLVED[found.status]
                raise SudokuError(f"{target} {how}; leave out --solution")
            subject = found.solution
        picture = sudokulib.draw(
            subject,
            view=view,
            theme=theme,  # type: ignore[arg-type]
            coordinates=coordinates,
            marks=marks,
            scale=scale,
            caption=caption or not no_caption,
        )
        _save(answer, picture, out, font)


def _check_looks(looks: Mapping[str, object]) -> None:
    """Refuse options that a picture cannot combine."""
    wanted = [name for name, value in looks.items() if value]
    if len(wanted) > 1:
        raise SudokuError(f"{' and '.join(wanted)} exclude each other; keep one of them")


def _save(answer: Answer, picture: Picture, out: Path, font: list[Path] | None) -> None:
    picture.save(out, fonts=font or ())
    if answer.as_json:
        answer.data({"file": str(out)})
    else:
        answer.say(f"{out} written")


def _tiles(target: str) -> Mapping[str, str]:
    """Return the tiles in a file of the library, even if they are not a tredoku yet."""
    path = file_of(target)
    if path is None or path.suffix not in folders.SUFFIXES:
        return {}
    data = loader.source_of(path).data
    whole = data.get("geometry", data)
    if isinstance(whole, str):
        return _tiles(whole)
    build = whole.get("build") if isinstance(whole, dict) else None
    for entry in build if isinstance(build, list) else []:
        if isinstance(entry, dict) and entry.get("make") == "tiles":
            tiles: Mapping[str, str] = generated_tiles.named_tiles(entry.get("tiles"))
            return tiles if isinstance(tiles, dict) else {}
    return {}


def _step(puzzle: Puzzle, number: int, seconds: float | None) -> Explanation:
    count = 0
    for explanation in sudokulib.explain(puzzle, seconds=seconds):
        count = explanation.number
        if count == number:
            return explanation
    raise SudokuError(f"the explanation has {count} steps, no step {number}; choose one of them")
