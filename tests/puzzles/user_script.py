"""A user's script that builds puzzles: `mypy` checks it strictly, a test runs it."""

from __future__ import annotations

import networkx as nx

import sudokulib
from sudokulib import Geometry, Puzzle
from sudokulib.shapes import AnyOf, Arrow, Cage, Diagonals, Shape, Thermometer


def killer() -> Puzzle:
    return (
        sudokulib.geometry("4x4")
        .puzzle()
        .add("killer", "R1C1 R2C1", sum=3)
        .add("cage", ["R3C1", "R4C1"], 7)
        .add(Cage(cells="r1c2..r1c3", sum=(5, 6)))
        .add(Cage, "R2C2 R2C3", sum=7)
        .add("kropki", "R4C3 R4C4", dot="white")
        .with_givens({"R1C1": 1, "R4C4": "2"})
    )


def variety() -> Puzzle:
    base = sudokulib.geometry("9x9").add("diagonals").add("anti_knight", label="a knight's move")
    puzzle = base.puzzle("." * 81, title="Variety")
    puzzle = puzzle.add("thermo", "R1C1..R1C4").add(Thermometer(lines=["R9C1-R9C3", "R8C1-R8C3"]))
    puzzle = puzzle.add(Arrow(circle="R5C5", lines="R5C6-R5C8"))
    puzzle = puzzle.add("any-of", [Cage("R2C2 R2C3", 5), {"kind": "x", "cells": "R2C2 R2C3"}])
    puzzle = puzzle.add(AnyOf(shapes=(Cage("R3C1 R3C2", 4), Cage("R3C1 R3C2", 17))))
    puzzle = puzzle.add("cage", puzzle.geometry.find("R7C7..R8C8"), 20)
    puzzle = puzzle.add({"kind": "quadruple", "cells": "R4C4:R5C5", "values": [1, 2]})
    puzzle = puzzle.add("each", over="edges", shape={"kind": "pair", "cells": "$1 $2",
                                                     "relation": "a + b != 10"})  # fmt: skip
    return puzzle.with_shapes(Shape(Diagonals(which="up")))


def ringed() -> Geometry:
    graph: nx.Graph[int] = nx.cycle_graph(6)
    return Geometry.from_graph(graph, symbols="RGB", title="A ring")


def main() -> None:
    puzzle = killer()
    assert puzzle["R1C1"] == puzzle.givens["R1C1"] == "1"
    assert sudokulib.solve(puzzle).status == "unique"
    assert list(puzzle.without_givens("R1C1").givens) == ["R4C4"]
    assert not puzzle.without_givens().givens
    assert len(variety().shapes) > 100
    assert sudokulib.count(ringed()).value == 66
    latin = Geometry.from_houses({"first": "R1", "second": "R2", "left": "C1", "right": "C2"})
    assert latin.puzzle({"r1c1": 2})["R1C1"] == "2"
    assert set(puzzle.graph["cage"]) == {"R1C1", "R2C1"}


if __name__ == "__main__":
    main()
