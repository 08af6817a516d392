"""A constraint that holds in one case only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives.primitive import Primitive


@dataclass(frozen=True, slots=True)
class When(Primitive):
    """If the selector takes a value, a primitive holds (half-reified).

    `propagate` prunes by the inner primitive once the selector is that value; before, it takes
    the value from the selector as soon as the inner primitive's own propagation fails.

    Args:
        variables: the selector, then the inner primitive's variables that are not the selector.
        case: the value index of the selector.
        then: the primitive that holds in that case.
    """

    case: int
    then: Primitive

    name: ClassVar[str] = "When"
    consistency: ClassVar[str] = "of the inner primitive"

    @classmethod
    def of(cls, selector: int, case: int, then: Primitive) -> When:
        """Build the condition: if `selector` is the value index `case`, `then` holds."""
        rest = tuple(v for v in then.variables if v != selector)
        return cls((selector, *rest), case, then)

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the case is another, or the inner primitive holds."""
        if assignment[0] != self.case:
            return True
        known = dict(zip(self.variables, assignment, strict=True))
        return self.then.check([known[v] for v in self.then.variables])

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        if not all(domains[v] for v in self.variables):
            return None
        selector, bit = self.variables[0], 1 << self.case
        domain = domains[selector]
        if not domain & bit:
            return {}
        if domain == bit:
            found = self.then.propagate(domains)
            return None if found is None else dict(found)
        if self.then.fails(domains):
            return {selector: domain & ~bit}
        return {}

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether another case is open, or this one can hold; no domain may be empty."""
        if not all(domains[v] for v in self.variables):
            return False
        return bool(domains[self.variables[0]] & ~(1 << self.case)) or self.then.feasible(domains)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> When:
        """Return the same condition on renamed variables."""
        return When.of(places[self.variables[0]], self.case, self.then.moved(places))

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])
