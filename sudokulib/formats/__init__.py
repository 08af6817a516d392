"""Puzzles in the notations of other tools; the module of a format is imported when first used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from errno import EINVAL, EISDIR, ENOENT
from math import isqrt
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module, lazy_names
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.format import (
    Format,
    UnreadRuleWarning,
    Unwritable,
    Written,
    format_named,
    format_of,
    formats,
    register_format,
)
from sudokulib.puzzles.geometries.folders import SUFFIXES, is_file, unreadable
from sudokulib.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from sudokulib.formats.fpuzzles.reader import FPUZZLES, LINK
    from sudokulib.formats.general import GENERAL
    from sudokulib.formats.hodoku import HODOKU
    from sudokulib.formats.iss.reader import ISS
    from sudokulib.formats.janko import JANKO
    from sudokulib.formats.jigsaw import JIGSAW
    from sudokulib.formats.killers import PS, SUMOCUE
    from sudokulib.formats.ksudoku import KSUDOKU
    from sudokulib.formats.ksudoku_games import KSUDOKU_GAME
    from sudokulib.formats.line import LINE
    from sudokulib.formats.numbers import NUMBER_LINES, NUMBERS
    from sudokulib.formats.own_yaml import OWN
    from sudokulib.formats.penpa import PENPA
    from sudokulib.formats.rows import ROWS
    from sudokulib.formats.samurai import SAMURAI
    from sudokulib.formats.simple import CANDIDATES, SIMPLE
    from sudokulib.formats.snarfable import SNARFABLE
    from sudokulib.formats.sudocue import SDK, SDX
    from sudokulib.formats.sudokumaker import SUDOKUMAKER
    from sudokulib.formats.sudokupad import SUDOKUPAD
    from sudokulib.formats.sudokupad.ids import SUDOKUPAD_ID
    from sudokulib.formats.tatham import TATHAM
    from sudokulib.puzzles import loading
    from sudokulib.puzzles.geometries import source
else:  # pydantic and YAML are slow to import
    source = lazy_module("sudokulib.puzzles.geometries.source")
    loading = lazy_module("sudokulib.puzzles.loading")

__all__ = [
    "CANDIDATES",
    "FPUZZLES",
    "GENERAL",
    "HODOKU",
    "ISS",
    "JANKO",
    "JIGSAW",
    "JSON_LINES",
    "KSUDOKU",
    "KSUDOKU_GAME",
    "LINE",
    "LINK",
    "NUMBERS",
    "NUMBER_LINES",
    "OWN",
    "PENPA",
    "PS",
    "ROWS",
    "SAMURAI",
    "SDK",
    "SDX",
    "SIMPLE",
    "SNARFABLE",
    "SUDOKUMAKER",
    "SUDOKUPAD",
    "SUDOKUPAD_ID",
    "SUMOCUE",
    "TATHAM",
    "Format",
    "UnreadRuleWarning",
    "Unwritable",
    "Written",
    "format_named",
    "format_of",
    "format_of_file",
    "formats",
    "read",
    "read_all",
    "register_format",
    "suggestion_for",
    "write",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    __all__,
    {
        "fpuzzles.reader": "FPUZZLES LINK",
        "general": "GENERAL",
        "hodoku": "HODOKU",
        "iss.reader": "ISS",
        "janko": "JANKO",
        "jigsaw": "JIGSAW",
        "json_lines": "JSON_LINES",
        "killers": "PS SUMOCUE",
        "ksudoku": "KSUDOKU",
        "ksudoku_games": "KSUDOKU_GAME",
        "line": "LINE",
        "numbers": "NUMBER_LINES NUMBERS",
        "own_yaml": "OWN",
        "penpa": "PENPA",
        "rows": "ROWS",
        "samurai": "SAMURAI",
        "simple": "CANDIDATES SIMPLE",
        "snarfable": "SNARFABLE",
        "sudocue": "SDK SDX",
        "sudokumaker": "SUDOKUMAKER",
        "sudokupad": "SUDOKUPAD",
        "sudokupad.ids": "SUDOKUPAD_ID",
        "tatham": "TATHAM",
    },
)


def read(
    text_or_path: str | Path, *, form: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Puzzle:
    """Return the puzzle in a text of any known format, or in a file.

    Each part that may be a rule, but is only text or a drawing, causes an `UnreadRuleWarning`.

    Args:
        text_or_path: a link, or the text of a file, including our own YAML; or the `Path` of a
            file. A string is never opened as a file: it may come from strangers.
        form: the name of its format (see `sudokulib formats`); absent: detected from the text.
        limits: bounds on what it may expand to.

    Raises:
        ProblemsError: with everything wrong in it.
        SudokuError: the text is in no known format, or holds several puzzles.

    >>> read("{geometry: 4x4, givens: 1... ..2. .3.. ...4}").line()
    '1.....2..3.....4'
    >>> print(read('{"size": 1, "grid": [[{"value": 1, "given": true}]]}'))
    1
    """
    made, text, name = _recognised(text_or_path, form, limits)
    if made is None:
        return loading.load(text_or_path, limits=limits)
    return made.read_one(text, name, limits)


def read_all(
    text_or_path: str | Path, *, form: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Puzzle]:
    """Return every puzzle in a text or file, one after the other; see `read`.

    >>> [puzzle.line() for puzzle in read_all("1.....2..3.....4\\n..1.....2..3....")]
    ['1.....2..3.....4', '..1.....2..3....']
    """
    made, text, name = _recognised(text_or_path, form, limits)
    if made is None:
        return iter([loading.load(text_or_path, limits=limits)])
    return made.read_all(text, name, limits)


def write(puzzle: Puzzle, form: str) -> Written:
    """Return a puzzle in another format, with a list of everything that the format cannot express.

    Args:
        puzzle: any puzzle.
        form: the name of the format (see `sudokulib formats`).

    Raises:
        UnknownNameError: there is no such format.
        Unwritable: the format cannot express such puzzles.

    >>> four = read("{geometry: 4x4, givens: 1... ..2. .3.. ...4, title: Four}")
    >>> write(four, "line")
    Written(text='1.....2..3.....4', dropped=("the title 'Four'",))
    """
    return format_named(form).write(puzzle)


def _recognised(
    text_or_path: str | Path, form: str | None, limits: Limits
) -> tuple[Format | None, str, str]:
    """Return the format of a text or file, its text and its name; no format for our own files."""
    wanted = None if form is None else format_named(form)
    if isinstance(text_or_path, str):
        if found := wanted or format_of(text_or_path):
            return found, text_or_path, "<text>"
        raise SudokuError(_unknown(text_or_path))
    path = text_or_path
    if not isinstance(path, Path):
        raise TypeError(f"{short(repr(path))} is not a puzzle; pass its text, or a pathlib.Path")
    if not is_file(path):
        code = ENOENT if not path.exists() else EISDIR if path.is_dir() else EINVAL
        raise unreadable(path, OSError(code, strerror(code)))
    if path.suffix in SUFFIXES and (wanted is None or wanted.name == "yaml"):
        return None, "", str(path)
    text = _text_of(path, limits)
    if found := wanted or format_of(text) or _format_with_suffix(path.suffix):
        return found, text, str(path)
    raise SudokuError(
        f"{path.name!r} is in no known format; these are read: {_known()} (files end in .yaml)"
    )


def _format_with_suffix(suffix: str) -> Format | None:
    """Return the format whose files end so: reading such a file says what is wrong with it."""
    return next((made for made in formats() if suffix in made.suffixes), None)


def format_of_file(path: str | Path, *, limits: Limits = DEFAULT_LIMITS) -> Format | None:
    """Return the format of a file; None if it is in none, or does not exist.

    Raises:
        ProblemsError: the file cannot be read, or is not text.
        LimitError: the file is too long.
    """
    path = Path(path)
    return format_of(_text_of(path, limits)) if is_file(path) else None


def _known() -> str:
    return ", ".join(made.name for made in formats())


_WEB = re.compile(r"https?://\S+|(?:www\.)?(?:[\w-]+\.)+(?:app|com|io|net|org)/\S*")
_CELLS = re.compile(r"[\d.*_?xX-]{13,1300}")


def suggestion_for(text: str) -> str:
    """Return a hint for a text that is nearly a puzzle, or a link to one; empty for any other.

    >>> suggestion_for("1" * 80).partition(":")[0]
    '80 characters, but a puzzle of 9×9 has 81'
    """
    if _WEB.fullmatch(text.strip()):
        return (
            f"the link {short(text.strip())!r} contains no puzzle, perhaps only the number of "
            f"one on a server; open it there and export it with its long link, or as a file"
        )
    if text.strip() in ("geometry", "puzzle"):
        return (
            f"{text.strip()!r} is a word of files; write the name of a geometry alone, such as 9x9"
        )
    if said := _misprint(text.strip()):
        return said
    if _CELLS.fullmatch(text.strip()):
        count, near = len(text.strip()), round(len(text.strip()) ** 0.5)
        what = f"{count} characters, but a puzzle of {near}×{near} has {near * near}"
        if count == near * near:
            what = f"{count} characters with several marks for empty cells"
        return f"{what}: {short(text)!r}; write one for each cell, the same for all empty cells"
    if "\n" in text.strip():
        return f"the text that begins {short(text)!r} is in no known format; write {_known()}"
    return ""


def _misprint(text: str) -> str:
    """Return a hint for a line of a square grid with a character that is neither digit nor mark."""
    size = isqrt(len(text))
    mark = max(".*_?-0", key=text.count)
    others = [at for at, char in enumerate(text) if char not in f"123456789{mark}"]
    if size < 4 or size * size != len(text) or len(others) != 1 or 4 * text.count(mark) < len(text):
        return ""
    at = others[0]
    return (
        f"{text[at]!r} at R{at // size + 1}C{at % size + 1} is not a digit, and empty cells are "
        f"{mark!r} here: {short(text)!r}; correct that character"
    )


def _unknown(text: str) -> str:
    if hint := suggestion_for(text):
        return hint
    return (
        f"{short(text)!r} is in no known format; pass a file as pathlib.Path, or write a puzzle as "
        f"{_known()}"
    )


def _text_of(path: Path, limits: Limits) -> str:
    """Read the text of a file, but no more than shows that it is too long."""
    try:
        with path.open("rb") as file:
            raw = file.read(4 * limits.text + 4)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    text = (
        source.decode(raw, str(path))
        if len(raw) <= 4 * limits.text
        else raw.decode("utf-8", "replace")
    )
    limits.check("text", len(text))
    return text
