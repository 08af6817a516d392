"""Exact colouring of the graph of peers with given colours.

Cells are vertices, values colours, and cells that must differ are adjacent. The vertex with the
fewest colours left is coloured next, among those the one with the most uncoloured neighbours, as
in the exact algorithm of Brélaz (New methods to color the vertices of a graph, Communications of
the ACM 22, 1979). A house is a clique with as many vertices as colours, so that every colour is
needed there: a colour with one vertex left goes to it, one with none is a dead end.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import Cancelled, UnableError
from sudokulib.model import Model, bits
from sudokulib.primitives import AllDifferent
from sudokulib.search.assignments import Assignment, Assignments, Stop
from sudokulib.search.listing import ListingBackend

if TYPE_CHECKING:
    import networkx as nx
else:
    nx = lazy_module("networkx")

FullClique = tuple[tuple[int, ...], int]
"""Vertices that are all adjacent, and as many colours as a mask: each is needed."""


class Colouring(ListingBackend):
    """The back-end called "colouring"; see `sudokulib.search.backend.Backend`.

    For models in which cells must differ, and nothing else. A node is a vertex that is given a
    colour.
    """

    def able(self, model: Model) -> str:
        """Return why a model is not supported: it has other constraints than all-different."""
        others = {
            type(primitive).__name__
            for number, primitive in enumerate(model.primitives)
            if number not in model.derived and not isinstance(primitive, AllDifferent)
        }
        others |= {"hidden cells"} if len(model.domains) > model.cells else set()
        if not others:
            return ""
        return (
            "the search 'colouring' only knows cells that must differ; it cannot express "
            f"{', '.join(sorted(others))}; use search='auto'"
        )

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once; resumable after a limit."""
        if reason := self.able(model):
            raise UnableError(reason)
        return Assignments(_solutions(model, budget))


def conflict_graph(model: Model) -> nx.Graph[int]:
    """The cells of a model; those that must differ are adjacent."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(model.cells))
    graph.add_edges_from((c, p) for c in graph for p in bits(model.peers[c]))
    return graph


def _solutions(model: Model, budget: Budget) -> Generator[Assignment | Stop, None, None]:
    graph, colours = conflict_graph(model), dict(enumerate(model.domains))
    full = [(house.variables, house.values) for house in model.houses]
    for found in _colourings(graph, colours, full, budget):
        if isinstance(found, dict):
            yield tuple([found[c].bit_length() - 1 for c in range(model.cells)])
        else:
            yield found


def _colourings(
    graph: nx.Graph[int], colours: Mapping[int, int], full: Sequence[FullClique], budget: Budget
) -> Generator[dict[int, int] | Stop, None, None]:
    """Yield all colourings of a graph.

    Args:
        graph: adjacent vertices differ.
        colours: for each vertex those that it may take, as a bit mask.
        full: cliques with as many vertices as colours.
        budget: a node is spent on each vertex that is coloured.

    Yields:
        The colour of each vertex, as a mask of one bit; the dictionary changes later. A stop
        whenever the budget is used up.
    """
    left = dict(colours)  # the colours that the neighbours of an uncoloured vertex leave it
    chosen: dict[int, int] = {}
    stack: list[tuple[int, int, list[int]]] = []
    going_on = True
    while True:
        if going_on and not left:
            yield chosen
        elif going_on:
            vertex, options = _next(graph, left, full)
            del left[vertex]
            stack.append((vertex, options, []))
        if not stack:
            return
        vertex, options, narrowed = stack.pop()
        colour = chosen.pop(vertex, 0)
        for neighbour in narrowed:
            left[neighbour] |= colour
        if not options:
            left[vertex] = _restored(vertex, colours, chosen, graph)
            going_on = False
            continue
        while stop := _stop_of_node(budget):
            yield stop
        colour = options & -options
        narrowed = [n for n in graph.adj[vertex] if left.get(n, 0) & colour]
        for neighbour in narrowed:
            left[neighbour] ^= colour
        chosen[vertex] = colour
        stack.append((vertex, options ^ colour, narrowed))
        going_on = all(left[neighbour] for neighbour in narrowed)


def _next(
    graph: nx.Graph[int], left: Mapping[int, int], full: Sequence[FullClique]
) -> tuple[int, int]:
    """Return the next vertex to colour, and the colours to try; none at a dead end."""
    fewest = min(mask.bit_count() for mask in left.values())
    tied = [vertex for vertex, mask in left.items() if mask.bit_count() == fewest]
    if fewest < 2:
        return tied[0], left[tied[0]]
    if found := _forced_vertex(left, full):
        return found
    vertex = max(tied, key=lambda vertex: sum(n in left for n in graph.adj[vertex]))
    return vertex, left[vertex]


def _forced_vertex(left: Mapping[int, int], full: Sequence[FullClique]) -> tuple[int, int] | None:
    """Return a vertex that alone can take a colour which its clique needs, with that colour.

    With no colour if none of the clique can take one that it needs.
    """
    for vertices, colours in full:
        once = twice = 0
        uncoloured = [vertex for vertex in vertices if vertex in left]
        for vertex in uncoloured:
            twice |= once & left[vertex]
            once |= left[vertex]
        if once.bit_count() < len(uncoloured):
            return uncoloured[0], 0
        if single := once & ~twice & colours:
            colour = single & -single
            return next(vertex for vertex in uncoloured if left[vertex] & colour), colour
    return None


def _restored(
    vertex: int, colours: Mapping[int, int], chosen: Mapping[int, int], graph: nx.Graph[int]
) -> int:
    """Return the colours that the coloured neighbours of a vertex leave it."""
    mask = colours[vertex]
    for neighbour in graph.adj[vertex]:
        mask &= ~chosen.get(neighbour, 0)
    return mask


def _stop_of_node(budget: Budget) -> Stop | None:
    """Spend a node; return the limit that forbids it, if any."""
    try:
        budget.spend()
    except (OutOfBudget, Cancelled) as stop:
        return stop
    return None
