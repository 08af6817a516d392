"""Uniqueness by confined values: values of a pattern that have no other place in a shape.

One such value in one cell would put the pair into all, and leave no extra: types 4 and 6, and
hidden rectangles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokulib.board import Board
from sudokulib.logic.facts import required
from sudokulib.logic.reasons import cell_truth
from sudokulib.logic.step import Link, Rank, Role, Truth
from sudokulib.model import bits
from sudokulib.strategies.uniqueness.deadly_patterns import DeadlyPattern
from sudokulib.strategies.uniqueness.extras import Conclusion, extras_see_one_another


@dataclass(frozen=True, slots=True)
class _Implication:
    """If the target is true, a cell of the pattern holds a value (or does not hold it).

    As a sum: the target and everything that `held` stands for add up to at most one.
    """

    truths: tuple[Truth, ...]
    links: tuple[Link, ...]
    held: int


_State = tuple[int, int, bool]
"""A cell, a value of the pair, and whether the cell holds it."""


def _implications(
    board: Board, one: DeadlyPattern, target: tuple[int, int]
) -> dict[_State, _Implication]:
    """Return what a value of the pair in one cell implies for the others, by shortest ways."""
    pairs = dict(one.pairs)
    cell, value = target
    first: _State = (cell, value, True)
    found = {first: _Implication((), (_whole(board, cell),), 1 << cell)}
    queue = [first]
    for other, shape in _shared_cells(board, one, cell):
        seen = Link(((cell, value), (other, value)), (shape,))
        if value in pairs[other]:
            found[other, value, False] = _Implication((), (seen,), 0)
            queue.append((other, value, False))
    for state in queue:
        for after, way in _implied(board, one, state, found[state]):
            if after not in found:
                found[after] = way
                queue.append(after)
    return found


def _implied(
    board: Board, one: DeadlyPattern, state: _State, way: _Implication
) -> Iterator[tuple[_State, _Implication]]:
    """Yield what follows from a cell's holding a value, or not."""
    cell, value, holds = state
    pair = dict(one.pairs)[cell]
    other = pair[0] if pair[1] == value else pair[1]
    lacks = other if holds else value
    for near, shape in _shared_cells(board, one, cell):
        if _only(board, shape, lacks, cell, near):
            truth = Truth(((cell, lacks), (near, lacks)), primitive=shape)
            links = (*way.links, _whole(board, near))
            yield (
                (near, lacks, True),
                _Implication((*way.truths, truth), links, way.held | 1 << near),
            )
    if not holds and one.holders >> cell & 1:
        return
    takes = value if holds else other
    truths = (*way.truths, cell_truth(board, cell))
    for near, shape in _shared_cells(board, one, cell):
        seen = Link(((cell, takes), (near, takes)), (shape,))
        yield (
            (near, takes, False),
            _Implication(truths, (*way.links, seen), way.held & ~(1 << cell)),
        )


def _whole(board: Board, cell: int) -> Link:
    return Link(tuple([(cell, x) for x in bits(board.masks[cell])]))


def _shared_cells(board: Board, one: DeadlyPattern, cell: int) -> Iterator[tuple[int, int]]:
    """Yield the other cells of a pattern in shapes of one of them, with the shape."""
    for clique in board.model.cliques_of[cell]:
        for near in bits(clique.variables & one.cells & ~(1 << cell)):
            yield near, clique.primitive


def _only(board: Board, shape: int, value: int, cell: int, near: int) -> bool:
    """Return whether a shape requires a value and has no place for it but two cells."""
    places = board.places[value] & board.model.spans[shape]
    return places == (1 << cell | 1 << near) and bool(required(board, shape) >> value & 1)


def _forced(board: Board, one: DeadlyPattern, target: tuple[int, int]) -> Rank | None:
    """Prove that a value of the pair in a cell would leave no extra; None if it cannot.

    Each way says that the target and the extras of some cells add up to at most one. The sum of k
    ways, minus the swap, gives the target a weight of k in a sum of at most k - 1.
    """
    found = _implications(board, one, target)
    ways: list[_Implication] = []
    held = 0
    for way in sorted(found.values(), key=lambda w: -(w.held & one.holders).bit_count()):
        if way.held & one.holders & ~held:
            ways.append(way)
            held |= way.held
    if one.holders & ~held:
        return None
    truths = tuple(truth for way in ways for truth in way.truths)
    return Rank((one.swap, *truths), tuple(part for way in ways for part in way.links))


def _forced_all(board: Board, one: DeadlyPattern) -> Iterator[tuple[tuple[int, int], Rank]]:
    for cell, pair in one.pairs:
        for value in pair:
            if board.allows((cell, value)) and not board.solved >> cell & 1:
                rank = _forced(board, one, (cell, value))
                if rank is not None:
                    yield (cell, value), rank


def confined_value(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield type 4: only two cells with extras can hold a value of the pair in a shape."""
    if one.holders.bit_count() != 2 or not extras_see_one_another(board, one):
        return
    first, second = bits(one.holders)
    pair = dict(one.pairs)[first]
    shapes = [shape for near, shape in _shared_cells(board, one, first) if near == second]
    if set(pair) != set(dict(one.pairs)[second]):
        return
    for value, other in (pair, pair[::-1]):
        for shape in shapes:
            if _only(board, shape, value, first, second):
                gone = tuple((v, other) for v in (first, second) if board.allows((v, other)))
                truth = Truth(((first, value), (second, value)), primitive=shape)
                links = (_whole(board, first), _whole(board, second))
                role = Role("truth", truth.candidates, (shape,))
                yield gone, (Rank((one.swap, truth), links),), (role,)
                break


def confined_diagonally(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield type 6: a value of the pair, in either of two separate extra cells, is in both."""
    if one.holders.bit_count() == 2 and not extras_see_one_another(board, one):
        forced = dict(_forced_all(board, one))
        for value in one.pairs[0][1]:
            targets = [(cell, value) for cell in bits(one.holders)]
            if all(target in forced for target in targets):
                yield tuple(targets), tuple(forced[target] for target in targets), ()


def forced_pair(board: Board, one: DeadlyPattern) -> Iterator[Conclusion]:
    """Yield values of the pair in one cell that would put the pair into all the others, too."""
    if one.holders.bit_count() < 2 or (
        one.holders.bit_count() == 2 and extras_see_one_another(board, one)
    ):
        return
    simple = {target for gone, _, _ in confined_diagonally(board, one) for target in gone}
    for target, rank in _forced_all(board, one):
        if target not in simple:
            yield (target,), (rank,), ()
