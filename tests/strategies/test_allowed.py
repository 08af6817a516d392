"""Clues tried in a loop: the known patterns of slitherlink, and all that trying finds."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from support import from_file

from sudokulib import describe
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.primitives import Loop
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import strategy_named

ONE, TWO = "allowed-fillings", "allowed-fillings-of-two"


def slitherlink(size: str, clues: dict[str, int]) -> Puzzle:
    geometry = from_file(
        symbols="01234",
        build=[{"make": "grid", "size": size, "lines": False}],
        layers={"fence": {"at": "sides", "symbols": "01"}},
        shapes=[{"kind": "slitherlink", "values": [1], "clues": " ".join(clues), "cells": "fence"}],
    )
    domains = list(geometry.domains)
    for name, clue in clues.items():
        for cell in geometry.find(name):
            domains[cell] = 1 << clue
    return Puzzle(geometry, tuple(domains))


def board_of(puzzle: Puzzle, on: str = "", off: str = "") -> Board:
    """The puzzle's board with some sides on the loop and some not."""
    domains = list(compile_puzzle(puzzle).domains)
    for names, value in ((on, 1), (off, 0)):
        for side in puzzle.geometry.find(names) if names else ():
            domains[side] = 1 << value
    return Board.of(compile_puzzle(puzzle), domains)


@pytest.mark.parametrize(
    ("technique", "clues", "given", "on", "off"),
    [
        (ONE, {"R1C1": 3}, "", "fence.R1C2 fence.R2C1", ""),
        (ONE, {"R1C1": 1}, "", "", "fence.R1C2 fence.R2C1"),
        (ONE, {"R1C1": 2}, "", "fence.R1C4 fence.R4C1", ""),
        (
            TWO,
            {"R2C2": 3, "R2C3": 3},
            "fence.R9C8",  # else the loop may be round both
            "fence.R4C3 fence.R4C5 fence.R4C7",
            "fence.R2C5 fence.R6C5",
        ),
        (
            TWO,
            {"R2C2": 3, "R3C3": 3},
            "",
            "fence.R3C4 fence.R4C3 fence.R6C7 fence.R7C6",
            "",
        ),
    ],
    ids=["3 in a corner", "1 in a corner", "2 in a corner", "3 beside 3", "3 diagonal to 3"],
)
def test_the_known_patterns_of_slitherlink(
    technique: str, clues: dict[str, int], given: str, on: str, off: str
) -> None:
    puzzle = slitherlink("5x5", clues)
    board = board_of(puzzle, given)
    while step := next(strategy_named(technique).find(board), None):
        assert is_proved(board, step)
        board = step.apply(board)
    for names, value in ((on, 1), (off, 0)):
        for side in puzzle.geometry.find(names) if names else ():
            assert board.masks[side] == 1 << value
    decided = {v for v in range(25, len(board.masks)) if not board.masks[v] & board.masks[v] - 1}
    assert decided >= set(puzzle.geometry.find(f"{on} {off}".strip()))
    others = decided - set(puzzle.geometry.find(f"{on} {off} {given}".strip()))
    assert all(board.masks[v] == 1 for v in others)  # beyond the pattern, only what has no branch


@pytest.mark.parametrize("seed", range(40))
def test_all_is_found_that_trying_every_filling_finds(seed: int) -> None:
    chance = Random(seed)
    puzzle = slitherlink(
        "3x3", {f"R{chance.randint(1, 3)}C{chance.randint(1, 3)}": chance.randint(1, 3)}
    )
    domains = [
        mask if chance.random() < 0.85 else 1 << chance.choice(list(bits(mask)))
        for mask in compile_puzzle(puzzle).domains
    ]
    board = Board.of(compile_puzzle(puzzle), domains)
    primitives = board.model.primitives
    wide = next(n for n, one in enumerate(primitives) if isinstance(one, Loop))
    (clue,) = (n for n, one in enumerate(primitives) if one.name == "Linear")
    alone = [primitives[n].propagate(domains) for n in (clue, wide)]
    expected: set[tuple[int, int]] = set()
    if None not in alone:
        left = [0] * len(domains)
        for way in product(*[list(bits(domains[v])) for v in primitives[clue].variables]):
            if not primitives[clue].check(way):
                continue
            case = list(domains)
            for v, value in zip(primitives[clue].variables, way, strict=True):
                case[v] = 1 << value
            narrowed = primitives[wide].propagate(case)
            if narrowed is not None:
                for v, mask in enumerate(case):
                    left[v] |= narrowed.get(v, mask)
        now = list(domains)
        for narrowed in alone:
            assert narrowed is not None
            for v, mask in narrowed.items():
                now[v] &= mask
        if any(left):
            expected = {(v, x) for v, mask in enumerate(now) for x in bits(mask & ~left[v])}
    steps = list(strategy_named(ONE).find(board))
    assert {candidate for step in steps for candidate in step.eliminations} == expected
    assert all(is_proved(board, step) for step in steps)


@pytest.mark.parametrize(
    ("technique", "clues", "given", "text"),
    [
        (
            ONE,
            {"R1C1": 2},
            "",
            "allowed fillings: of the 6 ways to satisfy the slitherlink at R1C1, only 2 go with "
            "the slitherlink, and they agree in this, so R1C2's upper side and R2C1's left side "
            "are on the loop",
        ),
        (
            ONE,
            {"R1C1": 3},
            "fence.R3C2",
            "allowed fillings: of the 3 ways to satisfy the slitherlink at R1C1, only one goes "
            "with the slitherlink, so R1C1's upper side, R1C2's upper side and R1C1's left side "
            "are on the loop; side R1C1|R1C2 and R2C1's left side are not on the loop",
        ),
        (
            TWO,
            {"R2C2": 3, "R3C3": 3},
            "",
            "allowed fillings of two: of the ways to satisfy both the slitherlink at R2C2 and the "
            "slitherlink at R3C3, only 4 go with the slitherlink, and they agree in this, so side "
            "R1C1|R1C2, side R1C1|R2C1, side R3C4|R4C4 and side R4C3|R4C4 are not on the loop; "
            "side R1C2|R2C2, side R2C1|R2C2, side R3C3|R3C4 and side R3C3|R4C3 are on the loop",
        ),
    ],
)
def test_words(technique: str, clues: dict[str, int], given: str, text: str) -> None:
    puzzle = slitherlink("5x5", clues)
    board = board_of(puzzle, given)
    step = next(strategy_named(technique).find(board))
    assert describe(step, puzzle, board) == text
