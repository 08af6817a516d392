"""The base class of all primitives; names follow the Global Constraint Catalogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import ClassVar, Protocol


@dataclass(frozen=True, slots=True)
class Primitive(ABC):
    """A constraint on some variables.

    Its classes have no subclasses. So loops over thousands of primitives may ask for the exact type
    of each, which takes a hundredth of the time of `isinstance` with an abstract base.

    Args:
        variables: distinct variable indices, in the order that the constraint reads them.

    Attributes:
        consistency: which pruning `propagate` achieves, for example ``"domain"`` or ``"values"``.
        searched: whether `feasible` may take a search, whose time grows with the variables.
    """

    variables: tuple[int, ...]

    name: ClassVar[str]
    consistency: ClassVar[str]
    searched: ClassVar[bool] = False

    @abstractmethod
    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether value indices, one for each of `variables` in their order, satisfy it."""

    @abstractmethod
    def propagate(self, domains: Sequence[int]) -> Mapping[int, int] | None:
        """Prune the domains of the variables.

        Args:
            domains: the domain of every variable of the model, as bit masks.

        Returns:
            The smaller domain of each variable that loses values; empty when none does;
            None when no assignment is possible.
        """

    def fails(self, domains: Sequence[int]) -> bool:
        """Return whether `propagate` would find no assignment possible; may be cheaper."""
        return self.propagate(domains) is None

    @abstractmethod
    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some assignment within `domains` satisfies it, decided exactly."""

    def may_hold(self, domains: Sequence[int]) -> bool:
        """Return `feasible`, or where that takes a search, whether `propagate` leaves something."""
        return not self.fails(domains) if self.searched else self.feasible(domains)

    @abstractmethod
    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Primitive:
        """Return the same constraint with variable v renamed to ``places[v]``."""

    @abstractmethod
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return the variables divided into sets whose members it makes pairwise different."""

    def differing(self) -> tuple[tuple[int, ...], ...]:
        """Return those of `groups` that have two variables or more."""
        return tuple([group for group in self.groups() if len(group) > 1])

    @property
    def value_symmetric(self) -> bool:
        """True if it says the same after any renaming of the symbols."""
        return False


_Domains = tuple[int, ...]
"""The domains of the variables of some primitives."""

_BASES = 2
"""How many domains of which many primitives had to be propagated a `Fixpoint` remembers.

The first 57 steps of a 9x9 chaos construction (iss-258) take 11.3 s with 1, 2 and 4 (``explain``,
2026-11); the second is for when two boards are asked about in turn.
"""

_MANY = 8
"""Of so many primitives one is many, if they have to be propagated.

The same steps take 15.8, 13.8, 12.0, 11.3, 14.4 and 15.8 s with 1, 2, 4, 8, 16 and 32.
"""


class Pruning(Protocol):
    """What `Fixpoint` needs to know of a primitive."""

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables whose domains it reads."""

    def propagate(self, domains: Sequence[int]) -> Mapping[int, int] | None:
        """Return what `Primitive.propagate` does."""


class Fixpoint:
    """Primitives that are propagated together until none of them removes a value.

    A primitive waits again only if one of its variables lost a value, and those with the fewest
    variables, which cost least, are propagated first. Of domains within others that were asked for
    before, only the primitives wait that read what differs: assumptions on one board are alike.

    Args:
        primitives: the primitives.
    """

    def __init__(self, primitives: Iterable[Pruning]) -> None:
        self.primitives = sorted(primitives, key=lambda one: len(one.variables))
        self._readers: dict[int, list[int]] = {}
        for number, primitive in enumerate(self.primitives):
            for v in primitive.variables:
                self._readers.setdefault(v, []).append(number)
        self._latest: list[tuple[_Domains, _Domains]] = []
        self._bases: list[tuple[_Domains, _Domains]] = []

    def reach(self, domains: list[int]) -> bool:
        """Narrow `domains` as far as it goes; return False if a primitive cannot be met."""
        asked = self._own(domains)
        first = self._begin(domains, asked)
        if self._narrow(domains, first) is not None:
            return False
        found = asked, self._own(domains)
        if _MANY * len(first) > len(self.primitives):
            self._bases = [found, *self._bases[: _BASES - 1]]
        else:
            self._latest = [found]
        return True

    def conflict(self, domains: list[int]) -> Pruning | None:
        """Narrow `domains` as far as it goes; return the primitive that cannot be met, if any.

        It is the same whatever was asked before, since all are propagated in their order.
        """
        return self._narrow(domains, range(len(self.primitives)))

    def _narrow(self, domains: list[int], first: Sequence[int]) -> Pruning | None:
        """Narrow `domains`; return the primitive that cannot be met, if any.

        Args:
            domains: the domains.
            first: the primitives to begin with, in their order.
        """
        waiting, queued = list(first), set(first)
        while waiting:
            number = heappop(waiting)
            queued.discard(number)
            primitive = self.primitives[number]
            smaller = primitive.propagate(domains)
            if smaller is None:
                return primitive
            # It may remove more because of what it removed: not every propagation goes on alone.
            for v, left in smaller.items():
                before = domains[v]
                domains[v] = before & left
                if not domains[v]:
                    return primitive
                for reader in self._readers[v] if domains[v] != before else ():
                    if reader not in queued:
                        queued.add(reader)
                        heappush(waiting, reader)
        return None

    def _own(self, domains: Sequence[int]) -> _Domains:
        return tuple([domains[v] for v in self._readers])

    def _begin(self, domains: list[int], asked: _Domains) -> list[int]:
        """Narrow `domains` to what is known to be left; return the primitives to begin with."""
        for known, left in self._latest + self._bases:
            if not any(new & ~old for old, new in zip(known, asked, strict=True)):
                differ = []
                for v, new, most in zip(self._readers, asked, left, strict=True):
                    if new != most:
                        domains[v] = new & most
                        if domains[v] != most:
                            differ.append(v)
                return sorted({reader for v in differ for reader in self._readers[v]})
        return list(range(len(self.primitives)))


def propagate_all(primitives: Iterable[Primitive], domains: list[int]) -> bool:
    """Narrow `domains` until no primitive removes a value; return False if one cannot be met."""
    return Fixpoint(primitives).reach(domains)


def feasible_by_cases(primitive: Primitive, domains: Sequence[int]) -> bool:
    """Return whether some assignment satisfies a primitive whose propagation does not decide it.

    Each value is tried for the variable with the fewest left after propagation, and removed from
    the variables that must differ from it: not every propagation does that.
    """
    smaller = primitive.propagate(domains)
    if smaller is None:
        return False
    trial = list(domains)
    for variable, domain in smaller.items():
        trial[variable] = domain
    undecided = [v for v in primitive.variables if trial[v] & (trial[v] - 1)]
    if not undecided:
        return primitive.check([trial[v].bit_length() - 1 for v in primitive.variables])
    first = min(undecided, key=lambda v: trial[v].bit_count())
    unlike = {v for group in primitive.differing() if first in group for v in group} - {first}
    rest = trial[first]
    while rest:
        bit = rest & -rest
        rest ^= bit
        case = [d & ~bit if v in unlike else d for v, d in enumerate(trial)]
        case[first] = bit
        if all(case[v] for v in unlike) and primitive.feasible(case):
            return True
    return False
