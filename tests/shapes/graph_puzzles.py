"""Puzzles on small graphs, with a layer of edges."""

import networkx as nx

import sudokulib
from sudokulib.puzzles.loading import loads


def puzzle_on(graph: nx.Graph, rule: str, edges: str = "12") -> sudokulib.Puzzle:
    """A cell for each vertex, which holds 1, and a layer of edges with some symbols."""
    cells = {f"V{v}": {"at": [1, 1 + v]} for v in graph}
    return loads(f"""
    geometry:
      symbols: "{edges}"
      cells: {cells}
      adjacency: {[[f"V{a}", f"V{b}"] for a, b in graph.edges]}
      layers: {{loop: {{at: edges, symbols: "{edges}"}}}}
      allowed: {{all: "1"}}
    shapes: [{rule}]
    """)


SMALL = [graph for graph in nx.graph_atlas_g() if graph.order() < 7 and graph.size() > 2]
