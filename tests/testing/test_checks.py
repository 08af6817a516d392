"""Each check of the kit accepts what is right, rejects what is wrong, and says what it is not for."""

from dataclasses import replace

import pytest
from hypothesis.errors import InvalidArgument

from sudokulib import geometry
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies import strategy_named
from sudokulib.testing import (
    Position,
    check_confluent,
    check_explained,
    check_monotone,
    check_relabelling,
    check_sound,
    check_symmetry,
    check_terminates,
)

OF_STRATEGIES = (
    check_sound,
    check_explained,
    check_terminates,
    check_monotone,
    check_relabelling,
    check_symmetry,
)
hidden, overlaps = (strategy_named(n).find for n in ("hidden-single", "overlapping-shapes"))


def guesses(board):
    """The first candidate of the first open cell, right or wrong."""
    for cell in bits(board.open):
        yield Step("guesses", ((cell, (board.masks[cell]).bit_length() - 1),))
        return


def without_reasons(board):
    """What is right, and not said why."""
    for step in hidden(board):
        yield replace(step, arguments=())


def again_and_again(board):
    """Something that is known already."""
    for cell in bits(board.solved):
        yield Step("again-and-again", ((cell, board.masks[cell].bit_length() - 1),))


def on_even_days(board):
    """Overlapping shapes, but only while the number of candidates is even."""
    if sum(mask.bit_count() for mask in board.masks) % 2 == 0:
        yield from overlaps(board)


def of_the_first_symbol(board):
    """Hidden singles of one symbol only."""
    yield from (step for step in hidden(board) if step.placements[0][1] == 0)


def in_the_first_cell(board):
    """Hidden singles of one cell only."""
    yield from (step for step in hidden(board) if step.placements[0][0] == 0)


def steps_at_once(board):
    """All steps as a list."""
    return list(hidden(board))


WRONG = (
    (check_sound, guesses, "contradicts a filling"),
    (check_explained, without_reasons, "its arguments do not prove"),
    (check_terminates, again_and_again, "has a step that changes nothing"),
    (check_terminates, steps_at_once, "write it as a generator"),
    (check_monotone, on_even_days, "register it with monotone=False"),
    (check_relabelling, of_the_first_symbol, "concludes something else once"),
    (check_relabelling, in_the_first_cell, "only as it stands: R1C1 = "),
    (check_symmetry, in_the_first_cell, "concludes something else once"),
)


@pytest.mark.parametrize(("check", "subject", "what"), WRONG)
def test_what_is_wrong_is_told(check, subject, what):
    with pytest.raises(AssertionError, match=what) as error:
        check(subject)
    assert str(error.value).startswith(subject.__name__.replace("_", "-"))


def test_orders_that_end_otherwise_are_told():
    with pytest.raises(AssertionError, match="in this order, but not in the order"):
        check_confluent([on_even_days, "naked-tuples"])


@pytest.mark.parametrize("check", OF_STRATEGIES)
@pytest.mark.parametrize("name", ["hidden-single", "overlapping-shapes"])
def test_what_is_right_passes(check, name):
    check(name, max_examples=60)


def test_any_order_of_what_is_monotone_passes():
    check_confluent(["overlapping-shapes", "naked-tuples", "hidden-tuples"], max_examples=60)


@pytest.mark.parametrize("check", OF_STRATEGIES)
def test_what_is_no_strategy_is_refused(check):
    with pytest.raises(InvalidArgument, match="unknown strategy 'hiden-single'"):
        check("hiden-single")
    with pytest.raises(InvalidArgument, match="7 is no strategy"):
        check(7)
    with pytest.raises(InvalidArgument, match="no settings of hypothesis"):
        check("hidden-single", settings={"max_examples": 3})


def test_what_promises_nothing_is_not_checked_for_it():
    with pytest.raises(InvalidArgument, match="naked-pair is registered with monotone=False"):
        check_monotone("naked-pair")
    with pytest.raises(InvalidArgument, match="naked-pair is registered with monotone=False"):
        check_confluent(["hidden-single", "naked-pair"])


@pytest.mark.parametrize("several", [[], "hidden-single", None])
def test_orders_need_strategies(several):
    with pytest.raises(InvalidArgument, match="must be a list of strategies"):
        check_confluent(several)


def test_a_symmetry_needs_a_geometry_that_has_one():
    with pytest.raises(InvalidArgument, match="no geometry called 'nowhere'"):
        check_symmetry("hidden-single", geometry="nowhere")
    with pytest.raises(InvalidArgument, match="has no symmetry"):
        check_symmetry("hidden-single", geometry="rossini-9x9")


def test_cases_for_a_symmetry_lie_on_its_geometry():
    from sudokulib.board import Board
    from sudokulib.model import compile_geometry

    other = geometry("latin-4")
    case = Position(other.puzzle(), Board.start(compile_geometry(other)))
    with pytest.raises(InvalidArgument, match="not on <Geometry 4x4"):
        check_symmetry("hidden-single", cases=[case])
