"""Tuples by their size: what they find, and how they are described."""

import pytest
from support import grid
from tiny_models import board_of, gone, steps_of

from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.sums import Cage
from sudokulib.solving.explaining.descriptions import describe

FULL = 0b1111


RING = (0b00011, 0b00110, 0b00101, 31, 31)
"""Three cells in a ring of pairs, two that may hold anything."""


def test_a_naked_triple_may_be_a_ring_of_pairs():
    (step,) = steps_of("naked-triple", board_of(5, [(0, 1, 2, 3, 4)], *RING))
    assert step.eliminations == tuple((cell, value) for cell in (3, 4) for value in range(3))
    assert step.roles[0].primitives == (0,)


@pytest.mark.parametrize("name", ["naked-pair", "naked-quad", "locked-triple"])
def test_it_is_not_one_of_another_size(name):
    assert not steps_of(name, board_of(5, [(0, 1, 2, 3, 4)], *RING))


def test_its_cells_may_see_one_another_through_different_shapes():
    sets = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3)]
    assert gone("naked-triple", board_of(4, sets, 0b0011, 0b0110, 0b0101, FULL)) == [
        ((3, 0), (3, 1), (3, 2))
    ]


def test_cells_that_do_not_see_one_another_are_no_pair():
    assert not steps_of("naked-pair", board_of(4, [(0, 2), (1, 2)], 0b0011, 0b0011, FULL))


def test_what_holds_a_smaller_tuple_is_that_tuple():
    board = board_of(5, [(0, 1, 2, 3, 4)], 0b00011, 0b00011, 0b00111, 31, 31)
    assert steps_of("naked-pair", board)
    assert not steps_of("naked-triple", board)


def test_a_locked_pair_takes_something_in_two_shapes():
    board = board_of(4, [(0, 1, 2), (0, 1, 3)], 0b0011, 0b0011, FULL, FULL)
    (step,) = steps_of("locked-pair", board)
    assert step.eliminations == ((2, 0), (2, 1), (3, 0), (3, 1))
    assert step.roles[0].primitives == (0, 1)


def test_a_pair_that_takes_something_in_one_shape_is_not_locked():
    board = board_of(4, [(0, 1, 2), (0, 1, 3)], 0b0011, 0b0011, FULL, 0b1100)
    assert steps_of("naked-pair", board)
    assert not steps_of("locked-pair", board)


def test_a_hidden_triple_may_be_a_ring_of_pairs():
    board = board_of(5, [(0, 1, 2, 3, 4)], 0b11101, 0b11011, 0b11110, 0b11000, 0b11000)
    assert gone("hidden-triple", board) == [tuple((c, v) for c in range(3) for v in (3, 4))]


def test_values_that_need_not_stand_in_a_shape_are_no_hidden_pair():
    """Two places each for 0 and 1, but the three cells may do without them."""
    board = board_of(4, [(0, 1, 2)], FULL, FULL, 0b1100)
    assert not steps_of("hidden-pair", board)


def test_three_cells_with_three_values_left_require_them():
    """A shape smaller than a house arises as one when its values become as few as its cells."""
    board = board_of(5, [(0, 1, 2, 3)], 0b01111, 0b01111, 0b01100, 0b01100)
    assert gone("hidden-pair", board) == [((0, 2), (0, 3), (1, 2), (1, 3))]


def test_a_sum_requires_values():
    """1 and 2 are in every way to make 7 with three different values; cell 2 holds neither."""
    geometry = grid("6x6", "2x3")
    puzzle = geometry.puzzle(shapes=[Shape(Cage((0, 1, 2), 7), ("cage",))])
    model = compile_puzzle(puzzle)
    masks = [mask & ~0b11 if cell == 2 else mask for cell, mask in enumerate(model.domains)]
    (step,) = steps_of("hidden-pair", Board.of(model, masks))
    assert {variable for variable, _ in step.eliminations} == {0, 1}
    assert "1 and 2 can only go to R1C1 and R1C2 in" in describe(step, puzzle)


def test_the_text_names_the_shape_and_who_sees_from_outside():
    geometry = grid("4x4", "2x2")
    puzzle = geometry.puzzle()
    model = compile_puzzle(puzzle)
    masks = [0b0011 if cell in (0, 1) else FULL for cell in range(16)]
    text = [describe(step, puzzle) for step in steps_of("naked-pair", Board.of(model, masks))]
    assert [one.rsplit(", so ", 1)[0] for one in text] == [
        "naked pair: R1C1 and R1C2, which see one another in row 1 and box 1, can only be 1 or 2 "
        "and use them up"
    ]
