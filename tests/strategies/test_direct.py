"""Singles in the order in which people see them, and eliminations that lead to one at once."""

import pytest
from hypothesis import given, settings
from support import grid
from tiny_models import model_of, possible, steps_of, tiny

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.compact import compact_houses
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.loading import loads

FULL = 0b1111


def compact_roles(played_on):
    puzzle = played_on.puzzle()
    model = compile_puzzle(puzzle)
    return {
        role
        for number in compact_houses(model)
        for role in puzzle.all_shapes[model.sources[number][0]].roles
    }


def test_blocks_of_a_grid_are_compact_and_lines_are_not():
    assert compact_roles(grid("9x9", "3x3")) == {"region"}
    assert compact_roles(geometry("tredoku-7")) == {"region"}
    assert compact_roles(geometry("latin-5")) == set()


def test_compact_houses_are_found_by_their_crossings_alone():
    """Four cells in a square, crossed by two pairs of houses, beside houses crossed by one."""
    square, lines = (0, 1, 2, 3), [(0, 1, 4, 5), (2, 3, 6, 7), (0, 2, 8, 9), (1, 3, 10, 11)]
    model = model_of(4, [FULL] * 12, [*lines, square])
    assert compact_houses(model) == {4}


def test_a_hidden_single_of_a_compact_house_comes_first_and_is_easier():
    """9 is shut out of all but one cell of the first block, and of the last line."""
    text = list("." * 81)
    for cell in (12, 24, 28, 56):
        text[cell] = "9"
    puzzle = grid("9x9", "3x3").puzzle("".join(text))
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    board = board.without([(cell, 0) for cell in range(73, 81)])
    steps = steps_of("hidden-single", board)
    assert [(s.placements[0], s.rating) for s in steps] == [((0, 8), 1.2), ((72, 0), 1.5)]


def test_a_sum_that_needs_a_value_makes_a_hidden_single():
    """Two cells with the sum 5 are 1 and 4 or 2 and 3: without a 4 they need 2 and 3."""
    puzzle = loads("geometry: latin-4\nshapes: [{kind: cage, sum: 5, cells: R1C1 R1C2}]")
    board = Board.start(compile_puzzle(puzzle)).without([(0, 1), (0, 3), (1, 3)])
    steps = steps_of("hidden-single", board)
    assert [(step.placements, step.rating) for step in steps] == [(((1, 1),), 2.0)]
    steps[0].verify(board)


def test_direct_overlap_places_what_its_elimination_leaves():
    """In the first house 1 is in cells 0 and 1; the second shares those with cells 4 and 5."""
    model = model_of(4, [FULL] * 8, [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4), (0, 1, 5)])
    board = Board.of(model, (FULL, FULL, 14, 14, FULL, FULL, FULL, 14))
    (step,) = steps_of("direct-overlap", board)
    assert step.placements == ((6, 0),)
    assert not step.eliminations
    step.verify(board)


def test_direct_hidden_pair_places_a_third_value():
    model = model_of(4, [FULL] * 4, [(0, 1, 2, 3)])
    board = Board.of(model, (FULL, FULL, 0b0100, 0b1100))
    steps = steps_of("direct-hidden-pair", board)
    assert [step.placements for step in steps] == [((3, 3),)]
    steps[0].verify(board)


def test_direct_hidden_triple_places_a_fourth_value():
    model = model_of(5, [31] * 5, [(0, 1, 2, 3, 4)])
    board = Board.of(model, (0b01011, 0b01110, 0b01101, 0b11000, 0b10000))
    (step,) = steps_of("direct-hidden-triple", board)
    assert step.placements == ((3, 3),)
    step.verify(board)


@pytest.mark.slow
@given(case=tiny())
@settings(max_examples=200, deadline=None)
def test_what_is_direct_takes_an_elimination_and_then_a_single(case):
    board = Board.start(case.model)
    if not any(possible(case.model)):
        return
    for direct, slow in (
        ("direct-overlap", "overlapping-shapes"),
        ("direct-hidden-pair", "hidden-tuples"),
        ("direct-hidden-triple", "hidden-tuples"),
    ):
        placed = {step.placements for step in steps_of(direct, board)}
        singles = set()
        for step in steps_of(slow, board):
            after = step.apply(board)
            singles |= {s.placements for s in steps_of("hidden-single", after)}
            singles |= {s.placements for s in steps_of("naked-single", after)}
        assert placed <= singles
        assert all(is_proved(board, step) for step in steps_of(direct, board))
