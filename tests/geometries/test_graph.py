"""Graphs, components, atoms and symmetries of geometries."""

from itertools import combinations, permutations
from math import factorial

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import from_file, grid, tiny_puzzles

from sudokulib import geometry
from sudokulib.model.of_geometry import peer_masks
from sudokulib.puzzles.geometries.atoms import atoms_of, induced_subgraph, is_clique
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.graph import (
    automorphisms,
    components,
    shape_names,
    symmetry_order,
)
from sudokulib.puzzles.geometries.symmetry import ColouredGraph, isomorphisms


@pytest.mark.parametrize(("order", "nodes", "edges"), [(2, 16, 56), (3, 81, 810)])
def test_the_peer_graph_is_the_sudoku_graph_of_networkx(order: int, nodes: int, edges: int) -> None:
    peers = geometry(f"{order**2}x{order**2}").peer_graph
    index = nx.get_node_attributes(peers, "index")
    assert (len(peers), peers.number_of_edges()) == (nodes, edges)
    ours = {frozenset((index[a], index[b])) for a, b in peers.edges}
    assert ours == {frozenset(edge) for edge in nx.sudoku_graph(order).edges}


@given(tiny_puzzles())
def test_peers_are_the_cells_that_share_a_shape(puzzle):
    made = puzzle.geometry
    found = {frozenset(edge) for edge in made.peer_graph.edges}
    names = [cell.name for cell in made.cells]
    assert found == {
        frozenset((names[a], names[b])) for s in made.shapes for a, b in combinations(s.cells, 2)
    }


def test_cells_carry_what_draws_them():
    made = from_file(symbols="abc", build=[{"make": "grid", "size": "2x2"}], allowed={"R2C1": "ac"})
    node = made.peer_graph.nodes["R2C1"]
    assert node == {"bipartite": 0, "index": 2, "at": (1, 0), "symbols": ("a", "c")}
    assert made.graph.nodes["R2C1"] == node


def test_the_bipartite_graph_has_an_edge_for_each_cell_in_each_shape():
    made = geometry("samurai")
    graph = made.graph
    cells, shapes = nx.bipartite.sets(graph)
    if "R1C1" not in cells:
        cells, shapes = shapes, cells
    assert cells == {cell.name for cell in made.cells}
    assert {graph.nodes[s]["index"] for s in shapes} == set(range(131))
    for name, shape in zip(shape_names(made), made.shapes, strict=True):
        assert set(graph[name]) == {made.cells[c].name for c in shape.cells}
        assert graph.nodes[name]["labels"] == shape.labels


def test_shapes_with_one_label_or_that_of_a_cell_have_names_of_their_own():
    cells = ["R1C1 R1C2", "R1C2 R1C3", "R1C3 R1C4"]
    labels = ["pair", "pair", "R1C1"]
    shapes = [
        {"kind": "distinct", "cells": c, "label": n} for c, n in zip(cells, labels, strict=True)
    ]
    build = [{"make": "grid", "size": "1x4", "lines": False}]
    made = from_file(symbols="123", build=build, shapes=shapes)
    assert shape_names(made) == ("pair", "pair #1", "R1C1 #2")
    assert made.graph.number_of_edges() == 6


def two_and_a_loose_cell() -> Geometry:
    build = [
        {"make": "grid", "size": "2x2", "as": "A"},
        {"make": "grid", "size": "2x2", "at": "R1C4", "as": "B"},
        {"make": "grid", "size": "1x1", "at": "R4C1", "as": "C"},
    ]
    return from_file(symbols="12", build=build)


def test_components_are_cells_that_no_shape_connects():
    made = two_and_a_loose_cell()
    names = [[made.cells[c].name for c in group] for group in components(made)]
    assert names == [
        ["R1C1", "R1C2", "R2C1", "R2C2"],
        ["R1C4", "R1C5", "R2C4", "R2C5"],
        ["R4C1"],
    ]
    assert len(components(made, ())) == 9
    assert len(components(geometry("samurai"))) == 1


@given(tiny_puzzles())
def test_components_are_those_of_the_bipartite_graph(puzzle):
    made = puzzle.geometry
    theirs = [
        {n for n in part if n.startswith("R")} for part in nx.connected_components(made.graph)
    ]
    ours = [{made.cells[c].name for c in part} for part in components(made)]
    assert sorted(map(sorted, ours)) == sorted(map(sorted, theirs))


@st.composite
def graphs(draw):
    """Graphs of up to seven vertices, as bit masks."""
    size = draw(st.integers(1, 7))
    near = [0] * size
    pairs = list(combinations(range(size), 2))
    for a, b in draw(st.sets(st.sampled_from(pairs))) if pairs else ():
        near[a] |= 1 << b
        near[b] |= 1 << a
    return tuple(near)


def connected(near, vertices: int) -> bool:
    reached = vertices & -vertices
    while True:
        more = reached
        for v in range(len(near)):
            if reached >> v & 1:
                more |= near[v] & vertices
        if more == reached:
            return reached == vertices
        reached = more


