"""The totals that sums of cells can have, for kinds that refuse clues out of reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sudokulib.basics.interruption import check_interrupt, checked

if TYPE_CHECKING:
    from sudokulib.shapes.kind import Context

_WIDEST = 1_000_000
"""Span between the least and the greatest total up to which totals are distinguished.

A bound on time, which no real puzzle comes near: those of eight cells with 16
numbers take 2 ms just below it; 68 ms with a span of 7,852,288 (2026-11, `reachable`).
Beyond it every total between the least and the greatest counts as possible, and the search decides.
"""


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a sum; beyond a span of 1,000,000, all from the least to the greatest.

    Args:
        base: the total of the lowest bit.
        found: the totals as a bit set from `base` on.
        width: how many numbers from `base` on are totals; 0 if there is a bit set.

    >>> two = Totals(3, 0b101)
    >>> list(two), 4 in two, 5 in two, list(two & Totals(5, 0b1))
    ([3, 5], False, True, [5])
    """

    base: int
    found: int
    width: int = 0

    def __contains__(self, total: int) -> bool:
        place = total - self.base
        return place >= 0 and (place < self.width or bool(self.found >> place & 1))

    def __bool__(self) -> bool:
        return bool(self.found or self.width)

    def __iter__(self) -> Iterator[int]:
        if self.width:
            return iter(range(self.least, self.greatest + 1))
        digits = f"{self.found:b}"[::-1]
        return (self.base + n for n, digit in enumerate(digits) if digit == "1")

    def __and__(self, other: Totals) -> Totals:
        if self.width and other.width:
            base = max(self.least, other.least)
            return Totals(base, 0, max(0, min(self.greatest, other.greatest) + 1 - base))
        if self.width:
            return other & self
        shift = other.base - self.base
        mask = (1 << other.width) - 1 if other.width else other.found
        return Totals(self.base, self.found & (mask << shift if shift > 0 else mask >> -shift))

    @property
    def least(self) -> int:
        """The least total."""
        return self.base if self.width else self.base + (self.found & -self.found).bit_length() - 1

    @property
    def greatest(self) -> int:
        """The greatest total."""
        return self.base + (self.width or self.found.bit_length()) - 1


def reachable(terms: Iterable[tuple[int, int]], context: Context) -> Totals:
    """Return the possible totals of a weighted sum whose cells may be equal.

    Args:
        terms: (cell, coefficient); a cell may come in several.
        context: gives the integers that each cell allows.
    """
    coefficients: dict[int, int] = {}
    for cell, coefficient in terms:
        coefficients[cell] = coefficients.get(cell, 0) + coefficient
    domains = context.domains
    alike = sorted((domains[cell], k) for cell, k in coefficients.items())
    return _reachable(tuple(alike), context.values, _WIDEST)


# Safe to cache, as it reads nothing else: integers. So below. Most cages and sums of a puzzle
# differ only in their cells, and computing the totals takes 20 times as long as looking them up.
@lru_cache(maxsize=1024)
def _reachable(alike: tuple[tuple[int, int], ...], values: tuple[int, ...], widest: int) -> Totals:
    """Return the totals of a sum, given the domain and coefficient of each of its cells."""
    steps = [[k * value for value in _allowed(domain, values)] for domain, k in alike]
    if not all(steps):
        return Totals(0, 0)
    least, greatest = sum(map(min, steps)), sum(map(max, steps))
    if greatest - least > widest:
        return Totals(least, 0, greatest - least + 1)
    found = 1
    for row in checked(steps):
        low = min(row)
        found = _union([found << step - low for step in row])
    return Totals(least, found)


@lru_cache(maxsize=1024)
def different_sums(domain: int, count: int, allowed: tuple[int, ...], widest: int) -> Totals:
    """Return the sums of a number of different values of a domain.

    Args:
        domain: the values as a bit mask.
        count: how many of them are added.
        allowed: the integer behind each bit.
        widest: the span up to which sums are distinguished.
    """
    values = sorted(_allowed(domain, allowed))
    if count > len(values):
        return Totals(0, 0)
    least, greatest = sum(values[:count]), sum(values[len(values) - count :])
    if greatest - least > widest:
        return Totals(least, 0, greatest - least + 1)
    low = values[0] if values else 0
    sums = [1] + [0] * count
    for value in values:
        check_interrupt()
        for size in range(count, 0, -1):
            sums[size] |= sums[size - 1] << value - low
    return Totals(count * low, sums[count])


def cage_totals(cells: Sequence[int], context: Context) -> Totals:
    """Return the sums of cells that are all different."""
    domains = tuple(sorted([context.domains[c] for c in cells]))
    return _cage_totals(domains, context.values, _WIDEST)


@lru_cache(maxsize=1024)
def _cage_totals(domains: tuple[int, ...], values: tuple[int, ...], widest: int) -> Totals:
    """Return the sums of cells that are all different, given their domains."""
    any_sum = _reachable(tuple((domain, 1) for domain in domains), values, widest)
    return any_sum & different_sums(_union(domains), len(domains), values, widest)


def _allowed(domain: int, values: Sequence[int]) -> list[int]:
    return [value for i, value in enumerate(values) if domain >> i & 1]


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
