"""Several grids that share cells, as the rows of one picture.

The geometry is recognised by the outline of the rows: where symbols stand, and which mark stands
where there is no cell. Rows that fill a square may be a plain grid of that size as well, and with
one mark for empty cells and for no cell several outlines may fit. Then readings in which a symbol
occurs twice in a shape are ruled out; if several are left, none is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent

from sudokulib.basics.limits import Limits
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.grids import box_of, puzzle_on, square_grid
from sudokulib.formats.marks import ParsedGrid, parsed_grid
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Distinct

OUTLINES: Mapping[str, tuple[int, int]] = {
    "samurai": (21, 21),
    "gattai-3": (21, 21),
    "gattai-8": (21, 33),
    "butterfly": (12, 12),
    "clueless-1": (27, 27),
    "clueless-2": (27, 27),
    "flower": (15, 15),
    "samurai-4x4": (8, 8),
    "samurai-16x16": (40, 40),
    "shogun": (21, 45),
    "sohei": (21, 21),
    "sumo": (33, 33),
    "twin": (15, 15),
    "windmill": (21, 21),
}
"""Geometries of several grids that are usually written as rows, with their rows and columns.

The sizes allow loading only the geometries that have the size of a text.
"""

_GAPS = frozenset(" .#")
_BLANKS = frozenset(".0*_- ")
_MOST = 4000
"""The most characters of such rows: the largest, 40 rows of 40, have 1,640."""


@dataclass(frozen=True)
class _Interpretation:
    """One possible reading of rows.

    Args:
        called: its name, for messages.
        grid: its geometry.
        known: the index of the given symbol by cell.
        exact: whether the marks alone show where cells are missing.
        fix: how to choose this reading.
    """

    called: str
    grid: Geometry
    known: Mapping[int, int]
    exact: bool
    fix: str

    def contradicts_itself(self) -> bool:
        """Return whether a symbol is given twice in a shape that has it at most once."""
        for shape in self.grid.shapes:
            if isinstance(shape.rule, Distinct):
                given = [self.known[cell] for cell in shape.cells if cell in self.known]
                if len(set(given)) < len(given):
                    return True
        return False


def _on_outline(name: str, rows: Sequence[str]) -> _Interpretation | None:
    """Return the reading of rows as a geometry; None if its outline does not fit."""
    grid, (height, width) = geometry(name), OUTLINES[name]
    cells = {cell.at: number for number, cell in enumerate(grid.cells)}
    marks = {place: rows[place[0]][place[1]] for place in cells}
    gaps = {rows[r][c] for r in range(height) for c in range(width) if (r, c) not in cells}
    index = {symbol: value for value, symbol in enumerate(grid.alphabet.symbols)}
    blanks = {*marks.values()} - index.keys()
    if len(blanks) > 1 or not blanks <= _BLANKS or len(gaps) > 1 or not gaps <= _GAPS:
        return None
    known = {cells[place]: index[mark] for place, mark in marks.items() if mark in index}
    fix = f"geometry({name!r}).puzzle(text)"
    return _Interpretation(name, grid, known, bool(gaps) and blanks != gaps, fix)


def _as_square(rows: Sequence[str]) -> _Interpretation | None:
    """Return the reading of rows as a plain square grid, if they are one."""
    marks: ParsedGrid | None = parsed_grid("".join(rows)) if len(rows) == len(rows[0]) else None
    if marks is None:
        return None
    size = f"{marks.size}x{marks.size}"
    grid = square_grid(marks.size, box_of(marks.size), marks.symbols)
    return _Interpretation(f"a plain {size}", grid, marks.known, exact=False, fix="form='sdk'")


def ambiguity_warnings(marks: ParsedGrid) -> Iterator[str]:
    """Yield a warning where marks read as one square grid may be several grids of the same size.

    Args:
        marks: those of a square grid, row by row.
    """
    given = {marks.symbols[value] for value in marks.known.values()}
    for name, size in OUTLINES.items():
        if len(marks.known) >= marks.size and size == (marks.size, marks.size):
            several = geometry(name)
            if len(several) == marks.size**2 and given <= {*several.alphabet.symbols}:
                yield (
                    f"read as a plain {marks.size}x{marks.size}, though only symbols of a {name} "
                    f"occur; if it is one, say geometry({name!r}).puzzle(text)"
                )


def _layouts(text: str) -> Iterator[list[str]]:
    """Yield the rows of a text, unchanged and without their common indentation."""
    for said in dict.fromkeys((text, dedent(text))):
        rows = [row.rstrip() for row in said.rstrip().splitlines()]
        while rows and not rows[0]:
            del rows[0]
        if rows:
            yield rows


def _interpretations(text: str) -> tuple[_Interpretation, ...]:
    """Return the possible readings of a text; empty if none of them has several grids."""
    if len(text) >= _MOST:
        return ()
    for rows in _layouts(text):
        found = []
        for name, (height, width) in OUTLINES.items():
            if len(rows) == height and max(map(len, rows)) <= width:
                found.append(_on_outline(name, [row.ljust(width) for row in rows]))
        several = [reading for reading in found if reading is not None]
        if several:
            return _best_readings(several, [row.ljust(max(map(len, rows))) for row in rows])
    return ()


def _best_readings(
    several: list[_Interpretation], rows: Sequence[str]
) -> tuple[_Interpretation, ...]:
    """Return the readings with the right outline, else those without a contradiction, else all."""
    exact = [reading for reading in several if reading.exact]
    plain = None if exact else _as_square(rows)
    found = exact or ([*several, plain] if plain else several)
    sound = [reading for reading in found if not reading.contradicts_itself()]
    return tuple(sound or found)


def _is_rows(text: str) -> bool:
    return any(reading.called in OUTLINES for reading in _interpretations(text))


def _ambiguity(found: Sequence[_Interpretation]) -> str:
    """Return the possible readings of rows, and how to choose one, in words."""
    called = " and as ".join(reading.called for reading in found)
    fixes = " or ".join(reading.fix for reading in found)
    return (
        f"these rows can be read as {called}; say which by {fixes}, "
        "or by --geometry on the command line"
    )


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    found = _interpretations(text)
    if not found:
        raise GivensError(
            f"{name}: the rows are not grids known by their outline; name the geometry, as in "
            f"geometry('samurai').puzzle(text)"
        )
    if len(found) > 1:
        raise GivensError(f"{name}: {_ambiguity(found)}")
    return puzzle_on(found[0].grid, found[0].known)


def _write(puzzle: Puzzle) -> str:
    alphabet = puzzle.geometry.alphabet
    text = "\n".join(row.rstrip() for row in str(puzzle).splitlines()) + "\n"
    found = _interpretations(text)
    if not found or alphabet.symbols != found[0].grid.alphabet.symbols:
        raise Unwritable(
            f"{puzzle.geometry.name or 'its geometry'} is not one of the grids known by their "
            f"outline, or has other symbols; choose another format, such as yaml"
        )
    if len(found) > 1:
        raise Unwritable(f"{_ambiguity(found)}, or choose another format, such as yaml")
    return text


ROWS = register_format(
    Format(
        "rows",
        _is_rows,
        _read,
        _write,
        summary="rows of several grids, such as the 21 of a samurai, a blank or # for no cell",
        keeps=f"givens of {', '.join(OUTLINES)}",
    )
)
"""Overlapping grids, recognised by their outline; any other geometry must be named."""
