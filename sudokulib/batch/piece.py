"""Consecutive puzzles of a batch with what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulib.batch.bench import BAD, FATES, Bench, Done, Given, Group
from sudokulib.batch.errors import BadLineError
from sudokulib.puzzles.filled import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.result import Result, Stats, Status, late_results

__all__ = ["STATUS", "Piece", "pieces_of"]

STATUS: tuple[Status, ...] = ("none", "unique", "multiple", "unknown", "unknown")
"""The status by the index of a fate; a bad line has none."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive puzzles that were solved together.

    Args:
        first: the number of the first, from 1.
        givens: the puzzles as they came.
        group: what became of them.
        bench: where they were solved.
    """

    first: int
    givens: Sequence[Given]
    group: Group
    bench: Bench

    @property
    def bad(self) -> BadLineError | None:
        """What is wrong, if the piece is a bad line."""
        if self.group.fates[0] != BAD or self.group.error is None:
            return None
        error = BadLineError(self.first, str(self.group.error))
        error.__cause__ = self.group.error
        return error

    def results(self) -> Iterator[Result]:
        """A result for each puzzle; not for a bad line."""
        return late_results(map(STATUS.__getitem__, self.group.fates), self)

    def parts(self, number: int) -> tuple[Puzzle, tuple[Solution, ...], Stats]:
        """What the result of a puzzle holds beside the status."""
        puzzle, group = self._puzzle(number), self.group
        solutions = tuple(Solution(puzzle, tuple(found)) for found in group.found(number))
        fate = FATES[group.fates[number]]
        stopped = fate if fate in ("nodes", "time") else ""
        stats = Stats((), group.spent(number), group.seconds, stopped, group.search)
        return puzzle, solutions, stats

    def _puzzle(self, number: int) -> Puzzle:
        given = self.givens[number]
        if isinstance(given, str):
            read = self.bench.lines.read(given)
            return read if isinstance(read, Puzzle) else self.bench.lines.puzzle(read)
        assert isinstance(given, Puzzle), "an error has no result"
        return given

    def texts(self, number: int) -> list[str]:
        """The solutions of a puzzle, two at most, each as a line."""
        given, found = self.givens[number], self.group.found(number)
        if isinstance(given, Puzzle):
            return [Solution(given, tuple(values)).line() for values in found]
        return [self.bench.lines.text(values) for values in found]


def pieces_of(first: int, givens: Sequence[Given], done: Done, bench: Bench) -> Iterator[Piece]:
    """What was handed over at once, with what came back."""
    start = 0
    for group in done.groups:
        end = start + len(group.fates)
        yield Piece(first + start, givens[start:end], group, bench)
        start = end
