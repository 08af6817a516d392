"""Layouts of the fields of rules in items of the Interactive Sudoku Solver, read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from sudokulib.basics.cells import Line
from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.grids import diagonals
from sudokulib.formats.iss.grammar import Item, number_of, numbers_of, required_arguments
from sudokulib.formats.iss.solver_grid import (
    CELL,
    RANK_TIES,
    Given,
    SolverGrid,
    little_killer_lines,
    rows_and_columns,
)
from sudokulib.formats.spelling import Fields, Layout, unread
from sudokulib.shapes import Allowed, Clone, Not

Arguments = Sequence[object] | None
"""The arguments of an item; None if no item can state the rule."""


def line_layout(number: str = "", default: int | None = None, *, loop: bool = False) -> Layout:
    """Return the layout of a line after a number.

    Args:
        number: the field for the number; absent: there is no number.
        default: the number if it is left out; absent: it is required.
        loop: whether the line may be `closed`.
    """

    def read(item: Item, board: SolverGrid) -> list[Fields]:
        args = list(item.args)
        more: Fields = {}
        if number and args and not CELL.fullmatch(args[0]) and args[0] not in board.hidden:
            more[number] = number_of(args.pop(0))
        elif number and default is None:
            raise SudokuError(f".{item.type} must begin with a number; write it before the cells")
        elif number:
            more[number] = default
        if loop and args and args[-1] == "LOOP":
            more["closed"] = bool(args.pop())
        if not args:
            raise SudokuError(f".{item.type} names no cell; list those on the line")
        return [{"lines": (board.cells(args),), **more}]

    def write(rule: Any, board: SolverGrid) -> Arguments:
        if len(rule.lines) > 1:
            return None
        end = ["LOOP"] if loop and rule.closed else []
        return [*_number(rule, number), *board.names(rule.lines[0]), *end]

    return Layout(("lines", number, *["closed"] * loop), read, write)


def _number(rule: Any, name: str) -> list[int]:
    return [getattr(rule, name)] if name else []


def listed(number: str = "") -> Layout:
    """Return the layout of a set of cells, after a number if a field holds one."""

    def read(item: Item, board: SolverGrid) -> list[Fields]:
        args = item.args
        made: Fields = {}
        if number and args:
            made[number] = number_of(args[0])
            args = args[1:]
        if not args:
            raise SudokuError(f".{item.type} names no cell; list those of the set")
        made["cells"] = board.cells(args)
        return [made]

    def write(rule: Any, board: SolverGrid) -> Arguments:
        return [*_number(rule, number), *board.names(rule.cells)]

    return Layout(("cells", number), read, write)


def _read_values(item: Item, board: SolverGrid) -> Iterator[Fields]:
    values, *names = required_arguments(item)
    yield {"cells": board.cells(names), "values": numbers_of(values)}


def _write_values(rule: Any, board: SolverGrid) -> Arguments:
    return ["_".join(map(str, rule.values)), *board.names(rule.cells)] if rule.values else None


VALUES = Layout(("cells", "values"), _read_values, _write_values)


def touching(*, down: bool = False) -> Layout:
    """Return the layout of each pair of cells in a list that share a side.

    Args:
        down: whether the greater cell comes first.
    """
    step = -1 if down else 1

    def read(item: Item, board: SolverGrid) -> list[Fields]:
        cells = dict.fromkeys(board.cells(item.args))
        pairs = [pair for pair in combinations(cells, 2) if board.touch(*pair)]
        if not pairs:
            raise SudokuError(f"no two cells of {item} share a side; name cells that do")
        return [{"cells": pair[::step]} for pair in pairs]

    def write(rule: Any, board: SolverGrid) -> Arguments:
        couple = len(rule.cells) == 2 and board.touch(*rule.cells)
        return board.names(rule.cells[::step]) if couple else None

    return Layout(("cells",), read, write)


def _read_look_and_say(item: Item, board: SolverGrid) -> Iterator[Fields]:
    """Read a clue as pairs: how often, and which value.

    A value counted 0 times must be absent, which is a stronger claim than not being mentioned.
    """
    said, *names = required_arguments(item)
    if len(said) % 2 or not said.isascii() or not said.isdigit():
        raise SudokuError(f"{short(said)!r} does not consist of pairs; write such as 1324")
    counts: dict[int, int] = {}
    for times, value in zip(map(int, said[::2]), map(int, said[1::2]), strict=True):
        if counts.get(value) or (times and value in counts):
            raise SudokuError(f"{short(said)!r} counts {value} twice; say each value once")
        counts[value] = times
    pairs = tuple((n, value) for value, n in counts.items() if n or value in board.values)
    if pairs:
        yield {"cells": board.cells(names), "said": pairs}


def _write_look_and_say(rule: Any, board: SolverGrid) -> Arguments:
    """Write the pairs; only digits and counts up to 9 are possible."""
    return _aloud({value: times for times, value in rule.said}, rule, board)


def _write_absent(rule: Any, board: SolverGrid) -> Arguments:
    """Write counts, with absent values as pairs."""
    counts = {**Counter(rule.values), **dict.fromkeys(rule.absent, 0)}
    return _aloud(counts, rule, board) if rule.absent else None


def _aloud(counts: Mapping[int, int], rule: Any, board: SolverGrid) -> Arguments:
    if not all(0 <= n <= 9 for pair in counts.items() for n in pair):
        return None
    said = "".join(f"{times}{value}" for value, times in sorted(counts.items()))
    return [said, *board.names(rule.cells)]


LOOK_AND_SAY = Layout(("cells", "said"), _read_look_and_say, _write_look_and_say)
ABSENT = Layout(("cells", "values", "absent"), unread, _write_absent)


def _read_controlled(item: Item, board: SolverGrid) -> Iterator[Fields]:
    control, *cells = board.cells(required_arguments(item))
    yield {"cells": tuple(cells), "control": control}


def _write_controlled(rule: Any, board: SolverGrid) -> Arguments:
    return None if rule.control is None else board.names((rule.control, *rule.cells))


CONTROLLED = Layout(("cells", "control"), _read_controlled, _write_controlled)


def _read_quad(item: Item, board: SolverGrid) -> Iterator[Fields]:
    corner, *values = required_arguments(item)
    row, column = divmod(board.cell(corner), board.columns)
    if row + 1 == board.rows or column + 1 == board.columns:
        raise SudokuError(f"no four cells at {corner}; name the top left one")
    first = row * board.columns + column
    cells = (first, first + 1, first + board.columns, first + board.columns + 1)
    yield {"cells": cells, "values": tuple(map(number_of, values))}


QUAD = Layout(("cells", "values"), _read_quad)


def _read_same_values(item: Item, board: SolverGrid) -> Iterator[Fields]:
    count, *names = required_arguments(item)
    cells, sets = board.cells(names), number_of(count)
    if sets < 2 or len(cells) % sets:
        raise SudokuError(f"{len(cells)} cells are not {sets} equal sets; list as many for each")
    long = len(cells) // sets
    yield {"groups": tuple(cells[n * long : n * long + long] for n in range(sets))}


SAME_VALUES = Layout(
    ("groups",),
    _read_same_values,
    lambda rule, board: [len(rule.groups), *board.names(sum(rule.groups, ()))],
)


_AXES = {"R": "row", "C": "column"}


def _read_indexing(item: Item, board: SolverGrid) -> Iterator[Fields]:
    axis, *names = required_arguments(item)
    if axis not in _AXES:
        raise SudokuError(f"{short(axis)!r} is neither C nor R; write one")
    yield {"cells": board.cells(names), "axis": _AXES[axis]}


def _write_indexing(rule: Any, board: SolverGrid) -> Arguments:
    letters = [letter for letter, axis in _AXES.items() if axis == rule.axis]
    return [*letters, *board.names(rule.cells)] if letters else None


INDEXING = Layout(("cells", "axis"), _read_indexing, _write_indexing)


def givens_of(item: Item, board: SolverGrid) -> list[Given]:
    """Return the given or restricted cells of an item."""
    known = board.given_by_text
    return [known.get(text) or _given(text, board) for text in item.args]


def _given(text: str, board: SolverGrid) -> Given:
    """Return a given or restricted cell, and keep it for the next text."""
    name, _, said = text.partition("_")
    if not said:
        raise SudokuError(f"{short(name)!r} is given without a value; write such as R1C1_5")
    values = numbers_of(said)
    if wrong := [value for value in values if value not in board.values]:
        raise SudokuError(f"{name}: {wrong[0]} is not a value; the values are {board.values}")
    mask = sum(1 << board.values.index(value) for value in set(values))
    found = Given(board.cell(name), values, mask)
    if len(values) <= len(board.values):  # else some are repeated
        board.given_by_text[text] = found
    return found


def _read_givens(item: Item, board: SolverGrid) -> Iterator[Fields]:
    cells: dict[tuple[int, ...], list[int]] = {}
    for one in givens_of(item, board):
        cells.setdefault(one.values, []).append(one.cell)
    for values, some in cells.items():
        yield {"cells": tuple(dict.fromkeys(some)), "values": values}


def _write_givens(rule: Any, board: SolverGrid) -> Arguments:
    return ["_".join(map(str, (name, *rule.values))) for name in board.names(rule.cells)]


GIVENS = Layout(("cells", "values"), _read_givens, _write_givens)


def _read_diagonal(item: Item, board: SolverGrid) -> Iterator[Fields]:
    falling, rising = diagonals(board.rows)
    if required_arguments(item, 1)[0] == "1":
        yield {"cells": rising, "label": "long rising diagonal"}
    elif item.args[0] == "-1":
        yield {"cells": falling, "label": "long falling diagonal"}
    else:
        raise SudokuError(f"{short(item.args[0])!r} is neither 1 nor -1; write one")


def _write_diagonal(rule: Any, board: SolverGrid) -> Arguments:
    falling, rising = diagonals(board.rows)
    return [1 if rule.cells == rising else -1] if rule.cells in (falling, rising) else None


DIAGONAL = Layout(("cells",), _read_diagonal, _write_diagonal)


def outside(clue: str) -> Layout:
    """Return the layout of a clue at either end of a row or column."""

    def read(item: Item, board: SolverGrid) -> list[Fields]:
        name, *clues = required_arguments(item)
        cells = board.line(name)
        ways = zip((cells, cells[::-1]), clues, strict=False)
        return [{"cells": ordered, clue: number_of(said)} for ordered, said in ways if said]

    def write(rule: Any, board: SolverGrid) -> Arguments:
        if (found := board.ends.get(rule.cells)) is None:
            return None
        name, end = found
        return [name, *[""] * end, getattr(rule, clue), *[""] * (1 - end)]

    return Layout(("cells", clue), read, write)


_COUNT = outside("count")


def _read_skyscraper(item: Item, board: SolverGrid) -> list[Fields]:
    """Read a skyscraper clue, where a 0 is not a building and so never seen."""
    ground = 0 if 0 in board.values else None
    return [{**fields, "ground": ground} for fields in _COUNT.read(item, board)]


SKYSCRAPER = Layout((*_COUNT.fields, "ground"), _read_skyscraper, _COUNT.write)


def _read_sandwich(item: Item, board: SolverGrid) -> Iterator[Fields]:
    """Read a sandwich; on a line too short for all values, its own extremes are the crusts."""
    value, name = required_arguments(item)[:2]
    cells = board.line(name)
    kind = "sandwich" if len(cells) == len(board.values) else "lunchbox"
    yield {"kind": kind, "cells": cells, "sum": number_of(value)}


def _write_sandwich(rule: Any, board: SolverGrid) -> Arguments:
    found = board.ends.get(rule.cells)
    return [rule.sum, found[0]] if found and len(rule.cells) == len(board.values) else None


SANDWICH = Layout(("cells", "sum"), _read_sandwich, _write_sandwich)


def _read_little_killer(item: Item, board: SolverGrid) -> Iterator[Fields]:
    value, name = required_arguments(item)[:2]
    cells = little_killer_lines(board.rows, board.columns).get(board.cell(name))
    if not cells:
        raise SudokuError(f"no diagonal begins at {name}; name a cell at the edge where one does")
    yield {"cells": cells, "sum": number_of(value)}


def _write_little_killer(rule: Any, board: SolverGrid) -> Arguments:
    for cell, cells in little_killer_lines(board.rows, board.columns).items():
        if sorted(cells) == sorted(rule.cells):
            return [rule.sum, *board.names((cell,))]
    return None


LITTLE_KILLER = Layout(("cells", "sum"), _read_little_killer, _write_little_killer)


_RANK = outside("rank")


def _read_rank(item: Item, board: SolverGrid) -> Iterator[Fields]:
    for fields in _RANK.read(item, board):
        yield {**fields, "ties": clue_ties(board)}


def clue_ties(board: SolverGrid) -> str:
    """Return whether a line with a clue may tie with another, any or none."""
    return "any" if board.ties == "any" else "none"


RANK = Layout(
    (*_RANK.fields, "ties"),
    _read_rank,
    lambda rule, board: _RANK.write(rule, board) if rule.ties == clue_ties(board) else None,
)


def no_ties(board: SolverGrid) -> tuple[Not, ...]:
    """Return rules by which no two lines read the same if rows and columns have no repeats."""
    return _no_ties(tuple(rows_and_columns(board)), board.columns)


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=4)
def _no_ties(lines: tuple[Line, ...], columns: int) -> tuple[Not, ...]:
    return tuple(
        [
            Not((Clone((one, other)),))
            for one, line in combinations(lines, 2)
            for other in (line, line[::-1])
            if not any(a != b and _in_line(a, b, columns) for a, b in zip(one, other, strict=True))
        ]
    )


def _in_line(one: int, other: int, columns: int) -> bool:
    """Return whether two cells are in one row or column."""
    (r, c), (s, d) = divmod(one, columns), divmod(other, columns)
    return r == s or c == d


def _read_ties(item: Item, board: SolverGrid) -> Iterable[Fields]:
    """Read which lines may tie; for lines with a clue, the clues express it."""
    if required_arguments(item, 1)[0] not in RANK_TIES:
        raise SudokuError(f"{short(item.args[0])!r} ranks may be tied; write any of {RANK_TIES}")
    shapes = no_ties(board) if item.args[0] == "none" else ()
    return [{"kind": "not", "shapes": rule.shapes} for rule in shapes]


TIES = Layout((), _read_ties)
NO_TIES = Layout(("shapes",), unread, lambda *_: ["none"])


def _read_flatmates(_: Item, board: SolverGrid) -> Iterator[Fields]:
    """Yield for each cell the rule that a 5 there has a 1 directly above or a 9 directly below."""
    for cell in range(board.rows * board.columns):
        ways: list[tuple[int, tuple[int, ...]]] = [(cell, (1, 2, 3, 4, 6, 7, 8, 9))]
        if cell >= board.columns:
            ways.append((cell - board.columns, (1,)))
        if cell + board.columns < board.rows * board.columns:
            ways.append((cell + board.columns, (9,)))
        yield {"shapes": tuple(Allowed((place,), values) for place, values in ways)}


FLATMATES = Layout((), _read_flatmates)


def _read_windows(_: Item, board: SolverGrid) -> Iterator[Fields]:
    height, width = board.boxes or (1, 1)
    for row in range(1, board.rows - height, height + 1):
        for column in range(1, board.columns - width, width + 1):
            rows, columns = range(row, row + height), range(column, column + width)
            yield {"cells": _crossings(board.columns, rows, columns), "label": "window"}


def _read_places(_: Item, board: SolverGrid) -> Iterator[Fields]:
    places = _places(board.rows, board.columns, board.boxes or (1, 1))
    for number, cells in enumerate(places, 1):
        yield {"cells": cells, "label": f"place {number} of each box"}


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _places(rows: int, columns: int, box: tuple[int, int]) -> tuple[Line, ...]:
    """Return for each place within a box the cells at it in all boxes."""
    height, width = box
    return tuple([
        _crossings(columns, range(r, rows, height), range(c, columns, width))
        for r in range(height)
        for c in range(width)
    ])  # fmt: skip


def _crossings(length: int, rows: range, columns: range) -> Line:
    """Return the cells of rows of some length that are in some columns."""
    return tuple([row * length + column for row in rows for column in columns])


WINDOWS = Layout((), _read_windows)
PLACES = Layout((), _read_places)
