"""All steps possible next on a board, one for each outcome."""

from __future__ import annotations

from contextlib import suppress

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.basics.interruption import check_interrupt, interruptible
from sudokulib.board import Board
from sudokulib.logic.cut_search import with_cuts
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.explaining.solving_path import Explanation, make_plan

_MOST = 40
"""The number of outcomes to find, unless the caller says otherwise: a list that can be read."""

_HARDER = 2.0
"""How much harder than the easiest step others may be rated.

A bound on time: nobody with a single to place looks for chains.
"""


def possible_steps(
    puzzle: Puzzle,
    board: Board | None = None,
    *,
    profile: str = "everything",
    assume_unique: bool = False,
    most: int = _MOST,
    seconds: float | None = None,
    token: Token | None = None,
) -> list[Explanation]:
    """Return the steps that a board allows, the easiest first, one for each outcome.

    Args:
        puzzle: the puzzle.
        board: the board; by default with the givens.
        profile: the techniques to look for.
        assume_unique: whether to allow techniques that hold only if there is one solution.
        most: how many outcomes to find. Techniques are looked for in the order of the profile, up
            to those that are two points harder than the easiest step.
        seconds: when to stop; the steps found by then are returned.
        token: cancels from another thread.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> [one.notation for one in possible_steps(puzzle, most=3)][0]
    'hidden single: b2 => R2C4=1'
    """
    budget = Budget(seconds, token=token)
    words = Words(puzzle, board)
    before = words.board
    plan = make_plan(profile, assume_unique=assume_unique)
    best: dict[Board, tuple[float, int, Step]] = {}
    easiest = float("inf")
    with interruptible(budget.check), suppress(OutOfBudget):
        for strategy, rating in zip(plan.strategies, plan.ratings, strict=True):
            if rating > easiest + _HARDER:
                continue
            for step in strategy.find(before):
                check_interrupt()
                after = step.apply(before)
                rank = (plan.rating(step), len(best))
                if after != before and (after not in best or rank < best[after][:2]):
                    best[after] = (*rank, step)
                    easiest = min(easiest, rank[0])
                if len(best) >= most:
                    break
    ordered = sorted(best.items(), key=lambda item: item[1][:2])
    return [
        Explanation(number, with_cuts(before, step), before, after, puzzle, words)
        for number, (after, (_, _, step)) in enumerate(ordered, 1)
    ]
