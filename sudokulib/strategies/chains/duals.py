"""Duals: two chains of two truths each that share half of their pattern in different ways."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Candidates, Role, Step
from sudokulib.logic.words import Words
from sudokulib.strategies.chains.chain_steps import chain_arguments, node_roles
from sudokulib.strategies.chains.nodes import common_conflicts
from sudokulib.strategies.chains.turbot import TwoTruths, grouped_chains, plain_chains
from sudokulib.strategies.chains.words import tell_chain
from sudokulib.strategies.registry import Strategy, register_strategy

_SECOND = "second-node"
"""Role of the nodes of the second chain, in order."""

_Shared = Callable[[TwoTruths], tuple[tuple[frozenset[int], Hashable], ...]]
"""The nodes that a chain may share with another, each with how it uses them."""


def duals(board: Board, technique: str, shared: _Shared) -> Iterator[Step]:
    """Yield the steps of two chains that share nodes and exclude different candidates.

    Args:
        board: the board.
        technique: the name of the steps.
        shared: returns the nodes that a chain may share.
    """
    users: dict[frozenset[int], list[tuple[TwoTruths, Hashable]]] = {}
    for one in (*plain_chains(board), *grouped_chains(board)):
        for nodes, use in shared(one):
            users.setdefault(nodes, []).append((one, use))
    seen = set()
    for own in users.values():
        for (one, use), (other, other_use) in combinations(own, 2):
            gone = one.targets | other.targets
            differ = use != other_use and gone not in {one.targets, other.targets}
            if differ and gone not in seen:
                seen.add(gone)
                yield _both(board, technique, one, other)


def _both(board: Board, technique: str, one: TwoTruths, other: TwoTruths) -> Step:
    second = node_roles(board, other.chain.nodes, other.chain.strong_inferences)
    return Step(
        technique,
        eliminations=numbering(board.model).candidates(one.targets | other.targets),
        arguments=(
            *chain_arguments(board, one.chain, one.targets),
            *chain_arguments(board, other.chain, other.targets),
        ),
        roles=(
            *node_roles(board, one.chain.nodes, one.chain.strong_inferences),
            *(replace(role, name=_SECOND) for role in second),
        ),
    )


def _tell(step: Step, words: Words) -> str:
    """Describe both chains, one after the other, each with what it excludes."""
    first = [role for role in step.roles if role.name == "node"]
    second = [replace(role, name="node") for role in step.roles if role.name == _SECOND]
    return "; and ".join(_description(step, nodes, words) for nodes in (first, second))


def _description(step: Step, nodes: list[Role], words: Words) -> str:
    ends = nodes[0].candidates + nodes[-1].candidates
    gone = _excluded(words.board, step.eliminations, ends)
    return tell_chain(replace(step, roles=tuple(nodes), eliminations=gone), words)


def _excluded(board: Board, candidates: Candidates, ends: Candidates) -> Candidates:
    numbered = numbering(board.model)
    seen = common_conflicts(conflicts(board), numbered.mask(ends))
    return tuple(one for one in candidates if seen >> numbered.number(one) & 1)


def _kite_link(one: TwoTruths) -> tuple[tuple[frozenset[int], Hashable], ...]:
    """Return the two candidates of a kite that exclude each other, and the strings at them."""
    if one.technique != "two-string-kite":
        return ()
    return ((frozenset(one.chain.nodes[1:3]), one.chain.nodes),)


def _truth(one: TwoTruths) -> tuple[tuple[frozenset[int], Hashable], ...]:
    """Return the truths of another chain in two parts, and which part is an end of it."""
    if one.technique == "two-string-kite":
        return ()
    first, second, third, last = one.chain.nodes
    return (frozenset((first, second)), first), (frozenset((third, last)), last)


for _name, _rating, _score, _shares, _summary in (
    ("dual-two-string-kite", 4.1, 160, _kite_link, "Two kites whose strings meet in one knot."),
    (
        "dual-empty-rectangle",
        4.3,
        130,
        _truth,
        "Two empty rectangles in one shape, from either side.",
    ),
):
    register_strategy(
        Strategy(
            _name,
            partial(duals, technique=_name, shared=_shares),
            _summary,
            "chains",
            _rating,
            _score,
            "HoDoKu, Dual 2-String Kite and Dual Empty Rectangle",
            monotone=False,
            tell=_tell,
        )
    )
