"""What a command is about: a file, or a geometry by name, perhaps with givens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sudokulib.errors import GivensError, UnknownNameError

if TYPE_CHECKING:
    from sudokulib.geometries.geometry import Geometry
    from sudokulib.puzzle import Puzzle

__all__ = ["Givens", "Target", "puzzle_of", "read_subject"]

Target = Annotated[
    str, typer.Argument(metavar="FILE|GEOMETRY", help="A YAML file, or the name of a geometry.")
]
Givens = Annotated[
    str | None,
    typer.Argument(
        metavar="GIVENS",
        help="Rows or one line of symbols, . for an empty cell; - reads standard input.",
        show_default=False,
    ),
]


def read_subject(target: str) -> Geometry | Puzzle:
    """The puzzle or geometry in a file, or the geometry of a name.

    Raises:
        UnknownNameError: neither a file nor a name that is known.
        ProblemsError: with all that is wrong in the file.
    """
    from sudokulib.geometries.folders import is_path  # noqa: PLC0415 - for a quick --help
    from sudokulib.geometries.library import geometry  # noqa: PLC0415

    if is_path(target):
        return _read_file(Path(target))
    try:
        return geometry(target)
    except UnknownNameError as error:
        if Path(target).is_file():
            return _read_file(Path(target))
        mend = str(error).rpartition("; ")[2]
        raise UnknownNameError(
            f"{target!r} is neither a file nor the name of a geometry; {mend}"
        ) from None


def _read_file(path: Path) -> Geometry | Puzzle:
    from sudokulib.geometries.library import geometry  # noqa: PLC0415 - for a quick --help
    from sudokulib.geometries.loader import is_puzzle, source_of  # noqa: PLC0415
    from sudokulib.loading import load  # noqa: PLC0415

    return load(path) if is_puzzle(source_of(path)) else geometry(path)


def puzzle_of(target: str, givens: str | None) -> Puzzle:
    """The puzzle that the arguments of a command mean.

    Raises:
        GivensError: givens for a file that is a puzzle already.
        SudokuError: as `read_subject`, or givens that do not fit.
    """
    from sudokulib.puzzle import Puzzle  # noqa: PLC0415 - for a quick --help

    subject = read_subject(target)
    if givens is None:
        return subject if isinstance(subject, Puzzle) else subject.puzzle()
    if isinstance(subject, Puzzle):
        raise GivensError(f"{target} is a puzzle with givens of its own; leave yours out")
    return subject.puzzle(_standard_input() if givens == "-" else givens)


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GivensError(
            f"standard input is not UTF-8 at byte {error.start}; convert it"
        ) from None
