"""The result of a solve."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.logic.step import Step
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle

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


LazyFields = Callable[[str], Mapping[str, object]]
"""Computes a field of a result that is not known at first, by its name, and others that need the
same work: called once for each, or by several threads at once."""


class _HasLazyFields:
    """A base of dataclasses with unset fields, each of which is filled on first access."""

    __slots__ = ("_late",)

    _late: LazyFields

    if not TYPE_CHECKING:  # else type checkers would accept any misspelt name as an attribute

        def __getattr__(self, name: str) -> Any:
            if name in self.__slots__:
                _fill(self, name)
            return object.__getattribute__(self, name)


def _fill(result: _HasLazyFields, name: str) -> None:
    try:
        late: LazyFields = object.__getattribute__(result, "_late")
    except AttributeError:
        return  # there is nothing to fill from
    for field_name, value in late(name).items():
        object.__setattr__(result, field_name, value)


_T = TypeVar("_T", bound=_HasLazyFields)


def with_lazy_fields(made: type[_T], known: Mapping[str, object], late: LazyFields) -> _T:
    """Return an object some of whose fields are computed on first access.

    Args:
        made: the class of the object.
        known: the fields that are known.
        late: computes the others.
    """
    result = object.__new__(made)
    for name, value in known.items():
        object.__setattr__(result, name, value)
    object.__setattr__(result, "_late", late)
    return result


@dataclass(frozen=True, slots=True)
class Stats(_HasLazyFields):
    """The cost of a solve.

    Args:
        steps: number of steps by technique, in the order of first use; counted on first access,
            looks, like `Result.steps`.
        nodes: nodes of the search; 0 if there was none.
        seconds: wall time, without that of steps that are made later.
        stopped: "time" or "nodes" if a limit ended the search, else empty.
        search: the back-end that searched; empty if there was nothing left to search.
    """

    steps: tuple[tuple[str, int], ...] = ()
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    stopped: str = ""
    search: str = ""


@dataclass(frozen=True, slots=True)
class DifferingCell:
    """A cell in which two solutions differ.

    Args:
        cell: its name.
        symbols: what it holds in the one and in the other.
    """

    cell: str
    symbols: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Result(ResultBase, _HasLazyFields):
    """The outcome of `solve`.

    Args:
        puzzle: what was solved.
        status: unique, multiple, none or unknown.
        solutions: the solution; two that prove ambiguity; or those found before a limit.
        steps: the deductions, in order. Unless strategies were named, they are computed on first
            access to them, to `order` or to `Stats.steps`, so that a solve does not wait for them.
            Operations that use every field (comparing, hashing, pickling, `as_dict`) compute them
            too.
        order: every cell in the order in which steps solve it, with the technique.
        conflict: for status "none", the contradiction, where it is known; else empty. It is looked
            for on first access.
        stats: the cost of the solve.

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
        return clipped(f"<Result {self.status}: {self.puzzle!r}>")

    def __bool__(self) -> NoReturn:
        """Raise TypeError, as the meaning of ``if solve(...)`` is ambiguous.

        "Is there a solution", "is there only one" and "is it known" differ for three of the four
        statuses, so either answer would surprise some callers.
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
    def differences(self) -> tuple[DifferingCell, ...]:
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
            DifferingCell(cell, (one[cell], other[cell]))
            for cell in one
            if one[cell] != other[cell]
        )

    def __str__(self) -> str:
        """Return the status, and each solution in the layout of its givens."""
        head = f"{self.status}: {self.conflict}" if self.conflict else self.status
        return "\n\n".join([head, *map(str, self.solutions)])
