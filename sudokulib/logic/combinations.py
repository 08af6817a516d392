"""Combinations of sums: sets of values, and multisets where values may repeat.

Everything is cached by the candidates that it depends on, not by the cells: two cages of three
open cells have the same sets of values to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations as picks
from math import comb

from sudokulib.basics.interruption import check_interrupt
from sudokulib.model import bits
from sudokulib.primitives import DistinctSum, Linear, Primitive

_MOST_SETS = 3000
"""The most sets of values of some cells that are tried.

A bound: on the boards of the examples 750 to 12,000 find the same 419 steps of cages (`python
tests/benchmarks/constants.py`, 2026-11).
"""

MOST_SUMS = 1_000_000
"""The most pairs of sums of two sets of cells that are added.

A bound for integers far apart, whose sums all differ; those up to 36 have some thousand at most. As
many take 0.1 s (`{a + b for a in range(1000) for b in range(0, 10**6, 1000)}`, 2026-11).
"""


def combinations(
    primitive: Linear | DistinctSum, domains: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Return the sets of values, with repeats where allowed, that fill a sum in some way.

    Args:
        primitive: the sum.
        domains: the values that each variable of the model may still take, as bit masks.

    Returns:
        Value indices, each combination sorted, in order.

    >>> counted = (1, 2, 3, 4)
    >>> pair = DistinctSum((0, 1), (counted, counted), (5,), ((0, 1),))
    >>> combinations(pair, [0b1111, 0b0111])
    ((0, 3), (1, 2))
    """
    weights = dict(zip(primitive.variables, primitive.weights, strict=True))
    # Fillings so far: the values in order, and the sum.
    found: set[tuple[tuple[int, ...], int]] = {((), 0)}
    for part in primitive.groups():
        sets = _part_sets(tuple(domains[v] for v in part), tuple(weights[v] for v in part))
        found = {
            (tuple(sorted((*values, *bits(used)))), total + more)
            for values, total in found
            for used, sums in sets.items()
            for more in sums
        }
    return tuple(sorted({values for values, total in found if total in primitive.totals}))


# The key is everything it reads: domains.
@lru_cache(maxsize=1 << 14)
def different_value_sets(domains: tuple[int, ...]) -> frozenset[int]:
    """Return the sets of values that cells which must differ can take together.

    Args:
        domains: the candidates of each, as bit masks.

    >>> sorted(different_value_sets((0b011, 0b110)))
    [3, 5, 6]
    """
    if len(set(domains)) == 1:
        options = [1 << value for value in bits(domains[0])]
        return frozenset([sum(chosen) for chosen in picks(options, len(domains))])
    found = {0}
    for domain in sorted(domains, key=int.bit_count):
        found = {used | 1 << value for used in found for value in bits(domain & ~used)}
    return frozenset(found)


def max_value_sets(domains: Sequence[int]) -> int:
    """Return an upper bound on the sets of values that cells which must differ can take."""
    union = 0
    for domain in domains:
        union |= domain
    return comb(union.bit_count(), len(domains))


# The key is everything it reads: domains and weights.
@lru_cache(maxsize=1 << 14)
def _part_sets(
    domains: tuple[int, ...], scales: tuple[tuple[int, ...], ...]
) -> dict[int, tuple[int, ...]]:
    """Return the sets of values of different cells, each with the sums that it can make.

    Args:
        domains: the candidates of each cell.
        scales: what each cell's values weigh.
    """
    if all(scale == scales[0] for scale in scales):
        scale = scales[0]
        ordered = tuple(sorted(domains))
        return {
            used: (sum([scale[x] for x in bits(used)]),) for used in different_value_sets(ordered)
        }
    found: dict[int, set[int]] = {0: {0}}
    for domain, scale in zip(domains, scales, strict=True):
        longer: dict[int, set[int]] = {}
        for used, sums in found.items():
            for value in bits(domain & ~used):
                more = longer.setdefault(used | 1 << value, set())
                more.update([total + scale[value] for total in sums])
        found = longer
    return {used: tuple(sums) for used, sums in found.items()}


def always_used(primitive: Linear | DistinctSum, domains: Sequence[int]) -> int | None:
    """Return the values in all combinations of a sum, as a bit mask.

    Args:
        primitive: the sum.
        domains: the candidates of its variables, in their order.

    Returns:
        None if there are too many sets of values to try; 0 if there is no combination.
    """
    place = {v: n for n, v in enumerate(primitive.variables)}
    groups = [[place[v] for v in part] for part in primitive.groups()]
    own = [tuple(domains[n] for n in group) for group in groups]
    if any(max_value_sets(part) > _MOST_SETS for part in own):
        return None
    scales = [tuple(primitive.weights[n] for n in group) for group in groups]
    if len(own) == 1 and all(scale == scales[0][0] for scale in scales[0]):
        return _in_all(different_value_sets(tuple(sorted(own[0]))), scales[0][0], primitive.totals)
    parts = [_part_sets(*pair) for pair in zip(own, scales, strict=True)]
    possible = _sums_to(parts, primitive.totals, 0)
    if not possible:
        return None if possible is None else 0
    union = 0
    for domain in domains:
        union |= domain
    return sum([1 << x for x in bits(union) if not _sums_to(parts, primitive.totals, 1 << x)])


def _in_all(sets: Iterable[int], scale: Sequence[int], totals: Sequence[int]) -> int:
    """Return the values common to all sets that add up to one of the totals; none if none does."""
    found = -1
    for used in sets:
        if found & ~used and sum([scale[x] for x in bits(used)]) in totals:
            found &= used
            if not found:
                return 0
    return max(found, 0)


def _sums_to(
    parts: Sequence[dict[int, tuple[int, ...]]], totals: Sequence[int], without: int
) -> bool | None:
    """Return whether sets of values, one from each part, add up to a total without some values.

    None if there are too many sums.
    """
    check_interrupt()
    reached = {0}
    *first, last = (
        {0},
        *(
            {total for used, own in sets.items() if not used & without for total in own}
            for sets in parts
        ),
    )
    for sums in first:
        if len(reached) * len(sums) > MOST_SUMS:
            return None
        reached = {one + other for one in reached for other in sums}
    # The largest step is a look-up: of numbers up to 1,000,000 all sums differ.
    return any(not last.isdisjoint([total - one for one in reached]) for total in totals)


def fillings(
    primitive: Primitive, domains: Sequence[int], most: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return all fillings of a primitive, in order; None if there are more than `most`.

    Args:
        primitive: any.
        domains: the candidates of every variable of the model, as bit masks.
        most: the number of fillings beyond which there is no answer.

    >>> fillings(DistinctSum((0, 1), ((1, 2, 3),) * 2, (4,), ((0, 1),)), [0b111, 0b111], 2)
    ((0, 2), (2, 0))
    """
    found: list[tuple[int, ...]] = []
    masks = list(domains)

    def fill(known: tuple[int, ...]) -> bool:
        """Return whether there are few enough."""
        if not primitive.feasible(masks):
            return True
        if len(known) == len(primitive.variables):
            found.append(known)
            return len(found) <= most
        v = primitive.variables[len(known)]
        mask = masks[v]
        for value in bits(mask):
            masks[v] = 1 << value
            if not fill((*known, value)):
                return False
        masks[v] = mask
        return True

    return tuple(found) if fill(()) else None
