"""Patterns of primitives: which variables they treat alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import networkx as nx
import pytest

from sudokulib.primitives import Automaton, Linear, Primitive, Regular, Table
from sudokulib.puzzles.geometries.rule_patterns import rule_pattern


def moves(rule: Primitive) -> set[tuple[int, ...]]:
    """Return the orders of the variables that leave the pattern as it is."""
    pattern = rule_pattern(rule)
    graph: nx.Graph[object] = nx.Graph()
    cells = range(len(rule.variables))
    graph.add_nodes_from([("cell", cell) for cell in cells], colour="")
    graph.add_nodes_from((n, {"colour": colour}) for n, colour in enumerate(pattern.colours))
    graph.add_edges_from(pattern.edges)
    graph.add_edges_from((vertex, ("cell", cell)) for vertex, cell in pattern.cell_edges)
    same = nx.algorithms.isomorphism.categorical_node_match("colour", "")
    ways = nx.isomorphism.GraphMatcher(graph, graph, node_match=same).isomorphisms_iter()
    return {tuple(way["cell", cell][1] for cell in cells) for way in ways}


def test_terms_of_a_sum_are_alike_where_their_weights_are() -> None:
    plain, double = (0, 1, 2), (0, 2, 4)
    rule = Linear((0, 1, 2, 3, 4), (plain, double, plain, double, plain), (7,))
    found = moves(rule)
    assert len(found) == 6 * 2
    assert all({way[1], way[3]} == {1, 3} for way in found)
    assert rule_pattern(replace(rule, totals=(8,))) != rule_pattern(rule)


def test_a_sum_of_many_cells_is_read_at_once() -> None:
    # With the cells of each two exchanged, it took minutes.
    pattern = rule_pattern(Linear(tuple(range(400)), ((0, 1),) * 200 + ((0, 2),) * 200, (300,)))
    assert len(pattern.cell_edges) == 400
    assert sorted(Counter(vertex for vertex, _ in pattern.cell_edges).values()) == [200, 200]


def test_a_table_with_too_many_orders_is_read_in_one_of_them() -> None:
    # Twelve columns with equal counts, of which none can be exchanged with another: a ring.
    rows = frozenset(
        tuple(int(place in (n, (n + 1) % 12)) for place in range(12)) for n in range(12)
    )
    assert len(rule_pattern(Table(tuple(range(12)), rows)).cell_edges) == 12
    small = frozenset(tuple(int(place in (n, (n + 1) % 5)) for place in range(5)) for n in range(5))
    assert len(moves(Table(tuple(range(5)), small))) == 10


@pytest.mark.parametrize("states", [2, 3])
def test_automata_are_told_apart(states: int) -> None:
    def ring(count: int) -> Automaton:
        return Automaton.of(
            [0], lambda state, value: [(state + value) % count], lambda state: state == 0, 2
        )

    pattern = rule_pattern(Regular((0, 1, 2), ring(states)))
    assert (pattern == rule_pattern(Regular((0, 1, 2), ring(2)))) == (states == 2)
    assert max(map(len, pattern.colours)) < 400
