from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulib.logic.hall import hall_sets
from sudokulib.model import bits

options_of_items = st.lists(st.integers(1, 0b111111), min_size=1, max_size=5)


def matched(options):
    """For each item the options that it has in some choice of different ones."""
    found = [0] * len(options)
    for chosen in permutations(range(6), len(options)):
        if all(mask >> option & 1 for mask, option in zip(options, chosen, strict=True)):
            for item, option in enumerate(chosen):
                found[item] |= 1 << option
    return found


def together(options, items):
    union = 0
    for item in bits(items):
        union |= options[item]
    return union


@pytest.mark.slow
@given(options=options_of_items)
@settings(max_examples=300, deadline=None)
def test_they_rule_out_exactly_what_is_in_no_choice(options):
    left = list(options)
    for items, taken in hall_sets(options):
        assert items.bit_count() == taken.bit_count()
        assert together(options, items) == taken
        for item in range(len(options)):
            if not items >> item & 1:
                left[item] &= ~taken
    assert (0 in left) == (0 in matched(options))
    assert 0 in left or left == matched(options)


@given(options=options_of_items)
def test_smallest_first_and_none_twice(options):
    found = hall_sets(options)
    assert found == sorted(set(found), key=lambda pair: (pair[0].bit_count(), pair[0]))


@pytest.mark.parametrize("options", [[], [0], [0b11, 0]])
def test_nothing_to_say(options):
    assert hall_sets(options) == []


def test_a_long_chain_of_moves():
    """Each of 300 items but the last has two options: fixing the last fixes all."""
    size = 300
    options = [0b11 << i for i in range(size - 1)] + [1 << (size - 1)]
    assert len(hall_sets(options)) == size
