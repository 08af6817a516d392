"""Named steps about connected cells and areas: they find what propagation finds, and say why."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import networkx as nx
import pytest
from primitives.graph_boards import YES, boards, graphs, model_of, narrowed
from support import from_file

from sudokulib import describe
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.primitives import Areas, Connected, Primitive
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import strategies, strategy_named

OF_CELLS = [s for s in strategies() if s.find.__module__.endswith("connection.cells")]
BOARDS = 12
"""How many boards of each graph are tried."""


def left(rule: Primitive, domains: Iterable[int], cells: int) -> list[int] | None:
    """What all techniques together leave of some domains; None after a contradiction."""
    board = Board.of(model_of(rule, cells=cells), domains)
    found = True
    while found:
        found = False
        for technique in OF_CELLS:
            for step in technique.find(board):
                assert step.technique == technique.name
                assert is_proved(board, step)
                board = step.apply(board)
                found = True
                break
    return None if 0 in board.masks else list(board.masks)


def agree(rule: Primitive, graph: nx.Graph, chance: Random) -> None:
    for domains in boards(len(graph), chance, BOARDS):
        expected = narrowed(rule, domains)
        if expected is not None:
            assert left(rule, domains, len(graph)) == expected


@pytest.mark.parametrize("graph", graphs(5), ids=str)
def test_they_find_all_that_propagation_does(graph: nx.Graph) -> None:
    chance, number = Random(str(graph.edges)), len(graph)
    least = chance.randint(0, number)
    sizes = range(least, chance.randint(max(1, least), number) + 1)
    roots = chance.sample(range(number), chance.choice((0, 0, 1, 2)) % (number + 1))
    agree(Connected.of(graph, YES, graph.edges, sizes, roots), graph, chance)
    agree(Areas.of(graph, YES, graph.edges, sizes or [1]), graph, chance)


def told(technique: str, size: str, cells: str, shape: dict[str, object]) -> str:
    """The first step of a technique on a grid with some of its cells known."""
    geometry = from_file(
        symbols="12", build=[{"make": "grid", "size": size, "lines": False}], shapes=[shape]
    )
    puzzle = Puzzle(geometry, geometry.domains)
    masks = [{"1": 1, "2": 2, ".": 3}[symbol] for symbol in cells.replace(" ", "")]
    board = Board.of(compile_puzzle(puzzle), masks)
    step = next(strategy_named(technique).find(board))
    step.verify(board)
    return describe(step, puzzle, board).removeprefix(f"{technique.replace('-', ' ')}: ")


TWOS = {"kind": "connected-values", "values": [2]}
FOUR_TWOS = TWOS | {"sizes": [4]}
TO_THE_END = TWOS | {"reaching": "R1C1 R1C6"}
AREAS = {"kind": "shaded-areas", "shaded": [2], "sizes": [3]}


@pytest.mark.parametrize(
    ("technique", "size", "cells", "shape", "text"),
    [
        (
            "unreachable",
            "1x5",
            "2.1..",
            TWOS,
            "in the connected area at R1C1, no path of cells with 2 can lead from "
            "R1C1 to R1C4 or R1C5, so R1C4 and R1C5 = 1",
        ),
        (
            "unreachable",
            "1x7",
            "2......",
            FOUR_TWOS,
            "in the connected area at R1C1, a path from R1C1 to R1C5, R1C6 or R1C7 "
            "would take more than 4 cells with 2, so R1C5, R1C6 and R1C7 = 1",
        ),
        (
            "unreachable",
            "1x7",
            ".1...1.",
            TO_THE_END,
            "in the connected area at R1C1, no path of cells with 2 can lead from "
            "R1C1 or R1C6 to R1C3, R1C4, R1C5 or R1C7, so R1C3, R1C4, R1C5 and R1C7 = "
            "1",
        ),
        (
            "no-room",
            "1x7",
            "..1....",
            FOUR_TWOS,
            "an area with R1C1 or R1C2 has room for 2 cells with 2, and the connected "
            "area at R1C1 wants 4, so R1C1 and R1C2 = 1",
        ),
        (
            "no-room",
            "1x7",
            "..1....",
            AREAS,
            "an area with R1C1 or R1C2 has room for 2 cells with 2, and the rule of "
            "shaded areas at R1C1 wants 3, so R1C1 and R1C2 = 1",
        ),
        (
            "no-room",
            "1x7",
            ".22..1.",
            AREAS | {"sizes": [2, 6]},
            "an area with R1C1, R1C2 and R1C3 could not grow to 2 or 6 cells with 2, "
            "as the rule of shaded areas at R1C1 wants, so R1C1 = 1",
        ),
        (
            "area-complete",
            "1x7",
            ".2222..",
            FOUR_TWOS,
            "the connected area at R1C1 allows only 4 cells with 2: R1C2, R1C3, R1C4 "
            "and R1C5, so R1C1, R1C6 and R1C7 = 1",
        ),
        (
            "area-complete",
            "1x7",
            ".222...",
            AREAS,
            "R1C2, R1C3 and R1C4 are an area of 3 cells with 2, as large as the rule "
            "of shaded areas at R1C1 allows, so R1C1 and R1C5 = 1",
        ),
        (
            "area-too-large",
            "1x7",
            ".22.2..",
            AREAS,
            "R1C4 would join R1C2, R1C3 and R1C5 into an area of 4 cells with 2, and "
            "the rule of shaded areas at R1C1 allows 3, so R1C4 = 1",
        ),
        (
            "exact-fit",
            "1x7",
            "12..1..",
            AREAS,
            "the rule of shaded areas at R1C1 wants 3 connected cells with 2, and no "
            "others than R1C2, R1C3 and R1C4 are left, so R1C3 and R1C4 = 2",
        ),
        (
            "exact-fit",
            "1x7",
            ".2..1..",
            FOUR_TWOS,
            "the connected area at R1C1 wants 4 connected cells with 2, and no others "
            "than R1C1, R1C2, R1C3 and R1C4 are left, so R1C1, R1C3 and R1C4 = 2",
        ),
        (
            "only-way-out",
            "1x7",
            "12....2",
            TWOS,
            "R1C3 is the only way out of R1C2, and all cells with 2 are connected in "
            "the connected area at R1C1, so R1C3 = 2",
        ),
        (
            "only-way-out",
            "1x6",
            "12....",
            FOUR_TWOS,
            "R1C3 is the only way out of R1C2, and the connected area at R1C1 wants 4 "
            "connected cells with 2, so R1C3 = 2",
        ),
        (
            "only-way-out",
            "1x7",
            "12.....",
            AREAS,
            "R1C3 is the only way out of R1C2, and the rule of shaded areas at R1C1 "
            "wants 3 connected cells with 2, so R1C3 = 2",
        ),
        (
            "cut-cell",
            "3x3",
            "2.. 1.1 ..2",
            TWOS,
            "all cells with 2 are connected in the connected area at R1C1, and only "
            "R1C2 can join R1C1 with R3C3, so R1C2 = 2",
        ),
        (
            "cut-cell",
            "3x3",
            "2.. 1.1 ...",
            FOUR_TWOS,
            "without R1C2, R1C1 could not grow to 4 cells with 2, as the connected "
            "area at R1C1 wants, so R1C2 = 2",
        ),
        (
            "cut-cell",
            "3x3",
            "2.. 1.1 ...",
            AREAS | {"sizes": [4]},
            "without R1C2, R1C1 could not grow to 4 cells with 2, as the rule of "
            "shaded areas at R1C1 wants, so R1C2 = 2",
        ),
        (
            "cut-cell",
            "1x6",
            ".1.2..",
            TO_THE_END,
            "all cells with 2 are connected in the connected area at R1C1, and only "
            "R1C5 can join R1C4 with R1C1 or R1C6, so R1C5 = 2",
        ),
    ],
)
def test_sentences(
    technique: str, size: str, cells: str, shape: dict[str, object], text: str
) -> None:
    assert told(technique, size, cells, shape) == text