def clique_cut(near):
    """A set of mutually adjacent vertices without which the others are unconnected, or None."""
    everything = (1 << len(near)) - 1
    for cut in range(everything):
        if is_clique(near, cut) and not connected(near, everything & ~cut):
            return cut
    return None


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(graphs())
def test_atoms_have_no_clique_cut_and_lose_no_edge(near):
    found = atoms_of(near)
    assert len(found.cuts) == len(found.parts) - 1
    assert all(is_clique(near, cut) for cut in found.cuts)
    assert all(clique_cut(induced_subgraph(near, part)) is None for part in found.parts)
    for v, mask in enumerate(near):
        assert any(part >> v & 1 for part in found.parts)
        for u in range(v):
            if mask >> u & 1:
                assert any(part >> v & part >> u & 1 for part in found.parts)
    assert sum(p.bit_count() for p in found.parts) - sum(c.bit_count() for c in found.cuts) == len(
        near
    )


@pytest.mark.parametrize(
    ("name", "sizes", "cuts"),
    [
        ("9x9", [81], []),
        ("samurai", [81] * 5, [9] * 4),
        ("gattai-8", [81] * 4 + [288], [9] * 4),
        ("windmill", [333], []),
        ("butterfly", [144], []),
        ("flower", [189], []),
        ("sohei", [288], []),
        ("tredoku-hook-5", [27, 27], [9]),
        ("tredoku-ring-6", [54], []),
    ],
)
def test_atoms_of_shipped_geometries(name, sizes, cuts):
    found = atoms_of(peer_masks(geometry(name)))
    assert sorted(p.bit_count() for p in found.parts) == sizes
    assert [c.bit_count() for c in found.cuts] == cuts


def keeps(made: Geometry, moved) -> bool:
    shapes = {frozenset(s.cells) for s in made.shapes}
    return {frozenset(moved[c] for c in s) for s in shapes} == shapes and all(
        made.domains[c] == made.domains[moved[c]] for c in range(len(made))
    )


@settings(max_examples=50, deadline=None)
@given(tiny_puzzles().filter(lambda puzzle: len(puzzle.geometry) <= 6))
def test_automorphisms_are_the_permutations_that_keep_shapes_and_symbols(puzzle):
    made = puzzle.geometry
    expected = {p for p in permutations(range(len(made))) if keeps(made, p)}
    found = list(automorphisms(made))
    assert set(found) == expected
    assert len(found) == len(expected) == symmetry_order(made)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("4x4", 2 * (2 * 2**2) ** 2),
        ("latin-4", 2 * factorial(4) ** 2),
        ("6x6", factorial(3) * 2**3 * 2 * factorial(3) ** 2),
        ("sudo-cube", factorial(3) ** 3 * factorial(3)),
    ],
)
def test_symmetries_of_known_number(name, order):
    made = geometry(name)
    found = list(automorphisms(made))
    assert len(set(found)) == len(found) == order == symmetry_order(made)
    assert found[0] == tuple(range(len(made)))
    assert all(keeps(made, moved) for moved in found)


@pytest.mark.parametrize(
    ("made", "order"),
    [
        (geometry("9x9"), 2 * (factorial(3) * factorial(3) ** 3) ** 2),
        (geometry("latin-9"), 2 * factorial(9) ** 2),
        (two_and_a_loose_cell(), 8 * 8 * 2),
    ],
)
def test_symmetries_are_counted_without_listing_them(made, order):
    assert symmetry_order(made) == order


def test_the_list_of_symmetries_can_be_limited():
    found = list(automorphisms(geometry("9x9"), 5))
    assert len(set(found)) == 5
    assert all(keeps(geometry("9x9"), moved) for moved in found)


@settings(max_examples=50, deadline=None)
@given(graphs(), st.randoms(use_true_random=False))
def test_isomorphisms_find_a_renumbering(near, chance):
    place = list(range(len(near)))
    chance.shuffle(place)
    moved = [0] * len(near)
    for v, mask in enumerate(near):
        moved[place[v]] = sum(1 << place[u] for u in range(len(near)) if mask >> u & 1)
    found = list(isomorphisms(ColouredGraph.of_masks(near), ColouredGraph.of_masks(moved)))
    assert tuple(place) in found
    for renamed in found:
        for v, u in combinations(range(len(near)), 2):
            assert near[v] >> u & 1 == moved[renamed[v]] >> renamed[u] & 1


@given(graphs(), graphs())
def test_isomorphism_agrees_with_networkx(near, other):
    ours = (
        next(isomorphisms(ColouredGraph.of_masks(near), ColouredGraph.of_masks(other)), None)
        is not None
    )
    assert ours == nx.is_isomorphic(plain(near), plain(other))


def plain(near) -> nx.Graph:
    graph = nx.empty_graph(len(near))
    graph.add_edges_from((v, u) for v, mask in enumerate(near) for u in range(v) if mask >> u & 1)
    return graph


def test_boxes_of_the_sudoku_graph_make_it_no_latin_square():
    sudoku, latin = (ColouredGraph.of_masks(peer_masks(grid("4x4", box))) for box in ("2x2", None))
    assert next(isomorphisms(sudoku, latin), None) is None
