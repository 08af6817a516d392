"""The result of a solve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol

from sudokulib.basics.results import ResultBase, clipped
from sudokulib.logic.step import Step
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle

__all__ = [
    "Difference",
    "Placement",
    "Result",
    "ResultSource",
    "Stats",
    "Status",
    "lazy_results",
    "status_of",
]

Status = Literal["unique", "multiple", "none", "unknown"]
"""Exactly one solution; two or more; none; or the budget ran out before it was known."""


def status_of(found: int, stopped: str) -> Status:
    """Return the status of a search for two solutions that was perhaps `stopped` by a limit."""
    if found > 1:
        return "multiple"
    if stopped:
        return "unknown"
    return "unique" if found else "none"


@dataclass(frozen=True, slots=True)
class Placement:
    """A cell that was solved, in its turn.

    Args:
        cell: its name.
        symbol: what it holds.
        by: the technique, or "given", or "search".
    """

    cell: str
    symbol: str
    by: str


@dataclass(frozen=True, slots=True)
class Stats:
    """The cost of a solve.

    Args:
        steps: number of steps by technique, in the order of first use.
        nodes: nodes of the search that finished it; 0 if logic sufficed.
        seconds: wall time.
        stopped: "time" or "nodes" if a limit ended the search, else empty.
        search: the back-end that searched; empty if logic sufficed.
    """

    steps: tuple[tuple[str, int], ...] = ()
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    stopped: str = ""
    search: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell in which two solutions differ.

    Args:
        cell: its name.
        symbols: what it holds in the one and in the other.
    """

    cell: str
    symbols: tuple[str, str]


class ResultSource(Protocol):
    """A source that fills results of a batch when somebody looks beyond their status."""

    def parts(self, number: int) -> tuple[Puzzle, tuple[Solution, ...], Stats]:
        """Return the puzzle, solutions and stats of the result of that number."""


class _LazyResult:
    """A result with unset fields, which its source fills on first access to one of them."""

    __slots__ = ("_lazy",)

    _lazy: tuple[ResultSource, int]

    if not TYPE_CHECKING:  # else type checkers would accept any misspelt name as an attribute

        def __getattr__(self, name: str) -> Any:
            if name in self.__slots__:
                _fill(self)
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True)
class Result(ResultBase, _LazyResult):
    """The outcome of `solve`.

    Args:
        puzzle: what was solved.
        status: unique, multiple, none or unknown.
        solutions: the solution; the two that show ambiguity; or what was found before a limit.
        steps: the deductions, in order.
        order: every cell in the order in which it was solved, and by what.
        conflict: for status "none", what clashes, where it is known; else empty.
        stats: what it cost.

    >>> import sudokulib
    >>> result = sudokulib.solve("1.....2..3.....4")
    >>> result.status, result.solution["R1C2"], len(result.steps)
    ('unique', '2', 12)
    """

    puzzle: Puzzle
    status: Status
    solutions: tuple[Solution, ...] = ()
    steps: tuple[Step, ...] = ()
    order: tuple[Placement, ...] = ()
    conflict: str = ""
    stats: Stats = Stats()

    def __repr__(self) -> str:
        return clipped(f"<Result {self.status}: {len(self.steps)} steps, {self.puzzle!r}>")

    def __bool__(self) -> NoReturn:
        """Raise TypeError: nobody knows what ``if solve(...)`` asks.

        "Is there a solution", "is there only one" and "is it known" differ for three of the four
        statuses, so any answer would be wrong for somebody who does not look it up.
        """
        raise TypeError(
            "a Result is neither true nor false; ask for result.status == 'unique', or for "
            "result.solutions, which are empty if none was found"
        )

    @property
    def solution(self) -> Solution | None:
        """The one solution; None unless the status is "unique"."""
        return self.solutions[0] if self.status == "unique" else None

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The cells in which the first two solutions differ; none unless there are two.

        >>> import sudokulib
        >>> found = sudokulib.solve(sudokulib.geometry("4x4").puzzle(".2.4 .4.2 2143 4321"))
        >>> [difference.cell for difference in found.differences]
        ['R1C1', 'R1C3', 'R2C1', 'R2C3']
        """
        if len(self.solutions) < 2:
            return ()
        one, other = self.solutions[:2]
        return tuple(
            Difference(cell, (one[cell], other[cell])) for cell in one if one[cell] != other[cell]
        )

    def __str__(self) -> str:
        """Return the status, and each solution in the layout of its givens."""
        head = f"{self.status}: {self.conflict}" if self.conflict else self.status
        return "\n\n".join([head, *map(str, self.solutions)])


_set_status = vars(Result)["status"].__set__
_set_lazy = vars(_LazyResult)["_lazy"].__set__


def lazy_results(statuses: Iterable[Status], source: ResultSource) -> Iterator[Result]:
    """Yield results of these statuses; the source fills in the rest of each on demand.

    A batch of a million puzzles then spends its time solving: counting statuses does not wait for
    grids to be spelled out.
    """
    make = object.__new__
    for number, status in enumerate(statuses):
        result = make(Result)
        _set_status(result, status)
        _set_lazy(result, (source, number))
        yield result


def _fill(result: _LazyResult) -> None:
    put = object.__setattr__
    try:
        source, number = object.__getattribute__(result, "_lazy")
    except AttributeError:
        return  # another thread was faster, or there is nothing to fill from
    puzzle, solutions, stats = source.parts(number)
    for name, value in (
        ("puzzle", puzzle),
        ("solutions", solutions),
        ("steps", ()),
        ("order", ()),
        ("conflict", ""),
        ("stats", stats),
    ):
        put(result, name, value)
    with suppress(AttributeError):
        object.__delattr__(result, "_lazy")
