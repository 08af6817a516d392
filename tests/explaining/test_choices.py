"""All that can be done next, equal outcomes once."""

from __future__ import annotations

from pathlib import Path

import sudokulib
from sudokulib.solving.explaining.possible_steps import possible_steps

SUPPER = sudokulib.load(Path(__file__).parents[2] / "examples" / "9x9" / "supper.yaml")


def test_equal_outcomes_are_listed_once_by_the_easiest_step() -> None:
    found = possible_steps(SUPPER, profile="classic")
    assert len({one.after for one in found}) == len(found) > 5
    ratings = [one.rating for one in found]
    assert ratings == sorted(ratings)
    for one in found:
        one.step.verify(one.before)


def test_the_first_choice_is_the_next_step_of_a_walk() -> None:
    first = next(sudokulib.explain(SUPPER, profile="classic"))
    assert possible_steps(SUPPER, profile="classic")[0].step == first.step


def test_there_may_be_a_limit() -> None:
    assert len(possible_steps(SUPPER, most=3)) == 3


def test_a_board_without_a_way_on_has_no_choices() -> None:
    assert possible_steps(sudokulib.geometry("4x4").puzzle(), profile="quick") == []
