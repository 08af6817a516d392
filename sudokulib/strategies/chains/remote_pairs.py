"""Remote pairs: cells with the same two candidates, in a chain that can be read for either."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.chains.chain_steps import chain_arguments, length_rating, node_roles
from sudokulib.strategies.chains.graph import Chain, InferenceGraph, build_graph
from sudokulib.strategies.chains.nodes import (
    StrongInference,
    common_conflicts,
    pairs,
    same_value_conflicts,
)
from sudokulib.strategies.phrases import name_list, symbol_list
from sudokulib.strategies.registry import strategy


def _tell(step: Step, words: Words) -> str:
    nodes = [role.candidates for role in step.roles]
    ends = name_list(words, nodes[0] + nodes[-1])
    pair = symbol_list(words, nodes[0] + nodes[1])
    line = name_list(words, (candidate for node in nodes for candidate in node))
    shapes = words.shapes(p for role in step.roles[2::2] for p in role.primitives)
    seers = name_list(words, step.eliminations)
    return (
        f"{line} have only {pair} each, and each of them sees the next ({shapes}); "
        f"{ends} therefore hold one of each, and {seers} cannot differ from both"
    )


@strategy(
    "remote-pair",
    family="chains",
    rating=6.6,
    score=110,
    source="Sudopedia, Remote Pairs",
    monotone=False,
    tell=_tell,
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
                roles=node_roles(board, chain.nodes, chain.strong_inferences),
                rating=round(6.6 + length_rating(len(chain.nodes) + 2), 1),
            )


def _remote_pairs(board: Board) -> Iterator[tuple[Chain, Chain]]:
    """Yield chains of an even number of at least four cells, read for either value."""
    by_mask: dict[int, list[StrongInference]] = {}
    for inference in pairs(board):
        variable = inference.truths[0].variable
        if variable is not None and variable < board.model.cells:
            by_mask.setdefault(board.masks[variable], []).append(inference)
    for mask in sorted(by_mask):
        if len(by_mask[mask]) > 3:
            own = build_graph(by_mask[mask], same_value_conflicts(board))
            for start in range(len(own.nodes)):
                yield from _from_cell(own, start)


def _from_cell(own: InferenceGraph, start: int) -> Iterator[tuple[Chain, Chain]]:
    levels = []
    for level in own.levels(1 << start):
        levels.append(level)
        if len(levels) % 2 or len(levels) < 4:
            continue
        for end in bits(level[1] & -1 << start):
            chain = own.chain_to(levels, end)
            mirrored = chain and _mirrored(own, chain)
            if chain and mirrored:
                yield chain, mirrored


def _mirrored(own: InferenceGraph, chain: Chain) -> Chain | None:
    """Return the same cells with their candidates exchanged, if the links hold there too."""
    numbers = [own.numbers[node] for node in chain.nodes]
    other = [numbers[place ^ 1] for place in range(len(numbers))]
    if all(own.weak[a] >> b & 1 for a, b in zip(other[1:-1:2], other[2::2], strict=True)):
        return Chain(tuple(own.nodes[number] for number in other), chain.strong_inferences)
    return None


def _seen_by_ends(board: Board, chain: Chain) -> int:
    sight = conflicts(board)
    return common_conflicts(sight, chain.nodes[0] | chain.nodes[-1])
