"""One character per cell and one line per puzzle: the most common notation, also in SDM files."""

from __future__ import annotations

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, register_format, warn_unread
from sudokulib.formats.grids import (
    are_connected,
    box_of,
    given_symbols,
    puzzle_on,
    size_of,
    square_grid,
    symbols_of,
)
from sudokulib.formats.jigsaw import is_jigsaw
from sudokulib.formats.marks import ParsedGrid, candidates_in, data_lines, parsed_grid
from sudokulib.formats.rows import ambiguity_warnings
from sudokulib.formats.samurai import is_samurai
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle

_LOOKED_AT = 20
"""Number of lines to check before the others are assumed alike: a bound on the work of
detection."""


def _is_lines(text: str) -> bool:
    """Return whether the lines are puzzles of one size; checking the first few is enough."""
    lines = data_lines(text[: _LOOKED_AT * 200])[:_LOOKED_AT]
    return (
        bool(lines)
        and len({marks.size if (marks := parsed_grid(line)) else 0 for line in lines} - {0}) == 1
        and all(map(parsed_grid, lines))
        and candidates_in(lines[0]) is None
        and not is_samurai(text)
        and not is_jigsaw(text)
    )


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    line = text.strip("\n")
    marks = parsed_grid(line)
    if marks is None:
        raise GivensError(
            f"{name}: {short(line)!r} is not a line of n² cells, with one symbol or one mark for "
            "empty cells each; write for example 81 characters, . for an empty cell"
        )
    grid = square_grid(marks.size, box_of(marks.size), marks.symbols)
    if _is_layout(marks, grid):
        raise GivensError(
            f"{name}: {short(line)!r} has {marks.size} of each symbol, each in one piece: it "
            f"is the layout of a jigsaw rather than givens; "
            "read it with form='iss', or write givens before it"
        )
    warn_unread(ambiguity_warnings(marks))
    return puzzle_on(grid, marks.known)


def _is_layout(marks: ParsedGrid, grid: Geometry) -> bool:
    """Return whether the symbols are the regions of a jigsaw, as they cannot fill a grid."""
    if len(marks.known) < marks.size**2:
        return False
    members: dict[int, list[int]] = {}
    for cell, value in marks.known.items():
        members.setdefault(value, []).append(cell)
    return len(members) == marks.size and all(
        len(cells) == marks.size and are_connected(cells, grid) for cells in members.values()
    )


def _write(puzzle: Puzzle) -> str:
    return "".join(given_symbols(puzzle, symbols_of(size_of(puzzle, least=4))))


LINE = register_format(
    Format(
        "line",
        _is_lines,
        _read,
        _write,
        summary="n² characters a puzzle, such as 81 (SDM, with a puzzle in each line)",
        keeps="givens on square grids with boxes, up to 35×35",
        many=True,
        suffixes=(".sdm",),
    )
)
"""Grids of 4×4 to 35×35 with boxes as near to squares as there are."""
