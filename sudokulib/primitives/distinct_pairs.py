"""Pairs of values of which no two are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import ClassVar

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.all_different import AllDifferent
from sudokulib.primitives.primitive import Primitive

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class DistinctPairs(Primitive):
    """The values of some pairs of variables differ, each pair from each other one.

    So no two cells agree in both their region and their digit, or in both squares of a Graeco-Latin
    square. `propagate` removes fixed pairs of values from the others, and if there are no more
    pairs of values than pairs of variables, each must have a place: one with a single place is
    fixed there. `feasible` is exact: by bipartite matching where no variable is in two pairs, else
    by search.

    Args:
        variables: distinct variables.
        pairs: for each pair the places of its two variables in `variables`.
    """

    pairs: Pairs

    name: ClassVar[str] = "DistinctPairs"
    consistency: ClassVar[str] = "values"

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> DistinctPairs:
        """Build the constraint from pairs of variables."""
        listed = sorted(pairs)
        variables = tuple(sorted({v for pair in listed for v in pair}))
        place = {v: number for number, v in enumerate(variables)}
        return cls(variables, tuple((place[one], place[other]) for one, other in listed))

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the pairs are distinct."""
        values = {(assignment[one], assignment[other]) for one, other in self.pairs}
        return len(values) == len(self.pairs)

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        now = [domains[v] for v in self.variables]
        before: list[int] = []
        while before != now:
            before = list(now)
            _remove_fixed(now, self.pairs)
            if not (all(now) and _placed(now, self.pairs) and all(now)):
                return None
        return {v: d for v, d in zip(self.variables, now, strict=True) if d != domains[v]}

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some assignment within the domains makes the pairs distinct."""
        now = [domains[v] for v in self.variables]
        if len({place for pair in self.pairs for place in pair}) == 2 * len(self.pairs):
            return all(now) and _matched(now, self.pairs)
        smaller = self.propagate(domains)
        if smaller is None:
            return False
        left = {v: smaller.get(v, domains[v]) for v in self.variables}
        v = next((v for v, domain in left.items() if domain & (domain - 1)), None)
        if v is None:
            return True
        low = left[v] & -left[v]
        trial = [*domains]
        for other, domain in left.items():
            trial[other] = domain
        return any(
            self.feasible([*trial[:v], part, *trial[v + 1 :]]) for part in (low, left[v] & ~low)
        )

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> DistinctPairs:
        """Return the same constraint on renamed variables."""
        named = [places[v] for v in self.variables]
        return DistinctPairs.of((named[one], named[other]) for one, other in self.pairs)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])

    @property
    def value_symmetric(self) -> bool:
        """Always: symbols may be renamed."""
        return True


def _matched(now: Sequence[int], pairs: Pairs) -> bool:
    """Return whether pairs without common variables can take distinct pairs of values."""
    width = max((now[other].bit_length() for _, other in pairs), default=0)
    values = [
        sum(now[other] << width * a for a in range(now[one].bit_length()) if now[one] >> a & 1)
        for one, other in pairs
    ]
    return AllDifferent(tuple(range(len(pairs)))).feasible(values)


def _remove_fixed(now: list[int], pairs: Pairs) -> None:
    """Remove each fixed pair from the others; a domain is empty then if two are the same."""
    for number, (one, other) in enumerate(pairs):
        first, second = now[one], now[other]
        if first & (first - 1) or second & (second - 1):
            continue
        for another, (i, j) in enumerate(pairs):
            if another == number:
                continue
            if now[i] == first:
                now[j] &= ~second
            elif now[j] == second:
                now[i] &= ~first


def _placed(now: list[int], pairs: Pairs) -> bool:
    """Fix pairs that have a single place, if each needs one; return False if one has none."""
    firsts = reduce(or_, (now[one] for one, _ in pairs), 0)
    seconds = reduce(or_, (now[other] for _, other in pairs), 0)
    count = firsts.bit_count() * seconds.bit_count()
    if count != len(pairs):
        return count > len(pairs)
    first_in, second_in = _where(now, [one for one, _ in pairs]), _where(now, [o for _, o in pairs])
    for a, some in first_in.items():
        for b, others in second_in.items():
            where = some & others
            if not where:
                return False
            if not where & (where - 1):
                one, other = pairs[where.bit_length() - 1]
                now[one] &= 1 << a
                now[other] &= 1 << b
    return True


def _where(now: Sequence[int], variables: Sequence[int]) -> dict[int, int]:
    """Return, for each value, which of some variables may have it, as a bit mask of places."""
    found: dict[int, int] = {}
    for place, v in enumerate(variables):
        for value in bits(now[v]):
            found[value] = found.get(value, 0) | 1 << place
    return found
