"""Every type of primitive against the list of all assignments, and what each is promised to do."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations, product
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from primitives.random_primitives import TYPES, fulfilling, of_type, with_domains

from sudokulib.primitives import (
    AllDifferent,
    Areas,
    Connected,
    DistinctPairs,
    DistinctSum,
    DistinctWord,
    LineRank,
    Loop,
    Primitive,
    Regions,
    Table,
    When,
)

VALUES = 4
VARIABLES = 4
SIZES = (VALUES,) * VARIABLES
FULL = [2**VALUES - 1] * VARIABLES

every_type = pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
fewer = settings(max_examples=25)


@st.composite
def instances(draw: st.DrawFn, kind: type[Primitive]) -> tuple[Primitive, list[int]]:
    primitive = draw(of_type(kind, SIZES))
    return primitive, draw(with_domains(primitive, SIZES))


def differing(variables: Sequence[int], domains: Sequence[int]) -> dict[int, int] | None:
    """The domains once no value that a variable is assigned stands in another one."""
    now = {v: domains[v] for v in variables}
    while all(now.values()):
        taken = [(v, d) for v, d in now.items() if d.bit_count() == 1]
        left = {v: d & ~reduce(or_, (t for w, t in taken if w != v), 0) for v, d in now.items()}
        if left == now:
            return changes(now, domains)
        now = left
    return None


def changes(now: Mapping[int, int], domains: Sequence[int]) -> dict[int, int]:
    return {v: domain for v, domain in now.items() if domain != domains[v]}


def supported(primitive: Primitive, domains: Sequence[int]) -> dict[int, int] | None:
    """The values that some assignment has."""
    good = fulfilling(primitive, domains)
    columns = zip(primitive.variables, zip(*good, strict=True), strict=bool(good))
    return changes({v: mask(column) for v, column in columns}, domains) if good else None


def mask(values: Sequence[int]) -> int:
    return sum(1 << value for value in set(values))


def no_more_than_it_may(rank: Primitive, domains: Sequence[int]) -> dict[int, int] | None:
    """A rank keeps every value of some assignment, and of a single assignment nothing else."""
    found, good = rank.propagate(domains), supported(rank, domains)
    if found is None or (good is None and all(domains[v].bit_count() <= 1 for v in rank.variables)):
        assert good is None
        return None
    for v in rank.variables:
        left = found.get(v, domains[v])
        assert not left & ~domains[v]
        assert good is None or not good.get(v, domains[v]) & ~left
    return found


def pruned(primitive: Primitive, domains: Sequence[int]) -> dict[int, int] | None:
    """Each type of word leaves the values that it should: most are domain consistent."""
    if isinstance(primitive, AllDifferent):
        return differing(primitive.variables, domains)
    if not isinstance(primitive, When):
        bounded = isinstance(
            primitive, Areas | Connected | DistinctPairs | LineRank | Loop | Regions
        )
        left = no_more_than_it_may if bounded else supported
        return left(primitive, domains)
    selector, case = primitive.variables[0], 1 << primitive.case
    if not all(domains[v] for v in primitive.variables):
        return None
    if not domains[selector] & case:
        return {}
    then = pruned(primitive.then, domains)
    if domains[selector] == case:
        return then
    return {selector: domains[selector] & ~case} if then is None else {}


@every_type
def test_about_half_of_what_is_drawn_can_be_fulfilled(kind: type[Primitive]) -> None:
    seen: Counter[bool] = Counter()

    @settings(max_examples=40)
    @given(instances(kind))
    def draw(instance: tuple[Primitive, list[int]]) -> None:
        seen[bool(fulfilling(*instance))] += 1

    draw()
    assert 0.2 < seen[True] / seen.total() < 0.8


@every_type
@fewer
@given(data=st.data())
def test_it_prunes_what_it_promises_and_knows_when_it_fails(
    kind: type[Primitive], data: st.DataObject
) -> None:
    primitive, domains = data.draw(instances(kind))
    before, expected = list(domains), pruned(primitive, domains)
    assert primitive.propagate(domains) == expected
    assert primitive.fails(domains) is (expected is None)
    assert primitive.feasible(domains) is bool(fulfilling(primitive, domains))
    assert domains == before


@every_type
@fewer
@given(data=st.data())
def test_renaming_variables_keeps_the_meaning(kind: type[Primitive], data: st.DataObject) -> None:
    primitive, order = data.draw(of_type(kind, SIZES)), data.draw(st.permutations(range(VARIABLES)))
    moved = primitive.moved(order)
    assert type(moved) is kind
    assert moved == primitive.moved(dict(enumerate(order)))
    assert sorted(moved.variables) == sorted(order[v] for v in primitive.variables)
    places = [primitive.variables.index(order.index(v)) for v in moved.variables]
    for values in product(range(VALUES), repeat=len(places)):
        assert moved.check([values[p] for p in places]) is primitive.check(values)


@every_type
@fewer
@given(data=st.data())
def test_groups_part_the_variables_and_differ(kind: type[Primitive], data: st.DataObject) -> None:
    primitive = data.draw(of_type(kind, SIZES))
    groups = primitive.groups()
    assert sorted(v for group in groups for v in group) == sorted(primitive.variables)
    good = fulfilling(primitive, FULL)
    for one, other in combinations(primitive.variables, 2):
        i, j = primitive.variables.index(one), primitive.variables.index(other)
        if any(one in group and other in group for group in groups):
            assert all(values[i] != values[j] for values in good)
        elif isinstance(primitive, Table) and len(primitive.variables) == 2:
            assert any(values[i] == values[j] for values in good)
    assert groups == expected_groups(primitive, groups)


def expected_groups(
    primitive: Primitive, groups: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """The groups that a type is promised to have; those of tables depend on the tuples."""
    match primitive:
        case AllDifferent() | DistinctWord():
            return (primitive.variables,)
        case DistinctSum():
            return primitive.parts
        case Table():
            return groups
        case _:
            return tuple((v,) for v in primitive.variables)


@every_type
@fewer
@given(data=st.data())
def test_only_symmetric_primitives_claim_to_be(kind: type[Primitive], data: st.DataObject) -> None:
    primitive = data.draw(of_type(kind, SIZES))
    assert primitive.value_symmetric is (kind in (AllDifferent, DistinctPairs))
    if primitive.value_symmetric:
        renamed = data.draw(st.permutations(range(VALUES)))
        for values in product(range(VALUES), repeat=len(primitive.variables)):
            assert primitive.check(values) == primitive.check([renamed[v] for v in values])
