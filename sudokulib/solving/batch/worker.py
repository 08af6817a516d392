"""The worker that solves the puzzles of a batch, a chunk at a time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import groupby, islice
from operator import itemgetter
from struct import iter_unpack, unpack
from time import perf_counter
from typing import Any, Protocol, SupportsIndex, cast

from sudokulib._kernel import core
from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import interruptible
from sudokulib.basics.pickling import reduce_with_buffers
from sudokulib.errors import SudokuError
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.geometries import library
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, Token, backend
from sudokulib.search.auto import chosen
from sudokulib.solving.batch.lines import EMPTY, LineCodec
from sudokulib.solving.result import status_of

PuzzleInput = str | Puzzle | SudokuError
"""A line, a puzzle, or the error that says why there is none."""

OUTCOMES = ("none", "unique", "multiple", "nodes", "time", "bad")
"""Possible outcomes for a puzzle: a status, the limit that was reached, or "not a puzzle"."""

BAD_INDEX = OUTCOMES.index("bad")

_BLOCK = 1024
"""Lines that are packed, solved and sent together, of many that make up a task.

Their buffers are small enough to be used again, where those of a whole task need fresh memory: to
copy 81 bytes twice takes 140 ns as a part of 2.6 MB and 6 as a part of 81 kB (`timeit` of
`bytes(bytearray(data))`, 2026-11).
"""

_UNIQUE = bytes([OUTCOMES.index("unique")])


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
        kept: of outcomes that are packed for sending, how many values of each puzzle are in
            `solutions`, two to a byte; 0 for others.
    """

    outcomes: bytes
    solutions: bytes | tuple[tuple[int, ...], ...] = b""
    nodes: bytes = bytes(8)
    seconds: float = 0.0
    search: str = ""
    error: SudokuError | None = None
    kept: int = 0

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return reduce_with_buffers(self, protocol)

    def packed(self) -> OutcomeGroup:
        """Return the same for sending, if the values of two cells fit in a byte."""
        if core is None or not self.solutions or isinstance(self.solutions, tuple):
            return self
        record = len(self.solutions) // len(self.outcomes)
        kept = record // 2 if self.all_unique else record
        packed = core.pack_values(self.solutions, record, kept)
        return replace(self, solutions=packed, kept=kept) if packed else self

    def unpacked(self) -> OutcomeGroup:
        """Return the outcomes of which these are the packed ones."""
        if not self.kept:
            return self
        assert core, "they were packed by a kernel"
        record = 2 * self.kept if self.all_unique else self.kept
        packed = cast("bytes", self.solutions)
        whole = core.unpack_values(packed, len(self.outcomes), record, self.kept)
        return replace(self, solutions=whole, kept=0)

    @property
    def all_unique(self) -> bool:
        """Return whether each of these puzzles has exactly one solution."""
        return not self.outcomes.strip(_UNIQUE)

    def known_solutions(self) -> Iterable[tuple[Sequence[int], ...]]:
        """Return the known solutions of each puzzle, two at most."""
        if isinstance(self.solutions, tuple):
            return [self.solutions]
        size = len(self.solutions) // len(self.outcomes) // 2
        if self.all_unique:
            return iter_unpack(f"{size}s{size}x", self.solutions)
        return [
            (one, other) if other[0] != EMPTY else (one,) if one[0] != EMPTY else ()
            for one, other in iter_unpack(f"{size}s{size}s", self.solutions)
        ]

    def search_nodes(self) -> tuple[int, ...]:
        """Return the number of search nodes for each puzzle."""
        return unpack(f"<{len(self.outcomes)}Q", self.nodes)


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


