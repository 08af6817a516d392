"""Singles: one value left for a variable, one place left for a value."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Premise, Step
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

__all__ = ["hidden_single", "naked_single"]


@strategy("naked-single", source="Sudopedia, Naked Single", sweeps=True)
def naked_single(board: Board) -> Iterator[Step]:
    """A cell has one candidate left.

    Reads the whole board at once: `one` collects who holds a value, `two` who holds a second.
    """
    one = two = 0
    for places in board.places:
        two |= one & places
        one |= places
    for variable in bits(one & ~two & board.open):
        mask = board.masks[variable]
        yield Step(
            "naked-single",
            placements=((variable, mask.bit_length() - 1),),
            premises=(Premise((variable,), mask, (), confined=False),),
        )


@strategy("hidden-single", source="Sudopedia, Hidden Single", sweeps=True)
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
                variable = hit.bit_length() - 1
                yield Step(
                    "hidden-single",
                    placements=((variable, value),),
                    premises=(Premise((variable,), 1 << value, (house.primitive,), confined=True),),
                )
