"""The path of a solve: the step taken in each position, and what else could have been done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from sudokulib.basics.budget import Budget
from sudokulib.board import Board
from sudokulib.logic.step import Bound, Fillings, Link, Step, Swap, Truth
from sudokulib.solving.pipeline import Plan, run
from sudokulib.strategies import strategy_named

MOST = 30
"""The most conclusions counted in one position, and steps of one strategy examined.

A bound on time: with so many open conclusions nobody gets stuck, and counting more adds nothing.
"""

AT_A_GLANCE = 1.5
"""Steps up to this rating count as equally hard when alternatives are counted.

On the scale of Sudoku Explainer 1.5 is the hidden single of a line, the hardest of the singles that
are seen without pencil marks.
"""


@dataclass(frozen=True, slots=True)
class RatedStep:
    """A board and the step that was taken on it.

    Args:
        board: before the step.
        step: the step.
        rating: how hard it is, on the scale of Sudoku Explainer.
        score: its score on the scale of HoDoKu.
    """

    board: Board
    step: Step
    rating: float
    score: int


def solving_path(board: Board, plan: Plan, budget: Budget) -> Iterator[RatedStep]:
    """Yield the positions of a solve, one after the other.

    Raises:
        OutOfBudget, Cancelled: see `Budget.check`.
    """
    for step, after in run(board, plan, budget=budget):
        yield RatedStep(board, step, plan.rating(step), _score(step.technique))
        board = after


# A name stands for one strategy forever: the registry refuses another one.
@lru_cache(maxsize=1024)
def _score(technique: str) -> int:
    return strategy_named(technique).score


def open_conclusions(position: RatedStep, plan: Plan, budget: Budget) -> int:
    """Return how many conclusions no harder than the one drawn were open in a position.

    They are counted up to `MOST`.
    """
    found = {_conclusion(position.step)}
    most = max(position.rating, AT_A_GLANCE)
    for strategy, rating in zip(plan.strategies, plan.ratings, strict=True):
        if rating > most:
            continue
        for step in islice(strategy.find(position.board), MOST):
            budget.check()
            if plan.rating(step) <= most:
                found.add(_conclusion(step))
            if len(found) >= MOST:
                return MOST
    return len(found)


def _conclusion(step: Step) -> tuple[frozenset[object], frozenset[object]]:
    return frozenset(step.placements), frozenset(step.eliminations)


@dataclass(frozen=True, slots=True)
class ProofSize:
    """The size of an argument, comparable between puzzles of any kind.

    Args:
        truths: places of which one must be taken, each counted as often as it is used.
        links: places of which only one can be.
        premises: primitives of the model that are relied upon, each once.
    """

    truths: int
    links: int
    premises: int

    def __add__(self, other: ProofSize) -> ProofSize:
        return ProofSize(
            self.truths + other.truths, self.links + other.links, self.premises + other.premises
        )


def proof_size(step: Step) -> ProofSize:
    """Return the size of a step's arguments, the same part counted once."""
    truths: set[Truth | Swap] = set()
    links: set[Link | Bound] = set()
    primitives: set[int] = set()
    for part in step.parts():
        if isinstance(part, Truth | Swap):
            truths.add(part)
        elif isinstance(part, Link | Bound):
            links.add(part)
        if isinstance(part, Truth | Bound | Fillings) and part.primitive is not None:
            primitives.add(part.primitive)
        elif isinstance(part, Link):
            primitives.update(part.primitives)
    return ProofSize(len(truths), len(links), len(primitives))
