"""Random boards of small unknown regions."""

from __future__ import annotations

from random import Random

from support import from_file

from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend


def board_of(chance: Random, known: float = 0) -> tuple[Puzzle, Board]:
    """A grid of unknown regions in which some candidates are gone, and some cells known."""
    rows, columns, size = chance.choice([(3, 3, 3), (2, 6, 4), (3, 4, 4), (4, 4, 4)])
    geometry = from_file(
        symbols="1234"[:size],
        build=[{"make": "grid", "size": f"{rows}x{columns}", "lines": False}],
        layers=["region"],
        shapes=[{"kind": "chaos-construction", "regions": "region", "size": size}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    model = compile_puzzle(puzzle)
    kept = backend("native").random_solution(model, Budget(), chance.randrange(99))
    assert kept is not None
    masks = list(model.domains)
    for v in range(model.cells):
        others = chance.getrandbits(size) | chance.getrandbits(size)
        masks[v] &= 1 << kept[v] | (0 if chance.random() < known else others)
    return puzzle, Board.of(model, masks)
