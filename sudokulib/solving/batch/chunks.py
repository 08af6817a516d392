"""Parts of a long source, of a size that adapts to the work; several are under way at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Executor, Future
from concurrent.futures import wait as wait_for_futures
from itertools import islice
from time import perf_counter
from typing import Any, Protocol, TypeVar, cast

from sudokulib.search import Budget, Token
from sudokulib.solving.batch.executors import RemoteExecutor, slots
from sudokulib.solving.batch.source import Source

_MAX_CHUNK = 1024
"""Puzzles in a chunk, at most.

The lines of 17clue went through `solve_many` at 254,000 per second of CPU time with 64, and at some
270,000 with 256, 1,024 and 4,096 (2026-11).
"""
_MAX_CHUNK_SECONDS = 0.005
"""The most seconds that a chunk should take, so that results do not wait for one another, and
threads not long for the last one.

With 0.005, 0.01, 0.02 and 0.05, two threads solve 1,500 lines of hardest1106 1.91, 1.77, 1.84 and
1.69 times as fast as one (medians of three on a machine with other work); more lines, and one
thread, take the same time with all of them (`solve_many`, 2026-11).
"""
_MAX_TASK_SECONDS = 0.05
"""The same for an executor, where a task is pickled and handed to another process or thread."""
_MAX_REMOTE_CHUNK = 128 * _MAX_CHUNK
_MAX_REMOTE_SECONDS = 10 * _MAX_TASK_SECONDS
"""The limits for a `RemoteExecutor`, where a task costs eight milliseconds in all: here, at the
scheduler, and at the worker.

Lines of 17clue took 6.2 µs of all processors each with 32,768 in a chunk, 5.8 with 65,536, and 5.2
with 131,072, which take up 170 MB (`solve_many` on two local workers, medians of seven runs in turn
on a machine with other work; 2026-11). The limit of time, half a second, is next.
"""
_REMOTE_GROWTH = 64
"""How many times as many puzzles a task of a `RemoteExecutor` may have as one that is done.

A task takes 10 to 30 ms to come back, and 5 to 9 ms of all processors if it does nothing. 49,158
lines of 17clue take 12.2 µs of these each with 2, 9.8 with 16, and 6.7 to 8.1 with 64 (`solve_many`
on two local workers, medians of five and seven runs on a machine with other work; 2026-11).
"""
WINDOW = 4
"""Chunks under way for each processor of an executor, if the caller does not say.

Measured with threads: two solved 17clue 1.77 times as fast as one with two and a half chunks each,
1.95 times with four (`solve_many`, 500,000 lines, best of three; 2026-11).
"""
THREAD_WINDOW = 6
"""Chunks under way for each thread, if the caller does not say.

Two threads beside that of the caller solve 17clue 1.88 to 1.94 times as fast as one, solutions
read, in the best runs of four series; 1.81 to 1.89 times with four chunks each, and 1.87 and 1.95
with eight. In median runs these are 1.83 to 1.88, 1.72 to 1.84, and 1.87 and 1.90. hardest1106
gains the same with each, 1.94 (`solve_many`, 150,000 and 1,500 lines, 14 to 20 runs in turn). Where
the caller's is one of the two, it makes no difference from 2 to 12 (2026-11).
"""
_POLL_SECONDS = 0.1
"""Seconds between two checks of a token while other threads or processes work."""
_POLL_SOURCE_SECONDS = 0.01
"""Seconds between two looks at a pipe that is waited for while they work.

