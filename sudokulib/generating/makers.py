"""Makers: each holds the requirements of puzzles, and makes one puzzle from each seed.

Each sort of subject that `generate` accepts has its own maker; sets and traces rely on the protocol
`Maker` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import tee
from typing import Protocol

from sudokulib.basics.quoting import clipped
from sudokulib.basics.results import ResultBase
from sudokulib.generating.target_search import TargetSearch, given
from sudokulib.generating.targets import SolveAttempt, Target
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, ThinningPlan, backend
from sudokulib.solving.batch.rated import RatingSummary
from sudokulib.solving.profiles import Profile
from sudokulib.solving.rating import Rating, rate

Report = Callable[[int, str], object]
"""A function called with the number of puzzles tried for a target, and what the nearest lacks."""


@dataclass(frozen=True, slots=True)
class Generated(ResultBase):
    """A generated puzzle with one solution, which is its `Puzzle.answer`.

    Args:
        puzzle: the puzzle.
        seed: the seed that it was made from.
        stopped: why there may be more givens than are needed: "nodes", "time", "cancelled" or
            "tries" for a limit, "proof_nodes" if some proofs were given up; empty if none can be
            removed.
        rating: its rating, if requested or part of the target.
        missed: in words, the part of the target that it misses because a limit was reached; else
            empty.
        tried: how many puzzles were solved for it, if there was a target for its solve.

    >>> import sudokulib
    >>> made = sudokulib.generate("4x4")
    >>> made.puzzle == sudokulib.generate("4x4", seed=made.seed).puzzle
    True
    """

    puzzle: Puzzle
    seed: int
    stopped: str = ""
    rating: RatingSummary | None = None
    missed: str = ""
    tried: int = 0

    def __repr__(self) -> str:
        rating = f", ER {self.rating.er.rating}" if self.rating else ""
        return clipped(f"<Generated seed {self.seed}{rating}: {self.puzzle!r}>")


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A generated puzzle with the solve on which its rating is based, if there is one."""

    generated: Generated
    solve: Rating | None = None

    @classmethod
    def rated(cls, one: Generated, profile: Profile | None, budget: Budget) -> MadePuzzle:
        """Rate a puzzle by a profile, if there is one.

        Raises:
            OutOfBudget, Cancelled: before it was rated.
        """
        if profile is None:
            return cls(one)
        left, token = budget.seconds_left, budget.token
        solve = rate(one.puzzle, profile=profile, unique=True, seconds=left, token=token)
        return cls(replace(one, rating=_numbers(solve)), solve)

    @classmethod
    def from_trial(cls, one: Generated, target: Target, trial: SolveAttempt) -> MadePuzzle:
        """Return the puzzle with the solve recorded for a target, and what it lacks."""
        solve = Rating(one.puzzle, target.profile, "unique", trial.positions, trial.end)
        return cls(replace(one, rating=_numbers(solve), missed=trial.why), solve)


class Maker(Protocol):
    """A maker of puzzles from seeds; it can be pickled."""

    def make(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[MadePuzzle]:
        """Yield a puzzle for each seed, always the same unless time runs out.

        The iteration ends if there is no puzzle, or at a time limit.

        Raises:
            OutOfBudget, Cancelled: before there was any puzzle of a seed.
        """


@dataclass(frozen=True, slots=True)
class ThinningMaker:
    """Makes puzzles by removing givens, on a geometry or on top of a puzzle.

    Args:
        puzzle: its givens and shapes are always kept.
        plan: which givens are removed together, and how many to keep.
        search: name of the back-end.
        target: the required difficulty; None if any will do.
        tries: the most puzzles to solve for one that meets the target.
        rated: the strategies for a rating; None for no rating.
    """

    puzzle: Puzzle
    plan: ThinningPlan
    search: str = "auto"
    target: Target | None = None
    tries: int = 0
    rated: Profile | None = None

    def make(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[MadePuzzle]:
        """See `Maker`."""
        nodes = budget.nodes
        for one in (
            self._plain(seeds, budget)
            if self.target is None
            else self._wanted(self.target, seeds, budget, report)
        ):
            yield one
            if one.generated.stopped in ("time", "cancelled"):
                return
            budget.renew_nodes(nodes)

    def _plain(self, seeds: Iterable[int], budget: Budget) -> Iterator[MadePuzzle]:
        mine, theirs = tee(seeds)
        engine, model = backend(self.search), compile_puzzle(self.puzzle)
        found = engine.minimal_puzzles(model, self.plan, theirs, budget)
        for seed, done in zip(mine, found, strict=False):
            one = Generated(given(self.puzzle, done), seed, done.stopped)
            yield MadePuzzle.rated(one, self.rated, budget)

    def _wanted(
        self, target: Target, seeds: Iterable[int], budget: Budget, report: Report | None
    ) -> Iterator[MadePuzzle]:
        target_search = TargetSearch(self.puzzle, self.plan, target, self.search, self.tries)
        for seed in seeds:
            found = target_search.search(seed, budget, report)
            if found is None:
                return
            puzzle = given(self.puzzle, found.thinned)
            one = Generated(puzzle, seed, found.stopped, tried=found.tried)
            yield MadePuzzle.from_trial(one, target, found.trial)


def _numbers(solve: Rating) -> RatingSummary:
    """Return the figures of a rating that a seed determines: all but the time it took."""
    return replace(RatingSummary.of(solve), seconds=0.0)
