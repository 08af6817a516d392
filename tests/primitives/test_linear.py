"""Sums: how they are made, and what a wrong call says."""

from itertools import product
from random import Random

import pytest

from sudokulib.model import bits
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


@pytest.mark.parametrize("seed", range(200))
def test_counts_are_propagated_as_far_as_all_fillings_say(seed: int) -> None:
    chance = Random(seed)
    size = chance.randint(1, 5)
    rows = [tuple(chance.randint(0, 1) for _ in range(3)) for _ in range(size)]
    if chance.random() < 0.5:
        rows = [rows[0]] * size
    totals = tuple(sorted(chance.sample(range(size + 2), chance.randint(1, 3 if size > 1 else 2))))
    rule = Linear(tuple(range(size)), tuple(rows), totals)
    domains = [chance.choice((1, 2, 3, 4, 5, 6, 7, 7, 7)) for _ in range(size)]
    if chance.random() < 0.05:
        domains[0] = 0
    ways = [way for way in product(*[list(bits(d)) for d in domains]) if rule.check(way)]
    assert rule.feasible(domains) is bool(ways)
    left = rule.propagate(domains)
    if not ways:
        assert left is None
        return
    union = [sum({1 << way[v] for way in ways}) for v in range(size)]
    assert left == {v: union[v] for v in range(size) if union[v] != domains[v]}
