"""Game ids of Solo, the sudoku in Simon Tatham's collection of puzzles.

`3x3:` and the grid, or `9j:` for jigsaws; x stands for diagonals, k for killers. In the grid a
letter means as many empty cells as its place in the alphabet, and an underscore separates two
numbers. Regions and cages are runs of borders, first between the cells of each row, then between
those of each column: a letter means that many places without a border and then one with, an
underscore a border at once, and z 25 places without. After the cages comes a grid of their sums.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.grids import (
    SYMBOLS,
    are_connected,
    cages_of,
    cells_by_region,
    diagonal_shapes,
    has_diagonals,
    jigsaw_grid,
    puzzle_on,
    regions_of,
    size_of,
    square_grid,
)
from sudokulib.formats.killers import cage_shapes
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle

_ID = re.compile(r"\s*(\d{1,2})(?:x(\d{1,2}))?([a-z0-9]*):([a-z0-9_,]+)\s*")
_FLAGS = re.compile(r"((?:[jxk]|[rm]\d+(?:d(?![tbiaeu]))?|a|d[tbiaeu])*)")
_RUN = 25
"""The most places without a border for one letter."""


def _is_tatham(text: str) -> bool:
    match = _ID.fullmatch(text) if len(text) < 100_000 else None
    return match is not None and _FLAGS.fullmatch(match[3]) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    match = _ID.fullmatch(text)
    if match is None or not _FLAGS.fullmatch(match[3]):
        raise GivensError(
            f"{name}: {short(text)!r} is not a game id of Solo, which is like 3x3:a1b2_3 and so on"
        )
    flags = re.sub("d[tbiaeu]|[rm]\\d+d?|a", "", match[3])
    columns, rows = int(match[1]), int(match[2] or 1)
    size = columns * rows
    if not 2 <= size <= len(SYMBOLS):
        raise GivensError(f"{name}: a grid of {size}x{size}; write 2 to {len(SYMBOLS)} a side")
    if "j" not in flags and min(columns, rows) < 2:
        raise GivensError(f"{name}: boxes of {columns}x{rows}; write such as 3x3, or 9j")
    wanted = 1 + ("j" in flags) + 2 * ("k" in flags)
    parts = match[4].split(",")
    if len(parts) != wanted:
        raise GivensError(
            f"{name} has {len(parts)} parts after the colon, not {wanted}; copy the whole id"
        )
    left = iter(parts)
    known = {cell: value - 1 for cell, value in _numbers(next(left), size, name).items()}
    if wrong := [value + 1 for value in known.values() if value >= size]:
        raise GivensError(f"{name}: {wrong[0]} is not a value; write 1 to {size}")
    grid = _grid(next(left) if "j" in flags else "", (columns, rows), name)
    shapes = diagonal_shapes(size) if "x" in flags else []
    if "k" in flags:
        members = cells_by_region(_blocks(next(left), size, name))
        clues = _numbers(next(left), size, name)
        sums = {
            cage: clues[cell] for cage, cells in members.items() for cell in cells if cell in clues
        }
        shapes += cage_shapes(members, sums)
    return puzzle_on(grid, known, shapes=shapes)


def _grid(borders: str, box: tuple[int, int], name: str) -> Geometry:
    size = box[0] * box[1]
    if not borders:
        return square_grid(size, box)
    return jigsaw_grid(size, tuple(_blocks(borders, size, name)))


def _numbers(text: str, size: int, name: str) -> dict[int, int]:
    """Return the numbers of a grid, by cell."""
    found: dict[int, int] = {}
    cell = 0
    for mark in re.findall(r"[a-z]|_|\d{1,9}", text):
        if mark.isdigit():
            if int(mark):
                found[cell] = int(mark)
            cell += 1
        elif mark != "_":
            cell += ord(mark) - ord("a") + 1
    if cell != size * size:
        raise GivensError(f"{name}: {cell} cells in a grid of {size * size}; copy the whole id")
    return found


def _sides(size: int) -> Iterator[tuple[int, int]]:
    """Yield the two cells at each possible border, in order."""
    for row in range(size):
        for column in range(size - 1):
            yield row * size + column, row * size + column + 1
    for column in range(size):
        for row in range(size - 1):
            yield row * size + column, (row + 1) * size + column


def _blocks(text: str, size: int, name: str) -> list[int]:
    """Return the number of each cell's piece, numbered in the order of their first cells."""
    open_ = []
    for mark in text:
        if not mark.isalpha() and mark != "_":
            raise GivensError(f"{name}: {mark!r} is not a run of borders; write letters and _")
        run = 0 if mark == "_" else min(ord(mark) - ord("a") + 1, _RUN)
        open_ += [True] * run + [False] * (mark != "z")
    sides = list(_sides(size))
    if len(open_) != len(sides) + 1:
        raise GivensError(
            f"{name}: borders for {max(0, len(open_) - 1)} places of {len(sides)}; "
            "copy the whole id"
        )
    root = list(range(size * size))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = cell = root[root[cell]]
        return cell

    for (one, other), joined in zip(sides, open_, strict=False):
        if joined:
            root[max(find(one), find(other))] = min(find(one), find(other))
    numbers: dict[int, int] = {}
    return [numbers.setdefault(find(cell), len(numbers)) for cell in range(size * size)]


