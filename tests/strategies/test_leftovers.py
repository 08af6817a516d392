"""Leftovers: equal remainders of houses, checked on filled grids, and what follows from them."""

from collections import Counter

import pytest
from sketches import filled, sketch, unusual
from support import from_file
from tiny_models import model_of

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies import strategy_named
from sudokulib.strategies.set_equivalence import remainders

BOTH = ("law-of-leftovers", "set-equivalence")
RING = {9 * r + c for r in range(2, 7) for c in range(2, 7) if r in (2, 6) or c in (2, 6)}
CORNERS = {9 * r + c for r in (0, 1, 7, 8) for c in (0, 1, 7, 8)}


def found(name, board):
    return list(strategy_named(name).find(board))


def start(of):
    return Board.start(compile_puzzle(of.puzzle()))


@pytest.mark.parametrize("name", ["jigsaw-6", "6x6", "windoku", "toroidal-jigsaw", "samurai-4x4"])
def test_equal_remainders_hold_equal_values_in_a_filled_grid(name):
    right = filled(unusual(name), 1)
    equals = remainders(compile_puzzle(unusual(name).puzzle()))
    assert equals
    for one in equals:
        assert len(one.plus) == len(one.minus)
        assert not one.more & one.less
        assert Counter(right[v] for v in bits(one.more)) == Counter(
            right[v] for v in bits(one.less)
        )


@pytest.mark.parametrize("name", ["jigsaw-6", "6x6", "jigsaw-9", "knight"])
def test_steps_are_sound_and_proved(name):
    steps = 0
    for seed in range(4):
        board, right = sketch(unusual(name), seed, 0.25)
        board = board.placed((cell, right[cell]) for cell in range(0, len(right), 3))
        for technique in BOTH:
            for step in found(technique, board):
                steps += 1
                assert not any(right[v] == x for v, x in step.eliminations)
                assert is_proved(board, step)
    assert steps


def test_phistomefel_what_the_corners_lack_the_ring_lacks():
    board = start(geometry("9x9")).without((cell, 4) for cell in CORNERS)
    steps = found("set-equivalence", board)
    whole = [s for s in steps if {cell for cell, _ in s.eliminations} == RING]
    assert [s.eliminations for s in whole] == [tuple((cell, 4) for cell in sorted(RING))]
    assert is_proved(board, whole[0])
    text = describe(whole[0], geometry("9x9").puzzle())
    assert "the latter cannot hold 5, so" in text
    assert all(f"R{r}C{c}" in text for r in (1, 2, 8, 9) for c in (1, 2, 8, 9))


def test_a_value_placed_in_one_remainder_is_needed_in_the_other():
    """With 5 in R3C3 and no 5 in the corners but in box 9, the rest of that box is not 5."""
    board = start(geometry("9x9")).placed([(20, 4)])
    board = board.without((cell, 4) for cell in CORNERS if cell < 60 or cell % 9 < 2)
    steps = found("set-equivalence", board)
    gone = {candidate for step in steps for candidate in step.eliminations}
    assert {(60, 4), (69, 4), (78, 4)} <= gone
    assert all(is_proved(board, step) for step in steps)


JIGSAW = "AAAB\nABBB\nCCCD\nCDDD"


def test_the_law_of_leftovers_of_an_irregular_square():
    """Rows 1 and 2 are pieces A and B; column 1 is what C and A have there, less R1C2 R1C3."""
    of = from_file(build=[{"make": "grid", "size": "4x4"}, {"make": "regions", "map": JIGSAW}])
    board = start(of)
    equals = remainders(board.model)
    assert any(one.size < 4 for one in equals)
    one = min(equals, key=lambda e: e.size)
    board = board.without((cell, 0) for cell in bits(one.less))
    gone = {c for step in found("law-of-leftovers", board) for c in step.eliminations}
    assert {(cell, 0) for cell in bits(one.more)} <= gone


def test_sets_without_repeats_that_are_no_houses_have_no_remainders():
    lines = [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]
    model = model_of(6, [0b111111] * 6, lines)
    assert not model.houses
    assert not remainders(model)
