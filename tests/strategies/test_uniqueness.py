"""Swap sets: against all solutions, and by example where a shape has its say."""

from functools import cache

import pytest
from sketches import sketch, unusual
from support import brute_force, from_file, grid
from tiny_models import model_of

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Swap
from sudokulib.model import compile_puzzle
from sudokulib.shapes import Cage, Shape
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies import strategies, strategy_named

UNIQUE = [s.name for s in strategies() if s.family == "uniqueness"]


def latin_with(*sets):
    shapes = [{"kind": "distinct", "cells": cells, "label": cells} for cells in sets]
    return from_file(build=[{"make": "grid", "size": "4x4"}], shapes=shapes)


FOUR = {
    "4x4": lambda: geometry("4x4"),
    "latin-4": lambda: geometry("latin-4"),
    "x": lambda: grid("4x4", "2x2", {"make": "diagonals"}),
    "diagonal": lambda: latin_with("R1C1 R2C2 R3C3 R4C4"),
    "pairs": lambda: latin_with("R1C1 R2C3", "R2C2 R4C3", "R1C4 R3C3"),
}


@cache
def four(name):
    return FOUR[name]()


@cache
def fillings(name):
    return list(brute_force(four(name).puzzle()))


def found(name, board):
    return list(strategy_named(name).find(board))


def swaps(step):
    return {part for part in step.parts() if isinstance(part, Swap)}


def test_all_of_them_assume_a_single_solution():
    assert len(UNIQUE) == 18
    assert all(strategy_named(name).assumes == "unique" for name in UNIQUE)


@pytest.mark.parametrize("name", FOUR)
def test_whatever_uses_no_extra_can_be_exchanged(name):
    """The claim itself: such a filling with its pairs exchanged is another one."""
    seen = set()
    for seed in range(60):
        board, _ = sketch(four(name), seed, 0.25 + seed % 3 * 0.2)
        within = [
            filling
            for filling in fillings(name)
            if all(mask >> v & 1 for mask, v in zip(board.masks, filling, strict=True))
        ]
        for technique in UNIQUE:
            for step in found(technique, board):
                assert step.assumes_unique
                assert is_proved(board, step)
                seen |= {(seed, swap) for swap in swaps(step)}
                for swap in swaps(step):
                    check_exchange(name, swap, within)
    assert bool(seen) is (name != "x")  # too many shapes meet there


def check_exchange(name, swap, within):
    pairs = dict(swap.pairs)
    for filling in within:
        if all(filling[cell] in pair for cell, pair in pairs.items()):
            other = tuple(
                sum(pairs[cell]) - value if cell in pairs else value
                for cell, value in enumerate(filling)
            )
            assert other in fillings(name)


@pytest.mark.parametrize("name", ["4x4", "latin-4"])
def test_where_there_is_one_solution_no_step_is_wrong(name):
    steps = 0
    for seed in range(150):
        board, right = sketch(four(name), seed, 0.35)
        model = board.model.with_domains(board.masks)
        within = [
            filling
            for filling in fillings(name)
            if all(mask >> v & 1 for mask, v in zip(board.masks, filling, strict=True))
        ]
        if len(within) == 1:
            for technique in UNIQUE:
                for step in found(technique, Board.start(model)):
                    steps += 1
                    assert not any(right[v] == x for v, x in step.eliminations)
    assert steps


def rectangle(of, corner=0b111):
    """The corners of a rectangle with 1 and 2 in three of them; the fourth may be 3."""
    model = compile_puzzle(of.puzzle())
    masks = list(model.domains)
    masks[0] = masks[1] = masks[8] = 0b11
    masks[9] = corner
    return Board.of(model, masks)


def test_a_rectangle_must_lie_in_two_shapes_each_way():
    """In boxes of two columns, rows 1 and 3 lie in two boxes; the diagonal meets one corner."""
    (step,) = found("unique-rectangle-1", rectangle(geometry("4x4")))
    assert step.eliminations == ((9, 0), (9, 1))
    assert describe(step, geometry("4x4").puzzle()).startswith(
        "unique rectangle 1: if R1C1, R1C2, R3C1 and R3C2 held nothing but 1 and 2, these could "
        "be exchanged for a second solution; hence R3C2 is 3"
    )
    assert not found("unique-rectangle-1", rectangle(four("x")))


def test_a_jigsaw_piece_must_hold_two_corners_or_none():
    pieces = ["AABB AABB CCDD CCDD", "ABBB AACB ACCD CDDD"]
    for pattern, steps in zip(pieces, (1, 0), strict=True):
        build = [
            {"make": "grid", "size": "4x4"},
            {"make": "regions", "map": pattern.replace(" ", "\n")},
        ]
        assert len(found("unique-rectangle-1", rectangle(from_file(build=build)))) == steps


@pytest.mark.parametrize(("other", "steps"), [(0b1100, 1), (0b1110, 0)])
def test_a_pair_shape_that_meets_one_corner_has_its_say(other, steps):
    """Cell 4 differs from corner 0: harmless only if it cannot hold either of the two values."""
    sets = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 4)]
    model = model_of(4, [0b11, 0b11, 0b11, 0b111, 0b1111], sets)
    board = Board.of(model, [0b11, 0b11, 0b11, 0b111, other])
    assert len(found("unique-rectangle-1", board)) == steps


