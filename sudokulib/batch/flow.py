"""Puzzles flow through a bench in chunks: in constant memory, in order, perhaps several at once."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import islice
from time import perf_counter

from sudokulib.batch.bench import Bench, Done, Given, run_order
from sudokulib.batch.piece import Piece, pieces_of
from sudokulib.errors import Cancelled
from sudokulib.search import Budget, Token

__all__ = ["Chunks", "Flow", "elsewhere", "here", "threaded"]

Flow = Generator[Piece, None, None]
"""Pieces in the order of the puzzles; closed, it stops what works for it."""

Chunk = list[Given]
Submit = Callable[[Chunk], "Future[Done]"]

_LARGEST = 1024
"""Puzzles in a chunk."""
_LONG = 0.05
"""Seconds that a chunk should take at most, so that results do not wait for one another."""
_PATIENCE = 0.1
"""Seconds between two looks at a token while other threads or processes work."""


class Chunks(Iterator[Chunk]):
    """Cuts puzzles into chunks: one puzzle at first, then more as long as that is quick.

    An error of the source ends the chunks and is kept until those before it are done.

    Attributes:
        read: how many puzzles were taken from the source.
    """

    def __init__(self, source: Iterable[Given]) -> None:
        self._source = iter(source)
        self._size = 1
        self._error: Exception | None = None
        self._reading = 0.0
        self.read = 0

    @property
    def slow(self) -> bool:
        """Whether the source kept us waiting; what is done should not wait for more of it."""
        return self._reading > _LONG

    def __next__(self) -> Chunk:
        began = perf_counter()
        chunk: Chunk = []
        if self._error is None:
            try:
                chunk.extend(islice(self._source, self._size))
            except Exception as error:
                self._error = error
        self._reading = perf_counter() - began
        self.read += len(chunk)
        if not chunk:
            raise StopIteration
        return chunk

    def took(self, chunk: Chunk, seconds: float) -> None:
        """Learn from the time that a chunk took."""
        whole = max(seconds + self._reading, 1e-9)
        fitting = int(len(chunk) * _LONG / whole)
        self._size = max(1, min(2 * self._size, fitting, _LARGEST))

    def finish(self) -> None:
        """Raise what the source raised."""
        if self._error is not None:
            raise self._error


def here(chunks: Chunks, bench: Bench, token: Token | None) -> Flow:
    """Solve in this thread, a chunk at a time."""
    number = 1
    for chunk in chunks:
        done = bench.run(chunk, token)
        chunks.took(chunk, done.seconds)
        yield from pieces_of(number, chunk, done, bench)
        number += len(chunk)
    chunks.finish()


class _Linked(Token):
    """Is cancelled with another token as well."""

    def __init__(self, other: Token | None) -> None:
        super().__init__()
        self._other = other

    @property
    def cancelled(self) -> bool:
        """Whether either was cancelled."""
        return super().cancelled or (self._other is not None and self._other.cancelled)


def threaded(chunks: Chunks, bench: Bench, token: Token | None, threads: int, window: int) -> Flow:
    """Solve in threads of our own, which end with the iterator."""
    stop = _Linked(token)
    with ThreadPoolExecutor(threads, "sudokulib") as pool:
        try:
            yield from _ordered(
                chunks, bench, lambda chunk: pool.submit(bench.run, chunk, stop), window, token
            )
        finally:
            stop.cancel()


def elsewhere(
    chunks: Chunks, bench: Bench, token: Token | None, executor: Executor, window: int
) -> Flow:
    """Solve on somebody's executor, perhaps in other processes or on other machines."""
    order = pickle.dumps(bench.order)
    return _ordered(
        chunks, bench, lambda chunk: executor.submit(run_order, order, chunk), window, token
    )


def _ordered(
    chunks: Chunks, bench: Bench, submit: Submit, window: int, token: Token | None
) -> Flow:
    """Keep some chunks under way and hand back what is done in the order of the puzzles."""
    waiting: deque[tuple[Chunk, Future[Done]]] = deque()
    number = 1

    def first() -> Iterator[Piece]:
        nonlocal number
        chunk, future = waiting.popleft()
        done = _outcome(future, token)
        chunks.took(chunk, done.seconds)
        yield from pieces_of(number, chunk, done, bench)
        number += len(chunk)

    try:
        for chunk in chunks:
            Budget(token=token).look()
            waiting.append((chunk, submit(chunk)))
            while waiting and (len(waiting) >= window or chunks.slow or waiting[0][1].done()):
                yield from first()
        while waiting:
            yield from first()
    finally:
        for _, future in waiting:
            future.cancel()
    chunks.finish()


def _outcome(future: Future[Done], token: Token | None) -> Done:
    """What a chunk came to, unless the token is cancelled before."""
    while True:
        try:
            return future.result(timeout=_PATIENCE)
        except TimeoutError:
            if future.done():
                raise
            if token is not None and token.cancelled:
                raise Cancelled("cancelled by its token") from None
