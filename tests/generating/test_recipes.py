"""Recipes: what they make is unique, minimal and the same again, and bad ones say why."""

from __future__ import annotations

from itertools import product

import pytest

import sudokulib
from sudokulib.generating.recipes import Recipe, read_recipe
from sudokulib.puzzle import Puzzle


def recipe(text: str, geometry: str = "4x4") -> Recipe:
    return read_recipe(f"{{recipe: 1, geometry: {geometry}, {text}}}")


def unique(puzzle: Puzzle) -> bool:
    """Asked of the search that shares least with the one that made it."""
    return sudokulib.is_unique(puzzle, search="reference")


def less(puzzle: Puzzle) -> list[Puzzle]:
    """The puzzle without each of its shapes and givens."""
    fewer = [puzzle.without_shapes(shape) for shape in puzzle.shapes]
    symbols = puzzle.symbols()
    for cell, _ in puzzle.givens:
        givens = {puzzle.geometry.name_of(c): s for c, s in enumerate(symbols) if s and c != cell}
        fewer.append(puzzle.geometry.puzzle(givens, shapes=puzzle.shapes))
    return fewer


@pytest.mark.parametrize(
    ("geometry", "givens", "seed"), list(product(("4x4", "6x6"), ("few", "minimal"), (1, 2)))
)
def test_what_is_left_is_unique_and_minimal(geometry: str, givens: str, seed: int) -> None:
    made = sudokulib.generate(
        recipe(f"layers: [{{lay: cages, sizes: 2-4, keep: minimal}}], givens: {givens}", geometry),
        seed=seed,
    )
    assert made.stopped == ""
    assert unique(made.puzzle)
    assert not any(unique(fewer) for fewer in less(made.puzzle))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_killer_needs_no_givens(seed: int) -> None:
    killer = recipe("layers: [{lay: cages, sizes: 2-5}], givens: none", "9x9")
    puzzle = sudokulib.generate(killer, seed=seed).puzzle
    assert puzzle.givens == ()
    sizes = [len(shape.cells) for shape in puzzle.shapes]
    assert sum(sizes) == 81
    assert set(sizes) <= {2, 3, 4, 5}
    assert list(sudokulib.solutions(puzzle, search="native")) == [puzzle.answer] or unique(puzzle)


def test_a_seed_makes_the_same_again() -> None:
    killer = recipe("layers: [{lay: cages}], givens: none", "6x6")
    one, two = (sudokulib.generate(killer, seed=7) for _ in range(2))
    assert one == two
    assert one.puzzle.shapes == two.puzzle.shapes
    assert sudokulib.generate(killer, seed=8) != one


def test_so_many_of_a_layer_are_kept_at_least() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2, keep: 5}], givens: few")
    counts = [len(sudokulib.generate(some, seed=seed).puzzle.shapes) for seed in range(6)]
    assert min(counts) == 5


def test_so_many_givens_are_wanted() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2-3}], givens: 6")
    assert len(sudokulib.generate(some, seed=1).puzzle.givens) == 6


def test_rules_that_leave_several_solutions_are_given_up() -> None:
    weak = recipe("layers: [{lay: cages, sizes: 2, count: 1}], givens: none, attempts: 2")
    with pytest.raises(sudokulib.SudokuError, match="in each of 2 attempts; lay more"):
        sudokulib.generate(weak, seed=1)


def test_a_recipe_says_all_about_givens_itself() -> None:
    with pytest.raises(sudokulib.SudokuError, match="write it there"):
        sudokulib.generate(recipe("layers: []"), seed=1, givens=5)


def test_a_recipe_is_followed_until_a_puzzle_is_as_hard_as_wanted() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2-3, count: 4}], givens: few")
    easy = sudokulib.generate(some, seed=1, at_most=["hidden-single"])
    assert easy.rating is not None
    assert easy.missed == ""
    same = sudokulib.generate(some, seed=1, at_most=["hidden-single"], tries=1)
    assert same.tried == 1
    assert (same.stopped == "tries") == bool(same.missed)
