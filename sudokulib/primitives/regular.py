"""Words that an automaton accepts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, TypeVar

from sudokulib.basics.interruption import check_interrupt
from sudokulib.errors import LimitError
from sudokulib.primitives.primitive import Primitive

__all__ = ["Automaton", "Regular"]

_S = TypeVar("_S", bound=Hashable)

MOST_STATES = 20_000
"""States that an automaton may have.

A bound against files that would take long to load and to solve.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """A finite automaton over value indices; need not be deterministic.

    Args:
        start: the states to begin in, as a bit mask.
        steps: for each state, for each value index, the states to go to, as a bit mask.
        accept: the accepting states, as a bit mask.
    """

    start: int
    steps: tuple[tuple[int, ...], ...]
    accept: int
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.start, self.steps, self.accept)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        return self is other or (
            self._hash == other._hash
            and (self.start, self.steps, self.accept) == (other.start, other.steps, other.accept)
        )

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def of(
        cls,
        start: Iterable[_S],
        step: Callable[[_S, int], Iterable[_S]],
        accepts: Callable[[_S], bool],
        values: int,
    ) -> Automaton:
        """Build the automaton that a step function describes, its states found from the start on.

        Args:
            start: the states to begin in.
            step: the states that follow a state on a value index; none rejects.
            accepts: whether a word may end in a state.
            values: how many value indices there are.

        Raises:
            LimitError: more than `MOST_STATES` states.
        """
        number: dict[_S, int] = {}
        for state in start:
            number.setdefault(state, len(number))
        first = (1 << len(number)) - 1
        steps: list[tuple[int, ...]] = []
        states = list(number)
        for state in states:  # grows as new ones are found
            targets = []
            for value in range(values):
                mask = 0
                for target in step(state, value):
                    if target not in number:
                        number[target] = len(number)
                        states.append(target)
                    mask |= 1 << number[target]
                targets.append(mask)
            steps.append(tuple(targets))
            if len(states) > MOST_STATES:
                raise LimitError(
                    f"an automaton of more than {MOST_STATES:,} states; shorten the line or clue"
                )
        accept = sum(1 << n for state, n in number.items() if accepts(state))
        return cls(first, tuple(steps), accept)

    def after(self, states: int, domain: int) -> int:
        """Return the states reached from some states by any value of a domain, all as bit masks."""
        reached = 0
        for row in _at(self.steps, states):
            rest = domain
            while rest:
                bit = rest & -rest
                rest ^= bit
                reached |= row[bit.bit_length() - 1]
        return reached


def _at(steps: Sequence[tuple[int, ...]], states: int) -> Iterable[tuple[int, ...]]:
    while states:
        low = states & -states
        states ^= low
        yield steps[low.bit_length() - 1]


# Safe to cache, as it reads nothing else; the same clue stands on many lines.
@lru_cache(maxsize=4096)
def _accepts(automaton: Automaton, domains: tuple[int, ...]) -> bool:
    states = automaton.start
    for domain in domains:
        states = automaton.after(states, domain)
    return bool(states & automaton.accept)


@dataclass(frozen=True, slots=True)
class Regular(Primitive):
    """The values, read in order, are a word that the automaton accepts (``automaton``).

    `propagate` is domain consistent: the states reachable from both ends are kept for each place,
    and a value without a transition between them goes (Pesant 2004).

    Args:
        variables: the line, in reading order; no variable may occur twice.
        automaton: over value indices.
    """

    automaton: Automaton

    name: ClassVar[str] = "Regular"
    consistency: ClassVar[str] = "domain"

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the word is accepted."""
        states = self.automaton.start
        for value in assignment:
            states = self.automaton.after(states, 1 << value)
        return bool(states & self.automaton.accept)

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """Prune to domain consistency."""
        check_interrupt()
        layers = self._layers(domains)
        alive = layers[-1] & self.automaton.accept
        if not alive:
            return None
        smaller = {}
        for number in range(len(self.variables) - 1, -1, -1):
            v = self.variables[number]
            kept, alive = self._back(layers[number], domains[v], alive)
            if kept != domains[v]:
                smaller[v] = kept
        return smaller

    def _layers(self, domains: Sequence[int]) -> list[int]:
        layers = [self.automaton.start]
        for v in self.variables:
            layers.append(self.automaton.after(layers[-1], domains[v]))
        return layers

    def _back(self, states: int, domain: int, alive: int) -> tuple[int, int]:
        """Return the values that lead from `states` into `alive`, and the states they leave."""
        kept = live = 0
        steps = self.automaton.steps
        while states:
            low = states & -states
            states ^= low
            row, rest = steps[low.bit_length() - 1], domain
            while rest:
                bit = rest & -rest
                rest ^= bit
                if row[bit.bit_length() - 1] & alive:
                    kept |= bit
                    live |= low
        return kept, live

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some word within the domains is accepted."""
        return _accepts(self.automaton, tuple([domains[v] for v in self.variables]))

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Regular:
        """Return the same automaton reading renamed variables."""
        return Regular(tuple(places[v] for v in self.variables), self.automaton)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])
