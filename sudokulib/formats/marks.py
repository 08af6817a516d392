"""Lines in which each character is a cell, and rows of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from sudokulib.formats.grids import LETTERS, SYMBOLS

BLANKS = ".0*_-?xX "
"""Marks for an empty cell; one line uses one of them."""

_CANDIDATE_MARKS = [{str(n), *BLANKS} for n in range(1, 10)]
"""The characters allowed at each place of a cell with nine."""

_NO_BLANKS = str.maketrans(dict.fromkeys(BLANKS, " "))

_LEAST = 4
"""The least number of cells per side: shorter texts may be anything."""


@dataclass(frozen=True)
class ParsedGrid:
    """A parsed line of n² characters.

    Args:
        size: cells a side.
        symbols: the symbols in it; 0 or a letter may stand for the first one.
        known: index of the symbol by cell.
    """

    size: int
    symbols: tuple[str, ...]
    known: dict[int, int]


# The key covers everything it reads.
@lru_cache(maxsize=4096)
def parsed_grid(text: str) -> ParsedGrid | None:
    """Parse a line of n² characters, perhaps with blanks around it; None if it is not one.

    >>> parsed_grid("1..." "..2." "...." "...4").known
    {0: 0, 6: 1, 15: 3}
    >>> parsed_grid("samurai") is None
    True
    """
    return _parsed_grid(text) or _parsed_grid(text.strip())


def _parsed_grid(text: str) -> ParsedGrid | None:
    size = isqrt(len(text))
    if size < _LEAST or size > len(SYMBOLS) or size * size != len(text):
        return None
    text = text.upper() if size > 9 else text
    return cells_of(text, size)


def cells_of(text: str, size: int) -> ParsedGrid | None:
    """Parse characters as the cells of a grid with a number of symbols; None if they do not fit.

    Symbols are 1 to 9 and then letters, or 0 to 9 and then letters, or letters alone, whichever of
    these fits first, besides one blank.
    """
    seen = set(text)
    zero = [f"0{SYMBOLS[: size - 1]}"] if size > 9 else []
    for symbols in (SYMBOLS[:size], *zero, LETTERS[:size]):
        blank = seen.difference(symbols)
        if len(blank) <= 1 and blank.issubset(BLANKS):
            index = {symbol: value for value, symbol in enumerate(symbols)}
            known = {cell: index[mark] for cell, mark in enumerate(text) if mark in index}
            return ParsedGrid(size, tuple(symbols), known)
    return None


def square_of(rows: Sequence[str]) -> ParsedGrid | None:
    """Parse rows with a character per cell; None if they are not a square of 4 to 35 cells."""
    size = len(rows)
    if not 4 <= size <= 35 or any(len(row) != size for row in rows):
        return None
    joined = "".join(rows)
    return cells_of(joined.upper() if size > 9 else joined, size)


def candidate_cells(lines: Sequence[str], form: re.Pattern[str]) -> list[str] | None:
    """Return the cells of a square of 4 to 9 lines of words; None if it is none.

    Args:
        lines: the rows.
        form: what each cell matches: its candidates as digits, perhaps after a u.
    """
    rows = [line.split() for line in lines]
    size = len(rows)
    if not 4 <= size <= 9 or any(len(row) != size for row in rows):
        return None
    found = [cell for row in rows for cell in row]
    fits = all(
        form.fullmatch(cell) and max(filter(str.isdigit, cell)) <= str(size) for cell in found
    )
    return found if fits else None


def candidates_in(text: str) -> list[str] | None:
    """Return the candidates of 81 cells in a line of 729 characters, nine a cell; else None.

    The n-th character of a cell is n, or a mark for a digit that is not possible.
    """
    text = text if len(text) == 729 else text.strip()
    if len(text) != 729:
        return None
    if any(not set(text[n::9]) <= marks for n, marks in enumerate(_CANDIDATE_MARKS)):
        return None
    plain = text.translate(_NO_BLANKS)
    found = [plain[start : start + 9].replace(" ", "") for start in range(0, 729, 9)]
    return found if any(found) else None


def data_lines(text: str) -> list[str]:
    """Return the lines of a text that are not comments, without their ends."""
    lines = text.splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def rows_of(lines: Sequence[str], long: int) -> list[str]:
    """Return lines of a wanted length; strip those of another length.

    >>> rows_of(["12  ", " 3.  "], 2), rows_of([" 3", "12"], 2)
    (['12', '3.'], [' 3', '12'])
    """
    return [line if len(line) == long else line.strip() for line in lines]


def joined_rows(lines: list[str], grids: int) -> list[str]:
    """Return each grid as one line, if the grids are written as rows.

    >>> joined_rows(["1.", "..", "ab", "ba"], 2)
    ['1...', 'abba']
    """
    size, rest = divmod(len(lines), grids)
    if rest or size < 2:
        return lines
    rows = rows_of(lines, size)
    if any(len(row) != size for row in rows):
        return lines
    return ["".join(rows[start : start + size]) for start in range(0, len(rows), size)]
