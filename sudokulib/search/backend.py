"""The protocol of search back-ends, and their registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from sudokulib.basics.budget import Budget
from sudokulib.errors import UnableError, UnknownNameError
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, Assignments
from sudokulib.search.support import SupportCounts

if TYPE_CHECKING:
    from sudokulib.search.estimates import Estimate
    from sudokulib.search.thinning import Thinned, ThinningPlan

__all__ = [
    "Assignment",
    "Backend",
    "SupportCounts",
    "backend",
    "backend_factories",
    "backends",
    "drop_backends",
    "missing",
    "register_backend",
    "register_choice",
    "usable",
]


class Backend(Protocol):
    """A complete search over a model.

    Call the other methods only with models that it is `able` to search. Each method may raise
    OutOfBudget and Cancelled, as `Budget.spend` does, and UnableError. Where `count`,
    `true_candidates` and `support_counts` know a part of their answer at a limit (so many solutions
    or more), they hand it over as `OutOfBudget.partial`.
    """

    def able(self, model: Model) -> str:
        """Return why it does not support a model, and how to fix that; empty if it does."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once, projected to cells; resumable after a limit."""

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """Return the number of solutions, or `limit` if there are at least as many."""

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""

    def support_counts(self, model: Model, budget: Budget, cap: int | None = None) -> SupportCounts:
        """Return for each cell and value in how many solutions it stands there, at most `cap`."""

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        """Return a solution, all of them nearly equally likely; None if there is none.

        The same seed gives the same solution on any machine.
        """

    def estimate(self, model: Model, budget: Budget, samples: int, seed: int) -> Estimate:
        """Return the number of solutions, estimated from random probes."""

    def thin(
        self, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget
    ) -> Thinned | None:
        """Drop groups of givens in order, each if one solution is left without it.

        The result is determined by the order alone, unless a limit ends it: then it is the part
        proved by then, marked so. None if even all groups together leave no or several solutions.
        """

    def minimal_puzzles(
        self, model: Model, plan: ThinningPlan, seeds: Iterable[int], budget: Budget
    ) -> Iterator[Thinned]:
        """Thin a random solution in a random order of the groups, for each seed.

        The same seed gives the same result on any machine. It ends if the model has no solution,
        or several with all groups given. A limit shows in the result that was being thinned; at
        the next seed it is raised, unless the budget has been renewed.
        """


_BACKENDS: dict[str, Callable[[], Backend]] = {}
_CHOICES: dict[str, Callable[[], Backend]] = {}
_MISSING: dict[str, Callable[[], str]] = {}


def register_backend(
    name: str, make: Callable[[], Backend], missing: Callable[[], str] = str
) -> None:
    """Register a back-end.

    Args:
        name: its name.
        make: makes one, each time that it is used.
        missing: returns what must be installed to use it, and how; empty if nothing is missing.
    """
    if name in _BACKENDS or name in _CHOICES:
        raise ValueError(f"a back-end named {name!r} is registered already")
    _BACKENDS[name], _MISSING[name] = make, missing


def register_choice(
    name: str, make: Callable[[], Backend], missing: Callable[[], str] = str
) -> None:
    """Register a name that stands for whichever back-end suits; see `register_backend`."""
    register_backend(name, make, missing)
    _CHOICES[name] = _BACKENDS.pop(name)


def drop_backends(module: str) -> None:
    """Remove the back-ends that a module registered, so that another version of it can."""
    for known in (_BACKENDS, _CHOICES):
        for name in [name for name, make in known.items() if make.__module__ == module]:
            del known[name], _MISSING[name]


def usable(name: str) -> bool:
    """Return whether a back-end is known, and all that it needs installed."""
    return name in _BACKENDS and not _MISSING[name]()


def backends() -> tuple[str, ...]:
    """Return the names of the back-ends that can be used here.

    Those that only choose another one, such as ``auto``, are left out.
    """
    return tuple(filter(usable, sorted(_BACKENDS)))


def missing() -> dict[str, str]:
    """Return for each other back-end what has to be installed before it can be used, and how."""
    return {name: needed for name in sorted(_BACKENDS) if (needed := _MISSING[name]())}


def backend_factories() -> dict[str, Callable[[], Backend]]:
    """Return the factory of each back-end, by name, whether or not it can be used here."""
    return dict(sorted(_BACKENDS.items()))


def backend(name: str) -> Backend:
    """Return the back-end of that name.

    Raises:
        UnknownNameError: there is no such back-end.
        UnableError: something that it needs is not installed.
    """
    make = _BACKENDS.get(name) or _CHOICES.get(name)
    if make is None:
        known = ", ".join((*sorted(_CHOICES), *sorted(_BACKENDS)))
        raise UnknownNameError(f"unknown search {name!r}; there are {known}")
    if needed := _MISSING[name]():
        raise UnableError(f"the search {name!r} is not installed; {needed}")
    return make()
