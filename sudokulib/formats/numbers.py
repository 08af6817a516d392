"""Grids with separated cells: numbers or symbols between blanks, commas or bars.

A line is a row, as spreadsheets and programs write it, or has all cells of a puzzle. Nothing
between two commas is an empty cell; brackets around rows, and lines of dashes, are ignored.
"""

from __future__ import annotations

import re
from math import isqrt

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import (
    box_of,
    given_symbols,
    puzzle_on,
    size_of,
    square_grid,
    symbols_of,
)
from sudokulib.formats.line import LINE
from sudokulib.formats.marks import ParsedGrid, cells_of, data_lines
from sudokulib.formats.simple import SIMPLE
from sudokulib.formats.sudocue import SDX
from sudokulib.puzzles.puzzle import Puzzle

_MOST = 100
"""Cells a side, at most."""

_TEXT = 1_000_000
"""The most characters of such a text.

It bounds the work of detection: as many take 0.35 s and 38 MB (`python
tests/benchmarks/at_limits.py`, 2026-11).
"""

_BLANKS = frozenset({"", ".", "0", "00", "_", "-", "*", "?", "x", "X", "#"})
_RULING = frozenset("-+*|:= \t")
_AROUND = str.maketrans(dict.fromkeys("[](){}\"'", ""))
_COMMAS = re.compile(r"[,;\t]")
_SYMBOL = re.compile(r"\d{1,3}|[A-Za-z]")


def _is_ruler(line: str) -> bool:
    return ("--" in line or "==" in line) and _RULING.issuperset(line)


def _tokens(line: str) -> list[str]:
    inside = line.translate(_AROUND)
    if _COMMAS.search(inside):
        inside = inside.strip(" \n")
        inside = inside[:-1] if "]" in line and inside.endswith(",") else inside
        return [token.strip() for token in _COMMAS.split(inside)]
    return inside.replace("|", " ").split()


def _marks(tokens: list[str]) -> ParsedGrid | None:
    """Parse the cells of a grid."""
    size = isqrt(len(tokens))
    if not 4 <= size <= _MOST or size * size != len(tokens):
        return None
    said = ["." if token in _BLANKS else token for token in tokens]
    if any(len(mark) != 1 for mark in said):
        return _numbered(said, size)
    joined = "".join(said)
    found = cells_of(joined.upper() if size > 9 else joined, size) if size <= 35 else None
    return found or _numbered(said, size)


def _numbered(said: list[str], size: int) -> ParsedGrid | None:
    known: dict[int, int] = {}
    for cell, token in enumerate(said):
        if token != ".":
            if not (token.isascii() and token.isdigit() and 1 <= int(token) <= size):
                return None
            known[cell] = int(token) - 1
    return ParsedGrid(size, symbols_of(size), known)


def _looks_parted(text: str) -> bool:
    """Return whether the first line consists of several tokens that may all be cells."""
    first = next((line for line in text[:4000].splitlines() if line.strip()), "")
    tokens = [] if _is_ruler(first) else _tokens(first[:400])[:-1]
    return all(token in _BLANKS or _SYMBOL.fullmatch(token) for token in tokens)


def numbers_in(text: str) -> ParsedGrid | None:
    """Parse rows of separated cells; None if the text is something else.

    >>> numbers_in("1 . . .\\n. . 2 .\\n. 3 . .\\n. . . 4").known
    {0: 0, 6: 1, 9: 2, 15: 3}
    """
    if len(text) > _TEXT or not _looks_parted(text):
        return None
    rows = [_tokens(line) for line in data_lines(text) if not _is_ruler(line)]
    rows = [row for row in rows if any(row)]
    if not rows or any(len(row) != len(rows) for row in rows):
        return None
    return _marks([token for row in rows for token in row])


def _is_numbers(text: str) -> bool:
    found = numbers_in(text)
    return found is not None and not any(made.recognises(text) for made in (LINE, SDX, SIMPLE))


def _puzzle(marks: ParsedGrid | None, name: str, limits: Limits) -> Puzzle:
    if marks is None:
        raise GivensError(
            f"{name} is not a grid of numbers; write as many rows as there are cells in each, or "
            "all of them in one line, with blanks or commas between, and 0 or . for an empty cell"
        )
    limits.check("cells", marks.size**2)
    return puzzle_on(square_grid(marks.size, box_of(marks.size), marks.symbols), marks.known)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    return _puzzle(numbers_in(text), name, limits)


def _numbers(puzzle: Puzzle) -> tuple[list[str], int]:
    size = size_of(puzzle, _MOST, 4)
    return given_symbols(puzzle, [str(value) for value in range(1, size + 1)]), size


def _write(puzzle: Puzzle) -> str:
    cells, size = _numbers(puzzle)
    width = len(str(size))
    padded = [cell.rjust(width) for cell in cells]
    rows = (" ".join(padded[start : start + size]) for start in range(0, size * size, size))
    return "\n".join([*rows, ""])


_KEEPS = "givens on square grids with boxes, up to 100×100"

NUMBERS = register_format(
    Format(
        "numbers",
        _is_numbers,
        _read,
        _write,
        summary="rows of numbers between blanks, commas or bars, as in CSV",
        keeps=_KEEPS,
        suffixes=(".csv",),
    )
)
"""A row in each line; of any size."""


def _is_line(text: str) -> bool:
    if len(text) > 100 * _TEXT or not _looks_parted(text):
        return False
    lines = data_lines(text[:_TEXT])[:2]
    return (
        bool(lines)
        and all(_marks(_tokens(line)) is not None for line in lines)
        and not any(made.recognises(text) for made in (LINE, NUMBERS))
    )


def _read_line(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    return _puzzle(_marks(_tokens(text)), name, limits)


def _write_line(puzzle: Puzzle) -> str:
    return " ".join("0" if cell == "." else cell for cell in _numbers(puzzle)[0])


NUMBER_LINES = register_format(
    Format(
        "number-lines",
        _is_line,
        _read_line,
        _write_line,
        summary="n² numbers a puzzle, in one line, blanks or commas between",
        keeps=_KEEPS,
        many=True,
    )
)
"""A puzzle in each line."""
