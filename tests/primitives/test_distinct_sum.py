"""Sums with parts: exact where they say so, sound where they are too large."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from primitives.random_primitives import fulfilling, totals, with_domains

from sudokulib.primitives import AllDifferent, DistinctSum, Linear, distinct_sum

VALUES = 5


@st.composite
def instances(draw):
    """A sum of three to five variables in one or two parts, and domains, mostly with a filling."""
    size = draw(st.integers(3, 5))
    row = st.lists(st.integers(-3, 6), min_size=VALUES, max_size=VALUES).map(tuple)
    same = draw(st.booleans())
    first = draw(row)
    rows = tuple(first if same else draw(row) for _ in range(size))
    linear = Linear(tuple(range(size)), rows, tuple(sorted(draw(totals(rows)))))
    cut = draw(st.integers(0, size))
    parts = [tuple(part) for part in (range(cut), range(cut, size)) if part]
    primitive = DistinctSum.of(linear, parts)
    return primitive, draw(with_domains(primitive, [VALUES] * size))


def supported(good, size):
    return [sum(1 << value for value in {values[v] for values in good}) for v in range(size)]


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("bound", ["_STATES", "_MOST_BITS"])
@given(instance=instances())
def test_large_parts_lose_no_supported_value_and_feasibility_stays_exact(bound, instance):
    primitive, domains = instance
    with patch.object(distinct_sum, bound, 0):
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


def test_equal_values_are_refused_within_a_part_only() -> None:
    parted = DistinctSum.of(Linear.total(range(4), (1, 2, 3), [6]), [(0, 1)])
    assert parted.parts == ((0, 1), (2,), (3,))
    assert parted.check((0, 1, 0, 1))
    assert not parted.check((0, 0, 1, 1))


def large(linear: Linear, *parts: tuple[int, ...], domains: list[int]) -> dict[int, int] | None:
    """The values that a sum prunes when no part is small enough to be enumerated."""
    with patch.object(distinct_sum, "_STATES", 0):
        return DistinctSum.of(linear, parts).propagate(domains)


COUNTED = (1, 2, 3, 4, 5)


def test_large_parts_are_bounded_by_different_values() -> None:
    """Three different ones that make 6 are 1, 2, 3; those that make 12 are 3, 4, 5."""
    three = (0, 1, 2)
    for total, left in ((6, 0b00111), (12, 0b11100), (7, 0b01111), (11, 0b11110)):
        found = large(Linear.total(three, COUNTED, [total]), three, domains=[31] * 3)
        assert found == dict.fromkeys(three, left)
    assert large(Linear.total(three, COUNTED, [5]), three, domains=[31] * 3) is None
    assert large(Linear.total(three, COUNTED, [13]), three, domains=[31] * 3) is None
    assert large(Linear.total(three, COUNTED, [9]), three, domains=[31] * 3) == {}


def test_values_of_a_large_part_that_nobody_can_take_do_not_bound_it() -> None:
    """Of 2, 3 and 5 two make 5 or more."""
    two = (0, 1)
    domains = [0b10110] * 2
    assert large(Linear.total(two, COUNTED, [5]), two, domains=domains) == {0: 6, 1: 6}
    assert large(Linear.total(two, COUNTED, [4]), two, domains=domains) is None


def test_an_assigned_value_leaves_the_rest_of_a_large_part() -> None:
    three = (0, 1, 2)
    found = large(Linear.total(three, COUNTED, [8, 9]), three, domains=[0b1, 0b11, 0b111])
    assert found is None
    found = large(Linear.total(three, COUNTED, [6, 7]), three, domains=[0b1, 0b11, 0b1111])
    assert found == {1: 0b10, 2: 0b1100}
    rows = (COUNTED, COUNTED, (1, 2, 3, 4, 9))
    found = large(Linear(three, rows, (4, 6, 7)), three, domains=[0b10, 0b11, 0b1111])
    assert found == {1: 0b01, 2: 0b1100}


def test_large_parts_with_other_weights_are_bounded_by_the_sum_alone() -> None:
    rows = ((0, 1, 2), (0, 10, 20))
    found = large(Linear((0, 1), rows, (21,)), (0, 1), domains=[7, 7])
    assert found == {0: 0b010, 1: 0b100}
    repeated = large(Linear.total((0, 1), (1, 1, 2), [2]), (0, 1), domains=[7, 7])
    assert repeated == {0: 0b011, 1: 0b011}


def test_two_large_parts_bound_one_another() -> None:
    parted = Linear.total(range(4), COUNTED, [6])
    assert large(parted, (0, 1), (2, 3), domains=[31] * 4) == dict.fromkeys(range(4), 0b00011)
    parted = Linear.total(range(4), COUNTED, [18])
    assert large(parted, (0, 1), (2, 3), domains=[31] * 4) == dict.fromkeys(range(4), 0b11000)


@pytest.mark.parametrize(
    ("domains", "states"),
    [([7, 7, 7], 8), ([15, 15], 11), ([1, 7, 7], 7), ([1, 2, 4], 1), ([3, 12, 1], 11)],
)
def test_a_part_is_small_if_few_sets_of_values_can_be_used(domains, states) -> None:
    """Sets of at most as many open values as there are open variables."""
    whole = DistinctSum.of(Linear.total(range(len(domains)), COUNTED, [6]), [range(len(domains))])
    for limit, exact in ((states, True), (states - 1, False)):
        with patch.object(distinct_sum, "_STATES", limit):
            assert whole.exact(domains) is exact


def test_parts_are_all_small_or_it_is_not_exact() -> None:
    parted = DistinctSum.of(Linear.total(range(4), COUNTED, [6]), [(0,), (1, 2, 3)])
    with patch.object(distinct_sum, "_STATES", 8):
        assert parted.exact([1, 7, 7, 7])
        assert not parted.exact([1, 15, 15, 15])


@pytest.mark.slow
@settings(max_examples=60)
@given(instances())
def test_large_parts_prune_as_much_as_the_sum_alone(instance):
    """Once values that are assigned within a part are gone from the rest of it."""
    primitive, domains = instance
    with patch.object(distinct_sum, "_STATES", 0):
        smaller = primitive.propagate(domains)
    settled = list(domains)
    for part in primitive.parts:
        found = AllDifferent(tuple(sorted(part))).propagate(settled)
        if found is None:
            assert smaller is None
            return
        for v, domain in found.items():
            settled[v] = domain
    alone = primitive.linear.propagate(settled)
    if alone is None:
        assert smaller is None
    elif smaller is not None:
        for v, domain in enumerate(settled):
            assert not smaller.get(v, domains[v]) & ~alone.get(v, domain)
