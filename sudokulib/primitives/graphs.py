"""Graphs whose vertices are bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sudokulib.basics.bit_sets import bits


class Graph:
    """A graph.

    Args:
        near: for each vertex its neighbours, as a bit mask.
    """

    def __init__(self, near: Sequence[int]) -> None:
        self.near = near

    def beside(self, places: int) -> int:
        """Return all neighbours of some vertices."""
        found = 0
        for place in bits(places):
            found |= self.near[place]
        return found

    def reached(self, start: int, through: int) -> int:
        """Return some vertices, and those that paths through others lead to."""
        found = fresh = start
        while fresh:
            fresh = self.beside(fresh) & through & ~found
            found |= fresh
        return found

    def parts(self, places: int) -> Iterator[int]:
        """Yield the connected parts of some vertices."""
        while places:
            part = self.reached(places & -places, places)
            places &= ~part
            yield part


# Safe to cache, as it reads nothing else; all regions of a grid have the same graph.
@lru_cache(maxsize=256)
def graph_of(vertices: int, edges: tuple[tuple[int, int], ...]) -> Graph:
    """Return the graph with as many vertices and some edges."""
    near = [0] * vertices
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return Graph(near)


# Safe to cache as well.
@lru_cache(maxsize=256)
def placed_edges(
    variables: tuple[int, ...], edges: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Return edges as pairs of places in `variables`, the lower one first, sorted.

    Args:
        variables: the vertices.
        edges: pairs of variables; those with a variable that is no vertex are left out.
    """
    place = {v: number for number, v in enumerate(variables)}
    ends = ((place[a], place[b]) for a, b in edges if a in place and b in place and a != b)
    return tuple(sorted({(min(pair), max(pair)) for pair in ends}))
