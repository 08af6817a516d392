"""Named steps about connected cells, areas and loops: they find what propagation does."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import networkx as nx
import pytest
from kernel.random_models import Lowered
from primitives.graph_boards import YES, boards, graphs, model_of, narrowed
from support import from_file

from sudokulib import describe
from sudokulib.basics.alphabet import Alphabet
from sudokulib.board import Board
from sudokulib.logic.directions import direction_counts
from sudokulib.logic.names import ShapeNames
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.model.compiler import compile_shapes
from sudokulib.primitives import Areas, Connected, Linear, Loop, Primitive, Regular, When
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Context, Shape
from sudokulib.shapes.topology import Mesh
from sudokulib.strategies import strategies, strategy_named

OF_CELLS, OF_LOOPS = (
    [s for s in strategies() if s.find.__module__.endswith(f"connection.{module}")]
    for module in ("cells", "loops")
)
BOARDS = 12
"""How many boards of each graph are tried."""


def left(rule: Primitive, domains: Iterable[int], cells: int) -> list[int] | None:
    """What all techniques of a rule leave of some domains; None after a contradiction."""
    board = Board.of(model_of(rule, cells=cells), domains)
    found = True
    while found:
        found = False
        for technique in OF_LOOPS if isinstance(rule, Loop) else OF_CELLS:
            for step in technique.find(board):
                assert step.technique == technique.name
                assert is_proved(board, step)
                board = step.apply(board)
                found = True
                break
    return None if 0 in board.masks else list(board.masks)


def agree(rule: Primitive, cells: int, chance: Random) -> None:
    for domains in boards(cells, chance, BOARDS):
        expected = narrowed(rule, domains)
        if expected is not None:
            assert left(rule, domains, cells) == expected


@pytest.mark.parametrize("graph", graphs(5), ids=str)
def test_they_find_all_that_propagation_does(graph: nx.Graph) -> None:
    chance, number = Random(str(graph.edges)), len(graph)
    least = chance.randint(0, number)
    sizes = range(least, chance.randint(max(1, least), number) + 1)
    roots = chance.sample(range(number), chance.choice((0, 0, 1, 2)) % (number + 1))
    agree(Connected.of(graph, YES, graph.edges, sizes, roots), number, chance)
    agree(Areas.of(graph, YES, graph.edges, sizes or [1]), number, chance)


@pytest.mark.parametrize("graph", [graph for graph in graphs(6) if 2 < graph.size() < 11], ids=str)
def test_they_find_all_that_propagation_of_loops_does(graph: nx.Graph) -> None:
    chance, edges = Random(str(graph.edges)), dict(enumerate(graph.edges))
    ends = sorted({vertex for edge in graph.edges for vertex in edge})
    closed, touching = chance.choice((True, False)), chance.choice((True, False))
    through, tips = (chance.sample(ends, chance.choice((0, 1, 2))) for _ in range(2))
    tips = [] if closed else tips
    how = {"closed": closed, "tips": tips, "touching": touching}
    agree(Loop.of(edges, YES, through=through, **how), len(edges), chance)


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
            "in the connected area, no path of cells with 2 can lead from "
            "R1C1 to R1C4 or R1C5, so R1C4 and R1C5 = 1",
        ),
        (
            "unreachable",
            "1x7",
            "2......",
            FOUR_TWOS,
            "in the connected area, a path from R1C1 to R1C5, R1C6 or R1C7 "
            "would take more than 4 cells with 2, so R1C5, R1C6 and R1C7 = 1",
        ),
        (
            "unreachable",
            "1x7",
            ".1...1.",
            TO_THE_END,
            "in the connected area, no path of cells with 2 can lead from "
            "R1C1 or R1C6 to R1C3, R1C4, R1C5 or R1C7, so R1C3, R1C4, R1C5 and R1C7 = "
            "1",
        ),
        (
            "no-room",
            "1x7",
            "..1....",
            FOUR_TWOS,
            "an area with R1C1 or R1C2 has room for 2 cells with 2, and the connected "
            "area wants 4, so R1C1 and R1C2 = 1",
        ),
        (
            "no-room",
            "1x7",
            "..1....",
            AREAS,
            "an area with R1C1 or R1C2 has room for 2 cells with 2, and the rule of "
            "shaded areas wants 3, so R1C1 and R1C2 = 1",
        ),
        (
            "no-room",
            "1x7",
            ".22..1.",
            AREAS | {"sizes": [2, 6]},
            "an area with R1C1, R1C2 and R1C3 could not grow to 2 or 6 cells with 2, "
            "as the rule of shaded areas wants, so R1C1 = 1",
        ),
        (
            "area-complete",
            "1x7",
            ".2222..",
            FOUR_TWOS,
            "the connected area allows only 4 cells with 2: R1C2, R1C3, R1C4 "
            "and R1C5, so R1C1, R1C6 and R1C7 = 1",
        ),
        (
            "area-complete",
            "1x7",
            ".222...",
            AREAS,
            "R1C2, R1C3 and R1C4 are an area of 3 cells with 2, as large as the rule "
            "of shaded areas allows, so R1C1 and R1C5 = 1",
        ),
        (
            "area-too-large",
            "1x7",
            ".22.2..",
            AREAS,
            "R1C4 would join R1C2, R1C3 and R1C5 into an area of 4 cells with 2, and "
            "the rule of shaded areas allows 3, so R1C4 = 1",
        ),
        (
            "exact-fit",
            "1x7",
            "12..1..",
            AREAS,
            "the rule of shaded areas wants 3 connected cells with 2, and no "
            "others than R1C2, R1C3 and R1C4 are left, so R1C3 and R1C4 = 2",
        ),
        (
            "exact-fit",
            "1x7",
            ".2..1..",
            FOUR_TWOS,
            "the connected area wants 4 connected cells with 2, and no others "
            "than R1C1, R1C2, R1C3 and R1C4 are left, so R1C1, R1C3 and R1C4 = 2",
        ),
        (
            "only-way-out",
            "1x7",
            "12....2",
            TWOS,
            "R1C3 is the only way out of R1C2, and all cells with 2 are connected in "
            "the connected area, so R1C3 = 2",
        ),
        (
            "only-way-out",
            "1x6",
            "12....",
            FOUR_TWOS,
            "R1C3 is the only way out of R1C2, and the connected area wants 4 "
            "connected cells with 2, so R1C3 = 2",
        ),
        (
            "only-way-out",
            "1x7",
            "12.....",
            AREAS,
            "R1C3 is the only way out of R1C2, and the rule of shaded areas "
            "wants 3 connected cells with 2, so R1C3 = 2",
        ),
        (
            "cut-cell",
            "3x3",
            "2.. 1.1 ..2",
            TWOS,
            "all cells with 2 are connected in the connected area, and only "
            "R1C2 can join R1C1 with R3C3, so R1C2 = 2",
        ),
        (
            "cut-cell",
            "3x3",
            "2.. 1.1 ...",
            FOUR_TWOS,
            "without R1C2, R1C1 could not grow to 4 cells with 2, as the connected "
            "area wants, so R1C2 = 2",
        ),
        (
            "cut-cell",
            "3x3",
            "2.. 1.1 ...",
            AREAS | {"sizes": [4]},
            "without R1C2, R1C1 could not grow to 4 cells with 2, as the rule of "
            "shaded areas wants, so R1C2 = 2",
        ),
        (
            "cut-cell",
            "1x6",
            ".1.2..",
            TO_THE_END,
            "all cells with 2 are connected in the connected area, and only "
            "R1C5 can join R1C4 with R1C1 or R1C6, so R1C5 = 2",
        ),
    ],
)
def test_sentences(
    technique: str, size: str, cells: str, shape: dict[str, object], text: str
) -> None:
    assert told(technique, size, cells, shape) == text


def told_of_line(technique: str, at: str, known: str, shape: dict[str, object]) -> str:
    """The first step of a technique about lines on a 3x3 grid, with some edges in and some out."""
    geometry = from_file(
        symbols="12",
        build=[{"make": "grid", "size": "3x3", "lines": False}],
        allowed={"all": "1"},
        layers={"e": {"at": at, "symbols": "12"}},
        shapes=[{"values": [2], "cells": "e", **shape}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    model, cells = compile_puzzle(puzzle), [cell.name for cell in geometry.cells]
    masks = list(model.root.domains)
    for one in known.split():
        masks[cells.index(f"e.{one.lstrip('-')}")] = 1 if one[0] == "-" else 2
    board = Board.of(model, masks)
    step = next(strategy_named(technique).find(board))
    step.verify(board)
    return describe(step, puzzle, board).removeprefix(f"{technique.replace('-', ' ')}: ")


LOOP, PATH = {"kind": "simple-loop"}, {"kind": "simple-path"}
APART = LOOP | {"touching": False}
FROM_CORNER = PATH | {"ends": "R1C1"}


@pytest.mark.parametrize(
    ("technique", "at", "known", "shape", "text"),
    [
        (
            "no-branch",
            "edges",
            "R2C3 R3C4",
            LOOP,
            "the loop passes R2C2 by edge R1C2–R2C2 and edge R2C2–R2C3, and has no "
            "branches, so edge R2C1–R2C2 and edge R2C2–R3C2 are not on the loop",
        ),
        (
            "no-branch",
            "sides",
            "R2C1 R3C2",
            LOOP,
            "the loop passes the corner of R1C1 and R2C1 by R1C1's left side and side "
            "R1C1|R2C1, and has no branches, so R2C1's left side is not on the loop",
        ),
        (
            "no-branch",
            "edges",
            "R1C2",
            FROM_CORNER,
            "the path ends at R1C1, where edge R1C1–R1C2 leads, so edge R1C1–R2C1 is not on"
            " the path",
        ),
        (
            "dead-end",
            "edges",
            "-R1C2",
            LOOP,
            "edge R1C1–R2C1 is a dead end: the loop could not go on from R1C1, so edge "
            "R1C1–R2C1 is not on the loop",
        ),
        (
            "dead-end",
            "edges",
            "-R1C2",
            PATH | {"ends": "R2C2 R3C3"},
            "edge R1C1–R2C1 is a dead end: the path could not go on from R1C1, nor end "
            "there, so edge R1C1–R2C1 is not on the path",
        ),
        (
            "only-way-on",
            "edges",
            "R1C2",
            LOOP,
            "from edge R1C1–R1C2, the loop can go on at R1C1 only by edge R1C1–R2C1, so "
            "edge R1C1–R2C1 is on the loop",
        ),
        (
            "only-way-on",
            "edges",
            "R1C2",
            PATH | {"ends": "R2C2 R3C3"},
            "from edge R1C1–R1C2, the path can go on at R1C1 only by edge R1C1–R2C1, and "
            "cannot end there, so edge R1C1–R2C1 is on the path",
        ),
        (
            "only-way-on",
            "edges",
            "",
            LOOP | {"through": "R3C3"},
            "the loop has to come to R3C3, and only edge R2C3–R3C3 and edge R3C2–R3C3 lead "
            "there, so edge R2C3–R3C3 and edge R3C2–R3C3 are on the loop",
        ),
        (
            "only-way-on",
            "edges",
            "-R1C2",
            FROM_CORNER,
            "the path ends at R1C1, and only edge R1C1–R2C1 leads there, so edge R1C1–R2C1 "
            "is on the path",
        ),
        (
            "premature-loop",
            "edges",
            "R1C2 R2C1 R2C3 R5C4",
            LOOP,
            "edge R2C1–R2C2 would close the loop with edge R1C1–R1C2, edge R1C1–R2C1 and "
            "edge R1C2–R2C2, and it has to come to R3C2 and R3C3 as well, so edge R2C1–R2C2"
            " is not on the loop",
        ),
        (
            "premature-loop",
            "edges",
            "R1C2 R2C1 R2C3",
            PATH,
            "edge R2C1–R2C2 would close a loop with edge R1C1–R1C2, edge R1C1–R2C1 and edge"
            " R1C2–R2C2, and the path has two ends, so edge R2C1–R2C2 is not on the path",
        ),
        (
            "premature-loop",
            "edges",
            "R1C2 R3C2 R5C4",
            PATH | {"ends": "R1C1 R2C2"},
            "edge R1C1–R2C1 would complete the path with edge R1C1–R1C2 and edge R2C1–R2C2,"
            " and it has to come to R3C2 and R3C3 as well, so edge R1C1–R2C1 is not on the "
            "path",
        ),
        (
            "loop-complete",
            "edges",
            "R1C2 R2C1 R2C3 R3C2",
            LOOP,
            "the loop is complete with edge R1C1–R1C2, edge R1C1–R2C1, edge R1C2–R2C2 and "
            "edge R2C1–R2C2, so edge R1C2–R1C3, edge R1C3–R2C3, edge R2C2–R2C3, edge "
            "R2C1–R3C1, edge R2C2–R3C2, edge R2C3–R3C3, edge R3C1–R3C2 and edge R3C2–R3C3 "
            "are not on the loop",
        ),
        (
            "loop-complete",
            "edges",
            "R4C5",
            PATH | {"ends": "R2C3 R3C3"},
            "the path is complete with edge R2C3–R3C3, so edge R1C1–R1C2, edge R1C2–R1C3, "
            "edge R1C1–R2C1, edge R1C2–R2C2, edge R1C3–R2C3, edge R2C1–R2C2, edge "
            "R2C2–R2C3, edge R2C1–R3C1, edge R2C2–R3C2, edge R3C1–R3C2 and edge R3C2–R3C3 "
            "are not on the path",
        ),
        (
            "no-touching",
            "edges",
            "R1C2 R2C1",
            APART | {"through": "R2C2"},
            "the loop comes to both R1C2 and R2C2, and does not touch itself, so edge "
            "R1C2–R2C2 is on the loop",
        ),
        (
            "no-touching",
            "edges",
            "R1C2 -R2C3",
            APART,
            "at R2C2, the loop would touch itself, as it comes to R1C2, so edge R2C1–R2C2, "
            "edge R2C2–R2C3 and edge R2C2–R3C2 are not on the loop",
        ),
        (
            "no-way-back",
            "edges",
            "-R2C3 -R3C4 -R4C3 R1C2",
            LOOP,
            "the loop could come back from edge R2C1–R2C2 only through R2C1, which it has "
            "passed, so edge R2C1–R2C2 is not on the loop",
        ),
        (
            "no-way-back",
            "edges",
            "-R1C4 -R3C4 -R5C4 R3C2",
            LOOP,
            "no way leads from edge R2C1–R2C2 to edge R1C3–R2C3, and all of the loop is "
            "connected, so edge R1C3–R2C3 is not on the loop",
        ),
        (
            "no-way-back",
            "edges",
            "-R1C4 -R3C4 -R5C4",
            LOOP,
            "the loop could not come back from edge R1C3–R2C3, so edge R1C3–R2C3 is not on "
            "the loop",
        ),
        (
            "no-way-back",
            "edges",
            "-R3C4 -R2C5 -R4C5 -R1C4",
            PATH | {"ends": "R1C1 R2C2"},
            "beyond R3C2, the path could neither end nor come back from edge R3C2–R3C3, so "
            "edge R3C2–R3C3 is not on the path",
        ),
        (
            "even-crossings",
            "sides",
            "R1C4 -R3C4 -R5C4",
            LOOP,
            "only R3C2's lower side may lead out of 8 corners besides R1C2's upper side, "
            "and the loop crosses this border an even number of times, so R3C2's lower side"
            " is on the loop",
        ),
        (
            "even-crossings",
            "edges",
            "R4C5",
            PATH | {"ends": "R2C2 R3C3"},
            "only edge R3C2–R3C3 may lead out of R3C3 besides edge R2C3–R3C3, and the path "
            "has one end there, so it crosses this border an odd number of times, so edge "
            "R3C2–R3C3 is not on the path",
        ),
    ],
)
def test_sentences_about_lines(
    technique: str, at: str, known: str, shape: dict[str, object], text: str
) -> None:
    assert told_of_line(technique, at, known, shape) == text


def test_directions_are_told_by_the_edge_that_is_known() -> None:
    build = [{"make": "grid", "size": "3x3", "lines": False}]
    geometry = from_file(
        symbols="123",
        build=build,
        allowed={"all": "1"},
        layers={"e": {"at": "edges", "symbols": "123"}},
        shapes=[LOOP | {"values": [2], "backward": [3], "cells": "e"}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    model, cells = compile_puzzle(puzzle), [cell.name for cell in geometry.cells]
    masks = list(model.root.domains)
    masks[cells.index("e.R1C2")] = 0b100  # to the left, from R1C2
    masks[cells.index("e.R1C4")] = 0b110  # on the loop
    board = Board.of(model, masks)
    into, out_of = strategy_named("one-way").find(board)
    assert is_proved(board, into)
    assert is_proved(board, out_of)
    assert describe(into, puzzle, board) == (
        "one way: edge R1C1–R1C2 is on the loop from R1C2 to R1C1, and the loop does not come to "
        "R1C1 twice, nor leave it twice, so edge R1C1–R2C1 is not on the loop from R2C1 to R1C1"
    )
    assert describe(out_of, puzzle, board) == (
        "one way: edge R1C1–R1C2 is on the loop from R1C2 to R1C1, and the loop does not come to "
        "R1C2 twice, nor leave it twice, so edge R1C2–R1C3 is on the loop from R1C3 to R1C2; edge "
        "R1C2–R2C2 is not on the loop from R1C2 to R2C2"
    )


FORWARD, BACKWARD = (0, 1, 0), (0, 0, 1)


@pytest.mark.parametrize(
    ("count", "shapes", "known"),
    [
        (Linear((0, 1), (FORWARD, BACKWARD), (0, 1)), 1, True),
        (Linear((0, 1), (FORWARD, BACKWARD), (0, 1)), 2, False),  # the rule of another shape
        (Linear((0, 1), (FORWARD, BACKWARD), (0, 2)), 1, False),
        (Linear((0, 1), (FORWARD, (0, 1, 1)), (0, 1)), 1, False),
        (Linear((0, 1), (FORWARD, (1, 0, 0)), (0, 1)), 1, False),  # 0: not on the loop
        (Linear((0, 1, 2), (FORWARD, BACKWARD, FORWARD), (0, 1)), 1, False),  # at no vertex
        (Linear((0, 3), (FORWARD, BACKWARD), (0, 1)), 1, False),  # no edge
    ],
)
def test_directions_are_found_by_what_their_rule_says(
    count: Linear, shapes: int, known: bool
) -> None:
    rules = (Loop.of({0: (0, 1), 1: (1, 2), 2: (2, 0)}, 0b110), count)
    made = [(one,) for one in rules] if shapes == 2 else [rules]
    context = Context(
        Alphabet.of("123"),
        (0b111,) * 4,
        Mesh().freeze(),
        tuple([Shape(Lowered(own)) for own in made]),
    )
    assert direction_counts(compile_shapes(context)) == ({1: 0} if known else {})


OF_SQUARES = [strategy_named(name) for name in ("no-2x2", "no-checkerboard", "rim")]
TWO_COLOURS = {"kind": "yin-yang", "shaded": [2]}


def coloured(size: str) -> Puzzle:
    """A grid of two connected colours."""
    build = [{"make": "grid", "size": size, "lines": False}]
    geometry = from_file(symbols="12", build=build, shapes=[TWO_COLOURS])
    return Puzzle(geometry, geometry.domains)


@pytest.mark.parametrize("size", ["2x2", "3x3", "3x4", "4x5"])
def test_squares_and_the_rim_are_told_as_far_as_their_rules_go(size: str) -> None:
    model, chance, tried = compile_puzzle(coloured(size)), Random(size), 0
    rules = [rule for rule in model.primitives if isinstance(rule, Regular)]
    for _ in range(200):
        domains = chance.choices((1, 2, 3), (1, 1, 3), k=model.cells)
        expected: list[int] | None = domains
        before = None
        while expected is not None and expected != before:
            before = expected
            for rule in rules:
                expected = expected and narrowed(rule, expected)
        if expected is None:
            continue
        tried += 1
        board = Board.of(model, domains)
        while step := next((s for one in OF_SQUARES for s in one.find(board)), None):
            assert is_proved(board, step)
            board = step.apply(board)
        assert list(board.masks) == expected
    assert tried > 10


def test_squares_are_those_of_a_sea_as_well() -> None:
    islands = {"kind": "nurikabe", "shaded": [2], "islands": "R1C1", "cells": "shade"}
    build = [{"make": "grid", "size": "3x3", "lines": False}]
    geometry = from_file(symbols="12", build=build, layers={"shade": "12"}, shapes=[islands])
    puzzle = Puzzle(geometry, geometry.domains)
    model, cells = compile_puzzle(puzzle), [cell.name for cell in geometry.cells]
    masks = list(model.root.domains)
    for name in ("R2C2", "R2C3", "R3C2"):
        masks[cells.index(f"shade.{name}")] = 2
    step = next(strategy_named("no-2x2").find(Board.of(model, masks)))
    assert step.placements == ((cells.index("shade.R3C3"), 0),)


@pytest.mark.parametrize(
    ("technique", "size", "cells", "text"),
    [
        (
            "no-2x2",
            "2x3",
            ".2. 22.",
            "R1C1, R1C2, R2C1 and R2C2 would be a 2×2 square of cells with 2, so R1C1 = 1",
        ),
        (
            "no-checkerboard",
            "2x3",
            ".2. 21.",
            "R1C1, R1C2, R2C1 and R2C2 would be a checkerboard, where cells with 1 part those "
            "with 2, or the other way round, so R1C1 = 2",
        ),
        (
            "rim",
            "3x3",
            "2.. ..2 1..",
            "on the rim, R1C1 and R2C3 have 2 and R3C1 has 1; if R1C2 or R1C3 between them had 1, "
            "then whichever way the border ran, the cells with 2 or those with 1 would be parted, "
            "so R1C2 and R1C3 = 2",
        ),
    ],
)
def test_sentences_about_two_colours(technique: str, size: str, cells: str, text: str) -> None:
    assert told(technique, size, cells, TWO_COLOURS) == text


@pytest.mark.parametrize("graph", graphs(4), ids=str)
def test_what_all_cases_that_are_left_have_in_common(graph: nx.Graph) -> None:
    chance, number = Random(str(graph.edges)), len(graph)
    sizes = [chance.randint(0, number) for _ in range(2)]
    cases = [Connected.of(graph, YES, graph.edges, [size]) for size in sizes]
    rules = [When.of(number, case, rule) for case, rule in enumerate(cases)]
    model = model_of(*rules, cells=number + 1)
    both = Connected.of(graph, YES, graph.edges, sizes)
    for domains in boards(number, chance, BOARDS):
        expected = left(both, domains, number) if narrowed(both, domains) else None
        board = Board.of(model, [*domains, 3])
        while step := next((s for t in OF_CELLS for s in t.find(board)), None):
            assert is_proved(board, step)
            board = step.apply(board)
        if expected is not None:
            assert list(board.masks) == [*expected, 3]


def test_an_island_of_some_number_is_as_large_as_it_may_be() -> None:
    islands = {"kind": "nurikabe", "shaded": [3], "islands": "R1C1", "cells": "shade"}
    build = [{"make": "grid", "size": "1x5", "lines": False}]
    geometry = from_file(symbols="123", build=build, layers={"shade": "123"}, shapes=[islands])
    puzzle = Puzzle(geometry, geometry.domains)
    board = Board.start(compile_puzzle(puzzle))
    board = next(strategy_named("numbered-cell").find(board)).apply(board)
    step = next(strategy_named("unreachable").find(board))
    step.verify(board)
    assert describe(step, puzzle, board) == (
        "unreachable: in the nurikabe shading at R1C1, a path from R1C1 to R1C4 or R1C5 would take "
        "more than 3 cells on the island of R1C1, so R1C4 and R1C5 are in the sea"
    )


def test_a_rule_is_named_with_its_place_where_there_are_two_of_its_kind() -> None:
    build = [{"make": "grid", "size": "2x6", "lines": False}]
    rows = [
        {"kind": "connected-values", "values": [2], "cells": f"R{row}C1:R{row}C6"} for row in (1, 2)
    ]
    for shapes, known in ((rows[:1], [""]), (rows, [" at R1C1", " at R2C1"])):
        geometry = from_file(symbols="12", build=build, shapes=shapes)
        names = ShapeNames(Puzzle(geometry, geometry.domains), geometry.name_of)
        found = [names.name(shape, shape.cells) for shape in geometry.shapes]
        assert found == [f"the connected area{where}" for where in known]


def test_pearls_are_named_where_they_are() -> None:
    assert told_of_line("line-fillings", "edges", "", {"kind": "masyu", "white": "R1C2"}) == (
        "both ways to satisfy the masyu at R1C2 agree in this, so edge R1C1–R1C2 and edge "
        "R1C2–R1C3 are on the loop; edge R1C2–R2C2 is not on the loop"
    )
