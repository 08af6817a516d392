"""The compiled search."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any

from sudokulib._kernel import core
from sudokulib.errors import SudokuError
from sudokulib.model import Model
from sudokulib.search.backend import Assignment
from sudokulib.search.budget import Budget, OutOfBudget
from sudokulib.search.flat import CannotFlatten, domain_bytes, flat, words

__all__ = ["Native", "engine_of"]

_NARROW = 255
"""Values up to which a solution has one byte a cell."""


@lru_cache(maxsize=32)
def engine_of(root: Model) -> Any:
    """The compiled engine of a model without givens.

    Raises:
        CannotFlatten: the model has something that the kernel does not know.
    """
    assert core is not None, "a back-end checks that before"
    problem = core.Problem(flat(root), domain_bytes(root.domains, words(root)))
    return core.Engine(problem)


class Native:
    """The back-end called "native"; see `sudokulib.search.backend.Backend`.

    Raises:
        SudokuError: the kernel was not compiled when the library was installed.
    """

    def __init__(self) -> None:
        if core is None:
            raise SudokuError(
                "the compiled search is not installed; install sudokulib where there is a C++ "
                "compiler, or use search='reference'"
            )

    def able(self, model: Model) -> str:
        """Why it cannot search a model; empty if it can."""
        try:
            engine_of(model.root)
        except CannotFlatten as reason:
            return str(reason)
        return ""

    def solutions(self, model: Model, budget: Budget) -> Generator[Assignment, None, None]:
        """All solutions, lazily, each once, projected to the cells."""
        search = engine_of(model.root).search(_domains(model))
        wide = len(model.values) > _NARROW
        while True:
            before = search.spent
            found = search.next(budget.look, _left(budget))
            _spent(budget, search.spent - before, search.stopped)
            if found is None:
                return
            budget.found += 1
            yield tuple(memoryview(found).cast("H")) if wide else tuple(found)

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """The number of solutions, or `limit` if there are at least as many."""
        wanted = -1 if limit is None else max(limit, 0)
        return int(_asked(engine_of(model.root).count, model, budget, wanted))

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """For each cell the values that it takes in some solution, as a bit mask."""
        values = len(model.values)
        counts = _asked(engine_of(model.root).support, model, budget, 1)
        return tuple(
            sum(1 << v for v in range(values) if counts[start + v])
            for start in range(0, model.cells * values, values)
        )


def _domains(model: Model) -> bytes:
    return domain_bytes(model.domains, words(model.root))


def _left(budget: Budget) -> int:
    return -1 if budget.nodes is None else max(0, budget.nodes - budget.used)


def _asked(ask: Callable[..., Any], model: Model, budget: Budget, *args: int) -> Any:
    """The answer of an engine; what it cost goes to the budget."""
    answer, stopped, spent = ask(_domains(model), *args, budget.look, _left(budget))
    _spent(budget, spent, stopped)
    return answer


def _spent(budget: Budget, nodes: int, stopped: str) -> None:
    budget.used += nodes
    if stopped:
        raise OutOfBudget(stopped)
