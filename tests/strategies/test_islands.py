"""Named steps about the sea and its islands."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from support import from_file

from sudokulib import describe
from sudokulib.board import Board
from sudokulib.logic.islands import archipelagos, island_tables
from sudokulib.logic.proof import is_proved
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.explaining.notation import notation
from sudokulib.strategies import strategies, strategy_named
from sudokulib.testing import check_explained, check_sound
from sudokulib.testing.position import Position

OF_ISLANDS = [s for s in strategies() if s.find.__module__.endswith("connection.islands")]
OF_CONNECTION = [s for s in strategies() if s.family == "connection"]
TABLES = [
    strategy_named(name)
    for name in (
        "numbered-cell",
        "land-or-sea",
        "between-islands",
        "complete-island",
        "islands-apart",
    )
]


@cache
def islands(size: str, clues: str, symbols: str = "12345", shades: str = "12") -> Puzzle:
    """A grid with islands at some cells, in whose layer the last value is the sea."""
    rule = {"kind": "nurikabe", "shaded": [int(shades[-1])], "islands": clues, "cells": "shade"}
    build = [{"make": "grid", "size": size, "lines": False}]
    geometry = from_file(symbols=symbols, build=build, layers={"shade": shades}, shapes=[rule])
    return Puzzle(geometry, geometry.domains)


def board_of(puzzle: Puzzle, numbers: str, shades: str) -> Board:
    """The board with the possible numbers of the islands, in order, and of cells sea or land."""
    model, names = compile_puzzle(puzzle), [cell.name for cell in puzzle.geometry.cells]
    masks, half = list(model.root.domains), len(names) // 2
    (clues,) = [shape.rule.islands for shape in puzzle.geometry.shapes]
    for clue, known in zip(clues, numbers.split(), strict=True):
        masks[clue] = sum(1 << int(digit) - 1 for digit in known)
    for v, sign in enumerate(shades.replace(" ", ""), half):
        masks[v] = {"#": 2, "o": 1, ".": 3}[sign]
    return Board.of(model, masks)


def told(
    technique: str, size: str, clues: str, numbers: str, shades: str, first: str = ""
) -> tuple[str, str]:
    """The first step of a technique, in words and in notation, after all steps of others."""
    puzzle = islands(size, clues)
    board = board_of(puzzle, numbers, shades)
    for name in first.split():
        while step := next(strategy_named(name).find(board), None):
            board = step.apply(board)
    step = next(strategy_named(technique).find(board))
    step.verify(board)
    text = describe(step, puzzle, board)
    assert "shade." not in text
    return text.partition(": ")[2], notation(step, Words(puzzle, board)).partition(": ")[2]


KNOWN = "numbered-cell land-or-sea"


@pytest.mark.parametrize(
    ("technique", "size", "clues", "numbers", "shades", "first", "text", "short"),
    [
        (
            "numbered-cell",
            "1x5",
            "R1C1 R1C4",
            "12 12",
            ".....",
            "",
            "R1C1 and R1C4 hold the numbers of islands of their own, so R1C1 is on the island of "
            "R1C1; R1C4 is on the island of R1C4",
            "(R1C1 is on an island),(R1C4 is on an island) => R1C1 is on the island of R1C1; R1C4 "
            "is on the island of R1C4",
        ),
        (
            "land-or-sea",
            "1x5",
            "R1C1 R1C4",
            "12 12",
            ".#o..",
            "numbered-cell",
            "each cell is either in the sea or on one island, so R1C2 is in the sea; R1C3 is not "
            "in the sea",
            "(R1C2 is in the sea),(R1C3 is on an island) => R1C2 is in the sea; R1C3 is not in "
            "the sea",
        ),
        (
            "between-islands",
            "1x5",
            "R1C1 R1C3",
            "12 12",
            ".....",
            KNOWN,
            "R1C2 is between the islands of R1C1 and R1C3, which may not touch, so R1C2 is in the "
            "sea",
            "(R1C1 is on an island),(R1C3 is on an island) => R1C2 is in the sea",
        ),
        (
            "between-islands",
            "3x3",
            "R1C1 R2C2",
            "12 12",
            "... ... ...",
            KNOWN,
            "R1C2 and R2C1 are between the islands of R1C1 and R2C2, which may not touch, so R1C2 "
            "and R2C1 are in the sea",
            "(R1C1 is on an island),(R2C2 is on an island) => R1C2 and R2C1 are in the sea",
        ),
        (
            "between-islands",
            "3x5",
            "R1C3 R2C2 R2C4",
            "12 12 12",
            "..... ..... .....",
            KNOWN,
            "R1C2 is between the islands of R1C3 and R2C2, which may not touch, so R1C2 is in the "
            "sea",
            "(R1C3 is on an island),(R2C2 is on an island) => R1C2 is in the sea",
        ),
        (
            "complete-island",
            "3x3",
            "R1C1 R3C3",
            "1 5",
            "... ... ...",
            KNOWN,
            "the island of R1C1 is complete, with 1 cell (R1C1), and surrounded by sea, so R1C2 "
            "and R2C1 are in the sea; R1C3, R2C2, R2C3, R3C1 and R3C2 are not on the island of "
            "R1C1",
            "(R1C1 is on an island) => R1C2 and R2C1 are in the sea; R1C3, R2C2, R2C3, R3C1 and "
            "R3C2 are not on the island of R1C1",
        ),
        (
            "islands-apart",
            "1x5",
            "R1C1 R1C5",
            "23 23",
            ".....",
            KNOWN,
            "no two islands touch, and R1C2 is beside the island of R1C1, so R1C2 is not on the "
            "island of R1C5",
            "(R1C1 is on an island) => R1C2 is not on the island of R1C5",
        ),
        (
            "islands-apart",
            "3x5",
            "R1C1 R1C5 R3C3",
            "3 3 2",
            "..o.. ..... .....",
            f"{KNOWN} unreachable",
            "no two islands touch, and R2C3 is beside R1C3, which can only be on the island of "
            "R1C1 or the island of R1C5, so R2C3 is in the sea",
            "(R1C3 is on an island) => R2C3 is in the sea",
        ),
        (
            "unreachable-cell",
            "1x7",
            "R1C1 R1C7",
            "3 2",
            ".......",
            KNOWN,
            "no island can reach R1C4 or R1C5, so R1C4 and R1C5 are in the sea",
            "(R1C4 is in the sea),(R1C5 is in the sea) => R1C4 and R1C5 are in the sea",
        ),
        (
            "island-size",
            "1x5",
            "R1C1",
            "123",
            "oo...",
            KNOWN,
            "the island of R1C1 has at least 2 cells, so R1C1 is not 1",
            "nurikabe shading at R1C1 => R1C1<>1",
        ),
        (
            "island-size",
            "1x5",
            "R1C1",
            "1235",
            "...#.",
            KNOWN,
            "the island of R1C1 has room for only 3 cells, so R1C1 is not 5",
            "nurikabe shading at R1C1 => R1C1<>5",
        ),
        (
            "only-way-out",
            "3x3",
            "R1C1",
            "3",
            ".#. ... ...",
            KNOWN,
            "R2C1 is the only way out of R1C1, and the nurikabe shading at R1C1 wants 3 connected "
            "cells on the island of R1C1, so R2C1 is on the island of R1C1",
            "nurikabe shading at R1C1 => R2C1 is on the island of R1C1",
        ),
        (
            "only-way-out",
            "3x3",
            "R1C2 R3C3",
            "12 12",
            "#.. ... #..",
            KNOWN,
            "R2C1 is the only way out of R1C1, and all cells in the sea are connected in the "
            "nurikabe shading, so R2C1 is in the sea",
            "nurikabe shading => R2C1 is in the sea",
        ),
        (
            "no-2x2",
            "2x3",
            "R1C3",
            "23",
            "##. #..",
            KNOWN,
            "R1C1, R1C2, R2C1 and R2C2 would be a 2×2 square of cells in the sea, so R2C2 is on "
            "the island of R1C3",
            "nurikabe shading on R1C1, R1C2, R2C1 and R2C2 => R2C2 is on the island of R1C3",
        ),
    ],
)
def test_sentences(
    technique: str,
    size: str,
    clues: str,
    numbers: str,
    shades: str,
    first: str,
    text: str,
    short: str,
) -> None:
    assert told(technique, size, clues, numbers, shades, first) == (text, short)


GRIDS = (
    ("2x3", "R1C1", "1234", "12"),
    ("2x3", "R1C1 R2C3", "123", "123"),
    ("3x3", "R1C1 R2C3 R3C1", "1234", "12"),
    ("1x6", "R1C2 R1C5", "123", "123"),
    ("2x4", "R2C2 R1C4", "1234", "12"),
)


@cache
def positions() -> tuple[Position, ...]:
    """Positions with a sea: numbers, shades and islands, of which some are known."""
    found = []
    for size, clues, symbols, shades in GRIDS:
        puzzle, chance = islands(size, clues, symbols, shades), Random(size + clues + shades)
        start = Board.start(compile_puzzle(puzzle))
        (own,) = [shape.rule.islands for shape in puzzle.geometry.shapes]
        half = start.model.cells // 2
        start = start.placed([(v, 0) for v in range(half) if v not in own])
        (whole,) = [Position(puzzle, start)]
        ways = whole.fillings
        for _ in range(10 if ways else 0):
            some = chance.sample(ways, min(len(ways), chance.choice((1, 1, 2, 4))))
            masks = list(start.masks)
            for v in (*range(half), *range(half, start.model.cells)):
                if v in own or v >= half:
                    kept = sum({1 << way[v] for way in some})
                    more = chance.choice((0, masks[v], masks[v], masks[v]))
                    masks[v] = kept | more
            board = Board.of(start.model, masks, start.solved)
            found.append(Position(puzzle, board))
            for _ in range(2):
                steps = [s for t in OF_CONNECTION for s in t.find(board)]
                if steps:
                    board = chance.choice(steps).apply(board)
                    found.append(Position(puzzle, board))
    return tuple(found)


@pytest.mark.parametrize(  # those three take three quarters of the time
    "strategy",
    [s for s in OF_CONNECTION if s.name not in ("unreachable", "cut-cell", "no-room")],
    ids=lambda s: s.name,
)
def test_they_are_right_and_say_why(strategy) -> None:
    check_sound(strategy, cases=positions()[::4])
    check_explained(strategy, cases=positions()[::4])


@pytest.mark.slow
@pytest.mark.parametrize("strategy", OF_CONNECTION, ids=lambda s: s.name)
def test_they_are_right_and_say_why_in_every_position(strategy) -> None:
    check_sound(strategy, cases=positions())
    check_explained(strategy, cases=positions())


def test_each_is_found_in_some_position() -> None:
    found = {step.technique for at in positions() for t in OF_ISLANDS for step in t.find(at.board)}
    assert found == {one.name for one in OF_ISLANDS}


def test_they_find_all_that_rules_about_one_or_two_variables_do() -> None:
    for position in positions():
        board, masks = position.board, list(position.board.masks)
        numbers = island_tables(board.model)
        assert numbers
        changed = True
        while changed:
            changed = False
            for number in numbers:
                smaller = board.model.primitives[number].propagate(masks)
                assert smaller is not None
                changed |= bool(smaller)
                for v, mask in smaller.items():
                    masks[v] = mask
        while step := next((s for t in TABLES for s in t.find(board)), None):
            assert is_proved(board, step)
            board = step.apply(board)
        assert all(not own & ~mask for own, mask in zip(board.masks, masks, strict=True))


def test_rules_that_only_look_like_islands_are_none() -> None:
    puzzle = islands("2x3", "R1C1 R2C3")
    (found,) = archipelagos(compile_puzzle(puzzle))
    assert [island.clue for island in found.islands] == [0, 5]
    geometry = from_file(
        symbols="12",
        build=[{"make": "grid", "size": "2x3", "lines": False}],
        layers={"shade": "12"},
        shapes=[{"kind": "snake", "shaded": [2], "cells": "shade"}],
    )
    assert not archipelagos(compile_puzzle(Puzzle(geometry, geometry.domains)))


def test_cells_of_a_layer_keep_their_names_where_islands_are_on_two_layers() -> None:
    rule = {"kind": "nurikabe", "shaded": [2], "islands": "R1C1"}
    geometry = from_file(
        symbols="12",
        build=[{"make": "grid", "size": "2x2", "lines": False}],
        layers={"a": "12", "b": "12"},
        shapes=[rule | {"cells": "a"}, rule | {"cells": "b"}],
    )
    puzzle = Puzzle(geometry, geometry.domains)
    board = Board.start(compile_puzzle(puzzle))
    steps = list(strategy_named("numbered-cell").find(board))
    assert [describe(step, puzzle, board).partition(", so ")[2] for step in steps] == [
        f"{layer}.R1C1 = 1; {layer}.R1C1 is on the island of R1C1" for layer in "ab"
    ]
