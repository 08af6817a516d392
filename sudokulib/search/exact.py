"""Exact counts without listing: the compiled dynamic programming over separators."""

from __future__ import annotations

from math import inf
from typing import Any

from sudokulib._kernel import core
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.caching import cached_by
from sudokulib.model import Model
from sudokulib.search.flattening import domain_bytes, flatten, words


def count_exactly(
    model: Model, budget: Budget, *, cuts: bool = True, seconds: float | None = None
) -> int | None:
    """Count solutions; None where that takes too many states or too long, or there are rules.

    A rule here is any constraint other than that cells differ.

    Args:
        model: what to count the solutions of.
        budget: the limits.
        cuts: whether parts that are too long to list are cut into smaller ones. The search for
            cuts takes up to a second; without it, the count takes some milliseconds or is None.
        seconds: wall time after which it gives up.

    Raises:
        OutOfBudget, Cancelled: see `Budget.spend`.
    """
    budget.check()
    root = model.root
    if core is None or len(model.domains) > model.cells or words(root) > 1:
        return None
    left = -1 if budget.nodes_left is None else budget.nodes_left
    domains = domain_bytes(model.domains, words(root))
    patience = budget.part(inf if seconds is None else seconds)

    def look() -> None:
        budget.check()
        patience.check()

    try:
        total, end, spent, _states = core.count_exact(_problem(root), domains, look, left, cuts)
    except OutOfBudget:
        budget.check()
        return None
    budget.used += spent
    if end == "nodes":
        raise OutOfBudget(end)
    if total is not None:
        budget.found = total
    return total


# Safe to cache: it reads only fields of the model.
@cached_by(lambda root: root.exact_key, maxsize=32)
def _problem(root: Model) -> Any:
    assert core is not None, "the caller checks that"
    return core.Problem(flatten(root), domain_bytes(root.domains, words(root)))
