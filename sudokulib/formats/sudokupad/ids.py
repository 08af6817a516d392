"""Ids of SudokuPad that contain a puzzle: run-length encoded givens, then further rules.

After `scf` each character is a symbol, 0 for none, and how many empty cells follow, at most five:
symbol + 10 × cells, in the digits 0 to 9, A to Z, a to x. After 81 cells, or an asterisk, come
`w` for the windows of windoku, `x` for both diagonals, and `t` and `a` with the title and the
author, each to the next asterisk (a doubled one is part of the text). After `classic` there are
only givens, in these digits, or as 1 to 9 and letters for 1, 2, … empty cells (B, C, …).
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import (
    Format,
    Unwritable,
    has_link,
    register_format,
    warn_unread,
)
from sudokulib.formats.grids import (
    diagonal_shapes,
    given_symbols,
    has_diagonals,
    has_sets,
    puzzle_on,
    regions_of,
    size_of,
    square_grid,
)
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import House, Shape

_ID = re.compile(
    r"(?:^|[/=])(?:scf(?P<scf>[0-9A-Za-x*%][^?#&\n]{13,})|classic(?P<classic>[^?#&/\s]{14,}))"
    r"(?:[?&#]\S*)?$"
)
_JOINED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_BLANKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_MORE = re.compile(r"(?P<text>[at])(?P<said>(?:[^*]|\*\*)*)\*?|(?P<flag>.)", re.DOTALL)
_CELLS = 81  # ids have no other size


def _is_id(text: str) -> bool:
    return has_link(text, _ID, 2000)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    match = _ID.search(text.strip()) if _is_id(text) else None
    marks, more = "", ""
    if match and match["scf"]:
        marks, more = _parted(unquote(match["scf"]))
    elif match:
        payload = unquote(match["classic"])
        options = [_expand_joined(payload), _expand_counts(payload)]
        marks = next((said for said in options if len(said) == _CELLS), "")
    if len(marks) != _CELLS:
        raise GivensError(
            f"{name} is not an scf or classic id of SudokuPad with 81 cells; copy it again, "
            "or export the puzzle as scl or for f-puzzles"
        )
    known = {cell: int(mark) - 1 for cell, mark in enumerate(marks) if mark != "0"}
    shapes, texts, unread = [], {}, []
    for part in _MORE.finditer(more):
        if part["text"]:
            texts["title" if part["text"] == "t" else "author"] = part["said"].replace("**", "*")
        elif part["flag"] == "w":
            shapes += _windows()
        elif part["flag"] == "x":
            shapes += diagonal_shapes(9)
        else:
            unread.append(f"{part['flag']!r} is unknown; if it is a rule, it is not read")
    puzzle = puzzle_on(square_grid(9, (3, 3)), known, shapes=shapes, texts=texts)
    warn_unread(unread)
    return puzzle


def _parted(text: str) -> tuple[str, str]:
    """Split a text into the cells and the rest."""
    if "*" in text:
        before, _, more = text.partition("*")
        return _expand_joined(before), more
    end = 0
    while end < len(text) and len(_expand_joined(text[:end])) < _CELLS:
        end += 1
    return _expand_joined(text[:end]), text[end:]


def _expand_joined(text: str) -> str:
    """Expand characters that hold a cell and the empty cells after it; empty if one is wrong."""
    numbers = [_JOINED.find(mark) for mark in text[: _CELLS + 1]]
    return "".join(f"{n % 10}{'0' * (n // 10)}" for n in numbers) if -1 not in numbers else ""


def _expand_counts(text: str) -> str:
    """Expand cells between letters that count empty cells; empty if a character is wrong."""
    if not set(text[:200]) <= {*"123456789", *_BLANKS}:
        return ""
    return "".join(m if m in "123456789" else "0" * _BLANKS.index(m) for m in text[:200])


def _windows() -> list[Shape]:
    starts = [(row, column) for row in (1, 5) for column in (1, 5)]
    found = [[(r + n // 3) * 9 + c + n % 3 for n in range(9)] for r, c in starts]
    return [Shape(House(tuple(cells)), ("window",)) for cells in found]


def _write(puzzle: Puzzle) -> str:
    size = size_of(puzzle, 9, 9)
    if None in regions_of(puzzle):
        raise Unwritable("cells without a region cannot be expressed; choose another format")
    marks = "".join(given_symbols(puzzle, "123456789", "0"))
    runs = re.findall(r".0{0,5}", marks)
    flags = "w" if has_sets(puzzle, _windows()) else ""
    flags += "x" if has_diagonals(puzzle, size) else ""
    said = [f"{key}{text}" for key, text in (("t", puzzle.title), ("a", puzzle.author))
            if text and "*" not in text]  # fmt: skip
    more = flags + "*".join(said)
    givens = "".join(_JOINED[int(run[0]) + 10 * (len(run) - 1)] for run in runs)
    return f"https://sudokupad.app/scf{givens}{'*' if more else ''}{quote(more, safe='*')}"


SUDOKUPAD_ID = register_format(
    Format(
        "sudokupad-id",
        _is_id,
        _read,
        _write,
        summary="ids of SudokuPad that contain a puzzle (scf; classic is read too)",
        keeps="givens, windows, both diagonals, title and author; 9×9",
    )
)
"""Short ids: 9×9, with windows and diagonals."""
