"""Steps that the checker must refuse, each next to the like that it believes.

Cells 0 to 3 are a house of four values; cells 3 and 4 differ, and so do 4 and 5; cells 6 and 7
are a house of the values 0 and 1 only.
"""

import pytest
from tiny_models import model_of

from sudokulib.board import Board
from sudokulib.logic.proof import check_premises
from sudokulib.logic.step import Premise, Step

FULL = 0b1111
MODEL = model_of(4, [FULL] * 6 + [0b0011] * 2, [(0, 1, 2, 3), (3, 4), (4, 5), (6, 7)])
BOARD = Board.of(MODEL, (0b0011, 0b0011, 0b1111, 0b1110, FULL, 0b0001, 0b0011, 0b0011))
HOUSE, PAIR, FAR, SMALL = range(4)


def believed(variables, values, primitives, confined, **conclusions):
    fact = Premise(variables, values, primitives, confined)
    return check_premises(BOARD, Step("any", premises=(fact,), **conclusions))


def removes(variables, values, primitives, confined, *eliminations):
    return believed(variables, values, primitives, confined, eliminations=eliminations)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        # A naked pair removes from who sees it, in the house that is named, not its own cells.
        (((0, 1), 0b0011, (HOUSE,), False, (2, 0)), ((0, 1), 0b0011, (HOUSE,), False, (4, 0))),
        (((0, 1), 0b0011, (HOUSE,), False, (2, 0)), ((0, 1), 0b0011, (PAIR,), False, (2, 0))),
        (((0, 1), 0b0011, (HOUSE,), False, (2, 0)), ((0, 1), 0b0011, (HOUSE,), False, (0, 0))),
        (((0, 1), 0b0011, (HOUSE,), False, (2, 0)), ((0, 1), 0b0011, (HOUSE,), False, (2, 2))),
        # Its cells hold no more values than they are many, and really no others.
        (((0, 1), 0b0011, (HOUSE,), False, (2, 0)), ((0, 1), 0b0111, (HOUSE,), False, (2, 0))),
        (((0, 1), 0b0011, (HOUSE,), False, (2, 0)), ((0, 2), 0b0011, (HOUSE,), False, (1, 0))),
        # They differ from each other.
        (((0, 1), 0b0011, (HOUSE,), False, (3, 1)), ((0, 5), 0b0011, (HOUSE,), False, (3, 1))),
        # A hidden pair leaves its cells no other value, if it is as many as they are.
        (((2, 3), 0b1100, (HOUSE,), True, (3, 1)), ((2, 3), 0b1000, (HOUSE,), True, (3, 1))),
        (((2, 3), 0b1100, (HOUSE,), True, (3, 1)), ((2, 3), 0b1100, (HOUSE,), True, (3, 2))),
        (((2, 3), 0b1100, (HOUSE,), True, (3, 1)), ((2,), 0b1000, (HOUSE,), True, (2, 0))),
        # The house takes the values.
        (((6, 7), 0b0011, (SMALL,), True, (6, 2)), ((6,), 0b0100, (SMALL,), True, (6, 0))),
        (((2, 3), 0b1100, (HOUSE,), True, (3, 1)), ((2, 3), 0b1100, (PAIR,), True, (3, 1))),
        (((2, 3), 0b1100, (HOUSE,), True, (3, 1)), ((2, 3), 0b1100, (), True, (3, 1))),
    ],
)
def test_eliminations(right, wrong):
    assert removes(*right)
    assert not removes(*wrong)


def test_locked_candidates_need_a_link_for_every_place():
    board = Board.of(MODEL, (0b0011, 0b0011, 0b0011, FULL, FULL, FULL, 0b0011, 0b0011))
    fact = Premise((3,), 0b1000, (HOUSE, PAIR), confined=True)
    assert check_premises(board, Step("any", eliminations=((4, 3),), premises=(fact,)))
    without = Premise((3,), 0b1000, (HOUSE,), confined=True)
    assert not check_premises(board, Step("any", eliminations=((4, 3),), premises=(without,)))
    further = Step("any", eliminations=((5, 3),), premises=(fact,))
    assert not check_premises(board, further)


@pytest.mark.parametrize(
    ("placement", "believable"), [((5, 0), True), ((5, 1), False), ((0, 0), False)]
)
def test_placements(placement, believable):
    assert believed((5,), 0b0001, (), False, placements=(placement,)) == believable


def test_every_conclusion_counts():
    assert not removes((0, 1), 0b0011, (HOUSE,), False, (2, 0), (4, 0))


def test_a_step_says_something_and_why():
    fact = Premise((0, 1), 0b0011, (HOUSE,), confined=False)
    assert not check_premises(BOARD, Step("any", premises=(fact,)))
    assert not check_premises(BOARD, Step("any", eliminations=((2, 0),)))
