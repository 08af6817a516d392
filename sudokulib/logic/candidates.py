"""Candidates as bits: all that the constraints allow, numbered, so that sets of them are masks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sudokulib.board import Board, Candidate
from sudokulib.logic.memo import cached_on_board, cached_on_model
from sudokulib.model import Model, bits


@dataclass(frozen=True, slots=True)
class Numbering:
    """The candidates of a model and their numbers.

    Candidate (v, x) has number ``v * width + x``, so that the values of one variable lie together.

    Args:
        width: numbers set aside for each variable, at least as many as any has values.
        variables: how many variables there are.
    """

    width: int
    variables: int

    def number(self, candidate: Candidate) -> int:
        """Return the number of a candidate."""
        return candidate[0] * self.width + candidate[1]

    def candidate(self, number: int) -> Candidate:
        """Return the candidate of a number."""
        return divmod(number, self.width)

    def mask(self, candidates: Iterable[Candidate]) -> int:
        """Return candidates as a bit mask."""
        found = 0
        for variable, value in candidates:
            found |= 1 << variable * self.width + value
        return found

    def candidates(self, mask: int) -> tuple[Candidate, ...]:
        """Return the candidates of a bit mask, sorted."""
        return tuple([divmod(number, self.width) for number in bits(mask)])

    def of_value(self, value: int, variables: int) -> int:
        """Return one value on some variables (a mask) as a mask of candidates."""
        found = 0
        for variable in bits(variables):
            found |= 1 << variable * self.width + value
        return found


@cached_on_model
def numbering(model: Model) -> Numbering:
    """Return the numbering of a model; the same for every board on its constraints."""
    width = max([len(model.values), *(mask.bit_length() for mask in model.domains)])
    return Numbering(width, len(model.domains))


@cached_on_board
def candidates_left(board: Board) -> int:
    """Return all candidates of a board as a bit mask."""
    width = numbering(board.model).width
    found = 0
    for variable, mask in enumerate(board.masks):
        found |= mask << variable * width
    return found
