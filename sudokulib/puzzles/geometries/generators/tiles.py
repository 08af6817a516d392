"""Rhombus tilings of the triangular lattice: tredoku.

The lattice has the directions e1, e2 and e3 = e2 - e1. A tile is a unit rhombus with two of them
as sides: kind a has e1 and e2, kind b e1 and e3, kind c e2 and e3. The tile at (x, y) covers the
triangle (x, y), (x+1, y), (x, y+1) and the one that completes the rhombus. Columns of its cells
run along the first of its two directions from the left side, rows along the second from the top,
so that kind a is the top, kind b the right and kind c the left of a cube drawn isometrically.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import sqrt
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from sudokulib.basics.cells import Position
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.fields import At, Name
from sudokulib.puzzles.geometries.generators.faces import (
    Face,
    Point,
    add_faces,
    add_lines,
    default_face_name,
    glue_plan,
    moved_to_origin,
    strips,
)
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator
from sudokulib.shapes.topology import BOTTOM, LEFT, RIGHT, TOP, Dart, Topology

Lattice = tuple[int, int]
"""x times e1 plus y times e2."""

_TILE = re.compile(r"([abc])\(\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*\)")
_E1, _E2, _E3 = (1, 0), (0, 1), (-1, 1)
_KINDS: Mapping[str, tuple[Lattice, Lattice, Lattice]] = {
    "a": ((0, 0), _E1, _E2),
    "b": ((0, 0), _E1, _E3),
    "c": ((1, -1), _E2, _E3),
}
"""For each kind, the offset of its top left corner from (x, y) and the directions of its sides."""

_STEPS = {TOP: (-1, 0), RIGHT: (0, 1), BOTTOM: (1, 0), LEFT: (0, -1)}


def named_tiles(value: Any) -> Any:
    """Return tiles by name: those of a text such as ``a(0,0) b(0,2)`` are called A, B and so on."""
    if not isinstance(value, str):
        return value
    parts = re.findall(r"[^\s,(]+(?:\([^)]*\)?)?", value)
    return {default_face_name(number): part for number, part in enumerate(parts)}


TileMap = Annotated[
    dict[Name, str],
    BeforeValidator(named_tiles),
    Field(min_length=1),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "additionalProperties": {"type": "string", "pattern": r"^[abc]\(.*\)$"},
                },
            ]
        }
    ),
]


def tile_corners(name: str, text: str) -> list[Lattice]:
    """Return the corners of a tile, clockwise from the top left one.

    Args:
        name: the name of the tile, for errors.
        text: its kind and place, such as ``a(0,1)``.

    Raises:
        GeometryError: the text is not a tile.
    """
    match = _TILE.fullmatch(text.strip())
    if match is None:
        raise GeometryError(
            f"{text!r} is not a tile; write its kind a, b or c and its place, as in a(0,1)",
            field=("tiles", name),
        )
    (ox, oy), (ux, uy), (vx, vy) = _KINDS[match[1]]
    x, y = int(match[2]) + ox, int(match[3]) + oy
    return [(x, y), (x + ux, y + uy), (x + ux + vx, y + uy + vy), (x + vx, y + vy)]


@register_generator
class Tiles(Generator):
    """A tredoku: rhombic tiles, each a box; straight or bent lines run through three of them.

    Every straight chain must consist of one tile or three; the lines follow from the tiles.
    """

    make: Literal["tiles"] = "tiles"
    tiles: TileMap = Field(
        description="tiles such as a(0,0) b(0,2), called A, B, ... in order; or a name for each"
    )
    size: int = Field(3, ge=1, le=100, description="cells on a side of a tile")
    run: int = Field(3, ge=2, le=100, description="tiles that a line runs through")
    map: dict[Name, At] = Field(
        default_factory=dict,
        description="where each tile's first cell is in the text picture; absent: unfolded",
    )

    def build(self, builder: Builder, scope: Scope) -> None:
        """Check the tiling, glue the tiles, and give each its box and each run its lines."""
        del scope
        corners = {name: tile_corners(name, text) for name, text in self.tiles.items()}
        _check_overlaps(corners)
        plan = glue_plan([[str(p) for p in points] for points in corners.values()])
        names = list(corners)
        _check_connected(plan, names)
        chains = list(strips(plan))
        self._check_strips(chains, names)
        faces = self._faces(corners, self._places(plan, names))
        add_faces(builder, faces, self.size)
        for face in faces:
            builder.distinct(builder.patches[face.name].values(), f"tile {face.name}", "region")
        add_lines(builder, faces, self.size, [c for c in chains if len(c) == self.run])

    def _check_strips(self, chains: list[list[Dart]], names: list[str]) -> None:
        for chain in chains:
            if len(chain) not in (1, self.run):
                tiles = ", ".join(f"{names[i]} {self.tiles[names[i]]}" for i, _ in chain)
                raise GeometryError(
                    f"the tiles {tiles} lie in a straight chain of {len(chain)}; a chain has one "
                    f"tile or {self.run}, so add, drop or move a tile "
                    "(sudokulib draw FILE --coordinates -o tiles.svg shows where each lies)",
                    field=("tiles",),
                )

    def _places(self, plan: Topology, names: list[str]) -> dict[str, Position]:
        if not self.map:
            return dict(zip(names, unfold(plan, self.size), strict=True))
        for name in {*names} ^ {*self.map}:
            wrong = "is not a tile" if name in self.map else "has no place"
            raise GeometryError(f"{name} {wrong}; map: names every tile once", field=("map",))
        return dict(self.map)

    def _faces(
        self, corners: Mapping[str, list[Lattice]], places: Mapping[str, Position]
    ) -> list[Face]:
        drawn = moved_to_origin({p: projected(p, self.size) for ps in corners.values() for p in ps})
        return [
            Face(
                name,
                tuple(str(p) for p in points),
                places[name],
                tuple(drawn[p] for p in points),
            )
            for name, points in corners.items()
        ]


def projected(point: Lattice, size: float) -> Point:
    """Project a lattice point isometrically: e1 goes right and up, e2 right and down, e3 down."""
    x, y = point
    return size * (x + y) * sqrt(3) / 2, size * (y - x) / 2


def _triangles(corners: list[Lattice]) -> set[frozenset[Lattice]]:
    """Return the two lattice triangles that a rhombus consists of, cut along its short diagonal."""
    a, b, c, d = corners
    if (a[0] - c[0], a[1] - c[1]) in (_E1, _E2, _E3, (-1, 0), (0, -1), (1, -1)):
        return {frozenset((a, b, c)), frozenset((a, c, d))}
    return {frozenset((a, b, d)), frozenset((b, c, d))}


def _check_overlaps(corners: Mapping[str, list[Lattice]]) -> None:
    for (one, these), (other, those) in combinations(corners.items(), 2):
        if _triangles(these) & _triangles(those):
            raise GeometryError(f"tiles {one} and {other} overlap; move one", field=("tiles",))


def _check_connected(plan: Topology, names: list[str]) -> None:
    reached, queue = {0}, [0]
    while queue:
        for other in plan.neighbours(queue.pop()):
            if other not in reached:
                reached.add(other)
                queue.append(other)
    if len(reached) < len(names):
        lost = ", ".join(name for i, name in enumerate(names) if i not in reached)
        raise GeometryError(
            f"{lost} share no side with the tiles round {names[0]}; a tiling must be connected",
            field=("tiles",),
        )


def unfold(plan: Topology, size: int) -> list[Position]:
    """Lay out the tiles in the text picture, in as few sheets as one pass finds; return places.

    Tiles stay upright, so a right side can only meet a left one and a bottom a top; the rest of
    the glue is cut. A gap of one column separates the sheets.
    """
    placed: dict[int, Position] = {}
    left = 0
    for first in range(len(plan.cells)):
        if first not in placed:
            sheet = _sheet(plan, first, set(placed))
            top, west = (min(at[i] for at in sheet.values()) for i in (0, 1))
            for tile, (r, c) in sheet.items():
                placed[tile] = ((r - top) * size, left + (c - west) * size)
            left = 1 + size + max(placed[tile][1] for tile in sheet)
    return [placed[tile] for tile in range(len(plan.cells))]


def _sheet(plan: Topology, first: int, elsewhere: set[int]) -> dict[int, Position]:
    """Return the tiles that can lie flat round `first`, by block."""
    sheet = {first: (0, 0)}
    queue = [first]
    while queue:
        tile = queue.pop(0)
        for side, other in _upright(plan, tile):
            r, c = sheet[tile]
            spot = (r + _STEPS[side][0], c + _STEPS[side][1])
            free = other not in sheet and other not in elsewhere and spot not in sheet.values()
            if free and _fits(plan, sheet, other, spot):
                sheet[other] = spot
                queue.append(other)
    return sheet


def _upright(plan: Topology, tile: int) -> Iterator[tuple[int, int]]:
    """Yield the sides of a tile whose glue can be drawn without turning, with the tile beyond."""
    for side in range(4):
        entered = plan.beyond((tile, side))
        if entered is not None and entered[1] == (side + 2) % 4:
            yield side, entered[0]


def _fits(plan: Topology, sheet: Mapping[int, Position], tile: int, spot: Position) -> bool:
    """Return whether a tile at `spot` would touch only tiles to which it is glued there."""
    at = {place: other for other, place in sheet.items()}
    glued = dict(_upright(plan, tile))
    for side, (dr, dc) in _STEPS.items():
        beside = at.get((spot[0] + dr, spot[1] + dc))
        if beside is not None and glued.get(side) != beside:
            return False
    return True
