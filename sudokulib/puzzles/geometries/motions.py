"""Visible symmetries: rotations of a drawing, and motions that keep rules and neighbours."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from math import gcd
from string import ascii_lowercase

from sudokulib.basics.budget import Budget, Token
from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import checked, interruptible
from sudokulib.basics.results import ResultBase
from sudokulib.errors import GeometryError, UnknownNameError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.labelling import (
    Permutation,
    PermutationGroup,
    canonical_labelling,
    orbits,
)
from sudokulib.puzzles.geometries.rule_graph import classified_rules, graph_of
from sudokulib.shapes.topology import Dart

_Point = tuple[float, float]
_Permutation = tuple[int, ...]

_TURNS: dict[str, Callable[[float, float], _Point]] = {
    "half-turn": lambda x, y: (-x, -y),
    "quarter-turn": lambda x, y: (-y, x),
    "left-right": lambda x, y: (-x, y),
    "top-bottom": lambda x, y: (x, -y),
    "diagonal": lambda x, y: (y, x),
    "anti-diagonal": lambda x, y: (-y, -x),
}
"""A map of the points of a drawing, relative to its middle."""

SYMMETRIES: Mapping[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in _TURNS},
    "both": ("left-right", "top-bottom"),
    "full": ("quarter-turn", "left-right"),
}
"""Symmetries of drawings by name, with the moves that generate each."""

_MOTION = re.compile(r"order-[1-9][0-9]*[a-z]?|rigid")

_LISTED = 5000
"""The most motions of a geometry that are all classified; of more, only generators are.

