"""Overlapping shapes: what a house needs is lost to all who see every place for it."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.sight import premise, seeing_all
from sudokulib.logic.step import Step
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

__all__ = ["overlapping_shapes"]


@strategy(
    "overlapping-shapes",
    source="locked candidates (Sudopedia); generalized intersections (SukakuExplainer)",
)
def overlapping_shapes(board: Board) -> Iterator[Step]:
    """All places of a value in a house see a cell, through one shape or through several.

    Pointing and claiming are the cases in which one other shape does all the seeing.
    """
    for value, places in enumerate(board.places):
        if not places & board.open:
            continue
        for house in board.model.houses:
            holders = places & house.cells
            hits = seeing_all(board, value, holders) if holders else 0
            if hits:
                gone = tuple((target, value) for target in bits(hits))
                fact = premise(board, holders, 1 << value, house.primitive, gone, confined=True)
                yield Step("overlapping-shapes", eliminations=gone, premises=(fact,))
