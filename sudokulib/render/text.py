"""The text picture of a geometry, puzzle or solution, with borders, shades and colours.

`draw` makes a `Drawing`, which is plain data; `Drawing.plain` and `Drawing.rich` turn it into
text. The widest form that fits is chosen: every border; thick borders only; thick borders without
room between cells; or else the bare picture that givens are written in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.text_pictures import text_picture
from sudokulib.render.drawing import GAP, Drawing, Ink, TextSpan
from sudokulib.scene.depictions import (
    base_cell_count,
    depictions,
    lattice_lines,
    members,
    plain_cells,
    regions,
    sides_of,
)
from sudokulib.scene.glyphs import box_character, columns_of, visible
from sudokulib.scene.legend import marked_cells
from sudokulib.scene.raster import Raster, raster
from sudokulib.scene.tints import separate_faces, tints


class PencilMarks(NamedTuple):
    """The marks in cells that hold no symbol yet.

    Args:
        marks: for each such cell the candidates that are shown, with their ink.
        signs: a sign before the contents of a cell, which shows its part without colours.
    """

    marks: Mapping[int, Sequence[tuple[str, Ink]]]
    signs: Mapping[int, tuple[str, Ink]]


def draw(
    subject: Geometry | Puzzle | Solution,
    *,
    width: int | None = None,
    ascii_only: bool = False,
    marked: Collection[int] = (),
    pencils: Sequence[PencilMarks] = (),
    within: Collection[int] = (),
) -> Drawing:
    """Draw a geometry, a puzzle with its givens, or a solution.

    Args:
        subject: what to draw.
        width: columns of the terminal; None: as wide as it takes.
        ascii_only: draw with ``-|+=#<>^v`` instead of box drawing and arrows.
        marked: cells to highlight, by index.
        pencils: sets of marks to write into cells, the smallest last; the first that fits is drawn.
        within: cells around which to draw a part only; empty for everything.

    >>> from sudokulib import geometry
    >>> print(draw(geometry("4x4").puzzle("12..3.......4..."), width=12).plain())
    ┏━━━┳━━━┓
    ┃1 2┃· ·┃
    ┃3 ·┃· ·┃
    ┣━━━╋━━━┫
    ┃· ·┃· ·┃
    ┃4 ·┃· ·┃
    ┗━━━┻━━━┛
    """
    puzzle = _puzzle(subject)
    geometry = puzzle.geometry
    found = _found(subject, ascii_only)
    symbols = found.symbols
    given = {cell for cell, _ in puzzle.given_values}
    inks: list[Ink] = [
        "marked" if c in marked else "given" if c in given else "solved" if symbol else "empty"
        for c, symbol in enumerate(symbols)
    ]
    shades = tints(geometry, puzzle.all_shapes, marked_cells(puzzle))
    full = found.borders.around(within)
    thick = full.without_thin()
    names = {cell: name for name, cell in separate_faces(geometry).items()}
    dot = _dot(geometry, ascii_only)
    pencils = pencils or (_NO_PENCIL,)
    spacings = (_FULL,) if full.staggered else (_FULL, _OPEN)
    forms = [(pencil, form) for pencil in pencils for form in spacings]
    for pencil, form in [*forms, (pencils[-1], _DENSE)]:
        borders, empty = (full, "") if form is _FULL else (thick, dot)
        look = _CellStyles([visible(s) or empty for s in symbols], inks, shades, names, pencil)
        painter = _TextPainter(borders, form, look, ascii_only=ascii_only)
        if width is None or painter.width <= width:
            lines = [_trimmed(spans) for spans in painter.lines()]
            return Drawing(tuple(_with_lines(lines, found.lines, width)))
    return Drawing(tuple(_bare(geometry, symbols)))


class _Found(NamedTuple):
    """What is drawn of a subject: for a solution, lines and borders instead of layers.

    Args:
        symbols: the symbol of each cell.
        borders: the cells that have a place.
        lines: pictures of lines through cells, line by line.
    """

    symbols: Sequence[str]
    borders: Raster
    lines: Sequence[str]


def _found(subject: Geometry | Puzzle | Solution, ascii_only: bool) -> _Found:
    puzzle = _puzzle(subject)
    geometry, shapes = puzzle.geometry, puzzle.all_shapes
    if not isinstance(subject, Solution):
        return _Found(puzzle.symbols(), raster(geometry, shapes), ())
    known, symbols = dict(enumerate(subject.indices)), list(subject.symbols)
    shown = depictions(puzzle)
    for cell in plain_cells(puzzle, shown):
        symbols[cell] = ""
    lattices: list[str] = []
    sides: set[tuple[int, int]] = set()
    drawn = []
    for one in shown:
        inside, others, _ = members(puzzle, one, known)
        on = {geometry.topology.places[c].on for c in one.cells if c in geometry.topology.layered}
        if one.look == "shade" and on:
            for cells, sign in ((inside, "■#"), (others, "·.")):
                symbols = [sign[ascii_only] if c in cells else s for c, s in enumerate(symbols)]
        elif one.look == "borders":
            drawn.append(one)
        elif on == {"edges"} and (lines := lattice_lines(puzzle, one, known, ascii_only)):
            lattices += ["", *lines] if lattices else lines
            drawn.append(one)
        elif on == {"sides"} and not any(cell.views for cell in geometry.cells):
            sides.update(sides_of(puzzle, inside))
            drawn.append(one)
    shapes += regions(puzzle, drawn, known)
    borders = raster(geometry, shapes, base_cell_count(puzzle, drawn))
    return _Found(symbols, borders.with_thick(sides) if sides else borders, lattices)


def _with_lines(
    spans: Sequence[tuple[TextSpan, ...]], lines: Sequence[str], width: int | None
) -> Iterator[tuple[TextSpan, ...]]:
    """Yield a drawing with another one right of it, or below it if it is too wide."""
    if not lines:
        yield from spans
        return
    widths = [sum(columns_of(span.text) for span in line) for line in spans]
    whole = max(widths, default=0) + 3
    wide = max(map(len, lines))
    if width is not None and whole + wide > width:
        yield from spans
        yield from ((TextSpan(line, "line", GAP),) for line in ("", *lines))
        return
    for line, more, taken in zip_longest(spans, lines, widths, fillvalue=()):
        room = whole - (taken or 0)
        yield (*line, TextSpan(" " * room + more, "line", GAP)) if more else tuple(line)


def _trimmed(spans: Iterable[TextSpan]) -> tuple[TextSpan, ...]:
    """Return a line without the empty places at its end."""
    kept = list(spans)
    while kept and kept[-1].tint == GAP:
        kept.pop()
    return tuple(kept)


def _puzzle(subject: Geometry | Puzzle | Solution) -> Puzzle:
    if isinstance(subject, Geometry):
        return subject.puzzle()
    return subject.puzzle if isinstance(subject, Solution) else subject


def _dot(geometry: Geometry, ascii_only: bool) -> str:
    alphabet = geometry.alphabet
    return alphabet.empty if ascii_only or "·" in alphabet.symbols else "·"


def _bare(geometry: Geometry, symbols: Sequence[str]) -> Iterator[tuple[TextSpan, ...]]:
    for words in text_picture(geometry, symbols).splitlines():
        yield (TextSpan(visible(words), "given", 0),)


class _CellSpacing(NamedTuple):
    """The spacing of cells.

    Args:
        left: blanks before each symbol.
        right: blanks after a symbol that a border follows.
        every: whether there is room for a border after every cell, drawn or not.
    """

    left: int
    right: int
    every: bool


_FULL, _OPEN, _DENSE = _CellSpacing(1, 1, True), _CellSpacing(1, 1, False), _CellSpacing(0, 0, True)
_NO_PENCIL = PencilMarks({}, {})


class _CellStyles(NamedTuple):
    """The appearance of each cell.

    Args:
        texts: its symbol.
        inks: the meaning of the symbol.
        shades: its shade.
        names: the faces that begin with a cell, by that cell.
        pencil: the marks in it.
    """

    texts: Sequence[str]
    inks: Sequence[Ink]
    shades: Sequence[int]
    names: Mapping[int, str]
    pencil: PencilMarks

    def written(self, cell: int) -> Sequence[tuple[str, Ink]]:
        """Return the contents of a cell, as spans of one ink each."""
        return self.pencil.marks.get(cell) or [(self.texts[cell], self.inks[cell])]


class _TextPainter:
    """Draws a raster in one form."""

    def __init__(
        self, borders: Raster, form: _CellSpacing, look: _CellStyles, *, ascii_only: bool
    ) -> None:
        self._raster = borders
        self._styles = look
        self._ascii = ascii_only
        self._left = form.left
        columns = range(borders.width + 1)
        self._room = [self._widest(c) for c in columns[:-1]]
        if not look.pencil.marks:
            self._room = [max(self._room)] * len(self._room)
        self._ruled = [form.every or any(row[c] for row in borders.before) for c in columns]
        self._column = [
            form.left + self._room[c] + form.right * self._ruled[c + 1] for c in columns[:-1]
        ]
        self._lines = [any(weights) for weights in borders.above]

    @property
    def width(self) -> int:
        """The columns of the finished drawing."""
        return sum(self._column) + sum(self._ruled)

    def lines(self) -> Iterator[Iterator[TextSpan]]:
        """Yield the lines of the drawing."""
        for number in range(len(self._lines)):
            if self._lines[number]:
                yield self._border(number)
            if number < len(self._raster.places):
                yield self._cells(number)

    def _border(self, number: int) -> Iterator[TextSpan]:
        names, at = self._names(number), 0
        for span in self._rule(number):
            text = "".join(names.get(at + i, mark) for i, mark in enumerate(span.text))
            at += len(text)
            yield span._replace(text=text)

    def _rule(self, number: int) -> Iterator[TextSpan]:
        weights = self._raster.above[number]
        for c in range(len(weights) + 1):
            if self._ruled[c]:
                yield self._joint(number, c)
            if c < len(weights):
                between = ((number - 1, c), (number, c))
                bar = box_character(0, weights[c], 0, weights[c], ascii_only=self._ascii)
                yield TextSpan(bar * self._column[c], "line", self._tint(between))

    def _names(self, number: int) -> dict[int, str]:
        """Return the texts on a border, by column: names of the faces that begin below it."""
        written: dict[int, str] = {}
        at = room = 0
        name = ""
        for c in range(self._raster.width):
            at += self._ruled[c]
            cell = self._raster.place(number, c)
            begins = "" if cell is None else self._styles.names.get(cell, "")
            if begins or cell is None:
                name, room, start = begins, -2, at + 1
            at, room = at + self._column[c], room + self._ruled[c] + self._column[c]
            if self._left and 0 < len(name) <= room and columns_of(name) == len(name):
                written |= {start + i: mark for i, mark in enumerate(name)}
                name = ""
        return written

    def _joint(self, number: int, c: int) -> TextSpan:
        above, before = self._raster.above[number], self._raster.before
        arms = (
            before[number - 1][c] if number else 0,
            above[c] if c < len(above) else 0,
            before[number][c] if number < len(before) else 0,
            above[c - 1] if c else 0,
        )
        corners = [(number - i, c - j) for i in (1, 0) for j in (1, 0)]
        return TextSpan(box_character(*arms, ascii_only=self._ascii), "line", self._tint(corners))

    def _cells(self, number: int) -> Iterator[TextSpan]:
        for c, weight in enumerate(self._raster.before[number]):
            if self._ruled[c] and self._is_centred(number, c):
                yield from self._symbol(self._raster.places[number][c])
            elif self._ruled[c]:
                bar = box_character(weight, 0, weight, 0, ascii_only=self._ascii)
                yield TextSpan(bar, "line", self._tint(((number, c - 1), (number, c))))
            if c < self._raster.width:
                yield from self._place(number, c)

    def _place(self, number: int, c: int) -> Iterator[TextSpan]:
        cell = self._raster.places[number][c]
        second = cell is not None and cell == self._raster.place(number, c - 1)
        if cell is not None and (second or self._is_centred(number, c + 1)):
            yield TextSpan(" " * self._column[c], "line", self._styles.shades[cell])
        else:
            yield from self._cell(cell, c)

    def _is_centred(self, number: int, c: int) -> bool:
        """Return whether a symbol stands before a place: between the two that its cell has.

        Pencil marks, and symbols of several letters, take the first of the two instead.
        """
        cell = self._raster.place(number, c)
        return (
            cell is not None
            and cell == self._raster.place(number, c - 1)
            and self._ruled[c]
            and self._wide(cell) < 2
            and cell not in self._styles.pencil.signs
        )

    def _symbol(self, cell: int | None) -> Iterator[TextSpan]:
        if cell is not None:
            for text, ink in self._styles.written(cell):
                yield TextSpan(text or " ", ink, self._styles.shades[cell])

    def _cell(self, cell: int | None, c: int) -> Iterator[TextSpan]:
        width, room = self._column[c], self._room[c]
        if cell is None:
            yield TextSpan(" " * width, "empty", GAP)
            return
        look = self._styles
        tint, ink = look.shades[cell], look.inks[cell]
        before = self._left + room - self._wide(cell)
        after = width - self._left - room
        if ink == "marked":
            yield TextSpan(" " * before + look.texts[cell] + " " * after, ink, tint)
            return
        sign = look.pencil.signs.get(cell) if before else None
        yield TextSpan(" " * (before - (sign is not None)), "line", tint)
        for text, one in [sign, *look.written(cell)] if sign else look.written(cell):
            yield TextSpan(text, one, tint)
        yield TextSpan(" " * after, "line", tint)

    def _widest(self, c: int) -> int:
        cells = (row[c] for row in self._raster.places)
        return max((self._wide(cell) for cell in cells if cell is not None), default=1) or 1

    def _wide(self, cell: int) -> int:
        """Return the columns that the contents of a cell take."""
        return sum(columns_of(text) for text, _ in self._styles.written(cell))

    def _tint(self, places: Collection[tuple[int, int]]) -> int:
        """Return the shade of a border: that of the cells at all these places, if they agree."""
        cells = [self._raster.place(*at) for at in places]
        if all(cell is None for cell in cells):
            return GAP
        found = {self._styles.shades[cell] for cell in cells if cell is not None}
        return found.pop() if len(found) == 1 else 0
