"""The base of suites: each measures something, keeps it as plain data, and makes tables of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.timing import RaceRules

__all__ = ["Data", "Run", "Suite", "Table", "number", "seconds", "times"]

Data = dict[str, Any]
"""The measurements of a suite, as JSON has them."""


@dataclass(frozen=True)
class Run:
    """The options that all suites share.

    Args:
        data: the folder of puzzles.
        share: the share of the puzzles and of the time; 1 for all.
        say: called with messages about the progress.
        iss: a checkout of the Interactive Sudoku Solver, to run beside; None for none.
    """

    data: Path
    share: float = 1.0
    say: Callable[[str], None] = print
    iss: Path | None = None

    def rules(self, **changed: Any) -> RaceRules:
        """Return the rules of races."""
        made = RaceRules(**{"allowance": 1.0, **changed})
        return replace(made, allowance=made.allowance * self.share)

    def most(self, many: int) -> int:
        """Return the number of puzzles to take."""
        return max(2, round(many * self.share))

    @property
    def quick(self) -> bool:
        """Return whether figures will be rough."""
        return self.share < 0.2


@dataclass(frozen=True)
class Table:
    """A table in Markdown.

    Args:
        columns: their headings; the first column is text, the others are numbers.
        rows: the cells, as text.
        title: the title above it.
        text: a text between the two.
        notes: notes below it.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    text: str = ""
    notes: Sequence[str] = ()

    def markdown(self) -> str:
        """Return the table with its title, text and notes."""
        lines = [f"### {self.title}", ""] if self.title else []
        lines += [self.text, ""] if self.text else []
        if self.rows:
            lines += [_row(self.columns), _row(["---"] + ["--:"] * (len(self.columns) - 1))]
            lines += [_row(row) for row in self.rows] + [""]
        lines += [f"- {note}" for note in self.notes] + ([""] if self.notes else [])
        return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


@dataclass(frozen=True)
class Suite:
    """A part of the page.

    Args:
        name: its name on the command line and in the data.
        title: its heading.
        measure: does the work.
        tables: makes tables of the data, also of data that was read again from a file.
    """

    name: str
    title: str
    measure: Callable[[Run], Data]
    tables: Callable[[Data], Iterable[Table]]


def number(value: float) -> str:
    """Return a rate with three significant digits.

    >>> number(432_123.4), number(12.345), number(0.4321), number(0)
    ('432,000', '12.3', '0.432', '0')
    """
    if value == 0:
        return "0"
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


def times(value: float) -> str:
    """Return a ratio as text.

    >>> times(81.234), times(0)
    ('81.2×', '–')
    """
    return f"{number(value)}×" if value else "–"


def seconds(value: float) -> str:
    """Return a time as text.

    >>> seconds(0.0000042), seconds(0.0123), seconds(12.3456)
    ('4.2 µs', '12 ms', '12.3 s')
    """
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if value >= unit:
            return (
                f"{float(f'{value / unit:.3g}'):g} {name}"
                if unit == 1
                else (f"{float(f'{value / unit:.2g}'):g} {name}")
            )
    return f"{float(f'{value * 1e6:.2g}'):g} µs"
