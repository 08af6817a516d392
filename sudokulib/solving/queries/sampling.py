"""Random solutions, and estimates of how many there are."""

from __future__ import annotations

from dataclasses import replace

from sudokulib.basics.interruption import interruptible
from sudokulib.basics.seeded_random import seed_or_drawn
from sudokulib.errors import SudokuError
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.search import Budget, Estimate, Token, backend
from sudokulib.solving.subjects import PuzzleLike, as_puzzle


def estimate(
    puzzle: PuzzleLike,
    *,
    samples: int = 1000,
    seed: int | None = None,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Estimate:
    """Return an estimate of the number of solutions, for puzzles that take too long to count.

    It is the mean over random probes of the search tree (Knuth 1975), which is unbiased, with its
    standard error. A few probes with many solutions may dominate it; the error is
    unreliable unless it is small beside the mean.

    Args:
        puzzle: what to count.
        samples: how many probes.
        seed: makes it repeatable on any machine; by default one is drawn, and becomes the
            `Estimate.seed`.
        search, seconds, nodes, token: as for `solve`.

    Raises:
        OutOfBudget: a limit was reached first.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> print(sudokulib.estimate(sudokulib.geometry("4x4"), seed=1, search="reference"))
    288.19 ± 3.04
    """
    budget = Budget(seconds, nodes, token)
    puzzle = as_puzzle(puzzle, budget=budget)
    seed = seed_or_drawn(seed)
    with interruptible(budget.check):
        found = backend(search).estimate(compile_puzzle(puzzle), budget, samples, seed)
    return replace(found, seed=seed)


def solution(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    search: str = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
) -> Solution:
    """Return a random solution of a puzzle, or a random filled grid of a geometry.

    All are equally likely where there are few, and nearly so where there are many. Where probes
    and search do not finish, as on ``cube-8x8x8``, a repair search finds one.

    Args:
        puzzle: what to fill.
        seed: makes it repeatable on any machine, with the same back-end; one is drawn if there is
            none, and is the `Solution.seed`.
        search, seconds, nodes, token: as for `solve`.

    Raises:
        SudokuError: there is no solution.
        OutOfBudget: a limit was reached first.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> four = sudokulib.geometry("4x4")
    >>> one = sudokulib.solution(four)
    >>> one.violations(), one == sudokulib.solution(four, seed=one.seed)
    ((), True)
    """
    budget, seed = Budget(seconds, nodes, token), seed_or_drawn(seed)
    puzzle = as_puzzle(puzzle, budget=budget)
    with interruptible(budget.check):
        cells = backend(search).random_solution(compile_puzzle(puzzle), budget, seed)
    if cells is None:
        raise SudokuError("it cannot be filled; relax its shapes or remove givens")
    return Solution(puzzle, cells, seed)
