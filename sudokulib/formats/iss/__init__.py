"""Strings of the Interactive Sudoku Solver, read and written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import puzzle_on, rectangle, symbols_of
from sudokulib.formats.iss.board import Board, boxes_of
from sudokulib.formats.iss.codecs import givens_of, rules_of
from sudokulib.formats.iss.export import text_of
from sudokulib.formats.iss.grammar import DIGITS, Item, is_items, parsed
from sudokulib.formats.marks import cells_of
from sudokulib.geometries.source import short
from sudokulib.limits import Limits
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Shape

__all__ = ["ISS"]

_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})")
_VALUES = re.compile(r"(?:(\d{1,2})-)?(\d{1,2})")
_SETTING = {"Jigsaw", "NoBoxes", "Shape", "Var"}
"""Types that say what the grid is."""

_MOST = len(DIGITS) - 1


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    try:
        return _puzzle(text, limits)
    except SudokuError as error:
        raise type(error)(f"{name}: {error}", field=error.field) from None


def _puzzle(text: str, limits: Limits) -> Puzzle:
    items, grids = parsed(text)
    if not items and not grids:
        raise SudokuError("there is no constraint and no grid; write such as .AntiKnight")
    grids = [grid for grid in grids if not grid.startswith("=")]
    board = _board(items, grids)
    size = board.rows * board.columns
    names = [name for item in items if item.type == "Var" for name in _hidden(item)]
    limits.check("cells", size + len(names))
    if len(set(names)) < len(names):
        raise SudokuError("two .Var have cells of the same name; write another prefix")
    board = replace(board, hidden={name: size + n for n, name in enumerate(names)})
    layouts = [item.args[0] for item in items if item.type == "Jigsaw" and item.args]
    symbols = _symbols(board.values)
    boxes = board.boxes if not any(item.type == "NoBoxes" for item in items) else None
    known: dict[int, int] = {}
    masks: dict[int, int] = {}
    shapes: list[Shape] = []
    for grid in grids:
        if _is_layout(grid, board):
            layouts.append(grid)
            boxes = None
        else:
            known |= _known(grid, board)
    for item in items:
        if item.type == "":
            if any(cell >= size for cell, _ in givens_of(item, board)):
                shapes += [Shape(rule) for rule in rules_of(item, board)]
                continue
            for cell, values in givens_of(item, board):
                mask = sum(1 << board.values.index(value) for value in set(values))
                masks[cell] = masks.get(cell, mask) & mask
                if len(values) == 1:
                    known[cell] = board.values.index(values[0])
        elif item.type not in _SETTING:
            shapes += [Shape(rule) for rule in rules_of(item, board)]
            limits.check("shapes", len(shapes))
    geometry = rectangle(
        board.rows, board.columns, boxes, symbols, tuple(_regions(x, board) for x in layouts)
    )
    geometry = geometry.with_hidden(dict.fromkeys(names, geometry.alphabet.full))
    if clash := [cell for cell, mask in masks.items() if not mask]:
        raise GivensError(f"{geometry.name_of(clash[0])} is given as two values; drop one")
    return puzzle_on(geometry, known, masks=masks, shapes=shapes)


def _board(items: Sequence[Item], grids: Sequence[str]) -> Board:
    """The size of the grid, its values and its boxes."""
    rows = columns = 9
    values: tuple[int, ...] = ()
    shape = next((item.args for item in items if item.type == "Shape"), ())
    if shape:
        match = _SHAPE.fullmatch(shape[0])
        if match is None or len(shape) > 2:
            said = short("~".join(shape))
            raise SudokuError(f"{said!r} is no shape; write such as 9x9 or 9x9~0-8")
        rows, columns = int(match[1]), int(match[2])
        if len(shape) == 2:
            found = _VALUES.fullmatch(shape[1])
            if found is None:
                raise SudokuError(f"{short(shape[1])!r} are no values; write such as 9 or 0-8")
            values = tuple(range(int(found[1] or 1), int(found[2]) + 1))
    elif grids:
        rows = columns = isqrt(len(grids[0]))
    if not (1 <= rows <= _MOST and 1 <= columns <= _MOST):
        raise SudokuError(f"a grid of {rows}x{columns}; write sides of 1 to {_MOST} cells")
    values = values or tuple(range(1, max(rows, columns) + 1))
    if not max(rows, columns) <= len(values) <= 35:
        raise SudokuError(
            f"{len(values)} values for rows and columns of {max(rows, columns)} cells; add some"
        )
    return Board(rows, columns, values, boxes_of(rows, columns, len(values)))


def _hidden(item: Item) -> list[str]:
    """The names of cells that are in no grid."""
    if len(item.args) != 3 or not re.fullmatch(r"[1-9]\d{0,3}", item.args[2]):
        raise SudokuError(".Var needs a prefix, a label and a number of cells; write them")
    prefix, count = f"V{item.args[0]}", int(item.args[2])
    return [prefix] if count == 1 else [f"{prefix}{n}" for n in range(1, count + 1)]


def _symbols(values: tuple[int, ...]) -> tuple[str, ...]:
    if values == tuple(range(1, len(values) + 1)):
        return symbols_of(len(values))
    return tuple(map(str, values))


def _is_layout(grid: str, board: Board) -> bool:
    counts = set(Counter(grid).values())
    return len(grid) == board.rows * board.columns and counts == {len(board.values)}


def _known(grid: str, board: Board) -> dict[int, int]:
    marks = cells_of(grid, len(board.values)) if len(grid) == board.rows * board.columns else None
    if marks is None:
        raise SudokuError(
            f"{short(grid)!r} is no grid of {board.rows}x{board.columns}; write a character a cell"
        )
    return marks.known


def _regions(layout: str, board: Board) -> tuple[tuple[int, ...], ...]:
    if len(layout) != board.rows * board.columns:
        raise SudokuError(
            f"a layout of {len(layout)} characters for {board.rows * board.columns} cells; "
            "write one for each"
        )
    members: dict[str, list[int]] = {}
    for cell, mark in enumerate(layout):
        members.setdefault(mark, []).append(cell)
    if large := [mark for mark, cells in members.items() if len(cells) > len(board.values)]:
        raise SudokuError(f"the region {large[0]} has more cells than there are values; part it")
    return tuple(map(tuple, members.values()))


ISS = register_format(
    Format(
        "iss",
        is_items,
        _read,
        text_of,
        summary="strings of the Interactive Sudoku Solver: .Cage~10~R1C1~R1C2…",
        keeps="rectangular grids to 16×16, regions, givens, candidates, 48 kinds of shapes",
    )
)
"""Constraints as items."""
