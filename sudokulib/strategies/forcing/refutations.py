"""Refutations of any depth: further assumptions within assumptions.

Where singles and rules do not refute a candidate, one that they do refute after it is removed, and
so on; where there is none, the candidates of the truth that removes most are refuted one by one.
Every wrong candidate has such a refutation. Those with few assumptions are searched for first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.basics.interruption import check_interrupt
from sudokulib.logic.candidates import numbering
from sudokulib.model import bits
from sudokulib.strategies.forcing.conflict_analysis import chain_of
from sudokulib.strategies.forcing.implication_graph import ImplicationGraph, open_candidates
from sudokulib.strategies.forcing.implications import ForcingChain, Implication, Propagation

_LOOKED_AT = 12
"""Truths whose candidates are tried before one is chosen to be split.

A bound on time, as each of them is propagated at every assumption; those in most conflicts come
first. 6, 12 and 24 find the same 10,043 steps on 452 boards of the examples in the same time
(`python tests/benchmarks/constants.py`, strategy `nested-forcing-net`, 2026-11).
"""


class Refuter:
    """A search for refutations of the candidates of a board.

    Args:
        net: the board.
        most: how many further assumptions a refutation may make.

    Attributes:
        solutions: what is true in the solutions found on the way; no such candidate can be refuted.
        refuted: the candidates that it has refuted.
    """

    def __init__(self, net: ImplicationGraph, most: int) -> None:
        self.net = net
        self.most = most
        self.solutions = self.refuted = 0
        self._left = most

    def for_graph(self, net: ImplicationGraph) -> Refuter:
        """Return the same refuter on a later board."""
        later = Refuter(net, self.most)
        later.solutions, later.refuted = self.solutions, self.refuted
        return later

    def undecided(self) -> Iterator[int]:
        """Yield the candidates of which it is not known whether they can be refuted."""
        decided = self.solutions | self.refuted
        return (number for number in open_candidates(self.net) if not decided >> number & 1)

    def __contains__(self, number: int) -> bool:
        return bool((self.net.alive & ~self.solutions & ~self.refuted) >> number & 1)

    def refute(self, number: int) -> ForcingChain | None:
        """Return a refutation of a candidate; None if there is none within the limit."""
        if self.net.survived.get(number, -1) >= self.most:
            return None
        self._left = self.most
        chain = self._finish(_propagated(self.net, number), number)
        if chain is None:
            self.net.survived[number] = self.most
        else:
            self.refuted |= 1 << number
        return chain

    def _finish(self, run: Propagation, number: int) -> ForcingChain | None:
        while run.end is None:
            check_interrupt()
            if not self._left and self._narrowest(run):
                return None
            chosen = self._choose(run)
            if chosen is None:
                if not self._leaf(run):
                    return None
                break
            candidate, child = chosen
            self._left -= 1
            if self._left < 0:
                return None
            chain = self._finish(child, candidate)
            if chain is None:
                return None
            run.remove(Implication(1 << candidate, nested=chain))
        return chain_of(run, number)

    def _choose(self, run: Propagation) -> tuple[int, Propagation] | None:
        """Return the next assumption and its run; None if no candidate is open.

        The best one fails at once; otherwise it is one of the truth whose candidates remove most.
        """
        best: tuple[int, int, Propagation] | None = None
        for left in self._narrowest(run):
            tried = []
            for candidate in bits(left):
                child = Propagation(self.net, run.alive)
                child.place(candidate)
                if child.end is not None:
                    return candidate, child
                tried.append((child.removed.bit_count(), candidate, child))
            weight = 1
            for gone, _, _ in tried:
                weight *= gone
            if best is None or weight > best[0]:
                _, candidate, child = max(tried, key=lambda one: one[0])
                best = weight, candidate, child
        return None if best is None else best[1:]

    def _narrowest(self, run: Propagation) -> Sequence[int]:
        """Return the truths with fewest candidates left, those in most conflicts first, as masks.

        A truth is settled by a candidate without conflicts; where a value may repeat, others may be
        left beside it.
        """
        least = 1 << 30
        found: set[int] = set()
        eliminates, state = self.net.eliminates, run.alive
        for strong in self.net.truths:
            left = strong.mask & state
            size = left.bit_count()
            if not 1 < size <= least or not all(eliminates[n] & state for n in bits(left)):
                continue
            if size < least:
                least, found = size, set()
            found.add(left)

        def entangled(left: int) -> tuple[int, int]:
            return -sum((eliminates[n] & state).bit_count() for n in bits(left)), left

        return sorted(found, key=entangled)[:_LOOKED_AT]

    def _leaf(self, run: Propagation) -> bool:
        """Return whether a rule refutes a state in which nothing is open; else it is a solution."""
        model = self.net.board.model
        numbered = numbering(model)
        masks = [numbered.values(v, run.alive) for v in range(len(model.domains))]
        for number, primitive in enumerate(model.primitives):
            if not primitive.feasible(masks):
                run.end = Implication(0, rule=number)
                return True
        self.solutions |= run.alive
        return False


def replay_refutation(net: ImplicationGraph, chain: ForcingChain) -> ForcingChain | None:
    """Return a refutation by the assumptions of another; None if they do not suffice here."""
    return _replay(_propagated(net, chain.assumed), chain)


def _propagated(net: ImplicationGraph, number: int) -> Propagation:
    run = Propagation(net, net.alive)
    run.place(number)
    if run.end is None:
        run.singles()
    return run


def _replay(run: Propagation, chain: ForcingChain) -> ForcingChain | None:
    for implication in chain.implications:
        if run.end is not None:
            break
        if implication.nested is not None and run.alive >> implication.nested.assumed & 1:
            child = Propagation(run.net, run.alive)
            child.place(implication.nested.assumed)
            nested = _replay(child, implication.nested)
            if nested is not None:
                run.remove(Implication(1 << nested.assumed, nested=nested))
    return None if run.end is None else chain_of(run, chain.assumed)


def most_promising_first(net: ImplicationGraph, numbers: Iterator[int]) -> list[int]:
    """Return candidates in the order of how much they remove, most first."""
    weighed = []
    for number in numbers:
        run = Propagation(net, net.alive)
        run.place(number)
        weighed.append((-run.removed.bit_count(), number))
    return [number for _, number in sorted(weighed)]
