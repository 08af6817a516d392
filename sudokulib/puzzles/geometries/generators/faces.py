"""Faces: squares of cells glued side to side, as on a cube or in a tredoku.

Two faces that name the same two corner points share the side between them. Lines of cells are not
declared: they are straight walks over the glued cells, however the faces bend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sudokulib.basics.cells import Position, cell_name
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Polygon
from sudokulib.shapes.topology import BOTTOM, LEFT, RIGHT, TOP, Dart, Mesh, Topology

Point = tuple[float, float]
"""A point of a drawing: x and y in cell sides, y pointing down."""


@dataclass(frozen=True, slots=True)
class Face:
    """A square of cells in the making.

    Args:
        name: prefix of its cells' names.
        corners: its four corner points, clockwise from the top left.
        at: where its top left cell is in the text picture.
        solid: the same corner points in the solid view.
    """

    name: str
    corners: tuple[str, ...]
    at: Position
    solid: tuple[Point, ...]


def default_face_name(number: int) -> str:
    """Return the default name of the face with this number, from 0.

    >>> default_face_name(0), default_face_name(25), default_face_name(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    while number >= 0:
        name = chr(ord("A") + number % 26) + name
        number = number // 26 - 1
    return name


def glue_plan(corners: Sequence[Sequence[str]]) -> Topology:
    """Return the faces as the tiles of a separate topology: which side meets which."""
    mesh = Mesh()
    mesh.polygons(dict(enumerate(corners)))
    return mesh.freeze()


def add_faces(builder: Builder, faces: Sequence[Face], size: int) -> Topology:
    """Write faces of size x size cells on the builder, glued as their corner points say.

    Returns:
        The topology of the faces, numbered in the order given.
    """
    builder.limits.check("cells", len(faces) * size * size)
    for face in faces:
        _add_face(builder, face, size)
    plan = glue_plan([face.corners for face in faces])
    for (number, side), twin in plan.glue.items():
        other, entered = twin.dart
        if (number, side) < (other, entered):
            one = edge(builder, faces[number].name, side, size)
            two = edge(builder, faces[other].name, entered, size)
            builder.mesh.glue_edges(one, two if twin.flip else two[::-1], flip=twin.flip)
    return plan


def _add_face(builder: Builder, face: Face, size: int) -> None:
    down, right = face.at
    cells = {
        (r, c): builder.add(
            cell_name((r, c), face.name),
            (r + down, c + right),
            {"solid": _outline(face.solid, r, c, size)},
        )
        for r in range(size)
        for c in range(size)
    }
    builder.patch(face.name, cells)
    builder.tiles[face.name] = builder.mesh.grid(cells)


def _outline(solid: Sequence[Point], row: int, column: int, size: int) -> Polygon:
    """Return the outline of one cell of a face that is drawn as a parallelogram."""
    (x0, y0), (x1, y1), _, (x2, y2) = solid

    def point(r: int, c: int) -> Point:
        x = x0 + (x1 - x0) * c / size + (x2 - x0) * r / size
        y = y0 + (y1 - y0) * c / size + (y2 - y0) * r / size
        return round(x, 6) + 0.0, round(y, 6) + 0.0

    around = ((0, 0), (0, 1), (1, 1), (1, 0))
    return tuple(point(row + r, column + c) for r, c in around)


def edge(builder: Builder, face: str, side: int, size: int) -> list[Dart]:
    """Return the darts of one side of a face, clockwise."""
    last = size - 1
    places = {
        TOP: [(0, i) for i in range(size)],
        RIGHT: [(i, last) for i in range(size)],
        BOTTOM: [(last, last - i) for i in range(size)],
        LEFT: [(last - i, 0) for i in range(size)],
    }
    tiles = builder.tiles[face]
    return [(tiles[at], side) for at in places[side]]


def strip_from(plan: Topology, entry: Dart) -> list[Dart]:
    """Return the faces in a straight chain with `entry`, each as the dart that enters it.

    The chain begins where it cannot be followed back further; a closed one begins with `entry`.
    """
    start = entry
    while (before := plan.beyond(start)) is not None:
        start = _across(plan, before)
        if start == entry:
            break
    strip = [start]
    while (after := plan.beyond(_across(plan, strip[-1]))) is not None and after != start:
        strip.append(after)
    return strip


def strips(plan: Topology) -> Iterator[list[Dart]]:
    """Yield every straight chain of faces, once (in one of its two directions)."""
    seen: set[Dart] = set()
    for face in range(len(plan.cells)):
        for side in (TOP, LEFT):
            if (face, side) not in seen:
                strip = strip_from(plan, (face, side))
                seen.update(strip)
                seen.update(_across(plan, entry) for entry in strip)
                yield strip


def add_lines(
    builder: Builder, faces: Sequence[Face], size: int, chains: Iterable[Sequence[Dart]]
) -> None:
    """Add the lines of cells that run through some straight chains of faces."""
    walks = builder.mesh.freeze()
    for chain in chains:
        name = "-".join(faces[face].name for face, _ in chain)
        first, side = chain[0]
        for number, start in enumerate(edge(builder, faces[first].name, side, size), 1):
            line = [walks.cells[start[0]], *walks.walk(_across(walks, start), across=True)]
            builder.distinct(dict.fromkeys(line), f"line {number} of {name}", "line")


_K = TypeVar("_K")


def moved_to_origin(drawing: Mapping[_K, Point]) -> dict[_K, Point]:
    """Shift a drawing so that it has no negative coordinates."""
    left = min(x for x, _ in drawing.values())
    top = min(y for _, y in drawing.values())
    return {name: (x - left, y - top) for name, (x, y) in drawing.items()}


def _across(topology: Topology, dart: Dart) -> Dart:
    opposite = topology.opposite(dart)
    assert opposite is not None, "faces have four sides"
    return opposite
