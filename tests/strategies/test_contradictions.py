"""Candidates that one rule about members refutes: all of them, proved and told."""

from __future__ import annotations

from random import Random

from support import from_file

from sudokulib import describe
from sudokulib.board import Board, Candidate
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend
from sudokulib.strategies import strategy_named


def board_of(chance: Random) -> tuple[Puzzle, Board]:
    """A grid of unknown regions in which some candidates are gone."""
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
        masks[v] &= 1 << kept[v] | chance.getrandbits(size) | chance.getrandbits(size)
    return puzzle, Board.of(model, masks)


def refuted(board: Board) -> set[Candidate]:
    """What each rule that takes a search leaves no filling with."""
    return {
        (v, value)
        for rule in board.model.primitives
        if rule.searched and not rule.fails(board.masks)
        for v in rule.variables
        for value in bits(board.masks[v])
        if board.masks[v] != 1 << value
        and rule.fails([1 << value if u == v else mask for u, mask in enumerate(board.masks)])
    }


def test_all_that_a_rule_refutes_is_found_and_proved() -> None:
    chance, found = Random(7), 0
    for _ in range(30):
        puzzle, board = board_of(chance)
        expected = refuted(board)
        steps = list(strategy_named("rule-contradiction").find(board))
        assert {one for step in steps for one in step.eliminations} == expected
        for step in steps:
            found += 1
            assert is_proved(board, step)
            assert describe(step, puzzle, board).startswith(
                "rule contradiction: otherwise the unknown region could not be filled any more, so "
            )
    assert found > 10
