"""Tuples, wings, almost locked sets and rank 0 where there are no plain grids.

A board is made of a solution: each cell keeps its value and some others. A step that removes a
value of the solution is wrong, whatever the board; one that is right must be proved as well.
"""

from functools import cache
from itertools import islice
from random import Random

import pytest
from support import KNIGHT, grid, move_pairs, with_slow

import sudokulib
from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies import strategies

FAMILIES = {"wings", "als", "rank-0", "exclusion"}
SIZED = ("locked-", "naked-", "hidden-")
OURS = [
    s
    for s in strategies()
    if s.family in FAMILIES or (s.family == "tuples" and s.name.startswith(SIZED))
]
MOST = 4
"""Steps of each look that are checked."""


def cages():
    """A 6x6 with a cage over every second cell and the one below it, sums as in a solution."""
    plain = grid("6x6", "2x3")
    values = sudokulib.solution(plain.puzzle(), seed=3).indices
    pairs = [(cell, cell + 6) for row in (0, 2, 4) for cell in range(6 * row, 6 * row + 6)]
    return plain.puzzle(
        shapes=[Shape(Cage(pair, sum(values[c] + 1 for c in pair)), ("cage",)) for pair in pairs]
    )


PUZZLES = {
    "jigsaw": lambda: geometry("jigsaw-9").puzzle(),
    "samurai": lambda: geometry("samurai").puzzle(),
    "anti-knight": lambda: grid("9x9", "3x3", shapes=move_pairs(9, 9, KNIGHT)).puzzle(),
    "cages": cages,
    "torus": lambda: grid("9x9", None, shapes=move_pairs(9, 9, KNIGHT, wrap=True)).puzzle(),
}
"""Puzzles without givens."""


@cache
def puzzle_with_solution(name):
    puzzle = PUZZLES[name]()
    return puzzle, sudokulib.solution(puzzle, seed=7).indices


def board_around(puzzle, solution, seed, share):
    """A board on which each cell holds its value, and each other one with some probability."""
    random = Random(seed)
    model = compile_puzzle(puzzle)
    masks = [
        sum(1 << v for v in range(mask.bit_length()) if v == own or random.random() < share) & mask
        for mask, own in zip(model.domains, solution, strict=True)
    ]
    return Board.of(model, masks)


@pytest.mark.parametrize("share", with_slow([0.12, 0.25], 0.25))
@pytest.mark.parametrize("name", PUZZLES)
def test_every_step_keeps_the_solution_and_is_proved(name, share):
    puzzle, solution = puzzle_with_solution(name)
    board = board_around(puzzle, solution, 1, share)
    found = set()
    for strategy in OURS:
        for step in islice(strategy.find(board), MOST):
            found.add(strategy.name)
            assert not any(solution[cell] == value for cell, value in step.eliminations)
            assert is_proved(board, step)
            reason = describe(step, puzzle, board).rsplit(", so ", 1)[0]
            for cell in {cell for role in step.roles for cell, _ in role.candidates}:
                assert puzzle.geometry.cells[cell].name in reason
    assert len(found) > 5
