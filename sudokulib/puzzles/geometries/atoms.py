"""The atoms of a geometry: the parts into which cliques of mutually different cells cut it.

A *clique separator* is a set of cells, all peers of one another, whose removal disconnects the
rest. Cutting along such sets until none is left gives the *atoms* (R. E. Tarjan, Decomposition by
clique separators, Discrete Mathematics 55, 1985). The elimination order comes from the search MCS-M
(A. Berry, J. Blair, P. Heggernes, B. Peyton, Maximum cardinality search for computing minimal
triangulations, Algorithmica 39, 2004).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulib.basics.interruption import check_interrupt, checked


@dataclass(frozen=True, slots=True)
class Atoms:
    """A graph cut along clique separators.

    Args:
        parts: the atoms, as bit masks over vertices; vertices of separators lie in several.
        cuts: the separators, one fewer than there are parts; one may be empty or occur twice.
    """

    parts: tuple[int, ...]
    cuts: tuple[int, ...]


def atoms_of(near: Sequence[int]) -> Atoms:
    """Cut the graph in which `near` holds each vertex's neighbours as a bit mask.

    >>> two_triangles = [0b0110, 0b1101, 0b1011, 0b0110]
    >>> atoms_of(two_triangles)
    Atoms(parts=(14, 7), cuts=(6,))
    """
    rest = (1 << len(near)) - 1
    parts, cuts = [], []
    for vertex, cut in _eliminations(near):
        if not rest >> vertex & 1 or not is_clique(near, cut):
            continue
        side = _reach(near, vertex, rest & ~cut)
        if side | cut != rest:
            parts.append(side | cut)
            cuts.append(cut)
            rest &= ~side
    if rest:
        parts.append(rest)
    return Atoms(tuple(parts), tuple(cuts))


def induced_subgraph(near: Sequence[int], part: int) -> tuple[int, ...]:
    """Return the graph on the vertices of `part` alone, renumbered in order."""
    members = list(_bits(part))
    place = {v: i for i, v in enumerate(members)}
    return tuple([sum(1 << place[u] for u in _bits(near[v] & part)) for v in checked(members)])


def is_clique(near: Sequence[int], vertices: int) -> bool:
    """Return whether all pairs of some vertices are neighbours."""
    return all(vertices & ~near[v] == 1 << v for v in _bits(vertices))


def _eliminations(near: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield in elimination order the vertices whose later neighbours may be a minimal separator.

    Each comes with its later neighbours in a minimal triangulation. These are a separator only
    where the search, which goes the other way, met a vertex no heavier than the one before.
    """
    weight = [0] * len(near)
    later = [0] * len(near)
    left = (1 << len(near)) - 1
    order = []
    while left:
        check_interrupt()
        vertex = max(_bits(left), key=weight.__getitem__)
        left ^= 1 << vertex
        order.append(vertex)
        for other in _bits(_raised(near, vertex, left, weight)):
            weight[other] += 1
            later[other] |= 1 << vertex
    heavy = [later[vertex].bit_count() for vertex in order]
    for i in range(len(order) - 1, 0, -1):
        if heavy[i] <= heavy[i - 1]:
            yield order[i], later[order[i]]


def _raised(near: Sequence[int], vertex: int, left: int, weight: Sequence[int]) -> int:
    """Return the vertices of `left` that `vertex` reaches through lighter ones of `left` only."""
    by_weight: dict[int, int] = {}
    for v in _bits(left):
        by_weight[weight[v]] = by_weight.get(weight[v], 0) | 1 << v
    seen = raised = near[vertex] & left
    light = 0
    for level in sorted(by_weight):
        light |= by_weight[level]
        queue = seen & by_weight[level]
        while queue:
            new = 0
            for v in _bits(queue):
                new |= near[v]
            new &= left & ~seen
            seen |= new
            raised |= new & ~light
            queue = new & light
    return raised


def _reach(near: Sequence[int], start: int, within: int) -> int:
    """Return the vertices of `within` connected to `start`."""
    reached = queue = 1 << start
    while queue:
        new = 0
        for v in _bits(queue):
            new |= near[v]
        queue = new & within & ~reached
        reached |= queue
    return reached


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
