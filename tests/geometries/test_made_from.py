"""Geometries from lists of houses, and from graphs."""

from __future__ import annotations

from itertools import combinations, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudokulib
from sudokulib import Geometry
from sudokulib.errors import ProblemsError, SudokuError
from sudokulib.model.of_geometry import peer_masks

FLAT = ["4x4", "6x6", "9x9", "jigsaw-5", "latin-4", "sujiken", "windoku-x"]


@pytest.mark.parametrize("name", FLAT)
def test_a_geometry_comes_back_from_its_own_graph(name: str) -> None:
    there = sudokulib.geometry(name)
    assert Geometry.from_graph(there.graph) == there


@pytest.mark.parametrize("order", [2, 3])
def test_the_sudoku_graph_of_networkx_has_the_houses_of_a_sudoku(order: int) -> None:
    made = Geometry.from_graph(nx.sudoku_graph(order))
    there = sudokulib.geometry(f"{order**2}x{order**2}")
    assert {shape.rule for shape in made.shapes} == {shape.rule for shape in there.shapes}
    assert made.topology == there.topology


def test_a_puzzle_on_a_graph_is_solved_as_on_the_grid() -> None:
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    solved = sudokulib.solve(Geometry.from_graph(nx.sudoku_graph(3)).puzzle(line))
    assert solved.solution.line() == sudokulib.solve(line).solution.line()


@settings(max_examples=40, deadline=None)
@given(st.sets(st.sampled_from(list(combinations(range(6), 2)))))
def test_fillings_are_the_proper_colourings_of_the_graph(edges: set[tuple[int, int]]) -> None:
    graph = nx.empty_graph(6)
    graph.add_edges_from(edges)
    symbols = max(3, *map(len, nx.find_cliques(graph)))
    made = Geometry.from_graph(graph, symbols=symbols)
    masks = peer_masks(made)
    assert {(a, b) for a in range(6) for b in range(a, 6) if masks[a] >> b & 1} == edges
    colourings = product(range(symbols), repeat=6)
    proper = sum(all(found[a] != found[b] for a, b in edges) for found in colourings)
    assert sudokulib.count(made).value == proper


def test_more_cliques_than_are_looked_at_leave_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokulib.puzzles.geometries.made_from._CLIQUES", 2)
    few = Geometry.from_graph(nx.sudoku_graph(2))
    assert len(few.shapes) > 12
    assert peer_masks(few) == peer_masks(sudokulib.geometry("4x4"))


def test_cells_carry_places_and_symbols_of_their_own() -> None:
    graph = nx.path_graph(["left", "middle", "right"])
    graph.nodes["left"].update(at=(0, 2), symbols="AB")
    graph.nodes["middle"].update(at=(1, 1), symbols="ABC")
    graph.nodes["right"].update(at=(0, 0), symbols="ABC")
    made = Geometry.from_graph(graph)
    assert made.alphabet.symbols == ("A", "B", "C")
    assert [(cell.name, cell.at) for cell in made.cells] == [
        ("left", (0, 2)), ("middle", (1, 1)), ("right", (0, 0))
    ]  # fmt: skip
    assert made.domains == (0b011, 0b111, 0b111)
    assert made.topology.edges() == ()


@pytest.mark.parametrize(
    "houses",
    [
        ["R1", "R2", "C1", "C2"],
        ["r1c1..r1c2", "R2C1-R2C2", "R1C1 R2C1", "R1C2, R2C2"],
        [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 1), (1, 1)]],
        [[0, 1], [2, 3], {0, 2}, range(1, 4, 2)],
        {"one": ["R1C1", "R1C2"], "two": "R2", "three": "C1", "four": "C2"},
    ],
    ids=str,
)
def test_houses_are_written_in_every_way(houses: object) -> None:
    made = Geometry.from_houses(houses)  # type: ignore[arg-type]
    assert [shape.cells for shape in made.shapes] == [(0, 1), (2, 3), (0, 2), (1, 3)]
    assert {shape.kind for shape in made.shapes} == {"house"}
    assert made.topology.edges() == ((0, 1), (0, 2), (1, 3), (2, 3))
    assert sudokulib.count(made).value == 2
    assert made.find("R1C1..R1C2") == (0, 1)


def test_labels_names_and_smaller_houses() -> None:
    made = Geometry.from_houses({"top": "a b c", "rest": "c d"}, symbols="XYZ", title="Two")
    assert [(s.label, s.kind) for s in made.shapes] == [("top", "house"), ("rest", "distinct")]
    assert [cell.name for cell in made.cells] == ["a", "b", "c", "d"]
    assert (made.title, made.find("D")) == ("Two", (3,))
    near = Geometry.from_houses(["a b c"], neighbours=[("a", "c")])
    assert near.topology.edges() == ((0, 2),)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Geometry.from_houses([]), "a geometry needs cells"),
        (lambda: Geometry.from_houses(["R1", "R2"]), "'R1' does not say how large"),
        (lambda: Geometry.from_houses([["a", "a"]]), "'a' puts a cell into the set twice"),
        (lambda: Geometry.from_houses([["a b", "c"]]), "'a b' is not a name"),
        (lambda: Geometry.from_houses([[1, 2]], symbols=1), "2 cells cannot all differ with 1"),
        (lambda: Geometry.from_houses([[1, 2]], symbols="11"), "'1' stands twice"),
        (lambda: Geometry.from_houses(["a b"], neighbours=[("a", "z")]), "unknown cell 'z'"),
        (lambda: Geometry.from_houses(["R1C1 R9999C9999"]), "cells"),
        (lambda: Geometry.from_graph(nx.Graph([("a", "a")])), "'a' cannot differ from itself"),
        (
            lambda: Geometry.from_graph(
                sudokulib.geometry("4x4").puzzle().add("cage", "R1C1 R1C2", sum=5).graph
            ),
            r"does not describe the cage 'cage' completely; .* add\('cage', ",
        ),
    ],
)
def test_what_makes_no_geometry_is_told(make: object, said: str) -> None:
    with pytest.raises(SudokuError, match=said):
        make()  # type: ignore[operator]


def test_errors_are_those_of_files() -> None:
    with pytest.raises(ProblemsError) as caught:
        Geometry.from_houses({"pair": "a a"})
    (problem,) = caught.value.problems
    assert (problem.path, problem.fix) == ("shapes[0].cells[1]", "drop it once")
    assert str(problem).startswith("the houses: ")
