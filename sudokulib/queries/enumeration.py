"""Enumeration: all solutions of a puzzle, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, Token, backend
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

__all__ = ["Solutions", "solutions"]


class Solutions(Iterator[Solution]):
    """The solutions of a puzzle, found lazily, each once.

    A limit that is reached is raised, and does not end the search: `renew` sets other limits, and
    the search for the next solution resumes where it stopped.

    Args:
        puzzle: whose solutions.
        search: name of the back-end.
        budget: the limits of the search.

    >>> import sudokulib
    >>> every = sudokulib.solutions(sudokulib.geometry("4x4").puzzle(), nodes=20)
    >>> found = []
    >>> try:
    ...     found.extend(every.__next__() for _ in range(288))
    ... except sudokulib.OutOfBudget as limit:
    ...     print(limit.reason)
    nodes
    >>> every.renew()
    >>> len(set(found).union(every))
    288
    """

    def __init__(self, puzzle: Puzzle, search: str, budget: Budget) -> None:
        self.puzzle = puzzle
        self._budget = budget
        self._found = backend(search).solutions(compile_puzzle(puzzle), budget)

    def __repr__(self) -> str:
        return f"<Solutions of {self.puzzle!r}>"

    def __next__(self) -> Solution:
        """Return the next solution.

        Raises:
            OutOfBudget: a limit was reached first.
            Cancelled: the token was cancelled.
        """
        return Solution(self.puzzle, next(self._found))

    def renew(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        token: Token | None = None,
    ) -> None:
        """Replace the limits, counted from now on, and the token; without arguments lift them."""
        self._budget.renew(seconds=seconds, nodes=nodes, token=token)

    @property
    def nodes(self) -> int:
        """The number of search nodes so far."""
        return self._budget.used

    def close(self) -> None:
        """Release what the search holds; there are no further solutions."""
        self._found.close()


def solutions(
    puzzle: PuzzleLike,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Solutions:
    """Return an iterator over all solutions, found lazily, each once.

    Args:
        puzzle: what to solve.
        search, seconds, nodes, token: as for `solve`.

    Returns:
        An iterator. It raises OutOfBudget when a limit is reached; with other limits (see
        `Solutions.renew`) it goes on from there.

    >>> import sudokulib
    >>> sum(1 for _ in sudokulib.solutions(sudokulib.geometry("4x4").puzzle()))
    288
    """
    puzzle = as_puzzle(puzzle)
    return Solutions(puzzle, search, Budget(seconds, nodes, token))
