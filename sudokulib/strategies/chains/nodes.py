"""Nodes of chains, and truths in two parts.

A *node* is a set of candidates that pairwise exclude each other: one candidate, or several of a
truth. Whatever excludes every candidate of a node excludes the node. A truth that falls into two
nodes says that one of them is true; only that is a strong inference here, as only a conflict is a
weak one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from sudokulib.basics.interruption import checked
from sudokulib.board import Board
from sudokulib.logic.almost_locked import almost_locked_sets
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import StrongSet, conflicts, truths
from sudokulib.logic.memo import cached_on_board
from sudokulib.model import bits

_MOST_IN_TRUTH = 12
"""The most candidates of a truth that is split in two parts. A bound for large alphabets: no truth
of a cell or a house of 9×9 has more than 9."""


_MOST_IN_SET = 5
"""The most cells of an almost locked set that a chain runs through.

Of 50 grouped loops and chains in HoDoKu's library (``python tests/acceptance/reglib.py``, codes
0709 to 0711) 3 cells cover 47, 5 cover 49 and 7 no more, with 1 % more steps in 14 % more time.
"""


@dataclass(frozen=True, slots=True)
class StrongInference:
    """One of two nodes is true.

    Args:
        first: a node, as a mask of candidates.
        second: the other.
        truths: the truths that it follows from: one, or those of several variables.
        inner: links that hold what is in the truths but in neither node, as masks.
    """

    first: int
    second: int
    truths: tuple[StrongSet, ...]
    inner: tuple[int, ...] = ()


def common_conflicts(sight: tuple[int, ...], mask: int) -> int:
    """Return what is in conflict with every candidate of a mask.

    Args:
        sight: for each candidate by number, its conflicts.
        mask: some candidates, at least one.
    """
    found = -1
    for number in bits(mask):
        found &= sight[number]
    return found


_ROUNDS = 64
"""Truths between two checks of the clock, which costs as much as a few truths."""


@cached_on_board
def pairs(board: Board) -> tuple[StrongInference, ...]:
    """Return the truths of two candidates, each pair once; those of variables first."""
    found: dict[int, StrongInference] = {}
    for strong in checked(truths(board), _ROUNDS):
        if strong.mask.bit_count() == 2:
            low = strong.mask & -strong.mask
            found.setdefault(strong.mask, StrongInference(low, strong.mask ^ low, (strong,)))
    return tuple(found.values())


@cached_on_board
def groups(board: Board) -> tuple[StrongInference, ...]:
    """Return the truths that some candidate outside splits into two nodes, one of them a group.

    One node is all of the truth that the candidate sees; the other is of use only if something
    outside the truth sees all of it.
    """
    found: dict[tuple[int, int], StrongInference] = {}
    for strong in checked(truths(board)):
        if 2 < strong.mask.bit_count() <= _MOST_IN_TRUTH:
            for part in _halves(board, strong.mask):
                rest = strong.mask ^ part
                key = (min(part, rest), max(part, rest))
                if key not in found and _is_clique(board, part) and _is_clique(board, rest):
                    found[key] = StrongInference(*key, (strong,))
    return tuple(found.values())


def _halves(board: Board, mask: int) -> list[int]:
    """Return what single candidates outside see of a truth, if others see the rest."""
    sight = conflicts(board)
    around = 0
    for number in bits(mask):
        around |= sight[number]
    parts = {mask & sight[number] for number in bits(around & ~mask)} - {mask}
    most = max((part.bit_count() for part in parts), default=0)
    large = [part for part in parts if part.bit_count() + most >= mask.bit_count()]
    return sorted(part for part in large if any(not (mask ^ part) & ~other for other in large))


def _is_clique(board: Board, mask: int) -> bool:
    sight = conflicts(board)
    return all(not mask & ~(sight[number] | 1 << number) for number in bits(mask))


@cached_on_board
def almost_locked(board: Board) -> tuple[StrongInference, ...]:
    """Return pairs of values of almost locked sets, each of which something outside excludes.

    If one of them is absent from the set, the other is in it.
    """
    sight = conflicts(board)
    found: dict[tuple[int, int], StrongInference] = {}
    for one in almost_locked_sets(board):
        if 1 < one.cells.bit_count() <= _MOST_IN_SET:
            own = sum(one.groups)
            useful = [mask for mask in one.groups if common_conflicts(sight, mask) & ~own]
            for first, second in combinations(useful, 2):
                key = (min(first, second), max(first, second))
                if key not in found:
                    inner = tuple(mask for mask in one.groups if mask not in key)
                    found[key] = StrongInference(*key, _of_cells(board, one.cells), inner)
    return tuple(found.values())


def _of_cells(board: Board, cells: int) -> tuple[StrongSet, ...]:
    numbered, masks = numbering(board.model), board.masks
    return tuple(StrongSet(numbered.of_variable(v, masks[v]), v, None) for v in bits(cells))


@cached_on_board
def same_value_conflicts(board: Board) -> tuple[int, ...]:
    """Return, for each candidate, those of the same value that it conflicts with, on cells."""
    numbered = numbering(board.model)
    own = [numbered.of_value(value, places) for value, places in enumerate(board.places)]
    values = (numbered.candidate(number)[1] for number in range(numbered.first[-1]))
    return tuple(
        sight & own[value] if value < len(own) else 0
        for sight, value in zip(conflicts(board), values, strict=True)
    )
