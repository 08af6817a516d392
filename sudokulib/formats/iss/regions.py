"""Connected values and unknown regions in strings of the Interactive Sudoku Solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import Item, number_of, numbers_of, required_arguments
from sudokulib.formats.iss.solver_grid import SolverGrid
from sudokulib.formats.spelling import Fields, Layout

_REGIONS = "CC"
"""The prefix of the cells for regions."""


def layer_prefixes(items: Iterable[Item]) -> list[str]:
    """Return the prefixes of further cells that lie above those of the grid, as neighbours do."""
    found = []
    for item in items:
        if item.type == "ChaosConstruction":
            found.append(_REGIONS)
        elif item.type == "ConnectedValues" and item.args and item.args[0]:
            found.append(item.args[0])
    return list(dict.fromkeys(found))


def names_regions(cells: Iterable[int], board: SolverGrid) -> bool:
    """Return whether some cells are those of regions."""
    return _REGIONS in board.layers and not set(_layer(_REGIONS, board)).isdisjoint(cells)


def _layer(prefix: str, board: SolverGrid) -> tuple[int, ...]:
    """Return the cells of a layer."""
    if f"{prefix}1" not in board.hidden or prefix not in board.layers:
        raise SudokuError(
            f"there are no further cells {short(prefix)} as many and as wide as the grid; "
            "state them, such as .Var~S~shade~9x9"
        )
    first, count = board.hidden[f"{prefix}1"], board.rows * board.columns
    return tuple(range(first, first + count))


def _read_connected(item: Item, board: SolverGrid) -> Iterator[Fields]:
    prefix, values, *size = required_arguments(item)
    fields: Fields = {"values": numbers_of(values)}
    if size and size[0]:
        fields["sizes"] = (number_of(size[0]),)
    if prefix:
        fields["cells"] = _layer(prefix, board)
    yield fields


def _write_connected(rule: Any, board: SolverGrid) -> list[object] | None:
    whole = not rule.cells or len(rule.cells) == board.rows * board.columns
    if not whole or len(rule.sizes) > 1 or 0 in rule.sizes:
        return None
    return ["", "_".join(map(str, rule.values)), *rule.sizes]


CONNECTED = Layout(("values", "sizes", "cells"), _read_connected, _write_connected)


def _read_regions(item: Item, board: SolverGrid) -> Iterator[Fields]:
    del item
    in_order = not board.named_regions
    yield {"regions": _layer(_REGIONS, board), "size": board.region, "in_order": in_order}


REGIONS = Layout(("regions", "size", "in_order"), _read_regions)


def _read_run(item: Item, board: SolverGrid) -> Iterator[Fields]:
    """Read a control cell, whether the first cell is left out, and the lines from it on."""
    control, *rest = required_arguments(item, 1)
    lines: list[list[str]] = [[]]
    for name in rest[1:]:
        if name:
            lines[-1].append(name)
        else:
            lines.append([])
    cell = board.cell(control)
    given = tuple(_on_regions(line, board) for line in lines if line)
    yield {
        "control": cell,
        "lines": given or tuple(_ways(cell, board)),
        "without_first": rest[:1] == ["1"],
    }


RUN = Layout(("control", "lines", "without_first"), _read_run)


def _ways(cell: int, board: SolverGrid) -> Iterator[tuple[int, ...]]:
    """Yield the regions' cells from a cell to each side of the grid."""
    layer = _layer(_REGIONS, board)
    row, column = divmod(cell, board.columns)
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        line = []
        r, c = row, column
        while 0 <= r < board.rows and 0 <= c < board.columns:
            line.append(layer[r * board.columns + c])
            r, c = r + down, c + right
        yield tuple(line)


def _read_count(item: Item, board: SolverGrid) -> Iterator[Fields]:
    """Read a control cell, whether the first cell is left out, and the cells that are counted."""
    control, *rest = required_arguments(item, 1)
    cell = board.cell(control)
    cells = _on_regions([name for name in rest[1:] if name], board) or _around(cell, board)
    yield {"control": cell, "cells": cells, "without_first": rest[:1] == ["1"]}


COUNT = Layout(("control", "cells", "without_first"), _read_count)


def _around(cell: int, board: SolverGrid) -> tuple[int, ...]:
    """Return the regions' cell of a cell, and after it those around it."""
    layer = _layer(_REGIONS, board)
    row, column = divmod(cell, board.columns)
    near = [
        r * board.columns + c
        for r in range(max(0, row - 1), min(board.rows, row + 2))
        for c in range(max(0, column - 1), min(board.columns, column + 2))
    ]
    return (layer[cell], *[layer[one] for one in near if one != cell])


def _on_regions(names: list[str], board: SolverGrid) -> tuple[int, ...]:
    """Return the regions' cells of names, which may be those of cells of the grid."""
    size = board.rows * board.columns
    return tuple(
        cell if cell >= size else _layer(_REGIONS, board)[cell] for cell in board.cells(names)
    )
