"""Boards in mid-solve around a known solution, and geometries that are not classic."""

from __future__ import annotations

from functools import cache
from random import Random

from support import from_file, move_pairs

from sudokulib import geometry, solution
from sudokulib.board import Board
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle

KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
UNUSUAL = ("x", "jigsaw-6", "samurai-4x4", "windoku", "knight", "latin-5")


@cache
def unusual(name: str) -> Geometry:
    """A geometry by name; ``knight`` is a Latin square whose cells a knight's move apart differ."""
    if name != "knight":
        return geometry(name)
    return from_file(build=[{"make": "grid", "size": "5x5"}], shapes=move_pairs(5, 5, KNIGHT))


@cache
def filled(of: Puzzle | Geometry, seed: int) -> tuple[int, ...]:
    """A random solution, as value indices."""
    return solution(of, seed=seed).indices


def sketch(of: Puzzle | Geometry, seed: int, share: float) -> tuple[Board, tuple[int, ...]]:
    """A board whose cells allow a solution and a share of all else; the solution."""
    model = compile_puzzle(of if isinstance(of, Puzzle) else of.puzzle())
    right, random = filled(of, seed % 3), Random(seed)
    masks = [
        1 << value | sum(1 << v for v in bits(domain) if random.random() < share)
        for value, domain in zip(right, model.domains[: model.cells], strict=True)
    ]
    return Board.of(model, (*masks, *model.domains[model.cells :])), right
