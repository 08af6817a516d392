"""The reference search: pure Python, complete, fewest candidates first."""

from __future__ import annotations

from collections.abc import Generator

from sudokulib.model import Model
from sudokulib.search.backend import Assignment
from sudokulib.search.budget import Budget
from sudokulib.search.counting import count_solutions
from sudokulib.search.walk import Walk

__all__ = ["Reference"]


class Reference:
    """The back-end called "reference"; see `sudokulib.search.backend.Backend`."""

    def solutions(self, model: Model, budget: Budget) -> Generator[Assignment, None, None]:
        """All solutions, lazily, each once, projected to the cells."""
        walk = Walk(model, budget)
        for placed in walk.solutions():
            yield walk.layout.assignment(placed)

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """The number of solutions, or `limit` if there are at least as many."""
        return count_solutions(model, budget, limit)

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """For each cell the values that it takes in some solution, as a bit mask."""
        return Walk(model, budget).true_candidates()
