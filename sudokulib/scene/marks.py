"""Drawing the marks of shapes; see `sudokulib.shapes.Mark` for what they mean.

Only marks are read here, so shapes of any kind are drawn, those of plug-ins included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import hypot

from sudokulib.scene.bonds import bond
from sudokulib.scene.items import Area, Disc, Item, Label, Polyline, circled, fitted, width_of
from sudokulib.scene.plane import Plane, Point
from sudokulib.scene.regions import ItemsByDepth, corner_text, distinct_hues, draw_region
from sudokulib.shapes import Mark

_NOTE, _CLUE, _SIGN = 0.2, 0.42, 0.3
"""Sizes of texts: in a badge, outside the picture, on a side."""

_OUTSIDE = 0.59
"""The distance from the middle of the first cell to the text of a clue.

Half a cell, and a gap so that the text does not touch the border.
"""

_POINTER = 0.42
"""The room of an arrow from a clue to its line."""

_DOT, _RING, _BULB = 0.13, 0.4, 0.36
"""Radii of marks on a side, around a cell, in a cell."""


_FILLED = ("disc", "square", "diamond")
"""Looks of badges that are filled where they lie in a cell."""

_EDGES, _MIDDLES = ("dashed", "dotted", "ticked"), ("threaded", "broken", "dash-dot", "beaded")
"""Looks of paths that show at their edges, and along their middle."""

Runs = tuple[tuple[Point, ...], ...]
"""Lines through points."""


def draw_marks(plane: Plane, shapes: Iterable[Iterable[Mark]], layers: ItemsByDepth) -> None:
    """Draw marks on cells; hidden cells have no place and are left out.

    Args:
        plane: the positions of cells.
        shapes: the marks to draw, shape by shape.
        layers: the layers that they are added to.
    """
    cells = len(plane.outlines)
    seen = [[_visible_part(mark, cells) for mark in marks] for marks in distinct_hues(shapes)]
    regions = (mark for marks in seen for mark in marks if mark.form == "region")
    layers.joined.update(
        c for mark in regions if mark.text or mark.look != "shade" for c in mark.cells
    )
    for depth, marks in product(range(_DEPTHS), seen):
        for mark in marks:
            if mark.cells and _depth(mark) == depth:
                _DRAWN[mark.form](plane, mark, layers)
        layers.settle()


def _visible_part(mark: Mark, cells: int) -> Mark:
    """Return the visible part of a mark: some cells of a region, all or none of any other mark."""
    here = tuple(cell for cell in mark.cells if cell < cells)
    return replace(mark, cells=here if mark.form == "region" or here == mark.cells else ())


_DEPTHS = 5
"""How many depths there are; see `_depth`."""


def _depth(mark: Mark) -> int:
    """Return the depth of a mark: shades, lines, marks on lines, outlines, texts, from below."""
    if mark.form == "region":
        return 0 if mark.look == "shade" else 3
    filled = len(mark.cells) == 1 and mark.look in _FILLED
    return {"path": 1, "arrow": 1, "text": 4}.get(mark.form, 1 if filled else 2)


def _path(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    runs, leaps = _runs(plane, mark.cells, _points(plane, mark.cells))
    closed = len(runs) == 1 and len(mark.cells) > 2 and mark.cells[0] == mark.cells[-1]
    if closed:
        runs = (runs[0][:-1],)
    if mark.look == "thin":
        layers.lines.append(Polyline(runs, "shaft", closed))
    else:
        _broad(runs, mark, layers, closed=closed)
    if leaps:
        layers.lines.append(Polyline(leaps, "bond"))
    if mark.text:
        corner_text(plane, mark.cells[0], mark.text, layers)


def _broad(runs: Runs, mark: Mark, layers: ItemsByDepth, *, closed: bool) -> None:
    """Draw a broad line: its edge, its filling, and what runs along its middle."""
    edge = mark.look if mark.look in _EDGES else "solid"
    layers.rims.append(Polyline(runs, f"rim-{mark.hue} edge-{edge}", closed))
    layers.cores.append(Polyline(runs, f"path-{mark.hue}", closed))
    if mark.look == "double":
        layers.threads.append(Polyline(runs, "path-middle", closed))
    elif mark.look in _MIDDLES:
        layers.threads.append(Polyline(runs, f"rim-{mark.hue} {mark.look}", closed))
    elif mark.look == "directed":
        tip = _towards(runs[-1][-1], runs[-1][-2], -0.12)
        arrow = (*runs[:-1], (*runs[-1][:-1], tip), arrowhead(runs[-1][-2], tip))
        layers.threads.append(Polyline(arrow, f"rim-{mark.hue} threaded"))


def _runs(plane: Plane, cells: Sequence[int], points: Sequence[Point]) -> tuple[Runs, Runs]:
    """Return a line through points in cells, as connected parts, and the leaps between them."""
    runs, leaps = [[points[0]]], []
    for (a, here), (b, there) in pairwise(zip(cells, points, strict=True)):
        if plane.touch(a, b):
            runs[-1].append(there)
        else:
            leaps.append(bond(plane, (a, b), here, there))
            runs.append([there])
    # A run of one point is drawn as a dot, by its round ends.
    return tuple(tuple(run if len(run) > 1 else run * 2) for run in runs), tuple(leaps)


def _badge(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    if mark.look == "pill":
        _pill(plane, mark, layers)
    elif len(mark.cells) == 1:
        _in_cell(plane, mark, layers)
    elif mark.look == "chevron":
        layers.top += _chevron(plane, mark.cells)
    else:
        _on_edge(plane, mark, layers)


def _in_cell(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    (cell,) = mark.cells
    at, radius = plane.middles[cell], plane.radii[cell]
    if mark.look in _FILLED:
        layers.rims.append(circled(at, 2 * _BULB * radius, f"rim-{mark.hue} edge", mark.look))
        layers.cores.append(circled(at, 2 * _BULB * radius, f"fill-{mark.hue}", mark.look))
    else:
        layers.lines.append(Disc(at, 2 * _RING * radius, "ring"))
    if mark.text:
        corner_text(plane, cell, mark.text, layers)


def _pill(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    if len(mark.cells) == 1:
        (cell,) = mark.cells
        layers.lines.append(Disc(plane.middles[cell], 2 * _RING * plane.radii[cell], "ring"))
    else:
        run = (_points(plane, mark.cells),)
        layers.lines += [Polyline(run, "pill-rim"), Polyline(run, "pill-core")]


def _on_edge(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    """Draw a mark on a side or on a corner: a dot, with its text inside."""
    at = plane.meeting(mark.cells)
    if mark.look == "sign":
        _plated(at, mark.text, layers)
        return
    lines = _broken(layers.readable(mark.text, _NOTE, 1.6)[0])
    radius = max([_DOT, *(0.5 * width_of(line) * _NOTE + 0.05 for line in lines)])
    if len(lines) > 1:
        radius = max(radius, 0.24)
    hue = "white" if mark.look == "" else mark.hue
    layers.top.append(circled(at, radius, f"dot-{hue}", mark.look))
    ink = "edge-sign-on-black" if hue == "black" else "edge-sign"
    for number, line in enumerate(lines):
        y = at[1] + (number - (len(lines) - 1) / 2) * _NOTE
        layers.top.append(Label((at[0], y), line, _NOTE, ink))


def _broken(text: str) -> list[str]:
    """Break a list of values into two lines, if it is long."""
    words = text.split()
    if len(words) < 3:
        return [text] if text else []
    half = (len(words) + 1) // 2
    return [" ".join(words[:half]), " ".join(words[half:])]


def _plated(at: Point, text: str, layers: ItemsByDepth) -> None:
    text, size = layers.readable(text, _SIGN, 0.9)
    wide, high = width_of(text) * size / 2, size / 2
    (x, y) = at
    plate = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    layers.top += [Area((plate,), "paper"), Label(at, text, size, "edge-sign")]


def _chevron(plane: Plane, cells: Sequence[int]) -> list[Item]:
    """Return an angle on a side that points to the first cell, and its background."""
    at = plane.meeting(cells)
    (ax, ay), (bx, by) = plane.middles[cells[0]], plane.middles[cells[1]]
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip = (at[0] - 0.07 * ux, at[1] - 0.07 * uy)
    wings = [
        (at[0] + 0.07 * ux - side * uy, at[1] + 0.07 * uy + side * ux) for side in (0.13, -0.13)
    ]
    angle = ((wings[0], tip, wings[1]),)
    return [Polyline(angle, "chevron-rim"), Polyline(angle, "chevron")]


def _text(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    corner_text(plane, mark.cells[0], mark.text, layers)


def _arrow(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    if mark.look == "clue":
        _clue(plane, mark, layers)
        return
    points = list(_points(plane, mark.cells))
    if len(points) < 2:
        return
    points[0] = _towards(points[0], points[1], _RING)
    points[-1] = _towards(points[-1], points[-2], -0.12)
    runs, leaps = _runs(plane, mark.cells, points)
    layers.lines.append(Polyline((*runs, arrowhead(points[-2], points[-1])), "shaft"))
    if leaps:
        layers.lines.append(Polyline(leaps, "bond"))


def _clue(plane: Plane, mark: Mark, layers: ItemsByDepth) -> None:
    """Draw a clue before the first cell of its line; further out if other clues are there."""
    first, (ux, uy) = plane.middles[mark.cells[0]], _outwards(plane, mark.cells)
    if _is_cell(plane, (round(first[0] + ux, 3), round(first[1] + uy, 3))):
        _inner_clue(first, (ux, uy), mark, layers)
        return
    text, size = layers.readable(mark.text, _CLUE, 0.85)
    above = fitted([mark.sign], _NOTE, 0.85)
    slant = abs(ux) > 0.1 and abs(uy) > 0.1
    pointed = slant or not mark.sign
    wide = max(width_of(text) * size, width_of(mark.sign) * above)
    high = size + (above if mark.sign else 0.0)
    half = (high if slant or abs(uy) > abs(ux) else wide) / 2
    reach = _OUTSIDE + half + (_POINTER if pointed else 0.0) / hypot(ux, uy)
    while True:
        x, y = first[0] + reach * ux, first[1] + reach * uy
        items: list[Item] = [Label((x, y + (high - size) / 2), text, size, "clue")]
        if mark.sign:
            items.append(Label((x, y + (above - high) / 2), mark.sign, above, "clue"))
        if pointed:
            edge = half * hypot(ux, uy)
            tail, tip = (_towards((x, y), first, edge + gap) for gap in (0.06, _POINTER))
            items.append(Polyline(((tail, tip), arrowhead(tail, tip, 0.12)), "shaft"))
        if layers.claim(items):
            break
        reach += _NOTE / 2
    layers.top += items


def _is_cell(plane: Plane, point: Point) -> bool:
    return any(
        _length(point, middle) < radius
        for middle, radius in zip(plane.middles, plane.radii, strict=True)
    )


def _inner_clue(first: Point, way: Point, mark: Mark, layers: ItemsByDepth) -> None:
    """Draw a clue that has no place outside: small, within the first cell of its line."""
    (ux, uy), text = way, mark.sign + mark.text
    aside = 1.1 * max(_NOTE, width_of(text) * _NOTE * abs(uy))
    for shift in (0.0, aside, -aside):
        at = (first[0] + 0.36 * ux - shift * uy, first[1] + 0.36 * uy + shift * ux)
        label = Label(at, text, _NOTE, "clue")
        if layers.claim([label]):
            break
    layers.top.append(label)


def _outwards(plane: Plane, cells: Sequence[int]) -> Point:
    """Return the step from the first cell of a line to the position of its clue."""
    (ax, ay) = plane.middles[cells[0]]
    if len(cells) > 1 and cells[1] != cells[0]:
        bx, by = plane.middles[cells[1]]
        if hypot(ax - bx, ay - by) < 1.6:
            return ax - bx, ay - by
    left, top, right, bottom = plane.box
    ways = {(-1.0, 0.0): ax - left, (1.0, 0.0): right - ax, (0.0, -1.0): ay - top}
    ways[0.0, 1.0] = bottom - ay
    return min(ways, key=lambda way: ways[way])


def arrowhead(before: Point, tip: Point, size: float = 0.13) -> tuple[Point, ...]:
    """Return the two strokes of an arrowhead."""
    length = _length(before, tip) or 1.0
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    wings = [
        (tip[0] - size * ux - side * uy, tip[1] - size * uy + side * ux) for side in (size, -size)
    ]
    return wings[0], tip, wings[1]


def _towards(a: Point, b: Point, distance: float) -> Point:
    """Return the point at a distance from a towards b; a negative distance leads away from b."""
    length = _length(a, b) or 1.0
    return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length


def _length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _points(plane: Plane, cells: Iterable[int]) -> tuple[Point, ...]:
    return tuple(plane.middles[cell] for cell in cells)


def _tuples(loops: Iterable[Iterable[Point]]) -> tuple[tuple[Point, ...], ...]:
    return tuple(map(tuple, loops))


_DRAWN: dict[str, Callable[[Plane, Mark, ItemsByDepth], None]] = {
    "region": draw_region,
    "path": _path,
    "badge": _badge,
    "text": _text,
    "arrow": _arrow,
}
