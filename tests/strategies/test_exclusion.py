"""Aligned exclusion: against all fillings of two or three cells, and on shapes that no grid has."""

from itertools import product

import pytest
from hypothesis import given, settings
from support import grid
from tiny_models import board_of, steps_of, tiny

from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.solving.explaining.descriptions import describe

PAIR = [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3)]
"""Cells 0 and 1 see each other and both see 2 and 3, which do not."""


def test_a_pair_that_would_empty_cells_seen_by_both():
    """0 in cell 0 leaves cell 1 neither 1, because of cell 2, nor 2, because of cell 3."""
    (step,) = steps_of("aligned-pair-exclusion", board_of(3, PAIR, 7, 0b110, 0b011, 0b101))
    assert step.eliminations == ((0, 0),)
    assert [role.name for role in step.roles] == ["base", "base", "set", "set"]


def test_a_cell_that_only_one_of_the_pair_sees_excludes_nothing():
    sets = [s for s in PAIR if s != (1, 3)]
    assert not steps_of("aligned-pair-exclusion", board_of(3, sets, 7, 0b110, 0b011, 0b101))


def test_a_triple():
    """Cell 3 holds 0, 1 or 2; cells 0, 1 and 2 see it, and would take all of these."""
    sets = [(0, 3), (1, 3), (2, 3), (1, 2), (0, 4), (1, 4), (2, 4)]
    board = board_of(4, sets, 0b1001, 0b0110, 0b0110, 0b0111, 0b1111)
    steps = steps_of("aligned-triple-exclusion", board)
    assert ((0, 0),) in [step.eliminations for step in steps]
    assert all(is_proved(board, step) for step in steps)


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=200, deadline=None)
def test_what_a_pair_loses_is_in_no_filling_that_leaves_every_cell_something(case):
    board = Board.start(case.model)
    for step in steps_of("aligned-pair-exclusion", board):
        ((cell, value),) = step.eliminations
        others = {c for c, _ in step.roles[1].candidates}
        (other,) = others
        seen = [v for v in bits(board.masks[other]) if stands(board, {cell: value, other: v})]
        assert not seen


def stands(board, filling):
    """Return whether a filling of a few cells repeats nothing and leaves other cells a value."""
    peers = board.model.peers
    if any(peers[a] >> b & 1 and filling[a] == filling[b] for a, b in product(filling, repeat=2)):
        return False
    return all(
        board.masks[c] & ~sum({1 << filling[a] for a in filling if peers[a] >> c & 1})
        for c in range(board.model.cells)
        if c not in filling
    )


def test_texts_say_which_cell_excludes_what():
    geometry = grid("6x6", "2x3")
    puzzle = geometry.puzzle()
    model = compile_puzzle(puzzle)
    masks = list(model.domains)
    masks[1], masks[6], masks[7] = 0b0110, 0b0011, 0b0101
    board = Board.of(model, masks)
    steps = steps_of("aligned-pair-exclusion", board)
    text = next(describe(s, puzzle, board) for s in steps if s.eliminations == ((0, 0),))
    assert "beside R1C1=1, R1C2 could not be 2 (R2C1 can only be 1 or 2) or 3 (R2C2 can" in text
