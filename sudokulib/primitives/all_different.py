"""No value twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives.primitive import Primitive


@dataclass(frozen=True, slots=True)
class AllDifferent(Primitive):
    """The variables take pairwise different values (``alldifferent`` of the catalogue).

    `propagate` removes assigned values from the others until nothing changes (value
    consistency); `feasible` is exact, by bipartite matching.

    >>> AllDifferent((0, 1)).propagate([0b01, 0b11])
    {1: 2}
    """

    name: ClassVar[str] = "AllDifferent"
    consistency: ClassVar[str] = "value"

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the values are distinct."""
        return len(set(assignment)) == len(assignment)

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """Prune to value consistency: remove assigned values from the other domains."""
        now = without_assigned(self.variables, domains)
        return now and {v: d for v, d in now.items() if d != domains[v]}

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether the variables can be matched to distinct values of their domains."""
        owner: dict[int, int] = {}
        taken = 0

        def place(variable: int, tried: set[int]) -> bool:
            nonlocal taken
            if free := domains[variable] & ~taken:  # nearly always: nobody has to move
                bit = free & -free
                taken |= bit
                owner[bit] = variable
                return True
            rest = domains[variable]
            while rest:
                bit = rest & -rest
                rest ^= bit
                if bit not in tried:
                    tried.add(bit)
                    if place(owner[bit], tried):
                        owner[bit] = variable
                        return True
            return False

        return all(place(v, set()) for v in self.variables)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> AllDifferent:
        """Return the same constraint on renamed variables, sorted."""
        return AllDifferent(tuple(sorted(places[v] for v in self.variables)))

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return one group: all its variables."""
        return (self.variables,)

    @property
    def value_symmetric(self) -> bool:
        """Always: symbols may be renamed."""
        return True


def without_assigned(variables: Sequence[int], domains: Sequence[int]) -> dict[int, int] | None:
    """Return the domains without the values assigned to others; None if one becomes empty."""
    now = {v: domains[v] for v in variables}
    queue = [v for v, d in now.items() if not d & (d - 1)]
    while queue:
        fixed = queue.pop()
        for v, d in now.items():
            if v != fixed and d & now[fixed]:
                now[v] = d & ~now[fixed]
                if not now[v] & (now[v] - 1):
                    queue.append(v)
    return now if all(now.values()) else None
