"""Sums with sets of variables that must differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import ClassVar

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.primitives.all_different import without_assigned
from sudokulib.primitives.linear import Linear, add_weights, from_zero
from sudokulib.primitives.primitive import Primitive, feasible_by_cases

_STATES = 1500
"""Sets of used values that the exact treatment of one part may enumerate.

Ten open values have 1,024 sets, eleven have 2,048. 375 takes 13,555 nodes, 750, 1,500 and 3,000
take 13,511 (`python tests/benchmarks/constants.py primitives.distinct_sum:_STATES 375 750 1500
3000 --nodes examples --search reference`, 2026-11).
"""

_MOST_BITS = 1 << 27
"""Bits of all sums of these sets together, 16 MB.

A bound on memory and time for integers up to 1,000,000: sums of eight have 2^23 bits, and 1,500
of them would take 1.5 GB. Below totals of 89,478 it changes nothing.
"""


@dataclass(frozen=True, slots=True)
class DistinctSum(Primitive):
    """The weights add up to one of the totals, and the variables of each part all differ.

    `propagate` is domain consistent over the assignments that do both, by dynamic programming
    over the sets of values used so far, part after part. Parts too large for that (see `exact`)
    are bounded by the least and greatest weights of as many different values, and their
    assigned values leave the rest of the part.

    Args:
        variables: the terms.
        weights: for each variable the weight of each value index.
        totals: the allowed totals, sorted.
        parts: the variables in disjoint sets that together are all of them.

    >>> three = (1, 2, 3)
    >>> two = DistinctSum((0, 1), (three, three), (4,), ((0, 1),))
    >>> sorted(two.propagate([0b111, 0b111]).items())
    [(0, 5), (1, 5)]
    """

    weights: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]

    name: ClassVar[str] = "DistinctSum"
    consistency: ClassVar[str] = "domain if the parts are small, else bounds"

    @classmethod
    def of(cls, linear: Linear, parts: Sequence[Sequence[int]]) -> DistinctSum:
        """Add parts to a sum; variables in no part become parts of their own."""
        inside = {v for part in parts for v in part}
        alone = tuple((v,) for v in linear.variables if v not in inside)
        kept = tuple(tuple(part) for part in parts)
        return cls(linear.variables, linear.weights, linear.totals, kept + alone)

    @property
    def linear(self) -> Linear:
        """The sum alone."""
        return Linear(self.variables, self.weights, self.totals)

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the total is allowed and each part has no value twice."""
        value = dict(zip(self.variables, assignment, strict=True))
        return all(
            len({value[v] for v in part}) == len(part) for part in self.parts
        ) and self.linear.check(assignment)

    def exact(self, domains: Sequence[int]) -> bool:
        """Return whether `propagate` is domain consistent on these domains."""
        most = _most_states(_rows(self.variables, self.weights, self.totals)[1])
        return all(_states(domains, part) <= most for part in self.parts)

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        if not all(domains[v] for v in self.variables):
            return None
        rows, goal = _rows(self.variables, self.weights, self.totals)
        most = _most_states(goal)
        parts = [_part(part, rows, domains, most) for part in self.parts]
        # The sums that the parts before each one reach, as a bit set.
        reached = [1]
        for part in parts:
            reached.append(_sumset(reached[-1], part.sums))
        if not reached[-1] & goal:
            return None
        smaller: dict[int, int] = {}
        wanted = goal
        for number in range(len(parts) - 1, -1, -1):
            part, before = parts[number], reached[number]
            within = _difference_set(wanted, before) & part.sums
            for v, domain in part.prune(within):
                if not domain:
                    return None
                if domain != domains[v]:
                    smaller[v] = domain
            wanted = _difference_set(wanted, part.sums) & before
        return smaller

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some assignment within `domains` does both: exact parts, or by cases."""
        if self.exact(domains):
            return self.propagate(domains) is not None
        return feasible_by_cases(self, domains)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> DistinctSum:
        """Return the same sum of renamed variables."""
        return DistinctSum(
            tuple(places[v] for v in self.variables),
            self.weights,
            self.totals,
            tuple(tuple(places[v] for v in part) for part in self.parts),
        )

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return the parts."""
        return self.parts


