"""How far logic can come where there are several solutions: not beyond what they have in common."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from sudokulib.board import Board
from sudokulib.model import Model
from sudokulib.search.backend import backend
from sudokulib.search.budget import Budget, OutOfBudget

__all__ = ["LogicLimit", "logic_limit"]

_GLANCE = 1.0
"""Seconds in which two solutions are looked for; where there are two, they are found at once."""

_LOOK = 10.0
"""Seconds in which it is found out which candidates are in some solution."""


@dataclass(frozen=True, slots=True)
class LogicLimit:
    """What is known before the first step of how far steps can come.

    Args:
        several: whether the puzzle is known to have several solutions.
        true_candidates: then by cell the candidates of which each is in some solution, if that is
        known.
    """

    ambiguous: bool = False
    true_candidates: tuple[int, ...] = ()

    def reached(self, board: Board) -> bool:
        """Whether no sound step is left, as every candidate is in some solution."""
        return (
            bool(self.true_candidates)
            and board.masks[: len(self.true_candidates)] == self.true_candidates
        )


def logic_limit(model: Model, budget: Budget) -> LogicLimit:
    """How far logic can come, found by search: at a glance if there is one solution.

    Args:
        model: the puzzle.
        budget: what is left of it is a limit too, and its token is heeded.

    >>> import sudokulib
    >>> from sudokulib.model import compile_puzzle
    >>> model = compile_puzzle(sudokulib.geometry("4x4").puzzle("12.............."))
    >>> logic_limit(model, Budget()).true_candidates[:3]
    (1, 2, 12)
    """
    search, ambiguous = backend("auto"), False
    try:
        two = islice(search.solutions(model, _within(budget, _GLANCE)), 2)
        if len(list(two)) == 2:
            ambiguous = True
            masks = search.true_candidates(model, _within(budget, _LOOK))
            return LogicLimit(ambiguous, tuple(masks[: model.cells]))
    except OutOfBudget:
        pass
    return LogicLimit(ambiguous)


def _within(budget: Budget, seconds: float) -> Budget:
    left = budget.seconds_left
    return Budget(seconds if left is None else min(seconds, left), token=budget.token)
