"""What no filling of one shape, or of one sum that follows from several, allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulib.board import Board
from sudokulib.logic.step import Fillings, Step
from sudokulib.model import bits
from sudokulib.strategies.registry import strategy

__all__ = ["derived_sums", "shape_fillings"]


@strategy(
    "shape-fillings",
    family="fillings",
    rating=2.4,
    score=30,
    source="Mackworth, Consistency in Networks of Relations (1977)",
)
def shape_fillings(board: Board) -> Iterator[Step]:
    """A shape that is more than all-different has no filling with some candidates."""
    model = board.model
    own = (number for number in model.rules if number not in model.derived)
    yield from _fillings(board, "shape-fillings", own)


@strategy(
    "derived-sums",
    family="cages",
    rating=3.0,
    score=60,
    source="Sudopedia, Innies and Outies (the 45 rule)",
    aliases=("innies-and-outies",),
)
def derived_sums(board: Board) -> Iterator[Step]:
    """A sum that houses and other sums leave over (innies, outies) has no such filling."""
    yield from _fillings(board, "derived-sums", sorted(board.model.derived))


def _fillings(board: Board, technique: str, primitives: Iterable[int]) -> Iterator[Step]:
    for number in primitives:
        smaller = board.model.primitives[number].propagate(board.masks)
        gone = [
            (variable, value)
            for variable, mask in sorted((smaller or {}).items())
            for value in bits(board.masks[variable] & ~mask)
        ]
        if gone:
            yield Step(technique, eliminations=tuple(gone), arguments=(Fillings(number),))
