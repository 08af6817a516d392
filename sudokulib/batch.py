"""Many puzzles, one after the other, by search alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import perf_counter

from sudokulib.errors import GivensError, SudokuError
from sudokulib.geometries.geometry import Geometry
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzle import Puzzle
from sudokulib.result import Result, Stats, status_of
from sudokulib.search import Backend, Budget, OutOfBudget, Token, backend
from sudokulib.solution import Solution

__all__ = ["BadLineError", "solve_many"]


class BadLineError(SudokuError):
    """A line of a batch that is no puzzle.

    Args:
        number: its number, from 1.
        reason: what is wrong with it.
    """

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"puzzle {number}: {reason}")
        self.number = number
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadLineError], tuple[int, str]]:
        return type(self), (self.number, self.reason)


def solve_many(
    puzzles: Iterable[Puzzle | str],
    geometry: Geometry | str | None = None,
    *,
    search: str = "reference",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Iterator[Result]:
    """Solve puzzles lazily, in order, without steps: status, solutions and stats only.

    Args:
        puzzles: puzzles, or their givens as text, one line each (a file of lines will do).
        geometry: where lines are played, or its name; ``9x9`` if absent.
        search: name of the back-end.
        seconds: limit of wall time for each puzzle.
        nodes: limit of search nodes for each puzzle.
        token: cancels from another thread.

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
    engine = backend(search)
    place = None if geometry is None else _resolved(geometry)
    return _results(puzzles, place, engine, lambda: Budget(seconds, nodes, token))


def _results(
    puzzles: Iterable[Puzzle | str],
    geometry: Geometry | None,
    engine: Backend,
    budget: Callable[[], Budget],
) -> Iterator[Result]:
    lines: _Lines | None = None
    for number, given in enumerate(puzzles, 1):
        if isinstance(given, Puzzle):
            puzzle, model = given, compile_puzzle(given)
        else:
            lines = lines or _Lines(geometry or _resolved("9x9"))
            puzzle = lines.read(given, number)
            model = lines.model(puzzle)
        yield _solved(puzzle, model, engine, budget())


def _resolved(geometry: Geometry | str) -> Geometry:
    if isinstance(geometry, Geometry):
        return geometry
    from sudokulib.geometries import library  # noqa: PLC0415 - reads YAML, slow to import

    return library.geometry(geometry)


def _solved(puzzle: Puzzle, model: Model, engine: Backend, budget: Budget) -> Result:
    began = perf_counter()
    found: list[Solution] = []
    stopped = ""
    try:
        for cells in islice(engine.solutions(model, budget), 2):
            found.append(Solution(puzzle, cells))  # noqa: PERF401 - those before a limit count
    except OutOfBudget as limit:
        stopped = limit.reason
    stats = Stats(nodes=budget.used, seconds=perf_counter() - began, stopped=stopped)
    return Result(puzzle, status_of(len(found), stopped), tuple(found), stats=stats)


class _Lines:
    """Reads lines of givens for one geometry, quickly where each cell is one character."""

    def __init__(self, geometry: Geometry) -> None:
        alphabet = geometry.alphabet
        self._geometry = geometry
        self._base = compile_geometry(geometry)
        self._size = len(geometry.cells)
        symbols = {s: i for i, s in enumerate(alphabet.symbols)} if alphabet.compact else {}
        self._values = {symbol: i for symbol, i in symbols.items() if len(symbol) == 1}
        self._empty = alphabet.empty

    def read(self, line: str, number: int) -> Puzzle:
        """The puzzle of a line.

        Raises:
            BadLineError: it is not one.
        """
        text = line.strip()
        if len(text) == self._size:
            masks = list(self._geometry.domains)
            givens = []
            values, empty = self._values, self._empty
            for cell, mark in enumerate(text):
                if mark == empty:
                    continue
                if (value := values.get(mark)) is None:
                    break
                masks[cell] &= 1 << value
                givens.append((cell, value))
            else:
                return Puzzle(self._geometry, tuple(masks), tuple(givens))
        return self._read_slowly(text, number)

    def _read_slowly(self, text: str, number: int) -> Puzzle:
        """Whatever `Geometry.puzzle` takes: other marks for empty, separators, wide symbols."""
        try:
            if not text:
                raise GivensError("the line is empty; write the mark for an empty cell or drop it")
            return self._geometry.puzzle(text)
        except SudokuError as error:
            raise BadLineError(number, str(error)) from error

    def model(self, puzzle: Puzzle) -> Model:
        """The model of a puzzle that was read here."""
        return self._base.with_domains(puzzle.masks + self._base.domains[self._size :])
