"""Jigsaws as two lines or one: the givens, and then the region of each cell as a letter."""

from __future__ import annotations

from collections import Counter
from math import isqrt
from typing import NamedTuple

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.grids import (
    LETTERS,
    given_symbols,
    jigsaw_grid,
    puzzle_on,
    regions_of,
    size_of,
    symbols_of,
)
from sudokulib.formats.marks import ParsedGrid, data_lines, joined_rows, parsed_grid, rows_of
from sudokulib.puzzles.puzzle import Puzzle


class _GivensAndRegions(NamedTuple):
    marks: ParsedGrid
    regions: tuple[int, ...]


def _givens_and_regions(text: str) -> _GivensAndRegions | None:
    """Return the givens and the regions, if the text has both."""
    lines = data_lines(text) if len(text) < 4000 else []
    lines = joined_rows(lines, 2) if len(lines) > 2 else lines
    if len(lines) == 1 and len(lines[0].split()) == 2:
        lines = lines[0].split()
    if len(lines) == 2:
        lines = rows_of(lines, min(map(len, map(str.strip, lines))))
    elif len(lines) == 1 and isqrt(len(lines[0]) // 2) ** 2 * 2 != len(lines[0]):
        lines = [lines[0].strip()]
    joined = "".join(lines)
    if len(lines) not in (1, 2) or len(set(map(len, lines))) != 1 or len(joined) % 2:
        return None
    half = len(joined) // 2
    marks, layout = parsed_grid(joined[:half]), joined[half:].upper()
    size = isqrt(half)
    counts = Counter(layout)
    if marks is None or set(counts.values()) != {size} or not layout.isalnum():
        return None
    rows = [set(layout[start : start + size]) for start in range(0, half, size)]
    if all(len(row) == size for row in rows):
        return None  # a puzzle and its solution
    names = sorted(counts)
    return _GivensAndRegions(marks, tuple(names.index(letter) for letter in layout))


def is_jigsaw(text: str) -> bool:
    """Return whether a text is givens and regions rather than a puzzle and its solution."""
    return _givens_and_regions(text) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    found = _givens_and_regions(text)
    if found is None:
        raise GivensError(
            f"{name} is not a jigsaw; write the givens as a line of n² characters, then as many "
            "letters, each of n regions n times"
        )
    marks = found.marks
    return puzzle_on(jigsaw_grid(marks.size, found.regions, marks.symbols), marks.known)


def _write(puzzle: Puzzle) -> str:
    size = size_of(puzzle, 25, 4)
    regions = regions_of(puzzle)
    if None in regions or set(Counter(regions).values()) != {size}:
        raise Unwritable(
            f"its regions are not {size} of {size} cells each; choose another format, such as yaml"
        )
    givens = "".join(given_symbols(puzzle, symbols_of(size)))
    return f"{givens}\n{''.join(LETTERS[number or 0] for number in regions)}\n"


JIGSAW = register_format(
    Format(
        "jigsaw-lines",
        is_jigsaw,
        _read,
        _write,
        summary="givens and then a letter for the region of each cell, in two lines or one",
        keeps="givens on square grids with regions of any shape, up to 25×25",
    )
)
"""The format of n² givens and n² letters for regions."""
