"""Which givens go together, so that a puzzle is as symmetric as it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sudokulib.errors import GeometryError, UnknownNameError
from sudokulib.geometries.geometry import Geometry

__all__ = ["SYMMETRIES", "Move", "moves_of", "orbits"]

Move = Sequence[int]
"""For each cell the cell to which it moves."""

_Point = tuple[float, float]

_TURNS: dict[str, Callable[[float, float], _Point]] = {
    "half-turn": lambda x, y: (-x, -y),
    "quarter-turn": lambda x, y: (-y, x),
    "left-right": lambda x, y: (-x, y),
    "top-bottom": lambda x, y: (x, -y),
    "diagonal": lambda x, y: (y, x),
    "anti-diagonal": lambda x, y: (-y, -x),
}
"""Where points of a drawing go, seen from its middle."""

SYMMETRIES: Mapping[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in _TURNS},
    "both": ("left-right", "top-bottom"),
    "full": ("quarter-turn", "left-right"),
}
"""Symmetries by name: the moves of which each is made."""


def moves_of(geometry: Geometry, symmetry: str) -> tuple[Move, ...]:
    """The moves of cells that a symmetry of the drawing means on a geometry.

    Args:
        geometry: whose flat drawing is turned or mirrored.
        symmetry: one of `SYMMETRIES`.

    Raises:
        UnknownNameError: there is no such symmetry.
        GeometryError: the drawing does not look the same afterwards.

    >>> import sudokulib
    >>> moves_of(sudokulib.geometry("4x4"), "half-turn")
    ((15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),)
    """
    if symmetry not in SYMMETRIES:
        raise UnknownNameError(
            f"unknown symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}, "
            "or pass moves of cells"
        )
    moves = _drawn_moves(geometry)
    if not moves.keys() >= set(SYMMETRIES[symmetry]):
        known = [name for name, made_of in SYMMETRIES.items() if moves.keys() >= set(made_of)]
        raise GeometryError(
            f"{geometry.name or 'the geometry'} is not drawn with the symmetry {symmetry!r}; "
            f"it has {', '.join(known)}"
        )
    return tuple(moves[name] for name in SYMMETRIES[symmetry])


def _drawn_moves(geometry: Geometry) -> dict[str, Move]:
    """Those of the turns that take every cell of the flat drawing to a cell."""
    points = [_middle(cell.outline()) for cell in geometry.cells]
    centre = _middle((_corner(points, min), _corner(points, max)))
    seen = [(x - centre[0], y - centre[1]) for x, y in points]
    where = {_rounded(point): cell for cell, point in enumerate(seen)}
    moves: dict[str, Move] = {}
    for name, turn in _TURNS.items():
        images = [where.get(_rounded(turn(x, y)), -1) for x, y in seen]
        if -1 not in images:
            moves[name] = tuple(images)
    return moves


def orbits(cells: int, moves: Iterable[Move]) -> tuple[tuple[int, ...], ...]:
    """The sets of cells that some moves, one after the other, take to each other.

    >>> orbits(5, [(1, 0, 2, 3, 4), (0, 2, 1, 3, 4)])
    ((0, 1, 2), (3,), (4,))
    """
    home = list(range(cells))

    def root(cell: int) -> int:
        while home[cell] != cell:
            cell = home[cell]
        return cell

    for move in moves:
        for cell, image in enumerate(move):
            one, other = sorted((root(cell), root(image)))
            home[other] = one
    found: dict[int, list[int]] = {}
    for cell in range(cells):
        found.setdefault(root(cell), []).append(cell)
    return tuple(map(tuple, found.values()))


def _corner(points: Sequence[_Point], extreme: Callable[[Iterable[float]], float]) -> _Point:
    return extreme(x for x, _ in points), extreme(y for _, y in points)


def _middle(points: Sequence[_Point]) -> _Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _rounded(point: _Point) -> tuple[int, int]:
    """A point as it is compared: drawings are not exact to the last digit."""
    return round(100 * point[0]), round(100 * point[1])
