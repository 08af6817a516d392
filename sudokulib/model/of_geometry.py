"""Facts that a geometry implies once it is compiled: its houses and the peers of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.model.compiler import compile_geometry
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.graph import add_cells
from sudokulib.shapes import Shape

if TYPE_CHECKING:
    import networkx as nx
else:
    nx = lazy_module("networkx")


def houses(geometry: Geometry) -> tuple[Shape, ...]:
    """Return the shapes in which every allowed symbol stands exactly once."""
    model = compile_geometry(geometry)
    sources = (model.sources[house.primitive] for house in model.houses)
    return tuple(geometry.shapes[shapes[0]] for shapes in sources)


def peer_graph(geometry: Geometry) -> nx.Graph[str]:
    """Return the graph of the cells, with an edge between two that a shape forbids to be equal.

    Nodes carry ``index``, ``at`` and ``symbols``; proper colourings are the filled grids when
    all shapes are no-repeat sets.
    """
    graph: nx.Graph[str] = nx.Graph(name=geometry.name)
    add_cells(graph, geometry)
    names = [cell.name for cell in geometry.cells]
    for cell, mask in enumerate(peer_masks(geometry)):
        graph.add_edges_from((names[cell], names[c]) for c in range(cell) if mask >> c & 1)
    return graph


def peer_masks(geometry: Geometry) -> tuple[int, ...]:
    """Return, for each cell, the cells that must differ from it, as a bit mask."""
    cells = len(geometry.cells)
    return tuple(mask & (1 << cells) - 1 for mask in compile_geometry(geometry).peers[:cells])
