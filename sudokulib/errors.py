"""Every error that the library raises on purpose.

Bad input raises a `SudokuError`. A puzzle without a solution does not: that is a result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


class SudokuError(ValueError):
    """Base of all errors caused by what the caller passed in.

    Args:
        message: what is wrong, quoting the input, and how to fix it.
        field: where in the object being read, such as ``("cells", 2)``; the loader turns it
            into a line and column.

    >>> import sudokulib
    >>> try:
    ...     sudokulib.solve("samurais")
    ... except sudokulib.SudokuError as error:
    ...     print(str(error).partition(";")[0])
    'samurais' is neither a geometry nor text in a known format
    """

    def __init__(self, message: str = "", *, field: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.field = field


class AlphabetError(SudokuError):
    """Symbols that cannot be told apart, or text with a symbol that is not in the alphabet."""


class CellReferenceError(SudokuError):
    """A cell reference (``R1C1:R3C3``) that is not in the grammar or names no cell."""


class GeometryError(SudokuError):
    """Cells and shapes that cannot make a geometry."""


class GivensError(SudokuError):
    """Givens whose size or symbols do not fit the geometry."""


class UnknownNameError(SudokuError):
    """A name under which no geometry, kind, strategy or back-end is registered."""


class UnknownCountError(SudokuError):
    """A number of solutions that cannot be determined in the way that was asked for."""


class UnableError(SudokuError):
    """A back-end, chosen by name, that cannot do what it was asked for."""


class PureSearchWarning(RuntimeWarning):
    """A warning that searches are slow, as the library was installed without its kernel."""


class LimitError(SudokuError):
    """An expansion larger than the limits allow (see `sudokulib.basics.limits.Limits`)."""


class Cancelled(RuntimeError):  # noqa: N818 - nothing is wrong
    """Raised after a token was cancelled; not a `SudokuError`, as the input is not to blame.

    >>> import sudokulib
    >>> token = sudokulib.Token()
    >>> token.cancel()
    >>> try:
    ...     sudokulib.solve("4x4", token=token)
    ... except sudokulib.Cancelled:
    ...     print("cancelled")
    cancelled
    """


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a file: its place, its text and how to fix it.

    Args:
        message: the mistake, in one sentence.
        fix: what to write instead.
        file: path or name of the text; line and column count from 1, 0 means unknown.
        path: the field, as in ``shapes[2].cells``.
        value: the offending text as written in the file.

    >>> import sudokulib
    >>> print(sudokulib.Problem("unknown field 'given'", "write givens", "my.yaml", 3, 1))
    my.yaml:3:1: unknown field 'given'
        fix: write givens
    """

    message: str
    fix: str = ""
    file: str = "<text>"
    line: int = 0
    column: int = 0
    path: str = ""
    value: str = ""

    def __str__(self) -> str:
        where = self.file if not self.line else f"{self.file}:{self.line}:{self.column}"
        field = f"{self.path}: " if self.path else ""
        said = not self.value or repr(self.value) in self.message
        quoted = "" if said else f" (got {self.value!r})"
        fix = f"\n    fix: {self.fix}" if self.fix else ""
        return f"{where}: {field}{self.message}{quoted}{fix}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as data for JSON; docs/json.md describes the keys.

        >>> import sudokulib
        >>> sudokulib.Problem("unknown field 'given'", "write givens").as_dict()["fix"]
        'write givens'
        """
        place = {name: getattr(self, name) for name in ("file", "line", "column", "path", "value")}
        return {"message": self.message, "fix": self.fix, "mend": self.fix, **place}


_SHOWN = 20
"""Problems in the text of an error: what fits on a screen or two."""


class ProblemsError(SudokuError):
    """Everything that is wrong in one file, not only the first problem.

    Its text lists the first twenty.

    Attributes:
        problems: a tuple of `Problem`, in the order of the file.

    >>> import sudokulib
    >>> try:
    ...     sudokulib.read("{geometry: 4x4, given: 1...}")
    ... except sudokulib.ProblemsError as error:
    ...     print(error.problems[0].message)
    unknown field 'given'
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.file, p.line, p.column)))
        lines = [str(problem) for problem in self.problems[:_SHOWN]]
        if len(self.problems) > _SHOWN:
            lines.append(f"and {len(self.problems) - _SHOWN:,} more problems")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple[type[ProblemsError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)


class UnreadableFileError(ProblemsError, OSError):
    """A file that does not exist, or that the system refuses to read."""
