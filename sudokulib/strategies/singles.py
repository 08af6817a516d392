"""Singles: one value left for a variable, one place left for a value."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Rank, Step, Truth
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

__all__ = ["full_house", "hidden_single", "naked_single"]


@strategy(
    "full-house",
    family="singles",
    rating=1.0,
    score=4,
    source="Sudopedia, Full House",
    aliases=("last-digit",),
    marks=False,
    sweeps=True,
)
def full_house(board: Board) -> Iterator[Step]:
    """A house has one cell left."""
    found = 0
    for house in board.model.houses:
        left = house.cells & ~board.solved
        if left and not left & (left - 1) and not left & found:
            variable = left.bit_length() - 1
            mask = board.masks[variable]
            if mask and not mask & (mask - 1):
                found |= left
                yield _hidden("full-house", variable, mask.bit_length() - 1, house.primitive)


@strategy(
    "naked-single",
    family="singles",
    rating=2.3,
    score=4,
    source="Sudopedia, Naked Single",
    aliases=("sole-candidate",),
    sweeps=True,
)
def naked_single(board: Board) -> Iterator[Step]:
    """A cell has one candidate left.

    Reads the whole board at once: `one` collects who holds a value, `two` who holds a second.
    """
    one = two = 0
    for places in board.places:
        two |= one & places
        one |= places
    for variable in bits(one & ~two & board.open):
        found = ((variable, board.masks[variable].bit_length() - 1),)
        yield Step("naked-single", found, arguments=(Rank((Truth(found, variable=variable),)),))


@strategy(
    "hidden-single",
    family="singles",
    rating=1.5,
    score=14,
    source="Sudopedia, Hidden Single",
    aliases=("pinned-digit",),
    marks=False,
    sweeps=True,
)
def hidden_single(board: Board) -> Iterator[Step]:
    """A house has one place left for a value."""
    houses = board.model.houses
    unsolved = board.open
    for value, places in enumerate(board.places):
        found = ~unsolved
        if not places & unsolved:
            continue
        for house in houses:
            hit = places & house.cells
            if hit and not hit & (hit - 1) and not hit & found:
                found |= hit
                yield _hidden("hidden-single", hit.bit_length() - 1, value, house.primitive)


def _hidden(technique: str, variable: int, value: int, primitive: int) -> Step:
    found = ((variable, value),)
    return Step(technique, found, arguments=(Rank((Truth(found, primitive=primitive),)),))
