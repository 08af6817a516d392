"""`Areas` against networkx and brute force, in Python and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
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
from sudokulib.primitives import Areas, When
from sudokulib.search import Budget, backend


def areas(graph: nx.Graph, sizes: Sequence[int]) -> Areas:
    return Areas.of(graph, YES, graph.edges, sizes)


def member_sets(graph: nx.Graph, sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """All sets of members, as 0 and 1 for each vertex, by networkx."""
    return [
        filling
        for filling in product((0, 1), repeat=len(graph))
        for chosen in [graph.subgraph(v for v in graph if filling[v])]
        if all(len(part) in sizes for part in nx.connected_components(chosen))
    ]


def agrees(vertices: int, most: int) -> None:
    """Compare with brute force all graphs of so many vertices, on at most `most` boards each."""
    chance = Random(vertices)
    for graph in graphs(vertices):
        size = len(graph)
        every = range(1, size + 1)
        for sizes in ((), (chance.choice(every),), sorted(chance.sample(every, min(2, size)))):
            rule, members = areas(graph, sizes), member_sets(graph, sizes)
            native = compiled(rule, size) if _kernel.core else None
            for domains in boards(size, chance, most):
                expected, found = possible(members, domains), narrowed(rule, domains)
                assert rule.feasible(domains) == (expected is not None)
                assert covers(found, expected)
                # Networks of fewer variables are listed as relations, which find all.
                if native:
                    assert native(domains) == (found if size > 2 else expected)
            for filling in product((0, 1), repeat=size):
                alone = [1 << value for value in filling]
                assert rule.check(filling) == (filling in members)
                assert (narrowed(rule, alone) == alone) == (filling in members)


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
    sides = st.integers(2, 6)
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(data.draw(sides), data.draw(sides)))
    rule = areas(grid, data.draw(st.lists(st.integers(1, 9), max_size=3)))
    state = st.sampled_from((NO, YES, OPEN, OPEN, OPEN))
    domains = data.draw(st.lists(state, min_size=len(grid), max_size=len(grid)))
    assert compiled(rule, len(grid))(domains) == narrowed(rule, domains)


@pytest.mark.parametrize("name", ["native", "reference", "cp-sat"])
def test_searches_find_all_areas(name: str) -> None:
    chance = Random(3)
    for graph in chance.sample(graphs(6), 3 if name == "cp-sat" else 12):
        for sizes in ((1,), (3,), (2, 4)):
            model = model_of(areas(graph, sizes), cells=len(graph))
            assert backend(name).count(model, Budget()) == len(member_sets(graph, sizes))


def test_only_way_out_and_what_is_too_far() -> None:
    # A row of six: the area at its left end needs three, and two cells are left beyond it.
    row = nx.path_graph(6)
    assert narrowed(areas(row, [3]), [YES, *[OPEN] * 5]) == [YES, YES, YES, NO, NO, NO]
    # In a cross with one arm closed, three of four would have to do.
    star = nx.star_graph(4)
    assert narrowed(areas(star, [4]), [YES, NO, OPEN, OPEN, OPEN]) == [YES, NO, YES, YES, YES]
    assert narrowed(areas(star, [5]), [OPEN, NO, OPEN, OPEN, OPEN]) == [NO] * 5


@pytest.mark.parametrize("search", ["native", "reference", "cp-sat"])
def test_in_a_case(search: str) -> None:
    square = nx.relabel_nodes(nx.cycle_graph(4), lambda v: v + 1)
    rule = When.of(0, 0, areas(square, [2]))
    assert backend(search).count(model_of(rule, cells=5), Budget()) == 16 + 5
