"""Puzzles as hard and with the techniques that are wanted, by their rating."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import one_in

import sudokulib
from sudokulib.errors import SudokuError, UnknownNameError
from sudokulib.generating import recipe_run
from sudokulib.generating.recipes import read_recipe
from sudokulib.generating.targets import target_of
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.strategies import strategy_named

SIX = sudokulib.geometry("6x6")
NINE = sudokulib.geometry("9x9")


def without(puzzle: Puzzle, cell: int) -> Puzzle:
    masks = list(puzzle.masks)
    masks[cell] = puzzle.geometry.domains[cell]
    return replace(
        puzzle,
        masks=tuple(masks),
        given_values=tuple(g for g in puzzle.given_values if g[0] != cell),
    )


@pytest.mark.parametrize(
    ("geometry", "window"),
    one_in(
        2,
        [("9x9", (4.0, 4.5)), ("9x9", (1.0, 1.2)), ("x", (2.6, 3.4)), ("tredoku-7", (2.8, 4.0))],
        first=1,
    ),
)
def test_the_rating_is_within_the_window(geometry: str, window: tuple[float, float]) -> None:
    made = sudokulib.generate(sudokulib.geometry(geometry), seed=4, difficulty=window)
    assert (made.stopped, made.missed) == ("", "")
    assert made.rating is not None
    rated = sudokulib.rate(made.puzzle)
    assert rated.status == "unique"
    assert rated.er == made.rating.er
    assert rated.techniques == made.rating.techniques
    assert window[0] <= rated.er.rating <= window[1]


@pytest.mark.slow
def test_an_easy_puzzle_keeps_no_given_that_ease_does_not_need() -> None:
    puzzle = sudokulib.generate(NINE, seed=1, difficulty=(1.0, 1.2)).puzzle
    for cell, _ in puzzle.given_values:
        less = without(puzzle, cell)
        assert not sudokulib.is_unique(less) or sudokulib.rate(less).er.rating > 1.2


@pytest.mark.slow
def test_techniques_are_required_forbidden_and_limited() -> None:
    made = sudokulib.generate(
        NINE,
        seed=3,
        requires=["naked-pair", "fish"],
        forbids=["hidden-pair", "chains"],
        at_most=["wings", "naked-pair=2"],
    )
    used = sudokulib.rate(made.puzzle).techniques
    families = {strategy_named(name).family for name in used}
    assert used["naked-pair"] in (1, 2)
    assert "fish" in families
    assert "chains" not in families
    assert "hidden-pair" not in used


def test_givens_stay_symmetric_and_as_many_as_wanted() -> None:
    made = sudokulib.generate(NINE, seed=2, difficulty=(1.5, 2.0), symmetry="half-turn", givens=28)
    given = {cell for cell, _ in made.puzzle.given_values}
    assert {80 - cell for cell in given} == given
    assert len(given) >= 28
    assert made.missed == ""


def test_a_seed_makes_the_same_whatever_was_made_before() -> None:
    many = list(sudokulib.generate_many(NINE, 3, seed=1, difficulty=(2.6, 3.4)))
    assert many[2] == sudokulib.generate(NINE, seed=3, difficulty=(2.6, 3.4))


def test_the_nearest_says_what_it_lacks() -> None:
    made = sudokulib.generate(NINE, seed=1, difficulty=(4.0, 4.1), tries=3)
    assert made.stopped == "tries"
    assert made.tried == 3
    assert made.missed.startswith("rated ")
    assert sudokulib.is_unique(made.puzzle)
    four = sudokulib.generate(sudokulib.geometry("4x4"), seed=1, requires=["x-wing"], tries=20)
    assert four.missed == "no x-wing"
    with pytest.raises(sudokulib.OutOfBudget):
        sudokulib.generate(NINE, seed=1, difficulty=(4.0, 4.1), seconds=0)


def test_nodes_end_a_chase_reproducibly() -> None:
    one, other = (
        sudokulib.generate(
            NINE, seed=1, difficulty=(9.0, 9.1), forbids=["fish"], nodes=3000, tries=9
        )
        for _ in range(2)
    )
    assert one == other
    assert one.stopped in ("nodes", "tries")


def test_progress_tells_how_many_were_tried() -> None:
    progress: list[sudokulib.Progress] = []
    made = sudokulib.generate(NINE, seed=4, difficulty=(4.0, 5.0), progress=progress.append)
    assert progress[0].done == 0
    assert 0 < progress[0].tried <= made.tried
    assert progress[0].lacks
    assert progress[-1].share == 1.0


def test_a_rating_for_the_asking() -> None:
    made = sudokulib.generate(SIX, seed=1, rating=True, profile="sudoku-explainer")
    assert made.rating is not None
    assert made.rating.er == sudokulib.rate(made.puzzle, profile="sudoku-explainer").er
    assert sudokulib.generate(SIX, seed=1).rating is None


def test_wishes_that_cannot_come_true_are_errors() -> None:
    assert target_of() is None
    with pytest.raises(SudokuError, match="smaller one first"):
        target_of((5.0, 4.0))
    with pytest.raises(SudokuError, match="x-wing is required and cannot be used"):
        target_of((1.0, 2.0), requires=["x-wing"])
    with pytest.raises(SudokuError, match="fish is required and cannot be used"):
        target_of(requires=["fish"], forbids=["fish"])
    with pytest.raises(SudokuError, match="do not make a puzzle rated"):
        target_of((5.0, 6.0), at_most=["naked-pair"])
    with pytest.raises(UnknownNameError, match="did you mean x-wing"):
        target_of(requires=["x-wimg"])
    with pytest.raises(UnknownNameError, match="not a technique of the profile quick"):
        target_of(requires=["x-wing"], profile="quick")
    with pytest.raises(SudokuError, match="how often"):
        target_of(at_most=["x-wing=often"])
    with pytest.raises(SudokuError, match="at least 1"):
        sudokulib.generate(SIX, seed=1, difficulty=(1.0, 2.0), tries=0)


def test_a_recipe_says_what_is_wanted_and_arguments_say_otherwise() -> None:
    text = "{recipe: 1, geometry: 6x6, layers: [], givens: minimal, difficulty: 1.0..1.2, %s}"
    recipe = read_recipe(text % "at_most: [hidden-single]")
    made = sudokulib.generate(recipe, seed=1)
    assert made.rating is not None
    assert made.rating.er.rating <= 1.2
    other = sudokulib.generate(recipe, seed=1, difficulty=(1.5, 3.0), at_most=["naked-pair"])
    assert other.rating is not None
    assert 1.5 <= other.rating.er.rating <= 3.0
    for wrong in ("difficulty: hard", "requires: [x-wimg]", "difficulty: 5..4"):
        with pytest.raises(sudokulib.ProblemsError) as refused:
            read_recipe(f"recipe: 1\ngeometry: 6x6\n{wrong}\n")
        assert refused.value.problems[0].line == 3


def test_one_failure_of_a_recipe_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = read_recipe("{recipe: 1, geometry: 4x4, layers: [], givens: minimal}")
    failing, real = {1, 2}, recipe_run.run_recipe

    def make(recipe: object, seed: tuple[int, int], *rest: object) -> object:
        if seed[1] in failing:
            raise SudokuError("none was laid")
        return real(recipe, seed, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("sudokulib.generating.recipe_maker.run_recipe", make)
    made = sudokulib.generate(recipe, seed=1, requires=["x-wing"], tries=4)
    assert (made.tried, made.stopped, made.missed) == (4, "tries", "no x-wing")
    failing |= {0, 3}
    with pytest.raises(SudokuError, match="none was laid"):
        sudokulib.generate(recipe, seed=1, requires=["x-wing"], tries=4)
