"""Rating by solving a puzzle as people do, the easiest step first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import interruptible
from sudokulib.board import Board
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search.backend import backend
from sudokulib.solving.logic_limit import LogicLimit, logic_limit
from sudokulib.solving.profiles import Profile
from sudokulib.solving.profiles import profile as profile_named
from sudokulib.solving.rating.path import RatedStep, solving_path
from sudokulib.solving.rating.rating import Rating
from sudokulib.solving.result import status_of
from sudokulib.solving.subjects import PuzzleLike, as_puzzle


def rate(
    puzzle: PuzzleLike,
    *,
    profile: str | Profile = "everything",
    unique: bool | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    token: Token | None = None,
    progress: Callable[[int], object] | None = None,
) -> Rating:
    """Rate how hard a puzzle is for people.

    Args:
        puzzle: what to rate.
        profile: the strategies to use: one of `sudokulib.solving.profiles.profile_names`. The
            ratings of ``sudoku-explainer`` are comparable with published ones.
        unique: whether the puzzle is known to have a single solution, so that techniques may
            assume it; if None, a search finds out.
        seconds: limit of wall time.
        nodes: limit of nodes of that search; the rating continues without its answer.
        token: cancels from another thread.
        progress: called after each step with the number of steps so far.

    Raises:
        UnknownNameError: there is no profile of that name.
        OutOfBudget: reading and compiling the puzzle took all of the time.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> rating = sudokulib.rate(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))
    >>> print(rating)
    ER 1.2 EP 1.2 ED 1.2, easy, score 98
    >>> rating.er.technique
    'hidden-single'
    """
    began = perf_counter()
    budget = Budget(seconds, nodes, token)
    puzzle = as_puzzle(puzzle, budget=budget)
    solve = _RatedSolve("unique" if unique else "unknown", progress)
    with interruptible(budget.check):
        end = _start(puzzle)
        try:
            if unique is None:
                solve.determine(puzzle, budget)
            solve.run(puzzle, _chosen(profile, solve.status == "unique"), budget)
        except OutOfBudget as limit:
            solve.stopped = limit.reason
    if solve.positions:
        last = solve.positions[-1]
        end = last.step.apply(last.board)
    chosen, positions = _chosen(profile, solve.status == "unique"), tuple(solve.positions)
    taken = perf_counter() - began
    return Rating(puzzle, chosen, solve.status, positions, end, solve.stopped, taken)


@dataclass(slots=True)
class _RatedSolve:
    """The solve of a puzzle, as far as it got; see `Rating` for the fields."""

    status: str
    progress: Callable[[int], object] | None = None
    positions: list[RatedStep] = field(default_factory=list)
    stopped: str = ""

    def determine(self, puzzle: Puzzle, budget: Budget) -> None:
        """Find out how many solutions there are, unless that takes too many nodes.

        Raises:
            OutOfBudget: the limit of time was reached.
        """
        try:
            self.status = status_of(backend("auto").count(compile_puzzle(puzzle), budget, 2), "")
        except OutOfBudget as limit:
            if limit.reason == "time":
                raise
            self.stopped = limit.reason

    def run(self, puzzle: Puzzle, profile: Profile, budget: Budget) -> None:
        """Take steps until none applies."""
        board = _start(puzzle)
        several = self.status == "multiple"
        reach = logic_limit(compile_puzzle(puzzle), budget) if several else LogicLimit()
        for position in () if reach.reached(board) else solving_path(board, profile.plan(), budget):
            self.positions.append(position)
            if self.progress:
                self.progress(len(self.positions))
            if reach.reached(position.step.apply(position.board)):
                break


def _start(puzzle: Puzzle) -> Board:
    return Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)


def _chosen(profile: str | Profile, unique: bool) -> Profile:
    """Return the profile, without what assumes a single solution unless there is just one."""
    if isinstance(profile, str):
        return profile_named(profile, unique=unique)
    plan = profile.plan()
    return profile if unique else profile.without(s.name for s in plan.strategies if s.assumes)
