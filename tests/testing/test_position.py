"""`Position.from_text` reads what a failing check prints: every kind, hidden values and marks."""

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from support import one_in

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.errors import SudokuError
from sudokulib.model import compile_puzzle
from sudokulib.shapes import Shape, kinds
from sudokulib.shapes.sums import Cage
from sudokulib.testing import Position, as_text, positions
from sudokulib.testing.geometry_strategies import general_kinds
from sudokulib.testing.instances import own_geometries

few = settings(
    max_examples=4,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
LARGE = {"argyle", "asterisk", "girandola"}
DRAWN = sorted({*general_kinds(), *own_geometries()} - LARGE)


def test_every_kind_is_drawn():
    assert {kind.name for kind in kinds()} - LARGE <= set(DRAWN)


@pytest.mark.parametrize("kind", one_in(4, DRAWN, first=1))
def test_a_position_with_any_kind_reads_back_as_it_was(kind):
    seen = set()

    @few
    @given(positions(kinds=[kind]))
    def check(position):
        again = Position.from_text(repr(position))
        assert again == position
        assert again.puzzle.all_shapes == position.puzzle.all_shapes
        assert again.possible == position.possible
        seen.update(shape.kind for shape in position.puzzle.all_shapes)

    for number in range(20):  # some kinds fit hardly any filling of the grids that they need
        if kind not in seen:
            seed(number)(check)()
    assert kind in seen


def test_a_position_on_a_large_geometry_reads_back_as_it_was():
    puzzle = geometry("samurai").puzzle({"A.R1C1": "3"})
    position = Position(puzzle, Board.start(compile_puzzle(puzzle)).placed([(0, 2)]))
    assert Position.from_text(repr(position)) == position


def test_hidden_cells_and_variables_read_back_as_they_were():
    place = geometry("4x4").with_hidden({"total": 0b1110})
    puzzle = place.puzzle(shapes=[Shape(Cage((0, 1, 16), 7, True))])
    board = Board.start(compile_puzzle(puzzle)).without([(16, 1), (3, 0)])
    position = Position(puzzle, board)
    assert "16: 3 4" in repr(position)
    assert Position.from_text(repr(position)) == position


def test_a_cell_without_candidates_and_words_for_symbols_read_back_as_they_were():
    place = geometry("16x16")
    puzzle = place.puzzle(allowed={"R1C1": "10 11"} if not place.alphabet.compact else {})
    board = Board.start(compile_puzzle(puzzle)).without([(1, v) for v in range(16)])
    position = Position(puzzle, board)
    assert Position.from_text(repr(position)) == position


def test_a_text_without_a_board_is_the_board_before_any_deduction():
    position = Position.from_text("geometry: 4x4\ngivens: 1... .... .... ....")
    assert position.board == Board.start(compile_puzzle(position.puzzle))
    assert as_text(position.puzzle).splitlines()[1:] == ["geometry: 4x4", "givens: {R1C1: '1'}"]


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ("board: {R9C1: 1}", "R9C1"),
        ("board: {R1C1: 7}", "unknown symbol '7'"),
        ("placed: R1C7", "R1C7"),
        ("cases: {16: 1}", "'16' is not a hidden variable, as this puzzle has none"),
        ("bord: {R1C1: 1}", "bord"),
    ],
)
def test_what_a_text_cannot_say_is_refused(more, what):
    with pytest.raises(SudokuError, match=what):
        Position.from_text(f"geometry: 4x4\n{more}")
