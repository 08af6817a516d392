"""The format of the Interactive Sudoku Solver: strings of items and grids as puzzles."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import cells_by_region, puzzle_on, rectangular_grid
from sudokulib.formats.iss.export import text_of
from sudokulib.formats.iss.further import with_further_cells
from sudokulib.formats.iss.grammar import (
    DIGITS,
    Item,
    is_items,
    number_of,
    parse_text,
    required_arguments,
    without_replaced,
)
from sudokulib.formats.iss.items import RULE_TYPES, shapes_of
from sudokulib.formats.iss.layouts import givens_of
from sudokulib.formats.iss.regions import names_regions
from sudokulib.formats.iss.replicate import repeats_givens, replicated_givens
from sudokulib.formats.iss.shorthands import GridSection, GridSize, grid_section_of
from sudokulib.formats.iss.solver_grid import RANK_TIES, Given, SolverGrid, boxes_of
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.layer_places import Layer
from sudokulib.puzzles.geometries.layers import with_layers
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Allowed, SameMultiset, Shape

_SHAPE = re.compile(r"(\d{1,2})x(\d{1,2})")
_VALUES = re.compile(r"(?:(\d{1,2})-)?(\d{1,2})")
_SETTING = {"Jigsaw", "NoBoxes", "RegionSameValues", "RegionSize", "Shape", "Var"}
"""Types that describe the grid."""
_TYPES = RULE_TYPES | _SETTING

_MOST = len(DIGITS) - 1
"""The most cells per side, and values: a coordinate is a single digit."""


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    try:
        return _puzzle(text, limits)
    except OutOfBudget:
        raise
    except SudokuError as error:
        raise type(error)(f"{name}: {error}", field=error.field) from None


def _puzzle(text: str, limits: Limits) -> Puzzle:
    items, sections = parse_text(text, _TYPES)
    if not items and not sections:
        raise SudokuError("there is no constraint and no grid; write some, such as .AntiKnight")
    settings = {item.type: item for item in items if item.type in _SETTING}
    shape = settings["Shape"].args if "Shape" in settings else ()
    form = _grid_size(shape) if shape else None
    grids = []
    for section in sections:
        grids.append(grid_section_of(section, form))
        form = form or grids[-1].form
    region = settings["RegionSize"].args[:1] if "RegionSize" in settings else None
    ties = [item.args[0] for item in items if item.type == "FullRankTies" and item.args]
    layouts = [item.args[-1] for item in items if item.type == "Jigsaw" and item.args]
    layouts += [grid.layout for grid in grids if grid.layout]
    raw = shape[2:] == ("Raw",)
    boxless = raw or "NoBoxes" in settings or any(grid.layout for grid in grids)
    form = form or _grid_size(("9x9",))
    known_ties = ties and ties[-1] in RANK_TIES  # others are refused with the rules
    board = _board(form, region, boxless, ties[-1] if known_ties else RANK_TIES[-1])
    board = with_further_cells(board, items, limits)
    items = without_replaced(items)
    givens: list[Item] = []
    stating: list[Item] = []
    for item in items:
        kind = item.type
        if kind not in _SETTING:
            (stating if kind and not repeats_givens(item) else givens).append(item)
    known, masks = _cells(grids, givens, board)
    if names_regions(masks, board):
        board = replace(board, named_regions=True)
    shapes = [shape for grid in grids for shape in grid.shapes]
    for item in stating:
        shapes += shapes_of(item, board)
        limits.check("shapes", len(shapes))
    geometry = rectangular_grid(
        board.rows,
        board.columns,
        None if boxless else board.boxes,
        board.symbols,
        tuple(_regions(layout, board) for layout in layouts),
        lines=not raw,
    )
    if "RegionSameValues" in settings:
        shapes += _same_values(geometry, len(board.values))
    geometry = _with_values(geometry, masks, max(board.rows, board.columns))
    if board.hidden:
        full = geometry.alphabet.full
        geometry = with_layers(geometry, dict.fromkeys(board.layers, Layer(full)), limits)
        size = len(geometry)
        hidden = [name for name, cell in board.hidden.items() if cell >= size]
        geometry = geometry.with_hidden(dict.fromkeys(hidden, full))
        further = {cell: masks.pop(cell) for cell in [*masks] if cell >= size}
        shapes += _further_givens(further, board)
    answer = next((grid.answer for grid in grids if grid.answer), ())
    whole = answer if len(answer) == len(geometry) else ()
    return puzzle_on(geometry, known, masks=masks, shapes=shapes, answer=whole)


def _cells(
    grids: Sequence[GridSection], givens: Sequence[Item], board: SolverGrid
) -> tuple[dict[int, int], dict[int, int]]:
    """Return the given values of the cells of the grid, and the candidates of all cells.

    Raises:
        GivensError: two of them contradict each other.
    """
    known: dict[int, int] = {}
    masks: dict[int, int] = {}
    for grid in grids:
        for cell, value in grid.known.items():
            if known.setdefault(cell, value) != value:
                raise _given_twice(cell, board)
        for cell, mask in grid.masks.items():
            masks[cell] = masks.get(cell, mask) & mask
    size = board.rows * board.columns
    for item in givens:
        for cell, values, mask in _givens(item, board):
            masks[cell] = masks[cell] & mask if cell in masks else mask
            if len(values) == 1 and cell < size:
                known.setdefault(cell, mask.bit_length() - 1)
    if 0 in masks.values():
        raise _given_twice(next(cell for cell, mask in masks.items() if not mask), board)
    for cell in known.keys() & masks.keys() if grids else ():
        if not masks[cell] >> known[cell] & 1:
            raise _given_twice(cell, board)
    return known, masks


def _given_twice(cell: int, board: SolverGrid) -> GivensError:
    return GivensError(f"{board.names([cell])[0]} is given as two values; drop one")


def _givens(item: Item, board: SolverGrid) -> Iterable[Given]:
    return replicated_givens(item, board) if item.type else givens_of(item, board)


def _with_values(geometry: Geometry, masks: Mapping[int, int], least: int) -> Geometry:
    """Return the geometry without values that no cell may hold, if there are such.

    Strings state this when the alphabet has values for further cells only. With as many values left
    as a line has cells, lines are houses.
    """
    full = geometry.alphabet.full
    used = 0
    for cell in range(len(geometry)):
        used |= masks.get(cell, full)
        if used == full:
            return geometry
    if used.bit_count() < least:
        return geometry
    data = {**json.loads(geometry.file), "allowed": {"all": list(geometry.alphabet.of_mask(used))}}
    return replace(
        geometry,
        domains=tuple(domain & used for domain in geometry.domains),
        file=json.dumps(data, ensure_ascii=False),
    )


def _further_givens(masks: Mapping[int, int], board: SolverGrid) -> list[Shape]:
    """Return the rules that restrict the values of further cells, one for each set of values."""
    alike: dict[int, list[int]] = {}
    for cell, mask in sorted(masks.items()):
        alike.setdefault(mask, []).append(cell)
    return [
        Shape(Allowed(tuple(cells), tuple(v for n, v in enumerate(board.values) if mask >> n & 1)))
        for mask, cells in alike.items()
    ]


# Safe to cache, as they read nothing else, here and below: texts and numbers.
@lru_cache(maxsize=64)
def _grid_size(shape: tuple[str, ...]) -> GridSize:
    """Return the size and the values stated by .Shape."""
    match = _SHAPE.fullmatch(shape[0])
    if match is None or len(shape) > 3 or shape[2:] not in ((), ("Raw",)):
        raise SudokuError(
            f"{short('~'.join(shape))!r} is not a shape; write one, such as 9x9 or 9x9~0-8"
        )
    rows, columns = int(match[1]), int(match[2])
    if not (1 <= rows <= _MOST and 1 <= columns <= _MOST):
        raise SudokuError(f"a grid of {rows}x{columns}; write sides of 1 to {_MOST} cells")
    values = tuple(range(1, max(rows, columns) + 1))
    if shape[1:] and shape[1]:
        found = _VALUES.fullmatch(shape[1])
        if found is None:
            raise SudokuError(f"{short(shape[1])!r} are not values; write some, such as 9 or 0-8")
        values = tuple(range(int(found[1] or 1), int(found[2]) + 1))
    least = 1 if shape[2:] == ("Raw",) else max(rows, columns)
    if not least <= len(values) <= _MOST:
        raise SudokuError(
            f"{len(values)} values for rows and columns of {max(rows, columns)} cells; "
            f"write {least} to {_MOST} values"
        )
    return GridSize(rows, columns, values)


@lru_cache(maxsize=16)
def _board(form: GridSize, said: tuple[str, ...] | None, boxless: bool, ties: str) -> SolverGrid:
    """Return the grid with the size of its regions, and with boxes of this size if they fit.

    It keeps what was read of its items, so that only few grids are kept.

    Args:
        form: its size.
        said: the argument that states the size of regions; None if nothing states it.
        boxless: whether its boxes are not regions.
        ties: which lines may have the same rank.
    """
    region = max(form.rows, form.columns)
    if said is not None:
        region = number_of(required_arguments(Item("RegionSize", said), 1)[0])
        if not 1 < region <= len(form.values):
            raise SudokuError(f"regions of {region} cells; write 2 to {len(form.values)}")
    boxes = boxes_of(form.rows, form.columns, region)
    return SolverGrid(
        form.rows, form.columns, form.values, boxes, region, boxless=boxless, ties=ties
    )


def _regions(layout: str, board: SolverGrid) -> tuple[tuple[int, ...], ...]:
    """Return the regions of a layout; a single piece of another size is not a region."""
    if len(layout) != board.rows * board.columns:
        raise SudokuError(
            f"a layout of {len(layout)} characters for {board.rows * board.columns} cells; "
            "write one for each"
        )
    members = cells_by_region(layout)
    other = [mark for mark, cells in members.items() if len(cells) != board.region]
    if len(other) > 1:
        raise SudokuError(
            f"the regions {other[0]} and {other[1]} do not have {board.region} cells; only one "
            "piece may have another size"
        )
    return tuple(tuple(cells) for mark, cells in members.items() if mark not in other)


def _same_values(geometry: Geometry, values: int) -> list[Shape]:
    """Return the rule that the largest regions hold the same values, if not all values."""
    most = max((len(shape.cells) for shape in geometry.shapes), default=0)
    groups = tuple(shape.cells for shape in geometry.shapes if len(shape.cells) == most)
    return [Shape(SameMultiset(groups))] if most < values and len(groups) > 1 else []


ISS = register_format(
    Format(
        "iss",
        partial(is_items, types=_TYPES),
        _read,
        text_of,
        summary="strings and links of the Interactive Sudoku Solver: .Cage~10~R1C1~R1C2…",
        keeps="rectangular grids to 16×16, regions, givens, candidates, 64 kinds of shapes",
        text_alone=True,
    )
)
"""Constraints as items."""
