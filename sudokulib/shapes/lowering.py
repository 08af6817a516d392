"""Common parts of lowerings: tables of a relation, sums, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, pairwise, product, starmap
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING

from sudokulib.basics.interruption import checked
from sudokulib.errors import LimitError
from sudokulib.primitives import Automaton, Linear, Table

if TYPE_CHECKING:
    from sudokulib.shapes.kind import Context

_MOST_TUPLES = 250_000
"""The most combinations of values to try for one table.

A bound against hostile files: as many take 0.25 s and 22 MB, in proportion to their number
(`python tests/benchmarks/at_limits.py`, 2026-11). Three cells of 62 symbols have 238,328.
"""


_ROUNDS = 1024
"""Combinations between two checks of the clock, which take as long as some of them."""


def allowed_integers(cell: int, context: Context) -> tuple[int, ...]:
    """Return the integers that the geometry allows in a cell, in order."""
    return _integers(context.domains[cell], context.values)


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=1024)
def _integers(domain: int, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([value for i, value in enumerate(values) if domain >> i & 1])


def table(
    cells: Sequence[int],
    values: Sequence[int],
    relation: Callable[..., bool],
    domains: Sequence[int],
) -> Table:
    """Return the table of the fillings of some cells for which a relation holds.

    Args:
        cells: in the order in which the relation takes their integers; one may come twice.
        values: the integer behind each value index.
        relation: a predicate on one integer for each of `cells`.
        domains: by cell, as bit masks.

    Raises:
        LimitError: there are so many combinations that a table is the wrong primitive.

    >>> table((4, 5), (1, 2), lambda a, b: a < b, [0b11] * 6)
    Table(variables=(4, 5), tuples=frozenset({(0, 1)}))
    """
    once = tuple(dict.fromkeys(cells))
    choices = [[i for i in range(len(values)) if domains[c] >> i & 1] for c in once]
    if prod(map(len, choices)) > _MOST_TUPLES:
        raise LimitError(f"a table of more than {_MOST_TUPLES:,} combinations; use fewer cells")
    tuples = checked(product(*choices), _ROUNDS)
    integers: Iterable[tuple[int, ...]] = product(
        *[[values[i] for i in choice] for choice in choices]
    )
    if len(once) < len(cells):
        integers = map(itemgetter(*map(once.index, cells)), integers)
    return Table(once, frozenset(compress(tuples, starmap(relation, integers))))


def tables(
    lines: Iterable[tuple[int, ...]],
    values: Sequence[int],
    relation: Callable[..., bool],
    domains: Sequence[int],
) -> Iterator[Table]:
    """Yield a table for each tuple of cells, each tuple once and all of one relation.

    Args:
        lines: cells, in the order in which the relation takes their integers.
        values: the integer behind each value index.
        relation: a predicate on one integer for each cell.
        domains: by cell, as bit masks.

    >>> [t.variables for t in tables([(0, 1), (1, 2), (0, 1)], (1, 2), int.__ne__, [0b11] * 3)]
    [(0, 1), (1, 2)]
    """
    known: dict[tuple[tuple[int, int], ...], frozenset[tuple[int, ...]]] = {}
    for cells in dict.fromkeys(lines):
        key = tuple([(domains[c], cells.index(c)) for c in cells])
        if key not in known:
            known[key] = table(cells, values, relation, domains).tuples
        yield Table(tuple(dict.fromkeys(cells)), known[key])


def predicate_table(cell: int, values: Sequence[int], predicate: Callable[[int], bool]) -> Table:
    """Return the table of the integers in one cell for which a predicate holds.

    >>> predicate_table(7, (1, 2, 3), lambda value: value > 1).tuples == {(1,), (2,)}
    True
    """
    (table,) = predicate_tables((cell,), values, predicate)
    return table


def predicate_tables(
    cells: Iterable[int], values: Sequence[int], predicate: Callable[[int], bool]
) -> list[Table]:
    """Return for each of some cells the table of the integers for which a predicate holds.

    >>> predicate_tables((7, 8), (1, 2, 3), lambda value: value == 3)[1]
    Table(variables=(8,), tuples=frozenset({(2,)}))
    """
    rows = frozenset([(i,) for i, value in enumerate(values) if predicate(value)])
    return [Table((cell,), rows) for cell in cells]


def weighted_sum(
    terms: Iterable[tuple[int, int]], values: Sequence[int], totals: Iterable[int]
) -> Linear:
    """Return a weighted sum, in which a cell may occur in several terms.

    Args:
        terms: (cell, coefficient).
        values: the integer behind each value index.
        totals: the allowed totals.

    >>> weighted_sum([(3, 1), (4, -1), (3, 1)], (1, 2), [0])
    Linear(variables=(3, 4), weights=((2, 4), (-1, -2)), totals=(0,))
    """
    coefficients: dict[int, int] = {}
    for cell, coefficient in terms:
        coefficients[cell] = coefficients.get(cell, 0) + coefficient
    return Linear.weighted(((c, k) for c, k in coefficients.items() if k), values, totals)


def equal_sums(groups: Iterable[Sequence[int]], values: Sequence[int]) -> list[Linear]:
    """Return primitives by which all groups have the same sum, each equal to the one before."""
    return [
        weighted_sum([*((c, 1) for c in one), *((c, -1) for c in other)], values, [0])
        for one, other in pairwise(groups)
    ]


# Safe to cache, as it reads nothing else; many lines are equally long.
@lru_cache(maxsize=64)
def leading_run(numbers: int, members: int, values: int) -> Automaton:
    """Return the words of a number, and then of as many members of a set before the first other.

    Args:
        numbers: how many numbers there are, from 0 on: one more than the line has cells.
        members: the value indices of members, as a bit mask.
        values: how many value indices there are in the line.
    """

    def step(left: int, value: int) -> Iterator[int]:
        if left == -1:
            if value < numbers:
                yield value  # how many are still to come
        elif left == numbers:
            yield left  # the run has ended
        elif left and members >> value & 1:
            yield left - 1
        elif not left and not members >> value & 1:
            yield numbers

    return Automaton.of([-1], step, lambda left: left in (0, numbers), max(numbers, values))


def value_count(
    cells: Iterable[int],
    values: Sequence[int],
    wanted: Collection[int],
    totals: Iterable[int],
) -> Linear:
    """Return the count of cells with a wanted integer; a cell listed twice counts twice.

    >>> value_count([0, 1], (5, 6, 7), {6}, [1])
    Linear(variables=(0, 1), weights=((0, 1, 0), (0, 1, 0)), totals=(1,))
    """
    times = Counter(cells)
    weights = tuple(tuple(n * (value in wanted) for value in values) for n in times.values())
    return Linear(tuple(times), weights, tuple(sorted(set(totals))))
