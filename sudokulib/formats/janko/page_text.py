"""The text of a page of janko.at: its properties, and the marks of its grids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.grids import box_of

_GRIDS = frozenset({"areas", "clabels", "clues", "nodes", "problem", "rlabels", "solution"})
_WORDS = frozenset({
    "author", "cols", "depth", "end", "info", "layout", "magic", "mail", "moves", "pattern",
    "patternx", "patterny", "pid", "puzzle", "rows", "size", "solver", "source", "title", "unit",
})  # fmt: skip
EMPTY = frozenset("-.?")
"""The marks of cells without a clue."""
MOST = 60
"""The most cells a side: the largest grids that this format names, of several sudokus, have 45."""

Marks = list[list[str]]
"""The marks of a grid, row by row."""


@dataclass(frozen=True)
class PageText:
    """A parsed text.

    Args:
        words: the values of properties of one line.
        grids: the rows of properties of several lines.
    """

    words: Mapping[str, str]
    grids: Mapping[str, Marks]

    def number(self, name: str) -> int | None:
        """Return the number of a property; None if it is missing.

        Raises:
            SudokuError: it is not a number.
        """
        said = self.words.get(name)
        if said is None:
            return None
        if not (said.isascii() and said.isdigit() and len(said) < 5):
            raise SudokuError(f"{name} {short(repr(said))} is not a number; write one")
        return int(said)

    def grid(self, name: str, rows: int, columns: int) -> Marks:
        """Return the marks of a grid of a known size; empty if it is missing.

        Raises:
            SudokuError: it has another size.
        """
        found = self.grids.get(name, [])
        if found and (len(found) != rows or any(len(row) != columns for row in found)):
            wrong = next((row for row in found if len(row) != columns), found[-1])
            raise SudokuError(
                f"{name} has {len(found)} rows of other lengths than {rows} of {columns} marks, "
                f"such as {short(repr(' '.join(wrong)))}; write one mark for each cell"
            )
        return found


def parsed(text: str) -> PageText:
    """Return the properties and grids of a text; its first line is left out."""
    words: dict[str, str] = {}
    grids: dict[str, Marks] = {}
    rows: Marks = []
    for line in text.splitlines()[1:]:
        first, _, rest = line.strip().partition(" ")
        word = first.lower()
        if word == "end":
            break
        if word in _GRIDS:
            rows = grids[word] = []
        elif word in _WORDS:
            words[word] = rest.strip()
            rows = []
        elif first:
            rows.append(line.split())
    return PageText(words, grids)


class PageGrid:
    """The grid of a text, with its marks."""

    def __init__(self, said: PageText, limits: Limits) -> None:
        self.said = said
        size = said.number("size")
        shown = said.grids.get("solution") or said.grids.get("problem") or []
        self.rows = said.number("rows") or size or len(shown)
        self.columns = said.number("cols") or size or len(shown)
        if not 0 < self.rows <= MOST or not 0 < self.columns <= MOST:
            raise SudokuError(
                f"a grid of {self.rows}×{self.columns} is not read; write size, or rows and cols, "
                f"to {MOST}"
            )
        limits.check("cells", self.rows * self.columns)
        self.problem = said.grid("problem", self.rows, self.columns)
        self.solution = said.grid("solution", self.rows, self.columns)

    def cells(self) -> Iterator[int]:
        """Yield all cells."""
        yield from range(self.rows * self.columns)

    def mark_at(self, marks: Marks, cell: int) -> str:
        """Return the mark of a cell; empty if it has none."""
        mark = marks[cell // self.columns][cell % self.columns] if marks else ""
        return "" if mark in EMPTY else mark

    def lines(self) -> list[tuple[int, ...]]:
        """Return the rows and columns."""
        every, width = range(self.rows * self.columns), self.columns
        rows = [tuple(every[n * width : n * width + width]) for n in range(self.rows)]
        return [*rows, *(tuple(every[n::width]) for n in range(width))]

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of side neighbours."""
        for cell in self.cells():
            if (cell + 1) % self.columns:
                yield cell, cell + 1
            if cell + self.columns < self.rows * self.columns:
                yield cell, cell + self.columns

    def areas(self) -> dict[str, tuple[int, ...]]:
        """Return the cells of each area.

        Raises:
            SudokuError: there are none.
        """
        marks = self.said.grid("areas", self.rows, self.columns)
        if not marks:
            raise SudokuError("areas are missing; write one name for each cell")
        found: dict[str, list[int]] = {}
        for cell in self.cells():
            found.setdefault(marks[cell // self.columns][cell % self.columns], []).append(cell)
        return {name: tuple(cells) for name, cells in found.items()}

    def value(self, cell: int) -> int:
        """Return the number that the solution has in a cell.

        Raises:
            SudokuError: it has none.
        """
        mark = self.mark_at(self.solution, cell)
        if not (mark.isascii() and mark.isdigit()):
            raise SudokuError(
                "the clues of these rules follow from the solution, which is not all numbers; "
                "write it"
            )
        return int(mark)

    def square(self) -> int:
        """Return the side of a square grid.

        Raises:
            SudokuError: it is not a square.
        """
        if self.rows != self.columns:
            raise SudokuError(f"the grid is {self.rows}×{self.columns}; these rules need a square")
        return self.rows

    def box(self) -> tuple[int, int]:
        """Return the rows and columns of a box.

        Raises:
            SudokuError: no boxes fit.
        """
        size = self.square()
        high, wide = self.said.number("patterny"), self.said.number("patternx")
        found = (high, wide) if high and wide else box_of(size)
        if found is None or found[0] * found[1] != size:
            raise SudokuError(f"boxes of {found} do not fit {size} cells a side; write patternx "
                              "and patterny")  # fmt: skip
        return found


def mark_number(mark: str) -> int | None:
    """Return the number that a mark is; None for no mark.

    Raises:
        SudokuError: it is not a number.
    """
    if not mark:
        return None
    if not (mark.isascii() and mark.isdigit() and len(mark) < 7):
        raise SudokuError(f"{short(repr(mark))} is not a number; write one, or - for none")
    return int(mark)
