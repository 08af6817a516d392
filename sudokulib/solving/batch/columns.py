"""Files of puzzles with columns: CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import GivensError

if TYPE_CHECKING:
    import pyarrow
    import pyarrow.parquet as pq
else:
    pyarrow = lazy_module("pyarrow")  # an extra
    pq = lazy_module("pyarrow.parquet")

NAMES = ("puzzle", "puzzles", "givens", "quiz", "quizzes", "question", "sudoku", "clues")
"""The usual names of a column of puzzles, tried if none is given."""

_ROWS = 10_000
"""Rows read from a Parquet file at once: a megabyte or so of 9×9, a bound on memory."""


class Column:
    """The puzzles in a column, each as a line; the position in the file shows the progress.

    Args:
        lines: the cells of the column.
        file: the file they are read from.
    """

    def __init__(self, lines: Iterable[bytes], file: BinaryIO) -> None:
        self._lines = lines
        self.buffer = file

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._lines)


def in_columns(path: Path) -> bool:
    """Return whether the suffix of a file says that it has columns.

    >>> in_columns(Path("a.csv")), in_columns(Path("a.parquet")), in_columns(Path("a.txt"))
    (True, True, False)
    """
    return path.suffix.lower() in {".csv", ".parquet"}


def column_of(path: Path, file: BinaryIO, name: str = "") -> Column:
    """Return the puzzles in a column of a file.

    Args:
        path: a CSV file with a line of names at its top, or a Parquet file.
        file: that file, open.
        name: the name of the column; absent: one of the usual names, or the only column.

    Raises:
        GivensError: there is no such column, or no library to read Parquet.
    """
    lines = _parquet(file, name) if path.suffix.lower() == ".parquet" else _csv(file, name)
    return Column(lines, file)


def _chosen(columns: Sequence[str], name: str) -> int:
    """Return the number of the column with the puzzles."""
    wanted = (name.lower(),) if name else NAMES
    lower = [column.strip().lower() for column in columns]
    found = next((lower.index(one) for one in wanted if one in lower), None)
    if found is None and len(columns) == 1 and not name:
        return 0
    if found is None:
        known = ", ".join(map(repr, columns[:10]))
        what = f"no column {name!r}" if name else "no column that is called puzzle"
        raise GivensError(f"{what} among {known}; name the one with the puzzles with --column")
    return found


def _csv(file: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the cells of a CSV column; an empty line for the header keeps line numbers right."""
    text = io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="")
    rows = csv.reader(text)
    try:
        number = _chosen(next(rows, [""]), name)
        yield b"\n"
        for row in rows:
            cell = row[number] if number < len(row) else ""
            yield " ".join(cell.splitlines()).encode("utf-8", "surrogateescape") + b"\n"
    except csv.Error as error:
        raise GivensError(f"line {rows.line_num} is not CSV: {error}; fix the file") from None
    finally:
        text.detach()


def _parquet(file: BinaryIO, name: str) -> Iterator[bytes]:
    try:
        table: Any = pq.ParquetFile(file)
        columns = table.schema_arrow.names
        column = columns[_chosen(columns, name)]
        for batch in table.iter_batches(batch_size=_ROWS, columns=[column]):
            for cell in batch.column(0).to_pylist():
                yield " ".join(str("" if cell is None else cell).split()).encode() + b"\n"
    except ImportError:
        raise GivensError(
            "Parquet needs pyarrow, which is not installed; pip install 'sudokulib[formats]'"
        ) from None
    except pyarrow.ArrowException as error:
        raise GivensError(f"the file is not Parquet: {error}; export it again") from None
