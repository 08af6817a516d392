"""``sudokulib layout``: geometries with random pieces."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import sudokulib
from sudokulib.cli.options import (
    Json,
    Out,
    Search,
    Seconds,
    announced_seed,
    nodes_option,
    seed_option,
    symmetry_option,
    target_argument,
)
from sudokulib.cli.output import Answer, answering
from sudokulib.cli.subject import geometry_of
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.folders import is_path
from sudokulib.puzzles.writing import geometry_text
from sudokulib.render.results.parts import geometry_data

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries.core import Geometry


_NAME = re.compile(r"[\w-]*[a-zA-Z][\w-]*")
"""A name or a size rather than a line of givens."""


def layout(
    base: Annotated[str, target_argument("; or the size of a plain grid, such as 7x7")],
    *,
    seed: Annotated[int | None, seed_option()] = None,
    sizes: Annotated[
        str,
        typer.Option(help="Cells of every piece, or of each: 9, or 9,9,8; absent: houses."),
    ] = "",
    wrap: Annotated[
        Literal["none", "rows", "columns", "both"] | None,
        typer.Option(help="Which edges of a plain grid are joined; both makes a torus."),
    ] = None,
    symmetry: Annotated[str, symmetry_option(" of the pieces")] = "none",
    crooked: Annotated[
        float, typer.Option(min=0, max=1, help="0 for compact pieces, 1 for winding ones.")
    ] = 0.5,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the boxes or faces beside the pieces.")
    ] = False,
    lines: Annotated[
        bool, typer.Option("--lines/--no-lines", help="Whether a piece may be a row or the like.")
    ] = True,
    search: Search = "auto",
    nodes: Annotated[
        int | None, nodes_option(" for filling each layout, before another one is drawn")
    ] = None,
    seconds: Seconds = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Draw a jigsaw: random connected pieces, on any geometry, that can be filled."""
    with answering("layout", as_json) as answer:
        made = sudokulib.layout(
            _base(base),
            seed=announced_seed(seed),
            sizes=_sizes(sizes),
            wrap=wrap,
            symmetry=symmetry,
            crooked=crooked,
            keep=keep,
            lines=lines,
            search=search,
            nodes=nodes,
            seconds=seconds,
        )
        output_geometry(answer, made, out)


def _base(text: str) -> Geometry | str:
    """Return the geometry in a file or text; leave names and sizes to the library."""
    return text if _NAME.fullmatch(text) and not is_path(text) else geometry_of(text)


def _sizes(text: str) -> int | list[int] | None:
    if not text:
        return None
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        raise SudokuError(f"{text!r} are not sizes; write 9, or one for each: 9,9,8") from None
    return found[0] if len(found) == 1 else found


def output_geometry(answer: Answer, made: Geometry, out: Path | None) -> None:
    """Write a geometry to a file, on the screen, or as JSON."""
    text = geometry_text(made)
    if out is not None:
        out.write_text(text, encoding="utf-8", newline="\n")
    if answer.as_json:
        file = "" if out is None else str(out)
        answer.data({"geometry": geometry_data(made), "text": text, "file": file})
    else:
        answer.say(text.rstrip("\n") if out is None else f"{out} written")
