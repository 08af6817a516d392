"""The search of OR-Tools: CP-SAT on a program of the same primitives.

A lazy-clause-generation solver: slow to start, strong where sums and automata make trees deep.
It runs with one worker and a fixed seed, so that its answers and its conflicts are repeatable.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import Cancelled, UnableError
from sudokulib.model import Model, bits
from sudokulib.search.assignments import Assignment, Assignments, Stop
from sudokulib.search.cp_program import Program, unknown
from sudokulib.search.listing import ListingBackend

if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    cp_model = lazy_module("ortools.sat.python.cp_model")  # an extra, slow to import

_POLL_SECONDS = 0.02
"""Seconds between two checks of the budget."""

_MOST = 4096
"""Solutions that are asked for at a time, at most: a bound on memory, 3 MB for 9x9.

CP-SAT starts again each time, so each request is for four times as many as the one before.
"""


def install_hint() -> str:
    """Return what to install where OR-Tools is absent; an empty text if it is there."""
    return "" if _installed() else "run: pip install 'sudokulib[cp-sat]'"


# What is installed does not change within a process.
@cache
def _installed() -> bool:
    return find_spec("ortools") is not None


class CpSat(ListingBackend):
    """The back-end called "cp-sat"; see `sudokulib.search.backend.Backend`.

    A node is a conflict of the solver, or the start of a solve.
    """

    def able(self, model: Model) -> str:
        """Return why a model is not supported: it has a primitive of an unknown type."""
        name = unknown(model)
        return name and f"the search 'cp-sat' has no form of {name}; use search='reference'"

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, each once, projected to the cells; after a limit it starts again.

        What was found is not found again; a limit of time that is too short for the next solution
        is too short again, one of nodes is not.
        """
        self._check(model)
        return Assignments(_solutions(model, budget))

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""
        self._check(model)
        program, solve = Program(model), _CpSolver(budget)
        true = [0] * model.cells
        try:
            self._add_true(program, solve, model, true)
        except OutOfBudget as stop:
            stop.partial = tuple(true)
            raise
        return tuple(true)

    def _add_true(self, program: Program, solve: _CpSolver, model: Model, true: list[int]) -> None:
        while found := solve.find_one(program):
            for cell, value in enumerate(found):
                true[cell] |= 1 << value
            # Each solution must show a candidate that none before has shown.
            program.cp.add_bool_or(
                [
                    program.literal(cell, value)
                    for cell, mask in enumerate(true)
                    for value in bits(model.domains[cell] & ~mask)
                ]
            )

    def _check(self, model: Model) -> None:
        if reason := self.able(model):
            raise UnableError(reason)


def _solutions(model: Model, budget: Budget) -> Generator[Assignment | Stop, None, None]:
    program, solve = Program(model), _CpSolver(budget)
    most = 1 if program.has_free_variables else 2
    while True:
        found: list[Assignment] = []
        stop: Stop | None = None
        every = False
        try:
            if most == 1:
                one = solve.find_one(program)
                found += [] if one is None else [one]
                every = one is None
            else:
                every = solve.find_several(program, most, found)
        except (OutOfBudget, Cancelled) as reason:
            stop = reason
        if found:
            program.forbid(found)
            solve.renewed()
        yield from found
        if stop:
            yield stop
        elif every:
            return
        else:
            most = 1 if program.has_free_variables else min(4 * most, _MOST)


class _CpSolver:
    """Solves programs within one budget.

    Solving is repeatable. So when an attempt is stopped and the budget raised, another one meets
    the same conflicts once more before it continues, and these are not charged again.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._paid = -1  # conflicts of an attempt that was stopped; -1 if none was

    def find_one(self, program: Program) -> Assignment | None:
        """Return a solution, or None if there is none."""
        solver = self._new()
        if not self._run(solver, program, None):
            return None
        return tuple([int(solver.value(cell)) for cell in program.variables[: program.cells]])

    def find_several(self, program: Program, most: int, found: list[Assignment]) -> bool:
        """Add up to that many solutions to `found`, and at least one if there is any.

        Returns:
            Whether there are no others.
        """
        solver = self._new()
        solver.parameters.enumerate_all_solutions = True
        collector = _collector(program, most, found)
        self._run(solver, program, collector)
        return not collector.full

    def renewed(self) -> None:
        """Note that the program has changed: conflicts of an attempt do not recur."""
        self._paid = -1

    def _new(self) -> Any:
        self._budget.check()
        if self._budget.nodes_left == 0:
            raise OutOfBudget("nodes")
        if self._paid < 0:
            self._budget.spend()
            self._paid = 0
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = 1
        parameters.catch_sigint_signal = False
        if (seconds := self._budget.seconds_left) is not None:
            parameters.max_time_in_seconds = seconds
        if (nodes := self._budget.nodes_left) is not None:
            parameters.max_number_of_conflicts = nodes + self._paid
        return solver

    def _run(self, solver: Any, program: Program, callback: Any) -> bool:
        """Solve, and return whether there is a solution.

        Raises:
            OutOfBudget, Cancelled: before that is known.
        """
        left = self._budget.nodes_left
        known = _solve_in_thread(solver, program.cp, callback, self._budget)
        met = max(0, int(solver.num_conflicts) - self._paid)
        if known or (callback and callback.full):
            self._budget.used += met if left is None else min(met, left)
            self._paid = -1
            return known > 0
        if left is None or self._budget.seconds_left == 0:
            raise OutOfBudget("time")
        self._budget.used += left
        self._paid += left
        raise OutOfBudget("nodes")


def _solve_in_thread(solver: Any, program: Any, callback: Any, budget: Budget) -> int:
    """Solve in a thread while this one checks the budget, or takes an interrupt.

    Returns:
        1 if all is found that was asked for, -1 if there is no solution, 0 if that is not known.
    """
    status: list[Any] = []
    failure: list[BaseException] = []

    def work() -> None:
        try:
            status.append(solver.solve(program, callback))
        except BaseException as error:
            failure.append(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_POLL_SECONDS)
            budget.check()
    finally:
        while thread.is_alive():
            solver.stop_search()
            thread.join(_POLL_SECONDS)
    for error in failure:
        raise error
    assert status[0] != cp_model.MODEL_INVALID, program.validate()
    done = (cp_model.OPTIMAL,) if callback else (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return 1 if status[0] in done else -1 if status[0] == cp_model.INFEASIBLE else 0


def _collector(program: Program, most: int, found: list[Assignment]) -> Any:
    """A callback that keeps the first solutions, projected to the cells.

    It also stops once most of them have come before. With automata CP-SAT may give one filling of
    all variables thousands of times, which differ only in variables of its own.
    """
    cells: Iterable[Any] = program.variables[: program.cells]
    seen: set[Assignment] = set()

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        full = False
        repeated = 0

        def on_solution_callback(self) -> None:
            filling = tuple([int(self.value(cell)) for cell in cells])
            if filling not in seen and not self.full:
                seen.add(filling)
                found.append(filling)
            else:
                self.repeated += 1
            if len(found) >= most or self.repeated > len(found):
                self.full = True
                self.stop_search()

    return Collector()
