"""Rating by solving a puzzle as people do, the easiest step first."""

from __future__ import annotations

from time import perf_counter

from sudokulib.board import Board
from sudokulib.model import Model, compile_puzzle
from sudokulib.rating.path import RatedStep, solving_path
from sudokulib.rating.rating import Rating
from sudokulib.search.backend import backend
from sudokulib.search.budget import Budget, OutOfBudget, Token
from sudokulib.solving.logic_limit import LogicLimit, logic_limit
from sudokulib.solving.profiles import Profile
from sudokulib.solving.profiles import profile as profile_named
from sudokulib.solving.result import status_of
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

__all__ = ["rate"]


def rate(
    puzzle: PuzzleLike,
    *,
    profile: str | Profile = "everything",
    unique: bool | None = None,
    seconds: float | None = None,
    token: Token | None = None,
) -> Rating:
    """Rate how hard a puzzle is for people.

    Args:
        puzzle: what to rate.
        profile: the strategies that take part: one of `sudokulib.solving.profiles.profile_names`.
            The ratings of ``sudoku-explainer`` are comparable with published ones.
        unique: whether the puzzle is known to have a single solution, so that techniques may
            assume it; if None, a search finds out.
        seconds: limit of wall time.
        token: cancels from another thread.

    Raises:
        UnknownNameError: there is no profile of that name.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> rating = sudokulib.rate(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))
    >>> print(rating)
    ER 1.2 EP 1.2 ED 1.2, easy, score 98
    >>> rating.er.technique
    'hidden-single'
    """
    puzzle = as_puzzle(puzzle)
    began = perf_counter()
    budget = Budget(seconds, token=token)
    model = compile_puzzle(puzzle)
    board = Board.start(model).placed(puzzle.given_values)
    status, stopped = ("unique" if unique else "unknown"), ""
    positions: list[RatedStep] = []
    try:
        if unique is None:
            status = _status(model, budget)
        chosen = _chosen(profile, status == "unique")
        reach = logic_limit(model, budget) if status == "multiple" else LogicLimit()
        for position in () if reach.reached(board) else solving_path(board, chosen.plan(), budget):
            positions.append(position)
            if reach.reached(position.step.apply(position.board)):
                break
    except OutOfBudget as limit:
        stopped = limit.reason
    end = positions[-1].step.apply(positions[-1].board) if positions else board
    chosen = _chosen(profile, status == "unique")
    return Rating(puzzle, chosen, status, tuple(positions), end, stopped, perf_counter() - began)


def _chosen(profile: str | Profile, unique: bool) -> Profile:
    """Return the profile, without what assumes a single solution if that is not known."""
    if isinstance(profile, str):
        return profile_named(profile, unique=unique)
    plan = profile.plan()
    return profile if unique else profile.without(s.name for s in plan.strategies if s.assumes)


def _status(model: Model, budget: Budget) -> str:
    return status_of(backend("auto").count(model, budget, 2), "")
