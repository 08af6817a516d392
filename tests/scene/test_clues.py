"""Clues outside the grid: those of different kinds differ, and none lies on another."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product

import pytest

import sudokulib
from sudokulib.puzzles.loading import loads
from sudokulib.scene.items import Polyline, bounding_box
from sudokulib.scene.marks import draw_marks
from sudokulib.scene.plane import plane
from sudokulib.scene.regions import ItemsByDepth
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.registry import kinds

GRID = sudokulib.geometry("6x6")
LINES = [
    tuple(map(GRID.cell, names.split()))
    for names in (
        "R1C1 R1C2 R1C3",
        "R1C1 R2C1 R3C1",
        "R1C2 R2C2 R3C2",
        "R2C1 R2C2 R2C3",
        "R1C1 R2C2 R3C3",
        "R1C2 R2C3 R3C4",
        "R2C1 R3C2 R4C3",
        "R6C6 R6C5 R6C4",
        "R1C6 R2C5 R3C4",
    )
]


def clue_of(kind):
    puzzle = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}")
    return next(shape.rule for shape in puzzle.shapes if type(shape.rule) is kind)


CLUES = [clue_of(kind) for kind in kinds() if issubclass(kind, OutsideClue)]


def boxes(clues, on):
    """The box around each text and each arrow of some clues."""
    layers = ItemsByDepth()
    draw_marks(on, [clue.marks() for clue in clues], layers)
    assert layers.top
    return [bounding_box([item]) for item in layers.top]


def overlap(one, other):
    return all(max(one[i], other[i]) < min(one[i + 2], other[i + 2]) - 1e-6 for i in (0, 1))


def test_no_two_kinds_have_the_same_sign():
    signs = [clue.sign for clue in CLUES]
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("pair", list(combinations_with_replacement(CLUES, 2)))
def test_no_clue_lies_on_another_or_on_the_grid(pair):
    on = plane(GRID)
    for lines in product(LINES, LINES):
        clues = [replace(clue, cells=line) for clue, line in zip(pair, lines, strict=True)]
        found = [*boxes(clues, on), on.box]
        assert not any(overlap(*both) for both in combinations(found, 2)), lines


@pytest.mark.slow
def test_all_of_them_find_room_around_one_grid():
    clues = [replace(clue, cells=line) for clue in CLUES for line in LINES]
    found = boxes(clues, plane(GRID))
    assert len(found) >= 2 * len(clues)
    assert not [both for both in combinations(found, 2) if overlap(*both)]


def test_clues_without_a_sign_have_an_arrow_in_any_direction():
    (killer,) = (clue for clue in CLUES if not clue.sign)
    for line in LINES:
        layers = ItemsByDepth()
        draw_marks(plane(GRID), [replace(killer, cells=line).marks()], layers)
        (arrow,) = (item for item in layers.top if isinstance(item, Polyline))
        (x1, y1), (x2, y2) = arrow.runs[0]
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 > 0.3**2
