"""The symmetries of a geometry: the ways to move its cells that leave it the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudokulib.basics.caching import cached_by
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.labelling import (
    ColouredGraph,
    PermutationGroup,
    canonical_labelling,
)
from sudokulib.puzzles.geometries.rule_graph import classified_rules, graph_of

__all__ = [
    "ColouredGraph",
    "automorphisms",
    "isomorphisms",
    "symmetries_of",
    "symmetry_generators",
    "symmetry_order",
]


def isomorphisms(one: ColouredGraph, other: ColouredGraph) -> Iterator[tuple[int, ...]]:
    """Yield every mapping of the points of `one` to those of `other` that keeps the graph, lazily.

    Args:
        one: a coloured graph.
        other: the graph to map to.

    Yields:
        For each point of `one`, its image in `other`.

    >>> path = ColouredGraph.of_masks([0b010, 0b101, 0b010])
    >>> list(isomorphisms(path, path))
    [(0, 1, 2), (2, 1, 0)]
    """
    mine, theirs = canonical_labelling(one), canonical_labelling(other)
    if mine.certificate != theirs.certificate:
        return
    there = {theirs.places[v]: v for v in range(other.points)}
    images = [there[mine.places[v]] for v in range(one.points)]
    for move in mine.symmetries:
        yield tuple([images[v] for v in move])


def automorphisms(geometry: Geometry, limit: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the moves of cells that take shapes to shapes, lazily, the identity first.

    A cell moves only to one with the same allowed symbols. Labels, roles, drawing and neighbours
    matter only where a rule reads them, so rows may become columns; `symmetry_order` counts these
    moves.

    Args:
        geometry: any geometry.
        limit: the most moves to yield.

    Yields:
        For each cell, hidden ones included, its image.
    """
    return islice(symmetries_of(geometry), limit)


def symmetry_order(geometry: Geometry) -> int:
    """Return how many automorphisms a geometry has, without listing them (orbits and stabilisers).

    Each further fixed cell divides the order by the size of its orbit.
    """
    return symmetries_of(geometry).order


def symmetry_generators(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return automorphisms that generate all others.

    >>> import sudokulib
    >>> len(symmetry_generators(sudokulib.geometry("4x4")))
    5
    """
    return symmetries_of(geometry).generators


# Cached by `rules_key`: it reads only the geometry's context.
@cached_by(lambda geometry: geometry.rules_key, maxsize=64)
def symmetries_of(geometry: Geometry) -> PermutationGroup:
    """Return the group of automorphisms of a geometry."""
    return canonical_labelling(
        graph_of(classified_rules(geometry), value_symmetric=False).graph()
    ).symmetries