def _most_states(goal: int) -> int:
    """Return how many sets of used values may be enumerated, each with a bit set of sums."""
    return min(_STATES, _MOST_BITS // max(1, goal.bit_length()))


def _states(domains: Sequence[int], part: Sequence[int]) -> int:
    """Return a bound on the sets of used values that arise in enumerating a part."""
    union, loose = 0, 0
    for v in part:
        domain = domains[v]
        if domain & (domain - 1):
            union |= domain
            loose += 1
    size = union.bit_count()
    return sum(comb(size, n) for n in range(min(loose, size) + 1))


def _part(
    variables: tuple[int, ...],
    rows: Mapping[int, tuple[int, ...]],
    domains: Sequence[int],
    most: int,
) -> _SingleVariablePart | _EnumeratedPart | _BoundedPart:
    if len(variables) == 1:
        return _SingleVariablePart(variables[0], rows[variables[0]], domains)
    if _states(domains, variables) <= most:
        return _EnumeratedPart(variables, rows, domains)
    return _BoundedPart(variables, rows, domains)


class _SingleVariablePart:
    """A part of one variable: `sums` is the bit set of its weights."""

    def __init__(self, variable: int, row: Sequence[int], domains: Sequence[int]) -> None:
        self._variable, self._row, self._domain = variable, row, domains[variable]
        self.sums = add_weights(1, self._domain, row)

    def prune(self, wanted: int) -> list[tuple[int, int]]:
        """Return the domain left if the part must have one of the wanted sums."""
        kept, rest = 0, self._domain
        while rest:
            bit = rest & -rest
            rest ^= bit
            if wanted >> self._row[bit.bit_length() - 1] & 1:
                kept |= bit
        return [(self._variable, kept)]


class _EnumeratedPart:
    """A part whose sets of used values are all enumerated.

    ``layers[i]`` maps the values used by its first i variables to the sums that they reach.
    """

    def __init__(
        self,
        variables: Sequence[int],
        rows: Mapping[int, tuple[int, ...]],
        domains: Sequence[int],
    ) -> None:
        # Variables with few values first: fewer sets.
        self._order = sorted(variables, key=lambda v: domains[v].bit_count())
        self._rows, self._domains = rows, domains
        self._layers: list[dict[int, int]] = [{0: 1}]
        for v in self._order:
            self._layers.append(_layer(self._layers[-1], domains[v], rows[v]))
        self.sums = 0
        for sums in self._layers[-1].values():
            self.sums |= sums

    def prune(self, wanted: int) -> list[tuple[int, int]]:
        """Return the domains left when the part has to come to one of the wanted sums."""
        found = []
        # For each set of used values the sums it must have for the rest to reach a wanted one.
        goals = {used: w for used, sums in self._layers[-1].items() if (w := sums & wanted)}
        for number in range(len(self._order) - 1, -1, -1):
            v = self._order[number]
            row, domain, kept = self._rows[v], self._domains[v], 0
            before: dict[int, int] = {}
            for used, sums in checked(self._layers[number].items(), _ROUNDS):
                rest, hits = domain & ~used, 0
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    goal = goals.get(used | bit)
                    if goal is not None and (hit := goal >> row[bit.bit_length() - 1] & sums):
                        kept |= bit
                        hits |= hit
                if hits:
                    before[used] = hits
            goals = before
            found.append((v, kept))
        return found


def _layer(before: Mapping[int, int], domain: int, row: Sequence[int]) -> dict[int, int]:
    """Return the sets of used values, with their sums, after one more variable."""
    after: dict[int, int] = {}
    for used, sums in checked(before.items(), _ROUNDS):
        rest = domain & ~used
        while rest:
            bit = rest & -rest
            rest ^= bit
            key = used | bit
            after[key] = after.get(key, 0) | sums << row[bit.bit_length() - 1]
    return after


_WORD_BYTES = 32
"""Bytes that are read from a bit set at a time; those of most puzzles are fewer altogether."""

_ROUNDS = 16
"""Rounds of loops between two checks of the clock, which take as long as some of them."""


class _BoundedPart:
    """A part that is only bounded, by its possible sums and by different values for the rest."""

    def __init__(
        self,
        variables: Sequence[int],
        rows: Mapping[int, tuple[int, ...]],
        domains: Sequence[int],
    ) -> None:
        self._variables, self._rows = variables, rows
        self._now = without_assigned(variables, domains)
        self._reached = [1]
        self.sums = 0
        if self._now is not None:
            for v in checked(variables):
                self._reached.append(add_weights(self._reached[-1], self._now[v], rows[v]))
            self._rest = _rest([rows[v] for v in variables], self._now.values())
            self.sums = self._reached[-1]
            if self._rest is not None:
                self.sums &= _union(bounds << w for w, bounds in self._rest.items())

    def prune(self, wanted: int) -> list[tuple[int, int]]:
        """Return the domains left when the part has to come to one of the wanted sums."""
        found = []
        goals = wanted
        for number in range(len(self._variables) - 1, -1, -1):
            check_interrupt()
            v = self._variables[number]
            row, rest, kept, before = self._rows[v], (self._now or {}).get(v, 0), 0, 0
            while rest:
                bit = rest & -rest
                rest ^= bit
                weight = row[bit.bit_length() - 1]
                needed = goals >> weight
                if needed & self._reached[number] and self._is_supported(weight, wanted):
                    kept |= bit
                    before |= needed
            found.append((v, kept))
            goals = before & self._reached[number]
        return found

    def _is_supported(self, weight: int, wanted: int) -> bool:
        """Return whether different values of the others can complete a wanted sum."""
        return self._rest is None or bool(wanted >> weight & self._rest[weight])


def _rest(rows: Sequence[Sequence[int]], domains: Iterable[int]) -> dict[int, int] | None:
    """Return for each weight the sums between the least and the greatest of all other variables.

    None if the variables have different weights, or several values the same.
    """
    union = _union(domains)
    weights = sorted(w for value, w in enumerate(rows[0]) if union >> value & 1)
    if any(row != rows[0] for row in rows) or len(set(weights)) < len(weights):
        return None
    found, others = {}, len(rows) - 1
    for weight in checked(weights, _ROUNDS):
        rest = [w for w in weights if w != weight]
        low, high = sum(rest[:others]), sum(rest[len(rest) - others :])
        found[weight] = ((1 << high + 1) - 1) >> low << low if len(rest) >= others else 0
    return found


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _sumset(one: int, other: int) -> int:
    """Return the sums of a member of each bit set."""
    if one.bit_count() > other.bit_count():
        one, other = other, one
    total = 0
    for shift in _members(one):
        total |= other << shift
    return total


def _difference_set(one: int, other: int) -> int:
    """Return the differences, where not negative, of a member of `one` and a member of `other`."""
    total = 0
    for shift in _members(other):
        total |= one >> shift
    return total


def _members(sums: int) -> Iterator[int]:
    """Yield the members of a bit set, in order.

    Sums may be millions, and then each operation on the set takes as long as thousands on a word.
    """
    data = sums.to_bytes(sums.bit_length() + 7 >> 3, "little")
    for place in range(0, len(data), _WORD_BYTES):
        check_interrupt()
        word = int.from_bytes(data[place : place + _WORD_BYTES], "little")
        while word:
            bit = word & -word
            word ^= bit
            yield 8 * place + bit.bit_length() - 1


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=4096)
def _rows(
    variables: tuple[int, ...], weights: tuple[tuple[int, ...], ...], totals: tuple[int, ...]
) -> tuple[dict[int, tuple[int, ...]], int]:
    """Return the weights from zero by variable, and the totals as a bit set likewise."""
    shifted, goal = from_zero(weights, totals)
    return dict(zip(variables, shifted, strict=True)), goal