@pytest.mark.parametrize(
    ("cages", "steps"), [([(0, 1)], 1), ([(0, 1, 2)], 1), ([(0, 4)], 0), ([(0, 5)], 0)]
)
def test_a_sum_must_hold_two_cells_that_see_each_other(cages, steps):
    latin = geometry("latin-4")
    shapes = [
        Shape(Cage(cells, repeats=True, sum=3 * len(cells) - 1), (f"{cells}",)) for cells in cages
    ]
    puzzle = latin.puzzle().with_shapes(*shapes)
    model = compile_puzzle(puzzle)
    masks = [15] * 16
    masks[0] = masks[1] = masks[8] = 0b11
    masks[9] = 0b111
    assert len(found("unique-rectangle-1", Board.of(model, masks))) == steps


def test_givens_are_never_exchanged_placed_cells_are():
    square = geometry("4x4")
    free = Board.start(compile_puzzle(square.puzzle()))
    board = free.placed([(0, 0), (1, 1), (8, 1)]).without([(9, 3)])
    assert [s.eliminations for s in found("avoidable-rectangle-1", board)] == [((9, 0),)]
    given = compile_puzzle(square.puzzle("1... .... .... ...."))
    board = Board.start(given).placed([(0, 0), (1, 1), (8, 1)]).without([(9, 3)])
    assert not found("avoidable-rectangle-1", board)


def test_a_grave_of_all_open_cells():
    """Two solutions but for one cell that may hold a third value."""
    model = model_of(3, [0b11, 0b11, 0b11, 0b111], [(0, 1), (2, 3), (0, 2), (1, 3)])
    (step,) = found("bug", Board.start(model))
    assert step.eliminations == ((3, 0), (3, 1))


LOOP = (0, 1, 7, 8, 14, 12)
"""Six cells of a square of six, two in each of three rows and columns."""


def loop(extras):
    """A loop of pairs, with further values in some of its cells."""
    model = compile_puzzle(geometry("latin-6").puzzle())
    masks = list(model.domains)
    for cell in LOOP:
        masks[cell] = 0b11
    for cell, values in extras.items():
        masks[cell] |= values
    return Board.of(model, masks)


def test_loops_of_six_cells_are_used_like_rectangles():
    (one,) = found("unique-loop-1", loop({0: 0b100}))
    assert (one.eliminations, one.rating) == (((0, 0), (0, 1)), 4.6)
    (two,) = found("unique-loop-2", loop({0: 0b100, 1: 0b100}))
    assert two.eliminations == ((2, 2), (3, 2), (4, 2), (5, 2))
    board = loop({0: 0b100, 1: 0b1000})
    three = found("unique-loop-3", board.without((2, value) for value in (0, 1, 4, 5)))
    assert ((3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (5, 3)) in [s.eliminations for s in three]
    four_ = found("unique-loop-4", board.without((cell, 0) for cell in (2, 3, 4, 5)))
    assert [s.eliminations for s in four_] == [((0, 1), (1, 1))]
    for step in (one, two):
        assert is_proved(loop({0: 0b100, 1: 0b100} if step is two else {0: 0b100}), step)
    assert not found("unique-loop-1", loop({0: 0b100}).without([(7, 0), (7, 1), (8, 0)]))


def test_several_pairs_can_be_exchanged_together():
    """Two rows with 12, 23 and 13 in the same columns, one of the cells with a 4."""
    model = compile_puzzle(geometry("latin-4").puzzle())
    masks = list(model.domains)
    masks[0] = masks[4] = 0b011
    masks[1] = masks[5] = 0b110
    masks[2], masks[6] = 0b101, 0b1101
    board = Board.of(model, masks)
    (step,) = found("bug-lite", board)
    assert step.eliminations == ((6, 0), (6, 2))
    assert is_proved(board, step)


SQUARES = [(0, 1), (0, 2), (1, 3), (2, 3, 4, 5), (4, 6), (5, 7), (6, 7)]
"""Two squares of four cells each; one side of either lies in a shape of both."""


@pytest.mark.parametrize(
    ("name", "extras", "gone"),
    [
        ("bug", (0b100, 0), ((2, 0), (2, 1))),
        ("bug-2", (0b100, 0b100), ((4, 2), (5, 2))),
        ("bug-3", (0b100, 0b1000), ((5, 2), (5, 3))),
        ("bug-4", (0b100, 0b1000), ((2, 1), (3, 1))),
    ],
)
def test_graves_with_more_extras(name, extras, gone):
    masks = [0b11, 0b11, 0b11 | extras[0], 0b11 | extras[1], *[0b1100] * 4]
    board = Board.start(model_of(4, masks, SQUARES))
    steps = found(name, board)
    assert gone in [step.eliminations for step in steps]
    assert all(is_proved(board, step) for step in steps)


def test_steps_on_a_larger_geometry_are_proved():
    seen = set()
    for seed in range(6):
        board, _ = sketch(unusual("jigsaw-6"), seed, 0.2)
        for technique in UNIQUE:
            for step in found(technique, board):
                seen.add(technique)
                assert is_proved(board, step)
                assert not any(board.model.domains[v] == 1 << x for v, x in step.eliminations)
    assert len(seen) > 2


def test_a_loop_may_have_one_extra_value_in_three_cells():
    """Six cells in a ring, every other one with the same extra value; a cell sees those three."""
    ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5)]
    model = model_of(4, [15] * 7, [*ring, (1, 6), (3, 6), (5, 6)])
    board = Board.of(model, (3, 7, 3, 7, 3, 7, 12))
    (step,) = strategy_named("unique-loop-2").find(board)
    assert step.eliminations == ((6, 2),)
    step.verify(board)
