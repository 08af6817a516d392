"""Threads that solve chunks of lines without the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Self

from sudokulib._kernel import core
from sudokulib.solving.batch.chunks import PendingChunk, wait_for_first
from sudokulib.solving.batch.executors import processors
from sudokulib.solving.batch.worker import (
    BatchWorker,
    ChunkOutcome,
    LineSearch,
    OutcomeGroup,
    PuzzleInput,
)

if TYPE_CHECKING:
    from sudokulib._kernel.core import LineTask


class LineThreads:
    """Threads of the kernel, which never wait for the interpreter lock.

    Threads of Python, each of which packed a chunk, solved it and handed over its outcome, waited
    up to 5 ms a chunk for that lock: two solved 17clue 1.78 times as fast as one at best (2026-11).

    If there are no more processors than threads, the thread that waits is one of them: two gain
    1.85 to 1.96 then in median runs of 17clue where a third one beside them left 1.56 to 1.68; the
    other sets gain 2 to 3 % (`solve_many`, solutions read, 9 and 15 runs in turn on a machine with
    other work; 2026-11).

    Args:
        worker: the worker of the batch.
        threads: how many threads there are.
    """

    def __init__(self, worker: BatchWorker, threads: int) -> None:
        self._worker = worker
        self._pool = core.LinePool(threads, threads >= processors()) if core else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.stop()

    def submit(self, chunk: Sequence[PuzzleInput]) -> PendingChunk[ChunkOutcome] | None:
        """Begin to solve a chunk; None if it is not one of lines for the kernel."""
        if not self._pool or not (whole := self._worker.packed_whole(chunk)):
            return None
        search, lines = whole
        if not isinstance(search.engine, core.Engine):
            return None
        task = self._pool.solve_lines(search.engine, lines, *self._worker.line_limits)
        return _PendingLines(task, search)

    def watched(self, future: Future[ChunkOutcome]) -> PendingChunk[ChunkOutcome]:
        """Return a future for whose end `wait` waits as well."""
        if pool := self._pool:
            future.add_done_callback(lambda _: pool.notify())
        return future

    def wait(self, submitted: Iterable[PendingChunk[Any]], seconds: float) -> None:
        """Wait until a chunk may be done, at most so many seconds; or solve one meanwhile."""
        if self._pool:
            self._pool.wait(seconds)
        else:
            wait_for_first(submitted, seconds)


class _PendingLines:
    """Lines that threads of the kernel solve."""

    def __init__(self, task: LineTask, search: LineSearch) -> None:
        self._task, self._search = task, search

    def done(self) -> bool:
        return self._task.done

    def result(self) -> ChunkOutcome:
        outcomes, solutions, nodes = self._task.outcome()
        whole = self._task.seconds
        each = whole / len(outcomes)
        group = OutcomeGroup(outcomes, solutions, nodes, each, self._search.name)
        return ChunkOutcome((group,), whole)

    def cancel(self) -> None:
        """Do nothing: all end together when the threads are stopped."""
