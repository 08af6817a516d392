"""Automata whose letters differ: exact where they say so, sound where they are too large."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from primitives.random_primitives import fulfilling, with_domains, words

from sudokulib.primitives import Automaton, DistinctWord, distinct_word

VALUES = 4


@st.composite
def instances(draw):
    size = draw(st.integers(1, 4))
    word = DistinctWord.of(draw(words(tuple(draw(st.permutations(range(size)))), [VALUES] * size)))
    return word, draw(with_domains(word, [VALUES] * size))


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
        assert word.exact(domains) or smaller == word.word.propagate(domains)
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


ANY = Automaton(1, ((1,) * VALUES,), 1)


@pytest.mark.parametrize(
    ("domains", "states"),
    [([7, 7, 7], 8), ([15, 15], 11), ([1, 7, 7], 7), ([1, 2, 4], 1), ([3, 12, 1], 11)],
)
def test_values_are_few_if_few_sets_of_them_can_be_used(domains, states) -> None:
    """Sets of at most as many open values as there are open variables."""
    word = DistinctWord(tuple(range(len(domains))), ANY)
    for limit, exact in ((states, True), (states - 1, False)):
        with patch.object(distinct_word, "_STATES", limit):
            assert word.exact(domains) is exact


def test_of_many_values_the_word_alone_prunes() -> None:
    """It does not see that three variables share two values, but whoever asks is answered."""
    word = DistinctWord((0, 1, 2), ANY)
    assert word.propagate([3, 3, 3]) is None
    with patch.object(distinct_word, "_STATES", 0):
        assert word.propagate([3, 3, 3]) == {}
        assert not word.feasible([3, 3, 3])
        assert word.feasible([3, 3, 4])
