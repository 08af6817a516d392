"""solve_many: the results of as many puzzles as there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from os import cpu_count
from typing import Literal, overload

from sudokulib.batch.bench import Bench, Given, Order
from sudokulib.batch.errors import BadLineError
from sudokulib.batch.flow import Chunks, Flow, elsewhere, here, threaded
from sudokulib.batch.progress import Meter, Progress
from sudokulib.errors import SudokuError
from sudokulib.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Token
from sudokulib.solving.result import Result

__all__ = ["OnError", "resolved", "solve_many", "solved"]

OnError = Literal["raise", "yield"]


@overload
def solve_many(
    puzzles: Iterable[Puzzle | str],
    geometry: Geometry | str | None = None,
    *,
    search: str = ...,
    seconds: float | None = ...,
    nodes: int | None = ...,
    token: Token | None = ...,
    threads: int = ...,
    executor: Executor | None = ...,
    window: int | None = ...,
    progress: Callable[[Progress], object] | None = ...,
    on_error: Literal["raise"] = ...,
) -> Iterator[Result]: ...
@overload
def solve_many(
    puzzles: Iterable[Puzzle | str],
    geometry: Geometry | str | None = None,
    *,
    search: str = ...,
    seconds: float | None = ...,
    nodes: int | None = ...,
    token: Token | None = ...,
    threads: int = ...,
    executor: Executor | None = ...,
    window: int | None = ...,
    progress: Callable[[Progress], object] | None = ...,
    on_error: Literal["yield"],
) -> Iterator[Result | BadLineError]: ...
def solve_many(
    puzzles: Iterable[Puzzle | str],
    geometry: Geometry | str | None = None,
    *,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    window: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    on_error: OnError = "raise",
) -> Iterator[Result] | Iterator[Result | BadLineError]:
    """Solve puzzles lazily, in order, without steps: status, solutions and stats only.

    Puzzles are taken and solved in chunks, one at first and more as long as a chunk takes no more
    than a twentieth of a second, so that memory stays constant however many there are.

    Args:
        puzzles: puzzles, or their givens as text, one line each (an open file will do).
        geometry: where lines are played, or its name; ``9x9`` if absent.
        search: name of the back-end; ``auto`` takes the fastest that can.
        seconds: limit of wall time for each puzzle.
        nodes: limit of search nodes for each puzzle.
        token: cancels from another thread.
        threads: how many threads solve; only a compiled back-end gains by several.
        executor: solves there instead: any executor of `concurrent.futures`, such as one of
            processes. A token then stops what has not begun.
        window: how many chunks are under way at most; by default two for each thread and one
            more, or four for each processor if there is an executor.
        progress: called about ten times a second, and at the end.
        on_error: what to do with a line that is no puzzle. "raise" raises a `BadLineError`, which
            ends the batch; "yield" yields the error in the place of the result, and goes on.

    Returns:
        A result for each puzzle; a limit that was reached gives the status "unknown".

    Raises:
        BadLineError: a line that is no puzzle of the geometry, with its number.
        UnknownNameError: a geometry or back-end that nobody knows.
        Cancelled: the token was cancelled.

    >>> lines = ["1... ..2. .3.. ...4", "1... .... .... ...."]
    >>> [result.status for result in solve_many(lines, "4x4")]
    ['unique', 'multiple']
    """
    if on_error not in ("raise", "yield"):
        raise SudokuError(f"on_error is {on_error!r}; write 'raise' or 'yield'")
    place = None if geometry is None else resolved(geometry)
    bench = Bench(Order(place, search, seconds, nodes))
    meter = Meter(puzzles, progress)
    pieces = solved(
        puzzles,
        bench,
        meter,
        token=token,
        threads=threads,
        executor=executor,
        window=window,
    )
    return _results(pieces, on_error)


def solved(
    givens: Iterable[Given],
    bench: Bench,
    meter: Meter,
    *,
    token: Token | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    window: int | None = None,
) -> Flow:
    """The same as pieces; see `solve_many` for the arguments.

    Raises:
        SudokuError: numbers of threads or chunks that make no sense.
    """
    for name, number in (("threads", threads), ("window", 1 if window is None else window)):
        if number < 1:
            raise SudokuError(f"{name} is {number}; it must be at least 1")
    if executor is not None and threads > 1:
        raise SudokuError("threads and an executor were given; leave one out")
    chunks = Chunks(givens)
    if executor is not None:
        flow = elsewhere(chunks, bench, token, executor, window or 4 * (cpu_count() or 1))
    elif threads > 1:
        flow = threaded(chunks, bench, token, threads, window or 2 * threads + 1)
    else:
        flow = here(chunks, bench, token)
    return _metered(flow, chunks, meter)


def _metered(flow: Flow, chunks: Chunks, meter: Meter) -> Flow:
    with closing(flow):
        for piece in flow:
            yield piece
            meter.add(len(piece.givens), chunks.read)
    meter.finish()


def _results(pieces: Flow, on_error: OnError) -> Iterator[Result | BadLineError]:
    with closing(pieces):  # an error keeps the frame alive, but should not keep threads at work
        for piece in pieces:
            if (error := piece.bad) is None:
                yield from piece.results()
            elif on_error == "yield":
                yield error
            else:
                raise error


def resolved(geometry: Geometry | str) -> Geometry:
    """The geometry of that name, or the geometry itself."""
    if isinstance(geometry, Geometry):
        return geometry
    from sudokulib.geometries import library  # noqa: PLC0415 - reads YAML, slow to import

    return library.geometry(geometry)
