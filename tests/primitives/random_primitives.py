"""Random primitives of every type, on variables with any number of values."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from sudokulib.primitives import (
    AllDifferent,
    Automaton,
    DistinctSum,
    DistinctWord,
    Linear,
    Primitive,
    Regular,
    Table,
    When,
)

WEIGHTS = st.integers(-3, 5)
TOTALS = st.frozensets(st.integers(-6, 15))


@st.composite
def tables(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Table:
    row = st.tuples(*[st.integers(0, sizes[v] - 1) for v in variables])
    return Table(variables, draw(st.frozensets(row)))


@st.composite
def sums(
    draw: st.DrawFn,
    variables: tuple[int, ...],
    sizes: Sequence[int],
    weights: st.SearchStrategy[int] = WEIGHTS,
    totals: st.SearchStrategy[frozenset[int]] = TOTALS,
) -> Linear:
    rows = [tuple(draw(st.lists(weights, min_size=sizes[v], max_size=sizes[v]))) for v in variables]
    return Linear(variables, tuple(rows), tuple(sorted(draw(totals))))


@st.composite
def distinct_sums(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Primitive:
    linear = draw(sums(variables, sizes))
    if draw(st.booleans()) and len({sizes[v] for v in variables}) == 1:
        linear = Linear(variables, (linear.weights[0],) * len(variables), linear.totals)
    cut = draw(st.integers(0, len(variables)))
    parts = [part for part in (variables[:cut], variables[cut:]) if part]
    return DistinctSum.of(linear, parts)


@st.composite
def words(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Regular:
    states = draw(st.integers(1, 4))
    mask = st.integers(0, 2**states - 1)
    width = max(sizes[v] for v in variables)
    steps = tuple(tuple(draw(mask) for _ in range(width)) for _ in range(states))
    return Regular(variables, Automaton(draw(mask), steps, draw(mask)))


def plain(variables: tuple[int, ...], sizes: Sequence[int]) -> st.SearchStrategy[Primitive]:
    """Any primitive on exactly these variables that is no case distinction."""
    return st.one_of(
        st.just(AllDifferent(tuple(sorted(variables)))),
        tables(variables, sizes),
        sums(variables, sizes),
        distinct_sums(variables, sizes),
        words(variables, sizes),
        words(variables, sizes).map(DistinctWord.of),
    )


@st.composite
def cases(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> When:
    """If the first variable takes a value, something holds for the others."""
    inner = draw(plain(variables[1:], sizes))
    return When.of(variables[0], draw(st.integers(0, sizes[variables[0]] - 1)), inner)


def orders(variables: Sequence[int], least: int = 1) -> st.SearchStrategy[tuple[int, ...]]:
    """Some of the variables in any order."""
    return st.permutations(variables).flatmap(
        lambda order: st.integers(least, len(order)).map(lambda n: tuple(order[:n]))
    )


@st.composite
def primitives(draw: st.DrawFn, sizes: Sequence[int], most: int) -> Primitive:
    """Any primitive on at most `most` variables, which have these numbers of values."""
    order = draw(orders(range(len(sizes))))[:most]
    return draw(plain(order, sizes) | cases(order, sizes) if order[1:] else plain(order, sizes))
