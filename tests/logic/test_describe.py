"""A step in words names what it changes."""

from hypothesis import given, settings
from support import tiny_puzzles

from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.solving.pipeline import run


@given(puzzle=tiny_puzzles())
@settings(max_examples=60, deadline=None)
def test_every_step_names_what_it_changes(puzzle):
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    for step, _ in run(board):
        sentence = describe(step, puzzle)
        for cell, value in step.placements + step.eliminations:
            assert puzzle.geometry.cells[cell].name in sentence
            assert puzzle.geometry.alphabet.symbols[value] in sentence
