"""Compiled tables and words against brute force and against the primitives in Python."""

from __future__ import annotations

from itertools import combinations, product
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from kernel.propagation import (
    agrees,
    automata,
    fixpoint,
    kept,
    masks,
    model,
    propagated,
    with_peers,
)
from primitives.random_primitives import ranks
from support import with_slow

from sudokulib import _kernel
from sudokulib.primitives import Automaton, DistinctWord, Regular, Table, When, distinct_word

if _kernel.core is None:
    pytest.skip("no compiled search", allow_module_level=True)


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


@given(st.tuples(st.integers(1, 5), st.integers(2, 5)) | st.just((8, 3)), st.data())
def test_words(form: tuple[int, int], data: st.DataObject) -> None:
    """Few words of up to seven cells are a table, others an automaton."""
    size, values = form
    word = Regular(tuple(range(size)), data.draw(automata(values)))
    rule = DistinctWord.of(word) if data.draw(st.booleans()) else word
    agrees([rule], [(1 << values) - 1] * size, data.draw(masks(values, size)))


def test_few_words_of_different_values() -> None:
    rule = DistinctWord.of(Regular((0, 1, 2), weighing(4, 5, 0)))
    root = model([15] * 3, [rule])
    for domains in product([0b0001, 0b0110, 0b1111], repeat=3):
        true = kept(root, domains)
        assert propagated(root, domains) == (true if any(true) else None)


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


ALL_APART = [(one, other) for one in range(4) for other in range(one)]


def test_values_that_a_table_needs_leave_the_cells_that_see_all_their_places():
    rule = Table((0, 1, 2), frozenset({(0, 1, 3), (3, 0, 1), (1, 3, 0)}))
    root = with_peers(model([15] * 4, [rule]), ALL_APART)
    assert propagated(root, [15] * 4) == [0b1011, 0b1011, 0b1011, 0b0100]


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


@given(
    st.lists(automata(4), min_size=1, max_size=3),
    st.lists(MASKS, min_size=5, max_size=5),
    MASKS,
    PAIRS,
    st.booleans(),
)
def test_cases_of_words_leave_what_some_case_allows(words, domains, selector, pairs, free):
    every = 15 if free else (1 << len(words)) - 1  # what the cases leave to the selector
    assume(selector & every)
    cases = [When((5, 0, 1, 2), n, Regular((0, 1, 2), word)) for n, word in enumerate(words)]
    root = with_peers(model([15] * 5 + [every], cases, cells=5), pairs)
    now = [*domains, selector & every]
    found, true = propagated(root, now), kept(root, now)
    if found is None:
        assert not any(true)
        return
    assert all(mask & ~left == 0 for mask, left in zip(true, found, strict=True))
    if not free and not any(max(pair) > 2 for pair in pairs):
        assert found == true  # one table


def listing(*words: tuple[int, ...]) -> Automaton:
    """Just these words of four values."""
    begun = {word[:length] for word in words for length in range(len(word) + 1)}
    return Automaton.of(
        [()], lambda read, value: {(*read, value)} & begun, lambda read: read in words, 4
    )


def test_a_case_is_no_value_of_the_cells_in_it():
    words = listing((1, 2), (2, 1)), listing((0, 3), (3, 0))
    cases = [When((3, 0, 1), n, Regular((0, 1), word)) for n, word in enumerate(words)]
    root = with_peers(model([15, 15, 15, 3], cases, cells=3), [(2, 0), (2, 1), (1, 0)])
    assert propagated(root, [15, 15, 15, 3]) == [15, 15, 15, 3]
    assert propagated(root, [15, 15, 15, 1]) == [0b0110, 0b0110, 0b1001, 1]


def test_cases_of_words_know_which_cells_differ():
    any_word = Automaton(1, ((1,) * 4,), 1)
    cases = [When((3, 0, 1, 2), n, Regular((0, 1, 2), any_word)) for n in range(2)]
    root = with_peers(model([15, 15, 15, 3], cases, cells=3), [(1, 0), (2, 0), (2, 1)])
    assert propagated(root, [3, 3, 7, 3]) == [3, 3, 4, 3]


def test_cases_of_words_of_different_values_repeat_none():
    word = DistinctWord.of(Regular((0, 1), Automaton(1, ((1,) * 4,), 1)))
    cases = [When((2, 0, 1), n, word) for n in range(2)]
    root = model([15, 15, 3], cases, cells=2)
    assert propagated(root, [1, 1, 3]) is None
    assert propagated(root, [1, 15, 3]) == [1, 14, 3]


def test_cases_of_words_may_read_different_cells():
    word = listing((0, 1))
    cases = [When((3, *read), n, Regular(read, word)) for n, read in enumerate([(0, 1), (2, 1)])]
    root = model([15, 15, 15, 3], cases, cells=3)
    assert propagated(root, [15, 15, 15, 3]) == [15, 2, 15, 3]
    assert propagated(root, [2, 15, 15, 3]) == [2, 2, 1, 2]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_cases_of_many_words_are_a_union(size):
    """Of five values up to 3,125 words are listed with each of 20 cases, of seven cells none."""
    cases = [
        When((size, *range(size)), n, Regular((*range(size),), weighing(5, 20, n)))
        for n in range(20)
    ]
    root = model([31] * size + [(1 << 20) - 1], cases, cells=size, values=20)
    for seed in range(4):
        values = [(seed * n * n + n) % 5 for n in range(size)]
        fixed = [1 << value for value in values]
        total = sum((1 + n % 3) * value for n, value in enumerate(values)) % 20
        assert propagated(root, [*fixed, (1 << 20) - 1]) == [*fixed, 1 << total]
        assert propagated(root, [31, *fixed[1:], 1 << total]) == [fixed[0], *fixed[1:], 1 << total]


RELATIONS = {
    "consecutive": lambda a, b, size: abs(a - b) < size,
    "apart": lambda a, b, size: abs(a - b) > 1,
    "of other parity": lambda a, b, size: (a + b) % 2 == 1,
}


@pytest.mark.parametrize("name", with_slow(sorted(RELATIONS), "of other parity"))
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
