"""What every search back-end can do, and the registry of back-ends."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Protocol

from sudokulib.errors import UnknownNameError
from sudokulib.model import Model
from sudokulib.search.budget import Budget

__all__ = ["Backend", "backend", "backends", "register_backend"]

Assignment = tuple[int, ...]
"""A value index for every cell of a model."""


class Backend(Protocol):
    """A complete search over a model."""

    def solutions(self, model: Model, budget: Budget) -> Generator[Assignment, None, None]:
        """All solutions, lazily, each once, projected to the cells; may be closed early.

        Raises:
            OutOfBudget, Cancelled: see `Budget.spend`.
        """

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """The number of solutions, or `limit` if there are at least as many."""

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """For each cell the values that it takes in some solution, as a bit mask."""


_BACKENDS: dict[str, Callable[[], Backend]] = {}


def register_backend(name: str, make: Callable[[], Backend]) -> None:
    """Make a back-end known; `make` is called when it is first used."""
    if name in _BACKENDS:
        raise ValueError(f"a back-end named {name!r} is registered already")
    _BACKENDS[name] = make


def backends() -> tuple[str, ...]:
    """The names of all back-ends."""
    return tuple(sorted(_BACKENDS))


def backend(name: str) -> Backend:
    """The back-end of that name.

    Raises:
        UnknownNameError: nobody registered it.
    """
    try:
        return _BACKENDS[name]()
    except KeyError:
        known = ", ".join(backends())
        raise UnknownNameError(f"unknown search {name!r}; there are {known}") from None
