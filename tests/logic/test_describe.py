import pytest
from hypothesis import given, settings
from support import grid, overlapping, tiny_puzzles

from sudokulib.board import Board
from sudokulib.logic.describe import describe
from sudokulib.logic.step import Premise, Step
from sudokulib.model import compile_puzzle
from sudokulib.pipeline import run

SMALL = grid("4x4", "2x2", symbols="1234").puzzle()


def number(puzzle, label):
    """The primitive of the shape with that label."""
    sources = compile_puzzle(puzzle).sources
    return next(
        n for n, shapes in enumerate(sources) if label in puzzle.all_shapes[shapes[0]].labels
    )


def said(technique, premise, puzzle=SMALL, **conclusions):
    variables, values, labels, confined = premise
    primitives = tuple(number(puzzle, label) for label in labels)
    fact = Premise(variables, values, primitives, confined)
    return describe(Step(technique, premises=(fact,), **conclusions), puzzle)


def test_naked_single():
    text = said("naked-single", ((5,), 0b0100, (), False), placements=((5, 2),))
    assert text == "naked single: R2C2 can only be 3, so R2C2 = 3"


def test_hidden_single():
    text = said("hidden-single", ((5,), 0b0100, ("box 1",), True), placements=((5, 2),))
    assert text == "hidden single: 3 can only go to R2C2 in box 1, so R2C2 = 3"


@pytest.mark.parametrize("form", ["naked-tuples", "naked-tuples-fast"])
def test_naked_pair_with_its_links(form):
    text = said(
        form, ((0, 1), 0b0011, ("row 1", "box 1"), False), eliminations=((2, 0), (2, 1), (4, 0))
    )
    assert text == (
        "naked pair: R1C1 R1C2 in row 1 hold only 1 and 2, seen through box 1, "
        "so R1C3 is not 1 or 2, R2C1 is not 1"
    )


def test_large_hidden_tuple():
    premise = ((0, 1, 2, 3, 4), 0b11111, ("row 1",), True)
    puzzle = grid("6x6", "2x3", symbols="123456").puzzle()
    text = said("hidden-tuples", premise, puzzle, eliminations=((0, 5),))
    assert text.startswith("hidden 5-tuple: 1, 2, 3, 4 and 5 can only go to R1C1 R1C2")


def test_overlapping_shapes_of_several_grids():
    puzzle = overlapping("2x2", (0, 0), (2, 2)).puzzle()
    premise = ((0, 1), 0b1000, ("row 1 of G1", "box 1 of G1"), True)
    text = said("overlapping-shapes", premise, puzzle, eliminations=((4, 3),))
    assert text == (
        "overlapping shapes: 4 can only go to R1C1 R1C2 in row 1 of G1, "
        "seen through box 1 of G1, so R2C1 is not 4"
    )


@given(puzzle=tiny_puzzles())
@settings(max_examples=60, deadline=None)
def test_every_step_names_what_it_changes(puzzle):
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.givens)
    for step, _ in run(board):
        sentence = describe(step, puzzle)
        for cell, value in step.placements + step.eliminations:
            assert puzzle.geometry.cells[cell].name in sentence
            assert puzzle.geometry.alphabet.symbols[value] in sentence
