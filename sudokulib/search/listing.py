"""The methods of a back-end that can be answered by listing solutions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.model import Model
from sudokulib.search import sampling, support, thinning
from sudokulib.search.assignments import Assignment, Assignments
from sudokulib.search.backend import SupportCounts
from sudokulib.search.estimates import Estimate
from sudokulib.search.thinning import Thinned, ThinningPlan


class ListingBackend(ABC):
    """A `sudokulib.search.backend.Backend` that needs two methods, `able` and `solutions`.

    It may replace others where it has a better way. Random solutions and estimates are drawn from
    the tree of the reference search.
    """

    @abstractmethod
    def able(self, model: Model) -> str:
        """Return why it does not support a model, and how to fix that; empty if it does."""

    @abstractmethod
    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once, projected to the cells."""

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """Return the number of solutions, or `limit` if there are at least as many."""
        before, total = budget.found, 0
        try:
            for _ in islice(self.solutions(model, budget), limit):
                total += 1
                budget.found = before + total
        except OutOfBudget as stop:
            stop.partial = total
            raise
        return total

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""
        return support.true_candidates(self, model, budget)

    def support_counts(self, model: Model, budget: Budget, cap: int | None = None) -> SupportCounts:
        """Return for each cell and value in how many solutions it stands there, at most `cap`."""
        return support.support_counts(self, model, budget, cap)

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        """Return a solution, all of them nearly equally likely; None if there is none."""
        return sampling.random_solution(model, budget, seed)

    def estimate(self, model: Model, budget: Budget, samples: int, seed: int) -> Estimate:
        """Return the number of solutions, estimated from random probes."""
        return sampling.estimate_count(model, budget, samples, seed)

    def thin(
        self, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget
    ) -> Thinned | None:
        """Drop groups of givens in order, each if one solution is left without it."""
        return thinning.thin(self, model, solution, plan, budget)

    def minimal_puzzles(
        self, model: Model, plan: ThinningPlan, seeds: Iterable[int], budget: Budget
    ) -> Iterator[Thinned]:
        """Thin a random solution in a random order of the groups, for each seed."""
        return thinning.minimal_puzzles(self, model, plan, seeds, budget)
