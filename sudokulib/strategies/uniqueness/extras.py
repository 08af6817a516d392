"""Conclusions from the extras of a deadly pattern, one of which is true.

They are used like the candidates of one cell: alone (type 1), all of one value (types 2 and 5), as
part of a naked tuple (type 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokulib.board import Board
from sudokulib.logic.facts import link
from sudokulib.logic.reasons import cell_truth, common_peers, rank_zero_proof
from sudokulib.logic.step import Candidates, Link, Rank, Role
from sudokulib.model import bits
from sudokulib.strategies.uniqueness.deadly_patterns import DeadlyPattern

_MOST_TUPLE = 4
"""The most cells that make a naked tuple with the extras.

On the boards of the examples 2 finds 27 steps of rectangles, loops and graves of type 3, 3 finds
39, 4 finds 49 and 5 finds 53 (`python tests/benchmarks/constants.py`, 2026-11).
"""

Conclusion = tuple[Candidates, tuple[Rank, ...], tuple[Role, ...]]
"""Eliminations, their proofs, and further roles."""


def single_extra_cell(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield type 1: only one cell has extras, so it holds one of them."""
    if one.holders.bit_count() == 1:
        cell = one.holders.bit_length() - 1
        gone = tuple((cell, x) for x in dict(one.pairs)[cell] if board.allows((cell, x)))
        whole = tuple((cell, x) for x in bits(board.masks[cell]))
        yield gone, (Rank((one.swap,), (Link(whole),)),), ()


def _of_one_value(board: Board, one: DeadlyPattern) -> tuple[Candidates, tuple[Rank, ...]]:
    """Return what sees all extras, if they are of one value in several cells, with proofs."""
    if one.holders.bit_count() < 2 or len({value for _, value in one.extras}) > 1:
        return (), ()
    value = one.extras[0][1]
    gone = tuple((v, value) for v in bits(common_peers(board, value, one.holders)))
    if extras_see_one_another(board, one):
        return gone, rank_zero_proof(board, [one.swap], [one.extras], [gone])
    links = (tuple(link(board, (extra, target)) for extra in one.extras) for target in gone)
    return gone, tuple(Rank((one.swap,), own) for own in links)


def extras_see_one_another(board: Board, one: DeadlyPattern) -> bool:
    """Return whether the cells with extras see one another."""
    peers = board.model.peers
    return all(not one.holders & ~(peers[v] | 1 << v) for v in bits(one.holders))


def same_extra(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield type 2: the extras are one value, in cells that see one another."""
    if extras_see_one_another(board, one):
        yield (*_of_one_value(board, one), ())


def same_extra_apart(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield type 5: the extras are one value, in cells that do not all see one another."""
    if not extras_see_one_another(board, one):
        yield (*_of_one_value(board, one), ())


def any_same_value(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield conclusions from extras of one value, wherever their cells are."""
    yield (*_of_one_value(board, one), ())


def naked_tuple(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield type 3: the extras and some cells beside them are a naked tuple."""
    values = 0
    for _, value in one.extras:
        values |= 1 << value
    if one.holders.bit_count() < 2 or not 1 < values.bit_count() <= _MOST_TUPLE + 1:
        return
    for clique in board.model.cliques_of[one.holders.bit_length() - 1]:
        if not one.holders & ~clique.variables:
            others = [
                v
                for v in bits(clique.variables & board.open & ~one.holders)
                if board.masks[v].bit_count() <= _MOST_TUPLE + 1
            ]
            for size in range(values.bit_count() - 1, _MOST_TUPLE + 1):
                for chosen in combinations(others, size):
                    union = values
                    for v in chosen:
                        union |= board.masks[v]
                    if union.bit_count() == size + 1:
                        yield _naked(board, one, chosen, union)


def _naked(board: Board, one: DeadlyPattern, chosen: tuple[int, ...], union: int) -> Conclusion:
    truths = [cell_truth(board, v) for v in chosen]
    links, targets = [], []
    for value in bits(union):
        own = tuple(c for truth in truths for c in truth.candidates if c[1] == value)
        own += tuple(c for c in one.extras if c[1] == value)
        holders = sum(1 << v for v, _ in own)
        links.append(own)
        targets.append(
            [(v, value) for v in bits(common_peers(board, value, holders))] if own else []
        )
    gone = tuple(sorted(target for some in targets for target in some))
    cells = tuple(c for truth in truths for c in truth.candidates)
    proofs = rank_zero_proof(board, [one.swap, *truths], links, targets)
    return gone, proofs, (Role("set", cells),)
