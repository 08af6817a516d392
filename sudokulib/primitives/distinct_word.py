"""Words of different letters that an automaton accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import ClassVar

from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.primitive import Primitive, feasible_by_cases
from sudokulib.primitives.regular import Automaton, Regular

_STATES = 150
"""Sets of used values that the exact treatment may enumerate.

Seven open values have 128 sets, eight have 256. 0 takes 13,712 nodes, 75, 150 and 300 take 13,511
(`python tests/benchmarks/constants.py primitives.distinct_word:_STATES 0 75 150 300 --nodes
examples --search reference`, 2026-11).
"""


@dataclass(frozen=True, slots=True)
class DistinctWord(Primitive):
    """The values, read in order, are a word that the automaton accepts, and all differ.

    `propagate` is domain consistent over the assignments that do both, by dynamic programming
    over the sets of values used so far, each with the states of the automaton that it leads to.
    Where there are too many such sets (see `exact`) it is domain consistent on the word alone.

    Args:
        variables: the line, in reading order.
        automaton: over value indices.

    >>> any_word = Automaton(1, ((1, 1, 1),), 1)
    >>> DistinctWord((0, 1), any_word).propagate([0b001, 0b011])
    {1: 2}
    """

    automaton: Automaton

    name: ClassVar[str] = "DistinctWord"
    consistency: ClassVar[str] = "domain if few values are open, else that of the word alone"

    @classmethod
    def of(cls, word: Regular) -> DistinctWord:
        """Require the variables of a word to differ."""
        return cls(word.variables, word.automaton)

    @property
    def word(self) -> Regular:
        """The word alone."""
        return Regular(self.variables, self.automaton)

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the values are distinct and the word is accepted."""
        return len(set(assignment)) == len(assignment) and self.word.check(assignment)

    def exact(self, domains: Sequence[int]) -> bool:
        """Return whether `propagate` is domain consistent on these domains."""
        union = loose = 0
        for v in self.variables:
            if domains[v] & (domains[v] - 1):
                union |= domains[v]
                loose += 1
        size = union.bit_count()
        return sum(comb(size, n) for n in range(min(loose, size) + 1)) <= _STATES

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        if not self.exact(domains):
            return self.word.propagate(domains)
        layers = self._layers(domains)
        accept = self.automaton.accept
        alive = {used: s for used, states in layers[-1].items() if (s := states & accept)}
        if not alive:
            return None
        smaller = {}
        for number in range(len(self.variables) - 1, -1, -1):
            v = self.variables[number]
            kept, alive = self._back(layers[number], domains[v], alive)
            if kept != domains[v]:
                smaller[v] = kept
        return smaller

    def _layers(self, domains: Sequence[int]) -> list[dict[int, int]]:
        """Return for each place the states reached, by the set of values used before it."""
        layers = [{0: self.automaton.start}]
        for v in self.variables:
            layer: dict[int, int] = {}
            after: dict[tuple[int, int], int] = {}
            for used, states in layers[-1].items():
                rest = domains[v] & ~used
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    if (states, bit) not in after:
                        after[states, bit] = self.automaton.after(states, bit)
                    if after[states, bit]:
                        layer[used | bit] = layer.get(used | bit, 0) | after[states, bit]
            layers.append(layer)
        return layers

    def _back(
        self, layer: Mapping[int, int], domain: int, alive: Mapping[int, int]
    ) -> tuple[int, dict[int, int]]:
        """Return the values that lead from a layer into live states, and the states left alive."""
        kept, live = 0, {}
        steps = self.automaton.steps
        for used, states in layer.items():
            onward = ((bit, alive.get(used | bit, 0)) for bit in _bits(domain & ~used))
            goals = [(bit, goal) for bit, goal in onward if goal]
            here, rest = 0, states if goals else 0
            while rest:
                low = rest & -rest
                rest ^= low
                row = steps[low.bit_length() - 1]
                for bit, goal in goals:
                    if row[bit.bit_length() - 1] & goal:
                        kept |= bit
                        here |= low
            if here:
                live[used] = here
        return kept, live

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some assignment within `domains` does both; by cases if not exact."""
        if self.exact(domains):
            return self.propagate(domains) is not None
        return feasible_by_cases(self, domains)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> DistinctWord:
        """Return the same word of renamed variables."""
        return DistinctWord(tuple(places[v] for v in self.variables), self.automaton)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return one group: all its variables."""
        return (self.variables,)


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low)
    return found
