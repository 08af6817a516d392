"""The solutions of a search, one after the other, with a way to go on after a limit."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from sudokulib.errors import Cancelled
from sudokulib.search.budget import OutOfBudget

__all__ = ["Assignment", "Assignments", "Stop"]

Assignment = tuple[int, ...]
"""A value index for every cell of a model."""

Stop = OutOfBudget | Cancelled
"""What a search says instead of a solution when its budget does not allow the next node."""


class Assignments(Iterator[Assignment]):
    """The solutions that a search finds, when they are asked for.

    A limit is raised as an error. Unlike a generator, which has ended by then, this goes on where
    it stopped when it is asked again and the budget has been raised (see `Budget.renew`).

    Args:
        found: solutions; and, in between, a stop each time that the budget is used up.
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
        """Give up what the search holds; there are no further solutions."""
        self._found.close()
