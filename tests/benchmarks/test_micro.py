"""Times of single operations: ``python -m pytest tests/benchmarks -m timing``.

Nothing is asserted about a time. The figures are for whoever changes one of these operations.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from benchmarks.kernel import forget

from sudokulib import count, geometry, is_unique, solve, true_candidates
from sudokulib.board import Board
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, backend, backends
from sudokulib.solving.pipeline import DEFAULT, run

pytestmark = pytest.mark.timing

Benchmark = Callable[..., Any]
"""The fixture `benchmark`: calls its argument many times and returns the result."""

GIVENS = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
JIGSAW = "format: 1\nbuild:\n- {make: grid, size: 9x9}\n- make: regions\n  map: |\n" + "".join(
    f"    {row}\n"
    for row in (
        "AAABBBCCC", "CAAABBBCC", "CCAAABBBC", "DDDEEEFFF", "FDDDEEEFF", "FFDDDEEEF", "GGGHHHIII",
        "IGGGHHHII", "IIGGGHHHI",
    )
)  # fmt: skip


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return geometry("9x9").puzzle(GIVENS)


@pytest.fixture(scope="module")
def model(puzzle: Puzzle) -> Model:
    return compile_puzzle(puzzle)


def two(search: str, model: Model) -> int:
    return len(list(islice(backend(search).solutions(model, Budget()), 2)))


@pytest.mark.parametrize("search", [s for s in ("native", "reference") if s in backends()])
def test_search_of_one_puzzle(benchmark: Benchmark, model: Model, search: str) -> None:
    assert benchmark(two, search, model) == 1


def test_proof_of_uniqueness_from_a_puzzle(benchmark: Benchmark, puzzle: Puzzle) -> None:
    assert benchmark(is_unique, puzzle)


def test_solving_with_explanations(benchmark: Benchmark, puzzle: Puzzle) -> None:
    assert benchmark(solve, puzzle).status == "unique"


def test_settling_by_strategies(benchmark: Benchmark, puzzle: Puzzle, model: Model) -> None:
    board = Board.start(model).placed(puzzle.given_values)
    assert benchmark(lambda: sum(1 for _ in run(board, DEFAULT, budget=Budget()))) >= 0


def test_true_candidates(benchmark: Benchmark, puzzle: Puzzle) -> None:
    assert len(benchmark(true_candidates, puzzle)) == 81


def test_reading_givens(benchmark: Benchmark) -> None:
    place = geometry("9x9")
    assert benchmark(place.puzzle, GIVENS).givens


def test_loading_a_geometry(benchmark: Benchmark) -> None:
    assert len(benchmark(read_geometry, JIGSAW)) == 81


@pytest.mark.parametrize("name", ["9x9", "samurai", "25x25"])
def test_compiling(benchmark: Benchmark, name: str) -> None:
    place = geometry(name)

    def compiled() -> Model:
        forget()
        return compile_geometry(place)

    assert benchmark(compiled).houses


def test_counting(benchmark: Benchmark) -> None:
    assert benchmark(lambda: count(geometry("latin-5"), how="computed")).value == 161_280
