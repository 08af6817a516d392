"""Step: one deduction, as data."""

from __future__ import annotations

from dataclasses import dataclass

from sudokulib.board import Board, Candidate

__all__ = ["Premise", "Step"]


@dataclass(frozen=True, slots=True)
class Premise:
    """One fact about the board that a deduction rests on.

    Confined: in the house that is the first primitive, `values` stand only on `variables`.
    Otherwise: `variables`, which the primitives make pairwise different, hold only `values`; a
    single variable needs no primitive.

    Without variables, the fact is one primitive as the board stands.

    Args:
        variables: the variables concerned, sorted.
        values: value indices, as a bit mask.
        primitives: indices of the model's primitives: first the one that the fact speaks of, then
            any others through which a variable that loses a value sees `variables`.
        confined: True if the values are confined to the variables (hidden sets, locked
            candidates), False if the variables are confined to the values (naked sets).
    """

    variables: tuple[int, ...]
    values: int
    primitives: tuple[int, ...]
    confined: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What follows, by which technique, and from what.

    Args:
        technique: name of the strategy that found it.
        placements: candidates that are true.
        eliminations: candidates that are false; those that a placement kills are not listed.
        premises: what it rests on.
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    premises: tuple[Premise, ...] = ()

    def apply(self, board: Board) -> Board:
        """The board after this step."""
        if self.eliminations:
            board = board.without(self.eliminations)
        return board.placed(self.placements) if self.placements else board
