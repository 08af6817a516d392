"""Removing givens from a solution as long as it stays the only one, for any back-end.

The cells in which another solution differs from the wanted one are a set of which a given must
stay. Those sets are kept: for most groups that must stay, a known set proves it without search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import Cancelled, SudokuError
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, SolutionFinder, Stop


@dataclass(frozen=True, slots=True)
class ThinningPlan:
    """A plan of which givens to drop, in which order.

    Args:
        groups: disjoint sets of cells; the givens of a group are dropped together. Cells in no
            group are given only if the model gives them.
        least: the least number of givens: a group stays if fewer would be left without it.
        node_budget: nodes after which a group stays although it is not known that it must.
    """

    groups: tuple[tuple[int, ...], ...]
    least: int = 0
    node_budget: int | None = None

    def __post_init__(self) -> None:
        cells = [cell for group in self.groups for cell in group]
        if len(set(cells)) < len(cells):
            raise SudokuError("a cell is in two groups of givens; merge them")


@dataclass(frozen=True, slots=True)
class Thinned:
    """The givens that are left; the model with them has one solution.

    Args:
        solution: a value index for every cell.
        givens: the cells whose values stay given, in order.
        stopped: why groups may be among them that could go: "nodes", "time", "cancelled" or
            "proof_nodes"; empty if each of them is known to be needed (or wanted, see
            `ThinningPlan.least`).
    """

    solution: Assignment
    givens: tuple[int, ...]
    stopped: str = ""


def thin(
    solver: SolutionFinder, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget
) -> Thinned | None:
    """Drop groups of givens in order, each if one solution is left without it.

    The result is determined by the order, so it is the same with every back-end as long as
    neither the budget nor the plan's node budget ends a search.

    Args:
        solver: the back-end that searches.
        model: the rules, and perhaps givens that stay in any case.
        solution: one of its solutions.
        plan: the groups, in the order in which they are tried.
        budget: the limits.

    Returns:
        The givens that stay; None if even all groups together leave no or several solutions.

    Raises:
        OutOfBudget, Cancelled: before it was known that there is one solution at all.
    """
    kept = {cell for group in plan.groups for cell in group}
    first = _differences(solver, model, solution, kept, budget)
    if first is None or first:
        return None
    sets: list[frozenset[int]] = []
    stopped = ""
    for group in plan.groups:
        less = kept.difference(group)
        if len(less) < plan.least or any(less.isdisjoint(known) for known in sets):
            continue
        trial = Budget(
            budget.seconds_left, _least(plan.node_budget, budget.nodes_left), budget.token
        )
        try:
            found = _differences(solver, model, solution, less, trial)
        except (OutOfBudget, Cancelled) as stop:
            if stop_reason(stop) != "nodes" or trial.nodes == budget.nodes_left:
                stopped = stop_reason(stop)
                break
            stopped = "proof_nodes"
        else:
            sets += found or ()
            kept = kept if found else less
        finally:
            budget.used += trial.used
    return Thinned(solution, tuple(sorted(kept)), stopped)


def _least(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)


def stop_reason(stop: Stop) -> str:
    """Return a stop as a word."""
    return stop.reason if isinstance(stop, OutOfBudget) else "cancelled"


def _differences(
    solver: SolutionFinder,
    model: Model,
    solution: Assignment,
    givens: Iterable[int],
    budget: Budget,
) -> list[frozenset[int]] | None:
    """Return where another solution with these givens differs; None if there is no other."""
    domains = list(model.domains)
    for cell in givens:
        domains[cell] &= 1 << solution[cell]
    search = solver.solutions(model.with_domains(tuple(domains)), budget)
    found = list(islice(search, 2))
    search.close()
    if not found:
        return None
    return [
        frozenset(c for c, value in enumerate(other) if value != solution[c])
        for other in found
        if other != solution
    ]


def minimal_puzzles(
    solver: SolutionFinder, model: Model, plan: ThinningPlan, seeds: Iterable[int], budget: Budget
) -> Iterator[Thinned]:
    """Thin a random solution in a random order of the groups, for each seed.

    The same seed gives the same result on any machine, with the same back-end. It ends if there
    is no solution, or several with all the groups given. After a limit, which the result that was
    being thinned states, it continues if the budget has been renewed.

    Raises:
        OutOfBudget, Cancelled: before one solution was known.
    """
    for seed in seeds:
        solution = solver.random_solution(model, budget, seed)
        if solution is None:
            return
        order = tuple(SeededRandom(seed).shuffled(plan.groups))
        done = thin(
            solver, model, solution, ThinningPlan(order, plan.least, plan.node_budget), budget
        )
        if done is None:
            return
        yield done
