"""Every primitive against the list of all assignments."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from primitives.random_primitives import primitives as random_primitives

from sudokulib.errors import LimitError
from sudokulib.primitives import Automaton, Primitive, Regular

VALUES = 4
VARIABLES = 4

masks = st.lists(st.integers(0, 2**VALUES - 1), min_size=VARIABLES, max_size=VARIABLES)
primitives = random_primitives([VALUES] * VARIABLES, most=VARIABLES)


def fulfilling(primitive: Primitive, domains):
    ranges = [[b for b in range(VALUES) if domains[v] >> b & 1] for v in primitive.variables]
    return [values for values in product(*ranges) if primitive.check(values)]


@given(primitives, masks)
def test_feasible_is_exact(primitive, domains):
    assert primitive.feasible(domains) == bool(fulfilling(primitive, domains))


@given(primitives, masks)
def test_propagation_removes_no_supported_value(primitive, domains):
    good = fulfilling(primitive, domains)
    smaller = primitive.propagate(domains)
    if smaller is None:
        assert not good
        return
    for place, v in enumerate(primitive.variables):
        supported = {values[place] for values in good}
        left = smaller.get(v, domains[v])
        assert left & domains[v] == left
        assert all(left >> value & 1 for value in supported)
        if primitive.consistency == "domain":
            assert left == sum(1 << value for value in supported) or not good


@given(primitives, masks)
def test_domain_consistency_notices_failure(primitive, domains):
    if primitive.consistency == "domain" and not fulfilling(primitive, domains):
        assert primitive.propagate(domains) is None


@given(primitives, st.permutations(range(VARIABLES)))
def test_renaming_variables_keeps_the_meaning(primitive, order):
    moved = primitive.moved(order)
    assert set(moved.variables) == {order[v] for v in primitive.variables}
    places = [moved.variables.index(order[v]) for v in primitive.variables]
    for values in product(range(VALUES), repeat=len(primitive.variables)):
        renamed = [0] * len(values)
        for place, value in zip(places, values, strict=True):
            renamed[place] = value
        assert moved.check(renamed) == primitive.check(values)


@given(primitives)
def test_groups_are_mutually_different(primitive):
    groups = primitive.groups()
    assert sorted(v for group in groups for v in group) == sorted(primitive.variables)
    for values in fulfilling(primitive, [2**VALUES - 1] * VARIABLES):
        known = dict(zip(primitive.variables, values, strict=True))
        for group in groups:
            assert len({known[v] for v in group}) == len(group)


@given(primitives, st.permutations(range(VALUES)))
def test_only_symmetric_primitives_claim_to_be(primitive, renamed):
    if primitive.value_symmetric:
        for values in product(range(VALUES), repeat=len(primitive.variables)):
            assert primitive.check(values) == primitive.check([renamed[v] for v in values])


def test_an_automaton_from_a_step_function():
    # Words of 0 and 1 with an even number of ones.
    even = Automaton.of([0], lambda state, value: [state ^ value], lambda state: not state, 2)
    assert Regular((0, 1, 2), even).check((1, 0, 1))
    assert not Regular((0, 1, 2), even).check((1, 1, 1))


def test_an_automaton_without_end_is_refused():
    with pytest.raises(LimitError, match="20,000 states"):
        Automaton.of([0], lambda state, value: [2 * state + value + 1], bool, 2)
