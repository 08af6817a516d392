import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import model_of, tiny

from sudokulib.board import Board
from sudokulib.model import bits, compile_puzzle
from sudokulib.solving.subjects import as_puzzle


def lines():
    """Three values; cells 0 1 2 are a house, cells 2 3 differ."""
    return model_of(3, [0b111] * 4, [(0, 1, 2), (2, 3)])


def test_it_starts_with_the_domains_and_nothing_placed():
    board = Board.start(model_of(3, [0b001, 0b110, 0b111], [(0, 1, 2)]))
    assert board.masks == (0b001, 0b110, 0b111)
    assert board.places == (0b101, 0b110, 0b110)
    assert board.open == 0b111
    assert not board.complete


def test_a_placement_leaves_the_cell_and_goes_from_its_peers():
    board = Board.start(lines()).placed([(2, 0)])
    assert board.masks == (0b110, 0b110, 0b001, 0b110)
    assert board.solved == 0b0100
    assert not board.broken


def test_eliminations_go_and_those_gone_do_not_matter():
    board = Board.start(lines()).without([(0, 1), (0, 1), (3, 2)])
    assert board == board.without([(0, 1)])
    assert board.masks == (0b101, 0b111, 0b111, 0b011)
    assert not board.allows((0, 1))


def test_broken_by_an_empty_cell():
    assert Board.start(lines()).placed([(2, 0), (3, 0)]).broken


def test_broken_by_a_house_without_a_place():
    assert Board.start(lines()).without([(0, 0), (1, 0), (2, 0)]).broken


def test_not_broken_by_a_value_missing_in_a_set_that_is_no_house():
    assert not Board.start(lines()).without([(2, 0), (3, 0)]).broken


def test_complete_when_all_is_placed():
    board = Board.start(lines()).placed([(0, 0), (1, 1), (2, 2), (3, 0)])
    assert board.complete
    assert not board.broken


@pytest.mark.slow
@given(case=tiny(), data=st.data())
@settings(max_examples=100, deadline=None)
def test_both_views_stay_the_same_board(case, data):
    board = Board.start(case.model)
    candidate = st.tuples(st.integers(0, len(case.masks) - 1), st.integers(0, case.values - 1))
    for placing, what in data.draw(st.lists(st.tuples(st.booleans(), candidate), max_size=5)):
        before, board = board, board.placed([what]) if placing else board.without([what])
        assert before.broken or board.breaks(before) == board.broken
        assert board == Board.of(board.model, board.masks, board.solved)
        assert board.complete == (board.solved == (1 << len(case.masks)) - 1)
        assert sorted(bits(board.open)) == [
            v for v in range(len(case.masks)) if not board.solved >> v & 1
        ]


def test_it_survives_pickling():
    board = Board.start(lines()).placed([(2, 0)])
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert hash(again) == hash(board)


def test_a_variable_that_is_no_cell_can_be_placed():
    from sudokulib.model import compile_puzzle
    from sudokulib.puzzles.loading import loads

    model = compile_puzzle(
        loads("{geometry: 4x4, shapes: [{kind: count-distinct, cells: R1C1 R2C2, count: 2}]}")
    )
    board = Board.start(model)
    hidden = model.cells
    placed = board.placed([(hidden, 1)])
    assert placed.masks[hidden] == 2
    assert placed.places == board.places


def test_cells_that_no_other_depends_on_are_found_with_their_last_candidate():
    board = Board.start(model_of(3, [0b111, 0b011, 0b001, 0b111], [(0, 3)]))
    assert board.solved == 0b0100
    assert board.without([(1, 0), (0, 0), (0, 1)]).solved == 0b0110


def test_edges_that_a_rule_tells_in_words_are_found_with_their_last_candidate():
    """In a corner of the grid a loop has both edges or none; a black pearl has one of two."""
    grid = {"make": "grid", "size": "3x3", "lines": False}
    made = {"symbols": "12", "build": [grid], "layers": {"e": {"at": "edges"}}}
    pearl = {"kind": "masyu", "values": [2], "black": "R1C1", "cells": "e"}
    puzzle = as_puzzle({"geometry": made, "shapes": [pearl]})
    model = compile_puzzle(puzzle)
    edges = {puzzle.geometry.cells[v].name: v for v in puzzle.geometry.topology.places}
    board = Board.start(model).without([(edges["e.R1C2"], 0), (edges["e.R2C1"], 0)])
    assert board.solved == 1 << edges["e.R1C2"] | 1 << edges["e.R2C1"]


def test_indicators_follow_their_cells_and_these_them():
    """The forms are two; each cell has the number of the form that it is in."""
    grid = {"make": "grid", "size": "2x4", "lines": False}
    forms = {"kind": "polyominoes", "forms": ["###/#..", "###/#.."]}
    model = compile_puzzle(as_puzzle({"geometry": {"symbols": "123", "build": [grid]},
                                      "shapes": [forms]}))  # fmt: skip
    (_, first), (_, second) = model.indicators_of[0]
    assert model.indicators[first], model.indicators[second] == ((0, 0), (0, 1))

    def state(board):
        return board.masks[0], board.masks[first], board.masks[second], board.solved & 1

    start = Board.start(model)
    assert state(start) == (0b111, 0b11, 0b11, 0)
    assert state(start.without([(0, 1)])) == (0b101, 0b11, 0b01, 0)
    assert state(start.without([(first, 1)])) == (0b110, 0b01, 0b11, 0)
    assert state(start.without([(first, 0)])) == (0b001, 0b10, 0b01, 1)
    assert state(start.without([(0, 2), (second, 1)])) == (0b001, 0b10, 0b01, 1)
    assert state(start.placed([(0, 1)])) == (0b010, 0b01, 0b10, 1)
    masks = [0b010, *start.masks[1:]]
    assert state(Board.of(model, masks)) == (0b010, 0b01, 0b10, 1)
