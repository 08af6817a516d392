"""The base class of all primitives; names follow the Global Constraint Catalogue."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

__all__ = ["Primitive"]


@dataclass(frozen=True, slots=True)
class Primitive(ABC):
    """A constraint on some variables.

    Its classes have no subclasses. So loops over thousands of primitives may ask for the exact type
    of each, which takes a hundredth of the time of `isinstance` with an abstract base.

    Args:
        variables: distinct variable indices, in the order that the constraint reads them.

    Attributes:
        consistency: which pruning `propagate` achieves, for example ``"domain"`` or ``"values"``.
    """

    variables: tuple[int, ...]

    name: ClassVar[str]
    consistency: ClassVar[str]

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

    @abstractmethod
    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Primitive:
        """Return the same constraint with variable v renamed to ``places[v]``."""

    @abstractmethod
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return the variables parted into sets whose members it makes pairwise different."""

    def differing(self) -> tuple[tuple[int, ...], ...]:
        """Return those of `groups` that have two variables or more."""
        return tuple([group for group in self.groups() if len(group) > 1])

    @property
    def value_symmetric(self) -> bool:
        """True if it says the same after any renaming of the symbols."""
        return False
