"""Pattern overlay: against all ways to place one value."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sketches import UNUSUAL, sketch, unusual

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.logic.step import Refutation, Split
from sudokulib.model import compile_puzzle
from sudokulib.shapes import Cage, Shape
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies import strategy_named

LATIN = geometry("latin-5")


def found(board):
    return list(strategy_named("pattern-overlay").find(board))


def with_places(of, value, places):
    """A board on which a value may stand in some cells only, and all else everywhere."""
    model = compile_puzzle(of.puzzle())
    masks = [d if v in places else d & ~(1 << value) for v, d in enumerate(model.domains)]
    return Board.of(model, masks)


@pytest.mark.slow
@given(st.sets(st.integers(0, 24), min_size=3, max_size=14), st.permutations(range(5)))
@settings(max_examples=100, deadline=None)
def test_one_value_keeps_just_what_its_placements_use(more, columns):
    places = more | {5 * row + column for row, column in enumerate(columns)}
    board = with_places(LATIN, 0, places)
    templates = [
        cells
        for order in permutations(range(5))
        if (cells := {5 * row + column for row, column in enumerate(order)}) <= places
    ]
    steps = found(board)
    gone = {v for step in steps for v, x in step.eliminations if x == 0}
    kept = {v for step in steps for v, x in step.placements if x == 0}
    assert gone == places - set().union(*templates)
    assert kept == set.intersection(*templates)
    assert all(is_proved(board, step) for step in steps)


@pytest.mark.parametrize("name", UNUSUAL)
def test_steps_are_sound_and_proved_where_values_also_take_each_others_cells(name):
    steps = 0
    for seed in range(2):
        board, right = sketch(unusual(name), seed, 0.15)
        for _, step in zip(range(12), strategy_named("pattern-overlay").find(board), strict=False):
            steps += 1
            assert not any(right[v] == x for v, x in step.eliminations)
            assert all(right[v] == x for v, x in step.placements)
            assert is_proved(board, step)
    assert steps


CASES = "X..XXX XXX... XXX... XXX... XXXXXX XXXXXX"


def test_a_place_that_only_cases_rule_out_is_refuted_by_them():
    """With the value in the first corner three lines share two columns: no single shows that."""
    places = {n for n, sign in enumerate(CASES.replace(" ", "")) if sign == "X"}
    board = with_places(geometry("latin-6"), 0, places)
    proofs = [proof for step in found(board) for proof in step.arguments]
    inner = [step for proof in proofs for step in proof.steps]
    assert (0, 0) in [proof.candidate for proof in proofs]
    assert all(isinstance(proof, Refutation) for proof in proofs)
    assert any(isinstance(part, Split) for step in inner for part in step.parts())


def test_templates_heed_cages_that_require_a_value():
    latin = geometry("latin-4")
    cage = Shape(Cage((0, 5), 3), ("little cage",))
    places = {0, 5, 2, 3, 6, 7, 8, 10, 11, 12, 14, 15, 9, 13}
    free = with_places(latin, 0, places)
    assert not found(free)
    model = compile_puzzle(latin.puzzle().with_shapes(cage))
    board = Board.of(model, [m & 0b11 if v in {0, 5} else m for v, m in enumerate(free.masks)])
    gone = {c for step in found(board) for c in step.eliminations}
    assert gone
    assert all(is_proved(board, step) for step in found(board))


def test_the_words():
    board = with_places(geometry("latin-4"), 0, {0, 1, 4, 5, 10, 11, 14, 15, 2})
    texts = [describe(step, geometry("latin-4").puzzle()) for step in found(board)]
    assert texts == [
        "pattern overlay: no way to place 1 once in every shape that needs it uses R1C3, "
        "so R1C3 is not 1"
    ]
