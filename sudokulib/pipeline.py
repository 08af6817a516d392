"""The pipeline: strategies in order, again and again, until nothing applies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from sudokulib.board import Board
from sudokulib.logic.patience import ask, patience
from sudokulib.logic.step import Step
from sudokulib.search.budget import Budget
from sudokulib.strategies import Strategy, strategy_named

__all__ = ["DEFAULT", "Plan", "run"]

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


@dataclass(frozen=True, slots=True)
class Plan:
    """Strategies in order, and how their steps are chosen.

    Args:
        strategies: the strategies.
        ratings: for each how hard its easiest steps are; where that is not its own opinion, the
            ratings of all its steps are shifted.
        easiest: whether steps are taken one by one, the easiest first: one that is harder than
            a later strategy's easiest waits until that has had a look. Otherwise the first one
            found is taken, and all that a sweeping strategy finds at once.
    """

    strategies: tuple[Strategy, ...]
    ratings: tuple[float, ...]
    easiest: bool = False
    _shifts: dict[str, float] = field(init=False, repr=False, compare=False)
    _least_from: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own = zip(self.strategies, self.ratings, strict=True)
        object.__setattr__(self, "_shifts", {s.name: r - s.rating for s, r in own})
        least = tuple(accumulate(reversed(self.ratings), min))[::-1]
        object.__setattr__(self, "_least_from", least)

    @classmethod
    def of(cls, names: Sequence[str], *, easiest: bool = False) -> Plan:
        """The strategies of these names, rated as they rate themselves.

        Raises:
            UnknownNameError: a name that nobody registered.
        """
        found = tuple(strategy_named(name) for name in names)
        return cls(found, tuple(strategy.rating for strategy in found), easiest)

    def rating(self, step: Step) -> float:
        """How hard a step is: as hard as its strategy in this plan, and harder if it says so."""
        own = strategy_named(step.technique).rating if step.rating is None else step.rating
        return round(own + self._shifts.get(step.technique, 0.0), 2)

    def easiest_step(self, board: Board) -> Step | None:
        """The first step of which no later strategy could be easier.

        Between strategies it asks whether to go on (see `sudokulib.logic.patience`).
        """
        best, hard = None, float("inf")
        for strategy, rating, least in zip(
            self.strategies, self.ratings, self._least_from, strict=True
        ):
            if least >= hard:
                break
            if rating < hard and (step := next(strategy.find(board), None)) is not None:
                own = self.rating(step)
                if own < hard:
                    best, hard = step, own
            ask()
        return best


def run(
    board: Board, strategies: Sequence[str] | Plan = DEFAULT, *, budget: Budget | None = None
) -> Iterator[tuple[Step, Board]]:
    """Apply strategies, from the first one again after each success, until none applies.

    Givens are the caller's to place (``Board.placed``); what is only reduced to one candidate
    is a naked single here.

    Args:
        board: where to start.
        strategies: their names, in order; or a plan that says more.
        budget: its time and token are heeded; steps are not search nodes.

    Returns:
        Each step with the board after it, lazily. The last board is complete, broken (there is no
        solution), or one to which no strategy applies.

    Raises:
        UnknownNameError: a name that nobody registered.
        OutOfBudget, Cancelled: see `Budget.look`.
    """
    plan = strategies if isinstance(strategies, Plan) else Plan.of(strategies)
    return _run(board, plan, budget)


def _run(board: Board, plan: Plan, budget: Budget | None) -> Iterator[tuple[Step, Board]]:
    look = _easiest if plan.easiest else _first
    over = board.complete or board.broken
    while not over:
        before = board
        for step, after in look(board, plan, budget):
            board = after
            yield step, board
        over = board is before or board.complete or board.breaks(before)


def _first(board: Board, plan: Plan, budget: Budget | None) -> Iterator[tuple[Step, Board]]:
    """What the first strategy finds that finds anything."""
    for strategy in plan.strategies:
        found = False
        for step, after in _look(board, strategy, budget):
            found = True
            yield step, after
        if found:
            return


def _easiest(board: Board, plan: Plan, budget: Budget | None) -> Iterator[tuple[Step, Board]]:
    if budget is None:
        step = plan.easiest_step(board)
    else:
        with patience(budget.look):
            step = plan.easiest_step(board)
    if step is not None:
        yield step, step.apply(board)


def _look(board: Board, strategy: Strategy, budget: Budget | None) -> Iterator[tuple[Step, Board]]:
    """What one look at a board finds: one step, or for sweeping strategies all of them.

    A step found on an earlier board stays true, as candidates only ever go; those that have
    nothing left to do, or run into a contradiction, are passed over. Within a sweep only empty
    cells are watched for: `Board.broken` looks at every house, too dear after each single.
    """
    now = board
    steps = strategy.find(board)
    while (step := _next(steps, budget)) is not None:
        if now is not board and not _fresh(step, now):
            continue
        now = step.apply(now)
        yield step, now
        if not strategy.sweeps or 0 in now.masks:
            return


def _next(steps: Iterator[Step], budget: Budget | None) -> Step | None:
    """The next step of a look, which heeds the budget on the way."""
    if budget is None:
        return next(steps, None)
    with patience(budget.look):
        step = next(steps, None)
    budget.look()
    return step


def _fresh(step: Step, board: Board) -> bool:
    """Whether a step is possible, and not done already."""
    masks, solved = board.masks, board.solved
    for variable, value in step.placements:
        if solved >> variable & 1 or not masks[variable] >> value & 1:
            return False
    return bool(step.placements) or any(board.allows(c) for c in step.eliminations)
