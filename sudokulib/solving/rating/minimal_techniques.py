"""A minimal set of techniques that solves a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulib.basics.budget import Budget
from sudokulib.board import Board
from sudokulib.solving.pipeline import Plan, run
from sudokulib.strategies import Strategy


def minimal_techniques(
    board: Board, plan: Plan, used: Iterable[str], budget: Budget
) -> tuple[str, ...]:
    """Return techniques that suffice to solve a board, none of which can be omitted.

    Techniques are removed one after the other, the hardest first; those that the others can replace
    are left out. Other such sets may exist.

    Args:
        board: the board to solve.
        plan: the strategies that solve it; techniques keep its order.
        used: techniques that suffice together, by name.
        budget: limits the work.

    Raises:
        OutOfBudget, Cancelled: see `Budget.check`.
    """
    names = set(used)
    left = [(s, r) for s, r in zip(plan.strategies, plan.ratings, strict=True) if s.name in names]
    for entry in sorted(left, key=lambda entry: -entry[1]):
        fewer = [other for other in left if other is not entry]
        if _solves(board, fewer, budget):
            left = fewer
    return tuple(strategy.name for strategy, _ in left)


def _solves(board: Board, entries: Sequence[tuple[Strategy, float]], budget: Budget) -> bool:
    """Return whether some strategies suffice; the order of steps does not matter."""
    plan = Plan(tuple([s for s, _ in entries]), tuple([rating for _, rating in entries]))
    for _, after in run(board, plan, budget=budget):
        board = after
    return board.complete and not board.broken
