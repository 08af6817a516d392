"""The grid of an f-puzzles puzzle, and its entries: values with errors that quote them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby
from math import isqrt
from typing import Any

from sudokulib.basics.cells import Line, Position
from sudokulib.basics.quoting import short
from sudokulib.errors import CellReferenceError, SudokuError
from sudokulib.formats.format import warn_unread

_CELL = re.compile(r"\s*[Rr](-?\d{1,4})[Cc](-?\d{1,4})\s*")
_NUMBER = re.compile(r"\s*[+-]?\d{1,9}\s*")
_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
_DIAGONALLY = ("DR", "DL", "UR", "UL")


def _slope(direction: str) -> Position:
    """Return the step of a diagonal direction."""
    return _STEPS[direction[0]][0], _STEPS[direction[1]][1]


def integer(value: Any) -> int | None:
    """Return the number that a JSON value is or spells; None if it is not a number.

    >>> integer("15"), integer(4), integer(True), integer("?")
    (15, 4, None, None)
    """
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    return value if type(value) is int and abs(value) < 10**9 else None


@dataclass(frozen=True)
class EditorGrid:
    """The square grid to which all entries refer.

    Args:
        size: cells a side; the values run from 1 to it.
        regions: the number of the region of each cell, None where there is none.
        warned: the messages of warnings so far.
    """

    size: int
    regions: tuple[int | None, ...] = ()
    warned: list[str] = field(default_factory=list)

    @property
    def box(self) -> tuple[int, int]:
        """The rows and columns of a box: as near to a square as divides the grid, wider than high.

        >>> EditorGrid(9).box, EditorGrid(6).box, EditorGrid(8).box, EditorGrid(7).box
        ((3, 3), (2, 3), (2, 4), (1, 7))
        """
        rows = next(h for h in range(isqrt(self.size), 0, -1) if self.size % h == 0)
        return rows, self.size // rows

    def box_of(self, at: Position) -> int:
        """Return the number of the box at a position, row by row."""
        rows, columns = self.box
        return at[0] // rows * (self.size // columns) + at[1] // columns

    def holds(self, at: Position) -> bool:
        """Return whether a position lies in the grid."""
        return min(at) >= 0 and max(at) < self.size

    def place(self, text: Any) -> Position:
        """Return the 0-based position that a text names, in the grid or just outside it.

        Raises:
            CellReferenceError: the text does not name a position.
        """
        match = _CELL.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise CellReferenceError(f"{_quoted(text)} is not a cell; cells are named like R1C1")
        row, column = int(match[1]) - 1, int(match[2]) - 1
        if min(row, column) < -1 or max(row, column) > self.size:
            raise CellReferenceError(f"{_quoted(text)} is off the grid, which is {self._extent}")
        return row, column

    def cell(self, text: Any) -> int:
        """Return the cell that a text names.

        Raises:
            CellReferenceError: there is no such cell.
        """
        at = self.place(text)
        if not self.holds(at):
            raise CellReferenceError(
                f"{_quoted(text)} is outside the grid, which is {self._extent}"
            )
        return at[0] * self.size + at[1]

    @property
    def _extent(self) -> str:
        return f"R1C1 to R{self.size}C{self.size}; name a cell of it"

    def cells_from(self, start: Position, step: Position) -> Line:
        """Return the cells met from a position outside the grid, in one direction.

        >>> EditorGrid(4).cells_from((4, 1), (-1, 1))
        (14, 11)
        """
        at = (start[0] + step[0], start[1] + step[1])
        cells = []
        while self.holds(at):
            cells.append(at[0] * self.size + at[1])
            at = (at[0] + step[0], at[1] + step[1])
        return tuple(cells)

    def inward(self, text: Any) -> Line:
        """Return the row or column seen from a position outside the grid.

        Raises:
            CellReferenceError: the position is inside, or at a corner.
        """
        row, column = at = self.place(text)
        steps = {
            (row < 0, (1, 0)), (row >= self.size, (-1, 0)),
            (column < 0, (0, 1)), (column >= self.size, (0, -1)),
        }  # fmt: skip
        ways = [step for outside, step in steps if outside]
        if len(ways) != 1:
            raise CellReferenceError(
                f"{_quoted(text)} is not at the end of a row or column; "
                f"clues stand in row or column 0 or {self.size + 1}, not at a corner"
            )
        return self.cells_from(at, ways[0])

    def names(self, cells: Sequence[int]) -> list[str]:
        """Return the names of cells, as R1C1."""
        return [f"R{cell // self.size + 1}C{cell % self.size + 1}" for cell in cells]

    @cached_property
    def lines_inward(self) -> dict[Line, str]:
        """The position outside the grid from which each row and column is seen."""
        places = range(1, self.size + 1)
        near = [name for n in places for name in (f"R{n}C0", f"R0C{n}")]
        far = [name for n in places for name in (f"R{n}C{self.size + 1}", f"R{self.size + 1}C{n}")]
        return {self.inward(name): name for name in (*near, *far)}

    @cached_property
    def diagonals_inward(self) -> dict[Line, tuple[str, str]]:
        """The position outside the grid from which each diagonal is seen, and the direction."""
        edge = range(-1, self.size + 1)
        rim = {(r, c) for r in edge for c in edge if {r, c} & {-1, self.size}}
        return {
            line: (f"R{r + 1}C{c + 1}", ways)
            for r, c in sorted(rim, reverse=True)
            for ways in _DIAGONALLY
            if (line := self.cells_from((r, c), _slope(ways)))
        }

    def warn(self, message: str) -> None:
        """Record, once, something that may be a rule and is not read."""
        if message not in self.warned:
            self.warned.append(message)

    def give_warnings(self) -> None:
        """Give the warnings."""
        warn_unread(self.warned)


@dataclass(frozen=True)
class EditorEntry:
    """One object of the file.

    Args:
        key: its key.
        data: its contents.
        editor_grid: the grid.
    """

    key: str
    data: Mapping[str, Any]
    editor_grid: EditorGrid

    def cells(self, name: str = "cells") -> Line:
        """Return the cells that a list names.

        Raises:
            SudokuError: it is not a list, or an item is not a cell; ``field`` says which.
        """
        return self._cells(self._list(self.data.get(name), (name,)), (name,))

    def lines(self) -> tuple[Line, ...]:
        """Return the lines, without repeated successive cells and without empty lines."""
        lines = []
        for number, written in enumerate(self._list(self.data.get("lines"), ("lines",))):
            where = ("lines", number)
            cells = self._cells(self._list(written, where), where)
            lines.append(tuple(cell for cell, _ in groupby(cells)))
        return tuple(line for line in lines if line)

    def cell(self) -> int:
        """Return the cell of an entry that has one."""
        with _ErrorField(("cell",)):
            return self.editor_grid.cell(self.data.get("cell"))
        raise AssertionError("unreachable")

    def inward(self) -> Line:
        """Return the row or column seen by a clue outside the grid."""
        with _ErrorField(("cell",)):
            return self.editor_grid.inward(self.data.get("cell"))
        raise AssertionError("unreachable")

    def diagonal(self) -> Line:
        """Return the diagonal along which a clue outside points; without a direction its cells."""
        direction = self.data.get("direction")
        if direction is None:
            return self.cells()
        if direction not in _DIAGONALLY:
            raise SudokuError(
                f"{_quoted(direction)} is not a direction; write UL, UR, DL or DR",
                field=("direction",),
            )
        with _ErrorField(("cell",)):
            start = self.editor_grid.place(self.data.get("cell"))
        found = self.editor_grid.cells_from(start, _slope(direction))
        if not found:
            raise SudokuError(
                f"from {_quoted(self.data['cell'])} the direction {direction} leads to no cell; "
                "turn it into the grid",
                field=("direction",),
            )
        return found

    def number(self, name: str = "value") -> int | None:
        """Return the number of a field; None if there is none, with a warning for a text.

        Raises:
            SudokuError: the value is neither a number nor a text.
        """
        value = self.data.get(name)
        found = integer(value)
        if found is not None or value is None or value == "":
            return found
        if not isinstance(value, str):
            raise SudokuError(
                f"{_quoted(value)} is not a number; write one, or leave {name} out", field=(name,)
            )
        self.editor_grid.warn(
            f"{self.key}: {value!r} at {self._where} is not a number; if it is a rule, "
            "it is not read"
        )
        return None

    @property
    def _where(self) -> str:
        named = self.data.get("cell") or self.data.get("cells") or self.data.get("lines")
        while isinstance(named, Sequence) and not isinstance(named, str) and named:
            named = named[0]
        return short(str(named))

    def _list(self, value: Any, where: tuple[str | int, ...]) -> list[Any]:
        if isinstance(value, list):
            return value
        what = "is missing" if value is None else f"is {_quoted(value)}"
        raise SudokuError(f"{where[0]} {what}; a list of cells is expected here", field=where)

    def _cells(self, names: Sequence[Any], where: tuple[str | int, ...]) -> Line:
        numbers = _numbers(self.editor_grid.size)
        # one with another spelling, outside the grid, or not a text
        with suppress(KeyError, TypeError):
            return tuple([numbers[name] for name in names])
        cells = []
        for number, name in enumerate(names):
            with _ErrorField((*where, number)):
                cells.append(self.editor_grid.cell(name))
        return tuple(cells)


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=64)
def _numbers(size: int) -> dict[str, int]:
    """Return the number of each cell by its usual name; do not change the result."""
    grid = EditorGrid(size)
    return {name: number for number, name in enumerate(grid.names(range(size * size)))}


class _ErrorField:
    """Adds a field to the errors of its body."""

    def __init__(self, where: tuple[str | int, ...]) -> None:
        self._where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, SudokuError):
            error.field = (*self._where, *error.field)


def _quoted(value: Any) -> str:
    return short(repr(value))
