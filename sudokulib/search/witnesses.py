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


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Knowledge about the candidates of a model.

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
    engine = _chosen(engine, model, budget)
    own = cast(Callable[..., Witnesses] | None, getattr(engine, "witnesses", None))
    if own is not None:
        return own(model, budget, known)
    return _try_each(engine, model, budget, known)


def solutions_among(
    engine: Backend, model: Model, budget: Budget, assignments: Sequence[Assignment]
) -> list[Assignment]:
    """Return those assignments that are solutions of a model, in their order.

    Args:
        engine: the back-end that checks them.
        model: the model.
        budget: the limits.
        assignments: a value for each cell, such as solutions of a similar model.

    Raises:
        OutOfBudget, Cancelled: see `Budget.spend`.
    """
    domains = model.domains[: model.cells]
    likely = [
        one
        for one in assignments
        if all(mask >> value & 1 for mask, value in zip(domains, one, strict=True))
    ]
    if not likely:
        return []
    engine = _chosen(engine, model, budget)
    own = cast(Callable[..., list[Assignment]] | None, getattr(engine, "fitting", None))
    if own is not None:
        return own(model, budget, likely)
    return [one for one in likely if _fits(engine, model, budget, one)]


def _fits(engine: Backend, model: Model, budget: Budget, one: Assignment) -> bool:
    if len(model.domains) == len(one):
        return model.accepts(one)
    given = (*(1 << value for value in one), *model.domains[model.cells :])
    return next(engine.solutions(model.with_domains(given), budget), None) is not None


def _chosen(engine: Backend, model: Model, budget: Budget) -> Backend:
    """Return the back-end itself that a name such as ``auto`` stands for."""
    choose = getattr(engine, "choice", None)
    if choose is None:
        return engine
    budget.search, chosen = choose(model)
    return cast(Backend, chosen)


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
