"""Solving puzzles in chunks: in constant memory, in order, perhaps several chunks at once."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from sudokulib.errors import GivensError, SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, Token
from sudokulib.solving.batch.executors import RemoteExecutor, slots
from sudokulib.solving.batch.line_threads import LineThreads, PendingChunk, Wait, wait_for_first
from sudokulib.solving.batch.solved_chunk import SolvedChunk, split_outcome
from sudokulib.solving.batch.source import Items, Source
from sudokulib.solving.batch.worker import BatchWorker, PuzzleInput, run_pickled
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

SolvedChunks = Generator[SolvedChunk, None, None]
"""Solved chunks, mostly in the order of the puzzles; closing the generator stops the work."""

Chunk = list[PuzzleInput]
_READY = {str, Puzzle}
"""The types of what is solved as it is.

To look at the types of a whole chunk costs nothing that can be measured; to call a function for
each line made `solve_many` 4 % slower on 17clue (2026-11).
"""

_MAX_CHUNK = 1024
"""Puzzles in a chunk, at most.

The lines of 17clue went through `solve_many` at 254,000 per second of CPU time with 64, and at some
270,000 with 256, 1,024 and 4,096 (2026-11).
"""
_MAX_CHUNK_SECONDS = 0.05
"""The most seconds that a chunk should take, so that results do not wait for one another.

A quarter and four times as much made no difference to the speed of `solve_many` (2026-11).
"""
_MAX_REMOTE_CHUNK = 16 * _MAX_CHUNK
_MAX_REMOTE_SECONDS = 10 * _MAX_CHUNK_SECONDS
"""The limits for a `RemoteExecutor`, where a task costs up to a millisecond and a half here and at
a scheduler that serves all workers."""
_WINDOW = 4
"""Chunks under way for each thread or processor, if the caller does not say.

Two threads solve 17clue 1.95 times as fast as one, solutions read; 1.77 times with two and a half
chunks each, 1.96 with six (`solve_many`, 500,000 lines, best of three, nothing else at work;
2026-11).
"""
_POLL_SECONDS = 0.1
"""Seconds between two checks of a token while other threads or processes work."""


class Chunks(Iterator[Chunk]):
    """Cuts puzzles into chunks: one puzzle at first, then more while that is quick.

    An error of the source ends the chunks and is raised once the chunks before it are done.

    Args:
        source: the puzzles, in any form.
        geometry: the one that the caller named for the lines; puzzles in rows have to be on it.
        executor: where they are solved, if not here.

    Attributes:
        read: how many puzzles have been taken from the source.
    """

    def __init__(
        self,
        source: Iterable[PuzzleLike | PuzzleInput] | Source[PuzzleInput],
        geometry: Geometry | None = None,
        executor: Executor | None = None,
    ) -> None:
        remote = isinstance(executor, RemoteExecutor)
        self._most = _MAX_REMOTE_CHUNK if remote else _MAX_CHUNK
        self._seconds = _MAX_REMOTE_SECONDS if remote else _MAX_CHUNK_SECONDS
        self._source: Source[Any] = source if isinstance(source, Source) else Items(source)
        self._geometry = geometry
        self._size = 1
        self._reading = 0.0
        self.read = 0

    @property
    def is_slow(self) -> bool:
        """Return whether reading the last chunk took so long that results must not wait."""
        return self._reading > _MAX_CHUNK_SECONDS

    def __next__(self) -> Chunk:
        began = perf_counter()
        given = self._source.take(self._size)
        ready = _READY.issuperset(map(type, given))
        chunk: Chunk = given if ready else list(map(self._puzzle, given))
        self._reading = perf_counter() - began
        self.read += len(chunk)
        if not chunk:
            raise StopIteration
        return chunk

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

    def adapt_size(self, chunk: Chunk, seconds: float) -> None:
        """Adapt the size of further chunks to the time that a chunk took."""
        whole = max(seconds + self._reading, 1e-9)
        fitting = int(len(chunk) * self._seconds / whole)
        self._size = max(1, min(2 * self._size, fitting, self._most))

    def finish(self) -> None:
        """Raise the error of the source, if there was one."""
        if self._source.error is not None:
            raise self._source.error


def run_inline(chunks: Chunks, worker: BatchWorker, token: Token | None) -> SolvedChunks:
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
    chunks: Chunks,
    worker: BatchWorker,
    token: Token | None,
    threads: int,
    window: int | None,
    *,
    in_order: bool,
) -> SolvedChunks:
    """Solve in threads of our own, which end with the iterator."""
    stop = _LinkedToken(token)
    most = window or _WINDOW * threads
    with ThreadPoolExecutor(threads, "sudokulib") as pool, LineThreads(worker, threads) as lines:

        def submit(chunk: Chunk) -> PendingChunk:
            return lines.submit(chunk) or lines.watched(pool.submit(worker.run, chunk, stop))

        try:
            yield from _in_flight(
                chunks, worker, submit, lines.wait, lambda: most, token=token, in_order=in_order
            )
        finally:
            stop.cancel()


def run_on_executor(
    chunks: Chunks,
    worker: BatchWorker,
    token: Token | None,
    executor: Executor,
    window: int | None,
    *,
    in_order: bool,
) -> SolvedChunks:
    """Solve on the caller's executor, perhaps in other processes or on other machines."""
    # Elsewhere, the default name may stand for another geometry.
    settings = pickle.dumps(replace(worker.settings, geometry=worker.lines.geometry))
    return _in_flight(
        chunks,
        worker,
        lambda chunk: executor.submit(run_pickled, settings, worker.packed_lines(chunk)),
        wait_for_first,
        lambda: window or _WINDOW * slots(executor),
        token=token,
        in_order=in_order,
    )


def _in_flight(
    chunks: Chunks,
    worker: BatchWorker,
    submit: Callable[[Chunk], PendingChunk],
    wait: Wait,
    window: Callable[[], int],
    *,
    token: Token | None,
    in_order: bool,
) -> SolvedChunks:
    """Keep some chunks in flight, and yield the solved ones in order or as they come."""
    waiting: dict[PendingChunk, tuple[int, Chunk]] = {}
    number = 1

    def next_ones() -> Iterable[PendingChunk]:
        return islice(waiting, 1) if in_order else waiting

    def first_done() -> PendingChunk | None:
        return next((one for one in next_ones() if one.done()), None)

    def ready() -> Iterator[SolvedChunk]:
        while (submitted := first_done()) is None:
            wait(next_ones(), _POLL_SECONDS)
            Budget(token=token).check()
        outcome = submitted.result()
        first, chunk = waiting.pop(submitted)
        chunks.adapt_size(chunk, outcome.seconds)
        yield from split_outcome(first, chunk, outcome, worker)

    try:
        for chunk in chunks:
            Budget(token=token).check()
            waiting[submit(chunk)] = number, chunk
            number += len(chunk)
            while waiting and (len(waiting) >= window() or chunks.is_slow or first_done()):
                yield from ready()
        while waiting:
            yield from ready()
    finally:
        for submitted in waiting:
            submitted.cancel()
    chunks.finish()
