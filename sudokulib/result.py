"""Result: what a solve found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sudokulib.logic.step import Step
from sudokulib.puzzle import Puzzle
from sudokulib.solution import Solution

__all__ = ["Placed", "Result", "Stats", "Status", "status_of"]

Status = Literal["unique", "multiple", "none", "unknown"]
"""Exactly one solution; two or more; none; or the budget ran out before it was known."""


def status_of(found: int, stopped: str) -> Status:
    """The status of a search for two solutions that `found` some and was `stopped` by a limit."""
    if found > 1:
        return "multiple"
    if stopped:
        return "unknown"
    return "unique" if found else "none"


@dataclass(frozen=True, slots=True)
class Placed:
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
    """What a solve cost.

    Args:
        steps: number of steps by technique, in the order of first use.
        nodes: nodes of the search that finished it; 0 if logic sufficed.
        seconds: wall time.
        stopped: "time" or "nodes" if a limit ended the search, else empty.
    """

    steps: tuple[tuple[str, int], ...] = ()
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of `solve`.

    Args:
        puzzle: what was solved.
        status: unique, multiple, none or unknown.
        solutions: the solution; the two that show ambiguity; or what was found before a limit.
        steps: the deductions, in order.
        order: every cell in the order in which it was solved, and by what.
        conflict: for status "none", what clashes, where it is known; else empty.
        stats: what it cost.
    """

    puzzle: Puzzle
    status: Status
    solutions: tuple[Solution, ...] = ()
    steps: tuple[Step, ...] = ()
    order: tuple[Placed, ...] = ()
    conflict: str = ""
    stats: Stats = Stats()

    @property
    def solution(self) -> Solution | None:
        """The one solution; None unless the status is "unique"."""
        return self.solutions[0] if self.status == "unique" else None

    def __str__(self) -> str:
        """The status, and each solution as the picture that its givens are written in."""
        head = f"{self.status}: {self.conflict}" if self.conflict else self.status
        return "\n\n".join([head, *map(str, self.solutions)])
