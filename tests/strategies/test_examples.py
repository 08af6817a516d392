"""Each strategy on a board made for it, with the step it must find."""

from dataclasses import replace

import pytest
from support import grid
from tiny_models import model_of

from sudokulib import describe
from sudokulib.board import Board
from sudokulib.errors import UnknownNameError
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Link, Rank, Role, Step, Truth
from sudokulib.model import compile_puzzle
from sudokulib.shapes import Shape
from sudokulib.shapes.pairs import Difference
from sudokulib.strategies import strategies, strategy, strategy_named

FULL = 0b1111


def steps_of(name, model, *masks):
    """All the steps that one search finds."""
    board = Board.of(model, masks)
    return list(strategy_named(name).find(board))


def gone(name, model, *masks):
    """The eliminations of one search, step by step."""
    return [step.eliminations for step in steps_of(name, model, *masks)]


def house(*more):
    """Four cells, four values, one house, and further sets."""
    return model_of(4, [FULL] * 4, [(0, 1, 2, 3), *more])


def test_naked_single():
    steps = steps_of("naked-single", house(), FULL, 0b0100, 0b0101, FULL)
    truth = Truth(((1, 2),), variable=1)
    roles = (Role("pattern", ((1, 2),)),)
    assert steps == [Step("naked-single", ((1, 2),), (), (Rank((truth,)),), roles)]


def test_hidden_single():
    steps = steps_of("hidden-single", house(), 0b0111, 0b1111, 0b0111, 0b0111)
    truth = Truth(((1, 3),), primitive=0)
    roles = (Role("pattern", ((1, 3),), (0,)),)
    assert steps == [Step("hidden-single", ((1, 3),), (), (Rank((truth,)),), roles, 1.5)]


def test_a_hidden_single_of_two_houses_is_one_step():
    model = model_of(3, [0b111] * 5, [(0, 1, 2), (2, 3, 4)])
    steps = steps_of("hidden-single", model, 0b011, 0b011, 0b111, 0b011, 0b011)
    assert [step.placements for step in steps] == [((2, 2),)]


def test_placed_cells_are_not_found_again():
    board = Board.start(house()).placed([(0, 0), (1, 1)])
    assert not list(strategy_named("naked-single").find(board))
    assert not list(strategy_named("hidden-single").find(board))


@pytest.mark.parametrize("form", ["naked-tuples-fast", "naked-tuples"])
def test_naked_pair(form):
    steps = steps_of(form, house(), 0b0011, FULL, 0b0011, 0b1110)
    assert steps[0].eliminations == ((1, 0), (1, 1), (3, 1))
    assert len(steps[0].arguments) == 1


@pytest.mark.parametrize("form", ["naked-tuples-fast", "naked-tuples"])
def test_naked_pair_reaches_who_sees_it_through_different_shapes(form):
    model = model_of(4, [FULL] * 4, [(0, 1), (0, 2), (1, 2), (0, 3)])
    steps = steps_of(form, model, 0b0011, 0b0011, FULL, FULL)
    assert steps[0].eliminations == ((2, 0), (2, 1))
    assert steps[0].arguments[0].links[0] == Link(((0, 0), (1, 0), (2, 0)), (0, 1, 2))


@pytest.mark.parametrize("form", ["naked-tuples-fast", "naked-tuples"])
def test_only_the_places_of_a_value_need_to_be_seen(form):
    """Cell 3 sees two of the three cells: all places of value 2, but not all of value 0 or 1."""
    model = model_of(4, [FULL] * 4, [(0, 1, 2), (1, 3), (2, 3)])
    assert gone(form, model, 0b0011, 0b0111, 0b0111, FULL) == [((3, 2),)]


@pytest.mark.parametrize("form", ["hidden-tuples-fast", "hidden-tuples"])
def test_hidden_pair(form):
    steps = steps_of(form, house(), 0b1111, 0b1011, 0b1100, 0b1100)
    assert [step.eliminations for step in steps] == [((0, 2), (0, 3), (1, 3))]


@pytest.mark.parametrize(
    ("form", "cells"),
    [
        ("naked", (0b00011, 0b00110, 0b00101, 31, 31)),
        ("hidden", (0b11101, 0b11011, 0b11110, 24, 24)),
    ],
)
def test_a_ring_of_three_needs_the_complete_form(form, cells):
    """Three pairs in a ring: no cell has exactly three candidates, no value three places."""
    model = model_of(5, [31] * 5, [(0, 1, 2, 3, 4)])
    assert len(gone(f"{form}-tuples", model, *cells)[0]) == 6
    assert not gone(f"{form}-tuples-fast", model, *cells)


