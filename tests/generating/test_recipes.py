"""Recipes: what they make is unique, minimal and the same again, and bad ones say why."""

from __future__ import annotations

import json
import pickle
from itertools import product
from pathlib import Path

import pytest
from command import invoke

import sudokulib
from sudokulib.errors import ProblemsError
from sudokulib.generating.recipes import Recipe, read_recipe
from sudokulib.puzzles.puzzle import Puzzle

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "recipes").glob("*.yml"))


def recipe(text: str, geometry: str = "4x4") -> Recipe:
    return read_recipe(f"{{recipe: 1, geometry: {geometry}, {text}}}")


def unique(puzzle: Puzzle) -> bool:
    """Asked of the search that shares least with the one that made it."""
    return sudokulib.is_unique(puzzle, search="reference")


def less(puzzle: Puzzle) -> list[Puzzle]:
    """The puzzle without each of its shapes and givens."""
    fewer = [puzzle.without_shapes(shape) for shape in puzzle.shapes]
    symbols = puzzle.symbols()
    for cell, _ in puzzle.given_values:
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
    assert puzzle.given_values == ()
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


@pytest.mark.slow
def test_so_many_of_a_layer_are_kept_at_least() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2, keep: 5}], givens: few")
    counts = [len(sudokulib.generate(some, seed=seed).puzzle.shapes) for seed in range(6)]
    assert min(counts) == 5


def test_so_many_givens_are_wanted() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2-3}], givens: 6")
    assert len(sudokulib.generate(some, seed=1).puzzle.given_values) == 6


def test_rules_that_leave_several_solutions_are_given_up() -> None:
    weak = recipe("layers: [{lay: cages, sizes: 2, count: 1}], givens: none, attempts: 2")
    with pytest.raises(sudokulib.SudokuError, match="in each of 2 attempts; lay more of them"):
        sudokulib.generate(weak, seed=1)


def test_a_recipe_says_all_about_givens_itself() -> None:
    with pytest.raises(sudokulib.SudokuError, match="write it there"):
        sudokulib.generate(recipe("layers: []"), seed=1, givens=5)


@pytest.mark.slow
def test_a_recipe_is_followed_until_a_puzzle_is_as_hard_as_wanted() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2-3, count: 4}], givens: few")
    easy = sudokulib.generate(some, seed=1, at_most=["hidden-single"])
    assert easy.rating is not None
    assert easy.missed == ""
    same = sudokulib.generate(some, seed=1, at_most=["hidden-single"], tries=1)
    assert same.tried == 1
    assert (same.stopped == "tries") == bool(same.missed)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_make_puzzles_with_one_solution(path: Path) -> None:
    followed = sudokulib.load_recipe(path)
    puzzle = sudokulib.generate(followed, seed=1).puzzle
    assert puzzle.title == followed.title
    assert puzzle.shapes
    solved = sudokulib.solve(puzzle)  # of shapes as they are, not switched on and off
    assert solved.status == "unique"
    assert solved.solution is not None
    assert solved.solution.indices == puzzle.answer
    assert solved.solution.violations() == ()


SMALL = {
    "lines": "[{lay: thermometers, length: 2-3}, {lay: renbans, length: 2-3}]",
    "dots": "[{lay: dots, negative: true}]",
    "signs": "[{lay: inequalities}, {lay: odd-even, count: 4}]",
    "outside": "[{lay: skyscrapers}, {lay: sandwiches, count: 5}, {lay: x-sums, keep: 2}]",
    "points": "[{lay: quadruples}, {lay: clones, size: 2-3}, {lay: palindromes, length: 2-3}]",
}


@pytest.mark.parametrize(
    ("name", "geometry", "givens"), list(product(SMALL, ("4x4", "6x6"), ("few", "minimal")))
)
def test_layers_go_together(name: str, geometry: str, givens: str) -> None:
    made = sudokulib.generate(recipe(f"layers: {SMALL[name]}, givens: {givens}", geometry), seed=2)
    assert made.stopped == ""
    assert unique(made.puzzle)
    kept = [shape for shape in made.puzzle.shapes if shape.kind in ("x-sum", "difference", "ratio")]
    rest = made.puzzle.without_shapes(*kept)
    needed = [shape for shape in rest.shapes if shape.kind != "negative"]
    assert not any(unique(made.puzzle.without_shapes(shape)) for shape in needed)


