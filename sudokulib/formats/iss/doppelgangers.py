"""`.Doppelganger` of the Interactive Sudoku Solver, expressed by rules about further cells.

Values are 0 to N on a grid of side N, so that each row, column and box misses one. The value that
each misses stands in a further cell, is not 0, and is missed by no other line of its direction. The
row, column and box of a 0 miss different values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokulib.basics.cells import Line
from sudokulib.formats.iss.further import doppelganger_prefixes
from sudokulib.formats.iss.grammar import Item
from sudokulib.formats.iss.solver_grid import SolverGrid, rows_and_columns
from sudokulib.formats.spelling import Fields, Layout


def problem(board: SolverGrid) -> str:
    """Return why a grid cannot have doppelgangers, or an empty string."""
    size = len(board.values) - 1
    if board.values[0] == 0 and board.rows == board.columns == board.region == size:
        return ""
    return "{} needs a square grid whose values count from 0 to its side, such as .Shape~9x9~0-9"


def _houses(board: SolverGrid) -> list[list[Line]]:
    """Return the rows, the columns, and the boxes if there are any."""
    lines = list(rows_and_columns(board))
    houses = [lines[: board.rows], lines[board.rows :]]
    if board.boxes and not board.boxless:
        high, wide = board.boxes
        houses.append([
            tuple((r + i) * board.columns + c + j for i in range(high) for j in range(wide))
            for r in range(0, board.rows, high)
            for c in range(0, board.columns, wide)
        ])  # fmt: skip
    return houses


def _read(_: Item, board: SolverGrid) -> Iterator[Fields]:
    houses = _houses(board)
    missing: list[Line] = []
    # there are no boxes, but there are cells for them
    for prefix in doppelganger_prefixes()[len(houses) :]:
        cells = tuple(number for name, number in board.hidden.items() if name.startswith(prefix))
        if cells:
            yield {"kind": "allowed", "cells": cells, "values": (0,)}
    for prefix, listed in zip(doppelganger_prefixes(), houses, strict=False):
        cells = tuple(board.hidden[f"{prefix}{n + 1}"] for n in range(len(listed)))
        missing.append(cells)
        yield {"kind": "allowed", "cells": cells, "values": board.values[1:]}
        yield {"kind": "distinct", "cells": cells}
        for cell, house in zip(cells, listed, strict=True):
            yield {"kind": "distinct", "cells": (*house, cell)}
    of_cell = [
        {cell: number for number, house in enumerate(listed) for cell in house} for listed in houses
    ]
    yield {
        "kind": "automaton",
        "lines": tuple(
            (cell, *(cells[of[cell]] for cells, of in zip(missing, of_cell, strict=True)))
            for cell in range(board.rows * board.columns)
        ),
        **_different_after_zero(board, len(houses)),
    }


def _different_after_zero(board: SolverGrid, count: int) -> Fields:
    """Return an automaton that reads a value and then others, which must differ after a 0.

    Its states are sets of the values read after the 0.
    """
    size = len(board.values)
    sets = [frozenset(one) for n in range(count + 1) for one in combinations(range(1, size), n)]
    names = {one: f"{number + 2}" for number, one in enumerate(sets)}
    steps = [("0", symbol, "1" if n else names[sets[0]]) for n, symbol in enumerate(board.symbols)]
    steps += [("1", symbol, "1") for symbol in board.symbols]
    steps += [
        (names[one], board.symbols[n], names[one | {n}])
        for one in sets
        for n in range(1, size)
        if n not in one and len(one) < count
    ]
    full = tuple(name for one, name in names.items() if len(one) == count)
    return {"start": "0", "accept": ("1", *full), "steps": tuple(steps)}


DOPPELGANGER = Layout((), _read)
