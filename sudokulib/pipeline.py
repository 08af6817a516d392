"""The pipeline: strategies in order, again and again, until nothing applies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.board import Board
from sudokulib.logic.step import Step
from sudokulib.search.budget import Budget
from sudokulib.strategies import Strategy, strategy_named

__all__ = ["DEFAULT", "run"]

DEFAULT = (
    "naked-single",
    "hidden-single",
    "shape-fillings",
    "derived-sums",
    "overlapping-shapes",
    "naked-tuples-fast",
    "hidden-tuples-fast",
    "naked-tuples",
    "hidden-tuples",
)
"""Singles first, the complete tuples when all else fails."""


def run(
    board: Board, strategies: Sequence[str] = DEFAULT, *, budget: Budget | None = None
) -> Iterator[tuple[Step, Board]]:
    """Apply strategies, from the first one again after each success, until none applies.

    Givens are the caller's to place (``Board.placed``); what is only reduced to one candidate
    is a naked single here.

    Args:
        board: where to start.
        strategies: their names, in order.
        budget: its time and token are heeded; steps are not search nodes.

    Returns:
        Each step with the board after it, lazily. The last board is complete, broken (there is no
        solution), or one to which no strategy applies.

    Raises:
        UnknownNameError: a name that nobody registered.
        OutOfBudget, Cancelled: see `Budget.look`.
    """
    return _run(board, [strategy_named(name) for name in strategies], budget)


def _run(
    board: Board, strategies: Sequence[Strategy], budget: Budget | None
) -> Iterator[tuple[Step, Board]]:
    before = None
    while before is not board and not board.complete and not board.broken:
        before = board
        for strategy in strategies:
            for step, after in _look(board, strategy):
                if budget is not None:
                    budget.look()
                board = after
                yield step, board
            if board is not before:
                break


def _look(board: Board, strategy: Strategy) -> Iterator[tuple[Step, Board]]:
    """What one look at a board finds: one step, or for sweeping strategies all of them.

    A step found on an earlier board stays true, as candidates only ever go; those that have
    nothing left to do, or run into a contradiction, are passed over. Within a sweep only empty
    cells are watched for: `Board.broken` looks at every house, too dear after each single.
    """
    now = board
    for step in strategy.find(board):
        if now is not board and not _fresh(step, now):
            continue
        now = step.apply(now)
        yield step, now
        if not strategy.sweeps or 0 in now.masks:
            return


def _fresh(step: Step, board: Board) -> bool:
    return all(board.allows(c) and not board.solved >> c[0] & 1 for c in step.placements) and (
        bool(step.placements) or any(board.allows(c) for c in step.eliminations)
    )
