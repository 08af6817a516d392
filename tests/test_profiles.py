"""Profiles: who takes part, in which order, and how strategies of others join."""

from dataclasses import replace

import pytest
from support import grid

from sudokulib.board import Board
from sudokulib.errors import UnknownNameError
from sudokulib.logic.step import Step
from sudokulib.model import compile_puzzle
from sudokulib.solving.pipeline import DEFAULT, Plan, run
from sudokulib.solving.profiles import (
    COMPOSITE,
    SUDOKU_EXPLAINER,
    SUKAKU_EXPLAINER,
    is_builtin,
    profile,
    profile_names,
)
from sudokulib.strategies import Strategy, registry, strategies, strategy_named

WITH_A_PAIR = "..26.1....5....3....4.5.1...1.59...6.9....78.4...6..9..31....7....87......5...6.."


def started(text):
    puzzle = grid("9x9", "3x3").puzzle(text)
    return Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)


@pytest.fixture
def joined():
    """A strategy of somebody else, while a test lasts."""

    def find(board):
        yield from ()

    find.__module__ = "elsewhere"
    made = Strategy("guesswork", find, "Luck.", "elsewhere", 3.1, 60, "nowhere", pencil_marks=False)
    registry.register_strategy(made)
    yield made
    del registry.STRATEGIES.entries["guesswork"]


def test_every_strategy_is_in_everything_once():
    names = profile("everything").names
    assert sorted(names) == sorted(s.name for s in strategies() if is_builtin(s))
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", profile_names())
def test_a_profile_names_registered_strategies_once(name):
    found = profile(name)
    assert found.name == name
    assert found.summary.endswith(".")
    assert found.names
    assert len(set(found.names)) == len(found.names)
    assert all(strategy_named(member).name == member for member in found.names)


@pytest.mark.parametrize("name", ["classic", "killer", "without-marks", "everything"])
def test_easier_strategies_come_first(name):
    ratings = profile(name).plan().ratings
    assert list(ratings) == sorted(ratings)


def test_quick_is_what_solve_begins_with():
    assert profile("quick").names == DEFAULT


@pytest.mark.parametrize("names", [SUDOKU_EXPLAINER, SUKAKU_EXPLAINER])
def test_the_published_lists_keep_their_order(names):
    ratings = [strategy_named(n).rating for n in names if n in {s.name for s in strategies()}]
    early = [rating for rating in ratings if rating < 4.0]
    assert early == sorted(early)


def test_without_marks_nobody_needs_marks():
    assert not any(strategy_named(name).pencil_marks for name in profile("without-marks").names)
    assert "hidden-single" in profile("without-marks").names
    assert "naked-pair" not in profile("without-marks").names


def test_uniqueness_can_be_left_out():
    for name in profile_names():
        careful = profile(name, unique=False).names
        assert not any(strategy_named(member).assumes for member in careful)
        assert set(careful) <= set(profile(name).names)


def test_general_forms_come_after_what_they_would_hide():
    names = profile("everything").names
    for general in COMPOSITE:
        assert names.index(general) > names.index("naked-pair")
        assert names.index(general) > names.index("hidden-quad")


def test_a_strategy_of_somebody_else_joins_by_its_rating(joined):
    for name in ("classic", "killer", "without-marks", "everything"):
        plan = profile(name).plan()
        place = plan.strategies.index(joined)
        assert list(plan.ratings) == sorted(plan.ratings)
        assert plan.ratings[place] == 3.1
    assert "guesswork" not in profile("quick").names
    assert "guesswork" not in profile("sudoku-explainer").names


def test_a_profile_can_do_without_some():
    some = profile("classic").without(["locked-candidates", "naked-pair"])
    assert set(profile("classic").names) - set(some.names) == {"overlapping-shapes", "naked-pair"}


def test_an_unknown_profile_is_answered_with_the_known():
    with pytest.raises(UnknownNameError, match=r"'hard'.*quick.*everything"):
        profile("hard")


def test_the_easiest_step_is_taken_wherever_its_strategy_stands():
    """Three steps of the board, found by strategies that rate their steps one by one."""
    board = started(WITH_A_PAIR)

    def strategy(name, base, rating, cell):
        (value, *_) = (v for v in range(9) if board.allows((cell, v)))

        def find(now):
            if now.allows((cell, value)):
                yield Step(name, eliminations=((cell, value),), rating=rating)

        return Strategy(name, find, "One.", "any", base, 1, "here")

    order = [strategy("a", 1.0, 5.0, 0), strategy("b", 2.0, 4.0, 1), strategy("c", 4.5, 4.5, 7)]
    plan = Plan(tuple(order), tuple(s.rating for s in order), easiest_first=True)
    taken = [step.technique for step, _ in run(board, plan)]
    assert taken == ["b", "c", "a"]
    first = Plan(tuple(order), tuple(s.rating for s in order))
    assert [step.technique for step, _ in run(board, first)] == ["a", "b", "c"]


def test_the_easiest_first_takes_singles_one_by_one():
    before = started(WITH_A_PAIR)
    plan = profile("everything", unique=False).plan()
    cheap = [s for s in plan.strategies if s.rating < 2.5]
    for step, after in run(before, plan):
        rating = plan.rating(step)
        for strategy in cheap:
            if strategy.rating < rating:
                others = [plan.rating(found) for found in strategy.find(before)]
                assert not others or min(others) >= rating
        before = after
        if rating > 4:
            break


def test_a_look_that_takes_long_is_gone_on_with_until_a_cell_is_solved():
    board = started(WITH_A_PAIR)
    cell = next(v for v in range(81) if board.masks[v].bit_count() > 2)
    values = [value for value in range(9) if board.allows((cell, value))]
    searched = []

    def find(now):
        searched.append(now)
        for value in values[1:]:
            if now.allows((cell, value)):
                yield Step("expensive", eliminations=((cell, value),), rating=9.0)

    expensive = Strategy("expensive", find, "One.", "any", 9.0, 1, "here", expensive=True)
    for strategy, often in ((expensive, 1), (replace(expensive, expensive=False), len(values))):
        searched.clear()
        plan = Plan((strategy, strategy_named("naked-single")), (9.0, 9.5), easiest_first=True)
        taken = [step.technique for step, _ in run(board, plan)]
        assert taken[: len(values)] == ["expensive"] * (len(values) - 1) + ["naked-single"]
        assert len([now for now in searched if not now.solved >> cell & 1]) == often
