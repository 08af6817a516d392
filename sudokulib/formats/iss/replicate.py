"""Rules of the Interactive Sudoku Solver that are repeated elsewhere: `.Replicate`.

Its rules concern cells around an origin. For each target they hold again, shifted so that the
origin falls on the target. Targets are written as a bit for each cell from the origin on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.basics.quoting import short
from sudokulib.errors import SudokuError
from sudokulib.formats.iss.grammar import KEY, Item
from sudokulib.formats.iss.layouts import givens_of
from sudokulib.formats.iss.solver_grid import CellBlock, Given, SolverGrid
from sudokulib.shapes import Kind

_MOST = 20_000
"""The most repeated rules, a bound against hostile strings: as many thermometers take 0.3 s
(`python tests/benchmarks/at_limits.py`, 2026-11)."""


def _targets(item: Item, board: SolverGrid) -> tuple[CellBlock, int, list[int]]:
    """Return the origin and the targets, after the group of cells that has them all.

    Raises:
        SudokuError: the targets cannot be read, or are not cells besides the origin.
    """
    said, origin_name = (*item.args, "", "")[:2]
    origin = board.cell(origin_name or "R1C1")
    if wrong := set(said) - set(KEY):
        raise SudokuError(
            f".Replicate~{short(said)}: {min(wrong)!r} is not base64; copy the whole string"
        )
    targets = [origin + 6 * n + i for n, mark in enumerate(said) for i in range(6)
               if KEY.index(mark) >> i & 1]  # fmt: skip
    group = board.group(origin)
    if any(target not in group for target in targets):
        raise SudokuError(
            f".Replicate~{short(said)} repeats a rule on cells that do not exist; "
            "copy the whole string"
        )
    return group, origin, targets


def _off_the_grid(cell: int, origin: int, target: int, board: SolverGrid) -> SudokuError:
    at, start, end = board.names((cell, origin, target))
    return SudokuError(
        f".Replicate moves {at} off the grid when {start} goes to {end}; leave that target out"
    )


def replicated(item: Item, rules: Sequence[Kind], board: SolverGrid) -> list[Kind]:
    """Return rules for each target of an item.

    Raises:
        SudokuError: a rule would leave the grid, or there are too many.
    """
    group, origin, targets = _targets(item, board)
    if len(targets) * len(rules) > _MOST:
        raise SudokuError(f".Replicate makes more than {_MOST} rules; write fewer targets")
    cells = sorted({cell for rule in rules for cell in rule.all_cells})
    found: list[Kind] = []
    for target in targets:
        places: dict[int, int] = {}
        for cell in cells:
            place = group.shifted(cell, origin, target)
            if place is None:
                raise _off_the_grid(cell, origin, target, board)
            places[cell] = place
        found += [rule.moved(places) for rule in rules]
    return found


def repeats_givens(item: Item) -> bool:
    """Return whether an item only repeats givens."""
    return item.type == "Replicate" and not any(one.type for one in item.items)


def replicated_givens(item: Item, board: SolverGrid) -> Iterator[Given]:
    """Yield the givens for each target of an item that only repeats givens."""
    given = [one for inner in item.items for one in givens_of(inner, board)]
    group, origin, targets = _targets(item, board)
    for target in targets:
        for cell, values, mask in given:
            place = group.shifted(cell, origin, target)
            if place is None:
                raise _off_the_grid(cell, origin, target, board)
            yield Given(place, values, mask)
