"""Candidates that one rule about members refutes: all of them, proved and told."""

from __future__ import annotations

from random import Random

import pytest
from strategies.region_boards import board_of

from sudokulib import describe, explain, load
from sudokulib.board import Board, Candidate
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits
from sudokulib.strategies import strategy_named


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


@pytest.mark.slow
def test_all_that_a_rule_refutes_is_found_and_proved() -> None:
    chance, found, reasons = Random(7), 0, set[str]()
    for _ in range(30):
        puzzle, board = board_of(chance)
        expected = refuted(board)
        steps = list(strategy_named("rule-contradiction").find(board))
        assert {one for step in steps for one in step.eliminations} == expected
        for step in steps:
            found += 1
            assert is_proved(board, step)
            said = describe(step, puzzle, board).removeprefix("rule contradiction: otherwise ")
            reasons.add(" ".join(said.split()[:3]))
    assert found > 10
    assert reasons == {"there could not", "regions would not", "a symbol would", "two cells would"}


def test_other_rules_are_told_as_a_whole() -> None:
    texts = [one.text for one in explain(load("examples/simple-loop/moat.yaml"))]
    assert any("otherwise the loop could not be completed any more, so edge " in t for t in texts)
