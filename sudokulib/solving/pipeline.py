"""The pipeline: strategies in order, repeated until none applies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate

from sudokulib.basics.budget import Budget
from sudokulib.basics.interruption import check_interrupt, interruptible
from sudokulib.board import Board
from sudokulib.logic.step import Refutation, Step
from sudokulib.strategies import Strategy, strategy_named
from sudokulib.strategies.registry import check_strategy

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


class PendingSearches:
    """Searches of expensive strategies, which are resumed after some steps.

    A step found on an earlier board remains valid, as candidates are only ever removed. Once a cell
    has been solved, so much has changed that no search is resumed.
    """

    def __init__(self) -> None:
        self._started: dict[str, tuple[Board, Iterator[Step], Step | None]] = {}

    def first(self, strategy: Strategy, board: Board) -> Step | None:
        """Return the first step of a strategy that changes a board.

        While other searches from an earlier board are being resumed, no new one begins: something
        easier should come first.
        """
        if not strategy.expensive:
            return next(strategy.find(board), None)
        if any(began.open != board.open for began, _, _ in self._started.values()):
            self._started.clear()
        if strategy.name not in self._started:
            if any(began is not board for began, _, _ in self._started.values()):
                return None
            self._started[strategy.name] = board, strategy.find(board), None
        began, steps, step = self._started[strategy.name]
        while step is None or not _still_new(step, board):
            try:
                step = steps.send(board) if step and isinstance(steps, Generator) else next(steps)
            except StopIteration:
                step = None
                break
        self._started[strategy.name] = began, steps, step
        return step

    def drop_all(self, board: Board) -> bool:
        """Forget all; return whether any began on an earlier board and may find more."""
        earlier = any(began is not board for began, _, _ in self._started.values())
        self._started.clear()
        return earlier


def _still_new(step: Step, board: Board) -> bool:
    """Return whether a step found on an earlier board still changes this one."""
    return _is_new(step, board) and all(
        board.allows(part.candidate) for part in step.parts() if isinstance(part, Refutation)
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """Strategies in order, and how their steps are chosen.

    Args:
        strategies: the strategies.
        ratings: for each, how hard its easiest steps are; where that differs from the strategy's
            own rating, the ratings of all its steps are shifted.
        easiest_first: whether steps are taken one by one, the easiest first: one that is harder
            than a later strategy's easiest waits until that has been tried. Otherwise the first one
            found is taken, and all that a sweeping strategy finds at once.
    """

    strategies: tuple[Strategy, ...]
    ratings: tuple[float, ...]
    easiest_first: bool = False
    _shifts: dict[str, float] = field(init=False, repr=False, compare=False)
    _least_from: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = zip(self.strategies, self.ratings, strict=True)
        object.__setattr__(self, "_shifts", {s.name: r - s.rating for s, r in own})
        least = tuple(accumulate(reversed(self.ratings), min))[::-1]
        object.__setattr__(self, "_least_from", least)

    @classmethod
    def of(cls, names: Sequence[str], *, easiest_first: bool = False) -> Plan:
        """Return a plan of the named strategies with their own ratings.

        Raises:
            UnknownNameError: a strategy of that name is not registered.
        """
        found = tuple(strategy_named(name) for name in names)
        return cls(found, tuple(strategy.rating for strategy in found), easiest_first)

    def rating(self, step: Step) -> float:
        """Return the rating of a step: its strategy's in this plan, shifted if the step says so."""
        own = strategy_named(step.technique).rating if step.rating is None else step.rating
        return round(own + self._shifts.get(step.technique, 0.0), 2)

    def easiest_step(self, board: Board, searches: PendingSearches | None = None) -> Step | None:
        """Return the first step such that no later strategy could find an easier one.

        Between strategies it asks whether to continue (see `sudokulib.basics.interruption`).

        Args:
            board: the board.
            searches: those of expensive strategies, begun on earlier boards; None to start afresh.
        """
        searches = PendingSearches() if searches is None else searches
        best, hard = None, float("inf")
        for strategy, rating, least in zip(
            self.strategies, self.ratings, self._least_from, strict=True
        ):
            if least >= hard:
                break
            if rating < hard and (step := searches.first(strategy, board)) is not None:
                own = self.rating(step)
                if own < hard:
                    best, hard = step, own
            check_interrupt()
        return best

    def next_of_sweep(self, step: Step, board: Board, searches: PendingSearches) -> Step | None:
        """Return the next step of an expensive sweep, unless some cell can simply be solved.

        Args:
            step: the last one.
            board: the board after it.
            searches: those of expensive strategies, the sweep among them.
        """
        own = next(one for one in self.strategies if one.name == step.technique)
        if not (own.expensive and own.sweeps) or 0 in board.masks:
            return None
        simple = (one for one in self.strategies if one.sweeps and not one.expensive)
        if any(next(one.find(board), None) is not None for one in simple):
            return None
        return searches.first(own, board)


