"""Consecutive puzzles of a batch with their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulib.batch.errors import BadLineError
from sudokulib.batch.worker import (
    BAD_INDEX,
    OUTCOMES,
    BatchWorker,
    ChunkOutcome,
    OutcomeGroup,
    PuzzleInput,
)
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.result import Result, Stats, Status, lazy_results

__all__ = ["STATUS", "SolvedChunk", "split_outcome"]

STATUS: tuple[Status, ...] = ("none", "unique", "multiple", "unknown", "unknown")
"""The status for each index of `OUTCOMES`; a bad line has none."""


@dataclass(frozen=True, slots=True)
class SolvedChunk:
    """Consecutive puzzles that were solved together.

    Args:
        first: the number of the first, from 1.
        givens: the puzzles as they came.
        group: their outcomes.
        worker: the worker that solved them.
    """

    first: int
    givens: Sequence[PuzzleInput]
    group: OutcomeGroup
    worker: BatchWorker

    @property
    def bad(self) -> BadLineError | None:
        """The error, if the chunk is a bad line."""
        if self.group.outcomes[0] != BAD_INDEX or self.group.error is None:
            return None
        error = BadLineError(self.first, str(self.group.error))
        error.__cause__ = self.group.error
        return error

    def results(self) -> Iterator[Result]:
        """Return a result for each puzzle; not for a bad line."""
        return lazy_results(map(STATUS.__getitem__, self.group.outcomes), self)

    def parts(self, number: int) -> tuple[Puzzle, tuple[Solution, ...], Stats]:
        """Return the puzzle, its solutions and its stats: the result without the status."""
        puzzle, group = self._puzzle(number), self.group
        solutions = tuple(Solution(puzzle, tuple(found)) for found in group.found(number))
        outcome = OUTCOMES[group.outcomes[number]]
        stopped = outcome if outcome in ("nodes", "time") else ""
        stats = Stats((), group.spent(number), group.seconds, stopped, group.search)
        return puzzle, solutions, stats

    def _puzzle(self, number: int) -> Puzzle:
        given = self.givens[number]
        if isinstance(given, str):
            read = self.worker.lines.read(given)
            return read if isinstance(read, Puzzle) else self.worker.lines.puzzle(read)
        assert isinstance(given, Puzzle), "an error has no result"
        return given

    def texts(self, number: int) -> list[str]:
        """Return the solutions of a puzzle, two at most, each as a line."""
        given, found = self.givens[number], self.group.found(number)
        if isinstance(given, Puzzle):
            return [Solution(given, tuple(values)).line() for values in found]
        return [self.worker.lines.text(values) for values in found]


def split_outcome(
    first: int, givens: Sequence[PuzzleInput], done: ChunkOutcome, worker: BatchWorker
) -> Iterator[SolvedChunk]:
    """Yield the parts of a chunk, one for each group of its outcomes."""
    start = 0
    for group in done.groups:
        end = start + len(group.outcomes)
        yield SolvedChunk(first + start, givens[start:end], group, worker)
        start = end
