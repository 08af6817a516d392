"""A recipe as an order: what comes of a seed by it, as hard as it is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sudokulib.batch.rated import Rated
from sudokulib.board import Board
from sudokulib.errors import Cancelled
from sudokulib.generating.making import make
from sudokulib.generating.order import Generated, Made, Report
from sudokulib.generating.recipes import Recipe
from sudokulib.generating.wishes import Trial, Wish
from sudokulib.model import compile_puzzle
from sudokulib.profiles import Profile
from sudokulib.puzzle import Puzzle
from sudokulib.rating import Rating, rate
from sudokulib.search import Budget, OutOfBudget, backend
from sudokulib.search.thinning import halted

__all__ = ["RecipeOrder"]


@dataclass(frozen=True, slots=True)
class RecipeOrder:
    """A recipe followed; see `sudokulib.generating.order.Maker`.

    Args:
        recipe: what is done.
        search: name of the back-end.
        patience: nodes after which a proof is given up; None for the usual number.
        wish: how the puzzle is to be solved; None if that does not matter.
        tries: how many puzzles are made for one that is as wanted.
        rated: the strategies for a rating; None if there needs to be none.
    """

    recipe: Recipe
    search: str = "auto"
    patience: int | None = None
    wish: Wish | None = None
    tries: int = 1
    rated: Profile | None = None

    def made(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[Made]:
        """See `sudokulib.generating.order.Maker`."""
        nodes = budget.nodes
        for seed in seeds:
            one = (
                self._plain(seed, budget)
                if self.wish is None
                else self._wanted(self.wish, seed, budget, report)
            )
            yield one
            if one.generated.stopped in ("time", "cancelled"):
                return
            budget.renew(seconds=budget.seconds_left, nodes=nodes, token=budget.token)

    def _make(self, seed: int, budget: Budget, number: int = 0) -> tuple[Puzzle, str]:
        return make(self.recipe, (seed, number), backend(self.search), self.patience, budget)

    def _plain(self, seed: int, budget: Budget) -> Made:
        one = Generated(*_seeded(self._make(seed, budget), seed))
        if self.rated is None:
            return Made(one)
        left, token = budget.seconds_left, budget.token
        solve = rate(one.puzzle, profile=self.rated, unique=True, seconds=left, token=token)
        return Made(replace(one, rating=_numbers(solve)), solve)

    def _wanted(self, wish: Wish, seed: int, budget: Budget, report: Report | None) -> Made:
        """The first puzzle that is as it is wanted, or the nearest to that."""
        best: tuple[Trial, tuple[Puzzle, str]] | None = None
        why, number = "tries", 0
        for number in range(self.tries):
            try:
                made = self._make(seed, budget, number)
                board = Board.start(compile_puzzle(made[0])).placed(made[0].givens)
                trial = wish.trial(board, budget)
            except (OutOfBudget, Cancelled) as stop:
                if best is None:
                    raise
                why = halted(stop)
                break
            if best is None or trial.miss < best[0].miss:
                best = trial, made
            if report is not None:
                report(number + 1, best[0].why)
            if trial.fits:
                why = ""
                break
        assert best is not None, "at least one is tried"
        trial, (puzzle, stopped) = best
        solve = Rating(puzzle, wish.profile, "unique", trial.positions, trial.end)
        one = Generated(puzzle, seed, why or stopped, _numbers(solve), trial.why, number + 1)
        return Made(one, solve)


def _seeded(made: tuple[Puzzle, str], seed: int) -> tuple[Puzzle, int, str]:
    return made[0], seed, made[1]


def _numbers(solve: Rating) -> Rated:
    """What a seed makes the same each time: without the time that it took."""
    return replace(Rated.of(solve), seconds=0.0)
