"""Weighted sums and counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.primitives.primitive import Primitive

_WIDE = 1 << 20
"""Bits of a set of sums beyond which the clock is asked before each step on all of its bits."""

_ROUNDS = 1024
"""Totals between two checks of the clock, which take as long as some of them."""


@dataclass(frozen=True, slots=True)
class Linear(Primitive):
    """The weights of the values add up to one of the totals (``sum_set`` of the catalogue).

    A sum with coefficients has weights coefficient times integer; a count has weights 0 and 1.

    `propagate` is domain consistent on the sum alone, whether or not variables must differ: the
    sums that can be reached by the variables before and after each one are kept as bit sets, and a
    value goes if no reachable pair completes it.

    Args:
        variables: the terms.
        weights: for each variable the weight of each value index.
        totals: the allowed totals, sorted.

    >>> coins = (1, 2, 3)
    >>> Linear((0, 1), (coins, coins), (5,)).propagate([0b111, 0b110])
    {0: 6}
    """

    weights: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]

    name: ClassVar[str] = "Linear"
    consistency: ClassVar[str] = "domain"

    @classmethod
    def total(
        cls, variables: Iterable[int], values: Sequence[int], totals: Iterable[int]
    ) -> Linear:
        """Build a plain sum: each variable counts the integer behind its value."""
        ordered = tuple(variables)
        return cls(ordered, (tuple(values),) * len(ordered), tuple(sorted(set(totals))))

    @classmethod
    def weighted(
        cls,
        terms: Iterable[tuple[int, int]],
        values: Sequence[int],
        totals: Iterable[int],
    ) -> Linear:
        """Build a sum of coefficient times integer; terms are (variable, coefficient)."""
        pairs, integers = tuple(terms), tuple(values)
        weights = tuple([_multiples(k, integers) for _, k in pairs])
        return cls(tuple([v for v, _ in pairs]), weights, tuple(sorted(set(totals))))

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the total is allowed."""
        total = sum(w[value] for w, value in zip(self.weights, assignment, strict=True))
        return total in self.totals

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """Prune to domain consistency on the sum."""
        check_interrupt()
        counted = counted_values(self.weights)
        if counted is not None:
            return self._propagate_count(domains, counted)
        shifted, goal = from_zero(self.weights, self.totals)
        reached = [1]
        for v, weights in zip(self.variables, shifted, strict=True):
            reached.append(add_weights(reached[-1], domains[v], weights))
        if not reached[-1] & goal:
            return None
        smaller, wanted = {}, goal
        for number in range(len(self.variables) - 1, -1, -1):
            if wanted.bit_length() > _WIDE:
                check_interrupt()
            v, weights = self.variables[number], shifted[number]
            kept, before, rest = 0, 0, domains[v]
            while rest:
                bit = rest & -rest
                rest ^= bit
                needed = wanted >> weights[bit.bit_length() - 1]
                if needed & reached[number]:
                    kept |= bit
                    before |= needed
            if kept != domains[v]:
                smaller[v] = kept
            wanted = before & reached[number]
        return smaller

    def _propagate_count(
        self, domains: Sequence[int], counted: Sequence[int]
    ) -> dict[int, int] | None:
        """Prune a count, which can be all numbers from its least to its greatest."""
        least, most = self._bounds(domains, counted)
        first = bisect_left(self.totals, least)
        last = bisect_right(self.totals, most)
        if first >= last:
            return None
        may_count, may_not = self.totals[last - 1] > least, self.totals[first] < most
        if may_count and may_not:
            return {}
        smaller = {}
        for v, mask in zip(reversed(self.variables), reversed(counted), strict=True):
            domain = domains[v]
            if domain & mask and domain & ~mask:
                smaller[v] = domain & mask if may_count else domain & ~mask
        return smaller

    def _bounds(self, domains: Sequence[int], counted: Sequence[int]) -> tuple[int, int]:
        """Return the least and the greatest number that a count can be; none between if none."""
        least = most = 0
        for v, mask in zip(self.variables, counted, strict=True):
            domain = domains[v]
            if domain & mask:
                most += 1
                least += not domain & ~mask
            elif not domain:
                return 1, 0
        return least, most

    def fails(self, domains: Sequence[int]) -> bool:
        """Return whether the domains reach no allowed total."""
        return not self.feasible(domains)

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether the domains reach an allowed total."""
        counted = counted_values(self.weights)
        if counted is not None:
            least, most = self._bounds(domains, counted)
            return bisect_left(self.totals, least) < bisect_right(self.totals, most)
        shifted, goal = from_zero(self.weights, self.totals)
        reached = 1
        for v, weights in zip(self.variables, shifted, strict=True):
            reached = add_weights(reached, domains[v], weights)
        return bool(reached & goal)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Linear:
        """Return the same sum of renamed variables."""
        return Linear(tuple(places[v] for v in self.variables), self.weights, self.totals)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: a sum makes none differ."""
        return tuple([(v,) for v in self.variables])

    def differing(self) -> tuple[tuple[int, ...], ...]:
        """Return no group: a sum makes none differ."""
        return ()


# Safe to cache, as it reads nothing else; nearly all coefficients are 1 or -1.
@lru_cache(maxsize=256)
def _multiples(coefficient: int, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([coefficient * value for value in values])


def counted_values(weights: Sequence[tuple[int, ...]]) -> list[int] | None:
    """Return the values of each variable that a count counts, as bit masks; None if it is a sum."""
    found, last, mask = [], None, -1
    for row in weights:
        if row is not last:  # most are one object; to hash all takes longer than to propagate
            last, mask = row, _counted(row)
            if mask < 0:
                return None
        found.append(mask)
    return found


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=4096)
def _counted(row: tuple[int, ...]) -> int:
    """Return the values with weight 1 as a bit mask; -1 if some weight is neither 0 nor 1."""
    if not {0, 1}.issuperset(row):
        return -1
    return sum([1 << value for value, weight in enumerate(row) if weight])


def add_weights(sums: int, domain: int, weights: Sequence[int]) -> int:
    """Return the sums reached by adding the weight of any value of the domain."""
    if sums.bit_length() > _WIDE:
        check_interrupt()
    more = 0
    while domain:
        bit = domain & -domain
        domain ^= bit
        more |= sums << weights[bit.bit_length() - 1]
    return more


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=4096)
def from_zero(
    weights: tuple[tuple[int, ...], ...], totals: tuple[int, ...]
) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return the weights less each variable's minimum, and the totals as a bit set."""
    lowest = [min(row) for row in weights]
    base = sum(lowest)
    shifted = tuple(tuple(w - low for w in row) for row, low in zip(weights, lowest, strict=True))
    most = sum(map(max, shifted))
    # Bytes, as a bit set of a million totals would be copied a million times.
    goal = bytearray(most // 8 + 1)
    for total in checked(totals, _ROUNDS):
        place = total - base
        if 0 <= place <= most:
            goal[place >> 3] |= 1 << (place & 7)
    return shifted, int.from_bytes(goal, "little")
