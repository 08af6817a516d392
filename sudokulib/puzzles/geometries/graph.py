"""A geometry as a graph, for networkx, and its connected components.

Nodes are strings, so that ``graph["R1C1"]`` works: cells by their names, shapes by their labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.symmetry import automorphisms, symmetry_order
from sudokulib.shapes import Shape

if TYPE_CHECKING:
    import networkx as nx
else:
    nx = lazy_module("networkx")

__all__ = [
    "add_cells",
    "automorphisms",
    "bipartite_graph",
    "components",
    "shape_names",
    "symmetry_order",
]


def bipartite_graph(geometry: Geometry, shapes: Sequence[Shape] | None = None) -> nx.Graph[str]:
    """Return a graph with cells and shapes as nodes, and an edge where a shape reads a cell.

    Args:
        geometry: for the cells.
        shapes: for a puzzle, all its shapes; absent: the geometry's.

    Nodes carry ``bipartite`` (0 for a cell, 1 for a shape) and ``index``; cells also ``at`` and
    ``symbols``; shapes ``kind``, ``labels`` and ``roles``. See `shape_names` for their names.
    """
    graph: nx.Graph[str] = nx.Graph(name=geometry.name)
    add_cells(graph, geometry)
    shapes = geometry.shapes if shapes is None else shapes
    for number, (name, shape) in enumerate(zip(shape_names(geometry, shapes), shapes, strict=True)):
        graph.add_node(
            name,
            bipartite=1,
            index=number,
            kind=shape.kind,
            labels=shape.labels,
            roles=tuple(sorted(shape.roles)),
        )
        graph.add_edges_from(
            (geometry.cells[c].name, name) for c in shape.cells if c < len(geometry.cells)
        )
    return graph


def add_cells(graph: nx.Graph[str], geometry: Geometry) -> None:
    """Add a node for each cell of a geometry."""
    for number, (cell, domain) in enumerate(zip(geometry.cells, geometry.domains, strict=True)):
        symbols = geometry.alphabet.of_mask(domain)
        graph.add_node(cell.name, bipartite=0, index=number, at=cell.at, symbols=symbols)


def shape_names(geometry: Geometry, shapes: Sequence[Shape] | None = None) -> tuple[str, ...]:
    """Give each shape a unique name: its label, numbered if another shape or a cell has it."""
    taken = {cell.name for cell in geometry.cells}
    names = []
    for number, shape in enumerate(geometry.shapes if shapes is None else shapes):
        name = shape.label
        while name in taken:
            name = f"{name} #{number}"
        taken.add(name)
        names.append(name)
    return tuple(names)


def components(
    geometry: Geometry, shapes: Iterable[Shape] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the cells in groups that no shape connects, each sorted, by first cell.

    Args:
        geometry: any geometry.
        shapes: the shapes that connect cells; absent: the geometry's.
    """
    root = list(range(len(geometry.cells) + len(geometry.hidden)))

    def find(c: int) -> int:
        while root[c] != c:
            root[c] = c = root[root[c]]
        return c

    for shape in geometry.shapes if shapes is None else shapes:
        for cell in shape.cells[1:]:
            root[find(cell)] = find(shape.cells[0])
    groups: dict[int, list[int]] = {}
    for cell in range(len(geometry.cells)):
        groups.setdefault(find(cell), []).append(cell)
    return tuple(tuple(cells) for cells in groups.values())
