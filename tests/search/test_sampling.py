"""Random probes: estimates and random solutions; and going on after a limit."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from support import brute_force, grid, tiny_puzzles

import sudokulib
from sudokulib.errors import SudokuError
from sudokulib.model import compile_geometry, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, Estimate, OutOfBudget, backend, sampling

REFERENCE = backend("reference")
FOUR = grid("4x4", "2x2", symbols="1234")
CRITICAL = 361.0
"""The 99.8th percentile of chi-square with 287 degrees of freedom (Wilson and Hilferty)."""


def chi_square(draws: int) -> float:
    """Of the 288 grids drawn with as many seeds, against the uniform distribution."""
    model, seen = compile_geometry(FOUR), Counter()
    for seed in range(draws):
        seen[REFERENCE.random_solution(model, Budget(), seed)] += 1
    expected = draws / 288
    hits = sum((n - expected) ** 2 for n in seen.values())
    return (hits + (288 - len(seen)) * expected**2) / expected


@pytest.mark.slow
def test_random_grids_are_uniform_where_probes_are_drawn_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling, "_LISTED", 0)
    monkeypatch.setattr(sampling, "_PROBES", 16)
    assert chi_square(2880) < CRITICAL


def test_a_probe_alone_is_not_uniform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "_LISTED", 0)
    monkeypatch.setattr(sampling, "_PROBES", 1)
    assert chi_square(2880) > CRITICAL


def test_a_random_solution_is_one_however_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    model = compile_geometry(grid("9x9", "3x3", symbols="123456789"))
    drawn = REFERENCE.random_solution(model, Budget(), 5)
    assert drawn == REFERENCE.random_solution(model, Budget(), 5)
    assert drawn != REFERENCE.random_solution(model, Budget(), 6)
    monkeypatch.setattr(sampling, "_PROBES", 0)
    stumbled = REFERENCE.random_solution(model, Budget(), 5)
    assert stumbled != drawn
    for found in (drawn, stumbled):
        assert found is not None
        assert model.accepts(found)


def test_the_same_seed_gives_the_same_solution_on_any_machine() -> None:
    solution = sudokulib.solution(FOUR, seed=2024, search="reference")
    assert solution.line() == "2431134232144123"


def test_a_puzzle_without_solution_has_no_random_one() -> None:
    for givens in ("11.. .... .... ....", "12.. ..3. ..4. ...."):
        puzzle = FOUR.puzzle(givens)
        with pytest.raises(SudokuError, match="it cannot be filled"):
            sudokulib.solution(puzzle, seed=1, search="reference")
        assert sudokulib.estimate(puzzle, search="reference", samples=3).mean == 0


@pytest.mark.slow
@settings(max_examples=60)
@given(tiny_puzzles())
def test_an_estimate_is_near_the_count(puzzle: Puzzle) -> None:
    count = sum(1 for _ in brute_force(puzzle))
    found = REFERENCE.estimate(compile_puzzle(puzzle), Budget(), 400, 1)
    assert abs(found.mean - count) <= 5 * found.error + Decimal("0.01")


def test_an_estimate_of_a_large_number() -> None:
    six = compile_geometry(grid("6x6", "2x3", symbols="123456"))
    found = REFERENCE.estimate(six, Budget(), 2000, 1)
    assert abs(found.mean - 28_200_960) < 4 * found.error
    assert found.error < found.mean / 20
    assert found == REFERENCE.estimate(six, Budget(), 2000, 1)


def test_estimates_are_numbers_of_any_size() -> None:
    assert str(Estimate.of([10**400, 3 * 10**400])) == "2.000e+400 ± 1.0e+400"
    assert str(Estimate.of([28_200_960, 27_100_000])) == "27,650,480 ± 550,480"
    assert str(Estimate.of([7])) == "7 ± Infinity"
    with pytest.raises(SudokuError, match="samples=0 is too few"):
        sudokulib.estimate(FOUR, samples=0, search="reference")


def test_sampling_keeps_to_its_limits() -> None:
    model = compile_geometry(FOUR)
    with pytest.raises(OutOfBudget):
        REFERENCE.estimate(model, Budget(nodes=50), 1000, 1)
    with pytest.raises(OutOfBudget):
        REFERENCE.random_solution(model, Budget(nodes=50), 1)


@pytest.mark.slow
@settings(max_examples=60)
@given(tiny_puzzles())
def test_support_counts_are_those_of_brute_force(puzzle: Puzzle) -> None:
    counts = [[0] * len(puzzle.context.values) for _ in puzzle.masks]
    for solution in brute_force(puzzle):
        for cell, value in enumerate(solution):
            counts[cell][value] += 1
    model = compile_puzzle(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        for listed in (1000, 2):
            patch.setattr("sudokulib.search.support._LISTED", listed)
            assert REFERENCE.support_counts(model, Budget()) == tuple(map(tuple, counts))
            for cap in (1, 2, 7):
                capped = tuple(tuple(min(cap, n) for n in cell) for cell in counts)
                assert REFERENCE.support_counts(model, Budget(), cap) == capped


def test_a_cap_is_at_least_one() -> None:
    with pytest.raises(SudokuError, match="cap=0 is not a cap"):
        sudokulib.support_counts(FOUR.puzzle(), 0, search="reference")


def test_solutions_go_on_after_each_limit() -> None:
    whole = list(REFERENCE.solutions(compile_geometry(FOUR), Budget()))
    budget, found, stops = Budget(nodes=0), [], 0
    more = REFERENCE.solutions(compile_geometry(FOUR), budget)
    while True:
        try:
            found.append(next(more))
        except OutOfBudget:
            stops += 1
            budget.renew(nodes=7)
        except StopIteration:
            break
    assert found == whole
    assert stops > 20
