"""Consecutive puzzles of a batch with their outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from struct import unpack_from

from sudokulib.batch.errors import BadLineError
from sudokulib.batch.worker import (
    BAD_INDEX,
    OUTCOMES,
    BatchWorker,
    ChunkOutcome,
    OutcomeGroup,
    PuzzleInput,
)
from sudokulib.geometries.core import Geometry
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.result import Result, Stats, Status, batch_results

__all__ = ["STATUS", "SolvedChunk", "split_outcome"]

STATUS: tuple[Status, ...] = ("none", "unique", "multiple", "unknown", "unknown")
"""The status for each index of `OUTCOMES`; a bad line has none."""

_MAX_PART = 128
"""Puzzles whose results are made at once, at most: they should be gone when the garbage collector
looks for what it may forget.

Lines of 17clue with the solution read take 7 % more time with 1,024 than with 128. On a cluster,
with the modules of Dask in memory, the process that makes results spends 1.5 µs on each with 64 and
128, 2.4 with 256 and 4.0 with 1,024 (2026-11).
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

    def results(self) -> list[Result]:
        """Return a result for each puzzle; not for a bad line."""
        numbers = range(len(self.givens))
        puzzles = list(map(_ChunkPuzzle, repeat(self), numbers, repeat(self.geometry)))
        statuses = map(STATUS.__getitem__, self.group.outcomes)
        return batch_results(statuses, self._solutions(puzzles), puzzles)

    @property
    def geometry(self) -> Geometry:
        """The geometry of the puzzles; those that are solved together share it."""
        first = self.givens[0]
        return first.geometry if isinstance(first, Puzzle) else self.worker.lines.geometry

    def _solutions(self, puzzles: Sequence[_ChunkPuzzle]) -> Iterable[tuple[Solution, ...]]:
        """Return the known solutions of each puzzle, two at most."""
        found = zip(puzzles, self.group.known_solutions(), strict=True)
        if self.group.all_unique:  # the commonest case, without an inner loop
            return [(Solution(puzzle, one),) for puzzle, (one,) in found]
        return [tuple([Solution(puzzle, one) for one in known]) for puzzle, known in found]

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

    def texts(self) -> list[list[str]]:
        """Return the solutions of each puzzle, two at most, each as a line."""
        text = self.geometry.alphabet.text
        return [[text(one) for one in known] for known in self.group.known_solutions()]


class _ChunkPuzzle:
    """A puzzle of a chunk, which is read when somebody asks for it.

    Args:
        chunk: the chunk.
        number: its number there, from 0.
        geometry: the geometry that it is on.
    """

    __slots__ = ("_chunk", "_number", "geometry")

    def __init__(self, chunk: SolvedChunk, number: int, geometry: Geometry) -> None:
        self._chunk = chunk
        self._number = number
        self.geometry = geometry

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self._chunk.puzzle(self._number)

    def __call__(self, name: str) -> Mapping[str, object]:
        """Return all fields of the result but its status and its solutions."""
        del name
        stats = self._chunk.stats(self._number)
        return {"puzzle": self.puzzle, "steps": (), "order": (), "conflict": "", "stats": stats}


def split_outcome(
    first: int, givens: Sequence[PuzzleInput], done: ChunkOutcome, worker: BatchWorker
) -> Iterator[SolvedChunk]:
    """Yield the parts of a chunk, one or more for each group of its outcomes."""
    start = 0
    for group in done.groups:
        for part in group.parts(_MAX_PART):
            end = start + len(part.outcomes)
            yield SolvedChunk(first + start, givens[start:end], part, worker)
            start = end
