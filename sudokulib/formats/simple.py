"""Ruled grids: Simple Sudoku, and candidate grids.

A candidate grid is nine groups of digits a row, or 729 characters: nine a cell, each a digit that
is still possible or a mark for one that is not. (Source: Sudopedia on file formats.)
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format, warn_unread
from sudokulib.formats.grids import (
    box_of,
    candidate_digits,
    given_symbols,
    puzzle_on,
    size_of,
    square_grid,
    symbols_of,
)
from sudokulib.formats.marks import ParsedGrid, candidate_cells, candidates_in, square_of
from sudokulib.formats.rows import ambiguity_warnings
from sudokulib.puzzles.puzzle import Puzzle

_RULING = frozenset("-+*|:.,'`= \t")
_BARS = str.maketrans(dict.fromkeys("|:", " "))
_MOST = 100_000
"""The most characters of such a text.

It bounds the work of detection: as many take 0.2 s (`python tests/benchmarks/at_limits.py`,
2026-11).
"""


def _ruled(text: str) -> list[str]:
    """Return the rows between rulers, bars replaced by blanks; empty if there is no ruling."""
    if len(text) > _MOST or "|" not in text:
        return []
    lines = [line for line in text.splitlines() if line.strip()]
    rows = [line for line in lines if "-" not in line or not _RULING.issuperset(line)]
    ruled = len(rows) < len(lines) or all("|" in row for row in rows)
    return [row.translate(_BARS) for row in rows] if ruled else []


def _marks(text: str) -> ParsedGrid | None:
    """Parse a grid that has one character per cell."""
    return square_of(["".join(row.split()) for row in _ruled(text)])


def _is_simple(text: str) -> bool:
    return _marks(text) is not None


def _read_simple(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    marks = _marks(text)
    if marks is None:
        raise GivensError(
            f"{name} is not a ruled grid; write rows such as |.3.|4..|... between lines of dashes"
        )
    warn_unread(ambiguity_warnings(marks))
    return puzzle_on(square_grid(marks.size, box_of(marks.size), marks.symbols), marks.known)


def _write_simple(puzzle: Puzzle) -> str:
    size = size_of(puzzle, least=4)
    rows, columns = box_of(size) or (size, size)
    cells = given_symbols(puzzle, symbols_of(size))
    dashes = ["-" * columns] * (size // columns)
    edge, between = f" *{'-'.join(dashes)}*", f" |{'+'.join(dashes)}|"
    lines = [edge]
    for row in range(size):
        if row and row % rows == 0:
            lines.append(between)
        start = row * size
        parts = ["".join(cells[start + c : start + c + columns]) for c in range(0, size, columns)]
        lines.append(f" |{'|'.join(parts)}|")
    return "\n".join([*lines, edge, ""])


SIMPLE = register_format(
    Format(
        "simple-sudoku",
        _is_simple,
        _read_simple,
        _write_simple,
        summary="rows of characters between ruling lines (Simple Sudoku)",
        keeps="givens on square grids with boxes",
        suffixes=(".ss",),
    )
)
"""A character per cell, boxes ruled off."""

_GROUP = re.compile(r"[1-9]+")


def _groups(text: str) -> list[str] | None:
    """Return the candidates of each cell as digits; None if the text is not a candidate grid."""
    text = text.strip("\n")
    if "\n" not in text:
        return candidates_in(text)
    found = candidate_cells(_ruled(text), _GROUP)
    return found if found and max(map(len, found)) > 1 else None


def _is_candidates(text: str) -> bool:
    return len(text) <= _MOST and _groups(text) is not None


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=1024)
def _mask(digits: str) -> int:
    """Return candidates as a bit mask."""
    return sum(1 << int(digit) - 1 for digit in set(digits))


def _read_candidates(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    groups = _groups(text)
    if groups is None:
        raise GivensError(
            f"{name} is not a candidate grid; write the candidates of each cell as digits, "
            "rows between lines of dashes"
        )
    if "" in groups:
        raise GivensError(f"{name}: cell {groups.index('') + 1} has no candidate; give it one")
    size = isqrt(len(groups))
    masks = {cell: _mask(group) for cell, group in enumerate(groups)}
    known = {cell: int(group) - 1 for cell, group in enumerate(groups) if len(group) == 1}
    return puzzle_on(square_grid(size, box_of(size)), known, masks=masks)


def _write_candidates(puzzle: Puzzle) -> str:
    size = size_of(puzzle, 9, 4)
    rows, columns = box_of(size) or (size, size)
    groups = candidate_digits(puzzle)
    if all(len(group) == 1 for group in groups):
        raise Unwritable("every cell has one candidate; choose another format, such as line")
    width = max(map(len, groups))
    dashes = ["-" * (columns * (width + 1) + 1)] * (size // columns)
    lines = [f".{'.'.join(dashes)}."]
    for row in range(size):
        if row and row % rows == 0:
            lines.append(f":{'+'.join(dashes)}:")
        cells = [group.ljust(width) for group in groups[row * size : (row + 1) * size]]
        parts = [" ".join(cells[c : c + columns]) for c in range(0, size, columns)]
        lines.append(f"| {' | '.join(parts)} |")
    return "\n".join([*lines, f"'{chr(39).join(dashes)}'", ""])


CANDIDATES = register_format(
    Format(
        "candidates",
        _is_candidates,
        _read_candidates,
        _write_candidates,
        summary="the candidates of each cell: a ruled grid, or 729 characters in one line",
        keeps="candidates on square grids with boxes up to 9×9; a single one is read as a given",
        text_alone=True,
    )
)
"""Groups of digits; a single digit is read as a given."""
