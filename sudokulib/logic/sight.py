"""Who sees whom: variables that some primitive forbids to be equal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Premise
from sudokulib.model import Clique, bits

__all__ = ["premise", "seeing_all"]


def seeing_all(board: Board, value: int, holders: int) -> int:
    """The variables that may hold `value` and see all of `holders`, as bit masks.

    They lose the value if one of the holders must take it.
    """
    hits = board.places[value]
    peers = board.model.peers
    while holders and hits:
        low = holders & -holders
        hits &= peers[low.bit_length() - 1]
        holders ^= low
    return hits


def premise(
    board: Board,
    variables: int,
    values: int,
    first: int,
    eliminations: Iterable[Candidate],
    *,
    confined: bool,
) -> Premise:
    """The premise of a set of variables and values, with the primitives its conclusions need.

    Args:
        board: where the fact holds.
        variables, values: what it speaks of, as bit masks.
        first: the primitive in which it holds.
        eliminations: what follows, by being seen from `variables`.
        confined: see `Premise`.
    """
    primitives = [first]
    for target, value in eliminations:
        holders = board.places[value] & variables & ~(1 << target)
        while holders:
            clique = _widest(board.model.cliques_of[target], holders, primitives)
            holders &= ~clique.variables
            if clique.primitive not in primitives:
                primitives.append(clique.primitive)
    return Premise(tuple(bits(variables)), values, tuple(primitives), confined)


def _widest(cliques: Sequence[Clique], holders: int, known: Sequence[int]) -> Clique:
    """The clique with most of the holders; of equals one that is in use already."""
    return max(cliques, key=lambda c: ((c.variables & holders).bit_count(), c.primitive in known))
