"""Layers of a geometry, and the places that they have cells for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sudokulib.basics.cells import Position
from sudokulib.shapes.topology import LayerPlaces, Place, Topology


class Layer(NamedTuple):
    """A layer: further cells of a geometry.

    Args:
        symbols: what its cells may hold, as a bit mask.
        on: what it has a cell for.
        words: symbols with what they say of a cell, such as ``("2", "shaded")``; there may be none.
    """

    symbols: int
    on: LayerPlaces = "cells"
    words: tuple[tuple[str, str], ...] = ()


_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""The corners of a square from its top left one on, where its sides begin."""


def layer_places(
    ground: Topology, at: Mapping[int, Position], on: LayerPlaces
) -> Iterator[tuple[Position, Place]]:
    """Yield the edges, sides or corners of a topology, each with a place in a picture of these.

    Args:
        ground: the topology.
        at: the places of its tiles in their picture.
        on: which of the three.
    """
    if on == "edges":
        cells = {cell: at[tile] for tile, cell in reversed([*enumerate(ground.cells)])}
        for pair in ground.edges():
            (r, c), (s, d) = (cells[cell] for cell in pair)
            yield (r + s, c + d), Place(on, pair)
        return
    corners: dict[tuple[int, int], tuple[int, int]] = {}
    for tile, side in ground.sides_of_cells():
        twin = ground.glue.get((tile, side))
        both = {ground.cells[tile]} | ({ground.cells[twin.dart[0]]} if twin else set())
        ends = (tile, side), (tile, (side + 1) % ground.sides[tile])
        (r, c), (s, d) = (_corner(at[t], number) for t, number in ends)
        if on == "sides":
            yield (r + s, c + d), Place(on, tuple(sorted(both)), ends)
    for tile, n in enumerate(ground.sides if on == "corners" else ()):
        for side in range(n):
            point = ground.point((tile, side))
            if point is not None:
                corners.setdefault(point, (tile, side))
    for point, first in corners.items():
        yield _corner(at[first[0]], first[1]), Place(on, ground.around(point), (first,))


def _corner(at: Position, number: int) -> Position:
    down, right = _CORNERS[number % 4]
    return at[0] + down, at[1] + right
