"""A geometry's text picture: how givens are written and solutions printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sudokulib.basics.alphabet import Alphabet, graphemes
from sudokulib.basics.quoting import counted
from sudokulib.errors import AlphabetError, GivensError
from sudokulib.puzzles.geometries.core import Geometry

_RULERS = frozenset("-+=|─│┼━┃╋┌┐└┘├┤┬┴ ")
_NO_CELL = " #"


def text_picture(geometry: Geometry, symbols: Sequence[str]) -> str:
    """Lay symbols by cell (empty text: the mark for an empty cell) out in rows.

    Places without a cell are blank; symbols of several characters are right-aligned in columns.
    """
    alphabet = geometry.alphabet
    width = max(len(s) for s in alphabet.symbols) if not alphabet.compact else 1
    rows: dict[int, dict[int, str]] = {}
    for cell, symbol in zip(geometry.cells, symbols, strict=True):
        rows.setdefault(cell.at[0], {})[cell.at[1]] = symbol or alphabet.empty
    lines = []
    for r in range(max(rows) + 1):
        row = rows.get(r, {})
        texts = [row.get(c, "").rjust(width) for c in range(max(row, default=-1) + 1)]
        lines.append(("" if alphabet.compact else " ").join(texts))
    return "\n".join(lines)


def parse_text_picture(geometry: Geometry, text: str, what: str = "givens") -> dict[int, int]:
    """Parse symbol index by cell from rows of text or one line; empty cells are left out.

    Rows follow the geometry's picture, with its layers or without: a place without a cell is a
    space or ``#`` (or nothing, if the others are all there). Ruling lines of ``-+|`` are ignored.
    One line holds all cells in order.

    Args:
        geometry: whose cells they are.
        text: the rows, or the line.
        what: a description of the text, for messages.

    Raises:
        GivensError: the size does not fit, quoting the row.
        AlphabetError: an unknown symbol, with its row and place.
    """
    if not text.strip():
        return {}
    rows = _rows(text, geometry.alphabet)
    return readings(geometry, lambda cells: _read(geometry, rows, cells, what))


def readings(geometry: Geometry, read: Callable[[Sequence[int]], dict[int, int]]) -> dict[int, int]:
    """Return what is read for the cells without those of layers, or else for all cells."""
    every = range(len(geometry.cells))
    if layered := geometry.topology.layered:
        try:
            return read([c for c in every if c not in layered])
        except GivensError:
            pass  # it may be all of the picture
    return read(every)


def _read(geometry: Geometry, rows: list[_Row], cells: Sequence[int], what: str) -> dict[int, int]:
    """Read rows of text, or one line, that show some of the cells."""
    if len(rows) == 1:
        return _read_cells(geometry, rows[0], cells, "the line", what)
    every = layout(geometry, cells)
    if len(rows) != len(every):
        rows = [row for row in rows if row.text.strip()]
        every = [places for places in every if any(c is not None for c in places)]
    if len(rows) != len(every):
        raise GivensError(
            f"{len(rows)} rows of {what} do not fit {len(every)} rows of {called(geometry)}; "
            f"write one row of text for each, with {geometry.alphabet.empty!r} for empty cells"
        )
    known: dict[int, int] = {}
    for number, (row, places) in enumerate(zip(rows, every, strict=True), 1):
        known |= _read_row(geometry, row, places, number, what)
    return known


class _Row(NamedTuple):
    """A line of text that holds cells, and its number in the text."""

    number: int
    text: str


def _rows(text: str, alphabet: Alphabet) -> list[_Row]:
    """Return the lines that hold cells, without ruling."""
    rulers = {mark for mark in _RULERS if mark not in alphabet.symbols}
    bars = rulers & set("|│┃")
    first = len(text) - len(text.lstrip("\n"))
    return [
        _Row(number, "".join(ch for ch in line if ch not in bars))
        for number, line in enumerate(text.rstrip().splitlines())
        if number >= first and not (line.strip() and set(line) <= rulers)
    ]


def layout(geometry: Geometry, cells: Sequence[int]) -> list[list[int | None]]:
    """Return for each row of their picture the cell at each place, None where there is none."""
    at = {geometry.cells[number].at: number for number in cells}
    rows, columns = 1 + max(r for r, _ in at), 1 + max(c for _, c in at)
    return [[at.get((r, c)) for c in range(columns)] for r in range(rows)]


def _read_row(
    geometry: Geometry, row: _Row, places: list[int | None], number: int, what: str
) -> dict[int, int]:
    cells = [c for c in places if c is not None]
    alphabet = geometry.alphabet
    if not alphabet.compact or None not in places:
        return _read_cells(geometry, row, cells, f"row {number}", what)
    marks = graphemes(row.text.rstrip())
    solid = [m for m in marks if m in alphabet.symbols or m not in _NO_CELL]
    if len(solid) != len(cells) and len(marks) == len(places):
        gaps = [m for m, c in zip(marks, places, strict=True) if c is None]
        if all(m in _NO_CELL or alphabet.is_empty(m) for m in gaps):
            solid = [m for m, c in zip(marks, places, strict=True) if c is not None]
    return _read_cells(geometry, _Row(row.number, "".join(solid)), cells, f"row {number}", what)


def _read_cells(
    geometry: Geometry, row: _Row, cells: Sequence[int], where: str, what: str
) -> dict[int, int]:
    alphabet = geometry.alphabet
    marks = alphabet.split(row.text)
    if len(marks) != len(cells):
        raise _wrong_size(geometry, f"{where} of the {what}", len(marks), len(cells), row)
    known = {}
    for place, (mark, cell) in enumerate(zip(marks, cells, strict=True), 1):
        if not alphabet.is_empty(mark):
            try:
                known[cell] = alphabet.index(mark)
            except AlphabetError:
                raise AlphabetError(
                    f"unknown symbol {mark!r} in {where}, place {place} "
                    f"({geometry.cells[cell].name}); the symbols are {alphabet}, "
                    f"and {alphabet.empty!r} is an empty cell",
                    field=(row.number,),
                ) from None
    return known


def _wrong_size(geometry: Geometry, where: str, got: int, want: int, row: _Row) -> GivensError:
    text = row.text.strip()
    quoted = text if len(text) < 60 else text[:57] + "..."
    more = "leave out" if got > want else "add"
    return GivensError(
        f"{where} has {counted(got, 'cell')}, {called(geometry)} has {want} there: {quoted!r}; "
        f"{more} {abs(got - want)} ({geometry.alphabet.empty!r} is an empty cell)",
        field=(row.number,),
    )


def called(geometry: Geometry) -> str:
    """Return the name of a geometry for messages."""
    return geometry.name or "the geometry"
