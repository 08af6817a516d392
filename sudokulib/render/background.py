"""The background of a picture: shades, borders, marks and captions, but not the cells' contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import ceil, sqrt
from string import ascii_lowercase

from sudokulib.board import Candidate
from sudokulib.model import bits
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.rules_text import FOG, rule_sentences
from sudokulib.render.layer_cells import STRIP, depiction_of, rooms, signs
from sudokulib.render.links import Spots
from sudokulib.scene.depictions import (
    base_cell_count,
    depictions,
    lowered,
    plain_cells,
    regions,
)
from sudokulib.scene.drawn_layers import draw_depictions, drawn_value
from sudokulib.scene.glyphs import visible
from sudokulib.scene.items import (
    Area,
    Box,
    Item,
    Label,
    Polyline,
    Scene,
    bounding_box,
    fitted,
    wrapped,
)
from sudokulib.scene.legend import marks_of
from sudokulib.scene.marks import draw_marks
from sudokulib.scene.palette import TINTS
from sudokulib.scene.plane import Plane, Point, check_view, plane
from sudokulib.scene.regions import ItemsByDepth, corner_text
from sudokulib.scene.tints import tints, torn_regions
from sudokulib.shapes import Depiction

_SYMBOL, _CAPTION = 0.66, 0.3
"""Sizes of letters, in cell sides."""

_LOWER, _SMALLER = 0.06, 0.88
"""The shift of a symbol below a text in the corner, and the factor of its size."""

_ROOM = 0.86
"""The part of a cell's inner circle that pencil marks fill; the rest separates them from
borders."""


_DIGITS = 9
"""The decimals by which sizes are compared: cells that are alike differ in the last ones."""

Arrangement = tuple[tuple[int, Point, float], ...]
"""The candidates of a cell, each with its place, from a point of the cell on, and its room."""


# Safe to cache, as they read nothing else: numbers.
@lru_cache(maxsize=1024)
def _in_square(domain: int, half: float) -> Arrangement:
    """Return the values of a domain in lines, in a square around a point."""
    values = list(bits(domain))
    across = ceil(sqrt(len(values)))
    down = ceil(len(values) / across)
    pitch = 2 * half / across
    return tuple(
        (value, ((column + 0.5) * pitch - half, (row + 0.5 - down / 2) * pitch), pitch / 2)
        for value, (row, column) in zip(values, product(range(down), range(across)), strict=False)
    )


@lru_cache(maxsize=1024)
def _in_rectangle(domain: int, wide: float, high: float) -> Arrangement:
    """Return the values of a domain in lines of equal length, in a rectangle around a point."""
    values = list(bits(domain))
    across = min(len(values), ceil(round(sqrt(len(values) * wide / high), 3)))
    down = ceil(len(values) / across)
    room = min(wide / across, high / down) / 2
    return tuple(
        (value, ((2 * column + 1 - across) * room, (2 * row + 1 - down) * room), room)
        for value, (row, column) in zip(values, product(range(down), range(across)), strict=False)
    )


@dataclass(frozen=True)
class Background:
    """A drawn puzzle without the contents of its cells.

    Args:
        puzzle: the puzzle.
        plane: the positions of its cells.
        layers: its marks by depth, shades at the bottom.
        plain: cells of which no symbol is drawn: only one is possible, or they say nothing.
        shown: how layers are drawn that have no place of their own.
    """

    puzzle: Puzzle
    plane: Plane
    layers: ItemsByDepth
    plain: Set[int] = frozenset()
    shown: Sequence[Depiction] = ()

    # Cached properties read only the fields, which never change.
    @cached_property
    def symbols(self) -> list[str]:
        """The symbols as written, one for each value."""
        return [visible(symbol) for symbol in self.puzzle.geometry.alphabet.symbols]

    @cached_property
    def pencil_sizes(self) -> list[float]:
        """The size of each symbol as a pencil mark where the room is 1."""
        return [fitted([symbol], 1.5, 1.7) for symbol in self.symbols]

    @cached_property
    def _symbol_size(self) -> float:
        return fitted(self.symbols, _SYMBOL, 0.75)

    @cached_property
    def contents(self) -> Plane:
        """The outlines in which the contents of cells stand, small ones on the plane for layers."""
        small = rooms(self.puzzle, self.plane, self.plain)
        return Plane((*self.plane.outlines, *small), ()) if small else self.plane

    @cached_property
    def _signs(self) -> Mapping[Candidate, str]:
        return signs(self.puzzle, self.plane, self.shown)

    @cached_property
    def _narrowed(self) -> Set[int]:
        """The cells at whose bottom there is something else to find."""
        places = self.puzzle.geometry.topology.places
        low = range(len(self.plane.outlines), len(self.contents.outlines))
        shown = (c for c in low if c not in self.plain)
        return {places[c].cells[0] for c in shown if places[c].on == "cells"} - self.plain

    @cached_property
    def own(self) -> Set[int]:
        """The cells that have a place of their own."""
        return set(range(len(self.plane.outlines)))

    @cached_property
    def depicted(self) -> Set[int]:
        """The cells of which what is found is drawn, besides or instead of a symbol."""
        return {cell for one in self.shown for cell in one.cells}

    def written(self, candidate: Candidate) -> str:
        """Return the sign or symbol of a candidate."""
        return self._signs.get(candidate, self.symbols[candidate[1]])

    def drawn(self, candidate: Candidate) -> list[Item]:
        """Return how a candidate of a cell without a place of its own is drawn once it is known."""
        cell, value = candidate
        if cell in self.own:
            return []
        one = depiction_of(self.shown, cell)
        return drawn_value(self.puzzle, self.plane, one, cell, value)

    @cached_property
    def below(self) -> list[Item]:
        """The items below the contents of cells."""
        thin, thick = (_tuples(self.plane.lines(thick=thick)) for thick in (False, True))
        borders = [Polyline(thin, "thin"), Polyline(thick, "thick")]
        return [*self.layers.ground, *borders, *self.layers.lines]

    def place(self, cell: int) -> tuple[Point, float]:
        """Return the position of the symbol of a cell, and its size."""
        (x, y), room = self.contents.middles[cell], 2 * self.contents.radii[cell]
        size = self._symbol_size * room
        if cell not in self.layers.corner_texts:
            return (x, y), size
        y, size = y + _LOWER * room, _SMALLER * size
        left, top = x - 0.3 * size, y - 0.4 * size
        # In a slanted cell, the corner is beside the symbol rather than above it.
        ends = [end for end, at in self.layers.corner_texts[cell].values() if at + 0.08 > top]
        return (x + max([0.0, *(end + 0.02 - left for end in ends)]), y), size

    @cached_property
    def spots(self) -> Spots:
        """The place of each candidate in its cell: in lines, each value always at the same place.

        They avoid the outlines of cages, and a text in the corner.
        """
        return {
            (cell, value): ((x + right, y + down), room)
            for cell, ((x, y), arrangement) in enumerate(self.arrangements)
            for value, (right, down), room in arrangement
        }

    @cached_property
    def arrangements(self) -> list[tuple[Point, Arrangement]]:
        """For each cell a point, and how the candidates stand about it; one for all cells alike."""
        return [self._arrangement(cell) for cell in range(len(self.contents.middles))]

    def _arrangement(self, cell: int) -> tuple[Point, Arrangement]:
        domain = self.puzzle.geometry.domains[cell]
        if cell >= len(self.plane.outlines):
            (left, top), _, (right, bottom), _ = self.contents.outlines[cell]
            sides = round(right - left, _DIGITS), round(bottom - top, _DIGITS)
            return ((left + right) / 2, (top + bottom) / 2), _in_rectangle(domain, *sides)
        (x, y), radius = self.contents.middles[cell], self.contents.radii[cell]
        noted, caged = cell in self.layers.corner_texts, bool(self.layers.cages.get(cell))
        half = radius * (_ROOM - 0.14 * caged - 0.06 * noted)
        middle = y + 0.2 * radius * noted
        if cell in self._narrowed:
            half, middle = half - STRIP * radius, middle - STRIP * radius
        return (x, middle), _in_square(domain, round(half, _DIGITS))

    def scene(
        self,
        contents: Iterable[Item],
        *,
        over: Iterable[Item] = (),
        caption: bool | str = True,
        rules: bool = True,
        text: str = "",
    ) -> Scene:
        """Return the whole drawing.

        Args:
            contents: the items in the cells, and on them.
            over: the items above all marks.
            caption: whether layers are named, and below the picture rules without marks and texts
                that are too long; a text stands above these.
            rules: whether a caption has rules.
            text: a description of the drawing, for those who cannot see it.
        """
        items = [*self.below, *contents, *self.layers.top, *over]
        box = bounding_box(items, self.plane.box)
        if caption:
            said = visible(caption) if isinstance(caption, str) else ""
            items += (captions := [*self._layer_names(), *self._captions(box, said, rules=rules)])
            box = bounding_box(captions, box)
        title = self.puzzle.title or self.puzzle.geometry.title
        return Scene(tuple(items), box, title, text)

    def _layer_names(self) -> Iterator[Label]:
        """Yield the name of each layer above it, as captions call it."""
        geometry = self.puzzle.geometry
        corners: dict[str, list[Point]] = {}
        for cell in geometry.topology.layered.intersection(range(len(self.plane.outlines))):
            for face in geometry.cells[cell].faces:
                corners.setdefault(face, []).extend(self.plane.outlines[cell])
        for name, points in sorted(corners.items()):
            left, top = (min(axis) for axis in zip(*points, strict=True))
            yield Label((left, top - 0.25), visible(name), _CAPTION, "note", start=True)

    def _captions(self, box: Box, said: str, *, rules: bool) -> Iterator[Label]:
        """Yield the captions: the description, rules that no mark can show, and texts too long."""
        texts = [said]
        if rules:
            sentences = rule_sentences(self.puzzle.geometry, self.puzzle.all_shapes)
            texts += [visible(rule.text) for rule in sentences if not rule.drawn]
            texts += [FOG] if self.puzzle.fog else []
        notes = [f"[{number}] {text}" for text, number in self.layers.notes.items()]
        left, _, right, bottom = box
        room = (right - left) / _CAPTION
        lines = [line for text in texts for line in wrapped(text.split(), room, " ")]
        lines += wrapped(notes, room, " · ")
        for number, line in enumerate(lines):
            at = (left, bottom + 0.35 + number * 0.4)
            yield Label(at, line, _CAPTION, "note", start=True)


def background(
    puzzle: Puzzle, view: str = "flat", known: Mapping[int, int] | None = None
) -> Background:
    """Return the background on which a puzzle is drawn.

    Args:
        puzzle: the puzzle.
        view: one of `sudokulib.scene.plane.views_of`.
        known: the value index in each known cell, to draw layers as lines, shades and borders on
            the other cells; absent: layers are drawn as cells beside the others.

    Raises:
        SudokuError: the geometry has no such view.
    """
    geometry = puzzle.geometry
    check_view(geometry, view)
    shown = [] if known is None else depictions(puzzle)
    marks = [some for _, some in marks_of(puzzle)]
    count = base_cell_count(puzzle, shown, marks)
    found = regions(puzzle, shown, known or {})
    where = plane(geometry, view, (*puzzle.all_shapes, *found), count)
    layers = ItemsByDepth()
    _shade(puzzle, where, layers)
    draw_marks(where, (lowered(puzzle, some, count) for some in marks), layers)
    _name_torn_regions(puzzle, where, layers)
    draw_depictions(puzzle, where, shown, known or {}, layers)
    layers.lines += _fog(where, [c for c in puzzle.fogged if c < len(where.outlines)])
    return Background(puzzle, where, layers, plain_cells(puzzle, shown), shown)


def _fog(where: Plane, cells: Sequence[int]) -> Iterator[Item]:
    """Yield a veil with strokes over cells, through which a picture still shows everything."""
    if cells:
        yield Area(_tuples(where.outline_of(cells)), "fog")
        strokes = []
        for cell in cells:
            (x, y), radius = where.middles[cell], where.radii[cell]
            for shift in (-0.5, 0, 0.5):
                half = 0.32 if shift else 0.62
                dx, dy, far = shift * radius, shift * radius, half * radius
                strokes.append(((x + dx - far, y + dy + far), (x + dx + far, y + dy - far)))
        yield Polyline(tuple(strokes), "fog-stroke")


def _shade(puzzle: Puzzle, where: Plane, layers: ItemsByDepth) -> None:
    """Shade cells, with one area for each shade."""
    shades = tints(puzzle.geometry, puzzle.all_shapes)[: len(where.outlines)]
    for shade in sorted(set(shades) - {0}):
        cells = [cell for cell, own in enumerate(shades) if own == shade]
        ink = f"tint-{(shade - 1) % TINTS + 1}"
        layers.inks |= dict.fromkeys(cells, ink)
        layers.ground.append(Area(_tuples(where.outline_of(cells)), ink))


def _name_torn_regions(puzzle: Puzzle, where: Plane, layers: ItemsByDepth) -> None:
    """Give the parts of each torn region a letter, as their shades look alike to some eyes."""
    apart = (where.parts(cells) for cells in torn_regions(puzzle.geometry, puzzle.all_shapes))
    torn = [parts for parts in apart if len(parts) > 1]
    for parts, name in zip(torn, product(("", *ascii_lowercase), ascii_lowercase), strict=False):
        for part in parts:
            corner_text(where, where.first(part), "".join(name), layers)


def _tuples(lines: Iterable[Sequence[Point]]) -> tuple[tuple[Point, ...], ...]:
    return tuple(map(tuple, lines))
