"""Compiled sums against brute force and against the primitives in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import chain, combinations, pairwise, permutations
from math import prod
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel.propagation import (
    agrees,
    fixpoint,
    fulfilling,
    masks,
    model,
    propagated,
    tries_sets,
    union,
    with_peers,
)

from sudokulib import _kernel
from sudokulib.basics.alphabet import Alphabet
from sudokulib.model import Model, compile_shapes
from sudokulib.primitives import DistinctSum, Linear, Primitive
from sudokulib.search import Budget, backend
from sudokulib.shapes import Context, Distinct, Shape
from sudokulib.shapes.sums import Sum
from sudokulib.shapes.topology import Mesh

if _kernel.core is None:
    pytest.skip("no compiled search", allow_module_level=True)


@st.composite
def sums(draw: st.DrawFn, most: int = 5) -> tuple[DistinctSum, int, int]:
    """A sum in parts, small or large weights; and how many variables and values it has."""
    size = draw(st.integers(1, most))
    values = draw(st.integers(2, 5))
    weight = draw(
        st.sampled_from(
            [
                st.integers(-3, 6),
                st.integers(0, 1),
                st.integers(-40, 40),
                st.integers(-900, 900),
                st.integers(-(2**40), 2**40),
                st.integers(-3, 3).map(lambda w: w * 10**9),
            ]
        )
    )
    row = st.lists(weight, min_size=values, max_size=values).map(tuple)
    few = draw(st.lists(row, min_size=1, max_size=2))
    rows = tuple(draw(st.sampled_from(few) | row) for _ in range(size))
    some = draw(st.lists(st.integers(0, values - 1), min_size=size, max_size=size))
    near = sum(rows[i][v] for i, v in enumerate(some))
    totals = {near, *draw(st.sets(st.integers(near - 9, near + 9), max_size=2))}
    totals -= draw(st.sampled_from([set(), {near}]))
    cuts = sorted(draw(st.sets(st.integers(1, size), max_size=2)))
    parts = [range(a, b) for a, b in zip([0, *cuts], [*cuts, size], strict=True) if a < b]
    order = draw(st.permutations(range(size)))
    linear = Linear(tuple(range(size)), rows, tuple(sorted(totals)))
    return DistinctSum.of(linear, [[order[i] for i in part] for part in parts]), size, values


@given(sums(), st.data())
def test_sums(case: tuple[DistinctSum, int, int], data: st.DataObject) -> None:
    rule, size, values = case
    primitives: list[Primitive] = [rule, rule.linear]
    full = data.draw(masks(values, size))
    domains = [a & b or a for a, b in zip(full, data.draw(masks(values, size)), strict=True)]
    # In Python, sums have a bit for each total that their weights can reach.
    narrow = max(map(abs, chain.from_iterable(rule.weights))) < 10**6
    agrees([data.draw(st.sampled_from(primitives))], full, domains, in_python=narrow)


@st.composite
def killers(draw: st.DrawFn, most: int, values: int) -> tuple[DistinctSum, list[int]]:
    """A sum of one to three parts of many values, and domains that a filling lies within."""
    size = draw(st.integers(5, most))
    signs = draw(st.sampled_from([[1], [1, -1], [1, 2]]))
    count = draw(st.integers(1, 3))
    part_of = draw(st.lists(st.integers(1, count), min_size=size, max_size=size))
    filling = [0] * size
    for part in range(1, count + 1):
        own = [i for i in range(size) if part_of[i] == part]
        for i, value in zip(own, draw(st.permutations(range(values))), strict=False):
            filling[i] = value
    terms = [(i, draw(st.sampled_from(signs))) for i in range(size)]
    total = sum(k * (filling[i] + 1) for i, k in terms)
    linear = Linear.weighted(terms, range(1, values + 1), {total, total + draw(st.integers(0, 2))})
    parts = [[i for i in range(size) if part_of[i] == part] for part in range(1, count + 1)]
    more = draw(st.lists(st.integers(0, 7), min_size=size, max_size=size))
    domains = [
        1 << filling[i] | draw(st.integers(0, (1 << values) - 1)) & (0x5F11 * (more[i] + 1))
        for i in range(size)
    ]
    return DistinctSum.of(linear, [part for part in parts if part]), domains


@pytest.mark.slow
@given(killers(most=7, values=9))
def test_large_cages_lose_no_more_than_they_must_and_no_less_than_in_python(
    case: tuple[DistinctSum, list[int]],
) -> None:
    rule, domains = case
    found = propagated(model([(1 << 9) - 1] * len(domains), [rule]), domains)
    assert found is not None
    before = fixpoint([rule], domains)
    assert before is not None
    assert rule.exact(domains)
    assert_exact_if_open_variables_are_few(rule, domains, found, before)


@given(killers(most=9, values=16))
def test_sums_of_many_values_stay_within_bounds(case: tuple[DistinctSum, list[int]]) -> None:
    rule, domains = case
    found = propagated(model([(1 << 16) - 1] * len(domains), [rule]), domains)
    assert found is not None
    before = fixpoint([rule], domains)
    assert before is not None
    listed = all(values_of(part, domains).bit_count() <= LISTED for part in rule.parts)
    if rule.exact(domains) and listed:
        assert_exact_if_open_variables_are_few(rule, domains, found, before)
    elif rule.exact(domains):
        assert all(not b & ~f for f, b in zip(found, before, strict=True))
    elif not tries_sets(rule):
        assert all(not f & ~b for f, b in zip(found, before, strict=True))


LISTED = 13
"""Values of a part up to which the kernel lists their sets: `most_values` in sum_of_parts.hpp."""


def values_of(part: Sequence[int], domains: Sequence[int]) -> int:
    return reduce(or_, (domains[variable] for variable in part))


def assert_exact_if_open_variables_are_few(
    rule: DistinctSum, domains: Sequence[int], found: Sequence[int], exact: Sequence[int]
) -> None:
    """Check that what is left is exact, or, where sets of values are tried, no less than that."""
    assert all(not e & ~f for e, f in zip(exact, found, strict=True))
    if not tries_sets(rule) or sum(mask.bit_count() > 1 for mask in domains) <= 3:
        assert list(found) == list(exact)


@st.composite
def counts(draw: st.DrawFn) -> tuple[DistinctSum, list[int]]:
    """How often value 0 stands, some places added and some taken, in parts; and small domains.

    The last variable may be a further one, alone in its part, that weighs anything.
    """
    size = draw(st.integers(7, 9))
    signs = draw(st.lists(st.sampled_from([1, 1, 1, -1, 0]), min_size=size, max_size=size))
    weights = [(sign, *(0,) * (size + 1)) for sign in signs]
    totals = draw(st.sets(st.integers(-2, 5), min_size=1, max_size=3))
    cuts = sorted({0, size, *draw(st.sets(st.integers(1, size), max_size=4))})
    if draw(st.booleans()):
        row = st.lists(st.integers(-4, 1), min_size=size + 2, max_size=size + 2)
        weights[-1] = tuple(draw(row))
        cuts = sorted({*cuts, size - 1})
    parts = [tuple(range(a, b)) for a, b in pairwise(cuts)]
    rule = DistinctSum(tuple(range(size)), tuple(weights), tuple(sorted(totals)), tuple(parts))
    few = draw(st.lists(st.sampled_from([1, 2, 3, 3, 3]), min_size=size, max_size=size))
    return rule, few


@given(counts())
def test_counts_of_a_value_are_exact_where_all_else_differs(
    case: tuple[DistinctSum, list[int]],
) -> None:
    rule, few = case
    domains = [mask & 1 | (mask & 2) << place for place, mask in enumerate(few)]
    true = union(fulfilling([rule], domains), len(domains))
    full = [(1 << len(domains) + 2) - 1] * len(domains)
    assert propagated(model(full, [rule]), domains) == (true if any(true) else None)


@given(counts(), st.data())
def test_counts_of_a_value_lose_no_solution(
    case: tuple[DistinctSum, list[int]], data: st.DataObject
) -> None:
    rule, _ = case
    size = len(rule.variables)
    domains = data.draw(masks(4, size).filter(lambda some: prod(map(int.bit_count, some)) < 2000))
    found, true = propagated(model([15] * size, [rule]), domains), fulfilling([rule], domains)
    if found is None:
        assert not true
    else:
        assert all(a & ~b == 0 for a, b in zip(union(true, size), found, strict=True))
        assert true or any(domain.bit_count() > 1 for domain in found)


@pytest.mark.parametrize("total", [28, 29, 30, 31, 36, 40])
@pytest.mark.parametrize("fixed", [(), (0, 4)], ids=["many open", "few open"])
def test_values_that_a_sum_needs_leave_the_cells_that_see_all_their_places(total, fixed):
    row, cells = tuple(range(1, 10)), tuple(range(7))
    rule = DistinctSum(cells, (row,) * 7, (total,), (cells,))
    root = with_peers(model([511] * 8, [rule]), [(a, b) for a in range(8) for b in range(a)])
    domains = [1 << value for value in fixed] + [511] * (8 - len(fixed))
    sets = [
        set(some)
        for some in combinations(range(9), 7)
        if set(fixed) <= set(some) and sum(row[value] for value in some) == total
    ]
    needed = set.intersection(*sets) - set(fixed)  # what is fixed is left to the planes
    found = propagated(root, domains)
    assert found is not None
    assert found[7] == 511 & ~sum(1 << value for value in needed)


@st.composite
def signed_sums(draw: st.DrawFn) -> tuple[DistinctSum, list[int]]:
    """A sum of variables that count as their value or its negative; and any domains."""
    size = draw(st.integers(3, 6))
    values = draw(st.sampled_from([4, 5, 9]))
    terms = [(i, draw(st.sampled_from([1, 1, 1, -1]))) for i in range(size)]
    part_of = draw(st.lists(st.integers(0, 2), min_size=size, max_size=size))
    parts = [[i for i in range(size) if part_of[i] == part] for part in range(3)]
    most = sum(values if sign > 0 else -1 for _, sign in terms)
    least = sum(1 if sign > 0 else -values for _, sign in terms)
    total = draw(st.integers(least, most))
    linear = Linear.weighted(terms, range(1, values + 1), {total})
    open_ones = draw(st.integers(0, 4))
    domains = [
        draw(st.integers(1, (1 << values) - 1))
        if i < open_ones
        else 1 << draw(st.integers(0, values - 1))
        for i in range(size)
    ]
    return DistinctSum.of(linear, [part for part in parts if part]), domains


@given(signed_sums())
def test_sums_with_few_open_variables_are_exact(case: tuple[DistinctSum, list[int]]) -> None:
    rule, domains = case
    good = fulfilling([rule], domains)
    full = [(1 << max(map(len, rule.linear.weights))) - 1] * len(domains)
    found = propagated(model(full, [rule]), domains)
    if found is None:
        assert not good
        return
    exact = union(good, len(domains))
    assert all(not e & ~f for e, f in zip(exact, found, strict=True))
    if sum(mask.bit_count() > 1 for mask in domains) <= 3:
        assert found == exact


def test_a_needed_value_without_a_place_is_a_contradiction() -> None:
    """Of 1, 2, 3 and 4 the first two cells must be 1 and 3, and no other can be 2."""
    cage = DistinctSum((0, 1, 2, 3), ((1, 2, 3, 4, 5),) * 4, (10,), ((0, 1, 2, 3),))
    root = with_peers(model([31] * 5, [cage]), [(a, b) for a in range(5) for b in range(a)])
    assert propagated(root, [0b00011, 0b00110, 0b11000, 0b11000, 31]) is None


def two_sums(totals: Sequence[int]) -> Model:
    """Two sums of six cells with 1 to 3, each cell beside one of the other sum that differs."""
    shapes = [Shape(Distinct((cell, cell + 6))) for cell in range(6)]
    shapes += [Shape(Sum(tuple(range(6 * n, 6 * n + 6)), one)) for n, one in enumerate(totals)]
    return compile_shapes(
        Context(Alphabet.of((1, 2, 3)), (7,) * 12, Mesh().freeze(), tuple(shapes))
    )


def test_long_sums_whose_cells_see_one_another_are_combined() -> None:
    """The two of a pair have 3 at least, so all twelve cells 18."""
    root = two_sums((8, 9))
    assert propagated(root, root.domains) is None
    root = two_sums((9, 9))
    assert propagated(root, root.domains) == [0b11] * 12


@given(st.tuples(st.integers(6, 18), st.integers(6, 18)))
def test_combined_sums_keep_every_solution(totals: tuple[int, int]) -> None:
    """As many as there are by counting pair after pair."""
    root = two_sums(totals)
    counts = Counter({(0, 0): 1})
    for _ in range(6):
        more: Counter[tuple[int, int]] = Counter()
        for (one, other), ways in counts.items():
            for a, b in permutations((1, 2, 3), 2):
                more[one + a, other + b] += ways
        counts = more
    assert backend("native").count(root, Budget(), 100_000) == counts[totals]
