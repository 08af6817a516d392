"""Cliques: sets of variables that pairwise see each other, through one shape or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulib.board import Board
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.model import Model, bits

_MOST = 20_000
"""The most sets of one size from which larger ones are made; the most covers cached for a model.

A bound on time and memory for large alphabets: 9 cells have 126 sets of 4. On all boards of the
examples 5,000 find 7,308 naked tuples and pairs of almost locked sets, 10,000 find 7,322, 20,000
and 40,000 find 7,343 and 7,344 (`python tests/benchmarks/constants.py`, 2026-11).
"""


def cliques(
    board: Board, variables: Iterable[int], largest: int, values: int
) -> Iterator[tuple[int, int]]:
    """Yield sets of variables that pairwise see each other and have few values between them.

    Args:
        board: the board.
        variables: of which the sets consist.
        largest: the most variables of a set.
        values: the most values that all variables of a set have together.

    Returns:
        Pairs (variables, values) as bit masks, smaller sets first. Sets with as many variables as
        values are not extended: their extensions show nothing new.
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


@cached_on_board
def peers_sharing_value(board: Board) -> tuple[int, ...]:
    """Return, for each cell, the peers that share a value with it."""
    found = []
    for v in range(board.model.cells):
        own = 0
        for value in bits(board.masks[v]):
            own |= board.places[value]
        found.append(own & board.model.peers[v])
    return tuple(found)


def clique_cover(model: Model, variables: int) -> tuple[int, ...]:
    """Return as few cliques as possible that together hold all the given variables.

    Their number bounds how many of the variables can hold one value together, and often equals it.

    Args:
        model: the model whose peers count.
        variables: what is to be covered, as a bit mask.

    Returns:
        Disjoint bit masks.
    """
    known = _covers(model)
    if variables not in known:
        if len(known) >= _MOST:
            known.clear()
        known[variables] = _cover(model.peers, variables)
    return known[variables]


@cached_on_model
def _covers(_: Model) -> dict[int, tuple[int, ...]]:
    return {}


def _cover(peers: tuple[int, ...], variables: int) -> tuple[int, ...]:
    """Return a smallest cover, trying ever more cliques; each variable joins one or begins one."""
    order = list(bits(variables))
    for count in range(len(order) + 1):
        found = _distribute(peers, order, [], count)
        if found is not None:
            return tuple(found)
    raise AssertionError("each by itself is a cover")


def _distribute(
    peers: tuple[int, ...], order: list[int], parts: list[int], count: int
) -> list[int] | None:
    if not order:
        return parts
    first, *rest = order
    for index, part in enumerate(parts):
        if not part & ~peers[first]:
            wider = [*parts[:index], part | 1 << first, *parts[index + 1 :]]
            found = _distribute(peers, rest, wider, count)
            if found is not None:
                return found
    if len(parts) < count:
        return _distribute(peers, rest, [*parts, 1 << first], count)
    return None
