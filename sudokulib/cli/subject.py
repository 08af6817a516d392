"""The subject of a command: a file, text, a link, or a geometry by name, perhaps with givens."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from os import sep
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.basics.quoting import short
from sudokulib.cli.output import print_error
from sudokulib.errors import GivensError, SudokuError, UnknownNameError

if TYPE_CHECKING:
    from sudokulib import formats
    from sudokulib.generating import Recipe, recipes
    from sudokulib.puzzles import loading
    from sudokulib.puzzles import puzzle as puzzles
    from sudokulib.puzzles.geometries import folders, library, loader
    from sudokulib.puzzles.geometries.core import Geometry
    from sudokulib.puzzles.puzzle import Puzzle
else:  # not for --help
    folders = lazy_module("sudokulib.puzzles.geometries.folders")
    library = lazy_module("sudokulib.puzzles.geometries.library")
    loader = lazy_module("sudokulib.puzzles.geometries.loader")
    loading = lazy_module("sudokulib.puzzles.loading")
    puzzles = lazy_module("sudokulib.puzzles.puzzle")
    formats = lazy_module("sudokulib.formats")
    recipes = lazy_module("sudokulib.generating.recipes")


_GEOMETRY = re.compile(r"^\s*(?:\{.*?)?[\"']?(?:build|cells)[\"']?\s*:", re.MULTILINE)
"""A line found in geometry files but not in puzzle files, which are recognised first."""


def read_subject(target: str) -> Geometry | Puzzle:
    """Return the puzzle or geometry in a file, a text or a link, or the geometry of a name.

    Unread parts of another tool's puzzle that may be rules are reported on standard error.

    Args:
        target: any of these; ``-`` for a text on standard input.

    Raises:
        UnknownNameError: none of these.
        ProblemsError: with everything wrong in the file.
    """
    if target == "-":
        return subject_in(standard_input(), "standard input")
    if Path(target).suffix in folders.SUFFIXES and folders.is_file(Path(target)):
        return _read_file(Path(target))  # our own format: the others need not be imported
    unknown = None
    if not folders.is_path(target):
        try:
            return library.geometry(target)  # likewise
        except UnknownNameError as error:
            unknown = error
    if found := _in_text(target, "<text>"):
        return found
    if folders.is_file(Path(target)):
        return _read_file(Path(target))
    if hint := formats.suggestion_for(target):
        raise GivensError(hint)
    if unknown is None:
        return _read_file(Path(target))
    raise UnknownNameError(
        f"{short(target)!r} is neither a file, nor the name of a geometry, nor text in a known "
        f"format; {_suggestions(unknown)}"
    ) from None


def _suggestions(error: UnknownNameError) -> str:
    """Return names similar to an unknown one, or where all are listed."""
    fix = str(error).rpartition("; ")[2]
    return "see sudokulib geometries and formats" if fix.startswith("there are:") else fix


def subject_in(text: str, name: str) -> Geometry | Puzzle:
    """Return the puzzle or geometry in a text, or the geometry of a name.

    Args:
        text: in any known format.
        name: its source, for errors.

    Raises:
        SudokuError: it is neither, or something is wrong in it.
    """
    if found := _in_text(text, name):
        return found
    if hint := formats.suggestion_for(text):
        raise GivensError(f"{name}: {hint}")
    try:
        return library.geometry(text.strip())
    except UnknownNameError as error:
        raise UnknownNameError(
            f"{name}, {short(text.strip())!r}, is neither text in a known format nor the name of a "
            f"geometry; {_suggestions(error)}"
        ) from None


def _in_text(text: str, name: str) -> Geometry | Puzzle | None:
    """Return the puzzle or geometry that a text describes; None if it describes none."""
    if found := formats.format_of(text):
        with printed_warnings():
            return found.read_one(text, name, DEFAULT_LIMITS)
    return loader.read_geometry(text, name) if _GEOMETRY.search(text) else None


def is_geometry_file(path: Path) -> bool:
    """Return whether a path is that of a geometry file."""
    return (
        path.suffix in folders.SUFFIXES
        and folders.is_file(path)
        and not loader.is_puzzle(loader.source_of(path))
    )


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
    """Return the puzzle denoted by the arguments of a command.

    Args:
        target: a file, a link, or the name of a geometry.
        givens: for a geometry: text, a file of it, or ``-``.
        bare: whether a geometry without givens is accepted.

    Raises:
        GivensError: givens for a file that is a puzzle already, or none for a geometry.
        SudokuError: as `read_subject`, or givens that do not fit.
    """
    if target == givens == "-":
        raise GivensError(
            "standard input can be read only once; name a geometry, or leave out the givens"
        )
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
    try:
        return subject.puzzle(text_of(givens))
    except SudokuError:
        if is_file_name(givens):
            raise GivensError(f"there is no file {short(givens)!r}; write givens") from None
        raise


def is_file_name(text: str) -> bool:
    """Return whether a text that cannot be read was probably meant as the name of a file."""
    one_word = len(text.split()) == 1 and not folders.is_file(Path(text))
    return one_word and (sep in text or Path(text).suffix[1:].isalpha())


def puzzles_of(target: str) -> Iterator[Puzzle]:
    """Yield the puzzles in a file or text in any format, or the one on a geometry.

    Args:
        target: a file, text, the name of a geometry, or - for standard input.
    """
    text = standard_input() if target == "-" else target
    if formats.format_of(text):
        return formats.read_all(text)
    if target == "-":
        subject = subject_in(text, "standard input")
        return iter([subject if isinstance(subject, puzzles.Puzzle) else subject.puzzle()])
    if folders.is_file(Path(target)) and not is_geometry_file(Path(target)):
        return formats.read_all(Path(target))
    return iter([puzzle_of(target, None)])


def file_of(target: str) -> Path | None:
    """Return the path of a file, or of a geometry by name; None if it is neither."""
    named = {entry.name: entry.path for entry in library.geometry_entries()}
    return named.get(target) or (Path(target) if folders.is_file(Path(target)) else None)


def geometry_of(target: str) -> Geometry:
    """Return the geometry denoted by an argument: that of the puzzle, if it is one."""
    subject = read_subject(target)
    return subject.geometry if isinstance(subject, puzzles.Puzzle) else subject


def recipe_of(target: str) -> Recipe | None:
    """Return the recipe in a file; None if it is not a recipe, or not a file.

    Raises:
        ProblemsError: with all that is wrong in the file.
    """
    path = Path(target)
    if path.suffix not in folders.SUFFIXES or not folders.is_file(path):
        return None
    return recipes.load_recipe(path) if recipes.is_recipe(loader.source_of(path)) else None


def text_of(argument: str) -> str:
    """Return the text that an argument stands for: of a file, of standard input, or itself.

    Args:
        argument: the name of a file, or ``-``, or text.

    Raises:
        GivensError: it is not UTF-8.
    """
    if argument == "-":
        return standard_input()
    if not argument or not folders.is_file(Path(argument)):
        return argument
    try:
        return Path(argument).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise GivensError(f"{argument} is not UTF-8 at byte {error.start}; convert it") from None


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
