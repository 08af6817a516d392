"""Layouts of the fields of rules in entries of an f-puzzles file, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.fpuzzles.editor_grid import EditorEntry, EditorGrid
from sudokulib.formats.grids import cells_by_region, diagonals
from sudokulib.formats.spelling import Fields, Layout

WrittenEntry = dict[str, Any] | None
"""The object that states a rule; None if no object can."""


def _optional(name: str, number: int | None) -> Fields:
    return {} if number is None else {name: number}


def _value(number: int | None) -> Fields:
    return {} if number is None else {"value": str(number)}


def lines(least: int = 2, *, closed: bool = False, number: str = "") -> Layout:
    """Return the layout of `lines` of a least length.

    Args:
        least: the least length of a line; shorter ones are ignored.
        closed: whether lines that end where they begin set the field `closed`.
        number: the field for the value of the entry, if there is one.
    """

    def read(entry: EditorEntry) -> Iterator[Fields]:
        more = _optional(number, entry.number() if number else None)
        long = [line for line in entry.lines() if len(line) >= least]
        loops = [line for line in long if closed and len(line) > 3 and line[0] == line[-1]]
        if loops:
            yield {"lines": tuple(line[:-1] for line in loops), "closed": True, **more}
        if others := tuple(line for line in long if line not in loops):
            yield {"lines": others, **more}

    def write(rule: Any, grid: EditorGrid) -> WrittenEntry:
        line = rule.lines[0]
        if closed and rule.closed:
            line += line[:1]
        value = getattr(rule, number) if number else None
        return {"lines": [grid.names(line)], **_value(value)}

    return Layout(("lines", number, *["closed"] * closed), read, write)


def _lines_like(change: Callable[[Line], Line]) -> Layout:
    """Return the layout of lines that are changed when they are read."""

    def read(entry: EditorEntry) -> Iterator[Fields]:
        if long := tuple(line for line in map(change, entry.lines()) if len(line) > 1):
            yield {"lines": long}

    return Layout(("lines",), read, lines().write)


def _opened(line: Line) -> Line:
    while len(line) > 1 and line[0] == line[-1]:
        line = line[1:-1]
    return line


PALINDROME = _lines_like(_opened)
"""A layout for lines of which, if they end where they begin, only the cells in between count."""
SETS = _lines_like(lambda line: tuple(dict.fromkeys(line)))
"""Lines that are sets: they may return to one of their cells."""


def _read_arrow(entry: EditorEntry) -> Iterator[Fields]:
    circle = tuple(sorted(set(entry.cells())))
    shafts = []
    for number, line in enumerate(entry.lines()):
        if line[0] not in circle:
            raise SudokuError(
                "the arrow does not begin in its circle; let it begin in one of its cells",
                field=("lines", number),
            )
        if line[1:]:
            shafts.append(line[1:])
    if shafts and circle:
        yield {"circle": circle, "lines": tuple(shafts), "pill": len(circle) > 1}


def _write_arrow(rule: Any, grid: EditorGrid) -> WrittenEntry:
    circle = rule.circle
    if rule.pill != (len(circle) > 1) or list(circle) != sorted(circle):
        return None
    return {"lines": [grid.names((circle[-1], *rule.shafts[0]))], "cells": grid.names(circle)}


ARROW = Layout(("circle", "lines", "pill"), _read_arrow, _write_arrow)

CELLS = Layout(
    ("cells",),
    lambda entry: [{"cells": entry.cells()}],
    lambda rule, grid: {"cells": grid.names(rule.cells)},
)


def _read_cage(entry: EditorEntry) -> Iterator[Fields]:
    total = entry.number()
    yield {"cells": entry.cells(), **_optional("sum", total)}


def _write_cage(rule: Any, grid: EditorGrid) -> WrittenEntry:
    if isinstance(rule.sum, tuple):
        return None
    return {"cells": grid.names(rule.cells), **_value(rule.sum)}


CAGE = Layout(("cells", "sum"), _read_cage, _write_cage)


def _read_extra_region(entry: EditorEntry) -> Iterator[Fields]:
    yield _set(entry.cells(), entry.editor_grid)


def _set(cells: Sequence[int], grid: EditorGrid) -> Fields:
    """Return a house if there is a cell for each value."""
    return {"kind": "house" if len(cells) == grid.size else "distinct", "cells": tuple(cells)}


EXTRA_REGION = Layout(("cells",), _read_extra_region, CELLS.write)


def _read_clone(entry: EditorEntry) -> Iterator[Fields]:
    cells, others = entry.cells(), entry.cells("cloneCells")
    if len(cells) != len(others):
        raise SudokuError(
            f"{len(cells)} cells have a clone of {len(others)}; make them as many",
            field=("cloneCells",),
        )
    pairs = [(a, b) for a, b in zip(cells, others, strict=True) if a != b]
    if pairs:
        yield {"groups": tuple(zip(*pairs, strict=True))}


def _write_clone(rule: Any, grid: EditorGrid) -> WrittenEntry:
    if len(rule.groups) != 2:
        return None
    return dict(zip(("cells", "cloneCells"), map(grid.names, rule.groups), strict=True))


CLONE = Layout(("groups",), _read_clone, _write_clone)


def _read_quadruple(entry: EditorEntry) -> Iterator[Fields]:
    values = entry.data.get("values")
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise SudokuError("values must be a list of numbers", field=("values",))
    if values:
        yield {"cells": entry.cells(), "values": tuple(values)}


QUADRUPLE = Layout(
    ("cells", "values"),
    _read_quadruple,
    lambda rule, grid: {"cells": grid.names(rule.cells), "values": list(rule.values)},
)


def _two(entry: EditorEntry) -> Line:
    cells = entry.cells()
    if len(cells) != 2:
        raise SudokuError(f"a mark joins two cells, not {len(cells)}", field=("cells",))
    return cells


def _read_dot(entry: EditorEntry) -> Iterator[Fields]:
    value = entry.number()
    yield {"cells": _two(entry), **_optional("value", value)}


DOT = Layout(
    ("cells", "value"),
    _read_dot,
    lambda rule, grid: {"cells": grid.names(rule.cells), **_value(rule.value)},
)

_SUMS = {"X": 10, "V": 5}


def _read_xv(entry: EditorEntry) -> Iterator[Fields]:
    letter = entry.data.get("value")
    if letter in (None, ""):
        return
    if not isinstance(letter, str) or letter.upper() not in _SUMS:
        raise SudokuError(
            f"{short(repr(letter))} is neither 'X' nor 'V'; write one", field=("value",)
        )
    yield {"cells": _two(entry), "sum": _SUMS[letter.upper()]}


def _write_xv(rule: Any, grid: EditorGrid) -> WrittenEntry:
    letters = [letter for letter, total in _SUMS.items() if total == rule.sum]
    return {"cells": grid.names(rule.cells), "value": letters[0]} if letters else None


XV = Layout(("cells", "sum"), _read_xv, _write_xv)


def outside(number: str) -> Layout:
    """Return the layout of a clue that sees a row or column."""

    def read(entry: EditorEntry) -> Iterator[Fields]:
        value = entry.number()
        if value is not None:
            yield {"cells": entry.inward(), number: value}

    def write(rule: Any, grid: EditorGrid) -> WrittenEntry:
        name = grid.lines_inward.get(rule.cells)
        return {"cell": name, **_value(getattr(rule, number))} if name else None

    return Layout(("cells", number), read, write)


def _read_diagonal(entry: EditorEntry) -> Iterator[Fields]:
    total = entry.number()
    if total:  # 0 and none: an arrow without a clue
        yield {"cells": entry.diagonal(), "sum": total}


def _write_diagonal(rule: Any, grid: EditorGrid) -> WrittenEntry:
    for cells in (rule.cells, rule.cells[::-1]):
        if found := grid.diagonals_inward.get(cells):
            name, ways = found
            names = grid.names(cells)
            return {"cell": name, "cells": names, "direction": ways, **_value(rule.sum)}
    return None


DIAGONAL = Layout(("cells", "sum"), _read_diagonal, _write_diagonal)


def _read_marked(entries: Sequence[EditorEntry]) -> Iterator[Fields]:
    """Read entries of one cell each that form one shape together."""
    if cells := dict.fromkeys(entry.cell() for entry in entries):
        yield {"cells": tuple(cells)}


MARKED = Layout(("cells",), _read_marked)


def _read_rising(grid: EditorGrid) -> Iterable[Fields]:
    return [{"cells": diagonals(grid.size)[1], "label": "long rising diagonal"}]


def _read_falling(grid: EditorGrid) -> Iterable[Fields]:
    return [{"cells": diagonals(grid.size)[0], "label": "long falling diagonal"}]


RISING = Layout(("cells",), _read_rising)
FALLING = Layout(("cells",), _read_falling)


def _read_places(grid: EditorGrid) -> Iterator[Fields]:
    """Yield the sets of cells at the same place of each region."""
    regions = cells_by_region(grid.regions).values()
    for place in range(max(map(len, regions), default=0)):
        group = [cells[place] for cells in regions if place < len(cells)]
        if len(group) > 1:
            yield {**_set(group, grid), "label": f"place {place + 1} of each region"}


PLACES = Layout((), _read_places)
