"""The grid to which constraints of the Interactive Sudoku Solver refer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import takewhile
from math import isqrt
from typing import NamedTuple

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import Memo
from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import short
from sudokulib.errors import CellReferenceError
from sudokulib.formats.grids import symbols_of
from sudokulib.formats.iss.grammar import DIGITS, iss_cell_name
from sudokulib.shapes import Shape

CELL = re.compile(r"[Rr]([1-9A-Ga-g])[Cc]([1-9A-Ga-g])")
"""The name of a cell."""

RANK_TIES = ("any", "none", "only-unclued")
"""Which lines may have the same rank; the last where nothing is said of it."""


class Given(NamedTuple):
    """A given or restricted cell.

    Args:
        cell: the cell.
        values: those that it may hold.
        mask: the same as a bit mask of their indices.
    """

    cell: int
    values: tuple[int, ...]
    mask: int


@dataclass(frozen=True)
class CellBlock:
    """Cells in separate rows: those of the grid, or further ones.

    Args:
        first: the number of its first cell; the others follow.
        count: how many cells it has.
        columns: the length of its rows; the last may be shorter.
    """

    first: int
    count: int
    columns: int

    def __contains__(self, cell: int) -> bool:
        return self.first <= cell < self.first + self.count

    def shifted(self, cell: int, start: int, end: int) -> int | None:
        """Return the cell as far from `end` as `cell` is from `start`; None if there is none.

        >>> CellBlock(0, 9, 3).shifted(1, 0, 4), CellBlock(0, 9, 3).shifted(1, 0, 2)
        (5, None)
        """
        if cell not in self:
            return None
        first, columns = self.first, self.columns
        column = (cell - first) % columns + (end - first) % columns - (start - first) % columns
        found = cell + end - start
        return found if 0 <= column < columns and found in self else None


@dataclass(frozen=True)
class SolverGrid:
    """The grid to which constraints refer.

    Args:
        rows, columns: its size.
        values: the integers that cells hold.
        boxes: rows and columns of its boxes, if it has any.
        region: the number of cells of a region.
        hidden: further cells by name, outside the grid; their numbers follow.
        groups: the groups of these.
        layers: the prefixes of those that form layers, whose numbers come first.
        named_regions: whether givens name unknown regions by their numbers.
        boxless: whether its boxes are not regions.
        ties: which lines may have the same rank: any, none, or only-unclued.
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    boxes: tuple[int, int] | None
    region: int
    hidden: Mapping[str, int] = field(default_factory=dict)
    groups: tuple[CellBlock, ...] = ()
    layers: tuple[str, ...] = ()
    named_regions: bool = False
    boxless: bool = False
    ties: str = "only-unclued"

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of the values."""
        return value_symbols(self.values)

    @cached_property
    def alphabet(self) -> Alphabet:
        """The alphabet of the grid."""
        return Alphabet(self.symbols)

    def cell(self, text: str) -> int:
        """Return the cell of a name.

        Raises:
            CellReferenceError: the text does not name a cell.
        """
        number = self._numbers.get(text)
        if number is not None:
            return number
        place = _place(text)
        if place is None:
            raise CellReferenceError(f"{short(text)!r} is not a cell; cells are named like R1C1")
        row, column = place
        if row >= self.rows or column >= self.columns:
            raise CellReferenceError(
                f"{text} is off the grid, which is {self.rows}x{self.columns}; name a cell of it"
            )
        return row * self.columns + column

    def cells(self, names: Sequence[str]) -> Line:
        """Return the cells of names."""
        numbers = self._numbers
        try:
            return tuple([numbers[name] for name in names])
        except KeyError:  # one in small letters, or not a cell
            return tuple([self.cell(name) for name in names])

    def names(self, cells: Sequence[int]) -> list[str]:
        """Return the names of cells: the inverse of `cells`."""
        return [
            iss_cell_name(*divmod(cell, self.columns))
            if cell < self.rows * self.columns
            else self._hidden_names[cell]
            for cell in cells
        ]

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The number of each cell by its written name."""
        known = _numbers(self.rows, self.columns)
        return {**self.hidden, **known} if self.hidden else known

    @cached_property
    def given_by_text(self) -> Memo[Given]:
        """Givens that were read, by their texts: grids of one size share one `SolverGrid`."""
        return Memo(2048)

    @cached_property
    def with_cells(self) -> Memo[SolverGrid]:
        """The same grid with further cells, by what states these."""
        return Memo(4)

    @cached_property
    def shapes_by_item(self) -> Memo[tuple[Shape, ...]]:
        """The shapes of items that were read."""
        return Memo(512)

    @cached_property
    def _hidden_names(self) -> dict[int, str]:
        return {number: name for name, number in self.hidden.items()}

    def group(self, cell: int) -> CellBlock:
        """Return the group of a cell."""
        grid = CellBlock(0, self.rows * self.columns, self.columns)
        return next(group for group in (grid, *self.groups) if cell in group)

    @cached_property
    def ends(self) -> dict[Line, tuple[str, int]]:
        """The name of the row or column that cells form, and the end that comes first: 0 or 1."""
        sides = [f"R{mark}" for mark in DIGITS[1 : self.rows + 1]]
        sides += [f"C{mark}" for mark in DIGITS[1 : self.columns + 1]]
        found: dict[Line, tuple[str, int]] = {}
        for name, line in zip(sides, rows_and_columns(self), strict=True):
            found |= {line[::-1]: (name, 1), line: (name, 0)}
        return found

    @cached_property
    def _lines(self) -> dict[str, Line]:
        return {name: cells for cells, (name, end) in self.ends.items() if not end}

    def line(self, name: str) -> Line:
        """Return the cells of a row or column, from its left or upper end."""
        if (known := self._lines.get(name)) is not None:
            return known
        match = re.fullmatch(r"([RrCc])([1-9A-Ga-g])", name)
        at = DIGITS.index(match[2].lower()) - 1 if match else 99
        if match and match[1] in "Rr" and at < self.rows:
            return tuple(range(at * self.columns, (at + 1) * self.columns))
        if match and match[1] in "Cc" and at < self.columns:
            return tuple(range(at, self.rows * self.columns, self.columns))
        raise CellReferenceError(
            f"{short(name)!r} is not a row or column; write one, such as R1 or C1"
        )

    @cached_property
    def _side_by_side(self) -> frozenset[tuple[int, int]]:
        return _side_by_side(self.rows, self.columns)

    def touch(self, one: int, other: int) -> bool:
        """Return whether two cells share a side."""
        if (one, other) in self._side_by_side:
            return True
        if not self.groups:
            return False
        group = self.group(one)
        if other not in group:
            return False
        first, columns = group.first, group.columns
        (r, c), (s, d) = divmod(one - first, columns), divmod(other - first, columns)
        return abs(r - s) + abs(c - d) == 1


