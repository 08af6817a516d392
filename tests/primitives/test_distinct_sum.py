"""Sums with parts: exact where they say so, sound where they are too large."""

from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.primitives import DistinctSum, Linear, distinct_sum

VALUES = 5


@st.composite
def instances(draw):
    """A sum of three to five variables in one or two parts, and domains."""
    size = draw(st.integers(3, 5))
    row = st.lists(st.integers(-3, 6), min_size=VALUES, max_size=VALUES).map(tuple)
    same = draw(st.booleans())
    first = draw(row)
    rows = tuple(first if same else draw(row) for _ in range(size))
    totals = tuple(sorted(draw(st.sets(st.integers(-5, 20), min_size=1, max_size=3))))
    cut = draw(st.integers(0, size))
    parts = [tuple(part) for part in (range(cut), range(cut, size)) if part]
    domains = draw(st.lists(st.integers(1, 2**VALUES - 1), min_size=size, max_size=size))
    return DistinctSum.of(Linear(tuple(range(size)), rows, totals), parts), domains


def fulfilling(primitive, domains):
    ranges = [[b for b in range(VALUES) if domains[v] >> b & 1] for v in primitive.variables]
    return [values for values in product(*ranges) if primitive.check(values)]


def supported(good, size):
    return [sum(1 << value for value in {values[v] for values in good}) for v in range(size)]


@given(instances())
def test_small_parts_are_domain_consistent(instance):
    primitive, domains = instance
    good = fulfilling(primitive, domains)
    smaller = primitive.propagate(domains)
    assert primitive.exact(domains)
    assert primitive.feasible(domains) == bool(good)
    assert (smaller is None) == (not good)
    if smaller is not None:
        left = [smaller.get(v, domain) for v, domain in enumerate(domains)]
        assert left == supported(good, len(domains))


@given(instances())
def test_large_parts_lose_no_supported_value_and_feasibility_stays_exact(instance):
    primitive, domains = instance
    with patch.object(distinct_sum, "_STATES", 0):
        good = fulfilling(primitive, domains)
        smaller = primitive.propagate(domains)
        assert primitive.feasible(domains) == bool(good)
        if smaller is None:
            assert not good
            return
        for v, mask in enumerate(supported(good, len(domains))):
            assert not mask & ~smaller.get(v, domains[v])


def test_bounds_of_a_large_part_know_that_its_values_differ():
    counted = tuple(range(1, 17))
    primitive = DistinctSum.of(Linear.total(range(10), counted, [55]), [tuple(range(10))])
    domains = [2**16 - 1] * 10
    assert not primitive.exact(domains)
    assert primitive.propagate(domains) == dict.fromkeys(range(10), 2**10 - 1)


def test_three_different_values_that_make_seven():
    counted = tuple(range(1, 10))
    primitive = DistinctSum.of(Linear.total((0, 1, 2), counted, [7]), [(0, 1, 2)])
    assert primitive.propagate([511] * 3) == dict.fromkeys(range(3), 0b1011)
    assert primitive.groups() == ((0, 1, 2),)


@pytest.mark.parametrize("values", [(0, 0, 3), (0, 2, 1)])
def test_check_wants_both(values):
    primitive = DistinctSum.of(Linear.total((0, 1, 2), (1, 2, 3, 4), [6]), [(0, 1)])
    assert primitive.check(values) == (len(set(values)) == 3)
