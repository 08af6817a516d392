"""Kinds about loops: all graphs of up to six vertices, and published counts."""

from itertools import pairwise, product

import networkx as nx
import pytest
from shapes.graph_puzzles import SMALL, puzzle_on
from support import with_slow

import sudokulib
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.rules_text import rule_sentences
from sudokulib.render.text import draw


@pytest.mark.slow
def test_loops_in_all_graphs_of_up_to_six_vertices() -> None:
    for graph in SMALL:
        cycles = [cycle for cycle in nx.simple_cycles(graph) if len(cycle) > 2]
        if not cycles:
            with pytest.raises(sudokulib.SudokuError, match="no filling"):
                puzzle_on(graph, "{kind: simple-loop, values: [2], cells: loop}")
            continue
        puzzle = puzzle_on(graph, "{kind: simple-loop, values: [2], cells: loop}")
        assert sudokulib.count(puzzle).value == len(cycles)
        first = min(cycles[0])
        through = puzzle.add("simple-loop", values=[2], cells="loop", through=f"V{first}")
        assert sudokulib.count(through).value == sum(first in cycle for cycle in cycles)


def test_loops_that_do_not_touch_themselves() -> None:
    for graph in SMALL[::5]:
        cycles = [cycle for cycle in nx.simple_cycles(graph) if len(cycle) > 2]
        apart = [c for c in cycles if graph.subgraph(c).size() == len(c)]
        if apart:
            rule = "{kind: simple-loop, values: [2], touching: false, cells: loop}"
            assert sudokulib.count(puzzle_on(graph, rule)).value == len(apart)


DIRECTED = "{kind: simple-loop, values: [2], backward: [3], cells: loop}"


@pytest.mark.slow
def test_loops_with_a_direction_in_all_graphs_of_up_to_six_vertices() -> None:
    for graph in SMALL:
        cycles = [tuple(cycle) for cycle in nx.simple_cycles(graph) if len(cycle) > 2]
        if not cycles:
            continue
        puzzle = puzzle_on(graph, DIRECTED, "123")
        walks = [walk for cycle in cycles for walk in (cycle, cycle[::-1])]
        assert sudokulib.count(puzzle).value == len(walks)
        edge = puzzle.geometry.cells[graph.order()].name
        a, b = puzzle.geometry.topology.places[graph.order()].cells
        for symbol, step in (("2", (a, b)), ("3", (b, a))):
            steps = [{*pairwise((*walk, walk[0]))} for walk in walks]
            known = sum(step in of_walk for of_walk in steps)
            given = puzzle.with_givens({edge: symbol})
            assert sudokulib.count(given).value == known


@pytest.mark.parametrize("search", ["native", "reference", "cp-sat"])
def test_directions_hold_for_all_rules_about_a_loop(search: str) -> None:
    graph, known = nx.grid_2d_graph(3, 3), 0
    for cycle in nx.simple_cycles(graph):
        rights = [(a, b) for a, b in pairwise((*cycle, cycle[0])) if {a, b} == {(0, 0), (0, 1)}]
        known += len(rights)  # of both directions, one leads to the right there
    puzzle = loads("""
    geometry:
      {symbols: "123", build: [{make: grid, size: 3x3, lines: false}], allowed: {all: "1"},
       layers: {loop: {at: edges}}}
    shapes:
      - {kind: masyu, values: [2, 3], cells: loop}
      - {kind: simple-loop, values: [2], backward: [3], cells: loop}
    givens: {loop.R1C2: 2}
    """)
    assert sudokulib.count(puzzle, search=search).value == known > 0


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("{values: [2], backward: [2, 3], cells: loop}", "2 stands for both directions"),
        ("{values: [2], backward: [3], cells: side}", "at: edges"),
        ("{values: [2], backward: [9], cells: loop}", "no symbol stands for 9"),
    ],
)
@pytest.mark.parametrize("kind", ["simple-loop", "simple-path"])
def test_directions_that_make_no_sense_are_refused(kind: str, rule: str, message: str) -> None:
    layers = "{loop: {at: edges, symbols: '123'}, side: {at: sides, symbols: '123'}}"
    with pytest.raises(sudokulib.SudokuError, match=message):
        loads(
            f"geometry: 4x4\nlayers: {layers}\nshapes: [{rule.replace('{', f'{{kind: {kind}, ')}]"
        )


@pytest.mark.parametrize(("symbols", "worded"), [("123", True), ("1234", False)])
def test_edges_have_words_where_these_say_all(symbols: str, worded: bool) -> None:
    # With four symbols, two of them say that an edge is not on the loop.
    puzzle = loads(f"""
    geometry: 4x4
    layers: {{loop: {{at: edges, symbols: "{symbols}"}}}}
    shapes: [{{kind: simple-loop, values: [2], backward: [3], cells: loop}}]
    """)
    assert bool(compile_puzzle(puzzle).descriptions) == worded


