"""What a sum can be made of, against the list of all assignments."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sudokulib.logic.combinations import combinations
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
