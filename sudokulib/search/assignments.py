"""The solutions of a search as an iterator that can be resumed after a limit."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sudokulib.basics.budget import OutOfBudget
from sudokulib.errors import Cancelled

__all__ = ["Assignment", "Assignments", "Stop"]

Assignment = tuple[int, ...]
"""A value index for every cell of a model."""

Stop = OutOfBudget | Cancelled
"""The item that a search yields instead of a solution if its budget allows no further node."""


class Assignments(Iterator[Assignment]):
    """The solutions of a search, found lazily.

    A limit is raised as an error. Unlike a generator, which would then be finished, this resumes
    where it stopped when it is called again and the budget has been raised (see `Budget.renew`).

    Args:
        found: solutions, and in between a stop each time that the budget is used up.
    """

    def __init__(self, found: Generator[Assignment | Stop, None, None]) -> None:
        self._found = found

    def __next__(self) -> Assignment:
        """Return the next solution.

        Raises:
            OutOfBudget, Cancelled: see `Budget.spend`.
        """
        item = next(self._found)
        if isinstance(item, tuple):
            return item
        raise item

    def close(self) -> None:
        """Release the resources of the search; no further solutions follow."""
        self._found.close()
