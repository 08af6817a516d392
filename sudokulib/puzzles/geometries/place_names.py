"""Names of edges, sides and corners by the cells that they lie between."""

from __future__ import annotations

from collections import Counter

from sudokulib.basics.cells import Position
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes.topology import Place

_WAYS = {(-1, 0): "upper", (0, 1): "right", (1, 0): "lower", (0, -1): "left"}
"""The sides of a square by the way to what is beyond them, in their order."""


def place_names(geometry: Geometry) -> dict[int, str]:
    """Return names of edges, sides and corners in layers: ``edge R1C1–R1C2``, ``side R1C1|R1C2``.

    At the rim of a grid of squares a side is ``R1C1's upper side``. A corner has all cells around
    it, ``corner R1C1|R1C2|R2C1|R2C2``. Those left out have no such name, or share it with others;
    their names are those that files have.

    Args:
        geometry: any geometry.

    >>> import sudokulib
    >>> puzzle = sudokulib.read("{geometry: {symbols: 12, build: [{make: grid, size: 1x2}], "
    ...     "layers: {fence: {at: sides}}}}")
    >>> sorted(place_names(puzzle.geometry).values())[:3]
    ["R1C1's left side", "R1C1's lower side", "R1C1's upper side"]
    """
    named = {v: _name(geometry, place) for v, place in geometry.topology.places.items()}
    often = Counter(named.values())
    return {variable: name for variable, name in named.items() if name and often[name] == 1}


def _name(geometry: Geometry, place: Place) -> str:
    cells = [geometry.cells[c].name for c in place.cells]
    if place.on == "edges":
        return f"edge {'–'.join(cells)}"
    if place.on == "corners":
        return f"corner {'|'.join(cells)}"
    if place.on != "sides":
        return ""
    if len(cells) > 1:
        return f"side {'|'.join(cells)}"
    tile, number = place.points[0]
    way = list(_WAYS.values())[number] if _is_upright(geometry, tile) else ""
    return f"{cells[0]}'s {way} side" if way else ""


def _is_upright(geometry: Geometry, tile: int) -> bool:
    """Return whether a tile is a square in a grid, with its first side above."""
    topology, ways = geometry.topology, list(_WAYS)
    if topology.sides[tile] != len(ways):
        return False

    def at(tile: int) -> Position:
        return geometry.cells[topology.cells[tile]].at

    beyond = [
        (number, at(twin.dart[0]))
        for number in range(len(ways))
        if (twin := topology.glue.get((tile, number)))
    ]
    row, column = at(tile)
    return bool(beyond) and all(
        other == (row + ways[number][0], column + ways[number][1]) for number, other in beyond
    )
