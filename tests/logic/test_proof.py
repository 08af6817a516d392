"""The checker believes what follows and nothing else."""

from itertools import islice
from random import Random

import pytest
from forged import Forger, believed, tampered
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import model_of, possible, tiny

from sudokulib.board import Board
from sudokulib.logic.proof import ProofError, is_proved
from sudokulib.logic.step import Bound, Fillings, Link, Rank, Refutation, Split, Step, Swap, Truth
from sudokulib.strategies import strategies
from sudokulib.testing import geometries, positions

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


def test_to_swap_nothing_makes_no_other_solution():
    nothing = Swap((), ())
    assert not proved(BOARD, Rank((nothing,)), eliminations=((0, 0),))
    assert not proved(BOARD, Split(nothing, ()), eliminations=((0, 0),))


@pytest.mark.parametrize(
    "argument",
    [
        Rank((Truth(((0, -1),), variable=0),)),
        Rank((Truth(((10**18, 0),), variable=0),)),
        Rank((Truth((), variable=-1),)),
        Rank((Swap(((0, (-1, 1)),), ()),)),
        Rank((Swap(((0, (1,)),), ()),)),
        Rank((), (Link((), (-1,)), Bound((), 0, -1))),
        Rank((), (), 0),
        Split(Link(((0, 0),)), ()),
        Truth((), variable=0),
        None,
    ],
    ids=repr,
)
def test_nonsense_proves_nothing(argument):
    assert not proved(BOARD, argument, eliminations=((0, 0),))
    assert not proved(BOARD, Refutation((0, 0), (Step("", (), (), (argument,)),)))
    assert not proved(BOARD, Fillings(0), eliminations=((0, -1),))


def test_arguments_nested_without_end_prove_nothing():
    sum_ = Rank((Truth(((0, 0),), variable=0),))
    for _ in range(10_000):
        sum_ = Rank((), (sum_,))
    with pytest.raises(ProofError, match="nested too deeply"):
        Step("any", eliminations=((0, 0),), arguments=(sum_,)).verify(BOARD)


def test_arguments_that_double_without_end_prove_nothing():
    sum_ = Rank((Truth(((0, 0), (0, 1), (0, 2)), variable=0),))
    for _ in range(64):
        sum_ = Rank((), (sum_, sum_))
    with pytest.raises(ProofError, match="more than 100,000 parts"):
        Step("any", eliminations=((0, 0),), arguments=(sum_,)).verify(BOARD)


FORGERS = st.integers(0, 2**32).map(Random)
SMALL = geometries(cells=6)


def alone(right):
    """Return whether each cell has one possible value."""
    return all(mask.bit_count() == 1 for mask in right)


def unwarranted(board, right, single, *arguments):
    """Return what the checker wrongly accepts; it may assume uniqueness only if that is given."""
    if Step("any", arguments=arguments).assumes_unique and not single:
        return []
    return believed(board, right, *arguments)


def check_made_up(board, right, single, chance, times):
    forger = Forger(board, chance)
    for _ in range(times):
        argument = forger.argument()
        assert not unwarranted(board, right, single, argument), argument


def check_tampered(board, right, single, chance, times):
    forger = Forger(board, chance)
    for strategy in chance.sample(strategies(), times):
        for genuine in islice(strategy.find(board), 2):
            step = genuine
            for _ in range(4):
                step = tampered(step, forger)
                assert not unwarranted(board, right, single, *step.arguments), step.arguments


@given(case=tiny(), chance=FORGERS)
@settings(max_examples=150)
def test_what_is_made_up_is_believed_only_where_it_is_true(case, chance):
    right = possible(case.model)
    check_made_up(Board.start(case.model), right, alone(right), chance, 4)


@given(case=tiny(), chance=FORGERS)
@settings(max_examples=60)
def test_what_is_tampered_with_is_believed_only_where_it_is_true(case, chance):
    right = possible(case.model)
    check_tampered(Board.start(case.model), right, alone(right), chance, 20)


@pytest.mark.parametrize("solutions", ["any", "one"])
@pytest.mark.parametrize("check", [check_made_up, check_tampered])
@given(data=st.data(), chance=FORGERS)
@settings(max_examples=15)
def test_rules_of_any_kind_are_no_way_round_the_checker(check, solutions, data, chance):
    position = data.draw(positions(solutions=solutions, geometries=SMALL))
    # A board may leave one filling of a puzzle that has several.
    check(position.board, position.possible, solutions == "one", chance, 12)


@pytest.mark.slow
@pytest.mark.parametrize("solutions", ["any", "one"])
@pytest.mark.parametrize("check", [check_made_up, check_tampered])
@given(data=st.data(), chance=FORGERS)
@settings(max_examples=150)
def test_rules_of_any_kind_are_no_way_round_the_checker_at_length(check, solutions, data, chance):
    position = data.draw(positions(solutions=solutions))
    check(position.board, position.possible, solutions == "one", chance, 30)
