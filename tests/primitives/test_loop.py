"""`Loop` against networkx and brute force, in Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from primitives.graph_boards import (
    NO,
    OPEN,
    YES,
    compiled,
    covers,
    graphs,
    model_of,
    narrowed,
    possible,
)
from support import with_slow

from sudokulib import _kernel
from sudokulib.board import Board
from sudokulib.logic.facts import required
from sudokulib.model import compile_puzzle
from sudokulib.primitives import Loop, When
from sudokulib.primitives.loop import LoopGraph
from sudokulib.search import Budget, backend
from sudokulib.solving.subjects import as_puzzle


def loop(graph: nx.Graph, **how: object) -> Loop:
    return Loop.of(dict(enumerate(graph.edges)), YES, **how)


def member_sets(
    graph: nx.Graph,
    *,
    through: Sequence[int] = (),
    closed: bool = True,
    tips: Sequence[int] = (),
    touching: bool = True,
) -> list[tuple[int, ...]]:
    """All sets of edges that are a cycle or path, as 0 and 1 for each edge, by networkx."""
    found = []
    if closed:
        walks = [[*cycle, cycle[0]] for cycle in nx.simple_cycles(graph)]
    else:
        pairs = combinations(graph, 2)
        walks = [walk for a, b in pairs for walk in nx.all_simple_paths(graph, a, b)]
    for walk in walks:
        used = {frozenset(pair) for pair in pairwise(walk)}
        if (
            {*through} <= {*walk}
            and {*tips} <= {walk[0], walk[-1]}
            and (touching or len(used) == graph.subgraph(walk).size())
        ):
            found.append(tuple(int(frozenset(edge) in used) for edge in graph.edges))
    return found


def rules(graph: nx.Graph, chance: Random) -> Iterator[dict[str, object]]:
    """Ways to ask for a loop in a graph."""
    ends = sorted({vertex for edge in graph.edges for vertex in edge})
    some = chance.sample(ends, min(2, len(ends)))
    for closed, touching in product((True, False), repeat=2):
        yield {"closed": closed, "touching": touching}
        yield {"closed": closed, "touching": touching, "through": some}
    yield {"closed": False, "tips": some[:1]}
    yield {"closed": False, "tips": some, "touching": False}


def agrees(vertices: int, most: int) -> None:
    """Compare with brute force all graphs of so many vertices, on `most` boards each."""
    chance = Random(vertices)
    for graph in graphs(vertices):
        if not graph.size():
            continue
        for how in rules(graph, chance):
            rule, members, size = loop(graph, **how), member_sets(graph, **how), graph.size()
            native = compiled(rule, size) if _kernel.core and size > 2 else None
            boards = list(product((NO, YES, OPEN), repeat=size)) if size < 6 else [(OPEN,) * size]
            while len(boards) < most:
                boards.append(tuple(chance.choices((NO, YES, OPEN), (1, 1, 3), k=size)))
            for domains in chance.sample(boards, most) if len(boards) > most else boards:
                expected, found = possible(members, domains), narrowed(rule, domains)
                assert rule.feasible(domains) == (expected is not None)
                assert covers(found, expected)
                if native:
                    assert native(domains) == found
            for _ in range(most):
                filling = chance.choices((0, 1), k=size)
                assert rule.check(filling) == (tuple(filling) in members)
            for filling in members[:most]:
                assert rule.check(filling)
                alone = [1 << value for value in filling]
                assert narrowed(rule, alone) == alone


@pytest.mark.slow
def test_all_graphs_of_up_to_five_vertices() -> None:
    agrees(5, 5)


@pytest.mark.slow
def test_all_graphs_of_up_to_six_vertices() -> None:
    agrees(6, 60)


@pytest.mark.parametrize("name", with_slow(["native", "reference", "cp-sat"], "cp-sat"))
def test_searches_find_all_loops(name: str) -> None:
    chance = Random(7)
    some = [graph for graph in graphs(6) if 4 < graph.size() < 10]
    for graph in chance.sample(some, 3 if name == "cp-sat" else 10):
        for how in rules(graph, chance):
            model = model_of(loop(graph, **how), cells=graph.size())
            assert backend(name).count(model, Budget()) == len(member_sets(graph, **how))


@given(data=st.data())
def test_compiled_as_in_python_on_grids(data: st.DataObject) -> None:
    if _kernel.core is None:
        pytest.skip("no compiled search")
    sides = st.integers(2, 6)
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(data.draw(sides), data.draw(sides)))
    closed = data.draw(st.booleans())
    vertices = st.sets(st.integers(0, len(graph) - 1), max_size=2)
    rule = loop(
        graph,
        through=data.draw(vertices),
        closed=closed,
        tips=() if closed else data.draw(vertices),
        touching=data.draw(st.booleans()),
    )
    state = st.sampled_from((NO, YES, OPEN, OPEN, OPEN, OPEN))
    domains = data.draw(st.lists(state, min_size=graph.size(), max_size=graph.size()))
    assert compiled(rule, graph.size())(domains) == narrowed(rule, domains)


def test_published_counts_of_cycles_in_grids() -> None:
    # https://oeis.org/A140517: simple cycles in a grid of n x n vertices.
    for side, cycles in ((2, 1), (3, 13), (4, 213), (5, 9349)):
        grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(side, side))
        model = model_of(loop(grid), cells=grid.size())
        assert backend("native").count(model, Budget()) == cycles


def test_the_only_open_edge_of_a_cut_is_decided_by_parity() -> None:
    # Two triangles joined by three edges; no vertex decides, but the cut between them does.
    graph = nx.Graph([(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)])
    cut = {(0, 3): YES, (1, 4): NO}
    found = narrowed(loop(graph), [cut.get(edge, OPEN) for edge in graph.edges])
    assert found is not None
    assert dict(zip(graph.edges, found, strict=True))[2, 5] == YES


def test_a_piece_is_not_closed_while_others_are_outside() -> None:
    graph = nx.grid_2d_graph(2, 4)
    edges = [frozenset(edge) for edge in graph.edges]
    square = [{(0, 0), (0, 1)}, {(0, 0), (1, 0)}, {(1, 0), (1, 1)}]
    domains = [YES if edge in square else OPEN for edge in edges]
    middle = edges.index(frozenset({(0, 1), (1, 1)}))
    assert narrowed(loop(graph), domains)[middle] == OPEN  # type: ignore[index]
    assert narrowed(loop(graph, through=[(0, 3)]), domains)[middle] == NO  # type: ignore[index]


def test_other_graphs_are_others() -> None:
    path, star = nx.path_graph(4), nx.star_graph(3)
    assert loop(path, closed=False) != loop(star, closed=False)
    assert loop(path).moved([2, 1, 0]).moved([2, 1, 0]) == loop(path)


@pytest.mark.parametrize("search", ["native", "reference", "cp-sat"])
def test_in_a_case(search: str) -> None:
    square = nx.cycle_graph(4)
    rule = When.of(0, 0, Loop.of(dict(enumerate(square.edges, 1)), YES))
    assert backend(search).count(model_of(rule, cells=5), Budget()) == 16 + 1


def test_large_paths_are_read_and_reasoned_about_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def searched(*_: object) -> bool:
        raise AssertionError("a path was searched for")

    monkeypatch.setattr(LoopGraph, "possible", searched)
    grid = {"make": "grid", "size": "6x6", "lines": False}
    layer = {"at": "edges", "symbols": "12"}
    made = {"symbols": "12", "build": [grid], "layers": {"way": layer}, "allowed": {"all": 1}}
    path = {"kind": "simple-path", "values": [2], "cells": "way"}
    model = compile_puzzle(as_puzzle({"geometry": made, "shapes": [path]}))
    (number,) = [n for n, one in enumerate(model.primitives) if isinstance(one, Loop)]
    assert required(Board.start(model), number) == 0b11
