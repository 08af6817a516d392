"""Mistakes of those who rest on there being one solution."""

from __future__ import annotations

from itertools import combinations

from seeded_mistakes.mistake import Mistake, Steps
from seeded_mistakes.on_boards import placement, removal
from sudokulib.board import Board
from sudokulib.model import bits


def unique_rectangle(
    board: Board, *, careless: bool = False, rules: bool = False, absent: bool = False
) -> Steps:
    """Four cells of two values, were it not for one: no shape meets them in a single cell."""
    for pair in combinations(range(len(board.places)), 2):
        both = sum(1 << value for value in pair)
        cells = [
            c
            for c in bits(board.open)
            if board.masks[c] & both and (absent or not both & ~board.masks[c])
        ]
        bare = [c for c in cells if board.masks[c] == both]
        for corners in combinations(bare, 3):
            for last in cells:
                if last not in bare and exchangeable(board, (*corners, last), careless, rules):
                    yield from removal(board, [(last, value) for value in pair])


def exchangeable(board: Board, cells: tuple[int, ...], careless: bool, rules: bool) -> bool:
    """Return whether two values of four cells could be exchanged."""
    model, own = board.model, sum(1 << cell for cell in cells)
    if not rules and any(model.spans[number] & own for number in model.rules):
        return False
    spans = [s for n, s in enumerate(model.spans) if s & own and not (rules and n in model.rules)]
    met = [[c for c in cells if span >> c & 1] for span in spans]
    if any(len(some) > 2 or (len(some) == 1 and not careless) for some in met):
        return False
    pairs = {tuple(sorted(some)) for some in met if len(some) == 2}
    return len(pairs) == 4 and all(sum(c in pair for pair in pairs) == 2 for c in cells)


def bug(board: Board) -> Steps:
    """All open cells have two candidates but for one, which takes what is in a house three times.

    Nothing is said of other houses, in which a value may be as often as it will.
    """
    unsolved = [c for c in bits(board.open) if board.masks[c].bit_count() > 1]
    more = [c for c in unsolved if board.masks[c].bit_count() != 2]
    if len(more) == 1 and board.masks[more[0]].bit_count() == 3:
        for clique in board.model.cliques_of[more[0]]:
            for value in bits(board.masks[more[0]]):
                if (board.places[value] & clique.variables & board.open).bit_count() % 2:
                    yield from placement(board, more[0], value)
                    return


MISTAKES = (
    Mistake(
        "unique rectangle that a set meets in one cell",
        unique_rectangle,
        {"careless": True},
        assumes="unique",
    ),
    Mistake(
        "unique rectangle that a rule reads", unique_rectangle, {"rules": True}, assumes="unique"
    ),
    Mistake("unique rectangle without saying what it assumes", unique_rectangle, right=False),
    Mistake("BUG+1 by an odd number in one set", bug, assumes="unique", right=False),
)
