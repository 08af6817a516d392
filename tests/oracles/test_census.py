"""The census of 4x4 puzzles: how many with n givens have one solution (OEIS A109252).

A puzzle is a set of cells of one of the 288 grids. It has one solution if its cells tell the grid
from every other one, that is, if they meet every set of cells in which another grid differs.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from sudokulib import geometry, is_unique, solutions
from sudokulib.puzzles.puzzle import Puzzle

CENSUS = {
    4: 25_728, 5: 284_160, 6: 1_041_408, 7: 2_141_184, 8: 2_961_024, 9: 2_958_336,
    10: 2_204_928, 11: 1_239_552, 12: 522_624, 13: 161_280, 14: 34_560, 15: 4_608, 16: 288,
}  # fmt: skip
CELLS = 16
SETS = 1 << CELLS
"""Sets of cells; a family of such sets is an integer with a bit for each of its sets."""


@cache
def grids() -> tuple[tuple[int, ...], ...]:
    return tuple(solution.indices for solution in solutions(geometry("4x4").puzzle()))


@cache
def without_cell(cell: int) -> int:
    """The family of all sets that do not hold a cell."""
    block = (1 << (1 << cell)) - 1
    return sum(block << start for start in range(0, SETS, 2 << cell))


@cache
def of_size(size: int) -> int:
    return sum(1 << cells for cells in range(SETS) if cells.bit_count() == size)


@cache
def telling(grid: tuple[int, ...]) -> int:
    """The family of the sets of givens from which a grid follows."""
    ambiguous = 0
    for other in grids():
        alike = sum(1 << c for c in range(CELLS) if grid[c] == other[c])
        ambiguous |= (other != grid) << alike
    for cell in range(CELLS):  # a part of an ambiguous set of givens is ambiguous too
        ambiguous |= ambiguous >> (1 << cell) & without_cell(cell)
    return (1 << SETS) - 1 & ~ambiguous


def test_the_4x4_census() -> None:
    sizes = range(CELLS + 1)
    families = [telling(grid) for grid in grids()]
    found = {n: sum((family & of_size(n)).bit_count() for family in families) for n in sizes}
    assert {n: number for n, number in found.items() if number} == CENSUS


@pytest.mark.parametrize("givens", [4, 5, 6, 8, 10, 12])
@pytest.mark.parametrize("unique", [True, False])
def test_the_solver_agrees_with_the_census(givens: int, unique: bool) -> None:
    chance, tried = Random(givens), 0
    while tried < 30:
        grid = chance.choice(grids())
        cells = chance.sample(range(CELLS), givens)
        if bool(telling(grid) >> sum(1 << c for c in cells) & 1) == unique:
            tried += 1
            assert is_unique(puzzle_of(grid, cells)) == unique


def test_the_solver_knows_every_smallest_puzzle_of_a_grid() -> None:
    grid = grids()[0]
    smallest = [c for c in range(SETS) if telling(grid) >> c & 1 and c.bit_count() == 4]
    assert smallest
    for mask in smallest:
        assert is_unique(puzzle_of(grid, [c for c in range(CELLS) if mask >> c & 1]))


def puzzle_of(grid: tuple[int, ...], cells: list[int]) -> Puzzle:
    played_on = geometry("4x4")
    names = [cell.name for cell in played_on.cells]
    return played_on.puzzle({names[c]: played_on.alphabet.symbols[grid[c]] for c in cells})
