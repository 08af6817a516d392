"""Isomorphisms of coloured graphs, and the symmetries of a geometry that follow from them.

The method is colour refinement with individualisation: vertices are told apart by the colours
around them until nothing changes; where that leaves several of a colour, one is singled out and
its possible images are tried in turn. General VF2 (in networkx) needs minutes where this needs
a second, because sudoku graphs are regular: degrees tell their vertices apart hardly at all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod

from sudokulib.geometries.geometry import Geometry

__all__ = ["Coloured", "automorphisms", "isomorphisms", "symmetry_generators", "symmetry_order"]

_Trace = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Coloured:
    """A graph with coloured vertices.

    Args:
        near: the neighbours of each vertex.
        colours: the colour of each vertex; only vertices of one colour map to each other.
        points: the vertices 0..points-1 settle all others, so a mapping is one of them.
    """

    near: tuple[tuple[int, ...], ...]
    colours: tuple[Hashable, ...]
    points: int

    @classmethod
    def of_masks(cls, near: Sequence[int]) -> Coloured:
        """The plain graph in which `near` holds each vertex's neighbours as a bit mask."""
        lists = tuple(tuple(u for u in range(len(near)) if mask >> u & 1) for mask in near)
        return cls(lists, (0,) * len(near), len(near))


@dataclass(frozen=True, slots=True)
class _Level:
    """How the first graph looks after some vertices have been singled out.

    Args:
        vertex: the next one to single out; -1 when all points differ.
        colours: the refined colours.
        trace: what refinement saw; equal for the images of isomorphic graphs.
    """

    vertex: int
    colours: list[int]
    trace: _Trace


def isomorphisms(one: Coloured, other: Coloured) -> Iterator[tuple[int, ...]]:
    """Every way in which the points of `one` can become those of `other`, lazily.

    Args:
        one: a coloured graph.
        other: the graph to map to.

    Yields:
        For each point of `one` the point of `other` that it becomes.

    >>> path = Coloured.of_masks([0b010, 0b101, 0b010])
    >>> list(isomorphisms(path, path))
    [(0, 1, 2), (2, 1, 0)]
    """
    if len(one.near) != len(other.near) or one.points != other.points:
        return
    number = {colour: i for i, colour in enumerate(dict.fromkeys(one.colours))}
    if not set(other.colours) <= set(number):
        return
    levels = _levels(one, [number[c] for c in one.colours])
    colours, trace = _refine(other, [number[c] for c in other.colours])
    if trace == levels[0].trace:
        yield from _extend(other, levels, 0, colours)


def _levels(graph: Coloured, colours: list[int]) -> list[_Level]:
    """The first graph, with a vertex more singled out at each level until all points differ."""
    colours, trace = _refine(graph, colours)
    levels = []
    while (vertex := _next_vertex(graph, colours)) >= 0:
        levels.append(_Level(vertex, colours, trace))
        colours, trace = _refine(graph, _singled(colours, vertex))
    levels.append(_Level(-1, colours, trace))
    return levels


def _extend(
    other: Coloured, levels: list[_Level], depth: int, colours: list[int]
) -> Iterator[tuple[int, ...]]:
    level = levels[depth]
    if level.vertex < 0:
        place = {colours[v]: v for v in range(other.points)}
        yield tuple(place[c] for c in level.colours[: other.points])
        return
    for image in _images(other, level, colours):
        finer, trace = _refine(other, _singled(colours, image))
        if trace == levels[depth + 1].trace:
            yield from _extend(other, levels, depth + 1, finer)


def _images(other: Coloured, level: _Level, colours: list[int]) -> list[int]:
    wanted = level.colours[level.vertex]
    return [v for v in range(other.points) if colours[v] == wanted]


def _next_vertex(graph: Coloured, colours: list[int]) -> int:
    """The first point of the smallest class that still has several, or -1."""
    classes: dict[int, list[int]] = {}
    for v in range(graph.points):
        classes.setdefault(colours[v], []).append(v)
    open_classes = [members for members in classes.values() if len(members) > 1]
    return min(open_classes, key=len)[0] if open_classes else -1


def _singled(colours: list[int], vertex: int) -> list[int]:
    changed = list(colours)
    changed[vertex] = -1
    return changed


