"""`Connected` against networkx and brute force, in Python and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from primitives.graph_boards import (
    NO,
    OPEN,
    YES,
    boards,
    compiled,
    covers,
    graphs,
    model_of,
    narrowed,
    possible,
)

from sudokulib import _kernel
from sudokulib.primitives import Connected, When
from sudokulib.search import Budget, backend


def connected(graph: nx.Graph, sizes: Sequence[int], roots: Sequence[int] = ()) -> Connected:
    return Connected.of(graph, YES, graph.edges, sizes, roots)


def member_sets(
    graph: nx.Graph, sizes: Sequence[int], roots: Sequence[int]
) -> list[tuple[int, ...]]:
    """All sets of members, as 0 and 1 for each vertex, by networkx."""
    found = []
    for filling in product((0, 1), repeat=len(graph)):
        chosen = [vertex for vertex in graph if filling[vertex]]
        parts = list(nx.connected_components(graph.subgraph(chosen)))
        whole = all(part & {*roots} for part in parts) if roots else len(parts) < 2
        if whole and len(chosen) in sizes:
            found.append(filling)
    return found


def agrees(vertices: int, most: int) -> None:
    """Compare with brute force all graphs of so many vertices, on at most `most` boards each."""
    chance = Random(vertices)
    for graph in graphs(vertices):
        size = len(graph)
        any_size = range(size + 1)
        some = sorted(chance.sample(any_size, chance.randint(1, min(3, size))))
        roots = chance.sample(range(size), chance.randint(1, size))
        plain = ((any_size, ()), (any_size[1:], ()), (some, ()))
        for sizes, starts in (*plain, (any_size, roots), (some, roots)):
            rule = connected(graph, sizes, starts)
            members = member_sets(graph, sizes, starts)
            native = compiled(rule, size) if _kernel.core else None
            for domains in boards(size, chance, most):
                expected = possible(members, domains)
                found = narrowed(rule, domains)
                assert rule.feasible(domains) == (expected is not None)
                assert found == expected or (sizes is some and covers(found, expected))
                # Networks of fewer variables are listed as relations, which find all.
                if native:
                    assert native(domains) == (found if size > 2 else expected)


def test_all_graphs_of_up_to_four_vertices() -> None:
    agrees(4, 81)


def test_graphs_of_five_vertices_in_part() -> None:
    agrees(5, 9)


@pytest.mark.slow
def test_all_graphs_of_up_to_six_vertices() -> None:
    agrees(6, 243)


@given(data=st.data())
def test_compiled_as_in_python_on_grids(data: st.DataObject) -> None:
    if _kernel.core is None:
        pytest.skip("no compiled search")
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(*data.draw(_sides)))
    vertices = st.integers(0, len(grid) - 1)
    sizes = data.draw(st.sets(st.integers(0, len(grid)), min_size=1))
    rule = connected(grid, sorted(sizes), sorted(data.draw(st.sets(vertices, max_size=3))))
    state = st.sampled_from((NO, YES, OPEN, OPEN, OPEN))
    domains = data.draw(st.lists(state, min_size=len(grid), max_size=len(grid)))
    assert compiled(rule, len(grid))(domains) == narrowed(rule, domains)


_sides = st.tuples(st.integers(2, 6), st.integers(2, 6))


def test_published_counts_of_connected_sets_in_grids() -> None:
    # Connected induced subgraphs of the n x n grid graph, the null graph included:
    # https://oeis.org/A059525.
    for side, count in ((1, 2), (2, 14), (3, 219), (4, 11507)):
        grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(side, side))
        model = model_of(connected(grid, range(side * side + 1)), cells=side * side)
        for name in ("native", "reference") if side < 4 else ("native",):
            assert backend(name).count(model, Budget()) == count


def test_polyominoes() -> None:
    # Fixed pentominoes: https://oeis.org/A001168. Each is counted where its first cell, in reading
    # order, is a given place; the others are to the right of that in its row, or below.
    cells = [(r, c) for r in range(5) for c in range(-4, 5) if (r, c) >= (0, 0)]
    place = {cell: number for number, cell in enumerate(cells)}
    below = [((r, c), (r + 1, c)) for r, c in cells]
    right = [((r, c), (r, c + 1)) for r, c in cells]
    graph = nx.Graph((place[a], place[b]) for a, b in below + right if b in place)
    model = model_of(connected(graph, [5]), cells=len(cells))
    model = model.with_domains((YES, *model.domains[1:]))
    assert backend("native").count(model, Budget()) == 63


def test_a_single_way_is_taken() -> None:
    rule = connected(nx.path_graph(5), range(1, 6))
    assert narrowed(rule, [YES, OPEN, OPEN, YES, OPEN]) == [YES, YES, YES, YES, OPEN]
    assert narrowed(rule, [YES, OPEN, NO, OPEN, OPEN]) == [YES, OPEN, NO, NO, NO]
    assert rule.propagate([YES, OPEN, NO, OPEN, YES]) is None


def test_other_graphs_are_others() -> None:
    triangle = nx.complete_graph(3)
    rule = connected(triangle, [1, 2])
    assert rule.moved([5, 3, 4]) == Connected.of([3, 4, 5], YES, combinations((3, 4, 5), 2), [1, 2])
    assert rule.moved([2, 0, 1]) == rule != connected(nx.path_graph(3), [1, 2])


@pytest.mark.parametrize("search", ["native", "reference", "cp-sat"])
def test_in_a_case(search: str) -> None:
    ring = nx.cycle_graph(range(1, 6))
    rule = When.of(0, 0, Connected.of(ring, YES, ring.edges, [2, 3]))
    model = model_of(rule, cells=6)
    # Either no rule, or two or three neighbours in a row.
    assert backend(search).count(model, Budget()) == 32 + 10
