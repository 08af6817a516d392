"""`Regions` against networkx and brute force, in Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import networkx as nx
import pytest
from primitives.graph_boards import (
    compiled,
    covers,
    graphs,
    model_of,
    narrowed,
    possible,
)
from support import with_slow

from sudokulib import _kernel
from sudokulib.primitives import Regions
from sudokulib.search import Budget, backend


def divisions(graph: nx.Graph, size: int, in_order: bool) -> list[tuple[int, ...]]:
    """All numberings of vertices by regions, by networkx."""
    count = len(graph) // size
    found = []
    for labels in product(range(count), repeat=len(graph)):
        parts = [[v for v in graph if labels[v] == number] for number in range(count)]
        if in_order and list(dict.fromkeys(labels)) != list(range(count)):
            continue
        if all(len(part) == size and nx.is_connected(graph.subgraph(part)) for part in parts):
            found.append(labels)
    return found


def fillings(
    rule: Regions, divided: list[tuple[int, ...]], symbols: int
) -> Iterator[tuple[int, ...]]:
    """All assignments, by what `divisions` found."""
    count = rule.vertices
    every = list(product(range(symbols), repeat=count)) if rule.valued else [()]
    for labels in divided:
        links = tuple(int(labels[a] == labels[b]) for a, b in rule.links)
        for values in every:
            if not values or len({*zip(labels, values, strict=True)}) == count:
                yield (*labels, *values, *links)


def rules(graph: nx.Graph, size: int, chance: Random) -> Iterator[Regions]:
    """Regions of one size with values and without, with some links and with none."""
    count = len(graph)
    pairs = [(a, b) for a in graph for b in graph if a < b]
    for valued, in_order in product((False, True), repeat=2):
        first = count * (1 + valued)
        linked = sorted(chance.sample(pairs, chance.randint(0, min(4, len(pairs)))))
        yield Regions.of(
            range(count),
            graph.edges,
            size,
            values=range(count, first),
            links={pair: first + i for i, pair in enumerate(linked)},
            in_order=in_order,
        )


def agrees(vertices: int, most: int) -> None:
    """Compare with brute force all graphs of so many vertices, on `most` boards each."""
    chance = Random(vertices)
    for graph in graphs(vertices):
        for size in (n for n in range(1, len(graph) + 1) if len(graph) % n == 0):
            symbols = max(size, 2)
            divided = {order: divisions(graph, size, order) for order in (False, True)}
            for rule in rules(graph, size, chance):
                solutions = list(fillings(rule, divided[rule.in_order], symbols))
                limits = [len(graph) // size] * len(graph)
                limits += [symbols] * (len(graph) * rule.valued) + [2] * len(rule.links)
                compare(rule, solutions, limits, chance, most)


def compare(
    rule: Regions,
    solutions: list[tuple[int, ...]],
    limits: list[int],
    chance: Random,
    most: int,
) -> None:
    native = compiled(rule, len(limits), (1 << max(limits)) - 1) if _kernel.core else None
    domains = [(1 << limit) - 1 for limit in limits]
    for _ in range(most):
        expected = possible(solutions, domains)
        assert covers(narrowed(rule, domains), expected)
        if native:
            assert covers(native(domains), expected)
        # The next board is a part of this one, about a solution if there is one.
        begun = chance.choice(solutions) if solutions else None
        domains = [
            chance.getrandbits(limit) | (1 << begun[v] if begun else 0)
            for v, limit in enumerate(limits)
        ]
    some = chance.sample(solutions, min(3, len(solutions)))
    for whole in (*some, tuple(chance.randrange(limit) for limit in limits)):
        fits = whole in solutions
        single = [1 << value for value in whole]
        assert rule.check(whole) == fits
        assert (narrowed(rule, single) == single) == fits
        if native:
            assert (native(single) == single) == fits


def test_all_graphs_of_up_to_four_vertices() -> None:
    agrees(4, 6)


@pytest.mark.slow
def test_all_graphs_of_up_to_six_vertices() -> None:
    agrees(6, 2)


@pytest.mark.parametrize("search", with_slow(["native", "reference", "cp-sat"], "cp-sat"))
def test_divisions_of_small_grids(search: str) -> None:
    # Divisions of the 4 x 4 grid into connected regions of four cells: https://oeis.org/A172477.
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(4, 4))
    rule = Regions.of(grid, grid.edges, 4, in_order=True)
    assert backend(search).count(model_of(rule, cells=16, domain=15), Budget()) == 117


needs_kernel = pytest.mark.skipif(_kernel.core is None, reason="no compiled search")


@needs_kernel
def test_what_only_the_compiled_form_sees() -> None:
    # Two cells in the corners of a grid of 2 x 3 are apart, so the middle ones are with them.
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(2, 3))
    rule = Regions.of(grid, grid.edges, 3, links={(0, 1): 6, (0, 2): 7}, in_order=True)
    found = compiled(rule, 8)([3] * 6 + [1, 3])
    assert found == [1, 2, 2, 1, 1, 2, 1, 1]


@needs_kernel
def test_a_digit_with_one_cell_in_reach_of_a_region_is_placed() -> None:
    # Cells 1 and 5 of a grid of 2 x 3 can hold the last digit, and 5 is too far from 0.
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(2, 3))
    rule = Regions.of(grid, grid.edges, 3, values=range(6, 12), in_order=True)
    found = compiled(rule, 12, 7)([3] * 6 + [3, 7, 3, 3, 3, 7])
    assert (found[0], found[1], found[7], found[5], found[11]) == (1, 1, 4, 2, 4)
