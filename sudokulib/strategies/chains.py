"""Chains: alternating inferences of which either the first or the last node is true.

A search starts from each candidate that might be false, and ends at the shortest chain whose ends
both exclude it. Discontinuous loops are the same thing, seen from their discontinuity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from sudokulib.board import Board
from sudokulib.logic.candidates import alive, numbering
from sudokulib.logic.facts import Strong, conflicts
from sudokulib.logic.memo import of_board
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies.chain_steps import chain_arguments, chain_step, length_rating, node_roles
from sudokulib.strategies.chain_words import tell_chain
from sudokulib.strategies.nodes import Either, groups, pairs, same_value, seen_by_all
from sudokulib.strategies.registry import strategy
from sudokulib.strategies.webs import Chain, Web, web

__all__ = [
    "alternating_chain",
    "excluded",
    "grouped_chain",
    "remote_pair",
    "shortest",
    "x_chain",
    "xy_chain",
]

MOST = 16
"""Strong inferences of a chain at most; shorter ones are found first."""


@dataclass(slots=True)
class _Search:
    """What follows if one candidate has a certain state, as far as it has been looked at."""

    ends: int
    going: Iterator[tuple[int, int]]
    levels: list[tuple[int, int]] = field(default_factory=list)

    def advance(self) -> int | None:
        """Go one level deeper: the nodes that end chains there, None if there is nothing more."""
        level = next(self.going, None)
        if level is None:
            return None
        self.levels.append(level)
        return level[1] & self.ends


def shortest(own: Web, targets: int, most: int = MOST) -> Iterator[Chain]:
    """For each node and each target the shortest chain that decides it, short ones first.

    Args:
        own: the inferences.
        targets: the candidates that one would like to be false, as a mask.
        most: strong inferences of a chain at most.

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


def _widest(own: Web, levels: list[tuple[int, int]], hits: int) -> Chain | None:
    """Of the chains to some ends one that excludes the most."""
    chains = [chain for end in bits(hits) if (chain := own.back(levels, end)) is not None]
    return max(chains, key=lambda chain: excluded(own, chain).bit_count(), default=None)


def excluded(own: Web, chain: Chain) -> int:
    """What both ends of a chain are in conflict with."""
    first, last = (own.sight[own.numbers[node]] for node in (chain.nodes[0], chain.nodes[-1]))
    return first & last


def _steps(
    board: Board, technique: str, webs: Iterable[Web], rate: Callable[[Chain], float | None]
) -> Iterator[Step]:
    """The steps of the shortest chains in some webs; of equal conclusions the first."""
    seen = set()
    for own in webs:
        for chain in shortest(own, alive(board)):
            step = chain_step(board, technique, chain, excluded(own, chain), rate(chain))
            if step is not None and (step.placements, step.eliminations) not in seen:
                seen.add((step.placements, step.eliminations))
                yield step


def _sorted_out(chain: Chain) -> float:
    """Rating: chains of one value and chains of bivalue cells are easier than mixed ones."""
    first = [either.truths[0] for either in chain.eithers]
    plain = all(strong.variable is not None for strong in first) or (
        len({strong.value for strong in first}) == 1 and first[0].value >= 0
    )
    return 6.6 if plain else 7.0


@of_board
def _x_webs(board: Board) -> tuple[Web, ...]:
    """For each value the web of its truths."""
    by_value: dict[int, list[Either]] = {}
    for either in pairs(board):
        if either.truths[0].value >= 0:
            by_value.setdefault(either.truths[0].value, []).append(either)
    return tuple(
        web(by_value[value], same_value(board))
        for value in sorted(by_value)
        if len(by_value[value]) > 1
    )


@of_board
def _cells_web(board: Board) -> Web:
    """The web of the cells with two candidates and of what they see with the same value."""
    bivalue = [e for e in pairs(board) if _is_cell(board, e.truths[0])]
    return web(bivalue, same_value(board))


def _is_cell(board: Board, strong: Strong) -> bool:
    return strong.variable is not None and strong.variable < board.model.cells


@of_board
def _plain_web(board: Board) -> Web:
    return web(pairs(board), conflicts(board))


@of_board
def _grouped_web(board: Board) -> Web:
    return web((*pairs(board), *groups(board)), conflicts(board))


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
    yield from _steps(board, "x-chain", _x_webs(board), lambda _: 6.6)


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
    yield from _steps(board, "xy-chain", [_cells_web(board)], lambda _: 6.6)


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
    """Truths of two candidates and conflicts in turn, from one end to the other."""
    yield from _steps(board, "aic", [_plain_web(board)], _sorted_out)


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
    """Such chains in which several candidates of a truth may be one node."""
    yield from _steps(board, "grouped-aic", [_grouped_web(board)], _sorted_out)


@strategy(
    "remote-pair",
    family="chains",
    rating=6.6,
    score=110,
    source="Sudopedia, Remote Pairs",
    monotone=False,
    tell=tell_chain,
)
def remote_pair(board: Board) -> Iterator[Step]:
    """Cells with the same two candidates, each seen by the next: the ends hold one of each."""
    seen = set()
    for chain, mirrored in sorted(_remote_pairs(board), key=lambda two: len(two[0].nodes)):
        readings = [(own, _seen_by_ends(board, own)) for own in (chain, mirrored)]
        gone = numbering(board.model).candidates(readings[0][1] | readings[1][1])
        if gone and gone not in seen:
            seen.add(gone)
            arguments = [chain_arguments(board, own, mask) for own, mask in readings if mask]
            yield Step(
                "remote-pair",
                eliminations=gone,
                arguments=tuple(argument for both in arguments for argument in both),
                roles=node_roles(board, chain.nodes, chain.eithers),
                rating=round(6.6 + length_rating(len(chain.nodes) + 2), 1),
            )


def _remote_pairs(board: Board) -> Iterator[tuple[Chain, Chain]]:
    """Chains of an even number of cells, at least four, read with either value at their ends."""
    by_mask: dict[int, list[Either]] = {}
    for either in pairs(board):
        variable = either.truths[0].variable
        if variable is not None and variable < board.model.cells:
            by_mask.setdefault(board.masks[variable], []).append(either)
    for mask in sorted(by_mask):
        if len(by_mask[mask]) > 3:
            own = web(by_mask[mask], same_value(board))
            for start in range(len(own.nodes)):
                yield from _from_cell(own, start)


def _from_cell(own: Web, start: int) -> Iterator[tuple[Chain, Chain]]:
    levels = []
    for level in own.levels(1 << start):
        levels.append(level)
        if len(levels) % 2 or len(levels) < 4:
            continue
        for end in bits(level[1] & -1 << start):
            chain = own.back(levels, end)
            mirrored = chain and _mirrored(own, chain)
            if chain and mirrored:
                yield chain, mirrored


def _mirrored(own: Web, chain: Chain) -> Chain | None:
    """The same cells with their candidates exchanged, if they exclude each other there too."""
    numbers = [own.numbers[node] for node in chain.nodes]
    other = [numbers[place ^ 1] for place in range(len(numbers))]
    if all(own.weak[a] >> b & 1 for a, b in zip(other[1:-1:2], other[2::2], strict=True)):
        return Chain(tuple(own.nodes[number] for number in other), chain.eithers)
    return None


def _seen_by_ends(board: Board, chain: Chain) -> int:
    sight = conflicts(board)
    return seen_by_all(sight, chain.nodes[0] | chain.nodes[-1])
