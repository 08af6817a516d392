"""The grid that constraints of the Interactive Sudoku Solver refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isqrt

from sudokulib.errors import CellReferenceError
from sudokulib.formats.iss.grammar import DIGITS
from sudokulib.geometries.source import short

__all__ = ["CELL", "Board", "boxes_of", "little_killer_line"]

Line = tuple[int, ...]

CELL = re.compile(r"[Rr]([1-9a-g])[Cc]([1-9a-g])")
"""How a cell is named."""


@dataclass(frozen=True)
class Board:
    """The grid that constraints refer to.

    Args:
        rows, columns: its size.
        values: the integers that cells hold.
        boxes: rows and columns of its boxes, if it has any.
        hidden: further cells by name, which are in no grid; their numbers follow.
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    boxes: tuple[int, int] | None
    hidden: Mapping[str, int] = field(default_factory=dict)

    def cell(self, text: str) -> int:
        """The cell of a name.

        Raises:
            CellReferenceError: it is none.
        """
        if text in self.hidden:
            return self.hidden[text]
        match = CELL.fullmatch(text)
        if match is None:
            raise CellReferenceError(f"{short(text)!r} is no cell; cells are named like R1C1")
        row, column = (DIGITS.index(mark) - 1 for mark in match.groups())
        if row >= self.rows or column >= self.columns:
            raise CellReferenceError(
                f"{text} is off the grid, which is {self.rows}x{self.columns}; name a cell of it"
            )
        return row * self.columns + column

    def cells(self, names: Iterable[str]) -> Line:
        """The cells of names."""
        return tuple(self.cell(name) for name in names)

    def line(self, name: str) -> Line:
        """The cells of a row or column, from its left or upper end."""
        match = re.fullmatch(r"([RrCc])([1-9a-g])", name)
        at = DIGITS.index(match[2]) - 1 if match else 99
        if match and match[1] in "Rr" and at < self.rows:
            return tuple(range(at * self.columns, (at + 1) * self.columns))
        if match and match[1] in "Cc" and at < self.columns:
            return tuple(range(at, self.rows * self.columns, self.columns))
        raise CellReferenceError(f"{short(name)!r} is no row or column; write such as R1 or C1")

    def touch(self, one: int, other: int) -> bool:
        """Whether two cells share a side."""
        (r, c), (s, d) = divmod(one, self.columns), divmod(other, self.columns)
        return abs(r - s) + abs(c - d) == 1


def boxes_of(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """Rows and columns of the boxes of so many cells, as near to squares as divide the grid."""
    for low in range(isqrt(size), 1, -1):
        high, rest = divmod(size, low)
        if not rest:
            for box in ((low, high), (high, low)):
                if rows % box[0] == columns % box[1] == 0:
                    return box
    return None


def little_killer_line(cell: int, board: Board) -> Line:
    """The diagonal that a clue at a cell of the edge looks along; none from elsewhere."""
    row, column = divmod(cell, board.columns)
    last, right = board.rows - 1, board.columns - 1
    if column == 0:
        step = (1, 1) if row < last else (-1, 1)
    elif row == 0:
        step = (1, -1)
    elif column == right:
        step = (-1, -1)
    elif row == last:
        step = (-1, 1)
    else:
        return ()
    cells = []
    while 0 <= row <= last and 0 <= column <= right:
        cells.append(row * board.columns + column)
        row, column = row + step[0], column + step[1]
    return tuple(cells)
