"""Faces of a cube: the three seen at a corner, or all six."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Literal

from pydantic import Field

from sudokulib.basics.cells import Position
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.generators.faces import (
    Face,
    Point,
    add_faces,
    add_lines,
    moved_to_origin,
    strips,
)
from sudokulib.puzzles.geometries.generators.generator import Generator, Scope, register_generator

FaceName = Literal["top", "front", "right", "left", "back", "bottom"]

_CORNERS: Mapping[FaceName, str] = {
    "top": "011 111 110 010",
    "front": "010 110 100 000",
    "right": "110 111 101 100",
    "left": "011 010 000 001",
    "back": "111 011 001 101",
    "bottom": "000 100 101 001",
}
"""Corner points as digits x (right), y (up) and z (away), clockwise as seen from outside."""

_CORNER_NET: Mapping[FaceName, Position] = {"top": (0, 0), "front": (1, 0), "right": (1, 1)}
_FULL_NET: Mapping[FaceName, Position] = {
    "top": (0, 1),
    "left": (1, 0),
    "front": (1, 1),
    "right": (1, 2),
    "back": (1, 3),
    "bottom": (2, 1),
}
_THREE_AXES: Mapping[FaceName, Literal["rows", "columns"]] = {
    "top": "rows",
    "front": "columns",
    "right": "rows",
    "left": "rows",
    "back": "columns",
    "bottom": "rows",
}
"""Bands along a different axis on each of three faces around a corner."""


@register_generator
class Cube(Generator):
    """The surface of a cube: lines continue across its edges, and faces consist of boxes."""

    make: Literal["cube"] = "cube"
    size: int = Field(4, ge=1, le=100, description="cells on an edge")
    faces: Literal["corner", "full"] = Field(
        "full", description="corner: the top, front and right face; full: all six"
    )
    boxes: Literal["faces", "bands", "none"] | None = Field(
        None,
        description="the boxes without repeats: faces (usual on a full cube), or bands of two rows "
        "or columns of a face (usual on a corner)",
    )
    bands: dict[FaceName, Literal["rows", "columns"]] = Field(
        default_factory=dict,
        description="whether the bands of a face are made of rows or of columns; "
        "absent: along a different axis on each face round a corner",
    )
    lines: bool = Field(True, description="whether the lines across the edges have no repeats")

    def build(self, builder: Builder, scope: Scope) -> None:
        """Add and glue the faces, their boxes and the lines round them."""
        del scope
        net = _CORNER_NET if self.faces == "corner" else _FULL_NET
        boxes = self.boxes or ("bands" if self.faces == "corner" else "faces")
        self._check(net, boxes)
        points = _solid(self.size)
        faces = [self._face(name, at, points) for name, at in net.items()]
        plan = add_faces(builder, faces, self.size)
        for name in net:
            self._add_boxes(builder, name, boxes)
        if self.lines:
            add_lines(builder, faces, self.size, strips(plan))

    def _check(self, net: Mapping[FaceName, Position], boxes: str) -> None:
        if self.bands and boxes != "bands":
            raise GeometryError("bands: is only read with boxes: bands", field=("bands",))
        if boxes == "bands" and self.size % 2:
            raise GeometryError(
                f"a face of {self.size}x{self.size} cannot be cut into bands of two; "
                "choose an even size",
                field=("size",),
            )
        for name in self.bands:
            if name not in net:
                raise GeometryError(
                    f"a corner shows top, front and right, not {name}", field=("bands", name)
                )

    def _face(self, name: FaceName, at: Position, points: Mapping[str, Point]) -> Face:
        corners = tuple(_CORNERS[name].split())
        seen = "near" if name in _CORNER_NET else "far"
        solid = tuple(points[seen + corner] for corner in corners)
        return Face(name, corners, (at[0] * self.size, at[1] * self.size), solid)

    def _add_boxes(self, builder: Builder, name: FaceName, boxes: str) -> None:
        cells = builder.patches[name]
        if boxes == "faces":
            builder.distinct(cells.values(), f"face {name}", "region")
        if boxes == "bands":
            axis = 0 if self.bands.get(name, _THREE_AXES[name]) == "rows" else 1
            for number in range(self.size // 2):
                band = [cell for at, cell in cells.items() if at[axis] // 2 == number]
                builder.distinct(band, f"band {number + 1} of {name}", "region")


def _solid(size: int) -> dict[str, Point]:
    """Return corner points in the solid view: near faces, and far ones unfolded beside them."""
    corners = {corner for face in _CORNERS.values() for corner in face.split()}
    drawn = {}
    for corner in corners:
        x, y, z = (size * int(digit) for digit in corner)
        across, down = (x + z) * sqrt(3) / 2, (x - z) / 2 - y
        drawn["near" + corner] = (across, down)
        drawn["far" + corner] = (across + size * sqrt(3) + 1, down)
    return moved_to_origin(drawn)
