"""Automata whose letters differ: exact where they say so, sound where they are too large."""

from itertools import product
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from sudokulib.primitives import Automaton, DistinctWord, distinct_word

VALUES = 4


@st.composite
def instances(draw):
    size, states = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    mask = st.integers(0, 2**states - 1)
    steps = tuple(tuple(draw(mask) for _ in range(VALUES)) for _ in range(states))
    word = DistinctWord(
        tuple(draw(st.permutations(range(size)))), Automaton(draw(mask), steps, draw(mask))
    )
    domains = draw(st.lists(st.integers(1, 2**VALUES - 1), min_size=size, max_size=size))
    return word, domains


def fulfilling(word, domains):
    ranges = [[b for b in range(VALUES) if domains[v] >> b & 1] for v in word.variables]
    return [values for values in product(*ranges) if word.check(values)]


@given(instances())
def test_few_values_are_domain_consistent(instance):
    word, domains = instance
    good = fulfilling(word, domains)
    assert word.exact(domains)
    assert word.feasible(domains) == bool(good)
    smaller = word.propagate(domains)
    assert (smaller is None) == (not good)
    if smaller is not None:
        for place, v in enumerate(word.variables):
            left = {values[place] for values in good}
            assert smaller.get(v, domains[v]) == sum(1 << value for value in left)


@given(instances())
def test_many_values_lose_no_supported_one_and_feasibility_stays_exact(instance):
    word, domains = instance
    with patch.object(distinct_word, "_STATES", 0):
        good = fulfilling(word, domains)
        assert word.feasible(domains) == bool(good)
        smaller = word.propagate(domains)
        for place, v in enumerate(word.variables):
            left = 0 if smaller is None else smaller.get(v, domains[v])
            assert all(left >> values[place] & 1 for values in good)


@given(instances(), st.permutations(range(4)))
def test_renaming_variables_keeps_the_meaning(instance, order):
    word, _ = instance
    assert word.moved(order) == DistinctWord(
        tuple(order[v] for v in word.variables), word.automaton
    )
    assert word.groups() == (word.variables,)
