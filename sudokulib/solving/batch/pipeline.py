"""Solving puzzles in chunks: in constant memory, in order, perhaps several chunks at once."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from sudokulib.errors import GivensError, SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Token
from sudokulib.solving.batch.chunks import (
    THREAD_WINDOW,
    Chunks,
    Flight,
    PendingChunk,
    in_flight,
    wait_for_first,
    window_for,
)
from sudokulib.solving.batch.line_threads import LineThreads
from sudokulib.solving.batch.solved_chunk import SolvedChunk, split_outcome
from sudokulib.solving.batch.source import Items, Source
from sudokulib.solving.batch.worker import BatchWorker, ChunkOutcome, PuzzleInput, run_pickled
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

SolvedChunks = Generator[SolvedChunk, None, None]
"""Solved chunks, mostly in the order of the puzzles; closing the generator stops the work."""

_READY = {str, Puzzle}
"""The types of what is solved as it is.

To look at the types of a whole chunk costs nothing that can be measured; to call a function for
each line made `solve_many` 4 % slower on 17clue (2026-11).
"""


class PuzzleChunks(Chunks[list[PuzzleInput]]):
    """Cuts puzzles in any form into chunks of what a `BatchWorker` solves.

    Args:
        source: the puzzles.
        geometry: the one that the caller named for the lines; puzzles in rows have to be on it.
        executor: where they are solved, if not here.
    """

    def __init__(
        self,
        source: Iterable[PuzzleLike | PuzzleInput] | Source[PuzzleInput],
        geometry: Geometry | None = None,
        executor: Executor | None = None,
    ) -> None:
        super().__init__(source if isinstance(source, Source) else Items(source), executor)
        self._geometry = geometry

    def take(self, most: int) -> list[PuzzleInput]:
        """Return the next puzzles, at most so many."""
        items = self._source.take(most)
        return items if _READY.issuperset(map(type, items)) else list(map(self._puzzle, items))

    def _puzzle(self, given: PuzzleLike | PuzzleInput) -> PuzzleInput:
        """Return the puzzle that an item of the source stands for, or why there is none."""
        if isinstance(given, str | Puzzle | SudokuError):
            return given
        try:
            puzzle = as_puzzle(given)
        except (SudokuError, TypeError) as error:
            return error if isinstance(error, SudokuError) else GivensError(str(error))
        in_rows = not isinstance(given, Geometry | Path | Mapping)
        if in_rows and self._geometry and puzzle.geometry != self._geometry:
            return GivensError(
                f"rows are a puzzle on {puzzle.geometry.name}, not on {self._geometry.name}; "
                "pass a line of text"
            )
        return puzzle


def run_inline(chunks: PuzzleChunks, worker: BatchWorker, token: Token | None) -> SolvedChunks:
    """Solve in this thread, a chunk at a time."""
    number = 1
    for chunk in chunks:
        done = worker.run(chunk, token)
        chunks.adapt_size(chunk, done.seconds)
        yield from split_outcome(number, chunk, done, worker)
        number += len(chunk)
    chunks.finish()


class _LinkedToken(Token):
    """A token that is also cancelled when another one is."""

    def __init__(self, other: Token | None) -> None:
        super().__init__()
        self._other = other

    @property
    def cancelled(self) -> bool:
        """Return whether this token or the other one has been cancelled."""
        return super().cancelled or (self._other is not None and self._other.cancelled)


def run_in_threads(
    chunks: PuzzleChunks,
    worker: BatchWorker,
    token: Token | None,
    threads: int,
    window: int | None,
    *,
    in_order: bool,
) -> SolvedChunks:
    """Solve in threads of our own, which end with the iterator."""
    stop = _LinkedToken(token)
    most = window or THREAD_WINDOW * threads
    with ThreadPoolExecutor(threads, "sudokulib") as pool, LineThreads(worker, threads) as lines:

        def submit(number: int, chunk: list[PuzzleInput]) -> PendingChunk[ChunkOutcome]:
            del number
            return lines.submit(chunk) or lines.watched(pool.submit(worker.run, chunk, stop))

        flight = in_flight(chunks, submit, lines.wait, lambda: most, token=token, in_order=in_order)
        try:
            yield from _split(flight, worker)
        finally:
            stop.cancel()


def run_on_executor(
    chunks: PuzzleChunks,
    worker: BatchWorker,
    token: Token | None,
    executor: Executor,
    window: int | None,
    *,
    in_order: bool,
) -> SolvedChunks:
    """Solve on the caller's executor, perhaps in other processes or on other machines."""
    settings = worker.pickled_settings()
    flight = in_flight(
        chunks,
        lambda _, chunk: executor.submit(run_pickled, settings, *worker.packed_lines(chunk)),
        wait_for_first,
        window_for(executor, chunks, window),
        token=token,
        in_order=in_order,
    )
    return _split(flight, worker)


def _split(flight: Flight[list[PuzzleInput], ChunkOutcome], worker: BatchWorker) -> SolvedChunks:
    """Yield the parts of chunks, one or more for each."""
    with closing(flight):
        for first, chunk, outcome in flight:
            yield from split_outcome(first, chunk, outcome, worker)