def _write(puzzle: Puzzle) -> str:
    size = size_of(puzzle, least=2)
    regions = regions_of(puzzle)
    box = _box(size, regions)
    parts = [_grid_text({cell: value + 1 for cell, value in puzzle.given_values}, size)]
    if box is None:
        if None in regions:
            raise Unwritable("some cells are in no region; choose another format, such as yaml")
        parts.append(_borders(lambda one, other: regions[one] != regions[other], size))
    grid = puzzle.geometry
    cages = [cage for cage in cages_of(puzzle, size**2) if are_connected(cage.cells, grid)]
    if cages:
        home = {cell: number for number, cage in enumerate(cages) for cell in cage.cells}
        parts.append(
            _borders(lambda one, other: one not in home or home[one] != home.get(other), size)
        )
        sums = {cage.cells[0]: cage.sum for cage in cages if isinstance(cage.sum, int)}
        parts.append(_grid_text(sums, size))
    sort = f"{size}j" if box is None else f"{box[0]}x{box[1]}"
    crossed = "x" if has_diagonals(puzzle, size) else ""
    return f"{sort}{crossed}{'k' if cages else ''}:{','.join(parts)}"


def _box(size: int, regions: Sequence[int | None]) -> tuple[int, int] | None:
    """Return the rows and columns of the boxes if the regions are boxes; None if they are not."""
    for rows in range(2, size):
        if size % rows == 0:
            columns = size // rows
            boxes = [c // size // rows * rows + c % size // columns for c in range(size * size)]
            if boxes == list(regions):
                return rows, columns
    return None


def _grid_text(numbers: Mapping[int, int], size: int) -> str:
    """Return a grid of numbers as text, with runs of empty cells as letters."""
    text, run = "", 0
    for cell in range(size * size):
        if cell in numbers:
            text += _run(run) or ("_" if text else "")
            text += str(numbers[cell])
            run = 0
        else:
            run += 1
    return text + _run(run)


def _run(run: int) -> str:
    return "z" * (run // 26) + (chr(ord("a") + run % 26 - 1) if run % 26 else "")


def _borders(parted: Callable[[int, int], bool], size: int) -> str:
    text, run = "", 0
    ends: Iterable[bool] = [*(parted(one, other) for one, other in _sides(size)), True]
    for end in ends:
        if not end:
            run += 1
            continue
        while run > _RUN:
            text += "z"
            run -= _RUN
        text += chr(ord("a") + run - 1) if run else "_"
        run = 0
    return text


TATHAM = register_format(
    Format(
        "tatham",
        _is_tatham,
        _read,
        _write,
        summary="game ids of Solo in Simon Tatham's puzzles: 3x3:…",
        keeps="givens, boxes or connected regions, diagonals, connected cages with sums; to 35×35",
        many=True,
    )
)
"""Solo, with the variants x, k and j."""
