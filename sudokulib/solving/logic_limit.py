"""The limit of logic for puzzles with several solutions: what all of them have in common."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from sudokulib.board import Board
from sudokulib.model import Model
from sudokulib.search.backend import backend
from sudokulib.search.budget import Budget, OutOfBudget

__all__ = ["LogicLimit", "logic_limit"]

_TWO_SOLUTIONS_SECONDS = 1.0
"""Seconds for finding two solutions; where there are two, they are found at once."""

_CANDIDATES_SECONDS = 10.0
"""Seconds for finding out which candidates are in some solution."""


@dataclass(frozen=True, slots=True)
class LogicLimit:
    """The limit of how far steps can come, as known before the first one.

    Args:
        ambiguous: whether the puzzle is known to have several solutions.
        true_candidates: if so, for each cell the candidates that are in some solution; empty if
            that is not known.
    """

    ambiguous: bool = False
    true_candidates: tuple[int, ...] = ()

    def reached(self, board: Board) -> bool:
        """Return whether no sound step is left, as every candidate is in some solution."""
        return (
            bool(self.true_candidates)
            and board.masks[: len(self.true_candidates)] == self.true_candidates
        )


def logic_limit(model: Model, budget: Budget) -> LogicLimit:
    """Find by search how far logic can come; this is quick if there is one solution.

    Args:
        model: the puzzle.
        budget: what is left of it is a limit too, and its token is checked.

    >>> import sudokulib
    >>> from sudokulib.model import compile_puzzle
    >>> model = compile_puzzle(sudokulib.geometry("4x4").puzzle("12.............."))
    >>> logic_limit(model, Budget()).true_candidates[:3]
    (1, 2, 12)
    """
    search, ambiguous = backend("auto"), False
    try:
        two = islice(search.solutions(model, _within(budget, _TWO_SOLUTIONS_SECONDS)), 2)
        if len(list(two)) == 2:
            ambiguous = True
            masks = search.true_candidates(model, _within(budget, _CANDIDATES_SECONDS))
            return LogicLimit(ambiguous, tuple(masks[: model.cells]))
    except OutOfBudget:
        pass
    return LogicLimit(ambiguous)


def _within(budget: Budget, seconds: float) -> Budget:
    left = budget.seconds_left
    return Budget(seconds if left is None else min(seconds, left), token=budget.token)
