"""``sudokulib convert``: puzzles from one notation into another."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.completion import complete_format, complete_geometry
from sudokulib.cli.geometry_paths import named_by_path
from sudokulib.cli.options import Json, Out, TargetArgument, format_option
from sudokulib.cli.output import answering, print_error
from sudokulib.cli.subject import (
    printed_warnings,
    puzzle_of,
    puzzles_of,
    standard_input,
)
from sudokulib.errors import SudokuError
from sudokulib.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sudokulib import formats
    from sudokulib.puzzles.geometries import folders
else:  # not for --help
    formats = lazy_module("sudokulib.formats")
    folders = lazy_module("sudokulib.puzzles.geometries.folders")


def convert(
    source: TargetArgument,
    place: Annotated[
        Path | None, typer.Argument(metavar="[OUT]", help="The same as --out.", show_default=False)
    ] = None,
    *,
    to: Annotated[str, format_option()],
    form: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="What it is in; absent: detected.",
            autocompletion=complete_format,
        ),
    ] = None,
    geometry: Annotated[
        str | None,
        typer.Option(
            "--geometry",
            help="Read rows or a line of symbols on this geometry, as solve GEOMETRY GIVENS does.",
            autocompletion=complete_geometry,
        ),
    ] = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Write puzzles in another format, and report what it cannot express.

    Files with one puzzle per line become files with one puzzle per line.
    """
    if out and place:
        raise typer.BadParameter(f"there are two files to write, {place} and {out}; name one")
    out = out or place
    with answering("convert", as_json) as answer:
        wanted = formats.format_named(to)
        with printed_warnings():
            read = list(_puzzles(source, form, geometry))
            written = [wanted.write(puzzle) for puzzle in read]
        if wanted.name == "yaml":
            home = geometry or source
            written = [
                replace(one, text=named_by_path(one.text, puzzle.geometry, home, out))
                for one, puzzle in zip(written, read, strict=True)
            ]
        if len(written) > 1 and not wanted.many:
            raise SudokuError(
                f"there are {len(written)} puzzles, but a text in {to} holds one; "
                "convert them one by one, or to a format with a puzzle in each line"
            )
        text = "\n".join(one.text.strip("\r\n") for one in written) + "\n"
        if out is not None:
            out.write_text(text, encoding="utf-8", newline="\n")
        if as_json:
            answer.data(_data(to, out, [(one.text, one.dropped) for one in written]))
            return
        for number, one in enumerate(written, 1):
            which = f"puzzle {number}: " if len(written) > 1 else ""
            for lost in one.dropped:
                print_error(f"dropped: {which}{lost}")
        if out is None:
            sys.stdout.write(text)
        else:
            answer.say(f"{out} written")


def _puzzles(source: str, form: str | None, geometry: str | None) -> Iterator[Puzzle]:
    if geometry is None and not form:
        return puzzles_of(source)
    text = standard_input() if source == "-" else source
    if geometry is None:
        named = source != "-" and folders.is_file(Path(source))
        return formats.read_all(Path(source) if named else text, form=form)
    if source != "-" and folders.is_file(Path(source)):
        text = Path(source).read_text(encoding="utf-8-sig")
    return iter([puzzle_of(geometry, text)])


def _data(to: str, out: Path | None, written: list[tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
    return {
        "to": to,
        "out": None if out is None else str(out),
        "puzzles": [{"text": text, "dropped": list(dropped)} for text, dropped in written],
    }
