"""Solving one line per call: text in, text out."""

from __future__ import annotations

from typing import NamedTuple

from sudokulib.search import Budget, OutOfBudget
from sudokulib.solving.batch.lines import EMPTY
from sudokulib.solving.batch.solved_chunk import SolvedChunk
from sudokulib.solving.batch.worker import OUTCOMES, BatchSettings, BatchWorker
from sudokulib.solving.result import Result
from sudokulib.solving.subjects import GeometryLike, as_geometry


class SolvedBytes(NamedTuple):
    """The outcomes of many puzzles as bytes, which `numpy.frombuffer` reads without a copy.

    Args:
        outcomes: a byte for each puzzle: 0 for no solution, 1 for one, 2 for more; 3 if the limit
            of nodes was reached before that was known, 4 if the limit of time was.
        solutions: two solutions for each puzzle, of a byte for each cell: the index of its symbol,
            255 where there is no such solution.
        nodes: the nodes of each search, as eight bytes, the lowest first.
    """

    outcomes: bytes
    solutions: bytes
    nodes: bytes


def _two(solutions: bytes | tuple[tuple[int, ...], ...], size: int) -> bytes:
    """Return at most two solutions as the bytes of two."""
    return b"".join(map(bytes, solutions)).ljust(2 * size, bytes([EMPTY]))


class LineSolver:
    """A solver for lines of one geometry, one per call, with as little overhead as possible.

    It can be shared between threads.

    Args:
        geometry: the geometry of the lines, its name, the `Path` of its file, or its data.
        search: name of the back-end; ``auto`` chooses the fastest one that supports the geometry.
        seconds: limit of wall time for each line.
        nodes: limit of search nodes for each line.

    Raises:
        UnknownNameError: the geometry or back-end is unknown.

    >>> solver = LineSolver("4x4")
    >>> solver("1.....2..3.....4")
    '1243342143122134'
    >>> solver("1...............") is None
    True
    """

    __slots__ = ("_nodes", "_pack", "_seconds", "_size", "_solve_lines", "_text", "_worker")

    def __init__(
        self,
        geometry: GeometryLike = "9x9",
        *,
        search: str = "auto",
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> None:
        nodes = Budget(seconds, nodes).nodes  # refuses what is no limit
        self._worker = BatchWorker(BatchSettings(as_geometry(geometry), search, seconds, nodes))
        lines, engine = self._worker.lines, self._worker.for_lines.engine
        self._nodes = -1 if nodes is None else nodes
        self._seconds = -1.0 if seconds is None else seconds
        # Looked up once, since a call takes only a few microseconds.
        self._size = lines.size
        self._pack = lines.pack_one if engine else lambda _: None
        self._solve_lines = engine.solve_lines if engine else None
        self._text = lines.geometry.alphabet.text

    def __call__(self, line: str) -> str | None:
        """Return the only solution of a line as a line; None if there is none or more than one.

        `result` tells these two apart.

        Raises:
            SudokuError: the line is not a puzzle of the geometry.
            OutOfBudget: a limit was reached before the answer was known.
        """
        data = self._pack(line)
        if data is None or self._solve_lines is None:
            return self._slowly(line)
        outcomes, solutions, _ = self._solve_lines(data, self._nodes, self._seconds, None)
        if outcomes == b"\1":
            return self._text(solutions[: self._size])
        if outcomes > b"\2":
            raise OutOfBudget(OUTCOMES[outcomes[0]])
        return None

    def _slowly(self, line: str) -> str | None:
        result = self.result(line)
        if result.stats.stopped:
            raise OutOfBudget(result.stats.stopped)
        return None if result.solution is None else result.solution.line()

    def solve_bytes(self, givens: bytes | bytearray | memoryview) -> SolvedBytes:
        """Solve many puzzles at once, in and out as bytes: arrays without an object for a puzzle.

        Args:
            givens: for each puzzle a byte for each cell: the index of the given symbol, 255 for an
                empty cell. An array of `numpy.uint8` will do.

        Raises:
            GivensError: the bytes are not whole puzzles, or one is no symbol.
            UnableError: the geometry has more than 254 symbols.

        >>> import numpy
        >>> solver = LineSolver("4x4")
        >>> givens = numpy.full((2, 16), 255, numpy.uint8)
        >>> givens[0, [0, 6, 8, 15]] = 0, 1, 2, 3
        >>> solved = solver.solve_bytes(givens)
        >>> list(solved.outcomes), len(solved.solutions)
        ([1, 2], 64)
        >>> numpy.frombuffer(solved.solutions, numpy.uint8).reshape(2, 2, 4, 4)[0, 0, 0] + 1
        array([1, 2, 4, 3], dtype=uint8)
        """
        data = bytes(givens)
        self._worker.lines.check(data)
        if not data:
            return SolvedBytes(b"", b"", b"")
        if self._solve_lines is not None:
            return SolvedBytes(*self._solve_lines(data, self._nodes, self._seconds, None))
        groups = self._worker.run(data).groups
        columns = [
            (group.outcomes, _two(group.solutions, self._size), group.nodes) for group in groups
        ]
        return SolvedBytes(*map(b"".join, zip(*columns, strict=True)))

    def result(self, line: str) -> Result:
        """Return the result of a line, as `solve_many` gives it.

        Raises:
            SudokuError: the line is not a puzzle of the geometry.

        >>> LineSolver("4x4").result("1...............").status
        'multiple'
        """
        (group,) = self._worker.run([line]).groups
        if group.error is not None:
            raise group.error
        (result,) = SolvedChunk(1, [line], group, self._worker).results()
        return result

    def __repr__(self) -> str:
        return f"LineSolver({self._worker.lines.geometry!r})"
