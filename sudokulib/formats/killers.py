"""Killers as numbers: the strings of Perfect Sudoku and JSudoku, and those of SumoCue.

`3x3:d:k:` and 81 numbers, each sum × 256 + number of the cage; the d stands for diagonals. Or
`SumoCueV1` and for each cell `=sum` where a cage begins or `+number` where one continues, each
perhaps with `J` and the number of a region. Cages are counted from 0 as they begin; some programs
write the number of the cell where the cage begins instead, and both are read. Where no cage
continues, the numbers are givens, as jigsaws are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.grids import (
    are_connected,
    box_of,
    cages_of,
    diagonal_shapes,
    given_symbols,
    has_diagonals,
    jigsaw_grid,
    puzzle_on,
    regions_of,
    size_of,
    square_grid,
)
from sudokulib.formats.marks import data_lines
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Cage, Shape
from sudokulib.shapes.kind import rule_maker

_PS = re.compile(r"\s*(\d)x(\d):(d?):k:((?:\d{1,6}:)*\d{1,6}:?)\s*")
_STEP = 256  # a number is 256 times the sum of its cage and the number of the cage


_cage = rule_maker(Cage)


def cage_shapes(members: Mapping[int, Sequence[int]], sums: Mapping[int, int]) -> list[Shape]:
    """Return cages from their cells and sums; one without a sum only forbids repeats."""
    return [
        Shape(_cage({"cells": tuple(sorted(cells)), "sum": sums.get(number)}))
        for number, cells in sorted(members.items())
        if len(cells) > 1 or number in sums
    ]


def _is_ps(text: str) -> bool:
    lines = data_lines(text[:10_000])[:2]
    return bool(lines) and all(re.match(r"\s*\dx\d:d?:k:", line) for line in lines)


def _read_ps(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    match = _PS.fullmatch(text)
    size = int(match[1]) * int(match[2]) if match else 0
    numbers = list(map(int, filter(None, match[4].split(":")))) if match else []
    if not match or len(numbers) != size * size or size < 4:
        raise GivensError(
            f"{name} is not a killer string with one number for each cell; "
            f"after 3x3::k: write 81 numbers, each followed by a colon"
        )
    members: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    for cell, number in enumerate(numbers):
        total, cage = divmod(number, _STEP)
        if total:
            members.setdefault(cage, []).append(cell)
            if sums.setdefault(cage, total) != total:
                raise GivensError(
                    f"{name}: cage {cage} has the sums {sums[cage]} and {total}; give it one"
                )
    grid = square_grid(size, (int(match[1]), int(match[2])))
    shapes = diagonal_shapes(size) if match[3] else []
    return puzzle_on(grid, {}, shapes=[*shapes, *cage_shapes(members, sums)])


def _write_ps(puzzle: Puzzle) -> str:
    size = size_of(puzzle, 9, 4)
    rows, columns = box_of(size) or (1, size)
    numbers = [0] * (size * size)
    cages = cages_of(puzzle, _STEP - 1)
    if not cages:
        raise Unwritable("it has no cage with a sum; choose another format, such as line")
    for number, cage in enumerate(cages, 1):
        for cell in cage.cells:
            numbers[cell] = cage.sum * _STEP + number  # type: ignore[operator]
    listed = "".join(f"{number}:" for number in numbers)
    return f"{rows}x{columns}:{'d' if has_diagonals(puzzle, size) else ''}:k:{listed}"


PS = register_format(
    Format(
        "ps",
        _is_ps,
        _read_ps,
        _write_ps,
        summary="3x3::k: and a number for each cell (PS, JSudoku, SumoCue killers)",
        keeps="cages with sums that do not overlap, diagonals; grids with boxes up to 9×9",
        many=True,
        text_alone=True,
    )
)
"""Killers without givens."""

_SUMO = re.compile(r"\s*SumoCueV1(D?)((?:[=+]\d{1,4}(?:J\d{1,2})?)+)\s*", re.IGNORECASE)
_CELL = re.compile(r"([=+])(\d+)(?:J(\d+))?", re.IGNORECASE)


def _is_sumocue(text: str) -> bool:
    return re.match(r"\s*SumoCueV1", text, re.IGNORECASE) is not None


def _read_sumocue(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    match = _SUMO.fullmatch(text)
    cells = _CELL.findall(match[2]) if match else []
    size = round(len(cells) ** 0.5)
    if not match or size * size != len(cells) or not 4 <= size <= 16:
        raise GivensError(
            f"{name} is not a SumoCue string; after SumoCueV1 write =sum or +cage for each cell"
        )
    grid = _sumo_grid([region for _, _, region in cells], size, name)
    shapes = diagonal_shapes(size) if match[1] else []
    if all(sign == "=" for sign, _, _ in cells):
        known = {cell: int(text) - 1 for cell, (_, text, _) in enumerate(cells) if int(text)}
        if wrong := [value + 1 for value in known.values() if value >= size]:
            raise GivensError(f"{name}: {wrong[0]} is not a value; write 1 to {size}, or 0")
        return puzzle_on(grid, known, shapes=shapes)
    heads = [cell for cell, (sign, _, _) in enumerate(cells) if sign == "="]
    sums = {cell: int(cells[cell][1]) for cell in heads if int(cells[cell][1])}
    members = _members(cells, heads, grid, name)
    return puzzle_on(grid, {}, shapes=[*shapes, *cage_shapes(members, sums)])


def _sumo_grid(regions: Sequence[str], size: int, name: str) -> Geometry:
    if not any(regions):
        return square_grid(size, box_of(size))
    if not all(regions):
        raise GivensError(
            f"{name}: cell {regions.index('') + 1} has no region, but others have; write J for all"
        )
    return jigsaw_grid(size, tuple(map(int, regions)))


def _members(
    cells: Sequence[tuple[str, str, str]], heads: Sequence[int], grid: Geometry, name: str
) -> dict[int, list[int]]:
    """Return the cells of each cage, by its first cell."""
    found = []
    for by_cell in (False, True):
        members = {head: [head] for head in heads}
        right = True
        for cell, (sign, text, _) in enumerate(cells):
            if sign == "+":
                number = int(text)
                head = number if by_cell else heads[number] if number < len(heads) else -1
                right = right and head in members
                members.setdefault(head, []).append(cell)
        if right:
            found.append(members)
    if not found:
        raise GivensError(f"{name}: a cell belongs to a cage that does not exist; fix the +numbers")
    connected = (one for one in found if all(are_connected(cells, grid) for cells in one.values()))
    return next(connected, found[0])


def _write_sumocue(puzzle: Puzzle) -> str:
    size = size_of(puzzle, 16, 4)
    regions = regions_of(puzzle)
    if None in regions:
        raise Unwritable("cells without a region cannot be said; choose another format")
    cages = sorted(cages_of(puzzle, size * size), key=lambda cage: cage.cells)
    values = given_symbols(puzzle, [str(value) for value in range(1, size + 1)], "0")
    said = [f"={0 if cages else value}" for value in values]
    heads = sorted({*range(size * size)} - {c for cage in cages for c in cage.cells[1:]})
    for cage in cages:
        said[cage.cells[0]] = f"={cage.sum}"
        for cell in cage.cells[1:]:
            said[cell] = f"+{heads.index(cage.cells[0])}"
    own = jigsaw_grid(size, tuple(regions)) != square_grid(size, box_of(size))
    if own:
        said = [f"{text}J{region}" for text, region in zip(said, regions, strict=True)]
    return f"SumoCueV1{'D' if has_diagonals(puzzle, size) else ''}{''.join(said)}"


SUMOCUE = register_format(
    Format(
        "sumocue",
        _is_sumocue,
        _read_sumocue,
        _write_sumocue,
        summary="SumoCueV1 strings of killers and jigsaws",
        keeps="regions, diagonals, and either cages that do not overlap or givens; up to 16×16",
        many=True,
        text_alone=True,
    )
)
"""Killers, also on jigsaws; where there is no cage, the numbers are givens."""
