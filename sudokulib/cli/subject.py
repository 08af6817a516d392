"""What a command is about: a file, a link, or a geometry by name, perhaps with givens."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.output import print_error
from sudokulib.errors import GivensError, UnknownNameError

if TYPE_CHECKING:
    from sudokulib import formats
    from sudokulib.generating import Recipe, recipes
    from sudokulib.geometries import folders, library, loader
    from sudokulib.geometries.core import Geometry
    from sudokulib.puzzles import loading
    from sudokulib.puzzles import puzzle as puzzles
    from sudokulib.puzzles.puzzle import Puzzle
else:  # not for --help
    folders = lazy_module("sudokulib.geometries.folders")
    library = lazy_module("sudokulib.geometries.library")
    loader = lazy_module("sudokulib.geometries.loader")
    loading = lazy_module("sudokulib.puzzles.loading")
    puzzles = lazy_module("sudokulib.puzzles.puzzle")
    formats = lazy_module("sudokulib.formats")
    recipes = lazy_module("sudokulib.generating.recipes")

__all__ = [
    "file_of",
    "printed_warnings",
    "puzzle_of",
    "read_subject",
    "recipe_of",
    "standard_input",
]


def read_subject(target: str) -> Geometry | Puzzle:
    """Return the puzzle or geometry in a file, the puzzle in a link, or the geometry of a name.

    What may be a rule in another tool's puzzle, and is not read, is reported on standard error.

    Raises:
        UnknownNameError: neither a file nor a name that is known.
        ProblemsError: with all that is wrong in the file.
    """
    if Path(target).suffix in folders.SUFFIXES and folders.is_file(Path(target)):
        return _read_file(Path(target))  # ours: the other formats need not be imported
    unknown = None
    if not folders.is_path(target):
        try:
            return library.geometry(target)  # likewise
        except UnknownNameError as error:
            unknown = error
    if formats.format_of(target):
        with printed_warnings():
            return formats.read(target)
    if folders.is_file(Path(target)):
        return _read_file(Path(target))
    if hint := formats.suggestion_for(target):
        raise GivensError(hint)
    if unknown is None:
        return _read_file(Path(target))
    fix = str(unknown).rpartition("; ")[2]
    raise UnknownNameError(
        f"{target!r} is neither a file nor the name of a geometry; {fix}"
    ) from None


@contextmanager
def printed_warnings() -> Iterator[None]:
    """Print the warnings of the body on standard error, each as a line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        print_error(f"warning: {warning.message}")


def _read_file(path: Path) -> Geometry | Puzzle:
    if path.suffix not in folders.SUFFIXES and formats.format_of_file(path):
        with printed_warnings():
            return formats.read(path)
    source = loader.source_of(path)
    return loading.load(path) if loader.is_puzzle(source) else library.geometry(path)


def puzzle_of(target: str, givens: str | None, *, bare: bool = True) -> Puzzle:
    """Return the puzzle that the arguments of a command mean.

    Args:
        target: a file, a link, or the name of a geometry.
        givens: for a geometry.
        bare: whether a geometry without givens will do.

    Raises:
        GivensError: givens for a file that is a puzzle already, or none for a geometry.
        SudokuError: as `read_subject`, or givens that do not fit.
    """
    subject = read_subject(target)
    if givens is None and not (bare or isinstance(subject, puzzles.Puzzle)):
        raise GivensError(
            f"{target} is a geometry without givens; "
            "add them as one line (. for an empty cell), or - to read them from standard input"
        )
    if givens is None:
        return subject if isinstance(subject, puzzles.Puzzle) else subject.puzzle()
    if isinstance(subject, puzzles.Puzzle):
        raise GivensError(f"{target} is a puzzle with givens of its own; leave yours out")
    return subject.puzzle(standard_input() if givens == "-" else givens)


def file_of(target: str) -> Path | None:
    """Return the path of a file, or of the geometry of a name; None if it is neither."""
    named = {entry.name: entry.path for entry in library.geometry_entries()}
    return named.get(target) or (Path(target) if Path(target).is_file() else None)


def recipe_of(target: str) -> Recipe | None:
    """Return the recipe in a file; None if it is none, or no file.

    Raises:
        ProblemsError: with all that is wrong in the file.
    """
    path = Path(target)
    if path.suffix not in folders.SUFFIXES or not folders.is_file(path):
        return None
    return recipes.load_recipe(path) if recipes.is_recipe(loader.source_of(path)) else None


def standard_input() -> str:
    """Read standard input to its end.

    Raises:
        GivensError: it is not UTF-8.
    """
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GivensError(
            f"standard input is not UTF-8 at byte {error.start}; convert it"
        ) from None
