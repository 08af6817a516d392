"""The reference search: pure Python, complete, fewest candidates first."""

from __future__ import annotations

from collections.abc import Generator

from sudokulib.basics.budget import Budget
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, Assignments, Stop
from sudokulib.search.counting import count_solutions
from sudokulib.search.depth_first import DepthFirstSearch
from sudokulib.search.listing import ListingBackend


class Reference(ListingBackend):
    """The back-end called "reference"; see `sudokulib.search.backend.Backend`."""

    def able(self, model: Model) -> str:  # noqa: ARG002 - of the protocol
        """Always empty: it takes every model."""
        return ""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once, projected to cells; resumable after a limit."""
        return Assignments(_solutions(model, budget))

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """Return the number of solutions, or `limit` if there are at least as many."""
        return count_solutions(model, budget, limit)

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""
        return DepthFirstSearch(model, budget).true_candidates()


def _solutions(model: Model, budget: Budget) -> Generator[Assignment | Stop, None, None]:
    search = DepthFirstSearch(model, budget)
    for found in search.solutions():
        yield search.layout.assignment(found) if isinstance(found, list) else found
