"""Names of cells and the grammar by which text refers to them.

    R4C7              the cell in row 4, column 7 of the picture (counted from 1)
    A.R4C7            the same on grid or face A
    R1C1-R1C9         the straight run from one cell to the other, ends included; also diagonal
    R1C1:R3C3         the rectangle with these corners, line by line
    R1C1..R3C3        the same; on a single row or column from the first cell to the last
    R5  C7  A.R2      a whole row or column (of a grid; a picture of several grids needs its name)
    A                 every cell of grid or face A
    all               every cell
    hub               a cell that has been given that name
    R4C1>right        the walk from a cell to the edge of its grid or face, the cell included; ways
                      are up, down, left, right, up-left, up-right, down-left, down-right
    R4C1>>right       the same, going on over seams, until it would return to a cell

Several references are separated by spaces or commas. Lower case also works (r4c7), unless that
is the name of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from sudokulib.basics.quoting import close_matches
from sudokulib.errors import CellReferenceError

Position = tuple[int, int]
"""(row, column), counted from 0."""

Line = tuple[int, ...]
"""The cells of a line in order, by number."""

_CELL = re.compile(r"(?:(?P<patch>.+)\.)?[Rr](?P<row>\d{1,6})[Cc](?P<column>\d{1,6})")
_LINE = re.compile(r"(?:(?P<patch>.+)\.)?(?P<axis>[RCrc])(?P<number>\d{1,6})")

_WAYS = ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")

_MOST_CELLS = 100_000
"""Cells that a text may refer to, repetitions counted.

