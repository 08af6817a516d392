"""Common parts of formats for rectangular grids: geometries, puzzles, and their features."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, TypeVar

from sudokulib import shapes as kinds
from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import GeometryError, GivensError
from sudokulib.formats.format import Unwritable
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.grids import add_grid
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import House, Shape, all_different, merge_shapes
from sudokulib.shapes.kind import shapes_by_meaning
from sudokulib.shapes.own_cells import shape_problem_finder

if TYPE_CHECKING:
    from sudokulib.formats import round_trip
    from sudokulib.puzzles import writing
else:
    round_trip = lazy_module("sudokulib.formats.round_trip")  # many kinds; only for writing
    writing = lazy_module("sudokulib.puzzles.writing")  # imports YAML, which lines do not need

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols of grids: digits from 1, then letters."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Box = tuple[int, int]
Region = TypeVar("Region", int, str)


def box_of(size: int) -> Box | None:
    """Return the rows and columns of a square grid's boxes, as near to squares as divide it.

    >>> box_of(9), box_of(6), box_of(7)
    ((3, 3), (2, 3), None)
    """
    rows = next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
    return (rows, size // rows) if rows > 1 else None


def symbols_of(size: int) -> tuple[str, ...]:
    """Return the symbols of a grid with this many: single characters if there are enough.

    >>> "".join(symbols_of(16)), symbols_of(36)[-1]
    ('123456789ABCDEFG', '36')
    """
    return tuple(SYMBOLS[:size]) if size <= len(SYMBOLS) else tuple(map(str, range(1, size + 1)))


# The key covers everything it reads, here and below: numbers, symbols and limits.
@lru_cache(maxsize=64)
def square_grid(size: int, box: Box | None, symbols: tuple[str, ...] = ()) -> Geometry:
    """Return a square grid with or without boxes; the same object for the same arguments.

    Args:
        size: cells a side.
        box: rows and columns of a box.
        symbols: absent: those of `symbols_of`.

    Raises:
        GeometryError: the box does not fit.

    >>> from sudokulib import geometry
    >>> square_grid(9, (3, 3)) == geometry("9x9")
    True
    """
    return _grid(size, size, box, symbols or symbols_of(size)).finish(name=f"{size}x{size}")


@lru_cache(maxsize=256)
def jigsaw_grid(
    size: int,
    regions: tuple[int | None, ...],
    symbols: tuple[str, ...] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Geometry:
    """Return a square grid with its own regions; where these are its boxes, the grid with boxes.

    Args:
        size: cells a side.
        regions: for each cell the number of its region, None for none.
        symbols: absent: those of `symbols_of`.
        limits: bounds on its size.

    Raises:
        GeometryError: a region has more cells than there are symbols.
    """
    members = cells_by_region(regions)
    box = box_of(size)
    if box is not None and set(map(tuple, members.values())) == set(_boxes(size, box)):
        return square_grid(size, box, symbols)
    for number, cells in sorted(members.items()):
        if len(cells) > size:
            raise GeometryError(
                f"region {number} has {len(cells)} cells, but there are {size} values; "
                "make it smaller",
                field=("grid",),
            )
    base = _plain(size, size, None, symbols or symbols_of(size), limits)
    named = [(f"region {number + 1}", cells) for number, cells in sorted(members.items())]
    return _with_regions(base, named, limits)


@lru_cache(maxsize=256)
def rectangular_grid(
    rows: int,
    columns: int,
    box: Box | None,
    symbols: tuple[str, ...],
    layouts: tuple[tuple[tuple[int, ...], ...], ...] = (),
    *,
    lines: bool = True,
) -> Geometry:
    """Return a grid of any proportions, with or without boxes, and the regions of any layouts.

    Args:
        rows, columns: its size.
        box: rows and columns of a box.
        symbols: the symbols of its cells.
        layouts: the regions of each layout.
        lines: whether rows and columns have no repeats.

    Raises:
        GeometryError: the box does not fit.
    """
    base = _plain(rows, columns, box, symbols, lines=lines)
    named = [
        (f"region {number}", cells)
        for regions in layouts
        for number, cells in enumerate(regions, 1)
    ]
    made = _with_regions(base, named)
    grid = {"make": "grid", "size": f"{rows}x{columns}", "lines": lines}
    data = {
        "symbols": writing.symbols_data(base.alphabet),
        "build": [{**grid, "box": f"{box[0]}x{box[1]}"} if box else grid],
    }
    if layouts:
        regions = [shape for shape in made.shapes if shape not in base.shapes]
        data["shapes"] = list(writing.shape_data(base, regions))
    return replace(made, file=json.dumps(data, ensure_ascii=False))


@lru_cache(maxsize=64)
def _plain(
    rows: int,
    columns: int,
    box: Box | None,
    symbols: tuple[str, ...],
    limits: Limits = DEFAULT_LIMITS,
    *,
    lines: bool = True,
) -> Geometry:
    """Return a grid without regions, the base for grids with regions."""
    return _grid(rows, columns, box, symbols, limits, lines=lines).finish(name=f"{rows}x{columns}")


def _with_regions(
    base: Geometry,
    named: Iterable[tuple[str, Sequence[int]]],
    limits: Limits = DEFAULT_LIMITS,
) -> Geometry:
    """Return a grid with further regions of several cells, otherwise like the given one."""
    count = len(base.alphabet)
    regions = [
        Shape(all_different(cells, count), (label,), frozenset({"region"}))
        for label, cells in named
        if len(cells) > 1
    ]
    if not regions:
        return base
    every = (*base.shapes, *regions)
    limits.check("shapes", len(every))
    limits.check("members", sum(len(shape.cells) for shape in every))
    problem_of = shape_problem_finder(base.context)
    for region in regions:
        if problem := problem_of(region):
            raise GeometryError(f"{region.label}: {problem}")
    return replace(base, shapes=merge_shapes(every))


def _grid(
    rows: int,
    columns: int,
    box: Box | None,
    symbols: Sequence[str],
    limits: Limits = DEFAULT_LIMITS,
    *,
    lines: bool = True,
) -> Builder:
    builder = Builder(Alphabet.of(symbols), limits)
    limits.check("cells", rows * columns)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    add_grid(builder, {at: at for at in places}, box=box, lines=lines)
    return builder


def _boxes(size: int, box: Box) -> list[tuple[int, ...]]:
    found: dict[tuple[int, int], list[int]] = {}
    for cell in range(size * size):
        row, column = divmod(cell, size)
        found.setdefault((row // box[0], column // box[1]), []).append(cell)
    return [tuple(cells) for cells in found.values()]


def cells_by_region(regions: Iterable[Region | None]) -> dict[Region, list[int]]:
    """Return the cells of each region, given the region of each cell.

    >>> cells_by_region("ABA")
    {'A': [0, 2], 'B': [1]}
    """
    members: dict[Region, list[int]] = {}
    for cell, region in enumerate(regions):
        if region is not None:
            members.setdefault(region, []).append(cell)
    return members


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=64)
def diagonals(size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the long diagonals of a square grid, the falling one first.

    >>> diagonals(3)
    ((0, 4, 8), (2, 4, 6))
    """
    falling = tuple((size + 1) * place for place in range(size))
    return falling, tuple((size - 1) * place for place in range(1, size + 1))