def test_a_loop_with_a_direction_is_drawn_with_arrows() -> None:
    puzzle = loads("""
    geometry:
      {symbols: "123", build: [{make: grid, size: 2x3, lines: false}], allowed: {all: "1"},
       layers: {loop: {at: edges}}}
    shapes:
      - {kind: masyu, values: [2, 3], cells: loop}
      - {kind: simple-loop, values: [2], backward: [3], through: all, cells: loop}
    givens: {loop.R1C2: 2}
    """)
    (solution,) = sudokulib.solve(puzzle).solutions
    # A picture of the cells is left of that of the loop.
    lines = [line[16:] for line in draw(solution).plain().splitlines()]
    assert lines == ["┏━→━━━→━┓", "↑       ↓", "┗━←━━━←━┛", "", ""]
    lines = [line[16:] for line in draw(solution, ascii_only=True).plain().splitlines()]
    assert lines == ["#=>===>=#", "^       v", "#=<===<=#", "", ""]


@pytest.mark.parametrize("search", with_slow(["reference", "cp-sat"], "cp-sat"))
def test_the_other_searches_find_the_same_loops(search: str) -> None:
    for graph in SMALL[::17]:
        cycles = [cycle for cycle in nx.simple_cycles(graph) if len(cycle) > 2]
        if cycles:
            puzzle = puzzle_on(graph, "{kind: simple-loop, values: [2], cells: loop}")
            assert sudokulib.count(puzzle, search=search).value == len(cycles)


@pytest.mark.parametrize(("on", "size"), [("edges", "4x4"), ("edges", "5x5"), ("sides", "4x4")])
def test_loops_of_grids_are_as_many_as_published(on: str, size: str) -> None:
    # https://oeis.org/A140517: simple cycles in a grid of n×n vertices, from n = 1 on.
    known = (0, 1, 13, 213, 9349)[int(size[0]) - (on == "edges")]
    grid = f"{{symbols: '12', build: [{{make: grid, size: {size}, lines: false}}]"
    puzzle = loads(f"""
    geometry: {grid}, allowed: {{all: '1'}}, layers: {{loop: {{at: {on}}}}}}}
    shapes: [{{kind: simple-loop, values: [2], cells: loop}}]
    """)
    assert sudokulib.count(puzzle).value == known


def test_pearls_on_all_loops_of_a_grid() -> None:
    """White and black pearls against the definition on the cycle's turns."""
    graph = nx.grid_2d_graph(4, 4)
    for pearl, (cell, colour) in product(
        ["white", "black"], [((0, 1), "R1C2"), ((1, 1), "R2C2"), ((0, 0), "R1C1")]
    ):
        known = 0
        for cycle in nx.simple_cycles(graph):
            if cell not in cycle:
                continue
            at = cycle.index(cell)
            walk = [cycle[(at + k) % len(cycle)] for k in (-2, -1, 0, 1, 2)]
            turns = [
                walk[k - 1][0] != walk[k + 1][0] and walk[k - 1][1] != walk[k + 1][1]
                for k in (1, 2, 3)
            ]
            if pearl == "white":
                known += not turns[1] and (turns[0] or turns[2])
            else:
                known += turns[1] and not turns[0] and not turns[2]
        text = f"""
        geometry:
          {{symbols: "12", build: [{{make: grid, size: 4x4, lines: false}}], allowed: {{all: "1"}},
           layers: {{loop: {{at: edges}}}}}}
        shapes: [{{kind: masyu, values: [2], {pearl}: {colour}, cells: loop}}]
        """
        if not known:
            with pytest.raises(sudokulib.SudokuError):
                loads(text)
        else:
            assert sudokulib.count(loads(text)).value == known


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("{kind: simple-loop, values: [2]}", "name a layer of edges or sides"),
        ("{kind: simple-loop, values: [7], cells: loop}", "no symbol stands for 7"),
        ("{kind: masyu, values: [2], white: R1C1, black: R1C1, cells: loop}", "choose one"),
        ("{kind: slitherlink, values: [2], clues: loop.R1C2, cells: loop}", "in a layer"),
    ],
)
def test_rules_that_make_no_sense_are_refused(rule: str, message: str) -> None:
    with pytest.raises(sudokulib.SudokuError, match=message):
        loads(f"geometry: 4x4\nlayers: {{loop: {{at: edges, symbols: '12'}}}}\nshapes: [{rule}]")


@pytest.mark.parametrize("kind", ["simple-loop", "simple-path"])
def test_cells_to_pass_through_are_marked_unless_they_are_all(kind: str) -> None:
    for through, marked in (("R1C1 R2C2", 2), ("R1 R2 R3 R4", 0), ("R1 R2 R3", 12)):
        puzzle = sudokulib.read(
            f"""
geometry:
  symbols: "12"
  build: [{{make: grid, size: 4x4, lines: false}}]
  layers: {{loop: {{at: edges}}}}
shapes: [{{kind: {kind}, values: [2], through: {through}, cells: loop}}]
"""
        )
        (shape,) = puzzle.shapes
        assert len(list(shape.rule.drawn(puzzle.context))) == marked
        (said,) = [rule.text for rule in rule_sentences(puzzle.geometry, puzzle.shapes)]
        assert "passes through all cells" in said
        assert ("○" in said) == bool(marked)
