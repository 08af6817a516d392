"""Listed combinations of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import ClassVar

from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.primitive import Primitive


@dataclass(frozen=True, slots=True)
class Table(Primitive):
    """The variables take one of the listed tuples (``in_relation`` of the catalogue).

    `propagate` is domain consistent: the tuples that are still alive are kept as a bit set, and a
    value without a living tuple goes.

    Args:
        variables: the variable of each place of a tuple.
        tuples: value indices.

    >>> Table((0, 1), frozenset({(0, 1), (1, 2)})).propagate([0b111, 0b100])
    {0: 2}
    """

    tuples: frozenset[tuple[int, ...]]

    name: ClassVar[str] = "Table"
    consistency: ClassVar[str] = "domain"

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the values are one of the tuples."""
        return tuple(assignment) in self.tuples

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """Prune to domain consistency."""
        check_interrupt()
        supports = _supports(self.tuples, len(self.variables))
        alive = _within(self.tuples, [domains[v] for v in self.variables])
        if not alive:
            return None
        smaller = {}
        for v, support in zip(self.variables, supports, strict=True):
            domain = domains[v]
            kept, rest = 0, domain
            while rest:
                bit = rest & -rest
                rest ^= bit
                if support.get(bit, 0) & alive:
                    kept |= bit
            if kept != domain:
                smaller[v] = kept
        return smaller

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some tuple lies within the domains."""
        own = tuple([domains[v] for v in self.variables])
        # Most often any tuple shows it. Reading "N is for Numbered Rooms" (iss-108) for the first
        # time takes 1.6 ms so and 5.9 without; four or 64 tuples gain no more (2026-11).
        first = next(iter(self.tuples), None)
        if first and all(domain >> value & 1 for domain, value in zip(own, first, strict=True)):
            return True
        return _some_within(self.tuples, own)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Table:
        """Return the same tuples on renamed variables."""
        return Table(tuple(places[v] for v in self.variables), self.tuples)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return sets of variables that differ in every tuple, chosen greedily."""
        places = _differing_places(self.tuples, len(self.variables))
        return tuple([tuple([self.variables[p] for p in group]) for group in places])

    def differing(self) -> tuple[tuple[int, ...], ...]:
        """Return those of `groups` that have two variables or more."""
        places = _differing_places(self.tuples, len(self.variables))
        if len(places) == len(self.variables):  # as of most tables
            return ()
        return tuple([tuple([self.variables[p] for p in one]) for one in places if len(one) > 1])


# Safe to cache, as it reads nothing else: integers. So below.
@lru_cache(maxsize=4096)
def _supports(tuples: frozenset[tuple[int, ...]], arity: int) -> tuple[dict[int, int], ...]:
    """Return for each place, by value bit, the numbers of the tuples with it, as a bit set."""
    ordered = [*tuples]
    try:
        said = bytes(chain.from_iterable(ordered))
    except ValueError:  # values beyond 255
        return tuple([_places([values[n] for values in ordered]) for n in range(arity)])
    return tuple([_places_of_bytes(said[n::arity]) for n in range(arity)])


def _places_of_bytes(column: bytes) -> dict[int, int]:
    """Return what `_places` does, but counted from the last: a third of the time for 486 tuples."""
    return {
        1 << value: int(column.translate(b"0" * value + b"1" + b"0" * (255 - value)), 2)
        for value in {*column}
    }


def _places(column: Sequence[int]) -> dict[int, int]:
    """Return for the bit of each value the places that it stands at, as a bit set."""
    size = (len(column) + 7) // 8
    found: dict[int, bytearray] = {}  # bits of large integers would be set one copy at a time
    for place, value in enumerate(column):
        if (places := found.get(value)) is None:
            places = found[value] = bytearray(size)
        places[place >> 3] |= 1 << (place & 7)
    return {1 << value: int.from_bytes(places, "little") for value, places in found.items()}


def _within(tuples: frozenset[tuple[int, ...]], domains: Sequence[int]) -> int:
    """Return the numbers of the tuples within the domains of their places, as a bit set."""
    alive = (1 << len(tuples)) - 1
    for domain, support in zip(domains, _supports(tuples, len(domains)), strict=True):
        here, rest = 0, domain
        while rest:
            bit = rest & -rest
            rest ^= bit
            here |= support.get(bit, 0)
        alive &= here
    return alive


@lru_cache(maxsize=4096)
def _some_within(tuples: frozenset[tuple[int, ...]], domains: tuple[int, ...]) -> bool:
    # Trying tuple by tuple was not faster: the examples took 3.7 s, and 3.8 s with bit sets, which
    # took less time when the same boards came again, 2.4 s instead of 2.6 (2026-11).
    return bool(_within(tuples, domains))


@lru_cache(maxsize=4096)
def _differing_places(
    tuples: frozenset[tuple[int, ...]], arity: int
) -> tuple[tuple[int, ...], ...]:
    """Return the places in sets that differ in every tuple, chosen greedily."""
    apart = {(i, j) for i, j in combinations(range(arity), 2) if all(t[i] != t[j] for t in tuples)}
    groups: list[list[int]] = []
    for place in range(arity):
        for group in groups:
            if all((other, place) in apart for other in group):
                group.append(place)
                break
        else:
            groups.append([place])
    return tuple(map(tuple, groups))
