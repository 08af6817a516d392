"""How the marks of shapes are drawn; see `sudokulib.shapes.Mark` for what they mean.

Marks are all that is read here, so shapes of any kind are drawn, those of plug-ins included.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot

from sudokulib.render.plane import Plane, Point
from sudokulib.render.scene import Area, Disc, Item, Line, Words, circled, fitted, width_of
from sudokulib.shapes import Mark

__all__ = ["Layers", "draw_marks"]

_INSET, _STEP = 0.08, 0.07
"""How far the outline of a cage keeps from its sides, and one that crosses it further."""

_SUM, _NOTE, _CLUE, _SIGN = 0.23, 0.2, 0.42, 0.3
"""Sizes of texts: in the corner of a cage, of a cell, outside the picture, on a side."""

_DOT, _RING, _BULB = 0.13, 0.4, 0.36
"""Radii of what stands on a side, around a cell, in a cell."""


@dataclass
class Layers:
    """Items by depth: what lies below the borders, right above them, and above the symbols.

    Args:
        ground, lines, top: the items.
        taken: how many clues stand at a place already.
        cages: for each cell how deep the cages go that run there.
        inks: for each cell the ink of what it is shaded with.
        noted: the cells with a text in their corner.
    """

    ground: list[Item] = field(default_factory=list)
    lines: list[Item] = field(default_factory=list)
    top: list[Item] = field(default_factory=list)
    taken: Counter[Point] = field(default_factory=Counter)
    cages: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    inks: dict[int, str] = field(default_factory=dict)
    noted: set[int] = field(default_factory=set)


def draw_marks(plane: Plane, marks: Iterable[Mark], layers: Layers) -> None:
    """Draw marks on cells; those on hidden cells have no place and are left out.

    Args:
        plane: where cells lie.
        marks: what to draw.
        layers: where it goes.
    """
    cells = len(plane.outlines)
    seen = [mark for mark in marks if mark.cells and all(cell < cells for cell in mark.cells)]
    for mark in sorted(seen, key=_depth):
        _DRAWN[mark.form](plane, mark, layers)


def _depth(mark: Mark) -> int:
    """Shaded areas lie below lines, lines below what is on them, and outlines above."""
    if mark.form == "region":
        return 0 if mark.look == "shade" else 3
    return {"path": 1, "arrow": 1}.get(mark.form, 2)


def _region(plane: Plane, mark: Mark, layers: Layers) -> None:
    if mark.look == "shade":
        ink = f"fill-{mark.hue}"
        layers.ground.append(Area(_tuples(plane.outline_of(mark.cells, 0.03)), ink))
        layers.inks |= dict.fromkeys(mark.cells, ink)
        if mark.text:
            _corner_text(plane, plane.first(mark.cells), mark.text, layers, 0)
        return
    depths = set().union(*(layers.cages[cell] for cell in mark.cells))
    depth = next(d for d in range(len(depths) + 1) if d not in depths)
    for cell in mark.cells:
        layers.cages[cell].add(depth)
    inset = _INSET + depth * _STEP
    layers.lines.append(Line(_tuples(plane.outline_of(mark.cells, inset)), "cage", closed=True))
    parts = plane.parts(mark.cells)
    if len(parts) > 1:
        layers.lines.append(Line(tuple(_bonds(plane, parts)), "bond"))
    if mark.text:
        _corner_text(plane, plane.first(mark.cells), mark.text, layers, depth)


def _bonds(plane: Plane, parts: Sequence[Sequence[int]]) -> Iterator[tuple[Point, ...]]:
    """From each part of a cage to the nearest cell of the parts before it."""
    known = list(parts[0])
    for part in parts[1:]:
        a, b = min(
            ((a, b) for a in known for b in part),
            key=lambda ends: _length(plane.middles[ends[0]], plane.middles[ends[1]]),
        )
        yield plane.middles[a], plane.middles[b]
        known += part


def _corner_text(plane: Plane, cell: int, text: str, layers: Layers, depth: int) -> None:
    """A small text in the first corner of a cell, on its own ground; the next one beside it."""
    layers.noted.add(cell)
    corner, middle = plane.corner(cell), plane.middles[cell]
    size = fitted([text], _SUM, 1.6 * plane.radii[cell])
    width = width_of(text) * size
    x = corner[0] + (middle[0] - corner[0]) * 0.1 + 0.04 + depth * (width + 0.05)
    y = corner[1] + (middle[1] - corner[1]) * 0.12 + size / 2 + 0.02
    x1, y1, x2, y2 = x - 0.015, y - size / 2 - 0.01, x + width + 0.015, y + size / 2 + 0.01
    plate = ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
    layers.lines += [
        Area((plate,), layers.inks.get(cell, "paper")),
        Words((x, y), text, size, "note", start=True),
    ]


def _path(plane: Plane, mark: Mark, layers: Layers) -> None:
    points = _points(plane, mark.cells)
    closed = len(mark.cells) > 2 and mark.cells[0] == mark.cells[-1]
    run = points[:-1] if closed else points
    if mark.look == "thin":
        layers.lines.append(Line((run,), "shaft", closed))
    else:
        layers.ground.append(Line((run,), f"path-{mark.hue}", closed))
    if mark.text and mark.look == "thin":
        layers.lines.append(Words(points[0], mark.text, _NOTE, "note"))


def _badge(plane: Plane, mark: Mark, layers: Layers) -> None:
    if mark.look == "pill":
        _pill(plane, mark, layers)
    elif len(mark.cells) == 1:
        _in_cell(plane, mark, layers)
    elif mark.look == "chevron":
        layers.top.append(_chevron(plane, mark.cells))
    else:
        _on_edge(plane, mark, layers)


def _in_cell(plane: Plane, mark: Mark, layers: Layers) -> None:
    (cell,) = mark.cells
    at, radius = plane.middles[cell], plane.radii[cell]
    if mark.look in ("disc", "square", "diamond"):
        ink = f"fill-{mark.hue}"
        layers.ground.append(circled(at, 2 * _BULB * radius, ink, mark.look))
    else:
        layers.lines.append(Disc(at, 2 * _RING * radius, "ring"))
    if mark.text:
        _corner_text(plane, cell, mark.text, layers, 0)


def _pill(plane: Plane, mark: Mark, layers: Layers) -> None:
    if len(mark.cells) == 1:
        (cell,) = mark.cells
        layers.lines.append(Disc(plane.middles[cell], 2 * _RING * plane.radii[cell], "ring"))
    else:
        run = (_points(plane, mark.cells),)
        layers.lines += [Line(run, "pill-rim"), Line(run, "pill-core")]


def _on_edge(plane: Plane, mark: Mark, layers: Layers) -> None:
    """What stands on a side, or on a corner: a dot, with its text inside."""
    at = plane.meeting(mark.cells)
    if mark.look == "sign":
        _plated(at, mark.text, layers)
        return
    lines = _broken(mark.text)
    radius = max([_DOT, *(0.5 * width_of(line) * _NOTE + 0.05 for line in lines)])
    if len(lines) > 1:
        radius = max(radius, 0.24)
    hue = "white" if mark.look == "" else mark.hue
    layers.top.append(circled(at, radius, f"dot-{hue}", mark.look))
    ink = "edge-sign-on-black" if hue == "black" else "edge-sign"
    for number, line in enumerate(lines):
        y = at[1] + (number - (len(lines) - 1) / 2) * _NOTE
        layers.top.append(Words((at[0], y), line, _NOTE, ink))


def _broken(text: str) -> list[str]:
    """A list of values in two lines, if it is long."""
    words = text.split()
    if len(words) < 3:
        return [text] if text else []
    half = (len(words) + 1) // 2
    return [" ".join(words[:half]), " ".join(words[half:])]


def _plated(at: Point, text: str, layers: Layers) -> None:
    size = fitted([text], _SIGN, 0.9)
    wide, high = width_of(text) * size / 2, size / 2
    (x, y) = at
    plate = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    layers.top += [Area((plate,), "paper"), Words(at, text, size, "edge-sign")]


def _chevron(plane: Plane, cells: Sequence[int]) -> Item:
    """An angle on a side whose tip is on the side of the first cell."""
    at = plane.meeting(cells)
    (ax, ay), (bx, by) = plane.middles[cells[0]], plane.middles[cells[1]]
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip = (at[0] - 0.07 * ux, at[1] - 0.07 * uy)
    wings = [
        (at[0] + 0.07 * ux - side * uy, at[1] + 0.07 * uy + side * ux) for side in (0.13, -0.13)
    ]
    return Line(((wings[0], tip, wings[1]),), "chevron")


def _text(plane: Plane, mark: Mark, layers: Layers) -> None:
    _corner_text(plane, mark.cells[0], mark.text, layers, 0)


def _arrow(plane: Plane, mark: Mark, layers: Layers) -> None:
    if mark.look == "clue":
        _clue(plane, mark, layers)
        return
    points = list(_points(plane, mark.cells))
    if len(points) < 2:
        return
    points[0] = _towards(points[0], points[1], _RING)
    points[-1] = _towards(points[-1], points[-2], -0.12)
    layers.lines.append(Line((tuple(points), _head(points[-2], points[-1])), "shaft"))


def _clue(plane: Plane, mark: Mark, layers: Layers) -> None:
    """The text of a clue before the first cell of its line; further out if one stands there."""
    first = plane.middles[mark.cells[0]]
    ux, uy = _outwards(plane, mark.cells)
    base = (round(first[0] + ux, 3), round(first[1] + uy, 3))
    inside = any(
        hypot(base[0] - x, base[1] - y) < radius
        for (x, y), radius in zip(plane.middles, plane.radii, strict=True)
    )
    if inside:
        at = (first[0] + 0.36 * ux, first[1] + 0.36 * uy)
        layers.top.append(Words(at, mark.text, _NOTE, "clue"))
        return
    further = layers.taken[base]
    layers.taken[base] += 1
    slant = abs(ux) > 0.1 and abs(uy) > 0.1
    gap = 0.78 if not slant else 0.9
    reach = gap + 0.62 * further
    at = (first[0] + reach * ux, first[1] + reach * uy)
    size = fitted([mark.text], _CLUE, 0.85)
    layers.top.append(Words(at, mark.text, size, "clue"))
    if slant:
        tail, tip = _towards(at, first, 0.27), _towards(at, first, 0.52)
        layers.lines.append(Line(((tail, tip), _head(tail, tip, 0.09)), "shaft"))


def _outwards(plane: Plane, cells: Sequence[int]) -> Point:
    """The step from the first cell of a line to where its clue stands."""
    (ax, ay) = plane.middles[cells[0]]
    if len(cells) > 1 and cells[1] != cells[0]:
        bx, by = plane.middles[cells[1]]
        if hypot(ax - bx, ay - by) < 1.6:
            return ax - bx, ay - by
    left, top, right, bottom = plane.box
    ways = {(-1.0, 0.0): ax - left, (1.0, 0.0): right - ax, (0.0, -1.0): ay - top}
    ways[0.0, 1.0] = bottom - ay
    return min(ways, key=lambda way: ways[way])


def _head(before: Point, tip: Point, size: float = 0.13) -> tuple[Point, ...]:
    """The two strokes of an arrowhead."""
    length = _length(before, tip) or 1.0
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    wings = [
        (tip[0] - size * ux - side * uy, tip[1] - size * uy + side * ux) for side in (size, -size)
    ]
    return wings[0], tip, wings[1]


def _towards(a: Point, b: Point, distance: float) -> Point:
    """The point so far from a on the way to b; beyond a if it is negative."""
    length = _length(a, b) or 1.0
    return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length


def _length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _points(plane: Plane, cells: Iterable[int]) -> tuple[Point, ...]:
    return tuple(plane.middles[cell] for cell in cells)


def _tuples(loops: Iterable[Iterable[Point]]) -> tuple[tuple[Point, ...], ...]:
    return tuple(map(tuple, loops))


_DRAWN: dict[str, Callable[[Plane, Mark, Layers], None]] = {
    "region": _region,
    "path": _path,
    "badge": _badge,
    "text": _text,
    "arrow": _arrow,
}
