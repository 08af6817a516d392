"""Tables: the variables that differ in every tuple."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from sudokulib.primitives import Table


@given(
    st.sets(st.tuples(*[st.sampled_from([0, 1, 2, 255, 256])] * 3), max_size=12),
    st.lists(st.sets(st.sampled_from([0, 1, 2, 255, 256])), min_size=3, max_size=3),
)
def test_a_value_stays_if_a_tuple_within_the_domains_has_it(tuples, domains) -> None:
    """As bytes and not: values of 255 and less are read otherwise than larger ones."""
    alive = [
        one for one in tuples if all(x in values for x, values in zip(one, domains, strict=True))
    ]
    masks = [sum(1 << value for value in values) for values in domains]
    found = Table((0, 1, 2), frozenset(tuples)).propagate(masks)
    assert (found is None) == (not alive)
    if found is not None:
        left = [found.get(place, mask) for place, mask in enumerate(masks)]
        assert left == [
            sum(1 << value for value in {*column}) for column in zip(*alive, strict=True)
        ]


def test_variables_that_always_differ_are_one_group() -> None:
    assert Table((4, 2, 7), frozenset(permutations(range(3)))).groups() == ((4, 2, 7),)


def test_groups_are_made_greedily_in_the_order_of_the_variables() -> None:
    """The first and the third may be equal; the fourth differs from all others."""
    tuples = frozenset({(0, 1, 0, 2), (0, 1, 2, 3), (1, 0, 2, 3)})
    assert Table((5, 6, 7, 8), tuples).groups() == ((5, 6, 8), (7,))


def test_one_tuple_with_equal_values_is_enough_to_part_them() -> None:
    assert Table((0, 1), frozenset({(0, 1), (1, 0), (2, 2)})).groups() == ((0,), (1,))


def test_a_variable_that_joins_no_group_begins_one_that_others_join() -> None:
    tuples = frozenset({(0, 0, 1, 1), (0, 2, 1, 1), (2, 2, 0, 0), (2, 1, 0, 0)})
    assert Table((0, 1, 2, 3), tuples).groups() == ((0, 2), (1, 3))
