"""The back-end that searches when none is named: the compiled one if it can, else the reference."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudokulib import _kernel
from sudokulib.basics.budget import Budget
from sudokulib.errors import PureSearchWarning, UnableError, UnknownNameError
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, Assignments
from sudokulib.search.backend import Backend, SupportCounts, backend, usable

if TYPE_CHECKING:
    from sudokulib.search.estimates import Estimate
    from sudokulib.search.thinning import Thinned, ThinningPlan

VARIABLE = "SUDOKULIB_SEARCH"
"""The environment variable that names the back-end for ``auto``."""

_PREFERENCE = ("native", "reference")
_warned: list[str] = []  # a warning is given once in a process


def preferred() -> str:
    """Return the name that ``auto`` stands for before a model is known.

    Raises:
        UnknownNameError, UnableError: the environment variable names no back-end, or one that is
            not installed.
    """
    return _from_environment() or next(name for name in _PREFERENCE if usable(name))


def chosen(model: Model) -> tuple[str, Backend]:
    """Return the back-end that ``auto`` stands for on a model, with its name."""
    name = _from_environment()
    return (name, backend(name)) if name else fastest(model)


def fastest(model: Model) -> tuple[str, Backend]:
    """Return the first preferred back-end that supports a model, with its name.

    Warns:
        PureSearchWarning: the first time, if it is the reference for want of a compiled kernel.
    """
    _warn()
    return next(
        (name, engine)
        for name in _PREFERENCE
        if usable(name) and not (engine := backend(name)).able(model)
    )


def _from_environment() -> str:
    """Return the back-end that the environment names, if any."""
    name = os.environ.get(VARIABLE, "").strip()
    if not name or name == "auto":
        return ""
    try:
        backend(name)
    except (UnknownNameError, UnableError) as error:
        raise type(error)(f"{VARIABLE}: {error}") from None
    return name


def _remedy() -> str:
    """Return how to get the kernel: Python started in the sources does not see an installed one."""
    install = "install a C++20 compiler and reinstall sudokulib"
    if Path(_kernel.__file__).with_name("CMakeLists.txt").exists():
        return f"these are the sources, so {install}, or if that is done start Python as python -P"
    return install


def _warn() -> None:
    if _warned or usable("native") or os.environ.get(_kernel.PURE):
        return
    _warned.append("pure")
    warnings.warn(
        f"there is no compiled kernel: searches are in pure Python, correct but slow; {_remedy()}, "
        "or pass search='reference' to choose it",
        PureSearchWarning,
        stacklevel=5,
    )


class Auto:
    """The back-end "auto", which delegates all work to another one."""

    def choice(self, model: Model) -> tuple[str, Backend]:
        """Return the back-end that is used for a model, with its name."""
        return chosen(model)

    def able(self, model: Model) -> str:
        """Return why the chosen back-end cannot take a model; empty if it can."""
        return self.choice(model)[1].able(model)

    def line_engine(self, model: Model) -> Any:
        """Return the chosen back-end's engine for many lines per call; None if it has none."""
        find = getattr(self.choice(model)[1], "line_engine", None)
        return find(model) if find else None

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once, projected to cells; resumable after a limit."""
        return self._backend_for(model, budget).solutions(model, budget)

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """Return the number of solutions, or `limit` if there are at least as many."""
        return self._backend_for(model, budget).count(model, budget, limit)

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""
        return self._backend_for(model, budget).true_candidates(model, budget)

    def support_counts(self, model: Model, budget: Budget, cap: int | None = None) -> SupportCounts:
        """Return for each cell and value in how many solutions it stands there, at most `cap`."""
        return self._backend_for(model, budget).support_counts(model, budget, cap)

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        """Return a solution, all of them nearly equally likely; None if there is none."""
        return self._backend_for(model, budget).random_solution(model, budget, seed)

    def estimate(self, model: Model, budget: Budget, samples: int, seed: int) -> Estimate:
        """Return the number of solutions, estimated from random probes."""
        return self._backend_for(model, budget).estimate(model, budget, samples, seed)

    def thin(
        self, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget
    ) -> Thinned | None:
        """Drop groups of givens in order, each if one solution is left without it."""
        return self._backend_for(model, budget).thin(model, solution, plan, budget)

    def minimal_puzzles(
        self, model: Model, plan: ThinningPlan, seeds: Iterable[int], budget: Budget
    ) -> Iterator[Thinned]:
        """Thin a random solution in a random order of the groups, for each seed."""
        return self._backend_for(model, budget).minimal_puzzles(model, plan, seeds, budget)

    def _backend_for(self, model: Model, budget: Budget) -> Backend:
        budget.search, engine = self.choice(model)
        return engine
