"""The number of solutions with each candidate, for back-ends without a better method."""

from __future__ import annotations

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.errors import SudokuError
from sudokulib.model import Model, bits
from sudokulib.search.assignments import SolutionFinder

SupportCounts = tuple[tuple[int, ...], ...]
"""For every cell of a model and each value index, the number of solutions that have it there."""

_LISTED = 1000
"""Solutions up to which they are listed rather than counted for each candidate.

A 9x9 has up to 729 candidates, each of which would need a search of its own.
"""


def support_counts(
    solver: SolutionFinder, model: Model, budget: Budget, cap: int | None = None
) -> SupportCounts:
    """Return for each cell and value in how many solutions it stands there, at most `cap`.

    Args:
        solver: the back-end that counts.
        model: the model whose solutions are counted.
        budget: the limits.
        cap: the number at which counting stops; None counts all.

    Raises:
        SudokuError: a cap below 1.
        OutOfBudget: see `Budget.spend`; what was counted by then is its `partial`.
        Cancelled: see `Budget.spend`.
    """
    if cap is not None and cap < 1:
        raise SudokuError(f"cap={cap} is not a cap; count to 1 or more, or pass none")
    counts = [[0] * len(model.values) for _ in range(model.cells)]
    try:
        _count_each(solver, model, budget, cap, counts)
    except OutOfBudget as stop:
        stop.partial = tuple(map(tuple, counts))
        raise
    return tuple(map(tuple, counts))


def _count_each(
    solver: SolutionFinder, model: Model, budget: Budget, cap: int | None, counts: list[list[int]]
) -> None:
    """Fill in the counts; where a limit ends it, there are at least that many solutions of each."""
    enough = _LISTED if cap is None else min(cap, _LISTED)
    if solver.count(model, budget, enough) < enough:
        _list(solver, model, budget, counts)
        return
    total = solver.count(model, budget, cap)
    for cell, mask in enumerate(solver.true_candidates(model, budget)):
        values = list(bits(mask))
        for value in values[:-1] if cap is None else values if len(values) > 1 else ():
            counts[cell][value] = solver.count(_fixed(model, cell, 1 << value), budget, cap)
        if values and (cap is None or len(values) == 1):
            counts[cell][values[-1]] = total - sum(counts[cell])


def _list(solver: SolutionFinder, model: Model, budget: Budget, counts: list[list[int]]) -> None:
    for solution in solver.solutions(model, budget):
        for of_cell, value in zip(counts, solution, strict=True):
            of_cell[value] += 1


def true_candidates(solver: SolutionFinder, model: Model, budget: Budget) -> tuple[int, ...]:
    """Return for each cell the values that it takes in some solution, as a bit mask.

    A candidate that is in no solution found so far is tried: its cell is left no other value.

    Raises:
        OutOfBudget, Cancelled: see `Budget.spend`.
    """
    true = [0] * model.cells
    try:
        _try_each(solver, model, budget, true)
    except OutOfBudget as stop:
        stop.partial = tuple(true)
        raise
    return tuple(true)


def _try_each(solver: SolutionFinder, model: Model, budget: Budget, true: list[int]) -> None:
    for cell, domain in enumerate(model.domains[: model.cells]):
        for value in bits(domain):
            if not true[cell] >> value & 1:
                tried = _fixed(model, cell, 1 << value)
                found = next(solver.solutions(tried, budget), ())
                for c, v in enumerate(found):
                    true[c] |= 1 << v


def _fixed(model: Model, cell: int, domain: int) -> Model:
    domains = list(model.domains)
    domains[cell] &= domain
    return model.with_domains(tuple(domains))
