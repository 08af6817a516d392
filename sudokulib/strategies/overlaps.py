"""Overlapping shapes: what a shape needs is lost to all who see every place for it."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.board import Board
from sudokulib.logic.reasons import covered, seeing_all, value_truth
from sudokulib.logic.step import Link, Rank, Role, Step
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

__all__ = ["overlapping_shapes"]


def _tell(step: Step, words: Words) -> str:
    first = step.roles[0]
    cells = words.cells((variable for variable, _ in first.candidates), "or")
    symbol = words.symbol(*first.candidates[0])
    links = (link for one in step.arguments if isinstance(one, Rank) for link in one.links)
    through = words.shapes(p for link in links if isinstance(link, Link) for p in link.primitives)
    where = words.shapes(first.primitives)
    return f"{symbol} can only go to {cells} in {where}, seen through {through}"


@strategy(
    "overlapping-shapes",
    family="overlaps",
    rating=2.6,
    score=50,
    source="Sudopedia, Locked Candidates; SukakuExplainer, generalized intersections",
    aliases=("locked-candidates", "pointing", "claiming"),
    marks=False,
    tell=_tell,
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
                truth = value_truth(board, value, house.primitive)
                yield Step(
                    "overlapping-shapes",
                    eliminations=gone,
                    arguments=covered(board, [truth], [truth.candidates], [gone]),
                    roles=(Role("pattern", truth.candidates, (house.primitive,)),),
                )
