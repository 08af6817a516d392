"""Continuous loops: chains whose last node excludes their first.

As many links as truths hold all candidates of the truths (rank 0), so each link has a true
candidate among those of the loop, and whatever excludes a whole link is false. Either all even
nodes are true or all odd ones; so whatever excludes two nodes at an odd distance is false too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from heapq import merge
from operator import or_

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies.chains.chain_steps import (
    length_rating,
    loop_links,
    loop_step,
    split_loop_step,
)
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

MOST = 12
"""The most strong inferences of a loop; shorter ones are found first.

Of 17 loops in HoDoKu's library (``python tests/acceptance/reglib.py``, codes 0706 and 0709) 6 cover
12, 12 cover 16, and 24 find no further step.
"""


def loops(own: InferenceGraph, most: int = MOST) -> Iterator[Chain]:
    """Yield chains from each node to nodes that exclude it, short ones first.

    Args:
        own: the inferences.
        most: the most strong inferences of a loop.
    """
    going: list[tuple[int, Iterator[tuple[int, int]], list[tuple[int, int]]]]
    going = [(start, own.levels(1 << start), []) for start in range(len(own.nodes))]
    for depth in range(1, most + 1):
        still = []
        for start, search, levels in going:
            level = next(search, None)
            if level is None:
                continue
            levels.append(level)
            still.append((start, search, levels))
            for end in bits(level[1] & own.weak[start]) if depth > 1 else ():
                chain = own.chain_to(levels, end)
                if chain is not None:
                    yield chain
        going = still


def _steps(board: Board, technique: str, found: Iterable[Chain]) -> Iterator[Step]:
    """Yield the steps of some loops, one for each conclusion."""
    seen = set()
    sight = conflicts(board)
    for chain in found:
        if _simpler(board, chain):
            continue
        targets = [common_conflicts(sight, mask) for mask in loop_links(chain)]
        rating = 6.5 if chain.pure else 7.0
        gone = 0
        for mask in targets:
            gone |= mask
        if gone and gone not in seen:
            seen.add(gone)
            yield loop_step(board, technique, chain, rating, targets)
        parts = _across(sight, chain, gone)
        more = sum(mask for _, mask in parts)
        if more and more not in seen:
            seen.add(more)
            yield split_loop_step(board, technique, chain, rating, parts)


def _across(sight: tuple[int, ...], chain: Chain, known: int) -> list[tuple[Chain, int]]:
    """Return parts of a loop, short ones first, with what excludes both ends but no whole link.

    Args:
        sight: what each candidate is in conflict with.
        chain: the loop.
        known: what whole links exclude.
    """
    seen = [common_conflicts(sight, node) for node in chain.nodes]
    left = reduce(or_, seen[::2]) & reduce(or_, seen[1::2]) & ~known & ~reduce(or_, chain.nodes)
    found = []
    size = len(seen)
    for length in range(2, size if left else 0, 2):
        for start in range(0, size, 2):
            mask = seen[start] & seen[(start + length - 1) % size] & left
            if mask:
                found.append((chain.part(start, length), mask))
                left &= ~mask
    return found


def _simpler(board: Board, chain: Chain) -> bool:
    """Return whether a loop is a pair or an X-wing: two truths of two, no link through a rule."""
    if len(chain.nodes) > 4 or chain.grouped or chain.sets:
        return False
    links = (numbering(board.model).candidates(mask) for mask in loop_links(chain))
    return all(one[0] == other[0] or one[1] == other[1] for one, other in links)


def _rated(chain: Chain) -> float:
    return (6.5 if chain.pure else 7.0) + length_rating(len(chain.nodes))


@strategy(
    "continuous-loop",
    family="chains",
    rating=6.5,
    score=280,
    source="Sudopedia, Nice Loop; Sudoku Explainer, bidirectional cycle",
    aliases=("continuous-nice-loop", "x-cycle"),
    monotone=False,
    tell=tell_chain,
)
def continuous_loop(board: Board) -> Iterator[Step]:
    """Truths of two candidates and conflicts alternate in a loop: each link holds a truth."""
    pure = (*graphs_by_value(board, pairs(board)), bivalue_graph(board))
    found = merge(*map(loops, (*pure, plain_graph(board))), key=_rated)
    yield from _steps(board, "continuous-loop", found)


@strategy(
    "grouped-continuous-loop",
    family="chains",
    rating=6.5,
    score=300,
    source="Sudopedia, Grouped Nice Loop",
    aliases=("grouped-continuous-nice-loop",),
    monotone=False,
    tell=tell_chain,
)
def grouped_continuous_loop(board: Board) -> Iterator[Step]:
    """A continuous loop in which several candidates of a truth are one node."""
    found = (chain for chain in loops(grouped_graph(board)) if chain.grouped)
    yield from _steps(board, "grouped-continuous-loop", found)


@strategy(
    "als-continuous-loop",
    family="chains",
    rating=6.5,
    score=320,
    source="HoDoKu, grouped nice loops with ALS nodes",
    monotone=False,
    tell=tell_chain,
)
def almost_locked_loop(board: Board) -> Iterator[Step]:
    """A continuous loop through almost locked sets, from one value of theirs to another."""
    found = (chain for chain in loops(almost_locked_graph(board)) if chain.sets)
    yield from _steps(board, "als-continuous-loop", found)
