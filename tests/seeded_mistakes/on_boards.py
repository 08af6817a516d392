"""Candidates of a board that mistaken strategies look at, and the steps that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulib.board import Board, Candidate
from sudokulib.logic.facts import required
from sudokulib.logic.step import Step
from sudokulib.model import Clique, bits

__all__ = [
    "needs",
    "of_value",
    "pairs_of",
    "placement",
    "removal",
    "see",
    "seen_by",
    "strong_pairs",
]


def removal(board: Board, candidates: Iterable[Candidate]) -> list[Step]:
    """A step that removes those of the candidates that are on the board, if there are any."""
    gone = tuple(sorted({c for c in candidates if board.allows(c)}))
    return [Step("seeded", eliminations=gone)] if gone else []


def placement(board: Board, cell: int, value: int) -> list[Step]:
    """A step that places a value, if that is news."""
    new = board.open >> cell & 1 and board.allows((cell, value))
    return [Step("seeded", ((cell, value),))] if new else []


def of_value(cells: int, value: int) -> list[Candidate]:
    return [(cell, value) for cell in bits(cells)]


def see(board: Board, one: int, other: int) -> bool:
    return bool(board.model.peers[one] >> other & 1)


def seen_by(board: Board, cells: Iterable[int], *, some: bool = False) -> int:
    """The cells that see all of some cells, or some of them."""
    peers = [board.model.peers[cell] for cell in cells]
    left = 0 if some else -1
    for one in peers:
        left = left | one if some else left & one
    return left & (1 << board.model.cells) - 1


def needs(board: Board, clique: Clique, value: int) -> bool:
    """Return whether cells must hold a value; what a rule on more cells needs may be elsewhere.

    A set with a hidden variable is left out: values of hidden variables are others than those of
    cells, and keep their numbers where symbols get other ones.
    """
    if clique.variables >> board.model.cells:
        return False
    whole = board.model.spans[clique.primitive] == clique.variables
    return whole and bool(required(board, clique.primitive) >> value & 1)


def pairs_of(board: Board) -> list[int]:
    return [c for c in bits(board.open) if board.masks[c].bit_count() == 2]


def strong_pairs(board: Board, value: int, *, weak: bool = False) -> Iterator[tuple[int, int]]:
    """Two cells one of which must hold a value; or that merely share a set."""
    for clique in board.model.cliques:
        cells = tuple(bits(board.places[value] & clique.variables))
        if len(cells) == 2 and (weak or needs(board, clique, value)):
            yield cells[0], cells[1]