def diagonal_shapes(size: int) -> list[Shape]:
    """Return both long diagonals as houses."""
    labels = ("long falling diagonal", "long rising diagonal")
    found = zip(diagonals(size), labels, strict=True)
    return [Shape(House(cells), (label,)) for cells, label in found]


def has_diagonals(puzzle: Puzzle, size: int) -> bool:
    """Return whether both long diagonals are shapes without repeats."""
    return has_sets(puzzle, diagonal_shapes(size))


def has_sets(puzzle: Puzzle, sets: Iterable[Shape]) -> bool:
    """Return whether a puzzle states all these shapes, perhaps as parts of others."""
    have = {rule.meaning for _, rule in round_trip.single_rules(puzzle)}
    return all(shape.meaning in have for shape in sets)


def cages_of(puzzle: Puzzle, most: int) -> list[kinds.Cage]:
    """Return cages with one sum, at most `most`, skipping those that overlap an earlier one."""
    found: list[kinds.Cage] = []
    covered: set[int] = set()
    for shape in puzzle.all_shapes:
        rule = shape.rule
        if not isinstance(rule, kinds.Cage) or rule.repeats or not isinstance(rule.sum, int):
            continue
        if covered.isdisjoint(rule.cells) and len(found) < most:
            found.append(rule)
            covered.update(rule.cells)
    return found


