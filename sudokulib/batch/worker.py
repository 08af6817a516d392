"""The worker that solves the puzzles of a batch, a chunk at a time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, islice
from pathlib import Path
from time import perf_counter
from typing import Protocol, cast

from sudokulib.basics.interruption import interruptible
from sudokulib.batch.lines import EMPTY, LineCodec
from sudokulib.errors import SudokuError
from sudokulib.geometries import library
from sudokulib.geometries.core import Geometry
from sudokulib.geometries.folders import search_folders
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, Token, backend
from sudokulib.search.auto import chosen
from sudokulib.solving.result import status_of

__all__ = [
    "BAD_INDEX",
    "OUTCOMES",
    "BatchSettings",
    "BatchWorker",
    "ChunkOutcome",
    "LineEngine",
    "OutcomeGroup",
    "PuzzleInput",
    "run_pickled",
]

PuzzleInput = str | Puzzle | SudokuError
"""A line, a puzzle, or the error that says why there is none."""

OUTCOMES = ("none", "unique", "multiple", "nodes", "time", "bad")
"""Possible outcomes for a puzzle: a status, the limit that was reached, or "not a puzzle"."""

BAD_INDEX = OUTCOMES.index("bad")


class LineEngine(Protocol):
    """A compiled search for one geometry that solves many lines per call."""

    def solve_lines(
        self, givens: bytes, nodes: int, seconds: float, look: Callable[[], object] | None
    ) -> tuple[bytes, bytes, bytes]:
        """Return for each line an index into `OUTCOMES`, two solutions, and eight bytes of nodes.

        Args:
            givens: a byte for each cell, `EMPTY` where nothing is given; line after line.
            nodes, seconds: limits for each line; below zero for none.
            look: called periodically; an exception that it raises ends the work.
        """


@dataclass(frozen=True, slots=True)
class OutcomeGroup:
    """The outcomes of consecutive puzzles.

    Args:
        outcomes: for each an index into `OUTCOMES`.
        solutions: those of a puzzle that was searched by itself; or bytes: two solutions for each
            puzzle, a value index for each cell, `EMPTY` where there is none.
        nodes: the nodes of the search, eight bytes for each.
        seconds: wall time for each, on average.
        search: name of the back-end.
        error: why the only item is not a puzzle.
    """

    outcomes: bytes
    solutions: bytes | tuple[tuple[int, ...], ...] = b""
    nodes: bytes = bytes(8)
    seconds: float = 0.0
    search: str = ""
    error: SudokuError | None = None

    def found(self, number: int) -> tuple[Sequence[int], ...]:
        """Return the known solutions of a puzzle, two at most."""
        if isinstance(self.solutions, tuple):
            return self.solutions
        size = len(self.solutions) // len(self.outcomes) // 2
        start = 2 * size * number
        both = (self.solutions[start : start + size], self.solutions[start + size :][:size])
        return tuple(values for values in both if values[0] != EMPTY)

    def spent(self, number: int) -> int:
        """Return the number of search nodes for a puzzle."""
        return int.from_bytes(self.nodes[8 * number : 8 * number + 8], "little")


@dataclass(frozen=True, slots=True)
class ChunkOutcome:
    """The outcomes of all puzzles of a chunk.

    Args:
        groups: the groups, in order.
        seconds: wall time of the whole chunk.
    """

    groups: tuple[OutcomeGroup, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """The settings for every puzzle of a batch; picklable.

    Args:
        geometry: the geometry of the lines; None for ``9x9``.
        search: name of the back-end; ``auto`` chooses the fastest that can.
        seconds, nodes: limits for each puzzle.
    """

    geometry: Geometry | None = None
    search: str = "auto"
    seconds: float | None = None
    nodes: int | None = None


class BatchWorker:
    """Solves puzzles with one set of settings; shared between threads, rebuilt in each process."""

    def __init__(self, settings: BatchSettings) -> None:
        self.settings = settings
        self._backend = backend(settings.search)

    # Cached properties read only the fields, which never change.
    @cached_property
    def lines(self) -> LineCodec:
        """The codec for lines; made when the first line comes."""
        geometry = self.settings.geometry
        if geometry is None:
            geometry = library.geometry("9x9")
        return LineCodec(geometry)

    @cached_property
    def engine(self) -> LineEngine | None:
        """The compiled search for lines, if the back-end has one for the geometry."""
        find: Callable[[Model], LineEngine | None] | None
        find = getattr(self._backend, "line_engine", None)
        return find(compile_geometry(self.lines.geometry)) if find else None

    @cached_property
    def _engine_name(self) -> str:
        search = self.settings.search
        return chosen(compile_geometry(self.lines.geometry))[0] if search == "auto" else search

    def run(self, givens: Sequence[PuzzleInput], token: Token | None = None) -> ChunkOutcome:
        """Solve one or more puzzles; an error among them is returned as its outcome.

        Raises:
            Cancelled: the token was cancelled.
        """
        began = perf_counter()
        Budget(token=token).check()
        groups = tuple(self._groups(givens, token))
        return ChunkOutcome(groups, perf_counter() - began)

    def _groups(self, givens: Sequence[PuzzleInput], token: Token | None) -> Iterator[OutcomeGroup]:
        if isinstance(givens[0], str) and self.engine and (data := self.lines.pack(givens)):
            yield self.packed(data, token)
            return
        for by_bytes, some in groupby(map(self._read, givens), lambda it: isinstance(it, bytes)):
            if by_bytes:
                yield self.packed(b"".join(cast("Iterator[bytes]", some)), token)
            else:
                for one in cast("Iterator[Puzzle | SudokuError]", some):
                    yield self._single(one, token)

    def _read(self, given: PuzzleInput) -> bytes | Puzzle | SudokuError:
        if not isinstance(given, str):
            return given
        try:
            read = self.lines.read(given)
        except SudokuError as error:
            return error
        return read if isinstance(read, Puzzle) or self.engine else self.lines.puzzle(read)

    def packed(self, data: bytes, token: Token | None = None) -> OutcomeGroup:
        """Solve lines as bytes by the compiled search, which must exist."""
        engine, settings = cast("LineEngine", self.engine), self.settings
        began = perf_counter()
        outcomes, solutions, nodes = engine.solve_lines(
            data,
            -1 if settings.nodes is None else settings.nodes,
            -1.0 if settings.seconds is None else settings.seconds,
            None if token is None else Budget(token=token).check,
        )
        seconds = (perf_counter() - began) / len(outcomes)
        return OutcomeGroup(outcomes, solutions, nodes, seconds, self._engine_name)

    def _single(self, puzzle: Puzzle | SudokuError, token: Token | None) -> OutcomeGroup:
        if isinstance(puzzle, SudokuError):
            return OutcomeGroup(bytes([BAD_INDEX]), error=puzzle)
        budget = Budget(self.settings.seconds, self.settings.nodes, token)
        began = perf_counter()
        found: list[tuple[int, ...]] = []
        stopped = ""
        try:
            with (
                interruptible(budget.check),
                closing(self._backend.solutions(compile_puzzle(puzzle), budget)) as more,
            ):
                found.extend(islice(more, 2))
        except OutOfBudget as limit:
            stopped = limit.reason
        status = status_of(len(found), stopped)
        outcome = OUTCOMES.index(stopped if status == "unknown" else status)
        nodes = budget.used.to_bytes(8, "little")
        search = budget.search or self.settings.search
        return OutcomeGroup(bytes([outcome]), tuple(found), nodes, perf_counter() - began, search)


def run_pickled(settings: bytes, givens: Sequence[PuzzleInput]) -> ChunkOutcome:
    """Solve some puzzles in any process; the settings arrive pickled."""
    return _worker(settings, search_folders()).run(givens)


# The folders decide which geometry has the default name that settings may leave out.
@lru_cache(maxsize=4)
def _worker(settings: bytes, folders: tuple[Path, ...]) -> BatchWorker:
    del folders
    return BatchWorker(pickle.loads(settings))
