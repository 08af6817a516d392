"""Givens as rows of values: nested lists, a flat list, an array, or such lists in a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.quoting import counted
from sudokulib.errors import AlphabetError, GivensError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.text_pictures import called, layout, parse_text_picture, readings


@runtime_checkable
class Array(Protocol):
    """An array of numpy, or an object that behaves like one."""

    def tolist(self) -> Any:
        """Return the values as nested lists."""


@runtime_checkable
class Table(Protocol):
    """A table of pandas, or an object that behaves like one."""

    def to_numpy(self) -> Any:
        """Return the values as an array."""


def nested_lists(values: object) -> Any:
    """Return the values of an array or a table as nested lists; anything else as it is."""
    if isinstance(values, Table):
        values = values.to_numpy()
    return values.tolist() if isinstance(values, Array) else values


_EMPTY = {"", ".", "0", "None", "null", "nan", "_", "*"}
"""Texts of values in rows that stand for an empty cell, unless they are symbols."""


def parse_rows(geometry: Geometry, rows: Sequence[Any], what: str = "givens") -> dict[int, int]:
    """Parse symbol index by cell from rows of values; empty cells are left out.

    Args:
        geometry: whose cells they are.
        rows: for each row of the geometry's picture the text of it, or a value for each of its
            cells or places; or one flat list with a value for each cell.
        what: a description of the rows, for messages.

    Raises:
        GivensError: their number or length does not fit.
        AlphabetError: an unknown symbol, with its row and cell.
    """
    if any(isinstance(row, list | tuple) for row in rows):
        return readings(geometry, lambda cells: _read(geometry, rows, cells, what))
    if len(rows) != len(geometry.cells):
        return parse_text_picture(geometry, "\n".join(map(str, rows)), what)
    return _read_row(geometry, rows, list(range(len(rows))), 1)


def _read(
    geometry: Geometry, rows: Sequence[Any], cells: Sequence[int], what: str
) -> dict[int, int]:
    places = layout(geometry, cells)
    if len(rows) != len(places):
        raise GivensError(
            f"{len(rows)} rows of {what} do not fit {len(places)} rows of {called(geometry)}; "
            "pass one for each, with 0 or None for empty cells"
        )
    known: dict[int, int] = {}
    for number, (row, at) in enumerate(zip(rows, places, strict=True), 1):
        wanted = [cell for cell in at if cell is not None]
        values = list(row) if isinstance(row, list | tuple | str) else [row]
        if len(values) == len(at):
            values = [v for v, cell in zip(values, at, strict=True) if cell is not None]
        if len(values) != len(wanted):
            raise GivensError(
                f"row {number} of the {what} has {counted(len(values), 'value')}, "
                f"but {called(geometry)} has {len(wanted)} cells there; pass one for each, 0 or "
                "None for an empty cell"
            )
        known |= _read_row(geometry, values, wanted, number)
    return known


def _read_row(
    geometry: Geometry, values: Sequence[Any], cells: Sequence[int], number: int
) -> dict[int, int]:
    alphabet, known = geometry.alphabet, {}
    for value, cell in zip(values, cells, strict=True):
        if symbol := _symbol(value, alphabet):
            try:
                known[cell] = alphabet.index(symbol)
            except AlphabetError as error:
                raise AlphabetError(f"row {number}, {geometry.cells[cell].name}: {error}") from None
    return known


def _symbol(value: object, alphabet: Alphabet) -> str:
    """Return the symbol of a value in a row, empty if it stands for none.

    A number that is not a symbol is the one behind a symbol: on 16×16 a 10 is an A. So is 5.0 a 5.
    """
    if isinstance(value, list | tuple):
        raise GivensError("rows of rows are not a grid; pass two dimensions, a value for each cell")
    text = str(value).strip()
    if text in alphabet.symbols:
        return text
    text = text.removesuffix(".0")
    if text in alphabet.symbols:
        return text
    if text in _EMPTY or alphabet.is_empty(text):
        return ""
    numbers = dict(zip(map(str, alphabet.values), alphabet.symbols, strict=True))
    return numbers.get(text, text)
