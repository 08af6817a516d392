"""The limit of logic for puzzles with several solutions: what these have in common."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.board import Board
from sudokulib.model import Model
from sudokulib.search.backend import backend
from sudokulib.solving.result import Status, status_of

_TWO_SOLUTIONS_SECONDS = 0.5
"""Seconds for finding two solutions: a bound, so that an answer comes within a second.

Where there are two, they are found at once.
"""

_CANDIDATES_SECONDS = 10.0
"""Seconds for finding out which candidates are in some solution."""


@dataclass(frozen=True, slots=True)
class LogicLimit:
    """The limit to which steps can lead, as known before the first one.

    Args:
        status: how many solutions there are, if that was found out.
        true_candidates: of several, for each cell the candidates that are in some solution; empty
            if that is not known.
    """

    status: Status = "unknown"
    true_candidates: tuple[int, ...] = ()

    def reached(self, board: Board) -> bool:
        """Return whether no sound step is left: all candidates are in solutions, singles placed."""
        true = self.true_candidates
        if not true or board.masks[: len(true)] != true:
            return False
        single = sum(1 << cell for cell, mask in enumerate(true) if mask & (mask - 1) == 0)
        return not single & ~board.solved


def logic_limit(model: Model, budget: Budget) -> LogicLimit:
    """Find by search how far logic can lead; this is quick if there is one solution.

    Args:
        model: the puzzle.
        budget: what is left of it is a limit too, and its token is checked.

    >>> import sudokulib
    >>> from sudokulib.model import compile_puzzle
    >>> model = compile_puzzle(sudokulib.geometry("4x4").puzzle("12.............."))
    >>> logic_limit(model, Budget()).true_candidates[:3]
    (1, 2, 12)
    """
    status = solution_status(model, budget)
    if status == "multiple":
        with suppress(OutOfBudget):
            limit = budget.part(_CANDIDATES_SECONDS)
            with interruptible(limit.check):
                masks = backend("auto").true_candidates(model, limit)
            return LogicLimit(status, tuple(masks[: model.cells]))
    return LogicLimit(status)


def solution_status(model: Model, budget: Budget) -> Status:
    """Return how many solutions there are, if a search finds that out within half a second.

    Args:
        model: the puzzle.
        budget: what is left of it is a limit too, its nodes are spent, and its token is checked.
    """
    limit, found = budget.part(_TWO_SOLUTIONS_SECONDS), 0
    try:
        with interruptible(limit.check):
            for _ in islice(backend("auto").solutions(model, limit), 2):
                found += 1
    except OutOfBudget as stop:
        return status_of(found, stop.reason)
    finally:
        budget.used += limit.used
    return status_of(found, "")
