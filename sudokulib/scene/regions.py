"""Regions as they are drawn: cages, shaded sets, and the texts in their corners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import hypot

from sudokulib.scene.bonds import bond, contains_point
from sudokulib.scene.items import Area, Box, Item, Label, Polyline, bounding_box, fitted, width_of
from sudokulib.scene.plane import Plane, Point
from sudokulib.shapes import Hue, Mark

_INSET, _STEP = 0.08, 0.07
"""The distance of a cage's outline from its sides, and what each cage that it crosses adds."""

_SHADE, _NESTED = 0.03, 0.1
"""The same for shaded sets."""

_SUM, _LEAST = 0.23, 0.12
"""The size of a text in a corner, and the smallest that can be read."""

_TURNS: tuple[Hue, ...] = (
    *("grey", "blue", "orange", "green", "purple", "yellow", "teal", "pink", "red"),
)
"""Hues of shaded sets, in the order in which further shapes take them."""


@dataclass
class ItemsByDepth:
    """Items by depth: those below the borders, directly above them, and above the symbols.

    Args:
        ground, lines, top: the items.
        rims, cores, threads: what lies on the ground of one shape: edges, fillings above all edges,
            so that branches join, and what runs along the middle of lines.
        clues: the boxes of clues outside the cells.
        cages: for each cell the depths of the cages that run there, with their hues.
        shades: the same for shaded sets.
        inks: for each cell the ink of its shade.
        joined: the cells of all cages, which dotted lines of others are led around.
        corner_texts: for each cell the texts in its corner, and where each ends.
        notes: texts for which there is no room, with the number that stands for each.
    """

    ground: list[Item] = field(default_factory=list)
    rims: list[Item] = field(default_factory=list)
    cores: list[Item] = field(default_factory=list)
    threads: list[Item] = field(default_factory=list)
    lines: list[Item] = field(default_factory=list)
    top: list[Item] = field(default_factory=list)
    clues: list[Box] = field(default_factory=list)
    cages: defaultdict[int, dict[int, Hue]] = field(default_factory=lambda: defaultdict(dict))
    shades: defaultdict[int, dict[int, Hue]] = field(default_factory=lambda: defaultdict(dict))
    inks: dict[int, str] = field(default_factory=dict)
    joined: set[int] = field(default_factory=set)
    corner_texts: dict[int, dict[str, Point]] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)

    def settle(self) -> None:
        """Lay the edges, fillings and middles of a shape onto the ground."""
        for items in (self.rims, self.cores, self.threads):
            self.ground += items
            items.clear()

    def claim(self, items: Iterable[Item]) -> bool:
        """Keep the boxes of some items of a clue, if no other clue is there; return whether."""
        boxes = [bounding_box([item]) for item in items]
        if any(_meet(box, other) for box in boxes for other in self.clues):
            return False
        self.clues += boxes
        return True

    def readable(self, text: str, size: float, room: float) -> tuple[str, float]:
        """Return a text and its size; where it would be too small, a number that stands for it."""
        if fitted([text], size, room) < _LEAST:
            text = f"[{self.notes.setdefault(text, len(self.notes) + 1)}]"
        return text, fitted([text], size, room)


