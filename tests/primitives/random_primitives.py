"""Random primitives of every type, on variables with any number of values, and domains for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, cycle, pairwise, product
from typing import TypeVar

from hypothesis import strategies as st

from sudokulib.primitives import (
    AllDifferent,
    Areas,
    Automaton,
    Connected,
    DistinctPairs,
    DistinctSum,
    DistinctWord,
    Linear,
    LineRank,
    Loop,
    Primitive,
    Regions,
    Regular,
    Table,
    When,
)

WEIGHTS = st.integers(-3, 5)
_T = TypeVar("_T")
Rows = Sequence[Sequence[int]]


def some(what: st.SearchStrategy[_T], most: int) -> st.SearchStrategy[frozenset[_T]]:
    """A few of something; seldom none, as then there is nothing that fulfils what it is for."""
    few = st.frozensets(what, min_size=1, max_size=most)
    return st.integers(0, 9).flatmap(lambda n: few if n < 9 else st.just(frozenset()))


@st.composite
def tables(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Table:
    row = st.tuples(*[st.integers(0, sizes[v] - 1) for v in variables])
    return Table(variables, draw(some(row, 12)))


def totals(rows: Rows) -> st.SearchStrategy[frozenset[int]]:
    """Sums that the weights come to, of different values too, the ends, and their neighbours."""
    drawn = st.tuples(*map(st.sampled_from, rows)).map(sum)
    orders = st.permutations(range(max(map(len, rows))))
    different = orders.map(
        lambda order: sum(row[n % len(row)] for row, n in zip(rows, cycle(order), strict=False))
    )
    ends = st.sampled_from([sum(map(min, rows)), sum(map(max, rows))])
    near = st.sampled_from((0, 0, 0, 0, 0, 0, -1, 1))
    return some(st.builds(int.__add__, drawn | different | ends, near), 3)


@st.composite
def sums(
    draw: st.DrawFn,
    variables: tuple[int, ...],
    sizes: Sequence[int],
    weights: st.SearchStrategy[int] = WEIGHTS,
    total: Callable[[Rows], st.SearchStrategy[frozenset[int]]] = totals,
) -> Linear:
    rows = [tuple(draw(st.lists(weights, min_size=sizes[v], max_size=sizes[v]))) for v in variables]
    return Linear(variables, tuple(rows), tuple(sorted(draw(total(rows)))))


@st.composite
def distinct_sums(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> DistinctSum:
    linear = draw(sums(variables, sizes))
    if draw(st.booleans()) and len({sizes[v] for v in variables}) == 1:
        rows = (linear.weights[0],) * len(variables)
        linear = Linear(variables, rows, tuple(sorted(draw(totals(rows)))))
    cut = draw(st.integers(0, len(variables)))
    parts = [part for part in (variables[:cut], variables[cut:]) if part]
    return DistinctSum.of(linear, parts[: draw(st.integers(1, 2))])


@st.composite
def words(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Regular:
    states = draw(st.integers(1, 4))
    mask = st.integers(0, 2**states - 1)
    likely = st.integers(1, 2**states - 1) | mask
    width = max(sizes[v] for v in variables)
    steps = tuple(tuple(draw(mask) for _ in range(width)) for _ in range(states))
    return Regular(variables, Automaton(draw(likely), steps, draw(likely)))


@st.composite
def ranks(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> LineRank:
    """Some of the lines on some variables, with values that may be equal, or in any order."""
    places = range(len(variables))
    length = draw(st.integers(1, min(3, len(variables))))
    line = st.permutations(places).map(lambda order: tuple(order[:length]))
    lines = draw(st.lists(line, min_size=1, max_size=4, unique=True))
    numbers = st.integers(0, len(lines) - 1)
    clues = draw(st.sets(st.tuples(numbers, numbers), min_size=1, max_size=2))
    width = max(sizes[v] for v in variables)
    values = draw(st.lists(st.integers(-2, 3), min_size=width, max_size=width))
    begins = {line[0]: number for number, line in enumerate(lines)}
    side = tuple(begins.values())[: draw(st.integers(0, len(begins)))]
    chosen = draw(st.sampled_from((tuple(values), tuple(range(width)))))
    return LineRank(
        variables,
        tuple(lines),
        tuple(sorted(clues)),
        chosen,
        draw(st.booleans()),
        (side,) if side else (),
    )


@st.composite
def connections(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Connected:
    """Members of one part or of several with roots, in any graph."""
    pairs = list(combinations(variables, 2))
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else ()
    members = draw(st.integers(1, 2 ** max(sizes[v] for v in variables) - 1))
    counts = draw(st.sets(st.integers(0, len(variables)), min_size=1))
    roots = draw(some(st.sampled_from(variables), 2)) if draw(st.booleans()) else ()
    return Connected.of(variables, members, edges, counts, roots)


@st.composite
def areas(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Areas:
    """Areas of some sizes in any graph."""
    pairs = list(combinations(variables, 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    members = draw(st.integers(1, 2 ** max(sizes[v] for v in variables) - 1))
    return Areas.of(variables, members, edges, draw(st.sets(st.integers(1, len(variables)))))


@st.composite
def loops(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Loop:
    """Cycles or paths in any graph, perhaps with edges side by side."""
    vertices = range(draw(st.integers(2, 5)))
    ends = {v: draw(st.sampled_from([*combinations(vertices, 2)])) for v in variables}
    known = sorted({vertex for pair in ends.values() for vertex in pair})
    some_of = st.sets(st.sampled_from(known), max_size=2) if known else st.just(set())
    closed = draw(st.booleans())
    return Loop.of(
        ends,
        draw(st.integers(1, 2 ** max(sizes[v] for v in variables) - 1)),
        through=draw(some_of),
        closed=closed,
        tips=() if closed else draw(some_of),
        touching=draw(st.booleans()),
    )


@st.composite
def regions(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> Regions:
    """Regions in any graph, perhaps with values, and with links for what is left over."""
    del sizes
    valued = draw(st.booleans()) and len(variables) > 1
    most = len(variables) // (1 + valued)
    vertices = draw(st.integers(min(most, 2), most))
    labels, values = variables[:vertices], variables[vertices : vertices * (1 + valued)]
    pairs = list(combinations(labels, 2))
    left = variables[len(labels) + len(values) :]
    if len(left) > len(pairs):
        return draw(regions(variables[: len(labels)], ()))
    return Regions.of(
        labels,
        draw(st.sets(st.sampled_from(pairs))) if pairs else (),
        draw(st.sampled_from([n for n in range(1, vertices + 1) if vertices % n == 0])),
        values=values,
        links=dict(zip(pairs, left, strict=False)),
        in_order=draw(st.booleans()),
    )


def distinct_pairs(
    variables: tuple[int, ...], sizes: Sequence[int]
) -> st.SearchStrategy[DistinctPairs]:
    """Pairs of which no two have a variable in common, if there can be, or those round a ring."""
    del sizes
    ring = DistinctPairs.of(pairwise((*variables, variables[0])))
    apart = DistinctPairs.of(zip(variables[::2], variables[1::2], strict=False))
    return st.sampled_from([ring] if len(variables) % 2 else [ring, apart])


@st.composite
def cases(draw: st.DrawFn, variables: tuple[int, ...], sizes: Sequence[int]) -> When:
    """If the first variable takes a value, something holds for the others, or for all."""
    first = variables[0]
    others = variables[1:] if variables[1:] and draw(st.booleans()) else variables
    return When.of(first, draw(st.integers(0, sizes[first] - 1)), draw(plain(others, sizes)))


Draw = Callable[[tuple[int, ...], Sequence[int]], st.SearchStrategy[Primitive]]

TYPES: dict[type[Primitive], Draw] = {
    AllDifferent: lambda variables, _: st.just(AllDifferent(tuple(sorted(variables)))),
    Areas: areas,
    Connected: connections,
    DistinctPairs: distinct_pairs,
    DistinctSum: distinct_sums,
    DistinctWord: lambda variables, sizes: words(variables, sizes).map(DistinctWord.of),
    Linear: sums,
    LineRank: ranks,
    Loop: loops,
    Regions: regions,
    Regular: words,
    Table: tables,
    When: cases,
}
"""The strategy that draws primitives of each type on exactly some variables."""


def plain(variables: tuple[int, ...], sizes: Sequence[int]) -> st.SearchStrategy[Primitive]:
    """Any primitive on exactly these variables that is not a case distinction."""
    return st.one_of(*(draw(variables, sizes) for kind, draw in TYPES.items() if kind is not When))


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


def fulfilling(primitive: Primitive, domains: Sequence[int]) -> list[tuple[int, ...]]:
    """The value indices within domains that a primitive accepts, of all combinations."""
    ranges = [
        [b for b in range(domains[v].bit_length()) if domains[v] >> b & 1]
        for v in primitive.variables
    ]
    return [values for values in product(*ranges) if primitive.check(values)]


@st.composite
def of_type(draw: st.DrawFn, kind: type[Primitive], sizes: Sequence[int]) -> Primitive:
    """A primitive of a type on any of some variables, three of them or more most often."""
    order = draw(orders(range(len(sizes)), draw(st.sampled_from((1, 3)))))
    return draw(TYPES[kind](order, sizes))


@st.composite
def with_domains(draw: st.DrawFn, primitive: Primitive, sizes: Sequence[int]) -> list[int]:
    """Domains in which something fulfils a primitive, or nothing, each about half of the times.

    Of some types many cannot be fulfilled at all, so that more of the others are.
    """
    domains = [draw(st.integers(1, (1 << size) - 1)) for size in sizes]
    good = fulfilling(primitive, [(1 << size) - 1 for size in sizes])
    if good and draw(st.integers(0, 9)) < 5:
        for v, value in zip(primitive.variables, draw(st.sampled_from(good)), strict=True):
            domains[v] |= 1 << value
        return domains
    if draw(st.integers(0, 9)) == 9:
        domains[draw(st.sampled_from(primitive.variables))] = 0
    while left := [values for values in good if within(primitive, values, domains)]:
        take_away(primitive, draw(st.sampled_from(left)), domains)
    return domains


def within(primitive: Primitive, values: Sequence[int], domains: Sequence[int]) -> bool:
    return all(
        domains[v] >> value & 1 for v, value in zip(primitive.variables, values, strict=True)
    )


def take_away(primitive: Primitive, values: Sequence[int], domains: list[int]) -> None:
    """Rule out an assignment by removing one of its values, where most are left."""
    known = dict(zip(primitive.variables, values, strict=True))
    wide = max(primitive.variables, key=lambda v: domains[v].bit_count())
    domains[wide] &= ~(1 << known[wide])
