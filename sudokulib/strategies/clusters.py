"""Clusters: candidates tied to one another by pairs of which exactly one is true, in two colours.

A pair ties only if it is a truth and a conflict at once: a truth alone would let both be true, a
conflict alone neither. All of one colour are then true, and all of the other are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import Strong, conflicts, link, truth
from sudokulib.logic.step import Link, Rank, Truth
from sudokulib.model import bits
from sudokulib.strategies.nodes import Either
from sudokulib.strategies.webs import Chain

__all__ = ["Clash", "Cluster", "clusters", "colour_refuted"]


@dataclass(frozen=True, slots=True)
class Clash:
    """Candidates of one colour that cannot all be true.

    Args:
        members: the candidates, by number, with repeats.
        links: what excludes them from one another, or from the truths, as masks.
        truths: truths that would have no candidate left.
    """

    members: tuple[int, ...]
    links: tuple[int, ...]
    truths: tuple[Strong, ...] = ()


@dataclass(frozen=True, slots=True)
class Cluster:
    """Candidates of which either all of one colour are true or all of the other.

    Args:
        colours: two masks of candidates.
        ties: for each candidate, by number, the pairs that it is in: (other number, pair).
    """

    colours: tuple[int, int]
    ties: dict[int, list[tuple[int, Either]]]

    def way(self, start: int, goals: int) -> list[int]:
        """The shortest way from a candidate to one of some others, by number."""
        before, line = {start: start}, [start]
        for here in line:
            if goals >> here & 1:
                return _back(before, here)
            for there, _ in self.ties[here]:
                if there not in before:
                    before[there] = here
                    line.append(there)
        raise ValueError("there is no way")

    def between(self, one: int, other: int) -> Either:
        """The pair of two neighbours."""
        return next(either for there, either in self.ties[one] if there == other)

    def nearest(self, ones: int, others: int) -> list[int]:
        """The shortest way from any of some candidates to any of some others."""
        return min((self.way(start, others) for start in bits(ones)), key=len)

    def chain(self, way: Sequence[int]) -> Chain:
        """A way of an odd number of ties as a chain: one of its ends is true."""
        return Chain(
            tuple(1 << number for number in way),
            tuple(self.between(*pair) for pair in list(pairwise(way))[::2]),
        )


def _back(before: dict[int, int], end: int) -> list[int]:
    way = [end]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]


def clusters(board: Board, eithers: Iterable[Either]) -> Iterator[Cluster]:
    """The clusters that some pairs tie together, those of low candidates first.

    Args:
        board: where.
        eithers: pairs of candidates; those that may both be true do not count.
    """
    sight = conflicts(board)
    ties: dict[int, list[tuple[int, Either]]] = {}
    for either in eithers:
        one, other = either.first.bit_length() - 1, either.second.bit_length() - 1
        if sight[one] >> other & 1:
            ties.setdefault(one, []).append((other, either))
            ties.setdefault(other, []).append((one, either))
    done = 0
    for start in sorted(ties):
        if not done >> start & 1:
            cluster = _coloured(ties, start)
            done |= cluster.colours[0] | cluster.colours[1]
            yield cluster


def _coloured(ties: dict[int, list[tuple[int, Either]]], start: int) -> Cluster:
    colours, line = {start: 0}, [start]
    for here in line:
        for there, _ in ties[here]:
            if there not in colours:
                colours[there] = 1 - colours[here]
                line.append(there)
    masks = [sum(1 << n for n, c in colours.items() if c == colour) for colour in (0, 1)]
    # Where no two colours are enough, every way still has to change colour at each tie.
    kept = {n: [tie for tie in ties[n] if colours[tie[0]] != colours[n]] for n in line}
    return Cluster((masks[0], masks[1]), kept)


def colour_refuted(board: Board, cluster: Cluster, false: int, clash: Clash) -> Rank:
    """Why a candidate is false whose colour runs into a clash.

    Args:
        board: where.
        cluster: the cluster.
        false: the candidate, by number.
        clash: what cannot be if its colour is true.
    """
    truths = [truth(board, one) for one in clash.truths]
    links = [_link(board, mask) for mask in clash.links]
    for member in clash.members:
        more, between = _if_true(board, cluster, false, member)
        truths += more
        links += between
    return Rank(tuple(truths), tuple(links))


def _if_true(
    board: Board, cluster: Cluster, start: int, end: int
) -> tuple[list[Truth], list[Link]]:
    """Why a candidate is true if another one of its colour is."""
    way = cluster.way(start, 1 << end)
    pairs = list(pairwise(way))
    truths = [truth(board, cluster.between(*pair).truths[0]) for pair in pairs[1::2]]
    return truths, [_link(board, 1 << one | 1 << other) for one, other in pairs[::2]]


def _link(board: Board, mask: int) -> Link:
    return link(board, numbering(board.model).candidates(mask))