A look takes a microsecond (`select.select` of one pipe, 2026-11), and so next to nothing of them.
"""


_C = TypeVar("_C", bound=Sized)


class Outcome(Protocol):
    """What came of a chunk."""

    @property
    def seconds(self) -> float:
        """The wall time that it took."""


_O = TypeVar("_O", bound=Outcome)
_O_co = TypeVar("_O_co", bound=Outcome, covariant=True)

Flight = Generator[tuple[int, _C, _O], None, None]
"""Chunks with their outcomes, each with the number of its first item; closing it ends the work."""


class PendingChunk(Protocol[_O_co]):
    """A chunk that is at work; a `Future` is one."""

    def done(self) -> bool:
        """Return whether its outcome is at hand, or why there is none."""

    def result(self) -> _O_co:
        """Return the outcome of a chunk that is done, or raise what went wrong."""

    def cancel(self) -> object:
        """Leave it out if it has not begun."""


Wait = Callable[[Iterable[PendingChunk[Any]], float], object]
"""Waits until one of these may be done, at most so many seconds."""


def wait_for_first(submitted: Iterable[PendingChunk[Any]], seconds: float) -> None:
    """Wait until one of some futures is done."""
    futures = cast("Iterable[Future[Any]]", submitted)
    wait_for_futures(futures, seconds, FIRST_COMPLETED)


def window_for(
    executor: Executor, chunks: Chunks[Any], window: int | None = None
) -> Callable[[], int]:
    """Return what tells how many chunks may be under way on an executor.

    Args:
        executor: the executor.
        chunks: the chunks. While they are small, there is one for each processor: what a small one
            tells makes all that come after it larger.
        window: the number, if the caller says one.
    """
    return lambda: window or (1 if chunks.is_growing else WINDOW) * slots(executor)


class Chunks(ABC, Iterator[_C]):
    """Cuts a source into chunks: one item at first, then more while that is quick.

    An error of the source ends the chunks and is raised once the chunks before it are done.

    Args:
        source: the items.
        most: the most items in a chunk.
        executor: where the work is done, if not here.

    Attributes:
        read: how many items have been taken from the source.
        is_growing: whether chunks are still too small to be worth a task.
    """

    def __init__(self, source: Source[Any], executor: Executor | None, most: int = 0) -> None:
        self._remote = executor if isinstance(executor, RemoteExecutor) else None
        self._most = most or (_MAX_REMOTE_CHUNK if self._remote else _MAX_CHUNK)
        self._patience = _MAX_REMOTE_SECONDS if self._remote else _MAX_TASK_SECONDS
        self._seconds = self._patience if executor else _MAX_CHUNK_SECONDS
        self._source = source
        self._size = self._least = 1
        self._reading = 0.0
        self.read = 0
        self.is_growing = True

    @property
    def is_slow(self) -> bool:
        """Return whether reading the last chunk took so long that results must not wait."""
        return self._reading > self._patience

    @property
    def at_hand(self) -> bool:
        """Return whether a chunk can be taken without waiting; True if that is not known."""
        return self._source.at_hand

    def __next__(self) -> _C:
        began = perf_counter()
        chunk = self.take(self._next_size())
        self._reading = perf_counter() - began
        self.read += len(chunk)
        if not len(chunk):
            raise StopIteration
        return chunk

    @abstractmethod
    def take(self, most: int) -> _C:
        """Return a chunk of the next items of the source, at most so many; empty at the end."""

    @property
    def remaining(self) -> int:
        """About how many items are left; 0 if that is not known."""
        return self._source.remaining

    def _next_size(self) -> int:
        """Return the most items of the next chunk.

        Near the end of a source that tells its length a task gets its share of what is left, so
        that all end at about the same time, but not too little to be worth it: guided
        self-scheduling (Polychronopoulos and Kuck, IEEE Transactions on Computers 36, 1987).
        """
        if self._remote and (remaining := self.remaining):
            return min(self._size, max(self._least, remaining // self._remote.slots))
        return self._size

    def adapt_size(self, chunk: _C, seconds: float) -> None:
        """Adapt the size of further chunks to the time that a chunk took."""
        whole = max(seconds + self._reading, 1e-9)
        fitting = max(1, min(int(len(chunk) * self._seconds / whole), self._most))
        if self._remote:
            grown = max(self._size, _REMOTE_GROWTH * len(chunk))
            self._least = max(1, int(len(chunk) * _MAX_TASK_SECONDS / whole))
        else:
            grown = 2 * self._size
        self._size = min(grown, fitting)
        self.is_growing = self._size < min(self._least, fitting)

    def finish(self) -> None:
        """Raise the error of the source, if there was one."""
        if self._source.error is not None:
            raise self._source.error


def in_flight(
    chunks: Chunks[_C],
    submit: Callable[[int, _C], PendingChunk[_O]],
    wait: Wait,
    window: Callable[[], int],
    *,
    token: Token | None,
    in_order: bool,
) -> Flight[_C, _O]:
    """Keep some chunks in flight, and yield their outcomes in order or as they come.

    Args:
        chunks: the chunks.
        submit: begins the work on a chunk; also told the number of its first item, from 1.
        wait: waits for one of several.
        window: how many may be under way.
        token: cancels.
        in_order: whether the outcomes come in the order of the chunks.

    Yields:
        The number of the first item of a chunk, the chunk, and its outcome.
    """
    waiting: dict[PendingChunk[_O], tuple[int, _C]] = {}
    number = 1

    def next_ones() -> Iterable[PendingChunk[_O]]:
        return islice(waiting, 1) if in_order else waiting

    def first_done() -> PendingChunk[_O] | None:
        return next((one for one in next_ones() if one.done()), None)

    def ready() -> tuple[int, _C, _O]:
        while (submitted := first_done()) is None:
            wait(next_ones(), _POLL_SECONDS)
            Budget(token=token).check()
        outcome = submitted.result()
        first, chunk = waiting.pop(submitted)
        chunks.adapt_size(chunk, outcome.seconds)
        return first, chunk, outcome

    try:
        while True:
            while waiting and not chunks.at_hand:
                if first_done():
                    yield ready()
                else:
                    wait(next_ones(), _POLL_SOURCE_SECONDS)
                Budget(token=token).check()
            if (chunk := next(chunks, None)) is None:
                break
            Budget(token=token).check()
            waiting[submit(number, chunk)] = number, chunk
            number += len(chunk)
            while waiting and (len(waiting) >= window() or chunks.is_slow or first_done()):
                yield ready()
        while waiting:
            yield ready()
    finally:
        for submitted in waiting:
            submitted.cancel()
    chunks.finish()