class LineSearch:
    """A search for the lines of one geometry.

    Args:
        geometry: the geometry.
        search: name of the back-end; ``auto`` chooses the fastest that can.
    """

    def __init__(self, geometry: Geometry, search: str) -> None:
        self.lines = LineCodec(geometry)
        self._geometry, self._search = geometry, search

    # Cached properties read only the fields, which never change.
    @cached_property
    def engine(self) -> LineEngine | None:
        """The compiled search for lines, if the back-end has one for the geometry."""
        find: Callable[[Model], LineEngine | None] | None
        find = getattr(backend(self._search), "line_engine", None)
        return find(compile_geometry(self._geometry)) if find else None

    @cached_property
    def name(self) -> str:
        """The name of the back-end."""
        model = compile_geometry(self._geometry)
        return chosen(model)[0] if self._search == "auto" else self._search

    def pack(self, puzzle: Puzzle) -> bytes | None:
        """Return a puzzle as bytes for the engine; None if that cannot search it."""
        # Compiling the geometry alone pays only where its puzzles have no shapes of their own.
        return self.lines.pack_puzzle(puzzle) if not puzzle.shapes and self.engine else None


@cached_by(lambda geometry, search: (geometry.exact_key, search), maxsize=32)
def _line_search(geometry: Geometry, search: str) -> LineSearch:
    return LineSearch(geometry, search)


