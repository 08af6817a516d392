"""Sums: how they are made, and what a wrong call says."""

import pytest

from sudokulib.primitives import DistinctSum, Linear, Regular
from sudokulib.primitives.linear import add_weights, from_zero
from sudokulib.primitives.regular import Automaton

COINS = (1, 2, 5)


def test_a_plain_sum_counts_the_integers_and_has_each_total_once() -> None:
    made = Linear.total(iter([3, 1]), COINS, iter([7, 3, 7]))
    assert made == Linear((3, 1), (COINS, COINS), (3, 7))


def test_a_weighted_sum_multiplies_them() -> None:
    made = Linear.weighted(iter([(0, 2), (4, -1)]), COINS, {9, -3})
    assert made == Linear((0, 4), ((2, 4, 10), (-1, -2, -5)), (-3, 9))


@pytest.mark.parametrize("values", [(0,), (0, 1, 2)])
def test_an_assignment_has_one_value_for_each_term(values: tuple[int, ...]) -> None:
    made = Linear.total((0, 1), COINS, [3])
    with pytest.raises(ValueError, match="zip"):
        made.check(values)
    with pytest.raises(ValueError, match="zip"):
        DistinctSum.of(made, [(0, 1)]).check(values)


def test_terms_and_weights_are_as_many() -> None:
    for wrong in (Linear((0, 1), (COINS,), (3,)), Linear((0,), (COINS, COINS), (3,))):
        with pytest.raises(ValueError, match="zip"):
            wrong.propagate([7, 7])
        with pytest.raises(ValueError, match="zip"):
            wrong.feasible([7, 7])


def test_a_sum_of_nothing_is_zero() -> None:
    assert Linear((), (), (0,)).feasible([])
    assert not Linear((), (), (1,)).feasible([])
    assert Regular((), Automaton(1, (), 1)).feasible([])


def test_sums_are_counted_from_the_least() -> None:
    assert from_zero(((-1, 3), (2, 2)), (0, 1, 2, 5, 6)) == (((0, 4), (0, 0)), 0b10011)
    assert add_weights(0b101, 0b11, (0, 1)) == 0b1111
    assert add_weights(0b101, 0, (0, 1)) == 0
