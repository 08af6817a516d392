"""Words that an automaton accepts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import or_
from typing import ClassVar, TypeVar

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.errors import LimitError
from sudokulib.primitives.primitive import Primitive

_S = TypeVar("_S", bound=Hashable)

MOST_STATES = 20_000
"""States that an automaton may have.

A bound against hostile files: as many take 0.4 s and 240 MB to build, half as many 63 MB, twice as
many 940 MB (`python tests/benchmarks/at_limits.py`, 2026-11).
"""

_ROUNDS = 63
"""States between two questions whether to go on, as a mask; each costs a step for each value."""


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
        reads = [((value,), value) for value in range(values)]

        def steps(state: _S) -> list[tuple[tuple[int], _S]]:
            return [(read, target) for read, value in reads for target in step(state, value)]

        return cls.of_steps(start, steps, accepts, values)

    @classmethod
    def of_steps(
        cls,
        start: Iterable[_S],
        steps: Callable[[_S], Iterable[tuple[Iterable[int], _S]]],
        accepts: Callable[[_S], bool],
        values: int,
    ) -> Automaton:
        """Build the same from a function that returns all steps of a state at once, in less time.

        Args:
            start: the states to begin in.
            steps: value indices by any of which a state is left, and the state that follows.
            accepts: whether a word may end in a state.
            values: how many value indices there are.

        Raises:
            LimitError: more than `MOST_STATES` states.

        >>> after = {"even": [([0], "even"), ([1], "odd")], "odd": [([0, 1], "odd")]}
        >>> Automaton.of_steps(["even"], after.__getitem__, {"odd"}.__contains__, 2)
        Automaton(start=1, steps=((1, 2), (2, 2)), accept=2)
        """
        states = [*dict.fromkeys(start)]
        number = dict(zip(states, range(len(states)), strict=True))
        first = (1 << len(states)) - 1
        rows: list[tuple[int, ...]] = []
        for state in checked(states):  # grows as new ones are found
            row = [0] * values
            for read, target in steps(state):
                if (at := number.get(target)) is None:
                    at = number[target] = len(number)
                    states.append(target)
                for value in read:
                    row[value] |= 1 << at
            rows.append(tuple(row))
            if len(states) > MOST_STATES:
                raise LimitError(
                    f"an automaton of more than {MOST_STATES:,} states; shorten the line or clue"
                )
        accept = sum(1 << n for state, n in number.items() if accepts(state))
        return cls(first, tuple(rows), accept)

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
        number = low.bit_length() - 1
        if number & _ROUNDS == _ROUNDS:
            check_interrupt()
        yield steps[number]


# Safe to cache, as it reads nothing else; the same clue stands on many lines. So below.
@lru_cache(maxsize=4096)
def _accepts(automaton: Automaton, domains: tuple[int, ...]) -> bool:
    states = automaton.start
    for domain in domains:
        states = _after(automaton, states, domain)
    return bool(states & automaton.accept)


@lru_cache(maxsize=256)
def _successors(automaton: Automaton, domain: int) -> tuple[int, ...]:
    """Return for each state the states reached by any value of a domain.

    Most cells of a line have one domain, so that a line of nine is read five times as fast.
    """
    values = [value for value in range(domain.bit_length()) if domain >> value & 1]
    rows = checked(automaton.steps, _ROUNDS + 1)
    return tuple([reduce(or_, [row[value] for value in values], 0) for row in rows])


def _after(automaton: Automaton, states: int, domain: int) -> int:
    """Return what `Automaton.after` does, by a table of all states."""
    successors, reached = _successors(automaton, domain), 0
    while states:
        low = states & -states
        states ^= low
        reached |= successors[low.bit_length() - 1]
    return reached


@lru_cache(maxsize=1024)
def _alike(automaton: Automaton) -> tuple[int, ...]:
    """Return sets of values that the same steps follow, as bit masks; none if all values differ."""
    columns = list(zip(*automaton.steps, strict=True))
    found: dict[tuple[int, ...], int] = {}
    for value, column in enumerate(columns):
        found[column] = found.get(column, 0) | 1 << value
    return () if len(found) == len(columns) else tuple(found.values())


# Few trials on a board change which sorts of values a cell may have: forcing nets of 20 pentominoes
# on 10x10, with eight rules on 100 cells that tell three sorts of 20 values apart, take 5.3 s each
# so, and 7 without (`explain examples/polyominoes/twenty-pentominoes.yaml`, 2026-11).
@lru_cache(maxsize=1024)
def _kept(automaton: Automaton, domains: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return for each place of a line the values that are in a word; None if there is no word."""
    layers = [automaton.start]
    for domain in domains:
        layers.append(_after(automaton, layers[-1], domain))
    alive = layers[-1] & automaton.accept
    if not alive:
        return None
    kept = []
    for number in range(len(domains) - 1, -1, -1):
        values, alive = _before(automaton, layers[number], domains[number], alive)
        kept.append(values)
    return tuple(kept[::-1])


# Trials on a board differ in few cells: forcing nets of a 9x9 chaos construction (iss-258) take
# 1.9 s each so, and 2.5 without (2026-11).
@lru_cache(maxsize=4096)
def _before(automaton: Automaton, states: int, domain: int, alive: int) -> tuple[int, int]:
    """Return the values that lead from `states` into `alive`, and the states they leave."""
    kept = live = 0
    steps, successors = automaton.steps, _successors(automaton, domain)
    while states:
        low = states & -states
        states ^= low
        state = low.bit_length() - 1
        if state & _ROUNDS == _ROUNDS:
            check_interrupt()
        if not successors[state] & alive:
            continue
        live |= low
        row, rest = steps[state], domain & ~kept
        while rest:
            bit = rest & -rest
            rest ^= bit
            if row[bit.bit_length() - 1] & alive:
                kept |= bit
    return kept, live


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
        own = tuple([domains[v] for v in self.variables])
        sets = _alike(self.automaton)
        # The lowest value of a set stands for all of it.
        lowest = [sum([each & -each for each in sets if each & mask]) for mask in own]
        kept = _kept(self.automaton, tuple(lowest) if sets else own)
        if kept is None:
            return None
        if sets:
            kept = tuple([
                sum([each & mask for each in sets if each & values])
                for mask, values in zip(own, kept, strict=True)
            ])  # fmt: skip
        changed = zip(self.variables, own, kept, strict=True)
        return {v: values for v, mask, values in changed if values != mask}

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some word within the domains is accepted."""
        return _accepts(self.automaton, tuple([domains[v] for v in self.variables]))

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Regular:
        """Return the same automaton reading renamed variables."""
        return Regular(tuple(places[v] for v in self.variables), self.automaton)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])
