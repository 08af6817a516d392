"""Solutions that show which candidates are possible: one for each candidate, or the proof of none.

A search for all true candidates needs no more than these. They are kept, since they stay solutions
while nothing is added to a puzzle that forbids them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import cast

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.model import Model, bits
from sudokulib.search.assignments import Assignment
from sudokulib.search.backend import Backend

__all__ = ["Witnesses", "find_witnesses", "values_in"]


@dataclass(frozen=True, slots=True)
class Witnesses:
    """What is known about the candidates of a model.

    Args:
        solutions: solutions, each of which shows some candidate.
        possible: for each cell the values not yet proved impossible, as a bit mask.
        stopped: the limit that ended the search for more, else empty: then every possible value is
            in some solution.
    """

    solutions: tuple[Assignment, ...]
    possible: tuple[int, ...]
    stopped: str = ""


def find_witnesses(
    engine: Backend,
    model: Model,
    budget: Budget,
    known: Sequence[Assignment] = (),
) -> Witnesses:
    """Return solutions that show every possible candidate, or as many as a limit allows.

    Args:
        engine: the back-end that searches.
        model: the model.
        budget: the limits; one that is reached shows in the result.
        known: solutions of the model that are known already; they come first in the result.

    Raises:
        Cancelled: see `Budget.spend`.
    """
    chosen = getattr(engine, "choice", None)
    if chosen is not None:  # a name that stands for whichever suits
        budget.search, engine = chosen(model)
    own = cast(Callable[..., Witnesses] | None, getattr(engine, "witnesses", None))
    if own is not None:
        return own(model, budget, known)
    return _try_each(engine, model, budget, known)


def values_in(solutions: Sequence[Assignment], cells: int) -> list[int]:
    """Return for each cell its values in some solutions, as a bit mask."""
    if not solutions:
        return [0] * cells
    return [reduce(or_, (1 << value for value in set(own))) for own in zip(*solutions, strict=True)]


def _try_each(
    engine: Backend, model: Model, budget: Budget, known: Sequence[Assignment]
) -> Witnesses:
    found, possible = list(known), list(model.domains[: model.cells])
    shown = values_in(found, model.cells)
    try:
        for cell in range(model.cells):
            for value in bits(possible[cell] & ~shown[cell]):
                if shown[cell] >> value & 1:
                    continue
                tried = [*possible, *model.domains[model.cells :]]
                tried[cell] = 1 << value
                left = model.with_domains(tuple(tried))
                solution = next(engine.solutions(left, budget), None)
                if solution is None:
                    possible[cell] &= ~(1 << value)
                    continue
                found.append(solution)
                shown = [mask | 1 << v for mask, v in zip(shown, solution, strict=True)]
    except OutOfBudget as stop:
        return Witnesses(tuple(found), tuple(possible), stop.reason)
    return Witnesses(tuple(found), tuple(possible))