def _refine(graph: Coloured, colours: list[int]) -> tuple[list[int], _Trace]:
    """Split colours by the colours of neighbours until stable, naming them canonically."""
    trace: list[object] = []
    count = 0
    while True:
        seen = [
            (colour, tuple(sorted([colours[u] for u in near])))
            for colour, near in zip(colours, graph.near, strict=True)
        ]
        kinds = sorted(set(seen))
        rank = {kind: i for i, kind in enumerate(kinds)}
        colours = [rank[kind] for kind in seen]
        trace.append((tuple(kinds), tuple(sorted(colours))))
        if len(kinds) == count:
            return colours, tuple(trace)
        count = len(kinds)


def automorphisms(geometry: Geometry, limit: int | None = None) -> Iterator[tuple[int, ...]]:
    """The ways to move the cells so that shapes become shapes, lazily; the first changes nothing.

    A cell moves only to one with the same allowed symbols. Labels, roles, drawing and neighbours
    do not count, so rows may become columns. A thousand take about half a second (81 cells), so
    all can be listed up to Latin squares of five; `symmetry_order` counts them far beyond that,
    in seconds up to some 400 cells.

    Args:
        geometry: any geometry.
        limit: stop after so many.

    Yields:
        For each cell the cell to which it moves.
    """
    graph = _shape_graph(geometry)
    found = (p for p in isomorphisms(graph, graph) if _keeps_shapes(geometry, p))
    yield from islice(found, limit)


def symmetry_order(geometry: Geometry) -> int:
    """How many automorphisms a geometry has, without listing them (orbits and stabilisers).

    Each further cell held in place divides the group by the size of that cell's orbit.
    """
    return prod(len(orbit) for orbit, _ in _orbits(geometry))


def symmetry_generators(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Some automorphisms of which all others are made, by carrying out one after the other.

    >>> import sudokulib
    >>> len(symmetry_generators(sudokulib.geometry("4x4")))
    6
    """
    return tuple(move for _, known in _orbits(geometry) for move in known)


def _orbits(geometry: Geometry) -> Iterator[tuple[set[int], list[tuple[int, ...]]]]:
    """Level by level, where a cell can move while earlier ones stay, and moves that take it."""
    graph = _shape_graph(geometry)
    number = {colour: i for i, colour in enumerate(dict.fromkeys(graph.colours))}
    levels = _levels(graph, [number[c] for c in graph.colours])
    for depth, level in enumerate(levels[:-1]):
        orbit = {level.vertex}
        known: list[tuple[int, ...]] = []
        for image in _images(graph, level, level.colours):
            if image not in orbit and (moved := _taking(geometry, graph, levels, depth, image)):
                known.append(moved)
                orbit = _orbit(level.vertex, known)
        yield orbit, known


def _taking(
    geometry: Geometry, graph: Coloured, levels: list[_Level], depth: int, image: int
) -> tuple[int, ...] | None:
    """An automorphism that holds the vertices of earlier levels and takes this one to `image`."""
    colours, trace = _refine(graph, _singled(levels[depth].colours, image))
    if trace != levels[depth + 1].trace:
        return None
    found = _extend(graph, levels, depth + 1, colours)
    return next((p for p in found if _keeps_shapes(geometry, p)), None)


def _orbit(start: int, moves: Iterable[tuple[int, ...]]) -> set[int]:
    moves = list(moves)
    orbit, queue = {start}, [start]
    while queue:
        cell = queue.pop()
        new = {move[cell] for move in moves} - orbit
        orbit |= new
        queue += new
    return orbit


def _shape_graph(geometry: Geometry) -> Coloured:
    """Cells coloured by allowed symbols, then shapes coloured by all that is not their cells."""
    size = len(geometry.cells) + len(geometry.hidden)
    near: list[list[int]] = [[] for _ in range(size)]
    for number, shape in enumerate(geometry.shapes):
        for cell in shape.cells:
            near[cell].append(size + number)
    near += [list(shape.cells) for shape in geometry.shapes]
    nowhere = [0] * size
    colours: list[Hashable] = [("cell", domain) for domain in geometry.domains]
    colours += [("hidden", cell.domain) for cell in geometry.hidden]
    colours += [("shape", shape.rule.moved(nowhere).meaning) for shape in geometry.shapes]
    return Coloured(tuple(map(tuple, near)), tuple(colours), size)


def _keeps_shapes(geometry: Geometry, moved: tuple[int, ...]) -> bool:
    """The definition itself; it also settles rules that read their cells in order."""
    meanings = {shape.meaning for shape in geometry.shapes}
    return all(shape.rule.moved(moved).meaning in meanings for shape in geometry.shapes)
