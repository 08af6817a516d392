"""The fastest back-end, and CP-SAT in parallel where the first makes no progress.

Both are complete, so whatever either finds is a solution, and when either has found all, all are
found. The answer does not depend on which is faster; the order and the cost do.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice
from queue import Empty, Full, Queue
from threading import Thread

from sudokulib.basics.budget import Budget, OutOfBudget, Token
from sudokulib.errors import Cancelled
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, Assignments, Stop
from sudokulib.search.auto import Auto, fastest
from sudokulib.search.backend import Backend
from sudokulib.search.cp_sat import CpSat

_HEAD_START = {"native": 200_000, "reference": 5_000}
"""Nodes without a solution after which CP-SAT joins in.

Far more than most puzzles take: none of the 110 of examples/ takes 300 natively, or 2,400 by the
reference search (2026-11, `solve(puzzle, strategies=(), search=...)`).
"""

_POLLS = 20
"""Polls of CP-SAT for solutions while that many nodes are spent again by the first back-end.

A bound on waiting: a solution that CP-SAT has found lies there for a twentieth of the head start at
most, 10,000 nodes of the compiled search.
"""

_MAX_RACED_COUNT = 1000
"""Counts with a limit up to this are raced as well: they list solutions.

A bound: solutions of both are compared to tell those found twice, which larger counts are not
worth.
"""

_MAX_REMEMBERED = 20_000
"""Solutions after which CP-SAT does not join in: it would find them all again.

A bound on memory, as each solution is kept as a tuple until the end, to tell those found twice: 14
MB for 9x9 (`sys.getsizeof`).
"""


class Portfolio(Auto):
    """The back-end called "auto+cp-sat": races for solutions; for all else the same as "auto"."""

    def choice(self, model: Model) -> tuple[str, Backend]:
        """Return the back-end that runs first, with its name."""
        return fastest(model)

    def line_engine(self, model: Model) -> None:
        """Return None: lines that are solved many at a time are not raced."""

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once, projected to cells; resumable after a limit."""
        return Assignments(_portfolio_solutions(model, budget))

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """Return the number of solutions, or `limit` if there are at least as many."""
        if limit is None or limit > _MAX_RACED_COUNT:
            return super().count(model, budget, limit)
        return sum(1 for _ in islice(self.solutions(model, budget), limit))


def _portfolio_solutions(model: Model, budget: Budget) -> Generator[Assignment | Stop, None, None]:
    name, engine = fastest(model)
    own = Budget()
    mine = engine.solutions(model, own)
    worker = _CpSatWorker(model)
    seen: set[Assignment] = set()
    budget.search, head_start = name, _HEAD_START[name]
    try:
        while True:
            found: Assignment | None
            try:
                found = _next(mine, own, budget, head_start)
            except StopIteration:
                return
            except (OutOfBudget, Cancelled) as stop:
                if isinstance(stop, Cancelled) or _spent(budget):
                    yield stop
                    continue
                head_start = _HEAD_START[name] // _POLLS
                found = worker.poll() if len(seen) < _MAX_REMEMBERED else None
                if found is not None and found not in seen:
                    budget.search = "cp-sat"
            if found is not None and found not in seen:
                if len(seen) < _MAX_REMEMBERED or worker.started:
                    seen.add(found)
                yield found
            elif worker.finished:
                budget.search = "cp-sat"
                return
    finally:
        worker.stop()


def _next(mine: Assignments, own: Budget, budget: Budget, nodes: int) -> Assignment:
    """Return the first back-end's next solution, within `nodes` and the whole budget."""
    left = budget.nodes_left
    own.renew(
        seconds=budget.seconds_left,
        nodes=nodes if left is None else min(nodes, left),
        token=budget.token,
    )
    before = own.used
    try:
        budget.check()
        return next(mine)
    finally:
        budget.used += own.used - before


def _spent(budget: Budget) -> bool:
    return budget.nodes_left == 0 or budget.seconds_left == 0


class _CpSatWorker:
    """CP-SAT in a thread of its own, which passes on the solutions that it finds.

    Attributes:
        started: whether it is running or has run.
        finished: whether it has found all solutions, and all were taken.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._token = Token()
        self._queue: Queue[Assignment | None] = Queue(maxsize=64)
        self._thread = Thread(target=self._run, daemon=True)
        self.started = self.finished = False

    def poll(self) -> Assignment | None:
        """Return a solution that it has found, if any; the first call starts it."""
        if not self.started:
            self.started = True
            self._thread.start()
        try:
            found = self._queue.get_nowait()
        except Empty:
            return None
        self.finished = found is None
        return found

    def stop(self) -> None:
        """Stop it."""
        self._token.cancel()
        if self.started:
            self._thread.join()

    def _run(self) -> None:
        try:
            for found in CpSat().solutions(self._model, Budget(token=self._token)):
                self._put(found)
            self._put(None)
        except Cancelled:
            return

    def _put(self, item: Assignment | None) -> None:
        while not self._token.cancelled:
            try:
                self._queue.put(item, timeout=0.02)
                return
            except Full:
                continue