A bound on time: a group may have more moves than memory could hold.
"""


@dataclass(frozen=True, slots=True)
class Symmetry(ResultBase):
    """A way in which a pattern on a geometry can be symmetric.

    Args:
        name: its name.
        permutations: the moves of cells that generate it.
        keeps_rules: whether they keep shapes and neighbours, as not all symmetries of a drawing do.
        conjugates: the conjugates of its only permutation, itself included, such as the rotations
            of a cube about other corners.

    >>> import sudokulib
    >>> half_turn = sudokulib.symmetries("4x4")[0]
    >>> half_turn.name, half_turn.fixed, half_turn.orbits[0]
    ('half-turn', 0, (0, 15))
    """

    name: str
    permutations: tuple[_Permutation, ...]
    keeps_rules: bool
    conjugates: tuple[_Permutation, ...] = ()

    def __repr__(self) -> str:
        return f"<Symmetry {self.name}: {len(self.permutations[0])} cells, {self.fixed} fixed>"

    @property
    def fixed(self) -> int:
        """The number of cells that do not move."""
        return sum(
            all(move[c] == c for move in self.permutations)
            for c in range(len(self.permutations[0]))
        )

    @property
    def orbits(self) -> tuple[tuple[int, ...], ...]:
        """The sets of cells that it maps to each other."""
        return orbits(len(self.permutations[0]), self.permutations)

    def shown_by(self, pattern: Iterable[tuple[Hashable, frozenset[int]]]) -> bool:
        """Return whether a pattern has this symmetry or a conjugate of it.

        Args:
            pattern: sets of cells, each with its meaning.
        """
        sets = set(pattern)
        ways: list[Sequence[Permutation]] = [(move,) for move in self.conjugates]
        return any(
            all(_keeps(move, sets) for move in moves) for moves in ways or [self.permutations]
        )


def _keeps(move: Permutation, sets: set[tuple[Hashable, frozenset[int]]]) -> bool:
    return all((what, frozenset([move[cell] for cell in one])) in sets for what, one in sets)


def symmetries(
    geometry: Geometry, *, seconds: float | None = None, token: Token | None = None
) -> tuple[Symmetry, ...]:
    """Return the symmetries that the givens on a geometry can have, by name.

    Turns and reflections of the flat drawing come first (`SYMMETRIES`). Then the motions that keep
    shapes and neighbours, such as rotations of a cube or shifts of a torus, unless the drawing
    already shows them: ``order-3`` changes nothing when carried out three times; further classes of
    motions of that order are named ``order-3b`` and so on, those that fix fewer cells first.
    ``rigid`` is all of them together.

    Args:
        geometry: any geometry.
        seconds: limit of wall time; many cells that no rule distinguishes take long to classify.
        token: cancels from another thread.

    Raises:
        OutOfBudget: the limit was reached first.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> [one.name for one in sudokulib.symmetries(sudokulib.geometry("cube-corner"))]
    ['anti-diagonal', 'order-3']
    """
    with interruptible(Budget(seconds, token=token).check):
        return _symmetries(geometry)


# Cached by `exact_key`: it reads the drawing of cells, which equal geometries need not share.
@cached_by(lambda geometry: geometry.exact_key, maxsize=64)
def _symmetries(geometry: Geometry) -> tuple[Symmetry, ...]:
    return tuple(_found(geometry))


def _found(geometry: Geometry) -> Iterator[Symmetry]:
    group = rigid_motions(geometry)
    drawn = _drawn_moves(geometry)
    known, seen = set(), len(geometry)
    for name, made_of in SYMMETRIES.items():
        if made_of and drawn.keys() >= set(made_of):
            moves = tuple(drawn[turn] for turn in made_of)
            known.add(orbits(seen, moves))
            yield Symmetry(name, moves, all(move in group for move in moves))
    kinds = [tuple(move[:seen] for move in alike) for alike in _conjugacy_classes(group)]
    found = sorted(
        (_order(alike[0]), sum(map(int.__eq__, alike[0], count())), alike)
        for alike in kinds
        if not set(drawn.values()).intersection(alike)
    )
    orders = [order for order, *_ in found]
    for place, (order, _, alike) in enumerate(found):
        which = place - orders.index(order)
        letters = ascii_lowercase[which % 26] * (which // 26 + 1) if which else ""
        name = f"order-{order}{letters}"
        known.add(orbits(seen, alike[:1]))
        yield Symmetry(name, alike[:1], True, alike)
    together = tuple(move[:seen] for move in group.generators)
    if group.order > 1 and orbits(seen, together) not in known:
        yield Symmetry("rigid", together, True)


def _conjugacy_classes(group: PermutationGroup) -> Iterator[tuple[_Permutation, ...]]:
    """Yield the conjugacy classes of motions."""
    small = group.order <= _LISTED
    left = dict.fromkeys(islice(group, 1, None) if small else group.generators)
    around = [(move, _inverse(move)) for move in group.generators] if small else []
    while left:
        first = next(iter(left))
        order = _order(first)
        alike = {first}
        queue = [first]
        for move in checked(queue):
            new = {tuple([turn[move[back[c]]] for c in range(len(move))]) for turn, back in around}
            new |= {power for n, power in _powers(move, order) if gcd(n, order) == 1}
            queue += new - alike
            alike |= new
        for move in alike:
            left.pop(move, None)
        yield tuple(sorted(alike))


def _powers(move: _Permutation, order: int) -> Iterator[tuple[int, _Permutation]]:
    power = move
    for n in range(1, order):
        yield n, power
        power = tuple([move[point] for point in power])


def _order(move: Permutation) -> int:
    """Return the order of a move: how many repetitions change nothing."""
    order, now = 1, list(move)
    while now != list(range(len(move))):
        order, now = order + 1, [move[point] for point in now]
    return order


def _inverse(move: Permutation) -> _Permutation:
    return tuple(sorted(range(len(move)), key=move.__getitem__))


# Cached by `exact_key`: it reads the names of layers.
@cached_by(lambda geometry: geometry.exact_key, maxsize=64)
def rigid_motions(geometry: Geometry) -> PermutationGroup:
    """Return the automorphisms of a geometry that also keep neighbours, across seams too."""
    builder = graph_of(classified_rules(geometry), value_symmetric=False)
    for one, other in geometry.topology.edges():
        builder.vertex("side", one, other)
    topology, ends = geometry.topology, dict[Dart, list[int]]()
    for cell, place in topology.places.items():  # cells of layers move with those below
        builder.vertex(f"layer {geometry.cells[cell].faces[0]}", cell)
        builder.vertex("place", cell, *place.cells)
        for dart in place.points:
            if (point := topology.point(dart)) is not None:
                ends.setdefault(point, []).append(cell)
    for meeting in ends.values():
        builder.vertex("point", *meeting)
    return canonical_labelling(builder.graph()).symmetries


def moves_of(geometry: Geometry, symmetry: str) -> tuple[Permutation, ...]:
    """Return the moves of cells that a symmetry means on a geometry.

    Args:
        geometry: any geometry.
        symmetry: the name of one of its `symmetries`, or "none".

    Raises:
        UnknownNameError: there is no such symmetry.
        GeometryError: the geometry does not have it.

    >>> import sudokulib
    >>> moves_of(sudokulib.geometry("4x4"), "half-turn")
    ((15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),)
    """
    if symmetry == "none":
        return ()
    drawn = symmetry in SYMMETRIES
    if not drawn and not _MOTION.fullmatch(symmetry):
        raise UnknownNameError(
            f"unknown symmetry {symmetry!r}; there are {', '.join(SYMMETRIES)}, order-2 and so on, "
            "rigid, or pass moves of cells"
        )
    found = {one.name: one for one in symmetries(geometry)}
    if symmetry not in found:
        what = "is not drawn with the symmetry" if drawn else "does not have the symmetry"
        raise GeometryError(
            f"{geometry.name or 'the geometry'} {what} {symmetry!r}; "
            f"it has {', '.join(['none', *found])}"
        )
    return found[symmetry].permutations


def _drawn_moves(geometry: Geometry) -> dict[str, _Permutation]:
    """Return those of the rotations that take every cell of the flat drawing to a cell.

    Layers are drawn beside their cells, and turn about middles of their own.
    """
    layers: dict[str, dict[int, _Point]] = {}
    for number, cell in enumerate(geometry.cells):
        layer = cell.faces[0] if number in geometry.topology.places else ""
        layers.setdefault(layer, {})[number] = _middle(cell.outline())
    seen: list[tuple[str, _Point]] = [("", (0.0, 0.0))] * len(geometry.cells)
    for layer, points in layers.items():
        (x0, y0), (x1, y1) = (_corner([*points.values()], end) for end in (min, max))
        for number, (x, y) in points.items():
            seen[number] = layer, (x - (x0 + x1) / 2, y - (y0 + y1) / 2)
    where = {(layer, _rounded(point)): cell for cell, (layer, point) in enumerate(seen)}
    moves: dict[str, _Permutation] = {}
    for name, turn in _TURNS.items():
        images = [where.get((layer, _rounded(turn(*point))), -1) for layer, point in seen]
        if -1 not in images:
            moves[name] = tuple(images)
    return moves


def _corner(points: Sequence[_Point], extreme: Callable[[Iterable[float]], float]) -> _Point:
    return extreme(x for x, _ in points), extreme(y for _, y in points)


def _middle(points: Sequence[_Point]) -> _Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _rounded(point: _Point) -> tuple[int, int]:
    """Round a point for comparing: drawings are not exact to the last digit."""
    return round(100 * point[0]), round(100 * point[1])
