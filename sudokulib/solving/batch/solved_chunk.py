"""Consecutive puzzles of a batch with their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from struct import unpack_from
from typing import cast

from sudokulib._kernel import core
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.batch.errors import BadLineError
from sudokulib.solving.batch.worker import (
    BAD_INDEX,
    OUTCOMES,
    BatchWorker,
    ChunkOutcome,
    OutcomeGroup,
    PuzzleInput,
)
from sudokulib.solving.result import LazyFields, Result, Stats, Status, with_lazy_fields

STATUS: tuple[Status, ...] = ("none", "unique", "multiple", "unknown", "unknown")
"""The status for each index of `OUTCOMES`; a bad line has none."""

_MAX_PART = 128
"""Puzzles whose results are made at once, at most.

Not critical: lines of 17clue with the solution read take 3.8-4.6 µs with 16, 128 and 1,024
(`solve_many`, two runs in turn, 2026-11); with more, a caller who keeps none holds more of them.
"""


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
    def error(self) -> BadLineError | None:
        """The error, if the chunk is a bad line."""
        if self.group.outcomes[0] != BAD_INDEX or self.group.error is None:
            return None
        error = BadLineError(self.first, str(self.group.error))
        error.__cause__ = self.group.error
        return error

    def results(self) -> Iterator[Result]:
        """Yield a result for each puzzle; not for a bad line."""
        group, number = self.group, len(self.givens)
        if core is None or isinstance(group.solutions, tuple):
            yield from map(self._result, range(number), group.known_solutions())
            return
        for start in range(0, number, _MAX_PART):
            yield from core.make_results(
                (Result, Solution, _ChunkPuzzle),
                STATUS,
                self,
                self.geometry,
                group.outcomes,
                group.solutions,
                start,
                min(start + _MAX_PART, number),
            )

    def _result(self, number: int, known: Sequence[Sequence[int]]) -> Result:
        puzzle = _ChunkPuzzle((self, number, self.geometry))
        solutions = tuple([Solution(puzzle, one) for one in known])
        status = STATUS[self.group.outcomes[number]]
        late = cast("LazyFields", puzzle)  # mypy does not see that this tuple is callable
        return with_lazy_fields(Result, {"status": status, "solutions": solutions}, late)

    @property
    def geometry(self) -> Geometry:
        """The geometry of the puzzles; those that are solved together share it."""
        first = self.givens[0]
        return first.geometry if isinstance(first, Puzzle) else self.worker.lines.geometry

    def puzzle(self, number: int) -> Puzzle:
        """Return a puzzle of the chunk."""
        given = self.givens[number]
        if isinstance(given, str):
            read = self.worker.lines.read(given)
            return read if isinstance(read, Puzzle) else self.worker.lines.puzzle(read)
        assert isinstance(given, Puzzle), "an error has no result"
        return given

    def stats(self, number: int) -> Stats:
        """Return what a puzzle of the chunk cost."""
        group = self.group
        outcome = OUTCOMES[group.outcomes[number]]
        stopped = outcome if outcome in ("nodes", "time") else ""
        (nodes,) = unpack_from("<Q", group.nodes, 8 * number)
        return Stats((), nodes, group.seconds, stopped, group.search)


class _ChunkPuzzle(tuple[SolvedChunk, int, Geometry]):
    """A puzzle of a chunk, which is read when somebody asks for it.

    A tuple, since it is made in half of the time of an object: the chunk, the number of the puzzle
    there, from 0, and the geometry that it is on.
    """

    __slots__ = ()

    geometry = property(itemgetter(2))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self[0].puzzle(self[1])

    def __call__(self, name: str) -> Mapping[str, object]:
        """Return all fields of the result but its status and its solutions."""
        del name
        stats = self[0].stats(self[1])
        return {"puzzle": self.puzzle, "steps": (), "order": (), "conflict": "", "stats": stats}


def split_outcome(
    first: int, givens: Sequence[PuzzleInput], done: ChunkOutcome, worker: BatchWorker
) -> Iterator[SolvedChunk]:
    """Yield the parts of a chunk, one or more for each group of its outcomes."""
    start = 0
    for group in done.groups:
        end = start + len(group.outcomes)
        yield SolvedChunk(first + start, givens[start:end], group.unpacked(), worker)
        start = end
