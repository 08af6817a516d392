"""The progress of a batch, and reports of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sized
from dataclasses import dataclass
from stat import S_ISREG
from time import perf_counter
from typing import Any

_REPORT_EVERY = 0.1
"""Seconds between two reports."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a batch.

    Args:
        done: the puzzles so far, bad lines included.
        seconds: wall time so far.
        share: the fraction done, from 0 to 1; None if the total is not known.
        tried: when generating for a target, how many puzzles were tried so far.
        lacks: the part of the target that the nearest of those misses.
        total: how many puzzles there are; None if that is not known.

    >>> import sudokulib
    >>> seen = []
    >>> found = list(sudokulib.solve_many(["1.....2..3.....4"], "4x4", progress=seen.append))
    >>> seen[-1].done, seen[-1].share
    (1, 1.0)
    """

    done: int
    seconds: float
    share: float | None = None
    tried: int = 0
    lacks: str = ""
    total: int | None = None

    @property
    def rate(self) -> float:
        """Puzzles a second."""
        return self.done / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the end at this rate; None if unknown."""
        if not self.share:
            return None
        return self.seconds * (1 - self.share) / self.share


class Meter:
    """Counts the puzzles of a batch and reports periodically.

    Args:
        puzzles: their source: something with a length, or an open file.
        report: the function to call; None for no reports.
    """

    def __init__(
        self, puzzles: Iterable[object], report: Callable[[Progress], object] | None
    ) -> None:
        self._report = report
        self._share = _share_of(puzzles) if report else None
        self._total = len(puzzles) if isinstance(puzzles, Sized) else None
        self._began = perf_counter()
        self._next = self._began
        self._read = 0
        self._tried: tuple[int, str] = (0, "")
        self.done = 0

    def add(self, done: int, read: int) -> None:
        """Record that `done` more puzzles are done, and `read` were taken from the source."""
        self.done += done
        self._read = read
        self._tried = (0, "")
        self._report_if_due()

    def record_tries(self, number: int, lacks: str) -> None:
        """Record how many puzzles were tried for the next one, and what the nearest misses."""
        self._tried = (number, lacks)
        self._report_if_due()

    def _report_if_due(self) -> None:
        if self._report is not None and perf_counter() >= self._next:
            self._next = perf_counter() + _REPORT_EVERY
            self._tell(self._report)

    def finish(self) -> None:
        """Make the last report."""
        if self._report is not None:
            self._tell(self._report, end=True)

    def _tell(self, report: Callable[[Progress], object], *, end: bool = False) -> None:
        share = 1.0 if end else self._share and self._share(self.done, self._read)
        report(Progress(self.done, perf_counter() - self._began, share, *self._tried, self._total))


def _share_of(puzzles: Iterable[object]) -> Callable[[int, int], float] | None:
    """Return a function that returns the fraction that is done; None if unknown."""
    if isinstance(puzzles, Sized):
        total = len(puzzles)
        return lambda done, _: done / total if total else 1.0
    file: Any = getattr(puzzles, "buffer", puzzles)
    try:
        status = os.fstat(file.fileno())
    except (AttributeError, OSError):
        return None
    start = file.tell() if S_ISREG(status.st_mode) else status.st_size
    size = status.st_size - start
    if size <= 0:
        return None
    return lambda done, read: min(1.0, (file.tell() - start) / size) * done / max(read, 1)