def run(
    board: Board, strategies: Sequence[str] | Plan = DEFAULT, *, budget: Budget | None = None
) -> Iterator[tuple[Step, Board]]:
    """Apply strategies, from the first one again after each success, until none applies.

    Givens are the caller's to place (``Board.placed``); what is only reduced to one candidate
    is a naked single here.

    Args:
        board: where to start.
        strategies: their names, in order; or a plan that says more.
        budget: its time and token are checked; steps are not search nodes.

    Returns:
        Each step with the board after it, lazily. The last board is complete, broken (there is no
        solution), or one to which no strategy applies.

    Raises:
        UnknownNameError: a strategy of that name is not registered.
        OutOfBudget, Cancelled: see `Budget.check`.
    """
    if isinstance(strategies, Plan) and strategies.easiest_first:
        find = partial(_easiest, strategies, PendingSearches(), budget)
    elif isinstance(strategies, Plan):
        find = partial(_first, partial(iter, strategies.strategies), budget)
    else:
        for name in strategies:
            check_strategy(name)
        # Each is imported when its turn comes: most puzzles need few of them.
        find = partial(_first, partial(map, strategy_named, tuple(strategies)), budget)
    return _run(board, find)


def _run(
    board: Board, find: Callable[[Board], Iterator[tuple[Step, Board]]]
) -> Iterator[tuple[Step, Board]]:
    over = board.complete or board.broken
    while not over:
        before = board
        for step, after in find(board):
            board = after
            yield step, board
        over = board is before or board.complete or board.breaks(before)


def _first(
    in_order: Callable[[], Iterator[Strategy]], budget: Budget | None, board: Board
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of the first strategy that finds any."""
    for strategy in in_order():
        found = False
        for step, after in _steps_found(board, strategy, budget):
            found = True
            yield step, after
        if found:
            return


def _easiest(
    plan: Plan, searches: PendingSearches, budget: Budget | None, board: Board
) -> Iterator[tuple[Step, Board]]:
    with nullcontext() if budget is None else interruptible(budget.check):
        step = plan.easiest_step(board, searches)
        if step is None and searches.drop_all(board):
            step = plan.easiest_step(board, searches)
    while step is not None:
        board = step.apply(board)
        yield step, board
        with nullcontext() if budget is None else interruptible(budget.check):
            step = plan.next_of_sweep(step, board, searches)


def _steps_found(
    board: Board, strategy: Strategy, budget: Budget | None
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of one search of a board: one, or for sweeping strategies all.

    A step found on an earlier board remains valid, as candidates are only ever removed; steps that
    have nothing left to do, or run into a contradiction, are skipped. Within a sweep only empty
    cells are checked for: `Board.broken` looks at every house, too expensive after each single.
    """
    now = board
    steps = strategy.find(board)
    while (step := _next(steps, budget)) is not None:
        if now is not board and not _is_new(step, now):
            continue
        now = step.apply(now)
        yield step, now
        if not strategy.sweeps or strategy.expensive or 0 in now.masks:
            return


def _next(steps: Iterator[Step], budget: Budget | None) -> Step | None:
    """Return the next step of a search, checking the budget on the way."""
    if budget is None:
        return next(steps, None)
    with interruptible(budget.check):
        step = next(steps, None)
    budget.check()
    return step


def _is_new(step: Step, board: Board) -> bool:
    """Return whether a step is possible, and not yet applied."""
    masks, solved = board.masks, board.solved
    for variable, value in step.placements:
        if solved >> variable & 1 or not masks[variable] >> value & 1:
            return False
    return bool(step.placements) or any(board.allows(c) for c in step.eliminations)
