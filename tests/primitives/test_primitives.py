"""Every primitive against the list of all assignments."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.errors import LimitError
from sudokulib.primitives import (
    AllDifferent,
    Automaton,
    DistinctSum,
    Linear,
    Primitive,
    Regular,
    Table,
    When,
)

VALUES = 4
VARIABLES = 4

orders = st.permutations(range(VARIABLES)).flatmap(
    lambda order: st.integers(1, VARIABLES).map(lambda n: tuple(order[:n]))
)
masks = st.lists(st.integers(1, 2**VALUES - 1), min_size=VARIABLES, max_size=VARIABLES)


@st.composite
def tables(draw, variables):
    cells = st.integers(0, VALUES - 1)
    return Table(variables, draw(st.frozensets(st.tuples(*[cells] * len(variables)))))


@st.composite
def sums(draw, variables):
    weights = [
        tuple(draw(st.lists(st.integers(-3, 5), min_size=VALUES, max_size=VALUES)))
        for _ in variables
    ]
    totals = draw(st.frozensets(st.integers(-6, 15)))
    return Linear(variables, tuple(weights), tuple(sorted(totals)))


@st.composite
def distinct_sums(draw, variables):
    linear = draw(sums(variables))
    if draw(st.booleans()):
        linear = Linear(variables, (linear.weights[0],) * len(variables), linear.totals)
    cut = draw(st.integers(0, len(variables)))
    parts = [part for part in (variables[:cut], variables[cut:]) if part]
    return DistinctSum.of(linear, parts)


@st.composite
def words(draw, variables):
    states = draw(st.integers(1, 4))
    mask = st.integers(0, 2**states - 1)
    steps = tuple(tuple(draw(mask) for _ in range(VALUES)) for _ in range(states))
    return Regular(variables, Automaton(draw(mask), steps, draw(mask)))


@st.composite
def cases(draw, variables):
    rest = tuple(v for v in range(VARIABLES) if v != variables[0])
    inner = draw(plain(rest))
    return When.of(variables[0], draw(st.integers(0, VALUES - 1)), inner)


def plain(variables):
    return st.one_of(
        st.just(AllDifferent(tuple(sorted(variables)))),
        tables(variables),
        sums(variables),
        distinct_sums(variables),
        words(variables),
    )


primitives = orders.flatmap(lambda order: st.one_of(plain(order), cases(order)))


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
