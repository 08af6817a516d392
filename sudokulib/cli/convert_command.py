"""``sudokulib convert``: puzzles from one notation into another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.options import Json
from sudokulib.cli.output import answering, print_error
from sudokulib.cli.subject import printed_warnings, puzzle_of, standard_input
from sudokulib.errors import SudokuError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sudokulib import formats
    from sudokulib.geometries import folders
    from sudokulib.puzzles.puzzle import Puzzle
else:  # not for --help
    formats = lazy_module("sudokulib.formats")
    folders = lazy_module("sudokulib.geometries.folders")

__all__ = ["convert"]


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|TEXT",
            help="A file, a link, a text or a geometry; - for standard input.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Argument(metavar="[OUT]", help="The file to write; absent: the screen.")
    ] = None,
    *,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="See sudokulib formats.")],
    form: Annotated[
        str | None,
        typer.Option("--from", metavar="FORMAT", help="What it is in; absent: detected."),
    ] = None,
    geometry: Annotated[
        str | None,
        typer.Option(
            "--geometry",
            help="Read rows or a line of symbols on this geometry, as solve GEOMETRY GIVENS does.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write puzzles in another format, and say what that one cannot keep.

    Files with a puzzle in each line become files with a puzzle in each line.
    """
    with answering("convert", as_json) as answer:
        wanted = formats.format_named(to)
        with printed_warnings():
            written = [wanted.write(puzzle) for puzzle in _puzzles(source, form, geometry)]
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


def _puzzles(source: str, form: str | None, geometry: str | None) -> Iterator[Puzzle]:
    text: str | Path = standard_input() if source == "-" else source
    if geometry is None:
        if source == "-" or form or folders.is_file(Path(source)) or formats.format_of(source):
            return formats.read_all(text, form=form)
        return iter([puzzle_of(source, None)])
    if source != "-" and folders.is_file(Path(source)):
        text = Path(source).read_text(encoding="utf-8-sig")
    return iter([puzzle_of(geometry, str(text))])


def _data(to: str, out: Path | None, written: list[tuple[str, tuple[str, ...]]]) -> dict[str, Any]:
    return {
        "to": to,
        "out": None if out is None else str(out),
        "puzzles": [{"text": text, "dropped": list(dropped)} for text, dropped in written],
    }