# Safe to cache, as it reads nothing else: integers. So below.
@lru_cache(maxsize=256)
def _numbers(rows: int, columns: int) -> dict[str, int]:
    """Return the number of each cell of a grid by its written name; do not change the result."""
    places = ((row, column) for row in range(rows) for column in range(columns))
    return {iss_cell_name(*at): number for number, at in enumerate(places)}


@lru_cache(maxsize=64)
def _side_by_side(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    """Return the pairs of cells of a grid that share a side, in either order.

    >>> sorted(_side_by_side(2, 2))
    [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)]
    """
    cells = range(rows * columns)
    pairs = [(cell, cell + 1) for cell in cells if (cell + 1) % columns]
    pairs += [(cell, cell + columns) for cell in cells[:-columns]]
    return frozenset(pairs).union([(other, one) for one, other in pairs])


def _place(text: str) -> tuple[int, int] | None:
    """Return the row and column in a cell's name, from 0; None if it is not one."""
    match = CELL.fullmatch(text)
    if match is None:
        return None
    row, column = (DIGITS.index(mark.lower()) - 1 for mark in match.groups())
    return row, column


def boxes_of(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """Return the rows and columns of boxes of a size, as near to squares as fit."""
    for low in range(isqrt(size), 1, -1):
        high, rest = divmod(size, low)
        if not rest:
            for box in ((low, high), (high, low)):
                if rows % box[0] == columns % box[1] == 0:
                    return box
    return None


def rows_and_columns(board: SolverGrid) -> Iterator[Line]:
    """Yield the rows, and then the columns."""
    for row in range(board.rows):
        yield tuple(range(row * board.columns, (row + 1) * board.columns))
    for column in range(board.columns):
        yield tuple(range(column, board.rows * board.columns, board.columns))


def value_symbols(values: tuple[int, ...]) -> tuple[str, ...]:
    """Return the symbols of values: single characters where the values begin with 1."""
    if values == tuple(range(1, len(values) + 1)):
        return symbols_of(len(values))
    return tuple(map(str, values))


@lru_cache(maxsize=256)
def little_killer_lines(rows: int, columns: int) -> dict[int, Line]:
    """Return each diagonal of several cells, by the cell of its clue; do not change the result.

    From the left edge they fall, from the right edge they rise, from above they fall to the left,
    and from below they rise to the right; none is listed from both ends.
    """
    last, right = rows - 1, columns - 1
    begins = [
        *((row, 0, 1, 1) for row in range(last)),
        *((row, right, -1, -1) for row in range(1, last)),
        *((0, column, 1, -1) for column in range(1, right + 1)),
        *((last, column, -1, 1) for column in range(1, right)),
    ]
    found: dict[int, Line] = {}
    met: set[frozenset[int]] = set()
    for row, column, down, across in begins:
        places = ((row + n * down, column + n * across) for n in range(rows + columns))
        inside = takewhile(lambda at: 0 <= at[0] <= last and 0 <= at[1] <= right, places)
        cells = [r * columns + c for r, c in inside]
        if len(cells) > 1 and frozenset(cells) not in met:
            met.add(frozenset(cells))
            found[cells[0]] = tuple(cells)
    return found
