"""Grids in strings of the Interactive Sudoku Solver: sections without items.

They are tried in this order: killers that point to their sums, `3x3::k:` and a number for each
cell, givens and then the layout of a jigsaw, a layout alone, a character for each cell, numbers
separated by blanks or bars, and a character for each candidate. After = comes the solution. With
more than nine values these are letters.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from math import isqrt

from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.grids import LETTERS, SYMBOLS
from sudokulib.formats.iss.grammar import DIGITS
from sudokulib.formats.killers import PS
from sudokulib.formats.snarfable import SNARFABLE
from sudokulib.shapes import Shape

_NUMBERS = re.compile(r"[\d\s.|_-]+")
_MOST = len(DIGITS) - 1
"""The most cells per side: a coordinate is a single digit."""


@dataclass(frozen=True)
class GridSize:
    """The rows, columns and values of a grid."""

    rows: int
    columns: int
    values: tuple[int, ...]

    @classmethod
    def square(cls, cells: int) -> GridSize | None:
        """Return the square grid with this many cells; None if there is none."""
        side = isqrt(cells)
        right = side * side == cells and 1 < side <= _MOST
        return cls(side, side, tuple(range(1, side + 1))) if right else None

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns


@dataclass(frozen=True)
class GridSection:
    """The contents of a section.

    Args:
        form: its size.
        known: the index of the given value by cell.
        masks: the candidates of cells.
        shapes: cages and diagonals.
        layout: a character for the region of each cell.
        answer: the stated solution.
    """

    form: GridSize
    known: dict[int, int] = field(default_factory=dict)
    masks: dict[int, int] = field(default_factory=dict)
    shapes: tuple[Shape, ...] = ()
    layout: str = ""
    answer: tuple[int, ...] = ()


def grid_section_of(section: str, form: GridSize | None) -> GridSection:
    """Parse a section without items.

    Args:
        section: its text.
        form: the size of the grid, if it is known.

    Raises:
        SudokuError: the text is not a grid.

    >>> grid_section_of("1 2|. .  . .|. .  . .|. .  . .|3 .", None).known
    {0: 0, 1: 1, 14: 2}
    """
    text = "".join(section.split())
    if text.startswith("="):
        solved = _plain(text[1:], form)
        full = solved is not None and len(solved.known) == solved.form.cells
        if solved is None or not full:
            raise SudokuError(f"{short(text)!r} is not a solution; write a value for each cell")
        return GridSection(
            solved.form, answer=tuple(solved.known[c] for c in range(solved.form.cells))
        )
    for made in (SNARFABLE, PS):
        if made.recognises(text):
            puzzle = made.read(text, "the killer", DEFAULT_LIMITS)
            found = GridSize.square(len(puzzle.geometry))
            if found and form in (None, found):
                return GridSection(found, shapes=puzzle.shapes)
    read = (
        _jigsaw(text, form)
        or _layout(text, form)
        or _plain(text, form)
        or _numbers(section, form)
        or _candidates(text, form)
    )
    if read is None:
        size = f"{form.rows}x{form.columns}" if form else "any size"
        raise SudokuError(f"{short(text)!r} is not a grid of {size}; write one character per cell")
    return read


def _fits(cells: int, form: GridSize | None) -> GridSize | None:
    found = form or GridSize.square(cells)
    return found if found and found.cells == cells else None


def _plain(text: str, form: GridSize | None) -> GridSection | None:
    here = _fits(len(text), form)
    if here is None:
        return None
    if here.values[-1] > 9:
        symbols = LETTERS[: len(here.values)] if here.values[0] == 1 else ""
    else:
        symbols = ("0" + SYMBOLS)[here.values[0] : here.values[-1] + 1]
    if len(set(text).difference(symbols)) > 1:
        return None
    return GridSection(here, {cell: symbols.index(mark) for cell, mark in enumerate(text)
                       if mark in symbols})  # fmt: skip


def _layout(text: str, form: GridSize | None) -> GridSection | None:
    here = _fits(len(text), form)
    side = max(here.rows, here.columns) if here else 0
    counts = Counter(text)
    right = here and len(counts) > 1 and set(counts.values()) == {side}
    return GridSection(here, layout=text) if here and right else None


def _jigsaw(text: str, form: GridSize | None) -> GridSection | None:
    half, rest = divmod(len(text), 2)
    layout = None if rest else _layout(text[half:], form)
    given = _plain(text[:half], form) if layout else None
    return GridSection(given.form, given.known, layout=layout.layout) if given and layout else None


def _numbers(section: str, form: GridSize | None) -> GridSection | None:
    if not _NUMBERS.fullmatch(section):
        return None
    tokens = re.findall(r"\.|\d+", section)
    here = _fits(len(tokens), form)
    if here is None or any(len(token) > 3 for token in tokens):
        return None
    said = {cell: int(token) for cell, token in enumerate(tokens) if token.strip(".0")}
    if any(value not in here.values for value in said.values()):
        return None
    return GridSection(here, {cell: here.values.index(value) for cell, value in said.items()})


def _candidates(text: str, form: GridSize | None) -> GridSection | None:
    sides = [n for n in range(2, 10) if n**3 == len(text)]
    here = form or (GridSize.square(sides[0] ** 2) if sides else None)
    if here is None or here.cells * len(here.values) != len(text) or here.values[-1] > 9:
        return None
    if not set(text) <= {".", *map(str, here.values)}:
        return None
    width = len(here.values)
    masks = {}
    for cell in range(here.cells):
        marks = set(text[cell * width : (cell + 1) * width]) - {"."}
        masks[cell] = sum(1 << here.values.index(int(mark)) for mark in marks)
    return GridSection(here, masks=masks)
