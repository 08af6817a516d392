"""What no filling of one shape allows."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Premise, Step
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

__all__ = ["shape_fillings"]


@strategy("shape-fillings", source="Mackworth, Consistency in Networks of Relations (1977)")
def shape_fillings(board: Board) -> Iterator[Step]:
    """A shape that is more than all-different has no filling with some candidates."""
    for number in board.model.rules:
        smaller = board.model.primitives[number].propagate(board.masks)
        gone = [
            (variable, value)
            for variable, mask in sorted((smaller or {}).items())
            for value in bits(board.masks[variable] & ~mask)
        ]
        if gone:
            yield Step(
                "shape-fillings",
                eliminations=tuple(gone),
                premises=(Premise((), 0, (number,), confined=False),),
            )
