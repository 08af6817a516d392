"""Files of SudoCue: SDK, a grid as rows of characters, and SDX, one with candidates.

Source: sudocue.net/fileformats.php.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, register_format, warn_unread
from sudokulib.formats.grids import (
    box_of,
    candidate_digits,
    given_symbols,
    puzzle_on,
    size_of,
    square_grid,
    symbols_of,
)
from sudokulib.formats.line import LINE
from sudokulib.formats.marks import ParsedGrid, candidate_cells, rows_of, square_of
from sudokulib.formats.rows import ROWS, ambiguity_warnings
from sudokulib.puzzles.puzzle import Puzzle

_TEXTS = {"A": "author", "D": "title", "C": "description", "S": "source"}
"""The meanings of lines after a #; those with other letters are not about the puzzle."""

_SECTION = re.compile(r"\[(\w+)\]")


def _rows(text: str) -> list[str]:
    """Return the rows of the puzzle itself; newer files also hold the player's state."""
    rows: list[str] = []
    wanted = True
    for line in text.splitlines():
        if section := _SECTION.fullmatch(line.strip()):
            wanted = section[1].lower() == "puzzle"
        elif wanted and line.strip() and not line.lstrip().startswith("#"):
            rows.append(line)
    return rows_of(rows, len(rows))


def _marks(text: str) -> ParsedGrid | None:
    return square_of(_rows(text))


def _is_sdk(text: str) -> bool:
    return (
        len(text) < 100_000
        and _marks(text) is not None
        and not LINE.recognises(text)
        and not ROWS.recognises(text)
    )


def _texts(text: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        words = line.strip()
        if words.startswith("#") and (name := _TEXTS.get(words[1:2].upper())):
            found.setdefault(name, []).append(words[2:].strip())
    return {name: " ".join(lines) for name, lines in found.items()}


def _file(puzzle: Puzzle, cells: Sequence[str], between: str) -> str:
    """Return a file with the texts of a puzzle and its cells as rows."""
    texts = ((letter, getattr(puzzle, name)) for letter, name in _TEXTS.items())
    heading = [f"#{letter}{words}" for letter, words in texts if words]
    size = isqrt(len(cells))
    rows = (between.join(cells[start : start + size]) for start in range(0, len(cells), size))
    return "\n".join([*heading, *rows, ""])


def _read_sdk(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    marks = _marks(text)
    if marks is None:
        raise GivensError(
            f"{name} is not an SDK file; write as many rows as there are cells in each, "
            "with a dot for an empty cell"
        )
    grid, texts = square_grid(marks.size, box_of(marks.size), marks.symbols), _texts(text)
    if texts:  # bare rows are only read if the format is named
        warn_unread(ambiguity_warnings(marks))
    return puzzle_on(grid, marks.known, texts=texts)


def _write_sdk(puzzle: Puzzle) -> str:
    size = size_of(puzzle, least=4)
    return _file(puzzle, given_symbols(puzzle, symbols_of(size)), "")


SDK = register_format(
    Format(
        "sdk",
        _is_sdk,
        _read_sdk,
        _write_sdk,
        summary="rows of characters, with author and title (SudoCue)",
        keeps="givens on square grids with boxes; title, author, description, source",
        suffixes=(".sdk",),
    )
)
"""A row of characters for each row of the grid, up to 35×35."""

_CELL = re.compile(r"u[1-9]|[1-9]+")


def _is_sdx(text: str) -> bool:
    return len(text) < 100_000 and candidate_cells(_rows(text), _CELL) is not None


def _read_sdx(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    cells = candidate_cells(_rows(text), _CELL)
    if cells is None:
        raise GivensError(
            f"{name} is not an SDX file; write as many rows as there are cells in each, each "
            "cell as its candidates, such as 1 257 u3"
        )
    known, masks = {}, {}
    for cell, text_of in enumerate(cells):
        values = [int(digit) - 1 for digit in text_of.removeprefix("u")]
        if len(text_of) == 1:
            known[cell] = values[0]
        masks[cell] = sum(1 << value for value in set(values))
    size = isqrt(len(cells))
    return puzzle_on(square_grid(size, box_of(size)), known, masks=masks, texts=_texts(text))


def _write_sdx(puzzle: Puzzle) -> str:
    size_of(puzzle, 9, 4)
    given = dict(puzzle.given_values)
    cells = [
        f"u{left}" if len(left) == 1 and cell not in given else left
        for cell, left in enumerate(candidate_digits(puzzle))
    ]
    return _file(puzzle, cells, " ")


SDX = register_format(
    Format(
        "sdx",
        _is_sdx,
        _read_sdx,
        _write_sdx,
        summary="rows of candidate lists; u marks the player's placements (SudoCue)",
        keeps="givens and candidates on square grids with boxes up to 9×9; texts as sdk",
        suffixes=(".sdx",),
    )
)
"""Cells as candidates: a single one is a given, one after a u the only candidate left."""
