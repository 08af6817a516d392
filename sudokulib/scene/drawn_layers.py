"""Lines, shades and borders that are found in layers, drawn on the cells below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.scene.bonds import bond
from sudokulib.scene.depictions import cell_below, members, sides_of, walls
from sudokulib.scene.items import Area, Disc, Item, Polyline
from sudokulib.scene.marks import arrowhead
from sudokulib.scene.plane import Plane, Point
from sudokulib.scene.regions import ItemsByDepth
from sudokulib.shapes import Depiction

_DOT, _CROSS, _JOINED = 0.08, 0.09, 0.15
"""The radius of the dot in a cell that is given as unshaded, half the width of the cross on an edge
that is given as no part of a line, and half the length of the bar between cells of one region."""

_Segment = tuple[Point, ...]


def draw_depictions(
    puzzle: Puzzle,
    plane: Plane,
    shown: Sequence[Depiction],
    known: Mapping[int, int],
    layers: ItemsByDepth,
) -> None:
    """Draw lines, shades, and given borders of areas that are not known yet.

    Args:
        puzzle: the puzzle.
        plane: the positions of cells; those without one are drawn on the others.
        shown: how layers are drawn.
        known: the value index in each known cell.
        layers: the layers that they are added to.
    """
    between = {frozenset(pair) for pair in walls(puzzle, shown, known)}
    sides = tuple(tuple(sorted(side)) for side, on in plane.edges.items() if {*on} in between)
    layers.lines += [Polyline(sides, "thick")] if sides else []
    for one in shown:
        # Where all is known, what is outside needs no sign.
        _draw(puzzle, plane, one, known, layers, outside=not known.keys() >= {*one.cells})


def _draw(
    puzzle: Puzzle,
    plane: Plane,
    one: Depiction,
    known: Mapping[int, int],
    layers: ItemsByDepth,
    *,
    outside: bool,
) -> None:
    """Draw what is known of a layer, and if `outside` signs for what is known to be outside."""
    inside, others, double = members(puzzle, one, known)
    others = others if outside else []
    if one.look == "lines":
        given = dict(puzzle.given_values)
        framed = [c for c in inside if c in given]
        inks = (inside, "path-teal"), (double, "path-middle"), (framed, "rim-teal threaded")
        for cells, ink in inks:
            runs = tuple(run for c in cells for run in segments(puzzle, plane, c))
            layers.lines += [Polyline(runs, ink)] if runs else []
        heads = tuple(_heads(puzzle, plane, one, {c: known[c] for c in inside}))
        layers.lines += [Polyline(heads, "rim-teal threaded")] if heads else []
        layers.lines += [_cross(run) for c in others for run in segments(puzzle, plane, c)]
    elif one.look == "shade":
        below = [cell_below(puzzle, c) for c in inside]
        outline = tuple(map(tuple, plane.outline_of(below)))
        layers.ground += [Area(outline, "fill-grey")] if below else []
        layers.inks |= dict.fromkeys(below, "fill-grey")
        layers.lines += [
            _dot(plane, cell_below(puzzle, c)) for c in others if c >= len(plane.outlines)
        ]
    elif one.values:
        shared = [side for c in others for side in _shared_sides(puzzle, plane, c)]
        layers.lines += [Polyline(tuple(shared), "thick")] if shared else []


def drawn_value(puzzle: Puzzle, plane: Plane, one: Depiction, cell: int, value: int) -> list[Item]:
    """Return how one value of a cell of a layer is drawn; nothing if others have to be known.

    Args:
        puzzle: the puzzle.
        plane: the positions of cells.
        one: how the layer is drawn.
        cell: the cell.
        value: a value index of it.
    """
    layers = ItemsByDepth()
    alone = replace(one, cells=(cell,))  # not the whole layer for each of its cells
    _draw(puzzle, plane, alone, {cell: value}, layers, outside=True)
    return [*layers.ground, *layers.lines]


def possible_walls(
    puzzle: Puzzle, plane: Plane, shown: Sequence[Depiction]
) -> Iterator[tuple[int, int, Item]]:
    """Yield pairs of cells with numbers of regions, and the border if these are not the same."""
    for one in shown:
        if one.look != "borders" or one.values:
            continue
        number_of = {cell_below(puzzle, cell): cell for cell in one.cells}
        for side, cells in plane.edges.items():
            if len(cells) == 2 and number_of.keys() >= {*cells}:
                a, b = (number_of[cell] for cell in cells)
                yield a, b, Polyline((tuple(sorted(side)),), "thick")


def draw_pairs(
    puzzle: Puzzle, plane: Plane, same_region: Mapping[tuple[str, str], bool | None]
) -> Iterator[Item]:
    """Yield the borders between cells in different regions, and short bars that join others.

    Args:
        puzzle: the puzzle.
        plane: the positions of cells.
        same_region: for pairs of cells, by their names, whether they are in the same region; None
            if that is not known. Only pairs of neighbours are drawn.
    """
    apart: list[_Segment] = []
    joined: list[_Segment] = []
    for names, same in same_region.items():
        cells = frozenset(cell_below(puzzle, puzzle.geometry.cell(name)) for name in names)
        sides = plane.sides_between.get(cells, [])
        if same is False:
            apart += sides
        elif same:
            joined += map(_bar, sides[:1])
    yield from [Polyline(tuple(apart), "thick")] if apart else []
    yield from [Polyline(tuple(joined), "rim-teal threaded")] if joined else []


def segments(puzzle: Puzzle, plane: Plane, edge: int) -> Iterator[tuple[Point, ...]]:
    """Yield the parts of the line that an edge or a side stands for."""
    topology = puzzle.geometry.topology
    place = topology.places[edge]
    if place.on == "edges":
        a, b = place.cells
        ends = plane.middles[a], plane.middles[b]
        yield ends if plane.touch(a, b) else bond(plane, (a, b), *ends)
        return
    shared = _shared_sides(puzzle, plane, edge)
    tile = place.points[0][0]
    if len(place.cells) == 1 or not shared:
        for cell, side in sides_of(puzzle, [edge]):
            outline = plane.outlines[cell]
            if len(outline) == topology.sides[tile]:
                yield outline[side], outline[(side + 1) % len(outline)]
                shared = []
    yield from shared


def _shared_sides(puzzle: Puzzle, plane: Plane, edge: int) -> list[_Segment]:
    """Return the sides in the picture that the cells of an edge or side share."""
    cells = puzzle.geometry.topology.places[edge].cells
    return plane.sides_between.get(frozenset(cells), [])


def _heads(
    puzzle: Puzzle, plane: Plane, one: Depiction, known: Mapping[int, int]
) -> Iterator[_Segment]:
    """Yield arrowheads in the middles of edges that a line follows in a known direction."""
    values = puzzle.geometry.alphabet.values
    for edge, value in known.items():
        forward = values[value] in one.forward
        if forward or values[value] in one.backward:
            runs = list(segments(puzzle, plane, edge))
            a, b = runs[len(runs) // 2][:2] if forward else runs[len(runs) // 2][1::-1]
            yield arrowhead(a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))


def _dot(plane: Plane, cell: int) -> Item:
    """Return a dot in the lower right of a cell, beside its symbol."""
    (x, y), aside = plane.middles[cell], 0.68 * plane.radii[cell]
    return Disc((x + aside, y + aside), _DOT, "dot-white")


def _bar(side: _Segment) -> _Segment:
    """Return a short line across the middle of a side."""
    (ax, ay), (bx, by) = side[0], side[-1]
    x, y = (ax + bx) / 2, (ay + by) / 2
    dx, dy = _JOINED * (by - ay), _JOINED * (ax - bx)
    return (x - dx, y - dy), (x + dx, y + dy)


def _cross(run: _Segment) -> Item:
    """Return a small cross on the middle of a line."""
    (ax, ay), (bx, by) = run[0], run[-1]
    x, y = (ax + bx) / 2, (ay + by) / 2
    r = _CROSS
    return Polyline((((x - r, y - r), (x + r, y + r)), ((x - r, y + r), (x + r, y - r))), "shaft")