A bound against hostile files: as many take 0.4 s (`python tests/benchmarks/at_limits.py`,
2026-11). The largest geometry that is allowed has 10,000 cells.
"""


def cell_name(at: Position, patch: str = "") -> str:
    """Return the name of the cell at a 0-based (row, column).

    >>> cell_name((3, 6)), cell_name((0, 0), "A")
    ('R4C7', 'A.R1C1')
    """
    return f"{patch + '.' if patch else ''}R{at[0] + 1}C{at[1] + 1}"


def _in_other_case(name: str, known: Iterable[str]) -> str | None:
    """Return the one known name that differs only in capitals."""
    folded = name.casefold()
    found = {one for one in known if one.casefold() == folded}
    return found.pop() if len(found) == 1 else None


class Walks(Protocol):
    """The lines that walks follow; a higher layer knows which cells are neighbours."""

    def lines(
        self, cell: int, patch: str, at: Position, way: str, *, across: bool
    ) -> set[tuple[int, ...]]:
        """Return every line of cells that a walk may mean.

        Args:
            cell: the first cell of the line.
            patch: the grid or face to walk on; ``""`` is any.
            at: the position of the cell there.
            way: one of the eight ways.
            across: whether it continues across seams.

        Returns:
            Several lines if the cell is on several grids; none if no way is known from it.
        """


@dataclass(frozen=True, slots=True)
class CellIndex:
    """The cells and names that references may use.

    Args:
        names: cell index by canonical or given name.
        patches: for each grid or face its cells by position; ``""`` is the whole picture.
        lines: whether `R5` may stand for a row of the whole picture (it is one single grid).
        walks: the lines of references such as `R4C1>right`.
        hidden: further names, of cells that are in no picture and not part of `all`.
        layered: the cells of layers, which are not part of `all` either.
    """

    names: Mapping[str, int]
    patches: Mapping[str, Mapping[Position, int]]
    lines: bool = True
    walks: Walks | None = None
    hidden: Mapping[str, int] = field(default_factory=dict)
    layered: frozenset[int] = frozenset()

    def resolve(self, text: str) -> list[int]:
        """Return the cells that `text` refers to, in order, repetitions kept.

        Raises:
            CellReferenceError: quoting the part that is not understood, with a suggestion.
        """
        if not isinstance(text, str):
            raise CellReferenceError(f"{text!r} is not a reference to cells; write text: R1C1")
        cells: list[int] = []
        for part in text.replace(",", " ").split():
            cells += self._part(part)
            if len(cells) > _MOST_CELLS:
                raise CellReferenceError(
                    f"more than {_MOST_CELLS:,} cells in one text; name each cell once"
                )
        if not cells:
            raise CellReferenceError("no cells; write references such as R1C1, R1C1:R3C3 or R5")
        return cells

    def single(self, text: str) -> int:
        """Return the single cell that `text` refers to."""
        if isinstance(text, str) and text in self.names:
            return self.names[text]
        cells = self.resolve(text)
        if len(cells) != 1:
            raise CellReferenceError(f"{text!r} is {len(cells)} cells; name exactly one")
        return cells[0]

    def _part(self, part: str) -> list[int]:
        if part in self.names:
            return [self.names[part]]
        if part in self.hidden:
            return [self.hidden[part]]
        if part == "all":
            named, placed = self.names.values(), self.patches.values()
            every = {*named, *(cell for patch in placed for cell in patch.values())}
            return sorted(every - self.layered)
        if part in self.patches:
            return list(dict.fromkeys(self.patches[part].values()))
        in_picture = "" in self.patches and (_CELL.fullmatch(part) or _LINE.fullmatch(part))
        if part.isidentifier() and not in_picture:
            meant = _in_other_case(part, (*self.names, *self.hidden, *self.patches, "all"))
            return self._expanded(part) if meant is None else self._part(meant)
        return self._expanded(part)

    def _expanded(self, part: str) -> list[int]:
        if ">" in part:
            return self._walk(part)
        for sign, expand in (("..", self._range), (":", self._rectangle), ("-", self._run)):
            first, found, last = part.partition(sign)
            if found:
                return expand(part, *self._corners(part, first, last))
        if match := _LINE.fullmatch(part):
            return self._line(part, match)
        patch, at = self._position(part)
        return [self._at(part, patch, at)]

    def _corners(self, part: str, first: str, last: str) -> tuple[str, Position, Position]:
        patch, start = self._position(first)
        other, end = self._position(last)
        if other and other != patch:
            raise CellReferenceError(
                f"{part!r} begins on {patch or 'the picture'} and ends on {other}"
            )
        return patch, start, end

    def _rectangle(self, part: str, patch: str, a: Position, b: Position) -> list[int]:
        rows = range(min(a[0], b[0]), max(a[0], b[0]) + 1)
        columns = range(min(a[1], b[1]), max(a[1], b[1]) + 1)
        self._check_extent(part, patch, len(rows) * len(columns))
        return [self._at(part, patch, (r, c)) for r in rows for c in columns]

    def _range(self, part: str, patch: str, a: Position, b: Position) -> list[int]:
        straight = a[0] == b[0] or a[1] == b[1]
        return (self._run if straight else self._rectangle)(part, patch, a, b)

    def _run(self, part: str, patch: str, a: Position, b: Position) -> list[int]:
        down, right = b[0] - a[0], b[1] - a[1]
        if down and right and abs(down) != abs(right):
            raise CellReferenceError(
                f"{part!r} is neither straight nor diagonal; "
                f"for the rectangle write {part.replace('-', ':')!r}"
            )
        steps = max(abs(down), abs(right))
        self._check_extent(part, patch, steps)
        dr, dc = (down > 0) - (down < 0), (right > 0) - (right < 0)
        return [self._at(part, patch, (a[0] + i * dr, a[1] + i * dc)) for i in range(steps + 1)]

    def _walk(self, part: str) -> list[int]:
        start, _, way = part.partition(">")
        across, way = way.startswith(">"), way.removeprefix(">").lower()
        if way not in _WAYS:
            near = close_matches(way, _WAYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"ways are {', '.join(_WAYS)}"
            raise CellReferenceError(f"unknown way {way!r} in {part!r}; {hint}")
        if start not in self.names and not _CELL.fullmatch(start):
            start = _in_other_case(start, self.names) or start
        if start in self.names and not _CELL.fullmatch(start):
            patch, at, cell = "", (-1, -1), self.names[start]
        else:
            patch, at = self._position(start)
            cell = self._at(part, patch, at)
        found = self.walks.lines(cell, patch, at, way, across=across) if self.walks else set()
        if len(found) != 1:
            raise CellReferenceError(self._no_walk(part, start, cell, many=bool(found)))
        return list(*found)

    def _no_walk(self, part: str, start: str, cell: int, *, many: bool) -> str:
        if not many:
            return f"{part!r} leads nowhere: {start} is not a square of a grid; list the cells"
        names = (
            cell_name(at, patch)
            for patch, places in self.patches.items()
            for at, c in places.items()
            if patch and c == cell
        )
        example = next(names, "A.R1C1") + part.removeprefix(start)
        return f"{part!r} is unclear: {start} is on several grids; say which, as in {example}"

    def _check_extent(self, part: str, patch: str, extent: int) -> None:
        if extent > len(self.patches[patch]):
            raise CellReferenceError(f"{part!r} reaches beyond the grid, {self._size(patch)}")

    def _line(self, part: str, match: re.Match[str]) -> list[int]:
        patch, axis, number = self._patch(match), match["axis"].upper(), int(match["number"])
        self._check_patch(part, patch)
        if not patch and not self.lines:
            known = next((name for name in self.patches if name), "A")
            raise CellReferenceError(
                f"{part!r} is unclear where there are several grids; "
                f"say which, as in {known}.{part}"
            )
        which = 0 if axis == "R" else 1
        cells = [c for at, c in sorted(self.patches[patch].items()) if at[which] == number - 1]
        if not cells:
            raise CellReferenceError(f"there is no {part!r}; {self._size(patch)}")
        return cells

    def _position(self, text: str) -> tuple[str, Position]:
        match = _CELL.fullmatch(text)
        if match is None:
            near = close_matches(text, [*self.names, *self.hidden, *self.patches], n=1)
            hint = f"did you mean {near[0]}?" if near else "write a cell as R4C7 or A.R4C7"
            raise CellReferenceError(f"unknown cell {text!r}; {hint}")
        patch = self._patch(match)
        self._check_patch(text, patch)
        return patch, (int(match["row"]) - 1, int(match["column"]) - 1)

    def _patch(self, match: re.Match[str]) -> str:
        """Return the name of the grid or face in a reference; empty for the picture."""
        name = match["patch"] or ""
        return name if name in self.patches else _in_other_case(name, self.patches) or name

    def _check_patch(self, text: str, patch: str) -> None:
        if patch in self.patches:
            return
        known = ", ".join(sorted(name for name in self.patches if name)[:20])
        have = f"there are {known}" if known else "there are no named grids"
        if not patch:
            have = f"say on which face, one of {known}" if known else "cells here have names"
        raise CellReferenceError(f"unknown cell {text!r}; {have}")

    def _at(self, part: str, patch: str, at: Position) -> int:
        found = self.patches[patch].get(at)
        if found is None:
            raise CellReferenceError(
                f"unknown cell {cell_name(at, patch)!r} in {part!r}; {self._size(patch)}"
            )
        return found

    def _size(self, patch: str) -> str:
        positions = self.patches[patch]
        rows = 1 + max((r for r, _ in positions), default=-1)
        columns = 1 + max((c for _, c in positions), default=-1)
        gaps = "" if len(positions) == rows * columns else ", with gaps"
        return f"{'grid ' + patch if patch else 'the picture'} has R1C1 to R{rows}C{columns}{gaps}"
