"""Primitives propagated together, as by sweeps over all of them, whatever was asked before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import networkx as nx
import pytest
from primitives.graph_boards import graphs

from sudokulib.basics.bit_sets import bits
from sudokulib.primitives import DistinctPairs, Primitive, Regions
from sudokulib.primitives.graphs import graph_of
from sudokulib.primitives.primitive import Fixpoint


def swept(primitives: Sequence[Primitive], domains: list[int]) -> list[int] | None:
    """What sweeps over all primitives leave."""
    domains, before = list(domains), None
    while domains != before:
        before = list(domains)
        for primitive in primitives:
            smaller = primitive.propagate(domains)
            if smaller is None:
                return None
            for v, domain in smaller.items():
                domains[v] &= domain
    return domains if all(domains) else None


@pytest.mark.parametrize("seed", range(4))
def test_as_by_sweeps_whatever_was_asked_before(seed: int) -> None:
    chance = Random(seed)
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 4))
    links = {pair: 24 + number for number, pair in enumerate(chance.sample(list(grid.edges), 6))}
    rule = Regions.of(grid, grid.edges, 4, values=range(12, 24), links=links, in_order=True)
    parts = list(rule.parts(3))
    fixpoint, left = Fixpoint(parts), 0
    full = [7] * 12 + [15] * 12 + [3] * 6
    domains = list(full)
    for _ in range(150):
        expected = swept(parts, domains)
        now = list(domains)
        assert (now if fixpoint.reach(now) else None) == expected
        smaller = rule.propagate(domains)
        assert (smaller is None) == (expected is None)
        if expected:
            left += expected != domains
            assert smaller == {v: expected[v] for v in range(30) if expected[v] != domains[v]}
        if expected is None or chance.random() < 0.2:
            domains = list(full)
        # Sometimes a part of what was asked last, sometimes another board.
        for v in chance.sample(range(30), chance.randint(1, 3)):
            domains[v] = chance.choice([d for d in range(1, full[v] + 1) if d & domains[v]])
    assert left > 20


def test_what_is_cut_off_is_what_cannot_be_reached() -> None:
    chance = Random(1)
    for graph in graphs(6):
        count = len(graph)
        by_bits = graph_of(count, tuple(sorted((min(e), max(e)) for e in graph.edges)))
        through = chance.getrandbits(count)
        start = chance.getrandbits(count) & through
        joined = by_bits.reached(start, through)
        lost = by_bits.cut_off(start, through)
        for vertex in bits(joined):
            others = through & ~(1 << vertex)
            rest = by_bits.reached(start & others, others)
            assert joined & ~rest & ~(1 << vertex) == lost.get(vertex, 0)
        assert not any(1 << vertex & ~joined for vertex in lost)


def test_a_pair_of_values_with_a_single_place_is_put_there() -> None:
    # Four pairs of two values each: (1, 0) is left to the third alone.
    rule = DistinctPairs.of([(0, 4), (1, 5), (2, 6), (3, 7)])
    found = rule.propagate([0b01, 0b01, 0b11, 0b10, 0b11, 0b11, 0b11, 0b10])
    assert found == {2: 0b10, 6: 0b01}
    assert rule.propagate([0b01, 0b01, 0b11, 0b10, 0b11, 0b11, 0b10, 0b10]) is None
