"""Ratings: the numbers follow from the steps, and say what they are documented to say."""

import pickle
from dataclasses import replace

import pytest

from sudokulib import Token, geometry, rate
from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.interruption import interruptible
from sudokulib.board import Board
from sudokulib.errors import Cancelled, UnknownNameError
from sudokulib.model import compile_puzzle
from sudokulib.solving.pipeline import run
from sudokulib.solving.profiles import profile
from sudokulib.solving.rating import LEVELS, Grade, Rating, level_of
from sudokulib.solving.rating.path import MOST, ProofSize, proof_size
from sudokulib.strategies import strategy_named

PAIR = "..26.1....5....3....4.5.1...1.59...6.9....78.4...6..9..31....7....87......5...6.."


@pytest.fixture(scope="module")
def pair() -> Rating:
    return rate(geometry("9x9").puzzle(PAIR))


def test_the_hardest_the_first_and_the_hardest_up_to_a_placement(pair):
    ratings = [position.rating for position in pair.positions]
    assert pair.er.rating == max(ratings)
    assert pair.ed == Grade(ratings[0], pair.positions[0].step.technique)
    first = next(n for n, p in enumerate(pair.positions) if p.step.placements)
    assert pair.ep.rating == max(ratings[: first + 1])
    assert pair.ed.rating <= pair.ep.rating <= pair.er.rating
    hard = next(p for p in pair.positions if p.rating == pair.er.rating)
    assert pair.er.technique == hard.step.technique == "naked-pair"


def test_without_a_step_there_are_no_grades_and_no_level():
    found = rate(geometry("4x4").puzzle({}), unique=False)
    assert (found.ed, found.ep, found.er) == (Grade(), Grade(), Grade())
    assert not found.solved
    assert found.level == ""
    assert str(found) == "ER 0.0 EP 0.0 ED 0.0, score 0, not solved"


def test_what_the_techniques_do_not_solve_is_extreme(pair):
    """Unless nobody can tell: it has other solutions, or time was up."""
    singles = replace(profile("quick"), names=("naked-single",))
    stuck = rate(pair.puzzle, profile=singles)
    assert (stuck.status, stuck.solved, stuck.level) == ("unique", False, "extreme")
    assert rate(pair.puzzle, seconds=0).level == ""


def test_the_path_is_that_of_the_pipeline(pair):
    board = pair.positions[0].board
    again = [step for step, _ in run(board, profile("everything").plan())]
    assert [p.step for p in pair.positions] == again
    assert pair.end.complete
    assert pair.solved


def test_the_score_is_the_sum_and_techniques_are_counted(pair):
    assert pair.score == sum(strategy_named(p.step.technique).score for p in pair.positions)
    assert sum(pair.techniques.values()) == len(pair.positions)
    assert list(pair.techniques)[-1] == pair.er.technique
    assert str(pair) == f"ER 3.0 EP 1.2 ED 1.2, {pair.level}, score {pair.score}"


def test_alternatives_are_conclusions_as_easy_as_the_one_drawn(pair):
    plan = pair.profile.plan()
    for position, count in zip(pair.positions, pair.alternatives, strict=True):
        most = max(position.rating, 1.5)
        found = {
            (frozenset(step.placements), frozenset(step.eliminations))
            for strategy in plan.strategies
            if strategy.rating <= most
            for step in strategy.find(position.board)
            if plan.rating(step) <= most
        }
        assert count == min(len(found), MOST)
    assert pair.mean_alternatives == sum(pair.alternatives) / len(pair.positions)


def test_bottlenecks_are_positions_with_little_open(pair):
    assert pair.bottlenecks
    ratings = [pair.positions[number].rating for number in pair.bottlenecks]
    assert ratings == sorted(ratings, reverse=True)
    for number, count in enumerate(pair.alternatives):
        early = pair.positions[number].board.open.bit_count() > 9
        assert (number in pair.bottlenecks) == (count <= 2 and early)