class BatchWorker:
    """Solves puzzles with one set of settings; shared between threads, rebuilt in each process."""

    def __init__(self, settings: BatchSettings) -> None:
        self.settings = settings
        self._backend = backend(settings.search)
        self._latest: tuple[Geometry, LineSearch] | None = None

    # Cached properties read only the fields, which never change.
    @cached_property
    def for_lines(self) -> LineSearch:
        """The search for lines; made when the first line comes."""
        geometry = self.settings.geometry
        if geometry is None:
            geometry = library.geometry("9x9")
        return _line_search(geometry, self.settings.search)

    @property
    def lines(self) -> LineCodec:
        """The codec for lines."""
        return self.for_lines.lines

    def pickled_settings(self) -> bytes:
        """Return the settings as `run_pickled` takes them."""
        # Elsewhere, the default name may stand for another geometry.
        return pickle.dumps(replace(self.settings, geometry=self.lines.geometry))

    def packed_lines(
        self, givens: Sequence[PuzzleInput]
    ) -> tuple[Sequence[PuzzleInput] | bytes, int]:
        """Return puzzles as `run_pickled` takes them, in the form that is sent fastest.

        Returns:
            The puzzles, or lines as bytes; and the number of lines if two cells share a byte.
        """
        if not isinstance(givens[0], str):
            return givens, 0
        size, blocks = self.lines.size, []
        for start in range(0, len(givens), _BLOCK):
            lines = self.lines.pack(givens[start : start + _BLOCK])
            if lines is None:
                return givens, 0
            if core is None or not (halves := core.pack_values(lines, size, size)):
                return self.lines.pack(givens) or givens, 0
            blocks.append(halves)
        return b"".join(blocks), len(givens)

    def run_packed(self, data: bytes, number: int) -> ChunkOutcome:
        """Solve lines of which two cells share a byte.

        Args:
            data, number: as `packed_lines` returns them.

        Returns:
            Packed outcomes.
        """
        assert core, "they were packed by a kernel"
        began = perf_counter()
        size, groups = self.lines.size, []
        length = (_BLOCK * size + 1) // 2
        for block, start in enumerate(range(0, number, _BLOCK)):
            part = data[block * length : (block + 1) * length]
            lines = core.unpack_values(part, min(_BLOCK, number - start), size, size)
            groups += [group.packed() for group in self.run(lines).groups]
        return ChunkOutcome(tuple(groups), perf_counter() - began)

    def run(
        self, givens: Sequence[PuzzleInput] | bytes, token: Token | None = None
    ) -> ChunkOutcome:
        """Solve one or more puzzles; an error among them is returned as its outcome.

        Args:
            givens: the puzzles; or bytes, one for each cell, line after line.
            token: cancels.

        Raises:
            Cancelled: the token was cancelled.
        """
        began = perf_counter()
        budget = Budget(token=token)
        budget.check()
        groups = tuple(self._groups(givens, budget.token))
        return ChunkOutcome(groups, perf_counter() - began)

    def packed_whole(
        self, givens: Sequence[PuzzleInput] | bytes
    ) -> tuple[LineSearch, bytes] | None:
        """Return puzzles as bytes for one compiled search; None if one search does not do."""
        first = givens[0]
        if isinstance(first, Puzzle):
            search, parts = self._search_on(first.geometry), []
            for one in givens:
                if not isinstance(one, Puzzle) or one.geometry is not first.geometry:
                    return None
                if (data := search.pack(one)) is None:
                    return None
                parts.append(data)
            return search, b"".join(parts)
        if isinstance(first, SudokuError) or not self.for_lines.engine:
            return None
        lines = givens if isinstance(givens, bytes) else self.lines.pack(givens)
        return (self.for_lines, lines) if lines else None

    def _groups(
        self, givens: Sequence[PuzzleInput] | bytes, token: Token | None
    ) -> Iterator[OutcomeGroup]:
        if whole := self.packed_whole(givens):
            yield self.packed(*whole, token)
            return
        if isinstance(givens, bytes):
            givens = self.lines.puzzles(givens)
        for search, some in groupby(map(self._read, givens), itemgetter(0)):
            if search:
                data = b"".join([cast("bytes", one) for _, one in some])
                yield self.packed(search, data, token)
            else:
                for _, one in some:
                    yield self._single(cast("Puzzle | SudokuError", one), token)

    def _read(
        self, given: PuzzleInput
    ) -> tuple[LineSearch, bytes] | tuple[None, Puzzle | SudokuError]:
        """Return a puzzle as bytes and the search for these; or what has to be solved by itself."""
        if isinstance(given, Puzzle):
            search = self._search_on(given.geometry)
            return (search, data) if (data := search.pack(given)) else (None, given)
        if isinstance(given, SudokuError):
            return None, given
        search = self.for_lines
        try:
            read = search.lines.read(given)
        except SudokuError as error:
            return None, error
        if isinstance(read, Puzzle):
            return None, read
        return (search, read) if search.engine else (None, search.lines.puzzle(read))

    def _search_on(self, geometry: Geometry) -> LineSearch:
        """Return the search for a geometry: mostly that of the puzzle before."""
        if (latest := self._latest) is None or latest[0] is not geometry:
            self._latest = latest = geometry, _line_search(geometry, self.settings.search)
        return latest[1]

    def packed(self, search: LineSearch, data: bytes, token: Token | None = None) -> OutcomeGroup:
        """Solve lines as bytes by the compiled search, which must exist."""
        engine = cast("LineEngine", search.engine)
        look = None if token is None else Budget(token=token).check
        began = perf_counter()
        outcomes, solutions, nodes = engine.solve_lines(data, *self.line_limits, look)
        seconds = (perf_counter() - began) / len(outcomes)
        return OutcomeGroup(outcomes, solutions, nodes, seconds, search.name)

    @property
    def line_limits(self) -> tuple[int, float]:
        """The limits of nodes and seconds for each line; below zero for none."""
        nodes, seconds = self.settings.nodes, self.settings.seconds
        return -1 if nodes is None else nodes, -1.0 if seconds is None else seconds

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


def run_pickled(
    settings: bytes, givens: Sequence[PuzzleInput] | bytes, packed: int
) -> ChunkOutcome:
    """Solve some puzzles in any process.

    Args:
        settings: the settings of the worker, pickled.
        givens, packed: the puzzles, as `BatchWorker.packed_lines` returns them.
    """
    worker = worker_of(settings)
    return worker.run_packed(cast("bytes", givens), packed) if packed else worker.run(givens)


# The bytes hold all the settings.
@lru_cache(maxsize=4)
def worker_of(settings: bytes) -> BatchWorker:
    """Return the worker of this process for settings that arrive pickled."""
    return BatchWorker(pickle.loads(settings))
