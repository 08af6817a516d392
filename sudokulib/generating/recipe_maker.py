"""A maker of puzzles of a required difficulty from recipes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudokulib.errors import Cancelled, SudokuError
from sudokulib.generating.makers import Generated, MadePuzzle, Report
from sudokulib.generating.recipe_run import run_recipe
from sudokulib.generating.recipes import Recipe
from sudokulib.generating.targets import SolveAttempt, Target
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget, backend
from sudokulib.search.thinning import stop_reason
from sudokulib.solving.profiles import Profile

_FAILED = 3
"""Puzzles in a row that a recipe may fail to make before it is abandoned, if it has made none.

A bound on waiting: each of them has had all attempts that the recipe allows.
"""


@dataclass(frozen=True, slots=True)
class RecipeMaker:
    """Makes puzzles by a recipe; see `sudokulib.generating.makers.Maker`.

    Args:
        recipe: the recipe.
        search: name of the back-end.
        proof_nodes: nodes after which a proof is abandoned; None for the default.
        target: the required difficulty; None if any will do.
        tries: the most puzzles to make for one that meets the target.
        rated: the strategies for a rating; None for no rating.
    """

    recipe: Recipe
    search: str = "auto"
    proof_nodes: int | None = None
    target: Target | None = None
    tries: int = 1
    rated: Profile | None = None

    def make(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[MadePuzzle]:
        """See `sudokulib.generating.makers.Maker`."""
        nodes = budget.nodes
        for seed in seeds:
            one = (
                self._plain(seed, budget)
                if self.target is None
                else self._wanted(self.target, seed, budget, report)
            )
            yield one
            if one.generated.stopped in ("time", "cancelled"):
                return
            budget.renew_nodes(nodes)

    def _make(self, seed: int, budget: Budget, number: int = 0) -> tuple[Puzzle, str]:
        return run_recipe(
            self.recipe, (seed, number), backend(self.search), self.proof_nodes, budget
        )

    def _plain(self, seed: int, budget: Budget) -> MadePuzzle:
        puzzle, stopped = self._make(seed, budget)
        return MadePuzzle.rated(Generated(puzzle, seed, stopped), self.rated, budget)

    def _wanted(
        self, target: Target, seed: int, budget: Budget, report: Report | None
    ) -> MadePuzzle:
        """Return the first puzzle that meets the target, or the nearest to it."""
        best: tuple[SolveAttempt, tuple[Puzzle, str]] | None = None
        why, number = "tries", 0
        failed: SudokuError | None = None
        for number in range(1, self.tries + 1):
            try:
                made = self._make(seed, budget, number - 1)
                trial = target.solve_puzzle(made[0], budget)
            except (OutOfBudget, Cancelled) as stop:
                if best is None:
                    raise
                why = stop_reason(stop)
                break
            except SudokuError as error:  # no attempt of this number succeeded
                failed = error
                if best is None and number >= _FAILED:
                    raise
                continue
            if best is None or trial.distance < best[0].distance:
                best = trial, made
            if report is not None:
                report(number, best[0].why)
            if trial.fits:
                why = ""
                break
        if best is None:
            raise failed or AssertionError("at least one is tried")
        trial, (puzzle, stopped) = best
        return MadePuzzle.from_trial(
            Generated(puzzle, seed, why or stopped, tried=number), target, trial
        )
