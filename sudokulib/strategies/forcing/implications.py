"""Propagation of an assumption on candidate bits.

A run places and removes candidates until nothing follows or there is a contradiction. It keeps a
trail of implications; `sudokulib.strategies.forcing.conflict_analysis` takes out what is needed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from sudokulib.basics.interruption import check_interrupt
from sudokulib.model import bits
from sudokulib.strategies.forcing.implication_graph import (
    ImplicationGraph,
    eliminated_by_each,
    eliminated_by_rule,
)

_WIDEST_LOCKED = 3
"""The most candidates of a truth that is checked for what all of them remove.

With 2 `forcing-net-plus` finds 10,958 steps on the boards of the examples, with 3 and 4 10,972
(`python tests/benchmarks/constants.py`, 2026-11).
"""


@dataclass(frozen=True, slots=True)
class Implication:
    """A consequence within a run; its reason is one of the last four attributes.

    Args:
        gone: the candidates that it removes.
        placed: the candidate that it places, by number; -1 if none.
        truth: the truth that has no other candidate left, by number.
        rule: the primitive that has no filling with what is gone.
        pattern: truths whose candidates see what is gone: one, or two that form a pair.
        nested: the refutation of what is gone.
    """

    gone: int
    placed: int = -1
    truth: int = -1
    rule: int = -1
    pattern: tuple[int, ...] = ()
    nested: ForcingChain | None = None


@dataclass(frozen=True, slots=True)
class ForcingChain:
    """The implications of a run that a conclusion needs.

    Args:
        assumed: the candidate that is assumed, by number.
        holds: whether it is assumed to be true.
        implications: what follows, in order.
        end: the contradiction; None if it does not end in one.
        needs: the candidates that had to be removed before.
        nodes: how many candidates it shows to be true or false, as a measure of its length.
        removes: the candidates that the assumption itself removes, as far as it needs them.
    """

    assumed: int
    holds: bool
    implications: tuple[Implication, ...]
    end: Implication | None
    needs: int
    nodes: int
    removes: int = 0

    def all_implications(self) -> Iterator[Implication]:
        """Yield its implications and those of the refutations in it, the ends included."""
        for implication in (*self.implications, *([self.end] if self.end else [])):
            yield implication
            if implication.nested is not None:
                yield from implication.nested.all_implications()


class Propagation:
    """The consequences of a state, one after another.

    Args:
        net: the board.
        state: the candidates that are left when the run begins.
        patterns: whether locked candidates and pairs are used, too.
    """

    __slots__ = (
        "_changed", "_dirty", "_locking", "_pairing", "_placed", "_queue",
        "alive", "end", "implications", "net", "patterns", "start",
    )  # fmt: skip

    def __init__(self, net: ImplicationGraph, state: int, *, patterns: bool = False) -> None:
        self.net = net
        self.start = self.alive = state
        self.patterns = patterns
        self.implications: list[Implication] = []
        self.end: Implication | None = None
        self._placed = 0
        self._queue: deque[tuple[int, int]] = deque()
        self._dirty: dict[int, None] = {}
        # For patterns: what has been removed since the last search, truths that may lock
        # something, and pairs of candidates that may form a pattern with another pair.
        self._changed = 0
        self._locking: dict[int, None] = {}
        self._pairing: dict[int, int] = {}

    @property
    def removed(self) -> int:
        """The candidates removed since the run began."""
        return self.start & ~self.alive

    def place(self, number: int) -> None:
        """Assume a candidate, and propagate."""
        self._placed |= 1 << number
        self._queue.append((number, -1))
        self.propagate()

    def remove(self, implication: Implication) -> None:
        """Remove candidates for a reason, and propagate."""
        self._record(implication)
        self.propagate()

    def singles(self) -> None:
        """Place the single candidates of truths, propagate all rules, and continue."""
        for number, strong in enumerate(self.net.truths):
            self._check_truth(strong.mask & self.alive, number)
        for numbers in self.net.rules:
            self._dirty.update(dict.fromkeys(numbers))
        self.propagate()

    def propagate(self) -> None:
        """Propagate until nothing follows: singles first, then rules, then patterns."""
        while self.end is None:
            check_interrupt()
            if self._queue:
                number, truth = self._queue.popleft()
                gone = self.net.eliminates[number] & self.alive
                self._record(Implication(gone, number, truth))
                for rule, more in self.net.static.get(number, ()):
                    if more & self.alive:
                        self._record(Implication(more & self.alive, rule=rule))
            elif self._dirty:
                self._narrow(next(iter(self._dirty)))
            elif not (self.patterns and self._find_patterns()):
                return

    def _record(self, implication: Implication) -> None:
        self.implications.append(implication)
        rest = implication.gone
        self._changed |= rest
        self.alive = left = self.alive & ~rest
        truths_of, rules, dirty = self.net.truths_of, self.net.rules, self._dirty
        while rest:
            low = rest & -rest
            rest ^= low
            number = low.bit_length() - 1
            for mask, truth in truths_of[number]:
                mask &= left  # noqa: PLW2901 - the hottest lines of the package
                if not mask & (mask - 1):
                    self._check_truth(mask, truth)
            if rules:
                for rule in rules[number]:
                    dirty[rule] = None

    def _check_truth(self, left: int, truth: int) -> None:
        if not left:
            if self.end is None:
                self.end = Implication(0, truth=truth)
        elif not left & (left - 1) and not left & self._placed:
            self._placed |= left
            self._queue.append((left.bit_length() - 1, truth))

    def _narrow(self, rule: int) -> None:
        del self._dirty[rule]
        gone = eliminated_by_rule(self.net, rule, self.alive)
        if gone is None:
            self.end = Implication(0, rule=rule)
        elif gone:
            self._record(Implication(gone, rule=rule))
            self._dirty.pop(rule, None)

    def _find_patterns(self) -> bool:
        """Return whether a changed truth locks something, alone or as one of a pair."""
        for number in bits(self._changed):
            self._locking.update(dict.fromkeys(truth for _, truth in self.net.truths_of[number]))
        self._changed = 0
        while self._locking:
            truth = next(iter(self._locking))
            left = self.net.truths[truth].mask & self.alive
            size = left.bit_count()
            if 1 < size <= _WIDEST_LOCKED and (hits := self._locked(left)):
                self._record(Implication(hits, pattern=(truth,)))
                return True
            del self._locking[truth]
            if size == 2:
                self._pairing[left] = truth
        while self._pairing:
            left = next(iter(self._pairing))
            if not left & ~self.alive:
                implication = next(self._pairs(left, self._pairing[left]), None)
                if implication is not None:
                    self._record(implication)
                    return True
            del self._pairing[left]
        return False

    def _locked(self, left: int) -> int:
        """Return what all of some candidates remove."""
        hits = self.alive
        for candidate in bits(left):
            hits &= self.net.eliminates[candidate]
        return hits

    def _pairs(self, one: int, first: int) -> Iterator[Implication]:
        """Yield other truths of two candidates, each in conflict with one of the given two.

        Naked and hidden pairs and the smallest fish are of this form.
        """
        eliminates = self.net.eliminates
        near, far = eliminated_by_each(self.net, one)
        for c in bits(near & self.alive & ~one):
            for mask, second in self.net.truths_of[c]:
                d = mask & self.alive & ~(1 << c)
                if d & far and not d & (d - 1) and not d & one:
                    hits = near & eliminates[c] | far & eliminates[d.bit_length() - 1]
                    if hits & self.alive:
                        yield Implication(hits & self.alive, pattern=(first, second))


def assume(
    net: ImplicationGraph, number: int, *, holds: bool = True, patterns: bool = False
) -> Propagation:
    """Return the run that begins with a candidate of the board being true (or false)."""
    run = Propagation(net, net.alive, patterns=patterns)
    if holds:
        run.place(number)
    else:
        run.remove(Implication(1 << number))
    return run
