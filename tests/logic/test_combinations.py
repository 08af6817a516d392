"""The combinations of a sum equal those of all assignments."""

from itertools import product
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from sudokulib.logic import combinations as sums
from sudokulib.logic.combinations import always_used, combinations
from sudokulib.model import bits
from sudokulib.primitives import DistinctSum, Linear

masks = st.lists(st.integers(1, 31), min_size=4, max_size=4)
COUNTED = (0, 1, 2, 4, 7)


@given(masks, st.sets(st.integers(0, 20), min_size=1), st.sampled_from([(), (0, 1), (0, 2, 3)]))
def test_combinations_are_those_of_all_assignments(domains, totals, part):
    linear = Linear.total(range(4), COUNTED, totals)
    primitive = DistinctSum.of(linear, [part]) if part else linear
    fillings = product(*(list(bits(mask)) for mask in domains))
    expected = {tuple(sorted(filling)) for filling in fillings if primitive.check(filling)}
    assert combinations(primitive, domains) == tuple(sorted(expected))


@given(masks, st.sets(st.integers(0, 20), min_size=1))
def test_values_always_used_are_those_of_all_assignments_or_there_are_too_many_sums(
    domains, totals
):
    primitive = DistinctSum.of(Linear.total(range(4), COUNTED, totals), [(0, 1)])
    fillings = [
        set(filling)
        for filling in product(*(list(bits(mask)) for mask in domains))
        if primitive.check(filling)
    ]
    expected = set.intersection(*fillings) if fillings else set()
    assert always_used(primitive, domains) == sum(1 << value for value in expected)
    with patch.object(sums, "MOST_SUMS", 0):
        assert always_used(primitive, domains) is None
