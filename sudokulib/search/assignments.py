"""The solutions of a search as an iterator that can be resumed after a limit."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Protocol

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.errors import Cancelled
from sudokulib.model import Model

Assignment = tuple[int, ...]
"""A value index for every cell of a model."""

Stop = OutOfBudget | Cancelled
"""The item that a search yields instead of a solution if its budget allows no further node."""


Found = Generator[Assignment | list[Sequence[int]] | Stop, None, None]
"""An item that a search yields: a solution, several of them, or why it stopped."""


class Assignments(Iterator[Assignment]):
    """The solutions of a search, found lazily.

    A limit is raised as an error. Unlike a generator, which would then be finished, this resumes
    where it stopped when it is called again and the budget has been raised (see `Budget.renew`).

    Args:
        found: solutions, one or several at a time (as tuples or bytes of value indices), and in
            between a stop each time that the budget is used up.
    """

    def __init__(self, found: Found) -> None:
        self._found = found
        self._ready: list[Sequence[int]] = []  # the next one last

    def __next__(self) -> Assignment:
        """Return the next solution.

        Raises:
            OutOfBudget, Cancelled: see `Budget.spend`.
        """
        if not self._ready:
            self._ready = self.several()
        return tuple(self._ready.pop())

    def several(self) -> list[Sequence[int]]:
        """Return the solutions that follow, as many as are known once one is; the next one last.

        Raises:
            StopIteration: there are no more.
            OutOfBudget, Cancelled: see `Budget.spend`.
        """
        if self._ready:
            ready, self._ready = self._ready, []
            return ready
        item = next(self._found)
        if isinstance(item, tuple):
            return [item]
        if isinstance(item, list):
            item.reverse()
            return item
        raise item

    def close(self) -> None:
        """Release the resources of the search; no further solutions follow."""
        self._ready.clear()
        self._found.close()


class SolutionFinder(Protocol):
    """The methods of a back-end from which its others can be derived."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """See `sudokulib.search.Backend`."""

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """See `sudokulib.search.Backend`."""

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """See `sudokulib.search.Backend`."""

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        """See `sudokulib.search.Backend`."""
