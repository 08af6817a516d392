"""Collection of the errors of independent parts of a file, each with its field."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager

from sudokulib.basics.budget import OutOfBudget
from sudokulib.errors import LimitError, Problem, ProblemsError, SudokuError

MAX_ERRORS = 500
"""The most errors of one file that are reported one by one.

A bound against hostile files, and nobody reads further: as many take 0.3 s (`python
tests/benchmarks/at_limits.py`, 2026-11).
"""

Field = tuple[str | int, ...]
"""A place in the data of a file, such as ``("shapes", 2, "cells", 0)``.

The field of a text may be followed by a line of it and a place in that line, counted from 0.
"""

FieldError = tuple[Field, SudokuError]
"""An error, and the field that caused it."""


class CollectedError(SudokuError):
    """Several errors, each with its field."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__("; ".join(dict.fromkeys(str(error) for _, error in self.errors)))

    def __reduce__(self) -> tuple[type[CollectedError], tuple[tuple[FieldError, ...]]]:
        return type(self), (self.errors,)


class ErrorCollector:
    """Collects errors where they arise, so that later independent parts are still read.

    An expansion beyond the limits, or one error too many, is raised at once with those collected so
    far, so that a hostile file cannot keep the reader busy.
    """

    def __init__(self) -> None:
        self.errors: list[FieldError] = []

    def at(self, *field: str | int) -> AbstractContextManager[None, bool]:
        """Record a SudokuError of the body under this field instead of raising it."""
        return _CollectingErrors(self, field)

    def note(self, errors: list[FieldError]) -> None:
        """Collect errors, each with its field.

        Raises:
            CollectedError: with all errors, if one is a limit or there are too many.
        """
        self.errors += errors
        beyond = any(isinstance(what, LimitError) for _, what in errors)
        if beyond or len(self.errors) >= MAX_ERRORS:
            self.check()

    def check(self) -> None:
        """Raise the collected errors, if there are any.

        Raises:
            CollectedError: with all of them.
        """
        if self.errors:
            raise CollectedError(self.errors)


class _CollectingErrors:
    """Records the errors of its body; a generator would take five times as long to enter and leave.

    A reader of f-puzzles enters four for each cell.
    """

    __slots__ = ("_collector", "_field")

    def __init__(self, collector: ErrorCollector, field: Field) -> None:
        self._collector, self._field = collector, field

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, SudokuError) or isinstance(error, OutOfBudget):
            return False
        errors = error.errors if isinstance(error, CollectedError) else ((error.field, error),)
        self._collector.note([((*self._field, *where), what) for where, what in errors])
        return True


def problems_error(problems: Iterable[Problem]) -> ProblemsError:
    """Return an error with all these problems, without duplicates; of very many, the first ones."""
    unique = sorted(dict.fromkeys(problems), key=lambda p: (p.file, p.line, p.column))
    if len(unique) > MAX_ERRORS:
        more = f"and {len(unique) - MAX_ERRORS:,} more problems"
        last = unique[MAX_ERRORS - 1]
        note = Problem(more, "fix those above first", last.file, last.line, last.column)
        unique[MAX_ERRORS:] = [note]
    return ProblemsError(unique)
