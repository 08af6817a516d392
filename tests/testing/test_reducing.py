"""A failing position is cut down to the cells and shapes that the failure needs."""

import pytest

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.testing import Position
from sudokulib.testing.oracle import fillings
from sudokulib.testing.reducing import reduced


def start(puzzle):
    """The position before any deduction."""
    return Position(puzzle, Board.start(compile_puzzle(puzzle)))


FEW_OPEN = start(geometry("4x4").puzzle("1... ..2. .3.. ...4"))
CAGED = start(geometry("4x4").puzzle("1234 .... .... ....").add("cage", "R2C1 R2C2", sum=7))


def has_a_house(position):
    return bool(position.board.model.houses)


def test_what_fails_everywhere_is_cut_down_to_a_cell():
    small = reduced(FEW_OPEN, lambda position: True)
    assert len(small.puzzle.masks) == 1
    assert small.puzzle.all_shapes == ()


def test_puzzles_keep_their_only_solution_where_that_is_asked_for():
    small = reduced(FEW_OPEN, lambda position: True, unique=True)
    assert len(small.puzzle.masks) == 2
    assert len(list(fillings(small.puzzle))) == 1


def test_what_fails_nowhere_else_is_left_alone():
    assert reduced(FEW_OPEN, lambda position: position is FEW_OPEN) is FEW_OPEN


def test_houses_become_smaller_houses():
    small = reduced(FEW_OPEN, has_a_house)
    assert has_a_house(small)
    assert len(small.puzzle.masks) == 2


def test_a_rule_stays_with_its_cells_if_it_is_needed():
    small = reduced(CAGED, lambda one: any(shape.kind == "cage" for shape in one.puzzle.all_shapes))
    assert [(shape.kind, len(shape.cells)) for shape in small.puzzle.all_shapes] == [("cage", 2)]
    assert len(small.puzzle.masks) == 2


@pytest.mark.parametrize("position", [FEW_OPEN, CAGED])
def test_all_that_is_tried_is_solvable_and_prints_as_text_that_reads_back(position):
    tried = []
    reduced(position, lambda one: bool(tried.append(one)) or len(tried) % 3 == 0)
    assert len(tried) > 10
    for one in tried:
        assert one.fillings
        assert Position.from_text(repr(one)) == one
