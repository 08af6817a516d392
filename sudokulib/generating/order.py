"""An order: what is wanted of puzzles, and what comes of a seed by it.

Whatever `generate` may be asked to make a puzzle of has its kind of order; sets and traces know no
more of it than `Maker` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import tee
from typing import Protocol

from sudokulib.batch.rated import Rated
from sudokulib.generating.steering import Steering, given
from sudokulib.generating.wishes import Trial, Wish
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.rating import Rating, rate
from sudokulib.search import Budget, Plan, backend
from sudokulib.solving.profiles import Profile

__all__ = ["Generated", "Made", "Maker", "Order", "Report"]

Report = Callable[[int, str], object]
"""Called with the number of puzzles tried for a wish, and what the nearest lacks."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A puzzle that was made, with one solution, which is its `Puzzle.answer`.

    Args:
        puzzle: the puzzle.
        seed: what it was made from.
        stopped: why more givens may be among it than are needed: "nodes", "time", "cancelled" or
            "tries" for a limit, "patience" if it was not found out for some; empty if none can go.
        rating: how hard it is, if that was asked for or matters for what was wanted.
        missed: what it lacks to be as it was wanted when a limit was reached, in words; else empty.
        tried: how many puzzles were solved for it, if it was to be solved in a certain way.
    """

    puzzle: Puzzle
    seed: int
    stopped: str = ""
    rating: Rated | None = None
    missed: str = ""
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Made:
    """The same with the solve from which its rating is, if there is one."""

    generated: Generated
    solve: Rating | None = None

    @classmethod
    def rated(cls, one: Generated, profile: Profile | None, budget: Budget) -> Made:
        """Rated by a profile, if there is one.

        Raises:
            OutOfBudget, Cancelled: before it was.
        """
        if profile is None:
            return cls(one)
        left, token = budget.seconds_left, budget.token
        solve = rate(one.puzzle, profile=profile, unique=True, seconds=left, token=token)
        return cls(replace(one, rating=_numbers(solve)), solve)

    @classmethod
    def tried(cls, one: Generated, wish: Wish, trial: Trial) -> Made:
        """With the solve that a wish made of it, and what that lacks."""
        solve = Rating(one.puzzle, wish.profile, "unique", trial.positions, trial.end)
        return cls(replace(one, rating=_numbers(solve), missed=trial.why), solve)


class Maker(Protocol):
    """What makes puzzles from seeds; it can be pickled."""

    def made(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[Made]:
        """A puzzle for each seed, always the same if no time ends it.

        It ends if there is no puzzle, or at a limit of time.

        Raises:
            OutOfBudget, Cancelled: before there was any puzzle of a seed.
        """


@dataclass(frozen=True, slots=True)
class Order:
    """Givens thinned on a geometry, or on top of a puzzle.

    Args:
        puzzle: what stays in any case.
        plan: which givens go together, how many stay.
        search: name of the back-end.
        wish: how the puzzle is to be solved; None if that does not matter.
        tries: how many puzzles are solved for one that is as wanted.
        rated: the strategies for a rating; None if there needs to be none.
    """

    puzzle: Puzzle
    plan: Plan
    search: str = "auto"
    wish: Wish | None = None
    tries: int = 0
    rated: Profile | None = None

    def made(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[Made]:
        """See `Maker`."""
        nodes = budget.nodes
        for one in (
            self._plain(seeds, budget)
            if self.wish is None
            else self._wanted(self.wish, seeds, budget, report)
        ):
            yield one
            if one.generated.stopped in ("time", "cancelled"):
                return
            budget.renew(seconds=budget.seconds_left, nodes=nodes, token=budget.token)

    def _plain(self, seeds: Iterable[int], budget: Budget) -> Iterator[Made]:
        mine, theirs = tee(seeds)
        engine, model = backend(self.search), compile_puzzle(self.puzzle)
        found = engine.minimals(model, self.plan, theirs, budget)
        for seed, done in zip(mine, found, strict=False):
            one = Generated(given(self.puzzle, done), seed, done.stopped)
            yield Made.rated(one, self.rated, budget)

    def _wanted(
        self, wish: Wish, seeds: Iterable[int], budget: Budget, report: Report | None
    ) -> Iterator[Made]:
        steering = Steering(self.puzzle, self.plan, wish, self.search, self.tries)
        for seed in seeds:
            found = steering.found(seed, budget, report)
            if found is None:
                return
            puzzle = given(self.puzzle, found.thinned)
            one = Generated(puzzle, seed, found.stopped, tried=found.tried)
            yield Made.tried(one, wish, found.trial)


def _numbers(solve: Rating) -> Rated:
    """What a seed makes the same each time: without the time that it took."""
    return replace(Rated.of(solve), seconds=0.0)
