"""Numbers of filled grids that were published, or computed by independent programs."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from typing import Any

import pytest
from support import KING, KNIGHT, SYMBOLS, from_file, grid, move_pairs, overlapping

from sudokulib import count, geometry
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.core import Geometry

DIAGONALS = {"make": "diagonals"}
ALL_DIAGONALS = {"make": "diagonals", "which": "all", "wrap": True}


def groups(box: str) -> dict[str, Any]:
    return {"make": "disjoint-groups", "box": box}


def windows(size: str, first: tuple[int, int], step: tuple[int, int]) -> dict[str, Any]:
    return {"make": "windows", "size": size, "first": first, "step": step, "wrap": True}


def jigsaw(rows: str) -> dict[str, Any]:
    return {"make": "regions", "map": rows.replace("/", "\n")}


def moves(size: int, box: str, *steps: tuple[int, int]) -> Geometry:
    """A grid on which cells a chess move apart differ, the move as shapes of two cells."""
    return grid(f"{size}x{size}", box, shapes=move_pairs(size, size, steps))


def ring(rings: int) -> Geometry:
    return from_file(symbols=SYMBOLS[: 2 * rings], build=[{"make": "rings", "rings": rings}])


def cube(size: int, **more: Any) -> Geometry:
    return from_file(symbols=SYMBOLS[: size * size], build=[{"make": "cube", "size": size, **more}])


Row = tuple[Callable[[], Geometry], int, int, int]
"""How to make it, its cells, its shapes, its fillings."""

PLAIN: dict[str, Row] = {
    "4x4": (lambda: geometry("4x4"), 16, 12, 288),
    "6x6": (lambda: geometry("6x6"), 36, 18, 28_200_960),
    "6x6 with tall boxes": (lambda: geometry("6x6-tall"), 36, 18, 28_200_960),
    "Latin 4": (lambda: geometry("latin-4"), 16, 8, 576),
    "Latin 5": (lambda: geometry("latin-5"), 25, 10, 161_280),
}
"""OEIS A107739, A002860."""

OVERLAYS: dict[str, Row] = {
    "4x4, both diagonals": (lambda: grid("4x4", "2x2", DIAGONALS), 16, 14, 48),
    "4x4, one diagonal": (lambda: grid("4x4", "2x2", DIAGONALS | {"which": "up"}), 16, 13, 48),
    "4x4, groups": (lambda: grid("4x4", "2x2", groups("2x2")), 16, 16, 168),
    "4x4, groups, diagonals": (lambda: grid("4x4", "2x2", groups("2x2"), DIAGONALS), 16, 18, 48),
    "4x4, window": (
        lambda: grid("4x4", "2x2", {"make": "windows", "size": "2x2"}), 16, 13, 168,
    ),
    "4x4, knight": (lambda: moves(4, "2x2", *KNIGHT), 16, 12 + 24, 24),
    "4x4, king": (lambda: moves(4, "2x2", *KING), 16, 12 + 18, 0),
    "4x4, shifted boxes only": (
        lambda: grid("4x4", None, windows("2x2", (2, 2), (2, 2))), 16, 12, 288,
    ),
    "4x4, all torus windows": (
        lambda: grid("4x4", None, windows("2x2", (1, 1), (1, 1))), 16, 24, 0,
    ),
    "4x4, wrapped diagonals": (lambda: grid("4x4", None, ALL_DIAGONALS), 16, 16, 0),
    "4x4, torus jigsaw": (lambda: grid("4x4", None, jigsaw("AABB/ABBA/CCDD/CDDC")), 16, 12, 24),
    "4x4, jigsaw without grids": (
        lambda: grid("4x4", None, jigsaw("AAAB/ACBB/CCDB/CDDD")), 16, 12, 0,
    ),
    "4x4, torus jigsaw without grids": (
        lambda: grid("4x4", None, jigsaw("ABBA/ACCB/DCCB/DDAD")), 16, 12, 0,
    ),
    "5x5, both diagonals": (lambda: grid("5x5", None, DIAGONALS), 25, 12, 960),
    "5x5, Knut Vik": (lambda: grid("5x5", None, ALL_DIAGONALS), 25, 20, 240),
    "5x5, jigsaw": (
        lambda: grid("5x5", None, jigsaw("AAABB/ACBBB/ACCCE/DDDCE/DDEEE")), 25, 15, 720,
    ),
    "6x6, both diagonals": (lambda: grid("6x6", "2x3", DIAGONALS), 36, 20, 8_640),
    "6x6, groups": (lambda: grid("6x6", "2x3", groups("2x3")), 36, 24, 2_799_360),
    "6x6, shifted boxes too": (
        lambda: grid("6x6", "2x3", windows("2x3", (2, 2), (2, 3))), 36, 24, 1_368_000,
    ),
    "6x6, knight": (lambda: moves(6, "2x3", *KNIGHT), 36, 18 + 80, 11_520),
    "6x6, king": (lambda: moves(6, "2x3", *KING), 36, 18 + 50, 74_160),
}  # fmt: skip
"""Computed by an independent program."""

JOINED: dict[str, Row] = {
    "twin 4x4": (lambda: overlapping("2x2", (0, 0), (2, 2)), 28, 23, 3_456),
    "gattai-3 of 4x4": (lambda: overlapping("2x2", (0, 0), (2, 2), (4, 4)), 40, 34, 41_472),
    "samurai-4x4": (lambda: geometry("samurai-4x4"), 64, 56, 5_971_968),
    "twin 6x6": (lambda: overlapping("2x3", (0, 0), (4, 3)), 66, 35, 1_104_575_201_280),
    "butterfly of 4x4": (
        lambda: overlapping("2x2", (0, 0), (0, 2), (2, 0), (2, 2)), 36, 33, 2_688,
    ),
    "corner of 2x2 faces": (lambda: cube(2, faces="corner", boxes="faces"), 12, 9, 48),
    "circular-2": (lambda: ring(2), 8, 6, 24),
    "circular-3": (lambda: geometry("circular-3"), 18, 9, 2_880),
    "circular-4": (lambda: geometry("circular-4"), 32, 12, 23_224_320),
    "sudo-cube": (lambda: geometry("sudo-cube"), 27, 9, 14_515_200),
    "hypercube": (lambda: geometry("hypercube"), 81, 54, 37_739_520),
}  # fmt: skip
"""Computed by an independent program; the sudo-cube also in arXiv:1808.06713."""

BANDS: dict[str, Row] = {
    "two rows of 9x9": (lambda: grid("2x9", "2x3"), 18, 14, factorial(9) * 12_096),
    "two rows, three boxes": (lambda: grid("2x12", "2x4"), 24, 17, factorial(12) * 4_783_104),
    "two rows, four boxes": (lambda: grid("2x12", "2x3"), 24, 18, factorial(12) * 17_927_568),
    "two rows of 16x16": (
        lambda: grid("2x16", "2x4"), 32, 22, factorial(16) * 248_341_303_296,
    ),
    "band of 9x9": (lambda: grid("3x9", "3x3"), 27, 15, factorial(9) * 2_612_736),
}  # fmt: skip
"""A first line of n symbols can be filled in n! ways, and each allows as many second lines (rook
polynomial, forum.enjoysudoku.com t38311); a band of the 9x9 is published as 948,109,639,680."""

ALL = PLAIN | OVERLAYS | JOINED | BANDS


@pytest.mark.parametrize(("make", "cells", "shapes", "number"), ALL.values(), ids=ALL)
def test_the_search_counts(
    make: Callable[[], Geometry], cells: int, shapes: int, number: int
) -> None:
    made = make()
    assert (len(made), len(made.shapes)) == (cells, shapes)
    assert count(made, how="computed").value == number


@pytest.mark.parametrize("name", JOINED)
def test_the_best_way_to_count_gives_the_same(name: str) -> None:
    make, _, _, number = JOINED[name]
    assert count(make()).value == number


@pytest.mark.parametrize(
    ("box", "corners", "number"),
    [
        ("2x2", [(0, 0), (2, 2)], 288 * 12),
        ("2x2", [(0, 0), (2, 2), (4, 4)], 288 * 12**2),
        ("2x2", [(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)], 288 * 12**4),
        ("2x3", [(0, 0), (4, 3)], 28_200_960**2 // factorial(6)),
        ("2x3", [(0, 0), (2, 0)], None),
        ("2x2", [(0, 0), (0, 2), (2, 0), (2, 2)], None),
    ],
)
def test_the_tree_rule(box: str, corners: list[tuple[int, int]], number: int | None) -> None:
    """It holds where grids hang together like a tree by houses, and only there."""
    made = overlapping(box, *corners)
    if number is None:
        with pytest.raises(SudokuError):
            count(made, how="derived")
    else:
        found = count(made, how="derived")
        assert (found.value, found.known) == (number, "derived")
