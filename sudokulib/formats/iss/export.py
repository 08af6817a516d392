"""Puzzles as strings of the Interactive Sudoku Solver: the inverse of the reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.formats.format import Unwritable
from sudokulib.formats.grids import cells_by_region, regions_of
from sudokulib.formats.iss.further import (
    doppelganger_prefixes,
    var_items,
    with_further_cells,
)
from sudokulib.formats.iss.grammar import DIGITS, Item
from sudokulib.formats.iss.items import ItemWriter, rules_of
from sudokulib.formats.iss.solver_grid import SolverGrid, boxes_of, rows_and_columns
from sudokulib.formats.round_trip import remaining_symbols, single_rules
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Distinct, FullRank, Shape

_MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def text_of(puzzle: Puzzle) -> str:
    """Return the string of a puzzle, without features for which the solver has no constraint.

    Raises:
        Unwritable: it is not on a rectangle, or on one that is too large.
    """
    return "".join(_said(puzzle, _board_of(puzzle))) or ".Shape~9x9"


def _board_of(puzzle: Puzzle) -> SolverGrid:
    cells = puzzle.geometry.cells
    rows, columns = (1 + max(cell.at[axis] for cell in cells) for axis in (0, 1))
    values = puzzle.geometry.alphabet.values
    most = len(DIGITS) - 1
    if [cell.at for cell in cells] != [(r, c) for r in range(rows) for c in range(columns)]:
        raise Unwritable("its geometry is not a rectangle; choose another format, such as yaml")
    if max(rows, columns) > most or list(values) != list(range(values[0], values[-1] + 1)):
        raise Unwritable(
            f"its sides are longer than {most} cells, or its values have gaps; "
            "choose another format, such as yaml"
        )
    if len(values) > most or values[0] not in (0, 1):
        raise Unwritable(
            "it has more than 16 values, or they begin with neither 0 nor 1; choose another format"
        )
    sizes = Counter(number for number in regions_of(puzzle) if number is not None).values()
    region = max(rows, columns)
    if len(set(sizes)) == 1 and 1 < max(sizes) <= len(values):
        region = max(sizes)
    board = SolverGrid(rows, columns, values, boxes_of(rows, columns, region), region)
    ranks = (rule for _, rule in single_rules(puzzle) if isinstance(rule, FullRank))
    board = replace(board, ties="any") if any(rule.ties == "any" for rule in ranks) else board
    names = [cell.name for cell in puzzle.geometry.hidden]
    further = with_further_cells(board, var_items(names), DEFAULT_LIMITS)
    return further if list(further.hidden) == names else board


def _said(puzzle: Puzzle, board: SolverGrid) -> Iterator[str]:
    """Yield the items, one after the other."""
    have = {shape.meaning for shape in puzzle.all_shapes}
    base = {Distinct(cells).meaning for cells in rows_and_columns(board) if len(cells) > 1}
    raw = not base <= have
    usual = tuple(range(1, max(board.rows, board.columns) + 1))
    if (board.rows, board.columns) != (9, 9) or board.values != usual or raw:
        first = "" if board.values[0] == 1 else f"{board.values[0]}-"
        more = "" if board.values == usual else f"~{first}{board.values[-1]}"
        more = f"{more or '~'}~Raw" if raw else more
        yield f".Shape~{board.rows}x{board.columns}{more}"
    base = set() if raw else base
    if board.region != max(board.rows, board.columns):
        yield f".RegionSize~{board.region}"
    regions = regions_of(puzzle)
    if regions == _boxed(board, board.boxes) and not raw:
        base |= _meanings(regions)
    else:
        board = replace(board, boxless=True)
        if not raw:
            yield ".NoBoxes"
        layout, members = _layout(regions, board)
        if layout:
            yield f".Jigsaw~{layout}"
            base |= {Distinct(cells).meaning for cells in members}
    yield from map(str, var_items(list(board.hidden)))
    plain, stated = _with_doppelganger(puzzle, board)
    base |= stated
    yield from _cells(puzzle, board, remaining_symbols(plain))
    if board.ties == "any":
        yield ".FullRankTies~any"
    items = ItemWriter(puzzle, board)
    written: set[str] = set()
    for _, rule in single_rules(puzzle):
        if rule.meaning not in base:
            base.add(rule.meaning)
            said = items.write(rule)
            if said not in written:
                written.add(said)
                yield said


def _layout(regions: Sequence[int | None], board: SolverGrid) -> tuple[str, list[tuple[int, ...]]]:
    """Return the layout of the regions of the size that the solver requires, and these regions.

    All other cells form one piece; if that would be a region too, there is no layout.
    """
    members = cells_by_region(regions)
    right = [region for region, cells in members.items() if len(cells) == board.region]
    other = len(regions) - len(right) * board.region
    if not right or other == board.region or len(right) >= len(_MARKS):
        return "", []
    marks = ["0" if n not in right else _MARKS[right.index(n)] for n in regions]
    return "".join(marks), [tuple(members[n]) for n in right]


def _boxed(board: SolverGrid, boxes: tuple[int, int] | None) -> list[int | None]:
    if boxes is None:
        return []
    across = board.columns // boxes[1]
    cells = range(board.rows * board.columns)
    places = (divmod(cell, board.columns) for cell in cells)
    return [r // boxes[0] * across + c // boxes[1] for r, c in places]


def _meanings(regions: Sequence[int | None]) -> set[Any]:
    return {Distinct(tuple(cells)).meaning for cells in cells_by_region(regions).values()}


def _with_doppelganger(puzzle: Puzzle, board: SolverGrid) -> tuple[Puzzle, set[Any]]:
    """Return the grid with .Doppelganger if that is stated, and the rules that it implies.

    Raises:
        Unwritable: it would imply more than the puzzle states.
    """
    plain = replace(puzzle, shapes=())
    if not any(name.startswith(doppelganger_prefixes()) for name in board.hidden):
        return plain, set()
    made = rules_of(Item("Doppelganger"), board)
    only = replace(puzzle, shapes=tuple(map(Shape, made)))
    stated = {rule.meaning for _, rule in single_rules(only)} - {
        rule.meaning for _, rule in single_rules(plain)
    }
    if not stated <= {rule.meaning for _, rule in single_rules(puzzle)}:
        raise Unwritable(
            "its cells for missing values have other rules than in that solver; choose "
            "another format, such as yaml"
        )
    return only, stated


def _cells(puzzle: Puzzle, board: SolverGrid, known: Sequence[int]) -> Iterator[str]:
    given = dict(puzzle.given_values)
    full = puzzle.geometry.alphabet.full
    masks = remaining_symbols(puzzle)[: board.rows * board.columns + len(board.hidden)]
    for cell, mask in enumerate(masks):
        left = [str(v) for n, v in enumerate(board.values) if mask >> n & 1]
        name = board.names([cell])[0]
        if cell >= board.rows * board.columns and mask == known[cell]:
            continue
        if cell in given:
            yield f".~{name}_{board.values[given[cell]]}"
        elif mask != full and len(left) > 1:
            yield f".~{name}_{'_'.join(left)}"
        elif len(left) == 1:
            yield f".~{name}_{left[0]}_{left[0]}"
