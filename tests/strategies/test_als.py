"""Almost locked sets together, on shapes that no grid has."""

import pytest
from hypothesis import given, settings
from support import grid
from tiny_models import board_of, gone, model_of, steps_of, tiny

from sudokulib.board import Board
from sudokulib.logic.almost_locked import almost_locked_sets
from sudokulib.logic.candidates import candidates_left, numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.pairs import Pair

TWO_SETS = [(0, 1), (2, 3), (0, 2), (1, 4), (3, 4)]
"""Cells 0 and 1 see each other, 2 and 3 do, 0 sees 2, and 4 sees 1 and 3."""


def test_two_sets_with_a_value_for_one_of_them():
    """Only one of the two pairs can have 0, so one has 3."""
    board = board_of(5, TWO_SETS, 0b00011, 0b01010, 0b00101, 0b01100, 31)
    (step,) = steps_of("als-xz", board)
    assert step.eliminations == ((4, 3),)
    assert [role.name for role in step.roles] == ["set", "set", "restricted", "ends"]
    assert step.roles[2].candidates == ((0, 0), (2, 0))
    assert step.rating == 5.5


def test_a_value_that_both_sets_can_have_joins_nothing():
    board = board_of(5, [s for s in TWO_SETS if s != (0, 2)], 3, 0b01010, 0b00101, 0b01100, 31)
    assert not steps_of("als-xz", board)


def test_two_values_for_one_set_each_lock_all_values():
    sets = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 4), (1, 4), (2, 5), (3, 5)]
    board = board_of(5, sets, 0b00101, 0b00110, 0b01001, 0b01010, 31, 31)
    steps = steps_of("als-xz", board)
    assert any({(4, 2), (5, 3)} <= set(step.eliminations) for step in steps)


def test_a_chain_of_three_and_of_four():
    """A ring of pairs of values, each seen by the next: the first and the last hold value 0."""
    three = board_of(5, [(0, 1), (1, 2), (0, 3), (2, 3)], 0b0011, 0b0110, 0b0101, 31)
    assert ((3, 0),) in gone("als-xy-wing", three)
    sets = [(0, 1), (1, 2), (2, 3), (0, 4), (3, 4)]
    four = board_of(5, sets, 0b00011, 0b00110, 0b01100, 0b01001, 31)
    (step,) = steps_of("als-chain", four)
    assert step.eliminations == ((4, 0),)
    assert [role.name for role in step.roles].count("set") == 4


BLOSSOM = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)]
"""A stem that sees three petals, and a cell that sees these."""


def test_petals_around_a_cell():
    masks = (0b0111, 0b1001, 0b1010, 0b1100, 0b1111)
    (step,) = steps_of("death-blossom", board_of(4, BLOSSOM, *masks))
    assert step.eliminations == ((4, 3),)
    assert [role.name for role in step.roles].count("petal") == 3


def test_petals_around_a_required_value():
    """0 must be in one of three cells; each of these drives it out of its own pair."""
    sets = [(0, 1, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (5, 6)]
    masks = (0b111, 0b111, 0b111, 0b1001, 0b1001, 0b1001, 0b1111)
    model = model_of(4, [0b111, 0b111, 0b111, 15, 15, 15, 15], sets)
    steps = steps_of("death-blossom", Board.of(model, masks))
    assert any(step.eliminations == ((6, 3),) and step.roles[0].primitives for step in steps)


def test_a_value_that_may_be_missing_is_no_stem():
    sets = [(0, 1, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (5, 6)]
    masks = (15, 15, 15, 0b1001, 0b1001, 0b1001, 15)
    assert not steps_of("death-blossom", board_of(4, sets, *masks))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["als-xz", "als-xy-wing"])
@given(case=tiny())
@settings(max_examples=100, deadline=None)
def test_all_pairs_and_triples_of_sets_are_found(name, case):
    """Against the definition, by trying all: who goes is who a chain of so many sets excludes."""
    board = Board.start(case.model)
    lost = {c for step in steps_of(name, board) for c in step.eliminations}
    expected = pairs(board) if name == "als-xz" else triples(board)
    assert expected <= lost


def pairs(board):
    return set(chained(board, 2))


def triples(board):
    return set(chained(board, 3))


def chained(board, length):
    """Candidates in other cells that see the ends of some chain of so many sets."""
    here, number, seen = candidates_left(board), numbering(board.model), conflicts(board)
    sets = almost_locked_sets(board)

    def excludes(group):
        found = here
        for one in bits(group):
            cell = number.variable_of[one]
            found &= seen[one] & ~number.of_variable(cell, number.all_values(cell))
        return found

    chains = [
        (one.groups[i], group)
        for one in sets
        for i in range(len(one.groups))
        for j, group in enumerate(one.groups)
        if i != j
    ]
    ends = chains
    for _ in range(length - 1):
        ends = {
            (first, on) for first, last in ends for off, on in chains if not off & ~excludes(last)
        }
    for first, last in ends:
        yield from number.candidates(excludes(first) & excludes(last))


def test_one_group_is_not_linked_twice():
    """R2C3 = 2 excludes 1 from R1C1 and 3 from R1C2, but 2 need not stand in these for that."""
    rules = [
        Shape(Pair((0, 6), relation="a + b != 3"), ("first",)),
        Shape(Pair((1, 6), relation="a + b != 5"), ("second",)),
    ]
    model = compile_puzzle(grid("4x4").puzzle(shapes=rules))
    masks = [{0: 0b0011, 1: 0b0110, 6: 0b1010, 7: 0b1100}.get(cell, 15) for cell in range(16)]
    board = Board.of(model, masks)
    steps = steps_of("als-xz", board)
    assert all(is_proved(board, step) for step in steps)
    assert (2, 1) not in {c for step in steps for c in step.eliminations}


def test_a_rule_excludes_like_a_shape():
    """R1C1 and R2C3 cannot both be 1: one of them is 4, and R2C1 and R1C3 see both."""
    rule = Shape(Pair((0, 6), relation="a + b != 2"), ("rule",))
    model = compile_puzzle(grid("4x4").puzzle(shapes=[rule]))
    masks = [0b1001 if cell in {0, 6} else 15 for cell in range(16)]
    (step,) = steps_of("als-xz", Board.of(model, masks))
    assert step.eliminations == ((2, 3), (4, 3))
