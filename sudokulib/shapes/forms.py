"""Forms of polyominoes, and where they fit on squares of any surface."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sudokulib.basics.interruption import check_interrupt
from sudokulib.errors import GeometryError
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.topology import Topology

PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "##../.###",
    "P": "##/##/#.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": ".#../####",
    "Z": "##./.#./.##",
}
"""The twelve forms of five squares by their usual letters, those of S. W. Golomb's *Polyominoes*
(1965)."""

Square = tuple[int, int]
"""The row and column of a square in a form."""

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The steps across the sides of a square, in their order in tiles."""

_Image = tuple[int, int, int]
"""The tile in place of a square, the side of it in place of the square's side 0, and 1 if its sides
follow one another in the same direction, else -1."""


# Safe to cache, as it reads nothing else: a text.
@lru_cache(maxsize=256)
def form_squares(text: str) -> frozenset[Square]:
    """Return the squares of a form.

    Args:
        text: the letter of a pentomino, or the form's rows from the top, with ``#`` for each square
            and a dot or a blank for none, separated by ``/``.

    Raises:
        GeometryError: the text is neither, or its squares are not connected by their sides.

    >>> sorted(form_squares("##/.#"))
    [(0, 0), (0, 1), (1, 1)]
    >>> form_squares("P") == form_squares("##/##/#.")
    True
    """
    drawn = PENTOMINOES.get(text, text)
    squares = frozenset(
        (r, c) for r, row in enumerate(drawn.split("/")) for c, x in enumerate(row) if x == "#"
    )
    if not squares or not {*drawn} <= {*"#./ "}:
        letters = "".join(PENTOMINOES)
        raise GeometryError(
            f"{text!r} is no form; write one of the letters {letters}, or rows such as ##/.#"
        )
    if len(list(connected_parts(squares, _around))) > 1:
        raise GeometryError(f"the squares of {text!r} are not connected by sides; close the gaps")
    return squares


def _around(square: Square) -> Iterator[Square]:
    return ((square[0] + down, square[1] + right) for down, right in _STEPS)


# Safe to cache, as it reads nothing else: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=256)
def placements(
    form: frozenset[Square], cells: frozenset[int], topology: Topology
) -> frozenset[frozenset[int]]:
    """Return the sets of cells that have a form, turned and mirrored in every way.

    Squares that share a side in the form share it on the surface too, perhaps across a seam. Where
    paths in the form lead to different cells, as around the corner of a cube, it does not fit.

    Args:
        form: from `form_squares`.
        cells: the cells that may be used, each of which is one square tile.
        topology: of these cells.
    """
    found = set()
    for cell in cells:
        check_interrupt()
        (tile,) = topology.tiles_of[cell]
        for side in range(4):
            for way in (1, -1):
                own = _cells_at((tile, side, way), form, topology)
                if len(own) == len(form) and own <= cells:
                    found.add(own)
    return frozenset(found)


def _cells_at(first: _Image, form: frozenset[Square], topology: Topology) -> frozenset[int]:
    """Return the cells of a form whose first square is somewhere; none if it does not fit."""
    images = {min(form): first}
    waiting = [min(form)]
    while waiting:
        square = waiting.pop()
        for side, near in enumerate(_around(square)):
            if near not in form:
                continue
            image = _beyond(images[square], side, topology)
            if image is None or images.get(near, image) != image:
                return frozenset()
            if near not in images:
                images[near] = image
                waiting.append(near)
    return frozenset(topology.cells[tile] for tile, _, _ in images.values())


def _beyond(image: _Image, side: int, topology: Topology) -> _Image | None:
    """Return the image of the square beyond a side; None at an edge."""
    tile, first, way = image
    twin = topology.glue.get((tile, (first + way * side) % 4))
    if twin is None:
        return None
    other, entered = twin.dart
    onward = -way if twin.flip else way
    return other, (entered - onward * (side + 2)) % 4, onward
