"""Results of any type as lines of a file: how they are written and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

_MAX_BAD_LINES = 1000
"""Bad lines that a tally keeps, although it counts all. A bound on memory: nobody reads more."""


@dataclass(frozen=True, slots=True)
class LineFormat:
    """A way to write results, one a line, and to read them back for a `LineTally`.

    Args:
        name: its name.
        write, read: turn a result into a line, and a line into as much of a result as is counted.
        head: the line above the results; empty for none.
    """

    name: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    head: str = ""


@dataclass(slots=True)
class LineTally:
    """A running count of the puzzles of a file.

    Attributes:
        counts: number of puzzles by status or level, "bad" among them.
        bad: line number and message of the first bad lines.
    """

    counts: Counter[str] = field(default_factory=Counter)
    bad: list[tuple[int, str]] = field(default_factory=list)

    def add(self, result: Any) -> None:
        """Count one more result."""
        raise NotImplementedError

    def add_bad(self, line: int, message: str) -> None:
        """Count a line that is not a puzzle."""
        self.counts["bad"] += 1
        if len(self.bad) < _MAX_BAD_LINES:
            self.bad.append((line, message))

    def add_tally(self, other: Self) -> None:
        """Count the puzzles of another tally, which come after those of this one."""
        self.counts.update(other.counts)
        self.bad += other.bad[: _MAX_BAD_LINES - len(self.bad)]

    @property
    def puzzles(self) -> int:
        """The number of all lines, bad ones included."""
        return self.counts.total()
