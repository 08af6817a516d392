"""The checker believes what follows and nothing else."""

import pytest
from tiny_models import model_of

from sudokulib.board import Board
from sudokulib.logic.proof import ProofError, is_proved
from sudokulib.logic.step import Bound, Fillings, Link, Rank, Refutation, Split, Step, Swap, Truth

FULL = 0b111
MODEL = model_of(3, [FULL] * 4, [(0, 1, 2), (2, 3)])
BOARD = Board.start(MODEL)


def proved(board, *arguments, **conclusions):
    return is_proved(board, Step("any", arguments=arguments, **conclusions))


def test_a_step_must_conclude_something():
    with pytest.raises(ProofError, match="concludes nothing"):
        Step("any").verify(BOARD)


def test_a_value_of_a_house_goes_from_who_sees_all_its_places():
    board = BOARD.without([(0, 0), (1, 0)])
    truth = Truth(((2, 0),), primitive=0)
    assert proved(board, Rank((truth,)), placements=((2, 0),))
    assert proved(board, Rank((truth,), (Link(((2, 0), (3, 0)), (1,)),)), eliminations=((3, 0),))
    assert not proved(board, Rank((truth,)), eliminations=((3, 0),))
    assert not proved(BOARD, Rank((truth,)), placements=((2, 0),))


def test_links_need_a_shape_that_excludes_both():
    board = BOARD.without([(0, 1), (0, 2)])
    truth = Truth(((0, 0),), variable=0)
    far = Link(((0, 0), (3, 0)), (0, 1))
    assert not proved(board, Rank((truth,), (far,)), eliminations=((3, 0),))
    near = Link(((0, 0), (2, 0)), (0,))
    assert proved(board, Rank((truth,), (near,)), eliminations=((2, 0),))


def test_bounds_are_checked_against_every_filling():
    terms = (((0, 0), 1), ((1, 0), 1), ((0, 1), 1))
    two = Rank((Truth(((0, 0), (0, 1), (0, 2)), variable=0),), (Bound(terms, 2, 0),))
    assert not proved(BOARD, two, eliminations=((0, 0),))
    with pytest.raises(ProofError, match="some filling comes to 2, more than 1"):
        Step("any", eliminations=((1, 0),), arguments=(Rank((), (Bound(terms, 1, 0),)),)).verify(
            BOARD
        )


def test_fillings_of_one_shape():
    board = BOARD.without([(0, 2), (1, 2)])
    assert proved(board, Fillings(0), placements=((2, 2),), eliminations=((2, 0), (2, 1)))
    assert not proved(board, Fillings(1), eliminations=((2, 0),))


def test_cases_must_be_complete():
    board = BOARD.without([(0, 2), (1, 2)])
    split = Split(Truth(((2, 0), (2, 1), (2, 2)), variable=2), ())
    with pytest.raises(ProofError, match="is missing"):
        Step("any", eliminations=((3, 2),), arguments=(split,)).verify(board)


def test_what_is_refuted_must_lead_to_a_contradiction():
    board = BOARD.without([(0, 2), (1, 2)])
    empty = Step("contradiction", arguments=(Rank((Truth((), primitive=0),)),))
    assert proved(board, Refutation((2, 0), (empty,)), eliminations=((2, 0),))
    assert not proved(board, Refutation((2, 2), (empty,)), eliminations=((2, 2),))


def test_a_swap_needs_every_shape_to_survive():
    """Two pairs in two shapes each; a third shape that holds one of the cells spoils it."""
    sets = [(0, 1), (2, 3), (0, 2), (1, 3)]
    pairs = tuple((cell, (0, 1)) for cell in range(4))
    truth = Swap(pairs, ((3, 2),))
    masks = (0b011, 0b011, 0b011, 0b111, 0b111)
    full = [FULL] * 5
    board = Board.of(model_of(3, full, sets), masks)
    step = Step("any", placements=((3, 2),), arguments=(Rank((truth,)),))
    assert is_proved(board, step)
    assert step.assumes_unique
    assert not is_proved(Board.of(model_of(3, full, [*sets, (0, 4)]), masks), step)