def are_connected(cells: Sequence[int], grid: Geometry) -> bool:
    """Return whether the cells are connected by steps to a neighbour."""
    left, reached = set(cells[1:]), [cells[0]]
    while reached:
        near = left.intersection(grid.topology.neighbours(reached.pop()))
        left -= near
        reached += near
    return not left


def puzzle_on(
    grid: Geometry,
    known: Mapping[int, int],
    *,
    masks: Mapping[int, int] | None = None,
    shapes: Iterable[Shape] = (),
    texts: Mapping[str, str] | None = None,
    answer: tuple[int, ...] = (),
    fog: Iterable[int] = (),
) -> Puzzle:
    """Return a puzzle with further rules, after checking that each is satisfiable by itself.

    Args:
        grid: its geometry.
        known: the index of the given symbol by cell.
        masks: the symbols that restricted cells may hold.
        shapes: its rules beyond those of the grid.
        texts: title, author, source and description.
        answer: the stated solution.
        fog: the cells that are seen at the start, if there is fog.

    Raises:
        GivensError: a rule cannot be satisfied.
    """
    left = list(grid.domains)
    for cell, mask in (masks or {}).items():
        left[cell] &= mask
    for cell, value in known.items():
        left[cell] &= 1 << value
    own = shapes_by_meaning(shapes)
    found = tuple(own.values())
    puzzle = Puzzle(
        grid,
        tuple(left),
        tuple(sorted(known.items())),
        found,
        answer=answer,
        fog=tuple(sorted(set(fog))),
        **{name: " ".join(text.split()) for name, text in (texts or {}).items()},
    )
    if not found:
        return puzzle
    problem_of = shape_problem_finder(grid.context_of(grid.shapes_with(own)))
    for shape in found:
        if problem := problem_of(shape):
            raise GivensError(f"{puzzle.name_of(shape)}: {problem}")
    return puzzle


def size_of(puzzle: Puzzle, most: int = len(SYMBOLS), least: int = 1) -> int:
    """Return the side of the square grid of a puzzle, which equals the number of symbols.

    Raises:
        Unwritable: the puzzle has another geometry, or a grid that is too large.
    """
    cells = puzzle.geometry.cells
    size = isqrt(len(cells))
    if [cell.at for cell in cells] != [(r, c) for r in range(size) for c in range(size)]:
        raise Unwritable(
            f"{puzzle.geometry.name or 'its geometry'} is not a square grid; choose a format "
            f"with other geometries, such as yaml"
        )
    if len(puzzle.geometry.alphabet) != size:
        raise Unwritable(
            f"the grid has sides of {size} cells, but there are {len(puzzle.geometry.alphabet)} "
            "symbols; choose a format that can say so, such as yaml"
        )
    if not least <= size <= most:
        wanted = f"{most}x{most}" if least == most else f"{least}x{least} to {most}x{most}"
        raise Unwritable(f"the grid is {size}x{size}, not {wanted}; choose another format")
    return size


def given_symbols(puzzle: Puzzle, symbols: Sequence[str], blank: str = ".") -> list[str]:
    """Return the given symbol of each cell, in these symbols."""
    known = dict(puzzle.given_values)
    return [symbols[known[c]] if c in known else blank for c in range(len(puzzle.masks))]


def candidate_digits(puzzle: Puzzle) -> list[str]:
    """Return the candidates of each cell as digits from 1.

    Raises:
        Unwritable: a cell has none.
    """
    found = [
        "".join(str(value + 1) for value in range(mask.bit_length()) if mask >> value & 1)
        for mask in puzzle.masks
    ]
    if "" in found:
        name = puzzle.geometry.name_of(found.index(""))
        raise Unwritable(f"{name} has no candidate left; choose another format")
    return found


def regions_of(puzzle: Puzzle) -> list[int | None]:
    """Return for each cell the number of the first shape with the role region that contains it.

    Regions are numbered in the order of their first cells.
    """
    home: dict[int, tuple[int, ...]] = {}
    for shape in puzzle.all_shapes:
        if "region" in shape.roles:
            for cell in shape.cells:
                home.setdefault(cell, shape.cells)
    numbers: dict[tuple[int, ...], int] = {}
    found: list[int | None] = []
    for cell in range(len(puzzle.masks)):
        region = home.get(cell)
        found.append(None if region is None else numbers.setdefault(region, len(numbers)))
    return found