def test_overlapping_through_one_shape():
    model = model_of(4, [FULL] * 6, [(0, 1, 2, 3), (0, 1, 4)])
    steps = steps_of("overlapping-shapes", model, FULL, FULL, 0b1110, 0b1110, FULL, FULL)
    truth = Truth(((0, 0), (1, 0)), primitive=0)
    seen = Link(((0, 0), (1, 0), (4, 0)), (1,))
    assert [step.eliminations for step in steps] == [((4, 0),)]
    assert steps[0].arguments == (Rank((truth,), (seen,)),)


def test_overlapping_through_a_different_shape_for_each_place():
    model = model_of(4, [FULL] * 6, [(0, 1, 2, 3), (0, 4), (1, 4), (0, 5)])
    steps = steps_of("overlapping-shapes", model, FULL, FULL, 0b1110, 0b1110, FULL, FULL)
    assert [(s.eliminations, s.arguments[0].links[0].primitives) for s in steps] == [
        (((4, 0),), (0, 1, 2))
    ]


def test_overlapping_where_a_relation_of_two_cells_needs_a_value():
    """Consecutive cells of 1 or 2 and 2 or 3 hold a 2, in whichever of them it is."""
    dot = Shape(Difference((0, 1), 1), ("white-dot",))
    model = compile_puzzle(grid("4x4", "2x2").puzzle(shapes=[dot]))
    board = Board.of(model, [0b0011, 0b0110, *[FULL] * 14])
    *_, step = strategy_named("overlapping-shapes").find(board)
    assert (step.eliminations, step.rating) == (((2, 1), (3, 1), (4, 1), (5, 1)), 2.9)
    assert is_proved(board, step)


def test_overlapping_where_a_relation_of_two_cells_has_one_place_for_a_value():
    """Consecutive cells of 1 or 2 and 3 or 4 hold 2 and 3: what a hidden single does not say."""
    dot = Shape(Difference((0, 1), 1), ("white-dot",))
    puzzle = grid("4x4", "2x2").puzzle(shapes=[dot])
    board = Board.of(compile_puzzle(puzzle), [0b0011, 0b1100, *[FULL] * 14])
    assert not list(strategy_named("hidden-single").find(board))
    two, three = strategy_named("overlapping-shapes").find(board)
    assert two.eliminations == ((2, 1), (3, 1), (4, 1), (5, 1), (8, 1), (12, 1))
    assert three.eliminations == ((2, 2), (3, 2), (4, 2), (5, 2), (9, 2), (13, 2))
    assert all(is_proved(board, step) for step in (two, three))
    text = describe(two, puzzle, board)
    assert "R1C1 in the white-dot, which lies in row 1, column 1 and box 1 too, so R1C3" in text


@pytest.mark.parametrize("name", [s.name for s in strategies()])
def test_a_shape_without_repeats_is_not_a_house(name):
    """The famous error: value 1 has one place here, but need not stand here at all."""
    model = model_of(4, [FULL] * 4, [(0, 1, 2), (0, 3)])
    assert not model.houses
    assert not steps_of(name, model, FULL, 0b1110, 0b1110, FULL)


@pytest.mark.parametrize("conclusion", [{"placements": ((0, 0),)}, {"eliminations": ((3, 0),)}])
def test_nor_does_the_checker_take_it_for_one(conclusion):
    sets = [(0, 1, 2), (0, 3)]
    three, four = ([*cells] for cells in ((0b111,) * 3 + (FULL,), (FULL,) * 4))
    masks = (FULL, 0b1110, 0b1110, FULL)
    rank = Rank((Truth(((0, 0),), primitive=0),), (Link(((0, 0), (3, 0)), (1,)),))
    step = Step("any", arguments=(rank,), **conclusion)
    alone = replace(step, arguments=(replace(rank, links=()),))
    small = tuple(mask & 0b111 if cell < 3 else mask for cell, mask in enumerate(masks))
    for one in (step, alone) if step.placements else (step,):
        assert not is_proved(Board.of(model_of(4, four, sets), masks), one)
    assert is_proved(Board.of(model_of(4, three, sets), small), alone if step.placements else step)


def test_the_registry_refuses_a_second_strategy_of_a_name():
    with pytest.raises(ValueError, match="'naked-single' is registered already"):
        strategy("naked-single", family="singles", rating=1.0, score=4, source="here")(
            lambda board: iter(())
        )


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match=r"'z-wing'; did you mean .*xyz-wing"):
        strategy_named("z-wing")


@pytest.mark.parametrize("found", strategies(), ids=lambda s: s.name)
def test_every_strategy_says_what_it_is_and_where_it_stands(found):
    assert found.summary.endswith(".")
    assert found.source
    assert strategy_named(found.name) is found
