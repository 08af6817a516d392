"""The reference search: pure Python, complete, fewest candidates first."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, Assignments, Stop
from sudokulib.search.backend import SupportCounts
from sudokulib.search.budget import Budget
from sudokulib.search.counting import count_solutions
from sudokulib.search.depth_first import DepthFirstSearch
from sudokulib.search.estimates import Estimate
from sudokulib.search.sampling import estimate, random_solution
from sudokulib.search.support import support_counts
from sudokulib.search.thinning import Thinned, ThinningPlan, minimal_puzzles, thin

__all__ = ["Reference"]


class Reference:
    """The back-end called "reference"; see `sudokulib.search.backend.Backend`."""

    def able(self, model: Model) -> str:  # noqa: ARG002 - of the protocol
        """Always empty: it takes every model."""
        return ""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """All solutions, lazily, each once, projected to the cells; can go on after a limit."""
        return Assignments(_solutions(model, budget))

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """The number of solutions, or `limit` if there are at least as many."""
        return count_solutions(model, budget, limit)

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """For each cell the values that it takes in some solution, as a bit mask."""
        return DepthFirstSearch(model, budget).true_candidates()

    def support_counts(self, model: Model, budget: Budget, cap: int | None = None) -> SupportCounts:
        """For each cell and value in how many solutions it stands there, at most `cap`."""
        return support_counts(self, model, budget, cap)

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        """A solution, all of them nearly equally likely; None if there is none."""
        return random_solution(model, budget, seed)

    def estimate(self, model: Model, budget: Budget, samples: int, seed: int) -> Estimate:
        """The number of solutions, estimated from random probes."""
        return estimate(model, budget, samples, seed)

    def thin(
        self, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget
    ) -> Thinned | None:
        """Drop groups of givens in order, each if one solution is left without it."""
        return thin(self, model, solution, plan, budget)

    def minimal_puzzles(
        self, model: Model, plan: ThinningPlan, seeds: Iterable[int], budget: Budget
    ) -> Iterator[Thinned]:
        """Thin a random solution in a random order of the groups, for each seed."""
        return minimal_puzzles(self, model, plan, seeds, budget)


def _solutions(model: Model, budget: Budget) -> Generator[Assignment | Stop, None, None]:
    search = DepthFirstSearch(model, budget)
    for found in search.solutions():
        yield search.layout.assignment(found) if isinstance(found, list) else found
