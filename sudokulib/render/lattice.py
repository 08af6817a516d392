"""The coordinates of a tredoku's tiles: the triangles around them, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sudokulib.puzzles.geometries.generators.tiles import Lattice, projected, tile_corners
from sudokulib.scene.items import Area, Item, Label, Polyline, Scene, bounding_box
from sudokulib.scene.plane import Point

_UNIT = 2.4
"""The side of a triangle, in cell sides: room for its place and the letters of its sides."""

_NAME, _PLACE, _LETTER, _CAPTION = 0.55, 0.3, 0.24, 0.3
"""Sizes of letters, in cell sides."""

_SIDES = (("a", 1, 2), ("b", 0, 2), ("c", 0, 1))
"""For each kind, the corners of the side across which its tiles extend beyond their triangle."""

_CAPTIONS = (
    "A tile covers the triangle with its place",
    "and the one beyond the side with its letter.",
)


def lattice(tiles: Mapping[str, str]) -> Scene:
    """Return the picture of some tiles and of the places around them, a help for adding one.

    The tiles need not be a tredoku yet: they may overlap, and their chains have any length.

    Args:
        tiles: for each name the kind and place, such as ``a(0,1)``.

    Raises:
        GeometryError: a text is not a tile.

    >>> scene = lattice({"A": "a(0,0)"})
    >>> sorted(item.text for item in scene.items if isinstance(item, Label))[:4]
    ['-1,0', '-1,1', '0,-1', '0,1']
    """
    corners = {name: tile_corners(name, text) for name, text in tiles.items()}
    items = [*_triangles(corners, tiles), *_tiles(corners, tiles)]
    left, _, _, bottom = box = bounding_box(items, (0.0, 0.0, 0.0, 0.0))
    captions = [
        Label((left, bottom + 0.5 + 0.4 * number), text, _CAPTION, "note", start=True)
        for number, text in enumerate(_CAPTIONS)
    ]
    said = " ".join(f"{name} {text}" for name, text in tiles.items())
    return Scene((*items, *captions), bounding_box(captions, box), "Tiles", said)


def _triangles(corners: Mapping[str, list[Lattice]], tiles: Mapping[str, str]) -> Iterator[Item]:
    """Yield the triangles that touch a tile, with their places where no tile says its own."""
    points = {point for around in corners.values() for point in around}
    touching = {(x - i, y - j) for x, y in points for i, j in ((0, 0), (1, 0), (0, 1))}
    taken = {text.strip()[1:].replace(" ", "") for text in tiles.values()}
    for x, y in sorted(touching):
        triangle = [projected(point, _UNIT) for point in ((x, y), (x + 1, y), (x, y + 1))]
        yield Polyline((tuple(triangle),), "thin", closed=True)
        if f"({x},{y})" not in taken:
            middle = _mean(triangle)
            yield Label(middle, f"{x},{y}", _PLACE, "note")
            for letter, one, other in _SIDES:
                side = _mean([triangle[one], triangle[other]])
                yield Label(_between(middle, side, 0.68), letter, _LETTER, "pencil")


def _tiles(corners: Mapping[str, list[Lattice]], tiles: Mapping[str, str]) -> Iterator[Item]:
    drawn = {name: [projected(p, _UNIT) for p in around] for name, around in corners.items()}
    for name, outline in drawn.items():
        yield Area((tuple(outline),), f"tint-{1 + 'abc'.index(tiles[name].strip()[0])}")
    for outline in drawn.values():
        yield Polyline((tuple(outline),), "thick", closed=True)
    for name, outline in drawn.items():
        x, y = _mean(outline)
        yield Label((x, y - 0.2), name, _NAME, "given")
        yield Label((x, y + 0.35), tiles[name].strip(), _PLACE, "note")


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
