"""Moving cells by an automorphism, or renaming symbols, moves the solutions along."""

from __future__ import annotations

from random import Random

import pytest

from sudokulib import count, geometry, solve, true_candidates
from sudokulib.puzzles.geometries.graph import automorphisms
from sudokulib.puzzles.puzzle import Puzzle

SMALL = ["4x4", "latin-4", "latin-5", "6x6", "circular-3", "sudo-cube", "jigsaw-5", "samurai-4x4"]


def thinned(name: str, chance: Random) -> Puzzle:
    """A puzzle of few givens, which have a solution."""
    played_on = geometry(name)
    puzzle = played_on.puzzle()
    for cell in chance.sample(range(len(played_on)), len(played_on) // 3):
        known = dict(puzzle.given_values)
        left = true_candidates(puzzle)[played_on.cells[cell].name]
        known[cell] = played_on.alphabet.index(chance.choice(left))
        puzzle = puzzle_of(puzzle, known)
    return puzzle


def puzzle_of(puzzle: Puzzle, known: dict[int, int]) -> Puzzle:
    played_on = puzzle.geometry
    symbols = played_on.alphabet.symbols
    return played_on.puzzle({played_on.cells[c].name: symbols[v] for c, v in known.items()})


@pytest.mark.parametrize("name", SMALL)
def test_solutions_move_with_cells_and_symbols(name: str) -> None:
    chance = Random(name)
    puzzle = thinned(name, chance)
    number = count(puzzle, limit=1000).value
    assert number
    moves = list(automorphisms(puzzle.geometry, 30))
    for cells in chance.sample(moves, min(5, len(moves))):
        values = list(range(len(puzzle.geometry.alphabet)))
        chance.shuffle(values)
        moved = puzzle_of(puzzle, {cells[c]: values[v] for c, v in puzzle.given_values})
        assert count(moved, limit=1000).value == number
        before, after = solve(puzzle), solve(moved)
        assert before.status == after.status
        if before.solution is not None and after.solution is not None:
            expected = {cells[c]: values[v] for c, v in enumerate(before.solution.indices)}
            assert dict(enumerate(after.solution.indices)) == expected
