"""`solve_many`: the results of any number of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from typing import Literal, overload

from sudokulib.errors import SudokuError
from sudokulib.search import Budget, Token
from sudokulib.solving.batch.errors import BadLineError
from sudokulib.solving.batch.pipeline import (
    PuzzleChunks,
    SolvedChunks,
    run_in_threads,
    run_inline,
    run_on_executor,
)
from sudokulib.solving.batch.progress import Meter, Progress
from sudokulib.solving.batch.source import Source
from sudokulib.solving.batch.worker import BatchSettings, BatchWorker, PuzzleInput
from sudokulib.solving.result import Result
from sudokulib.solving.subjects import GeometryLike, PuzzleLike, as_geometry

OnError = Literal["raise", "yield"]


@overload
def solve_many(
    puzzles: Iterable[PuzzleLike],
    geometry: GeometryLike | None = None,
    *,
    search: str = ...,
    seconds: float | None = ...,
    nodes: int | None = ...,
    token: Token | None = ...,
    threads: int = ...,
    executor: Executor | None = ...,
    window: int | None = ...,
    in_order: bool = ...,
    progress: Callable[[Progress], object] | None = ...,
    on_error: Literal["raise"] = ...,
) -> Iterator[Result]: ...
@overload
def solve_many(
    puzzles: Iterable[PuzzleLike],
    geometry: GeometryLike | None = None,
    *,
    search: str = ...,
    seconds: float | None = ...,
    nodes: int | None = ...,
    token: Token | None = ...,
    threads: int = ...,
    executor: Executor | None = ...,
    window: int | None = ...,
    in_order: bool = ...,
    progress: Callable[[Progress], object] | None = ...,
    on_error: Literal["yield"],
) -> Iterator[Result | BadLineError]: ...
def solve_many(
    puzzles: Iterable[PuzzleLike],
    geometry: GeometryLike | None = None,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    window: int | None = None,
    in_order: bool = True,
    progress: Callable[[Progress], object] | None = None,
    on_error: OnError = "raise",
) -> Iterator[Result] | Iterator[Result | BadLineError]:
    """Solve puzzles lazily, without steps: status, solutions and stats only.

    Puzzles are read and solved in chunks: one puzzle at first, and more while a chunk takes no more
    than a twentieth of a second, so that memory use is constant.

    Args:
        puzzles: givens as text, one line for each puzzle (an open file will do); or puzzles in any
            other form that `sudokulib.solve` takes, such as arrays.
        geometry: the geometry of the lines, its name, the `Path` of its file, or its data; ``9x9``
            if absent.
        search: name of the back-end; ``auto`` chooses the fastest one that supports the geometry.
        seconds: limit of wall time for each puzzle.
        nodes: limit of search nodes for each puzzle.
        token: cancels from another thread.
        threads: how many threads to use; only a compiled back-end benefits from several. The
            caller's own is one of them, while it waits, if there are no more processors.
        executor: where to solve instead: any executor of `concurrent.futures`, such as a process
            pool or a `sudokulib.solving.batch.cluster`. Except on a cluster, a token then stops
            only chunks that have not begun.
        window: the most chunks under way at once; by default six for each thread, or, if there is
            an executor, four for each processor or each thread of a cluster.
        in_order: whether the results come in the order of the puzzles, or else as soon as they are
            found.
        progress: called about ten times a second, and at the end.
        on_error: what to do with a line that is not a puzzle. "raise" raises a `BadLineError`,
            which ends the batch; "yield" yields the error in place of the result, and continues.

    Returns:
        A result for each puzzle; a limit that was reached gives the status "unknown".

    Raises:
        BadLineError: a line is not a puzzle of the geometry; the error has its number.
        UnknownNameError: the geometry or back-end is unknown.
        Cancelled: the token was cancelled.

    >>> lines = ["1... ..2. .3.. ...4", "1... .... .... ...."]
    >>> [result.status for result in solve_many(lines, "4x4")]
    ['unique', 'multiple']
    """
    if on_error not in ("raise", "yield"):
        raise SudokuError(f"on_error is {on_error!r}; write 'raise' or 'yield'")
    Budget(seconds, nodes, token)  # refuses what is no limit before the first puzzle is read
    place = None if geometry is None else as_geometry(geometry)
    worker = BatchWorker(BatchSettings(place, search, seconds, nodes))
    meter = Meter(puzzles, progress)
    solved_chunks = solve_chunks(
        puzzles,
        worker,
        meter,
        token=token,
        threads=threads,
        executor=executor,
        window=window,
        in_order=in_order,
    )
    return _results(solved_chunks, on_error)


def solve_chunks(
    givens: Iterable[PuzzleLike | PuzzleInput] | Source[PuzzleInput],
    worker: BatchWorker,
    meter: Meter,
    *,
    token: Token | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    window: int | None = None,
    in_order: bool = True,
) -> SolvedChunks:
    """Solve puzzles as `solve_many` does, but yield whole chunks.

    Raises:
        SudokuError: the number of threads or chunks is not valid.
    """
    for name, number in (("threads", threads), ("window", 1 if window is None else window)):
        if number < 1:
            raise SudokuError(f"{name} is {number}; it must be at least 1")
    if executor is not None and threads > 1:
        raise SudokuError("threads and an executor were given; leave one out")
    chunks = PuzzleChunks(givens, worker.settings.geometry, executor)
    if executor is not None:
        pipeline = run_on_executor(chunks, worker, token, executor, window, in_order=in_order)
    elif threads > 1:
        pipeline = run_in_threads(chunks, worker, token, threads, window, in_order=in_order)
    else:
        pipeline = run_inline(chunks, worker, token)
    return _metered(pipeline, chunks, meter)


def _metered(pipeline: SolvedChunks, chunks: PuzzleChunks, meter: Meter) -> SolvedChunks:
    with closing(pipeline):
        for solved_chunk in pipeline:
            yield solved_chunk
            meter.add(len(solved_chunk.givens), chunks.read)
    meter.finish()


def _results(solved_chunks: SolvedChunks, on_error: OnError) -> Iterator[Result | BadLineError]:
    with closing(solved_chunks):  # an error keeps the frame alive, but must not keep threads busy
        for solved_chunk in solved_chunks:
            if (error := solved_chunk.error) is None:
                yield from solved_chunk.results()
            elif on_error == "yield":
                yield error
            else:
                raise error
