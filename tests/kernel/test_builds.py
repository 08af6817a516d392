"""Both builds of the kernel: where vectors are narrower, rules lose the same values."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel.propagation import masks, model, propagated

from sudokulib import _kernel
from sudokulib.primitives import Automaton, DistinctSum, DistinctWord, Linear, Regular, Table
from sudokulib.primitives.primitive import Primitive

if _kernel.build != "x86-64-v3":
    pytest.skip("one build at most runs here", allow_module_level=True)


@st.composite
def distinct_words(draw: st.DrawFn, variables: tuple[int, ...], values: int) -> DistinctWord:
    """A word of up to four states."""
    states = draw(st.integers(1, 4))
    to = st.integers(0, states - 1).map(lambda state: 1 << state)
    row = st.lists(to, min_size=values, max_size=values).map(tuple)
    steps = tuple(draw(st.lists(row, min_size=states, max_size=states)))
    accept = draw(st.integers(1, (1 << states) - 1))
    return DistinctWord.of(Regular(variables, Automaton(1, steps, accept)))


@st.composite
def wide_rules(draw: st.DrawFn, size: int, values: int) -> Primitive:
    """A sum or a word of different values, or a table of one machine word of tuples to twenty."""
    variables = tuple(range(size))
    which = draw(st.sampled_from(["sum", "word", "table"]))
    if which == "word":
        return draw(distinct_words(variables, values))
    if which == "sum" and size <= values:
        terms = [(v, 1) for v in variables]
        total = draw(st.permutations(range(1, values + 1)).map(lambda some: sum(some[:size])))
        linear = Linear.weighted(terms, range(1, values + 1), {total})
        return DistinctSum.of(linear, [variables])
    random = draw(st.randoms(use_true_random=False))
    count = draw(st.integers(1, 1300))
    return Table(
        variables,
        frozenset(tuple(random.randrange(values) for _ in variables) for _ in range(count)),
    )


# Sums of fewer variables are compiled as tables, and of fewer values a set of subsets is one word.
@pytest.mark.slow
@given(st.integers(7, 8), st.integers(7, 9), st.data())
def test_the_portable_build_loses_the_same_values(
    size: int, values: int, data: st.DataObject
) -> None:
    rule = data.draw(wide_rules(size, values))
    domains: Sequence[int] = data.draw(masks(values, size))
    root = model([(1 << values) - 1] * size, [rule])
    portable = import_module("sudokulib._kernel.core")
    assert propagated(root, domains, portable) == propagated(root, domains)
