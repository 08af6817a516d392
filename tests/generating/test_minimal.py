"""Puzzles that one search made are unique and minimal by another."""

from __future__ import annotations

import pytest

import sudokulib
from sudokulib.generating import generate_many
from sudokulib.model import compile_puzzle
from sudokulib.search import Budget, backend

NINE = sudokulib.geometry("9x9")


@pytest.mark.parametrize(
    ("first", "number"), [(1, 25), pytest.param(26, 975, marks=pytest.mark.slow)]
)
def test_classic_puzzles_are_unique_and_minimal_by_the_pure_search(first: int, number: int) -> None:
    pure = backend("reference")
    root = compile_puzzle(NINE.puzzle())
    puzzles = [made.puzzle for made in generate_many(NINE, number, seed=first)]
    assert len({puzzle.line() for puzzle in puzzles}) == number
    for puzzle in puzzles:
        domains = list(compile_puzzle(puzzle).domains)
        assert list(pure.solutions(root.with_domains(tuple(domains)), Budget())) == [puzzle.answer]
        for cell, _ in puzzle.given_values:
            without = (*domains[:cell], root.domains[cell], *domains[cell + 1 :])
            assert pure.count(root.with_domains(without), Budget(), 2) == 2
