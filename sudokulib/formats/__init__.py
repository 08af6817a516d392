"""Puzzles in the notations of other tools. Importing this package registers the built-in ones."""

from __future__ import annotations

from pathlib import Path

from sudokulib.errors import SudokuError
from sudokulib.formats.format import (
    Format,
    UnreadRuleWarning,
    format_of,
    formats,
    register_format,
)
from sudokulib.formats.fpuzzles import FPUZZLES
from sudokulib.formats.own import OWN
from sudokulib.geometries.folders import SUFFIXES, is_file, unreadable
from sudokulib.geometries.source import decode, short
from sudokulib.limits import DEFAULT_LIMITS, Limits
from sudokulib.loading import load
from sudokulib.puzzle import Puzzle

__all__ = [
    "FPUZZLES",
    "OWN",
    "Format",
    "UnreadRuleWarning",
    "format_of",
    "format_of_file",
    "formats",
    "read",
    "register_format",
]


def read(text_or_path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> Puzzle:
    """The puzzle in a text of any known format, or in a file.

    What may be a rule, but is only text or drawing there, gives an `UnreadRuleWarning` each.

    Args:
        text_or_path: a link, the text of a file, or the path of a file; our own YAML too.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything that is wrong in it.
        SudokuError: it is in no known format.

    >>> read("{geometry: 4x4, givens: 1... ..2. .3.. ...4}").line()
    '1.....2..3.....4'
    >>> print(read('{"size": 1, "grid": [[{"value": 1, "given": true}]]}'))
    1
    """
    if isinstance(text_or_path, str) and (found := format_of(text_or_path)):
        return found.read(text_or_path, "<text>", limits)
    path = Path(text_or_path)
    if not is_file(path):
        raise SudokuError(_unknown(str(text_or_path), path))
    if path.suffix in SUFFIXES:
        return load(path, limits=limits)
    text = _text_of(path, limits)
    if found := format_of(text):
        return found.read(text, str(path), limits)
    raise SudokuError(
        f"{path.name!r} is in no known format; these are read: {_known()} (files end in .yaml)"
    )


def format_of_file(path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> Format | None:
    """The format that a file is in; None if it is in none, or there is no such file.

    Raises:
        ProblemsError: it cannot be read, or is not text.
        LimitError: it is too long.
    """
    path = Path(path)
    return format_of(_text_of(path, limits)) if is_file(path) else None


def _known() -> str:
    return ", ".join(made.name for made in formats())


def _unknown(text: str, path: Path) -> str:
    what = "no file is called" if path.suffix else "neither a file nor a known format:"
    return f"{what} {short(text)!r}; write the path of a file, or a puzzle as {_known()}"


def _text_of(path: Path, limits: Limits) -> str:
    """The text of a file, but no more of it than is needed to see that it is too long."""
    try:
        with path.open("rb") as file:
            raw = file.read(4 * limits.text + 4)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    text = decode(raw, str(path)) if len(raw) <= 4 * limits.text else raw.decode("utf-8", "replace")
    limits.check("text", len(text))
    return text
