"""The error of one puzzle of a batch."""

from __future__ import annotations

from sudokulib.errors import SudokuError


class BadLineError(SudokuError):
    """A line of a batch that is not a puzzle.

    Args:
        number: its number, counted from 1.
        reason: what is wrong with it.

    >>> import sudokulib
    >>> error = next(sudokulib.solve_many(["no puzzle"], "4x4", on_error="yield"))
    >>> isinstance(error, sudokulib.BadLineError), error.number
    (True, 1)
    """

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"puzzle {number}: {reason}")
        self.number = number
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadLineError], tuple[int, str]]:
        return type(self), (self.number, self.reason)
