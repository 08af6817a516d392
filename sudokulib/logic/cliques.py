"""Sets of variables that pairwise see each other, through one shape or through several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulib.board import Board
from sudokulib.model import bits

__all__ = ["cliques"]

_MOST = 20_000
"""Sets of one size up to which larger ones are made of them."""


def cliques(
    board: Board, variables: Iterable[int], largest: int, values: int
) -> Iterator[tuple[int, int]]:
    """Sets of variables that pairwise see each other and have few values between them.

    Args:
        board: where.
        variables: of which the sets consist.
        largest: the most variables of a set.
        values: the most values that all variables of a set have together.

    Returns:
        Pairs (variables, values) as bit masks, smaller sets first, and none that merely widens a
        set of as many variables as values: what it adds stands by itself.
    """
    masks, peers = board.masks, board.model.peers
    few = [v for v in variables if 0 < masks[v].bit_count() <= values]
    among = sum(1 << v for v in few)
    level = [(1 << v, masks[v], peers[v] & among & -(2 << v)) for v in few]
    for size in range(1, largest + 1):
        yield from [(own, union) for own, union, _ in level]
        if size == largest or len(level) > _MOST:
            return
        wider = []
        for own, union, later in level:
            if union.bit_count() > size:
                for v in bits(later):
                    more = union | masks[v]
                    if more.bit_count() <= values:
                        wider.append((own | 1 << v, more, later & peers[v] & -(2 << v)))
        level = wider
