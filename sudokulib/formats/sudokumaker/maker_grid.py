"""The grid of a SudokuMaker puzzle, and the numbers by which its elements name places.

Cells are numbered from 0 row by row; corners likewise in a grid with one more column; places
outside the grid in a grid with a rim of one cell all around. Edges take two numbers a cell and row:
first those to the left of each cell, then those below each cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import short
from sudokulib.errors import CellReferenceError, GivensError, SudokuError
from sudokulib.formats.fpuzzles.editor_grid import integer


@dataclass(frozen=True)
class MakerGrid:
    """The grid to which all elements refer.

    Args:
        rows, columns: its size.
        values: the integers of the puzzle, ascending.
        regions: the number of the region of each cell, None where there is none.
        type: sudoku, or custom, where rows and columns have no repeats only if it is said.

    >>> grid = MakerGrid(9, 9, tuple(range(1, 10)))
    >>> grid.names(grid.edge(20)), grid.names(grid.edge(9)), grid.names(grid.around(11))
    (['R2C2', 'R2C3'], ['R1C1', 'R2C1'], ['R1C1', 'R1C2', 'R2C1', 'R2C2'])
    >>> grid.names(grid.inward(1))[:2], grid.names(grid.diagonal(2, -1))[:2]
    (['R1C1', 'R2C1'], ['R1C3', 'R2C4'])
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    regions: tuple[int | None, ...] = ()
    type: str = "sudoku"

    def names(self, cells: Line) -> list[str]:
        """Return the names of cells, as R1C1."""
        return [f"R{cell // self.columns + 1}C{cell % self.columns + 1}" for cell in cells]

    def cell_at(self, row: int, column: int) -> int | None:
        """Return the cell at a position; None outside the grid."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def cell(self, number: Any) -> int:
        """Return the cell with a number.

        Raises:
            CellReferenceError: there is none.
        """
        found = integer(number)
        if found is None or not 0 <= found < self.rows * self.columns:
            raise CellReferenceError(
                f"{short(repr(number))} is not the number of a cell; "
                f"cells are numbered from 0 to {self.rows * self.columns - 1}"
            )
        return found

    def cells(self, listed: Any) -> Line:
        """Return the cells of a list of numbers, without repeated successive ones."""
        return tuple(cell for cell, _ in groupby(self.cell(one) for one in as_list(listed)))

    def lines(self, listed: Any, least: int = 2) -> tuple[Line, ...]:
        """Return the lines of a least length; shorter ones are drawn, but mean nothing."""
        return tuple(line for line in map(self.cells, as_list(listed)) if len(line) >= least)

    def edge(self, number: Any) -> Line:
        """Return the two cells at an edge."""
        row, place = divmod(_whole(number, "edge"), 2 * self.columns)
        pair = (
            (self.cell_at(row, place - 1), self.cell_at(row, place))
            if place < self.columns
            else (
                self.cell_at(row, place - self.columns),
                self.cell_at(row + 1, place - self.columns),
            )
        )
        return self._existing(pair, number, "edge between two cells")

    def around(self, number: Any) -> Line:
        """Return the four cells at a corner."""
        row, column = divmod(_whole(number, "corner"), self.columns + 1)
        four = (self.cell_at(r, c) for r in (row - 1, row) for c in (column - 1, column))
        return self._existing(tuple(four), number, "corner of four cells")

    def _existing(self, cells: tuple[int | None, ...], number: Any, what: str) -> Line:
        found = tuple(cell for cell in cells if cell is not None)
        if len(found) < len(cells):
            raise CellReferenceError(
                f"{short(repr(number))} is not the number of an {what}; move the clue into the grid"
            )
        return found

    def inward(self, number: Any) -> Line:
        """Return the row or column that a place outside the grid sees."""
        row, column = self._outside(number)
        steps = {
            (row < 0, (1, 0)), (row >= self.rows, (-1, 0)),
            (column < 0, (0, 1)), (column >= self.columns, (0, -1)),
        }  # fmt: skip
        ways = [step for outside, step in steps if outside]
        if len(ways) != 1:
            raise CellReferenceError(
                f"{short(repr(number))} is not the number of a place at the end of a row or "
                "column; move the clue beside one"
            )
        return self._ray(row, column, *ways[0])

    def diagonal(self, number: Any, slope: Any) -> Line:
        """Return the diagonal that a place outside the grid sees: 1 for a rising one, -1 falling.

        Raises:
            CellReferenceError: no cell lies on it.
        """
        row, column = self._outside(number)
        if slope not in (1, -1):
            raise SudokuError(f"{short(repr(slope))} is not a diagonal; write 1 or -1")
        for down in (1, -1):
            if found := self._ray(row, column, down, -down * slope):
                return found
        raise CellReferenceError(
            f"no diagonal {slope} begins at place {short(repr(number))}; move the clue to its end"
        )

    def _outside(self, number: Any) -> tuple[int, int]:
        row, column = divmod(_whole(number, "place outside the grid"), self.columns + 2)
        if self.cell_at(row - 1, column - 1) is not None or row > self.rows + 1:
            raise CellReferenceError(
                f"{short(repr(number))} is not the number of a place outside the grid; "
                "move the clue out of the grid"
            )
        return row - 1, column - 1

    def _ray(self, row: int, column: int, down: int, right: int) -> Line:
        found = []
        while (cell := self.cell_at(row + down, column + right)) is not None:
            found.append(cell)
            row, column = row + down, column + right
        return tuple(found)

    def edges(self) -> Iterator[Line]:
        """Yield all pairs of side neighbours."""
        for cell in range(self.rows * self.columns):
            row, column = divmod(cell, self.columns)
            for other in (self.cell_at(row, column + 1), self.cell_at(row + 1, column)):
                if other is not None:
                    yield cell, other

    def move(self, one: int, other: int) -> tuple[int, int]:
        """Return how far two cells lie apart in rows and in columns, the lesser number first."""
        rows, columns = (abs(a - b) for a, b in zip(
            divmod(one, self.columns), divmod(other, self.columns), strict=True))  # fmt: skip
        return min(rows, columns), max(rows, columns)

    def pairs_apart(self, move: tuple[int, int]) -> set[Line]:
        """Return all pairs of cells that lie so far apart, the lower cell first."""
        less, more = move
        found: set[Line] = set()
        for cell in range(self.rows * self.columns):
            row, column = divmod(cell, self.columns)
            for down, right in ((less, more), (less, -more), (more, less), (more, -less)):
                other = self.cell_at(row + down, column + right)
                if other is not None and other != cell:
                    found.add((min(cell, other), max(cell, other)))
        return found

    def digits(self, mask: Any) -> tuple[int, ...]:
        """Return the digits of a bit set, where bit n stands for digit n."""
        bits = _whole(mask, "set of digits")
        return tuple(value for value in self.values if value >= 0 and bits >> value & 1)

    def value(self, number: Any) -> int:
        """Return the index of a digit.

        Raises:
            GivensError: it is not a digit of the puzzle.
        """
        found = integer(number)
        if found not in self.values:
            raise GivensError(
                f"{short(repr(number))} is not a digit of the puzzle; "
                f"write one from {self.values[0]} to {self.values[-1]}"
            )
        return self.values.index(found)


def as_list(value: Any) -> list[Any]:
    """Return a list as it is.

    Raises:
        SudokuError: the value is not a list.
    """
    if not isinstance(value, list):
        raise SudokuError(f"{short(repr(value))} is not a list; a list is expected here")
    return value


def objects(value: Any) -> list[Mapping[str, Any]]:
    """Return a list of objects as it is.

    Raises:
        SudokuError: the value is not a list of objects.
    """
    for one in as_list(value):
        if not isinstance(one, dict):
            raise SudokuError(f"{short(repr(one))} is not an object; such as {{...}} is expected")
    return as_list(value)


def _whole(number: Any, what: str) -> int:
    found = integer(number)
    if found is None or found < 0:
        raise SudokuError(
            f"{short(repr(number))} is not the number of a {what}; write a whole number from 0"
        )
    return found
