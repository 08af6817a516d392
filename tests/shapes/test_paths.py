"""Paths, digits along lines, yajilin and bridges: every filling of small grids, by the rule."""

from itertools import pairwise, permutations, product
from typing import Any

import networkx as nx
import pytest
from shapes.graph_puzzles import SMALL, puzzle_on
from support import with_slow

import sudokulib
from sudokulib.puzzles.loading import loads

SEARCHES = ("native", "reference", "cp-sat")


def paths_in(graph: nx.Graph) -> list[tuple[Any, ...]]:
    """All paths of two or more vertices, each once."""
    return [
        tuple(path)
        for a, b in product(graph, graph)
        if a < b
        for path in nx.all_simple_paths(graph, a, b)
    ]


@pytest.mark.slow
def test_paths_in_all_graphs_of_up_to_five_vertices() -> None:
    for graph in SMALL:
        if graph.order() > 5:
            continue
        paths, (end, *_) = paths_in(graph), sorted(v for v in graph if graph.degree(v))
        puzzle = puzzle_on(graph, "{kind: simple-path, values: [2], cells: loop}")
        assert sudokulib.count(puzzle).value == len(paths)
        ending = puzzle_on(graph, f"{{kind: path, values: [2], ends: V{end}, cells: loop}}")
        assert sudokulib.count(ending).value == sum(end in (p[0], p[-1]) for p in paths)
        rule = "{kind: simple-path, values: [2], backward: [3], cells: loop}"
        assert sudokulib.count(puzzle_on(graph, rule, "123")).value == 2 * len(paths)
        apart = [p for p in paths if graph.subgraph(p).size() == len(p) - 1]
        rule = "{kind: simple-path, values: [2], touching: false, cells: loop}"
        assert sudokulib.count(puzzle_on(graph, rule)).value == len(apart)


@pytest.mark.parametrize("search", with_slow(SEARCHES, "cp-sat"))
def test_digits_increase_along_paths(search: str) -> None:
    graph = nx.grid_2d_graph(2, 2)
    cells = sorted(graph)
    known = sum(
        all(a < b for a, b in pairwise(read)) or all(a > b for a, b in pairwise(read))
        for digits in product((1, 2, 3), repeat=4)
        for path in paths_in(graph)
        for read in [[dict(zip(cells, digits, strict=True))[c] for c in path]]
    )
    puzzle = loads("""
    geometry:
      {symbols: "123", build: [{make: grid, size: 2x2, lines: false}],
       layers: {loop: {at: edges, symbols: "12"}}}
    shapes: [{kind: simple-path, values: [2], increasing: true, cells: loop}]
    """)
    assert sudokulib.count(puzzle, search=search).value == known > 0
    # With a direction, each of them is followed in one: that in which digits increase.
    directed = loads("""
    geometry:
      {symbols: "123", build: [{make: grid, size: 2x2, lines: false}],
       layers: {loop: {at: edges, symbols: "123"}}}
    shapes: [{kind: simple-path, values: [2], backward: [3], increasing: true, cells: loop}]
    """)
    assert sudokulib.count(directed, search=search).value == known


def holding(text: str) -> tuple[sudokulib.Puzzle, int]:
    """A puzzle, and in how many of all fillings its rules hold."""
    puzzle = loads(text)
    context, domains = puzzle.context, puzzle.geometry.domains
    values = context.values
    choices = [[v for i, v in enumerate(values) if mask >> i & 1] for mask in domains]
    rules = [shape.rule for shape in puzzle.all_shapes]
    every = product(*choices)
    return puzzle, sum(all(rule.holds(one, context) for rule in rules) for one in every)