def test_missing_dots_say_something() -> None:
    puzzle = sudokulib.generate(recipe(f"layers: {SMALL['dots']}", "9x9"), seed=3).puzzle
    assert puzzle.given_values == ()
    negative = next(shape for shape in puzzle.shapes if shape.kind == "negative")
    assert not unique(puzzle.without_shapes(negative))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("layers: [{lay: cagse}]", "layers[0].lay: unknown lay"),
        ("layers: [{lay: cages, sizes: 5-2}]", "layers[0].sizes: not a usable range"),
        ("layers: [{lay: cages, keep: some}]", "layers[0].keep: not allowed here"),
        ("layers: [{lay: cages, count: 0}]", "layers[0].count: too small"),
        ("layers: [{lay: cages, sizes: {2: 9}}]", "layers[0].sizes: cages of 18 cells"),
        ("layers: [{lay: dots, negative: true, keep: 5}]", "layers[0].keep: an absent mark"),
        ("layers: [{lay: dots}, {lay: dots, negative: true}]", "layers[0].lay: all dots"),
        ("layers: [{lay: thermometers, length: 99}]", "layers[0].length: lines of 99"),
        ("layers: [{lay: entropic-lines}]", "layers[0]: 4 symbols have no thirds"),
        ("layers: [{lay: cages, sizes: 5-6}]", "layers[0].sizes: 5 cells cannot all differ"),
        ("layers: [{lay: dots, ratios: 1-9999}]", "layers[0].ratios: 9999 entries are too many"),
        ("layers: [], givens: lots", "givens: not allowed here"),
        ("layers: [], givens: none", "layers: without givens and rules"),
        ("layers: [], symmetry: round", "symmetry: unknown symmetry"),
        ("laiers: []", "laiers: unknown field"),
    ],
)
def test_what_is_wrong_is_placed_and_can_be_fixed(text: str, message: str) -> None:
    with pytest.raises(ProblemsError) as raised:
        recipe(text)
    (problem,) = raised.value.problems
    assert message in str(problem)
    assert problem.fix
    assert problem.column > len("{recipe: 1, geometry: 4x4, ")


def test_all_that_is_wrong_is_reported_at_once() -> None:
    with pytest.raises(ProblemsError) as raised:
        recipe("layers: [{lay: cages, sizes: {2: 9}}, {lay: dots, negative: yes, keep: 5}]")
    assert len(raised.value.problems) == 2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rules_are_exchanged_until_they_are_enough(seed: int) -> None:
    some = recipe("layers: [{lay: inequalities, count: 20, keep: all}], givens: none", "6x6")
    puzzle = sudokulib.generate(some, seed=seed).puzzle
    assert len(puzzle.shapes) == 20
    assert unique(puzzle)


def test_any_search_will_do() -> None:
    some = recipe("layers: [{lay: cages, sizes: 2-3, keep: minimal}, {lay: x-sums}], givens: few")
    one = sudokulib.generate(some, seed=1, search="reference")
    assert unique(one.puzzle)
    assert not any(unique(fewer) for fewer in less(one.puzzle))


def test_givens_are_as_symmetric_as_wanted() -> None:
    some = recipe("layers: [{lay: thermometers}], symmetry: half-turn", "9x9")
    cells = {cell for cell, _ in sudokulib.generate(some, seed=4).puzzle.given_values}
    assert cells == {80 - cell for cell in cells}
    assert cells


def test_limits_are_told() -> None:
    hard = recipe("layers: [{lay: thermometers}]", "9x9")
    with pytest.raises(sudokulib.OutOfBudget):
        sudokulib.generate(hard, seed=1, nodes=3)
    some = recipe("layers: [{lay: whispers}]", "9x9")
    assert sudokulib.generate(some, seed=2, proof_nodes=1).stopped == "proof_nodes"


def test_recipes_travel_between_processes() -> None:
    killer = recipe("layers: [{lay: cages}, {lay: dots, negative: true}]")
    assert pickle.loads(pickle.dumps(killer)) == killer


def test_the_command_line_follows_recipes_and_writes_their_rules(tmp_path: Path) -> None:

    path = tmp_path / "small.yml"
    path.write_text("{recipe: 1, geometry: 4x4, layers: [{lay: cages}], givens: none}", "utf-8")
    shown = invoke(["generate", str(path), "-n", "2", "--seed", "1"])
    assert shown.exit_code == 0
    made = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [one["id"] for one in made] == [1, 2]
    assert all(shape["kind"] == "cage" for one in made for shape in one["shapes"])
    path.write_text("{recipe: 1, geometry: 4x4, layers: [{lay: cagse}]}", "utf-8")
    assert invoke(["generate", str(path)]).exit_code == 2


def test_a_recipe_is_checked_and_is_no_puzzle() -> None:

    path = str(EXAMPLES[0])
    checked = invoke(["check", path])
    assert checked.exit_code == 0
    assert "recipe with 2 layers on jigsaw-9" in checked.output
    with pytest.raises(ProblemsError, match="this is a recipe"):
        sudokulib.load(path)