def test_what_is_needed_suffices_and_nothing_can_be_spared(pair):
    board = pair.positions[0].board

    def solves(names):
        end = board
        for _, after in run(board, names):
            end = after
        return end.complete

    assert "naked-pair" in pair.needed
    assert solves(pair.needed)
    for name in pair.needed:
        assert not solves([other for other in pair.needed if other != name])


def test_parts_are_those_of_the_arguments(pair):
    single = pair.positions[0].step
    assert proof_size(single) == ProofSize(1, 0, 1)
    tuples = [p.step for p in pair.positions if p.step.technique == "naked-pair"]
    assert proof_size(tuples[0]).truths == 2
    total = ProofSize(0, 0, 0)
    for position in pair.positions:
        total += proof_size(position.step)
    assert pair.parts == total
    assert pair.largest.truths <= total.truths


def test_a_limit_is_reported():
    found = rate(geometry("9x9").puzzle(PAIR), seconds=0)
    assert (found.status, found.stopped, found.solved, found.positions) == (
        "unknown",
        "time",
        False,
        (),
    )


def test_a_token_cancels():
    token = Token()
    token.cancel()
    with pytest.raises(Cancelled):
        rate(geometry("9x9").puzzle(PAIR), token=token)


def test_nothing_assumes_one_solution_where_there_are_more():
    found = rate(geometry("4x4").puzzle("1" + 15 * "."))
    assert found.status == "multiple"
    assert not any(strategy_named(name).assumes for name in found.profile.names)
    trusted = rate(geometry("4x4").puzzle("1" + 15 * "."), unique=True)
    assert trusted.status == "unique"


def test_a_puzzle_without_solution_is_not_solved():
    found = rate(geometry("4x4").puzzle("11" + 14 * "."))
    assert (found.status, found.solved) == ("none", False)


def test_a_profile_may_be_named_or_made(pair):
    puzzle = geometry("9x9").puzzle(PAIR)
    some = profile("classic").without(["naked-pair"])
    assert rate(puzzle, profile=some).er.technique != "naked-pair"
    with pytest.raises(UnknownNameError, match="'hard'"):
        rate(puzzle, profile="hard")


@pytest.mark.parametrize(
    ("text", "hardest"),
    [
        (
            ".9.7....2........36.2....4..1.4...3...7....1.5.6...4.7..5179.6...9..438.......1..",
            Grade(1.2, "hidden-single"),
        ),
        (
            ".....1......75..4.3.....85...7.34..1.....9...1.....438.2.967.8...6.........4..7.9",
            Grade(1.7, "direct-overlap"),
        ),
        (PAIR, Grade(3.0, "naked-pair")),
    ],
)
def test_the_ratings_of_sudoku_explainer_have_its_scale(text, hardest):
    assert rate(geometry("9x9").puzzle(text), profile="sudoku-explainer").er == hardest


def test_it_survives_pickling(pair):
    again = pickle.loads(pickle.dumps(pair))
    assert again.er == pair.er
    assert again.needed == pair.needed


def test_levels_rise_with_the_total_and_with_the_hardest_step():
    names = [level.name for level in LEVELS]
    assert [level_of(0, level.step) for level in LEVELS] == names
    assert [level_of(level.total, level.step) for level in LEVELS] == names
    assert [level_of(level.total + 1, level.step) for level in LEVELS[:-1]] == names[1:]
    assert level_of(5000, 14) == "medium"
    assert level_of(801, 14, cells=162) == "easy"
    assert level_of(700, 14, cells=16) == "easy"


@pytest.mark.parametrize("technique", ["finned-jellyfish", "als-xz", "aic", "set-equivalence"])
def test_a_long_look_asks_on_the_way_whether_to_go_on(technique):
    puzzle = geometry("9x9").puzzle(PAIR)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    asked = 0

    def enough():
        nonlocal asked
        asked += 1
        if asked == 3:
            raise OutOfBudget("time")

    with interruptible(enough), pytest.raises(OutOfBudget):
        list(strategy_named(technique).find(board))
