"""Chains: alternating inferences of which either the first or the last node is true.

A search starts from each candidate that might be false, and ends at the shortest chain whose ends
both exclude it. Discontinuous loops are the same thing, seen from their discontinuity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import merge

from sudokulib.board import Board
from sudokulib.logic.candidates import candidates_left
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies.chains.chain_steps import chain_step
from sudokulib.strategies.chains.graph import (
    Chain,
    InferenceGraph,
    almost_locked_graph,
    bivalue_graph,
    graphs_by_value,
    grouped_graph,
    plain_graph,
)
from sudokulib.strategies.chains.nodes import common_conflicts, pairs
from sudokulib.strategies.chains.words import tell_chain
from sudokulib.strategies.registry import strategy

MOST = 16
"""The most strong inferences of a chain; shorter ones are found first.

Of 92 open chains in HoDoKu's library (``python tests/acceptance/reglib.py``, codes 0701 to 0711
without loops) 4 cover 68, 8 cover 90, 16 all, and 32 find no further step.
"""


@dataclass(slots=True)
class _Search:
    """The inferences from one candidate's being true or false, explored level by level."""

    ends: int
    going: Iterator[tuple[int, int]]
    levels: list[tuple[int, int]] = field(default_factory=list)

    def advance(self) -> int | None:
        """Explore one more level; return the nodes that end chains there, None if there is none."""
        level = next(self.going, None)
        if level is None:
            return None
        self.levels.append(level)
        return level[1] & self.ends


def shortest(own: InferenceGraph, targets: int, most: int = MOST) -> Iterator[Chain]:
    """Yield, for each node and each target, the shortest chain that decides it, short ones first.

    Args:
        own: the inferences.
        targets: the candidates to refute, as a mask.
        most: the most strong inferences of a chain.

    Returns:
        Chains that start and end at one node, which is true; chains whose ends exclude a target,
        of equally short ones one that excludes the most. None runs through a candidate that a
        part of it decides.
    """
    searches = [_Search(1 << n, own.levels(1 << n)) for n in range(len(own.nodes))]
    ends = (own.seen.get(candidate, 0) for candidate in bits(targets))
    searches += [_Search(mask, own.levels(mask)) for mask in ends if mask]
    for depth in range(1, most + 1):
        still = []
        for search in searches:
            hits = search.advance()
            chain = _widest(own, search.levels, hits) if hits and depth > 1 else None
            if chain is not None:
                yield chain
            elif hits is not None and (depth > 1 or not hits):
                still.append(search)
        searches = still


def _widest(own: InferenceGraph, levels: list[tuple[int, int]], hits: int) -> Chain | None:
    """Return the chain to some ends that excludes the most."""
    chains = [chain for end in bits(hits) if (chain := own.chain_to(levels, end)) is not None]
    return max(chains, key=lambda chain: _excluded(own, chain).bit_count(), default=None)


def _excluded(own: InferenceGraph, chain: Chain) -> int:
    """Return what is in conflict with both ends of a chain."""
    first, last = (own.sight[own.numbers[node]] for node in (chain.nodes[0], chain.nodes[-1]))
    return first & last


def _steps(board: Board, technique: str, found: Iterable[Chain], rating: float) -> Iterator[Step]:
    """Yield the steps of some chains, one for each conclusion."""
    seen = set()
    sight = conflicts(board)
    for chain in found:
        targets = common_conflicts(sight, chain.nodes[0] | chain.nodes[-1])
        step = chain_step(board, technique, chain, targets, rating)
        if step is not None and (step.placements, step.eliminations) not in seen:
            seen.add((step.placements, step.eliminations))
            yield step


@strategy(
    "x-chain",
    family="chains",
    rating=6.6,
    score=260,
    source="Sudopedia, X-Chain; Sudoku Explainer, forcing X-chain",
    monotone=False,
    tell=tell_chain,
)
def x_chain(board: Board) -> Iterator[Step]:
    """Places of one value, of which the first or the last is true."""
    graphs = graphs_by_value(board, pairs(board))
    found = (shortest(own, candidates_left(board)) for own in graphs)
    yield from _steps(board, "x-chain", merge(*found, key=lambda chain: len(chain.nodes)), 6.6)


@strategy(
    "xy-chain",
    family="chains",
    rating=6.6,
    score=260,
    source="Sudopedia, XY-Chain",
    monotone=False,
    tell=tell_chain,
)
def xy_chain(board: Board) -> Iterator[Step]:
    """Cells with two candidates, each seen by the next for one of them."""
    yield from _steps(
        board, "xy-chain", shortest(bivalue_graph(board), candidates_left(board)), 6.6
    )


@strategy(
    "aic",
    family="chains",
    rating=7.0,
    score=280,
    source="Sudopedia, Alternating Inference Chain",
    aliases=("alternating-inference-chain", "discontinuous-nice-loop"),
    monotone=False,
    tell=tell_chain,
)
def alternating_chain(board: Board) -> Iterator[Step]:
    """Truths of two candidates and conflicts alternate: the first or the last node is true."""
    yield from _steps(board, "aic", shortest(plain_graph(board), candidates_left(board)), 7.0)


@strategy(
    "grouped-aic",
    family="chains",
    rating=7.0,
    score=300,
    source="Sudopedia, Grouped Chains and Grouped Nice Loops",
    monotone=False,
    tell=tell_chain,
)
def grouped_chain(board: Board) -> Iterator[Step]:
    """An alternating chain in which several candidates of a truth are one node."""
    found = shortest(grouped_graph(board), candidates_left(board))
    yield from _steps(board, "grouped-aic", (chain for chain in found if chain.grouped), 7.0)


@strategy(
    "als-aic",
    family="chains",
    rating=7.0,
    score=320,
    source="Sudopedia, Almost Locked Set Chain; HoDoKu, grouped nice loops with ALS nodes",
    monotone=False,
    tell=tell_chain,
)
def almost_locked_chain(board: Board) -> Iterator[Step]:
    """An alternating chain through almost locked sets, from one value of theirs to another."""
    found = shortest(almost_locked_graph(board), candidates_left(board))
    yield from _steps(board, "als-aic", (chain for chain in found if chain.sets), 7.0)
