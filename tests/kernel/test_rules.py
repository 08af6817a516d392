"""Compiled rules of any kind, together and with their weights, against those in Python."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel.propagation import (
    automata,
    fixpoint,
    fulfilling,
    kept,
    masks,
    model,
    propagated,
    rules,
    tries_sets,
    union,
    with_peers,
)
from primitives.random_primitives import ranks
from support import one_in, with_slow

from sudokulib import _kernel, load
from sudokulib.model import compile_puzzle
from sudokulib.primitives import (
    AllDifferent,
    DistinctSum,
    DistinctWord,
    Linear,
    LineRank,
    Primitive,
    Regular,
    Table,
    When,
)
from sudokulib.search import Budget, backend
from sudokulib.search.bit_layout import bit_layout, rules_beyond_bits
from sudokulib.search.flattening import domain_bytes, flatten, joint_table
from sudokulib.search.joined_tables import join_rules, rules_and_tables

core = _kernel.core
if core is None:
    pytest.skip("no compiled search", allow_module_level=True)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SLOWEST = EXAMPLES / "polyominoes/twenty-pentominoes.yaml"


def test_a_rule_within_a_case_knows_which_cells_differ() -> None:
    pair = Linear((1, 2, 3), ((1, 2, 3),) * 3, (6,))
    case, row = When.of(0, 1, pair), AllDifferent((1, 2, 3))
    domains = [2, 2, 7, 7]
    assert propagated(model([3, 7, 7, 7], [case]), domains) == domains
    assert propagated(model([3, 7, 7, 7], [case, row]), domains) == [2, 2, 5, 5]


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


@settings(max_examples=50)
@given(st.integers(2, 5), st.integers(2, 4), st.data())
def test_hidden_variables_are_searched(size: int, values: int, data: st.DataObject) -> None:
    some = data.draw(st.lists(primitives(size, values), min_size=1, max_size=4))
    cells = data.draw(st.integers(1, size))
    full = [(1 << values) - 1] * size
    compiled = rules(model(full, some, cells=cells, values=values))
    wanted = {values_[:cells] for values_ in fulfilling(some, full)}
    apart = [p for p in some if isinstance(p, AllDifferent) and p.variables[-1] < cells]
    for filling in fulfilling(apart, full[:cells]):  # the planes see to it, and rules rely on it
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


@settings(max_examples=50)
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
    rank = LineRank((0, 1, 2, 3), ((0, 1), (2, 3)), ((0, lower),), (1, 3, 2), ties)
    some = [rank, Table((0, 3), frozenset({(0, 0), (1, 2), (2, 1)}))]
    root = model([7] * 4, some)
    kept, [(cells, fillings)] = rules_and_tables(root, some, partial(joint_table, 3))
    found = [*zip(*[iter(fillings)] * len(cells), strict=True)]
    allowed = [one for one in product(range(3), repeat=4) if some[1].check([one[0], one[3]])]
    assert (kept, found) == ([], [one for one in allowed if rank.check(one)])
    assert 0 < len(found) < len(allowed)


def test_a_rank_knows_which_lines_repeat_no_value() -> None:
    rank = LineRank((0, 1, 2, 3), ((0, 1), (2, 3)), ((0, 0),), (1, 2, 3), False)
    domains = [4, 3, 6, 4]
    assert propagated(model(domains, [rank]), domains) == [4, 3, 4, 4]  # it reads 33
    with_row = model(domains, [rank, AllDifferent((2, 3))])
    assert propagated(with_row, domains) is None


@given(st.integers(3, 6), st.integers(2, 4), st.data())
def test_ranks_of_lines_with_different_values(size: int, values: int, data: st.DataObject) -> None:
    rank = data.draw(ranks(tuple(range(size)), [values] * size))
    pairs = [(a, b) for line in rank.lines for a, b in combinations(sorted(line), 2)]
    apart = [pair for pair in dict.fromkeys(pairs) if data.draw(st.booleans())]
    domains = data.draw(masks(values, size))
    root = with_peers(model(domains, [rank], values=values), apart)
    found = propagated(root, domains)
    wanted = kept(root, domains)
    assert (
        not any(wanted)
        if found is None
        else all(one & ~other == 0 for one, other in zip(wanted, found, strict=True))
    )
    solutions = backend("native").solutions(root, Budget())
    assert sorted(solutions) == sorted(fulfilling(root.given, domains))


@pytest.mark.parametrize(
    "path", with_slow(one_in(2, puzzles()), SLOWEST), ids=lambda path: "/".join(path.parts[-2:])
)
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
