"""The base class of all primitives; names follow the Global Constraint Catalogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar


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


def propagate_all(primitives: Sequence[Primitive], domains: list[int]) -> bool:
    """Narrow `domains` until no primitive removes a value; return False if one cannot be met."""
    changed = True
    while changed:
        changed = False
        for primitive in primitives:
            smaller = primitive.propagate(domains)
            if smaller is None:
                return False
            for v, domain in smaller.items():
                changed = changed or domains[v] & domain != domains[v]
                domains[v] &= domain
                if not domains[v]:
                    return False
    return True


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
