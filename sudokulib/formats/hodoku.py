"""Lines of HoDoKu's library: a position with the technique to find in it.

A line is `:technique:values:cells:deleted:eliminations:placements:more`. In the cells a + marks
what was placed, not given; deleted candidates and results are digit, row and column. The technique
and its results are not part of the puzzle. (Source: the header of its regression library.)
"""

from __future__ import annotations

import re

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import given_symbols, puzzle_on, size_of, square_grid, symbols_of
from sudokulib.formats.marks import data_lines
from sudokulib.puzzles.puzzle import Puzzle

_LINE = re.compile(r":[\dxX-]*:[^:]*:(?P<cells>(?:\+?[0-9.]){81}):(?P<deleted>[\d ]*)(?::.*)?")
_CELL = re.compile(r"\+?[0-9.]")
_SIZE = 9  # the only one that HoDoKu has


def _is_hodoku(text: str) -> bool:
    return bool(re.match(r"(?:\s*#.*\n)*\s*:[\dxX-]*:[^:\n]*:[\d.+]{81,162}:", text))


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    lines = data_lines(text)
    match = _LINE.fullmatch(lines[0].strip()) if lines else None
    if match is None:
        raise GivensError(
            f"{name}: {short(text)!r} is not a line of the HoDoKu library; "
            "it is :technique:candidates:81 cells:deleted candidates:::"
        )
    known, masks = {}, dict.fromkeys(range(_SIZE * _SIZE), (1 << _SIZE) - 1)
    for cell, mark in enumerate(_CELL.findall(match["cells"])):
        if mark[-1] not in "0.":
            value = int(mark[-1]) - 1
            masks[cell] = 1 << value
            if mark[0] != "+":
                known[cell] = value
    for triple in match["deleted"].split():
        if not re.fullmatch("[1-9]{3}", triple):
            raise GivensError(
                f"{name}: {triple!r} is not a candidate; write its digit, row and column, "
                "such as 829"
            )
        digit, row, column = map(int, triple)
        masks[(row - 1) * _SIZE + column - 1] &= ~(1 << digit - 1)
    return puzzle_on(square_grid(_SIZE, (3, 3)), known, masks=masks)


def _write(puzzle: Puzzle) -> str:
    size_of(puzzle, _SIZE, _SIZE)
    cells = given_symbols(puzzle, symbols_of(_SIZE))
    deleted = []
    for cell, mask in enumerate(puzzle.masks):
        if cells[cell] == "." and mask.bit_count() == 1:
            cells[cell] = f"+{mask.bit_length()}"
        elif cells[cell] == ".":
            row, column = cell // _SIZE + 1, cell % _SIZE + 1
            gone = (value for value in range(_SIZE) if not mask >> value & 1)
            deleted += [f"{value + 1}{row}{column}" for value in gone]
    return f":0000:x:{''.join(cells)}:{' '.join(deleted)}:::"


HODOKU = register_format(
    Format(
        "hodoku",
        _is_hodoku,
        _read,
        _write,
        summary="lines of the library of HoDoKu, with deleted candidates",
        keeps="givens and candidates on 9×9",
        many=True,
    )
)
"""A position per line; the technique that it illustrates is not read."""
