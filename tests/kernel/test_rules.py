"""Compiled rules against brute force and against the primitives in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import chain, combinations, pairwise, product
from math import gcd, prod
from operator import or_
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from primitives.random_primitives import ranks
from support import every_other

from sudokulib import _kernel, load
from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.primitives import (
    AllDifferent,
    Automaton,
    DistinctSum,
    DistinctWord,
    Linear,
    Primitive,
    Rank,
    Regular,
    Table,
    When,
    distinct_word,
)
from sudokulib.search import Budget, backend
from sudokulib.search.bit_layout import bit_layout, rules_beyond_bits
from sudokulib.search.flattening import domain_bytes, flatten, joint_table
from sudokulib.search.joined_tables import join_rules, rules_and_tables

core = _kernel.core
if core is None:
    pytest.skip("no compiled search", allow_module_level=True)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def model(
    domains: Sequence[int],
    primitives: Sequence[Primitive],
    cells: int | None = None,
    values: int = 0,
) -> Model:
    """A model of nothing but these primitives; the variables beyond the cells are hidden."""
    widest = max(values, *(domain.bit_length() for domain in domains))
    return Model(
        values=tuple(range(1, widest + 1)),
        cells=len(domains) if cells is None else cells,
        domains=tuple(domains),
        given=tuple(primitives),
        given_sources=tuple(() for _ in primitives),
        houses=(),
        peers=(0,) * len(domains),
    )


def rules(root: Model):
    return core.Rules(core.Problem(flatten(root), domain_bytes(root.domains, 1)))


def propagated(root: Model, domains: Sequence[int]) -> list[int] | None:
    """The fixpoint of the compiled rules."""
    found = rules(root).propagate(domain_bytes(domains, 1))
    if found is None:
        return None
    return [int.from_bytes(found[i : i + 8], "little") for i in range(0, len(found), 8)]


def fulfilling(primitives: Sequence[Primitive], domains: Sequence[int]) -> list[tuple[int, ...]]:
    return [
        values
        for values in product(*(list(bits(domain)) for domain in domains))
        if all(p.check([values[v] for v in p.variables]) for p in primitives)
    ]


def union(found: Sequence[Sequence[int]], size: int) -> list[int]:
    """For each variable the values that it has in some of the assignments."""
    return [sum(1 << value for value in {values[v] for values in found}) for v in range(size)]


def fixpoint(primitives: Sequence[Primitive], domains: Sequence[int]) -> list[int] | None:
    """What the primitives in Python leave when none of them finds anything more."""
    now = list(domains)
    changed = True
    while changed:
        changed = False
        for primitive in primitives:
            smaller = primitive.propagate(now)
            if smaller is None:
                return None
            for v, domain in smaller.items():
                changed |= domain & now[v] != now[v]
                now[v] &= domain
        if not all(now):
            return None
    return now


def agrees(primitives: Sequence[Primitive], root: Sequence[int], domains: Sequence[int]) -> None:
    """No supported value goes, what is left is no more than in Python, fixed values are checked."""
    good = fulfilling(primitives, domains)
    found = propagated(model(root, primitives), domains)
    if found is None:
        assert not good
        return
    before = fixpoint(primitives, domains)
    assert before is not None
    for v, mask in enumerate(union(good, len(domains))):
        assert not mask & ~found[v]
        assert not found[v] & ~before[v]
    if all(domain.bit_count() == 1 for domain in found):
        assert good


def masks(values: int, size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(1, (1 << values) - 1), min_size=size, max_size=size)


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
    agrees([data.draw(st.sampled_from(primitives))], full, domains)


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
"""Values of a part up to which the kernel lists their sets: `most_values` in sums.cpp."""


def values_of(part: Sequence[int], domains: Sequence[int]) -> int:
    return reduce(or_, (domains[variable] for variable in part))


def tries_sets(rule: DistinctSum) -> bool:
    """Whether sets of values are tried, not fillings: all variables count alike, and differ."""
    step = gcd(*chain.from_iterable(rule.linear.weights)) or 1
    totals = [total for total in rule.linear.totals if total % step == 0]
    return len(totals) == len(rule.parts) == len(set(rule.linear.weights)) == 1


def assert_exact_if_open_variables_are_few(
    rule: DistinctSum, domains: Sequence[int], found: Sequence[int], exact: Sequence[int]
) -> None:
    """Check that what is left is exact, or, where sets of values are tried, no less than that."""
    assert all(not e & ~f for e, f in zip(exact, found, strict=True))
    if not tries_sets(rule) or sum(mask.bit_count() > 1 for mask in domains) <= 3:
        assert list(found) == list(exact)


@st.composite
def counts(draw: st.DrawFn) -> tuple[DistinctSum, list[int]]:
    """How often value 0 stands, some places added and some taken, in parts; and small domains."""
    size = draw(st.integers(7, 9))
    signs = draw(st.lists(st.sampled_from([1, 1, 1, -1, 0]), min_size=size, max_size=size))
    weights = tuple((sign, *(0,) * (size + 1)) for sign in signs)
    totals = draw(st.sets(st.integers(-2, 5), min_size=1, max_size=3))
    cuts = sorted({0, size, *draw(st.sets(st.integers(1, size), max_size=4))})
    parts = [tuple(range(a, b)) for a, b in pairwise(cuts)]
    rule = DistinctSum(tuple(range(size)), weights, tuple(sorted(totals)), tuple(parts))
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


@given(st.integers(1, 4), st.integers(2, 5), st.data())
def test_tables(size: int, values: int, data: st.DataObject) -> None:
    every = st.tuples(*[st.integers(0, values - 1)] * size)
    tuples = data.draw(st.frozensets(every, max_size=200))
    full = [(1 << values) - 1] * size
    agrees([Table(tuple(range(size)), tuples)], full, data.draw(masks(values, size)))


def test_a_table_of_thousands_of_tuples() -> None:
    tuples = frozenset(t for t in product(range(9), repeat=4) if sum(t) % 5 == 2)
    rule = Table((0, 1, 2, 3), tuples)
    domains = [0b101, 0b1, 0b10, 0b111111111]
    root = model([511] * 4, [rule])
    assert propagated(root, domains) == fixpoint([rule], domains) == [5, 1, 2, 0b1010010]
    assert propagated(root, [1, 1, 1, 1]) is None


def test_relations_on_many_values() -> None:
    """More values than one table of images is indexed by."""
    below = Table((0, 1), frozenset((a, b) for a in range(40) for b in range(40) if a < b))
    domains = [((1 << 40) - 1) ^ 0b111, 1 << 39 | 1 << 20 | 0b1111]
    root = model([(1 << 40) - 1] * 2, [below])
    assert propagated(root, domains) == [(1 << 39) - 8, 1 << 39 | 1 << 20]


@st.composite
def automata(draw: st.DrawFn, values: int) -> Automaton:
    states = draw(st.integers(1, 4))
    some = st.integers(0, (1 << states) - 1)
    steps = draw(
        st.lists(
            st.lists(some, min_size=values, max_size=values).map(tuple),
            min_size=states,
            max_size=states,
        )
    )
    return Automaton(draw(some), tuple(steps), draw(some))


@given(st.integers(1, 5), st.integers(2, 5), st.data())
def test_words(size: int, values: int, data: st.DataObject) -> None:
    word = Regular(tuple(range(size)), data.draw(automata(values)))
    rule = DistinctWord.of(word) if data.draw(st.booleans()) else word
    agrees([rule], [(1 << values) - 1] * size, data.draw(masks(values, size)))


@given(st.integers(1, 5), st.integers(2, 4), st.data())
def test_ranks(size: int, values: int, data: st.DataObject) -> None:
    rule = data.draw(ranks(tuple(range(size)), [values] * size))
    domains = data.draw(masks(values, size))
    full = [(1 << values) - 1] * size
    agrees([rule], full, domains)
    if size > 2:  # fewer are related by a table
        assert propagated(model(full, [rule], values=values), domains) == fixpoint([rule], domains)


def weighing(values: int, modulus: int, residue: int) -> Automaton:
    """Words whose values, each times its place modulo three, come to a residue."""
    return Automaton.of(
        [(0, 0)],
        lambda state, value: [((state[0] + (state[1] + 1) * value) % modulus, (state[1] + 1) % 3)],
        lambda state: state[0] == residue,
        values,
    )


@given(st.integers(6, 9), st.integers(5, 17), st.data())
def test_long_words_of_different_values(values: int, modulus: int, data: st.DataObject) -> None:
    """However many values are open, as the primitive in Python finds where it tries them all."""
    size = data.draw(st.integers(3, values))
    automaton = weighing(values, modulus, data.draw(st.integers(0, modulus - 1)))
    rule = DistinctWord.of(Regular(tuple(range(size)), automaton))
    full = [(1 << values) - 1] * size
    domains = [data.draw(st.just(mask) | st.integers(1, mask)) for mask in full]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distinct_word, "_STATES", 1000)
        assert propagated(model(full, [rule]), domains) == fixpoint([rule], domains)


def test_a_rule_within_a_case_knows_which_cells_differ() -> None:
    pair = Linear((1, 2, 3), ((1, 2, 3),) * 3, (6,))
    root = model([3, 7, 7, 7], [When.of(0, 1, pair)])
    row = replace(root, peers=(0, 0b1100, 0b1010, 0b0110))
    domains = [2, 2, 7, 7]
    assert propagated(root, domains) == domains
    assert propagated(row, domains) == [2, 2, 5, 5]


@st.composite
def primitives(draw: st.DrawFn, size: int, values: int, depth: int = 1) -> Primitive:
    """Any primitive on some of the variables."""
    scope = tuple(draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=4, unique=True)))
    kind = draw(st.sampled_from(["different", "sum", "word", "table"] + ["when"] * depth))
    if kind == "when":
        inner = draw(primitives(size, values, depth - 1))
        return When.of(scope[0], draw(st.integers(0, values - 1)), inner)
    if kind == "different":
        return AllDifferent(tuple(sorted(scope)))
    if kind == "word":
        word = Regular(scope, draw(automata(values)))
        return DistinctWord.of(word) if draw(st.booleans()) else word
    if kind == "table":
        every = st.tuples(*[st.integers(0, values - 1)] * len(scope))
        return Table(scope, draw(st.frozensets(every, min_size=1, max_size=30)))
    terms = [(v, draw(st.integers(-2, 3))) for v in scope]
    linear = Linear.weighted(terms, range(1, values + 1), draw(st.sets(st.integers(-9, 30))))
    return DistinctSum.of(linear, [scope]) if draw(st.booleans()) else linear


@given(st.integers(2, 5), st.integers(2, 4), st.integers(1, 2), st.data())
def test_any_primitives_together(size: int, values: int, depth: int, data: st.DataObject) -> None:
    some = data.draw(st.lists(primitives(size, values, depth), min_size=1, max_size=4))
    full = data.draw(masks(values, size))
    good = fulfilling(some, full)
    # Hidden variables keep an all-different rule out of the planes.
    found = propagated(model(full, some, cells=0, values=values), full)
    if found is None:
        assert not good
        return
    before = fixpoint(some, full)
    assert before is not None
    for v, mask in enumerate(union(good, size)):
        assert not mask & ~found[v]
        assert not found[v] & ~before[v]


@given(st.integers(2, 5), st.integers(2, 4), st.data())
def test_hidden_variables_are_searched(size: int, values: int, data: st.DataObject) -> None:
    some = data.draw(st.lists(primitives(size, values), min_size=1, max_size=4))
    cells = data.draw(st.integers(1, size))
    full = [(1 << values) - 1] * size
    compiled = rules(model(full, some, cells=cells, values=values))
    within = [p for p in some if not (isinstance(p, AllDifferent) and p.variables[-1] < cells)]
    wanted = {values_[:cells] for values_ in fulfilling(within, full)}
    for filling in product(range(values), repeat=cells):
        domains = [1 << value for value in filling] + full[cells:]
        found = compiled.propagate(domain_bytes(domains, 1))
        assert (found is not None and compiled.completes(found)) == (filling in wanted)


def test_a_rule_that_fails_gives_each_of_its_variables_a_share_of_weight() -> None:
    triple = Linear((0, 1, 2), ((1, 2, 3),) * 3, (4,))
    compiled = rules(model([7] * 4, [triple]))
    assert compiled.weights == [2, 2, 2, 1]
    assert compiled.propagate(domain_bytes([4, 7, 7, 7], 1)) is None
    assert compiled.weights == pytest.approx([2 + 1 / 3] * 3 + [1])
    assert compiled.propagate(domain_bytes([4, 7, 7, 7], 1)) is None
    assert compiled.weights == pytest.approx([2 + 2.00005 / 3] * 3 + [1])


def test_a_case_that_is_tried_gives_no_weight_and_narrows_nothing() -> None:
    triple = Linear((1, 2, 3), ((1, 2, 3),) * 3, (4,))
    root = model([3, 7, 7, 7], [When.of(0, 1, triple)], cells=4, values=3)
    compiled = rules(root)
    assert compiled.propagate(domain_bytes([3, 7, 7, 7], 1)) == domain_bytes([3, 7, 7, 7], 1)
    assert compiled.propagate(domain_bytes([3, 4, 7, 7], 1)) == domain_bytes([1, 4, 7, 7], 1)
    assert compiled.propagate(domain_bytes([2, 7, 7, 7], 1)) == domain_bytes([2, 3, 3, 3], 1)
    assert compiled.weights == [2, 2, 2, 2]


def test_links_are_the_cells_of_rules_and_those_that_hidden_variables_join() -> None:
    copy = frozenset((a, a) for a in range(2))
    some = [Table((0, 4), copy), Table((1, 4), copy), Table((2, 3), copy)]
    assert sorted(rules(model([3] * 5, some, cells=4)).links) == [[0, 1], [2, 3]]


def test_a_problem_without_rules_has_none() -> None:
    compiled = rules(model([3, 3], []))
    assert compiled.propagate(domain_bytes([1, 3], 1)) == domain_bytes([1, 3], 1)
    assert compiled.completes(domain_bytes([1, 2], 1))
    assert compiled.weights == compiled.links == []


def test_rules_that_say_the_same_are_written_once() -> None:
    size = 6
    ascending = frozenset(combinations(range(size), 3))
    full = [(1 << size) - 1] * size
    alone = model(full, [Table((0, 1, 2), ascending)])
    together = model(full, [Table(cells, ascending) for cells in [(0, 1, 2), (3, 4, 5), (1, 3, 5)]])
    assert len(flatten(together)) < 2 * len(flatten(alone))
    expected = [*full]
    while smaller := [t.propagate(expected) for t in together.primitives if t.propagate(expected)]:
        for found in smaller:
            for v, domain in found.items():
                expected[v] &= domain
    compiled = rules(together)
    assert compiled.propagate(domain_bytes(full, 1)) == domain_bytes(expected, 1)


def test_rules_on_domains_of_two_words_are_refused() -> None:
    numbers = flatten(model([3, 3], [Table((0, 1), frozenset({(0, 1)}))]))
    wide = numbers[:32] + (2).to_bytes(8, "little") + numbers[40:]
    with pytest.raises(ValueError, match="at most 64 values"):
        core.Rules(core.Problem(wide, domain_bytes([3, 3], 2)))


def test_domains_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="one word a variable"):
        rules(model([3, 3], [])).propagate(b"1")


def puzzles() -> list[Path]:
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.yaml"))}
    return [path for path, text in texts.items() if "shapes:" in text and "geometry:" in text]


@given(st.integers(3, 4), st.integers(2, 4), st.integers(0, 1), st.data())
def test_joined_tables_are_those_of_python(
    size: int, values: int, depth: int, data: st.DataObject
) -> None:
    some = data.draw(st.lists(primitives(size, values, depth), min_size=1, max_size=5, unique=True))
    apart = data.draw(st.sets(st.sampled_from(list(combinations(range(size), 2)))))
    peers = [0] * size
    for one, other in apart:
        peers[one] |= 1 << other
        peers[other] |= 1 << one
    root = replace(model(data.draw(masks(values, size)), some, values=values), peers=tuple(peers))
    read = tuple(rules_beyond_bits(root.given, root.cells))
    kept, tables = rules_and_tables(root, read, partial(joint_table, values))
    found = [[*zip(*[iter(fillings)] * len(cells), strict=True)] for cells, fillings in tables]
    assert found == [sorted(one) for one in found]
    listed = [Table(cells, frozenset(one)) for (cells, _), one in zip(tables, found, strict=True)]
    assert [*kept, *listed] == join_rules(root, read)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("lower", [0, 1])
def test_joined_tables_hold_lines_in_order(ties: bool, lower: int) -> None:
    rank = Rank((0, 1, 2, 3), ((0, 1), (2, 3)), ((0, lower),), (1, 3, 2), ties)
    some = [rank, Table((0, 3), frozenset({(0, 0), (1, 2), (2, 1)}))]
    root = model([7] * 4, some)
    kept, [(cells, fillings)] = rules_and_tables(root, some, partial(joint_table, 3))
    found = [*zip(*[iter(fillings)] * len(cells), strict=True)]
    allowed = [one for one in product(range(3), repeat=4) if some[1].check([one[0], one[3]])]
    assert (kept, found) == ([], [one for one in allowed if rank.check(one)])
    assert 0 < len(found) < len(allowed)


@pytest.mark.parametrize("path", every_other(puzzles()), ids=lambda path: "/".join(path.parts[-2:]))
def test_examples_keep_their_solution(path: Path) -> None:
    """And propagate no less than the primitives in Python, but for sums that try sets alone."""
    found = compile_puzzle(load(path))
    solution = next(backend("reference").solutions(found, Budget(nodes=20_000)))
    root = found.root
    compiled = rules(root)
    fixed = [1 << value for value in solution] + list(root.domains[root.cells :])
    after = compiled.propagate(domain_bytes(fixed, 1))
    assert after is not None
    assert compiled.completes(after)
    first = propagated(root, found.domains)
    assert first is not None
    assert all(mask >> value & 1 for mask, value in zip(first, solution, strict=False))
    derived = {root.primitives[number] for number in root.derived}
    exact = [
        rule
        for rule in bit_layout(root).rules
        if rule not in derived and not (isinstance(rule, DistinctSum) and tries_sets(rule))
    ]
    before = fixpoint(join_rules(root, exact), found.domains)
    assert before is not None
    assert all(not mask & ~old for mask, old in zip(first, before, strict=True))


def kept(root: Model, domains: Sequence[int]) -> list[int]:
    """The values of each variable in assignments that fit rules and peers, by brute force."""
    masks = [0] * len(domains)
    for values in product(*map(bits, domains)):
        apart = all(
            values[a] != values[b]
            for a in range(root.cells)
            for b in bits(root.peers[a] & (1 << root.cells) - 1)
        )
        if apart and all(p.check([values[v] for v in p.variables]) for p in root.primitives):
            masks = [mask | 1 << value for mask, value in zip(masks, values, strict=True)]
    return masks


def with_peers(root: Model, pairs: Sequence[tuple[int, int]]) -> Model:
    peers = list(root.peers)
    for one, other in pairs:
        peers[one] |= 1 << other
        peers[other] |= 1 << one
    return replace(root, peers=tuple(peers))


ALL_APART = [(one, other) for one in range(4) for other in range(one)]


def test_values_that_a_table_needs_leave_the_cells_that_see_all_their_places():
    rule = Table((0, 1, 2), frozenset({(0, 1, 3), (3, 0, 1), (1, 3, 0)}))
    root = with_peers(model([15] * 4, [rule]), ALL_APART)
    assert propagated(root, [15] * 4) == [0b1011, 0b1011, 0b1011, 0b0100]


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


MASKS = st.integers(1, 15)
PAIRS = st.lists(st.sampled_from([(a, b) for a in range(5) for b in range(a)]), unique=True)
FILLINGS = st.frozensets(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=6)


@given(FILLINGS, st.lists(MASKS, min_size=5, max_size=5), PAIRS)
def test_no_value_of_a_solution_leaves_a_cell_for_what_a_table_needs(fillings, domains, pairs):
    root = with_peers(model([15] * 5, [Table((0, 1, 2), fillings)]), pairs)
    found, true = propagated(root, domains), kept(root, domains)
    if found is None:
        assert not any(true)
    else:
        assert all(mask & ~now == 0 for mask, now in zip(true, found, strict=True))


@given(st.lists(FILLINGS, min_size=1, max_size=4), st.lists(MASKS, min_size=3, max_size=3), MASKS)
def test_cases_leave_what_some_case_allows(tables, domains, selector):
    cases = [When((3, 0, 1, 2), n, Table((0, 1, 2), rows)) for n, rows in enumerate(tables)]
    root = model([15] * 4, cases, cells=3)
    true = kept(root, [*domains, selector])
    assert propagated(root, [*domains, selector]) == (true if any(true) else None)


RELATIONS = {
    "consecutive": lambda a, b, size: abs(a - b) < size,
    "apart": lambda a, b, size: abs(a - b) > 1,
    "of other parity": lambda a, b, size: (a + b) % 2 == 1,
}


@pytest.mark.parametrize("name", sorted(RELATIONS))
@given(st.data())
def test_sets_of_related_cells_lose_no_solution(name, data):
    """Two sets of cells of which each two are related, which may share cells, and one more cell."""
    size = data.draw(st.integers(3, 4))
    lines = [range(size), range(size - data.draw(st.integers(0, 2)), 6)]
    pairs = sorted({pair for line in lines for pair in combinations(line, 2)})
    alike = RELATIONS[name]
    rows = frozenset((a, b) for a in range(6) for b in range(6) if a != b and alike(a, b, size))
    root = model([63] * 7, [Table(pair, rows) for pair in pairs])
    more = data.draw(st.lists(st.tuples(st.integers(0, 5), st.just(6)), unique=True))
    root = with_peers(root, [*more, *pairs])
    domains = data.draw(masks(6, 7).filter(lambda some: prod(map(int.bit_count, some)) < 5000))
    found, true = propagated(root, domains), kept(root, domains)
    if found is None:
        assert not any(true)
    else:
        assert all(mask & ~now == 0 for mask, now in zip(true, found, strict=True))


def test_a_set_of_consecutive_cells_is_within_an_interval_that_all_of_them_reach():
    rows = frozenset((a, b) for a in range(9) for b in range(9) if 0 < abs(a - b) < 4)
    pairs = list(combinations(range(4), 2))
    root = with_peers(model([511] * 5, [Table(pair, rows) for pair in pairs]), [*pairs, (2, 4)])
    root = with_peers(root, [(cell, 4) for cell in (0, 1, 3)])
    no_fives = 511 & ~(1 << 4)
    assert propagated(root, [no_fives] * 4 + [511]) == [no_fives] * 4 + [511]
    # Neither 5 nor 8 nor 9, so it is 1 to 4, and cell 4 has another value.
    small = 511 & ~(1 << 4 | 1 << 7 | 1 << 8)
    assert propagated(root, [small] * 4 + [511]) == [15] * 4 + [511 & ~15]


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