GRID = """
geometry:
  {symbols: "0123", build: [{make: grid, size: %s, lines: false}], allowed: {all: "%s"},
   layers: {loop: {at: edges, symbols: "%s"}}}
shapes: [%s]
"""


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("size", "digits", "edges", "rules"),
    [
        (
            "2x3",
            "13",
            "01",
            "{kind: simple-loop, values: [1], cells: loop},"
            "{kind: line-digits, values: [1], digits: [1, 3], d: 2, cells: loop}",
        ),
        (
            "2x2",
            "12",
            "01",
            "{kind: path, values: [1], cells: loop},"
            "{kind: line-digits, values: [1], digits: [2], cells: loop}",
        ),
        (
            "2x2",
            "123",
            "01",
            "{kind: path, values: [1], cells: loop},"
            "{kind: line-digits, values: [1], d: 2, cells: loop}",
        ),
        ("2x3", "1", "012", "{kind: simple-loop, values: [1], backward: [2], cells: loop}"),
        ("2x2", "1", "012", "{kind: path, values: [2], backward: [1], cells: loop}"),
        (
            "1x3",
            "123",
            "012",
            "{kind: path, values: [1], backward: [2], increasing: true, cells: loop}",
        ),
        ("3x3", "1", "01", "{kind: yajilin, values: [1], cells: loop}"),
        ("3x3", "0", "01", "{kind: yajilin, values: [1], clues: [R1C1>right], cells: loop}"),
        ("2x3", "2", "012", "{kind: bridges, values: [1, 2], islands: R1C1 R1C3 R2C1 R2C3}"),
        ("1x4", "12", "012", "{kind: bridges, values: [1, 2], islands: R1C1 R1C4}"),
        ("2x2", "123", "012", "{kind: bridges, values: [1, 2], islands: R1C1 R1C2 R2C1}"),
        ("3x3", "1", "01", "{kind: bridges, values: [1], islands: R1C2 R3C2, cells: loop}"),
    ],
)
def test_all_fillings_of_small_grids(
    size: str, digits: str, edges: str, rules: str, search: str
) -> None:
    rules = rules.replace("}", ", cells: loop}") if "cells" not in rules else rules
    puzzle, known = holding(GRID % (size, digits, edges, rules))
    assert sudokulib.count(puzzle, search=search).value == known > 0


@pytest.mark.parametrize(("clue", "cells"), [("", ()), ("R2C1>right", ((1, 1), (1, 2), (1, 3)))])
def test_yajilin_is_one_loop_and_shaded_cells_that_do_not_touch(
    clue: str, cells: tuple[tuple[int, int], ...]
) -> None:
    graph, known = nx.grid_2d_graph(4, 4), 0
    clued = {(1, 0)} if clue else set()
    for cycle in nx.simple_cycles(graph):
        shaded = set(graph) - set(cycle) - clued
        apart = not any(graph.has_edge(a, b) for a, b in permutations(shaded, 2))
        right = len(shaded.intersection(cells)) == 1 or not clue
        known += apart and right and clued.isdisjoint(cycle)
    rule = f"{{kind: yajilin, values: [1], clues: [{clue}], cells: loop}}"
    assert sudokulib.count(loads(GRID % ("4x4", "1", "01", rule))).value == known > 0


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("{kind: path, values: [2], ends: R1C1 R1C2 R1C3, cells: loop}", "two at most"),
        ("{kind: line-digits, values: [2], cells: loop}", "write digits or d"),
        ("{kind: line-digits, values: [2], digits: [9], cells: loop}", "no symbol stands for 9"),
        ("{kind: yajilin, values: [2], clues: [[R1C1]], cells: loop}", "points to no cell"),
        ("{kind: bridges, values: [1, 2], islands: R1C1, cells: loop}", "name at least two"),
        ("{kind: bridges, values: [1], islands: [R1C1, loop.R1C2], cells: loop}", "no edges are"),
        ("{kind: path, values: [2], increasing: true, cells: side}", "at: edges"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rule: str, message: str) -> None:
    layers = "{loop: {at: edges, symbols: '12'}, side: {at: sides, symbols: '12'}}"
    with pytest.raises(sudokulib.SudokuError, match=message):
        loads(f"geometry: 4x4\nlayers: {layers}\nshapes: [{rule}]")
