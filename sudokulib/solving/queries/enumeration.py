"""Enumeration: all solutions of a puzzle, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sudokulib.basics.budget import SearchLimits
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.notebooks import HtmlDisplay
from sudokulib.basics.quoting import clipped
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, Token, backend
from sudokulib.search.assignments import Assignments
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

if TYPE_CHECKING:
    from typing import Unpack


class Solutions(HtmlDisplay, Iterator[Solution]):
    """The solutions of a puzzle, found lazily, each once.

    Iteration ends at a limit, which `stopped` reports, but the search is kept: `renew` sets new
    limits, and the search for the next solution resumes where it stopped. After Ctrl-C it cannot:
    then `stopped` is "interrupt", and only a new iterator finds the others.

    Args:
        puzzle: the puzzle.
        search: name of the back-end.
        budget: the limits of the search.

    >>> import sudokulib
    >>> every = sudokulib.solutions(sudokulib.geometry("4x4").puzzle(), nodes=20)
    >>> found = list(every)
    >>> len(found) < 288, every.complete, every.stopped
    (True, False, 'nodes')
    >>> every.renew()
    >>> len(set(found).union(every)), every.complete
    (288, True)
    """

    def __init__(self, puzzle: Puzzle, search: str, budget: Budget) -> None:
        self.puzzle = puzzle
        self.stopped = ""
        self._ended = False
        self._budget = budget
        self._backend = backend(search)
        self._found: Assignments | None = None  # until its model is compiled within the limit
        self._ready: list[Sequence[int]] = []  # found already, the next one last

    def __repr__(self) -> str:
        end = f", out of {self.stopped}" if self.stopped else ""
        return clipped(f"<Solutions of {self.puzzle!r}{end}>")

    def __next__(self) -> Solution:
        """Return the next solution.

        Raises:
            Cancelled: the token was cancelled.
        """
        if self._ready and ((token := self._budget.token) is None or not token.cancelled):
            return Solution(self.puzzle, self._ready.pop())
        if self.stopped == "interrupt":
            raise StopIteration
        try:
            self._search()
        except OutOfBudget as limit:
            self.stopped = limit.reason
            raise StopIteration from None
        except KeyboardInterrupt:
            self.stopped = "interrupt"  # a solution may be lost, so the search is over
            raise
        return Solution(self.puzzle, self._ready.pop())

    def _search(self) -> None:
        """Find at least one further solution."""
        if self._ended:
            raise StopIteration
        with interruptible(self._budget.check):
            self._budget.check()
            if self._found is None:
                self._found = self._backend.solutions(compile_puzzle(self.puzzle), self._budget)
            try:
                self._ready = self._found.several()
            except StopIteration:
                self._ended = True
                raise

    @property
    def complete(self) -> bool:
        """True once all solutions were found."""
        return self._ended

    def renew(self, **limits: Unpack[SearchLimits]) -> None:
        """Replace the limits, counted from now on, and the token; without arguments lift them.

        Args:
            limits: `seconds`, `nodes` and `token`, as for `solve`.
        """
        if self.stopped != "interrupt":
            self.stopped = ""
        self._budget.renew(**limits)

    @property
    def nodes(self) -> int:
        """The number of search nodes so far."""
        return self._budget.used

    def close(self) -> None:
        """Release the resources of the search; no further solutions follow."""
        if self._found is not None:
            self._found.close()
        self._ready.clear()
        self._ended = True


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
        An iterator. It ends when a limit is reached, and `Solutions.stopped` says which; with new
        limits (see `Solutions.renew`) it continues from there.

    Raises:
        OutOfBudget, UnknownNameError, UnableError, Cancelled: as for `solve`.

    >>> import sudokulib
    >>> sum(1 for _ in sudokulib.solutions(sudokulib.geometry("4x4").puzzle()))
    288
    """
    budget = Budget(seconds, nodes, token)
    return Solutions(as_puzzle(puzzle, budget=budget), search, budget)
