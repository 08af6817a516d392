from itertools import count

import pytest
from hypothesis import given, settings
from support import grid
from tiny_models import model_of, possible, tiny

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.errors import Cancelled, UnknownNameError
from sudokulib.logic.proof import is_proved
from sudokulib.model import compile_puzzle
from sudokulib.solving.pipeline import DEFAULT, Plan, run
from sudokulib.strategies import Strategy, strategies, strategy_named

PRINTED = (
    "200080300060070084030500209000105408000000000402706000301007040720040060004010003",
    "245981376169273584837564219976125438513498627482736951391657842728349165654812793",
)
TUPLES = "..26.1....5....3....4.5.1...1.59...6.9....78.4...6..9..31....7....87......5...6.."


def started(text):
    puzzle = grid("9x9", "3x3").puzzle(text)
    return Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)


def final(board, *args):
    for _, after in run(board, *args):
        board = after
    return board


def test_it_solves_a_printed_puzzle():
    board = final(started(PRINTED[0]))
    assert board.complete
    assert "".join(str(mask.bit_length()) for mask in board.masks) == PRINTED[1]


def test_the_default_names_known_strategies_once():
    assert len(set(DEFAULT)) == len(DEFAULT)
    assert set(DEFAULT) <= {s.name for s in strategies()}


@pytest.mark.parametrize("text", [PRINTED[0], TUPLES])
def test_each_step_leads_from_board_to_board_and_is_proven_there(text):
    before = started(text)
    placed = []
    for step, after in run(before):
        assert is_proved(before, step)
        assert step.apply(before) == after != before
        placed += [cell for cell, _ in step.placements]
        before = after
    assert len(placed) == len(set(placed))


@given(case=tiny())
@settings(max_examples=100, deadline=None)
def test_so_it_is_on_any_board_and_it_ends_for_a_reason(case):
    before, right = Board.start(case.model), possible(case.model)
    for step, after in run(before):
        assert 0 not in before.masks
        assert strategy_named(step.technique).sweeps or not before.broken
        assert is_proved(before, step)
        assert step.apply(before) == after != before
        before = after
    assert not (before.broken and any(right))
    stuck = not any(True for name in DEFAULT for _ in strategy_named(name).find(before))
    assert before.complete or before.broken or stuck


def test_after_a_change_the_first_strategy_has_the_first_word():
    before = started(TUPLES)
    for step, after in run(before):
        rank = DEFAULT.index(step.technique)
        if not strategy_named(step.technique).sweeps:
            earlier = [strategy_named(name) for name in DEFAULT[:rank]]
            assert not [found for s in earlier for found in s.find(before)]
        before = after
    assert len({step.technique for step, _ in run(started(TUPLES))}) > 3


def test_the_order_is_data():
    first, _ = next(run(started(PRINTED[0]), ["hidden-single", "naked-single"]))
    assert first.technique == "hidden-single"
    assert not list(run(started(PRINTED[0]), []))


def test_the_same_puzzle_gives_the_same_steps():
    assert list(run(started(TUPLES))) == list(run(started(TUPLES)))


def test_an_unknown_strategy_is_named_at_once():
    with pytest.raises(UnknownNameError, match="'guess'"):
        run(started(PRINTED[0]), ["naked-single", "guess"])


def test_no_step_from_a_broken_board():
    board = started("55" + "0" * 79)
    assert board.broken
    assert not list(run(board))


def test_a_contradiction_ends_it():
    """Two cells of a house have the same single value."""
    model = model_of(3, [0b111] * 3, [(0, 1, 2)]).with_domains((0b001, 0b001, 0b111))
    steps = list(run(Board.start(model)))
    assert [step.placements for step, _ in steps] == [((0, 0),)]
    assert steps[-1][1].broken


def test_a_sweep_does_not_place_a_cell_twice():
    """Two values of a house have the same single place."""
    model = model_of(3, [0b111] * 3, [(0, 1, 2)]).with_domains((0b011, 0b100, 0b100))
    steps = list(run(Board.start(model), ["hidden-single"]))
    assert [step.placements for step, _ in steps] == [((0, 0),)]
    assert steps[-1][1].broken


def test_it_is_lazy_and_heeds_its_budget():
    token = Token()
    steps = run(started(PRINTED[0]), budget=Budget(token=token))
    next(steps)
    token.cancel()
    with pytest.raises(Cancelled):
        next(steps)
    with pytest.raises(OutOfBudget, match="time"):
        next(run(started(PRINTED[0]), budget=Budget(seconds=0)))


def test_steps_are_not_nodes():
    budget = Budget(nodes=0)
    assert list(run(started(PRINTED[0]), budget=budget))
    assert budget.used == 0


def test_a_long_look_is_stopped_on_the_way():
    token = Token()

    def find(board):
        for turn in count():
            if turn == 3:
                token.cancel()
            assert turn < 5
            check_interrupt()
        yield from ()

    endless = Strategy("endless", find, "Never done.", "any", 1.0, 1, "here")
    board = started(PRINTED[0])
    with pytest.raises(Cancelled):
        next(run(board, Plan((endless,), (1.0,)), budget=Budget(token=token)))
    check_interrupt()  # nobody waits any more