def _meet(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common, or nearly."""
    gap = 0.04
    return all(one[i] < other[i + 2] + gap and other[i] < one[i + 2] + gap for i in (0, 1))


def distinct_hues(shapes: Iterable[Iterable[Mark]]) -> Iterator[list[Mark]]:
    """Yield the marks of each shape, so that sets shaded by different shapes differ in hue."""
    used: list[Hue] = []
    for marks in shapes:
        own: dict[Hue, Hue] = {}
        found = list(marks)
        for number, mark in enumerate(found):
            if mark.form != "region" or mark.look != "shade" or len(mark.cells) < 2:
                continue
            if mark.hue not in own:
                order = (mark.hue, *(hue for hue in _TURNS if hue != mark.hue))
                own[mark.hue] = min(order, key=used.count)
                used.append(own[mark.hue])
            found[number] = replace(mark, hue=own[mark.hue])
        yield found


def draw_region(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    """Draw the outline of a cage, or the shade of a set, with its text."""
    shaded = mark.look == "shade"
    found = layers.shades if shaded else layers.cages
    # Sets of one hue may overlap; cages may not.
    depths = {
        depth
        for cell in mark.cells
        for depth, hue in found[cell].items()
        if not (shaded and hue == mark.hue)
    }
    depth = next(d for d in range(len(depths) + 1) if d not in depths)
    for cell in mark.cells:
        found[cell][depth] = mark.hue
    inset = _SHADE + depth * _NESTED if shaded else _INSET + depth * _STEP
    if shaded:
        ink = f"{'shade' if len(mark.cells) > 1 else 'fill'}-{mark.hue}"
        outline = plane.outline_of(mark.cells, inset)
        layers.ground.append(Area(_tuples(outline), ink))
        layers.inks |= dict.fromkeys(mark.cells, ink)
    else:
        layers.lines.append(
            Polyline(_tuples(plane.outline_of(mark.cells, inset)), "cage", closed=True)
        )
    if not shaded or mark.text:
        avoid = layers.joined.difference(mark.cells)
        if bonds := tuple(_bonds(plane, plane.parts(mark.cells), inset, avoid)):
            layers.lines.append(Polyline(bonds, "bond"))
    if mark.text:
        corner_text(plane, plane.first(mark.cells), mark.text, layers)


def _bonds(
    plane: Plane, parts: Sequence[Sequence[int]], inset: float, avoid: Collection[int]
) -> Iterator[tuple[Point, ...]]:
    """Yield lines from each part of a set to the nearest cell of the parts before it."""
    known = list(parts[0])
    for part in parts[1:]:
        a, b = min(
            ((a, b) for a in known for b in part),
            key=lambda ends: _length(plane.middles[ends[0]], plane.middles[ends[1]]),
        )
        line = bond(plane, (a, b), _rim(plane, a, b, inset), _rim(plane, b, a, inset), avoid)
        # A bent line begins on the side that it leaves by, not at the outline of the set.
        yield line[1:-1] if len(line) > 2 else line
        known += part


def _rim(plane: Plane, cell: int, other: int, inset: float) -> Point:
    """Return where the straight line from a cell to another crosses the outline of its cage."""
    (ax, ay), (bx, by) = plane.middles[cell], plane.middles[other]
    dx, dy = bx - ax, by - ay
    along = 1.0
    for (px, py), (qx, qy) in pairwise((*plane.outlines[cell], plane.outlines[cell][0])):
        across = dx * (qy - py) - dy * (qx - px)
        if across > 0:
            along = min(along, ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / across)
    along = max(0.0, along - inset * (1.4 if dx and dy else 1.0) / hypot(dx, dy))
    return ax + along * dx, ay + along * dy


def corner_text(plane: Plane, cell: int, text: str, layers: ItemsByDepth) -> None:
    """Draw a small text in the first corner of a cell, on a background; further ones beside it."""
    known = layers.corner_texts.setdefault(cell, {})
    text, size = layers.readable(text, _SUM, 1.6 * plane.radii[cell])
    if text in known:
        return
    width = width_of(text) * size
    x, y = _text_position(plane, cell, width, size)
    for end, below in known.values():
        y = below
        x = end + 0.14
        if x + width > plane.middles[cell][0] + 0.85 * plane.radii[cell]:
            x, y = _text_position(plane, cell, width, size)[0], below + size
    known[text] = (x + width, y)
    x1, y1, x2, y2 = x - 0.015, y - size / 2 - 0.01, x + width + 0.015, y + size / 2 + 0.01
    plate = ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
    layers.lines += [
        Area((plate,), layers.inks.get(cell, "paper")),
        Label((x, y), text, size, "note", start=True),
    ]


def _text_position(plane: Plane, cell: int, width: float, size: float) -> Point:
    """Return the left end of a text: as near to the corner as the cell has room for all of it."""
    (cx, cy), (mx, my) = plane.corner(cell), plane.middles[cell]
    first = cx + (mx - cx) * 0.1 + 0.04, cy + (my - cy) * 0.12 + size / 2 + 0.02
    last = mx - width / 2, my
    for step in range(21):
        x, y = (a + (b - a) * step / 20 for a, b in zip(first, last, strict=True))
        ends = ((u, v) for u in (x - 0.02, x + width + 0.02) for v in (y - size / 2, y + size / 2))
        if all(contains_point(plane.outlines[cell], point) for point in ends):
            return x, y
    return last


def _length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _tuples(loops: Iterable[Iterable[Point]]) -> tuple[tuple[Point, ...], ...]:
    return tuple(map(tuple, loops))
