"""Geometries from lists of houses, or from graphs, as the data of a file."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from math import isqrt
from typing import TYPE_CHECKING, Any

from sudokulib.basics.cells import CellIndex, Position, cell_name
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import GeometryError
from sudokulib.puzzles.geometries.build import alphabet_of
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.loader import GeometryReader
from sudokulib.puzzles.geometries.plain_data import data_source, plain_values

if TYPE_CHECKING:
    import networkx as nx
else:
    nx = lazy_module("networkx")

_PLACE = re.compile(r"[Rr](\d{1,4})[Cc](\d{1,4})")
_REFERENCE = re.compile(r"([Rr]\d{1,4})?([Cc]\d{1,4})?(?!\w)")
"""The start of a reference to a row, a column or a cell of the picture."""

_CLIQUES = 10_000
"""The most cliques of a graph to examine: some graphs of a hundred cells have billions.

The 27 houses of a classic sudoku are all the cliques of its graph. Edges in none of the examined
cliques become pairs, so a graph with more cliques means the same, with more shapes. As many
cliques of 30 cells take 3 s and 140 MB (`python tests/benchmarks/at_limits.py`, 2026-11).
"""


@dataclass(slots=True)
class _Plan:
    """The description of a geometry before it is written as a file.

    Args:
        nodes: the cells as the caller names them, in order.
        houses: by label, the cells in which no symbol repeats.
        places: the places of cells in the picture, where known.
        allowed: the symbols of cells that may not hold every symbol.
        roles: of houses, by label.
    """

    nodes: list[Hashable]
    houses: dict[str, list[Hashable]]
    places: dict[Hashable, Position] = field(default_factory=dict)
    allowed: dict[Hashable, list[str]] = field(default_factory=dict)
    roles: dict[str, tuple[str, ...]] = field(default_factory=dict)


def from_houses(
    houses: Iterable[str | Iterable[Hashable]] | Mapping[str, str | Iterable[Hashable]],
    *,
    symbols: Any = None,
    neighbours: Iterable[tuple[Hashable, Hashable]] | None = None,
    title: str = "",
) -> Geometry:
    """Return the geometry of some houses; see `Geometry.from_houses`."""
    if not isinstance(houses, Iterable) or isinstance(houses, str):
        raise TypeError(f"houses are {houses!r}; pass a list of them, as in ['a b', 'b c']")
    labelled = houses.items() if isinstance(houses, Mapping) else _numbered(houses)
    given = [(str(label), cells) for label, cells in labelled]
    texts = [cells for _, cells in given if isinstance(cells, str)]
    index = _picture_index(texts)
    listed = {label: list(_cells(cells, index)) for label, cells in given}
    nodes = _ordered(dict.fromkeys(node for cells in listed.values() for node in cells))
    return _read(_Plan(nodes, listed), symbols, neighbours, title, "the houses")


def from_graph(
    graph: nx.Graph[Any],
    *,
    symbols: Any = None,
    neighbours: Iterable[tuple[Hashable, Hashable]] | None = None,
    title: str = "",
) -> Geometry:
    """Return the geometry of a graph; see `Geometry.from_graph`."""
    if not isinstance(graph, nx.Graph):
        raise TypeError(f"{graph!r} is not a graph; pass one of networkx")
    plain_graph: nx.Graph[Any] = nx.Graph(graph)
    if loops := list(nx.selfloop_edges(plain_graph)):
        raise GeometryError(f"{loops[0][0]!r} cannot differ from itself; drop that edge")
    parts = nx.get_node_attributes(plain_graph, "bipartite")
    shapes = [node for node in plain_graph if parts.get(node) == 1]
    nodes = [node for node in plain_graph if parts.get(node) != 1]
    plan = _Plan(nodes if shapes else _ordered(nodes), {})
    if symbols is None:
        symbols = _symbols_of(plain_graph, plan)
    plan.places = dict(nx.get_node_attributes(plain_graph.subgraph(nodes), "at"))
    if shapes:
        plan.houses = {str(shape): _house(plain_graph, shape, nodes) for shape in shapes}
        plan.roles = {str(shape): plain_graph.nodes[shape].get("roles", ()) for shape in shapes}
    else:
        size = None if symbols is None else len(alphabet_of(_symbols(symbols)))
        plan.houses = dict(_numbered(_clique_cover(plain_graph, plan.nodes, size)))
    return _read(plan, symbols, neighbours, title, "the graph")


def _numbered(houses: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    return ((f"house {number}", cells) for number, cells in enumerate(houses, 1))


def _picture_index(texts: Sequence[str]) -> CellIndex | None:
    """Return the names of a picture with all the cells in some texts; None if these are no places.

    Only names of rows and columns make a picture; other names denote cells.
    """
    words = [word for text in texts for word in text.replace(",", " ").split()]
    if not words or not all(_REFERENCE.match(word) for word in words):
        return None
    rows, columns = (
        max(
            (int(number) for word in words for number in re.findall(rf"{axis}(\d+)", word)),
            default=0,
        )
        for axis in ("[Rr]", "[Cc]")
    )
    if not rows or not columns:
        raise GeometryError(
            f"{texts[0]!r} does not say how large the picture is; write R1C1..R1C9 for a row, "
            "or name all rows and columns"
        )
    DEFAULT_LIMITS.check("cells", rows * columns)
    places = {(r, c): r * columns + c for r in range(rows) for c in range(columns)}
    return CellIndex({}, {"": places})


def _cells(house: str | Iterable[Hashable], index: CellIndex | None) -> Iterable[Hashable]:
    """Return the cells of a house as nodes; those of a picture by name."""
    if not isinstance(house, str):
        return house
    if index is None:
        return house.replace(",", " ").split()
    names = {cell: cell_name(at) for at, cell in index.patches[""].items()}
    return [names[cell] for cell in index.resolve(house)]


def _ordered(nodes: Iterable[Hashable]) -> list[Hashable]:
    """Return numbers and places sorted; other nodes in the given order."""
    found = list(nodes)
    places = {node: _place_of(node) for node in found}
    if all(place is not None for place in places.values()):
        return sorted(found, key=lambda node: places[node] or (0, 0))
    if all(isinstance(node, int) for node in found):
        return sorted(found, key=lambda node: node if isinstance(node, int) else 0)
    return found


def _place_of(node: Hashable) -> Position | None:
    """Return the place that a node denotes: R1C1, or a pair of numbers from 0."""
    if isinstance(node, str) and (match := _PLACE.fullmatch(node)):
        return int(match[1]) - 1, int(match[2]) - 1
    if isinstance(node, tuple) and len(node) == 2 and all(isinstance(n, int) for n in node):
        return int(node[0]), int(node[1])
    return None


def _read(
    plan: _Plan,
    symbols: Any,
    neighbours: Iterable[tuple[Hashable, Hashable]] | None,
    title: str,
    name: str,
) -> Geometry:
    """Return the geometry that a plan describes, read like a file."""
    at = _drawn(plan)
    named = {node: _name(node, at[node]) for node in plan.nodes}
    count = max(map(len, plan.houses.values()), default=1)
    wanted = _symbols(count if symbols is None else symbols)
    size = len(alphabet_of(wanted))
    by_place = all(name == cell_name(at[node]) for node, name in named.items())
    if by_place and at and neighbours is None:
        grid = {"make": "grid", "cells": _map(set(at.values())), "lines": False}
        cells: dict[str, Any] = {"build": [grid]}
    else:
        listed = {named[node]: {"at": [r + 1, c + 1]} for node, (r, c) in at.items()}
        pairs = [[named.get(one, str(one)) for one in pair] for pair in neighbours or ()]
        cells = {"cells": listed, "adjacency": pairs}
    data = {
        "title": title,
        "symbols": wanted,
        **cells,
        "allowed": {named[node]: allowed for node, allowed in plan.allowed.items()},
        "shapes": [
            {
                "kind": "house" if len(cells) == size else "distinct",
                "label": label,
                "role": role,
                "cells": [named[node] for node in cells],
            }
            for label, cells in plan.houses.items()
            for role in plan.roles.get(label) or ("",)
        ],
    }
    return GeometryReader().read(data_source({k: v for k, v in data.items() if v}, name))


def _drawn(plan: _Plan) -> dict[Hashable, Position]:
    """Return the place of each cell in the picture: its own if all have one, else in a square."""
    places: Mapping[Hashable, Position | None] = plan.places or {
        node: _place_of(node) for node in plan.nodes
    }
    own = {node: at for node, at in places.items() if at is not None}
    if len(own) == len(plan.nodes):
        return {node: own[node] for node in plan.nodes}
    width = isqrt(max(0, len(plan.nodes) - 1)) + 1
    return {node: (i // width, i % width) for i, node in enumerate(plan.nodes)}


def _name(node: Hashable, at: Position) -> str:
    """Return the name of a cell: its own, or that of its place in the picture."""
    return node if isinstance(node, str) and _place_of(node) is None else cell_name(at)


def _map(places: Collection[Position]) -> str:
    """Return a map of cells as the generator of grids expects it."""
    rows, columns = (1 + max(at[axis] for at in places) for axis in (0, 1))
    DEFAULT_LIMITS.check("cells", rows * columns)
    return "\n".join(
        "".join("#" if (r, c) in places else "." for c in range(columns)) for r in range(rows)
    )


def _symbols(symbols: Any) -> str | list[str]:
    """Return symbols as written in a file; a number n means 1 to n."""
    if isinstance(symbols, int):
        return list(map(str, range(1, symbols + 1)))
    return symbols if isinstance(symbols, str) else list(map(str, plain_values(symbols)))


def _symbols_of(graph: nx.Graph[Any], plan: _Plan) -> list[str] | None:
    """Return the symbols that the nodes of a graph carry, and record which cells lack some."""
    carried = nx.get_node_attributes(graph, "symbols")
    known = {node: list(map(str, carried[node])) for node in plan.nodes if node in carried}
    longest = max(known.values(), key=len, default=[])
    every = list(dict.fromkeys([*longest, *(one for some in known.values() for one in some)]))
    plan.allowed = {node: some for node, some in known.items() if len(some) < len(every)}
    return every or None


def _house(graph: nx.Graph[Any], shape: Hashable, nodes: Sequence[Hashable]) -> list[Hashable]:
    """Return the cells of a shape in a graph of cells and shapes."""
    kind = graph.nodes[shape].get("kind", "distinct")
    if kind not in ("house", "distinct"):
        raise GeometryError(
            f"a graph does not describe the {kind} {shape!r} completely; leave it out, and "
            f"add it to the geometry with add({kind!r}, ...)"
        )
    near = set(graph[shape])
    return [node for node in nodes if node in near]


def _clique_cover(
    graph: nx.Graph[Any], nodes: Sequence[Hashable], size: int | None
) -> Iterator[list[Hashable]]:
    """Yield cliques that cover all edges: all with as many cells as symbols, and few others.

    Args:
        graph: an edge joins cells that differ.
        nodes: the cells.
        size: the number of symbols; None for the number of cells in the largest clique.
    """
    number = {node: i for i, node in enumerate(nodes)}
    numbered = nx.relabel_nodes(graph, number)  # numbers are iterated in the same order every time
    cliques = [sorted(clique) for clique in islice(nx.find_cliques(numbered), _CLIQUES)]
    cliques.sort(key=lambda clique: (-len(clique), clique))
    whole = len(cliques[0]) if cliques and size is None else size
    left = {(min(edge), max(edge)) for edge in numbered.edges}
    for clique in cliques:
        new = left.intersection(combinations(clique, 2))
        if len(clique) > 1 and (new or len(clique) == whole):
            left -= new
            yield [nodes[i] for i in clique]
    yield from ([nodes[i] for i in edge] for edge in sorted(left))
