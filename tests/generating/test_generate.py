"""New puzzles: one solution, no given too many, as symmetric as wanted, the same for a seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import sudokulib
from sudokulib.errors import GeometryError, SudokuError, UnknownNameError
from sudokulib.generating import SYMMETRIES, moves_of, orbits
from sudokulib.puzzles.geometries.symmetry import automorphisms
from sudokulib.puzzles.puzzle import Puzzle

FOUR = sudokulib.geometry("4x4")
NINE = sudokulib.geometry("9x9")


def without(puzzle: Puzzle, cells: set[int]) -> Puzzle:
    """The puzzle without some of its givens."""
    left = {puzzle.geometry.cells[c].name: puzzle.symbols()[c] for c, _ in puzzle.given_values}
    for cell in cells:
        del left[puzzle.geometry.cells[cell].name]
    return puzzle.geometry.puzzle(left, shapes=puzzle.shapes)


@pytest.mark.parametrize("name", ["4x4", "6x6", "x", "jigsaw-9", "tredoku-7", "sujiken"])
def test_puzzles_are_unique_and_minimal_by_another_search(name: str) -> None:
    made = sudokulib.generate(sudokulib.geometry(name), seed=5)
    assert made.stopped == ""
    result = sudokulib.solve(made.puzzle, search="reference", strategies=())
    assert result.status == "unique"
    assert result.solutions[0].indices == made.puzzle.answer
    for cell, _ in made.puzzle.given_values:
        assert not sudokulib.is_unique(without(made.puzzle, {cell}), search="reference")


def test_a_seed_makes_the_same_puzzle_whatever_was_made_before() -> None:
    three = list(sudokulib.generate_many(NINE, 3, seed=7))
    assert [one.seed for one in three] == [7, 8, 9]
    assert three[2] == sudokulib.generate(NINE, seed=9)
    assert len({one.puzzle for one in three}) == 3
    assert sudokulib.generate(FOUR, seed=-3) == sudokulib.generate(FOUR, seed=-3)
    pure = sudokulib.generate(FOUR, seed=1, search="reference")
    assert pure.puzzle.line() == "1.....3...2.4..."


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_givens_are_symmetric(symmetry: str) -> None:
    made = sudokulib.generate(NINE, seed=2, symmetry=symmetry)
    given = {cell for cell, _ in made.puzzle.given_values}
    moves = moves_of(NINE, symmetry)
    for move in moves:
        assert {move[cell] for cell in given} == given
    assert sudokulib.is_unique(made.puzzle)
    for orbit in orbits(81, moves):
        if orbit[0] in given:
            assert not sudokulib.is_unique(without(made.puzzle, set(orbit)))


def test_givens_are_symmetric_under_any_automorphism() -> None:
    moves = list(islice(automorphisms(FOUR), 5, 7))
    made = sudokulib.generate(FOUR, seed=2, symmetry=moves)
    given = {cell for cell, _ in made.puzzle.given_values}
    assert all({move[cell] for cell in given} == given for move in moves)


def test_as_many_givens_as_are_wanted() -> None:
    for wanted in (81, 40, 30):
        puzzle = sudokulib.generate(NINE, seed=1, givens=wanted).puzzle
        assert len(puzzle.givens) == wanted
        assert sudokulib.is_unique(puzzle)
    minimal = sudokulib.generate(NINE, seed=1)
    assert sudokulib.generate(NINE, seed=1, givens=5) == minimal
    turned = sudokulib.generate(NINE, seed=1, givens=30, symmetry="quarter-turn").puzzle
    assert 30 <= len(turned.givens) <= 33


def test_what_a_puzzle_has_stays() -> None:
    begun = replace(FOUR.puzzle("12.. .... .... ...1", allowed={"R2C1": "4"}), title="Mine")
    made = sudokulib.generate(begun, seed=3).puzzle
    assert made.title == "Mine"
    assert {0: 0, 1: 1, 15: 0}.items() <= dict(made.given_values).items()
    assert made.masks[4] == 0b1000
    assert sudokulib.is_unique(made)


def test_what_was_not_finished_says_so() -> None:
    hasty = sudokulib.generate(NINE, seed=1, proof_nodes=0)
    assert hasty.stopped == "proof_nodes"
    assert sudokulib.is_unique(hasty.puzzle)
    limited = list(sudokulib.generate_many(NINE, 2, seed=1, nodes=180, search="native"))
    assert [one.stopped for one in limited] == ["nodes", "nodes"]
    assert all(sudokulib.is_unique(one.puzzle) for one in limited)
    with pytest.raises(sudokulib.OutOfBudget):
        sudokulib.generate(NINE, seed=1, nodes=5)
    with pytest.raises(sudokulib.OutOfBudget):
        sudokulib.generate(NINE, seed=1, seconds=0)
    token = sudokulib.Token()
    token.cancel()
    with pytest.raises(sudokulib.Cancelled):
        sudokulib.generate(NINE, seed=1, token=token)


def test_what_cannot_be_made_is_an_error() -> None:
    with pytest.raises(SudokuError, match="cannot be filled"):
        sudokulib.generate(FOUR.puzzle("11.. .... .... ...."), seed=1)
    with pytest.raises(UnknownNameError, match="half-turn"):
        sudokulib.generate(FOUR, seed=1, symmetry="rotation")
    with pytest.raises(GeometryError, match="not drawn with the symmetry 'quarter-turn'; it has"):
        sudokulib.generate(sudokulib.geometry("sujiken"), seed=1, symmetry="quarter-turn")
    with pytest.raises(SudokuError, match="each cell once"):
        sudokulib.generate(FOUR, seed=1, symmetry=[[0] * 16])
