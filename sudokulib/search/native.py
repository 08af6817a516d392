"""The compiled search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import compress
from math import isfinite
from time import monotonic
from typing import TYPE_CHECKING, Any

from sudokulib._kernel import core
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import check_interrupt
from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.seeded_random import SEED_BITS
from sudokulib.errors import Cancelled, UnableError, UnknownCountError
from sudokulib.model import Model
from sudokulib.search.assignments import Assignment, Assignments, Found, Stop
from sudokulib.search.backend import SupportCounts
from sudokulib.search.estimates import Estimate
from sudokulib.search.exact import count_exactly
from sudokulib.search.flattening import domain_bytes, flatten, words
from sudokulib.search.thinning import Thinned, ThinningPlan, stop_reason
from sudokulib.search.witnesses import Witnesses, values_in

if TYPE_CHECKING:
    from sudokulib.search import sampling, support
else:  # not for solving
    sampling = lazy_module("sudokulib.search.sampling")
    support = lazy_module("sudokulib.search.support")

_FEW = 5_000
"""Solutions that are listed before the exact count, which needs a plan first, is tried.

Of 60 grids with 2 to 591 solutions each (`Native().count`, 2026-11) 500 takes 26,734 nodes, 5,000
and 50,000 take 9,026. Of 25 puzzles with 17 clues and without the first of these, 500, 5,000 and
50,000 leave 22, 21 and 14 uncounted within 300,000 nodes, and take 7.0, 6.7 and 4.4 million: more
would be better for these, but every count lists so many first.
"""

_LISTED_PER_CUBE = 15
"""Solutions, per cube of the open cells, that are listed before cuts are searched.

The search for cuts takes 0.04 s with 36 open cells, 0.4 s with 60, and what then follows anything
up to minutes; listing takes 0.4 µs a solution. 30 grids of 17 clues less one to seven: 31,377 to
7,107,228 solutions were listed in 0.013 to 3.1 s, counted by cuts in 0.45 to 6.5 s. A 6x6 with
783,360 solutions takes 0.29 and 0.07 s, with 4,700,160 it takes 1.4 and 0.07 s; ``8x8`` with
719,419 takes 0.31 and 0.66 s, with 37,898,992 some 15 and 1.2 s (`count`, 2026-11).
"""

_MOST_LISTED = 10**7
"""Solutions, whatever the number of cells, beyond which cuts are searched first: some 5 seconds.

``samurai`` with 155,076,640 solutions is counted by cuts in 0.5 s.
"""

_CUTS_SHARE = 0.5
"""The time for which cuts are tried, as a share of what listing is expected to take.

So a count takes at most half as long again as listing, where cuts do not help, and that was seldom
long in vain: ``9x9`` with 19,072,135, 20,625,348 and 14,818,404 solutions takes 8.4, 8.4 and 5.8 s
with 0.25, 10.4, 10.3 and 6.9 s with 0.5, 14.3, 14.2 and 8.8 s with 1; 6.4 s without cuts and 11.4 s
with cuts to their end for the first of these. ``windoku`` with 17,795,232 takes more than 60 s with
0.25, and 32 s with 0.5 or 1, as cuts then come to an end (`count`, 2026-11).
"""

_TOO_MANY = 10**11
"""The least estimated number of solutions that is not listed without a limit of time or nodes.

A bound on waiting: listing this many would take days.
"""

_PROBES = 200
"""Random probes of the estimate that decides how to count: 1 ms for 9x9.

With seeds 1 to 10 the decimal logarithm of the estimates for 9x9 lies between 21.76 and 21.93 with
50 probes, 21.79 and 21.88 with 200, 21.79 and 21.85 with 800; for ``samurai`` between 86.29 and
87.77, 86.61 and 87.37, 86.70 and 87.02 (`Native().estimate`, 2026-11).
"""

_MOST_AT_ONCE = 256
"""Solutions that are listed per call of the kernel once many were asked for."""

_NARROW = 255
"""Values up to which a solution has one byte a cell."""


def install_hint() -> str:
    """Return what to install where there is no compiled kernel; empty if there is one."""
    return "" if core is not None else "install a C++20 compiler and reinstall sudokulib"


def _engine(model: Model) -> Any:
    try:
        return engine_of(model.root)
    except OutOfBudget:
        raise
    except ValueError:
        raise UnableError(_unable(model.root)) from None


# Safe to cache: it reads only fields of the model. So below.
@cached_by(lambda root: root.exact_key, maxsize=32)
def engine_of(root: Model) -> Any:
    """Return the compiled engine of a model without givens.

    Raises:
        FlattenError: the model has a constraint that the kernel does not support.
    """
    assert core is not None, "a back-end checks that before"
    kernel: Any = core
    numbers = flatten(root)
    check_interrupt()
    problem = kernel.Problem(numbers, domain_bytes(root.domains, words(root)))
    check_interrupt()
    return kernel.Engine(problem)


@cached_by(lambda root: root.exact_key, maxsize=64)
def _unable(root: Model) -> str:
    try:
        engine_of(root)
    except OutOfBudget:
        raise
    except ValueError as reason:  # FlattenError, or a refusal of the kernel itself
        return f"the compiled search does not know it: {reason}; use search='reference'"
    return ""


class Native:
    """The back-end called "native"; see `sudokulib.search.backend.Backend`."""

    def able(self, model: Model) -> str:
        """Return why it cannot search a model; empty if it can."""
        return _unable(model.root)

    def line_engine(self, model: Model) -> Any:
        """Return the engine that solves many lines a call (`solve_lines`); None if it cannot."""
        return (
            engine_of(model.root) if len(model.values) <= _NARROW and not self.able(model) else None
        )

    def solutions(self, model: Model, budget: Budget) -> Assignments:
        """Return all solutions, lazily, each once, projected to cells; resumable after a limit."""
        return Assignments(_solutions(model, budget))

    def count(self, model: Model, budget: Budget, limit: int | None = None) -> int:
        """Return the number of solutions, or `limit` if there are at least as many."""
        ask = partial(_call_engine, _engine(model).count, model, budget)
        if limit is not None:
            return int(ask(max(limit, 0)))
        began = monotonic()
        found = int(ask(_FEW))
        if found < _FEW:
            return found
        each = (monotonic() - began) / _FEW
        try:
            if (total := count_exactly(model, budget, cuts=False)) is not None:
                return total
            about = self.estimate(model, budget, _PROBES, seed=1).mean
            if about <= _listed_first(model):
                found = int(ask(enough := 2 * int(about) + _FEW))
                if found < enough:
                    return found
            # A limit of nodes must be reached at the same place everywhere, however fast that is.
            patience = _CUTS_SHARE * float(about) * each if budget.nodes is None else None
            if (total := count_exactly(model, budget, seconds=patience)) is not None:
                return total
            if about > _TOO_MANY and budget.seconds is None and budget.nodes is None:
                raise UnknownCountError(
                    f"there are about {about:.1E} solutions, too many to list, and no way to cut "
                    "the puzzle into parts that can be counted; use estimate(), or set a limit"
                )
            return int(ask(-1))
        except OutOfBudget as stop:
            stop.partial = max(found, stop.partial if isinstance(stop.partial, int) else 0)
            raise

    def true_candidates(self, model: Model, budget: Budget) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""
        found = self.witnesses(model, budget)
        masks = tuple(values_in(found.solutions, model.cells))
        _stopped(found.stopped, masks)
        return masks

    def witnesses(
        self, model: Model, budget: Budget, known: Sequence[Assignment] = ()
    ) -> Witnesses:
        """Return solutions that show every possible candidate; see `find_witnesses`."""
        stopped = ""
        try:
            answer = _call_engine(_engine(model).witnesses, model, budget, list(map(list, known)))
        except OutOfBudget as stop:
            answer, stopped = stop.partial or ((), _domains(model)), stop.reason
        new = tuple(_assignment(model, one) for one in answer[0])
        return Witnesses((*known, *new), _masks(model, answer[1]), stopped)

    def fitting(
        self, model: Model, budget: Budget, assignments: Sequence[Assignment]
    ) -> list[Assignment]:
        """Return those assignments that are solutions; see `solutions_among`."""
        fits = _call_engine(_engine(model).fitting, model, budget, list(map(list, assignments)))
        return list(compress(assignments, fits))

    def support_counts(self, model: Model, budget: Budget, cap: int | None = None) -> SupportCounts:
        """Return for each cell and value in how many solutions it stands there, at most `cap`."""
        if cap is None or cap < 1:
            return support.support_counts(self, model, budget, cap)
        try:
            return _by_cell(model, _call_engine(_engine(model).support, model, budget, cap))
        except OutOfBudget as stop:
            stop.partial = _by_cell(model, stop.partial) if stop.partial else None
            raise

    def random_solution(self, model: Model, budget: Budget, seed: int) -> Assignment | None:
        """Return a solution, all of them nearly equally likely; None if there is none."""
        found = _call_engine(_engine(model).random, model, budget, seed & SEED_BITS)
        return None if found is None else _assignment(model, found)

    def estimate(self, model: Model, budget: Budget, samples: int, seed: int) -> Estimate:
        """Return the number of solutions, estimated from random probes."""
        if samples < 2:
            return sampling.estimate_count(model, budget, samples, seed)
        ask = _engine(model).estimate
        mean, error, size = _call_engine(ask, model, budget, samples, seed & SEED_BITS)
        if not (isfinite(mean) and isfinite(error)):  # beyond what the kernel's numbers reach
            return sampling.estimate_count(model, budget, samples, seed)
        return Estimate(Decimal(repr(mean)), Decimal(repr(error)), size)

    def thin(
        self, model: Model, solution: Assignment, plan: ThinningPlan, budget: Budget
    ) -> Thinned | None:
        """Drop groups of givens in order, each if one solution is left without it."""
        work = _thinning(model, plan)
        return _thinned(model, work, partial(work.thin, list(solution)), budget)

    def minimal_puzzles(
        self, model: Model, plan: ThinningPlan, seeds: Iterable[int], budget: Budget
    ) -> Iterator[Thinned]:
        """Thin a random solution in a random order of the groups, for each seed."""
        work = _thinning(model, plan)
        for seed in seeds:
            done = _thinned(model, work, partial(work.draw, seed & SEED_BITS), budget)
            if done is None:
                return
            yield done


def _listed_first(model: Model) -> int:
    """Return the estimated number of solutions up to which listing is tried before cuts are."""
    open_cells = sum(1 for domain in model.domains if domain & (domain - 1))
    return min(_LISTED_PER_CUBE * open_cells**3, _MOST_LISTED)


def _thinning(model: Model, plan: ThinningPlan) -> Any:
    node_budget = -1 if plan.node_budget is None else plan.node_budget
    return _engine(model).thinning(_domains(model), plan.groups, plan.least, node_budget)


def _thinned(model: Model, work: Any, run: Callable[..., None], budget: Budget) -> Thinned | None:
    """Return the result of a thinning by the kernel; None if there is nothing to be thinned.

    Raises:
        OutOfBudget, Cancelled: before one solution was known.
    """
    stop: OutOfBudget | Cancelled | None = None
    budget.check()
    try:
        run(budget.check, _left(budget))
        _stopped(work.stopped)
    except (OutOfBudget, Cancelled) as limit:
        stop = limit
    budget.used += work.spent
    if not work.unique:
        if stop:
            raise stop
        return None
    why = stop_reason(stop) if stop else "proof_nodes" if work.unsettled else ""
    return Thinned(_assignment(model, work.solution), tuple(work.givens), why)


def _solutions(model: Model, budget: Budget) -> Found:
    search = _engine(model).search(_domains(model))
    wide = len(model.values) > _NARROW
    listed = 0
    while True:
        # As many again as there are: who takes only a few waits for no others.
        stop = _run(search, budget, max(1, min(listed, _MOST_AT_ONCE)))
        if found := search.take():
            listed += len(found)
            budget.found += len(found)
            yield [memoryview(one).cast("H") for one in found] if wide else found
        if search.ended:
            return
        if stop is not None:
            yield stop


def _run(search: Any, budget: Budget, most: int) -> Stop | None:
    """Search for at most that many solutions; return why it stopped early, if it did."""
    before = search.spent
    try:
        budget.check()
        try:
            search.run(budget.check, _left(budget), most, most - 1)
        finally:  # nodes spent before the clock or a token ended it count as well
            budget.used += search.spent - before
        _stopped(search.stopped)
    except (OutOfBudget, Cancelled) as stop:
        return stop
    return None


def _assignment(model: Model, found: bytes) -> Assignment:
    wide = len(model.values) > _NARROW
    return tuple(memoryview(found).cast("H")) if wide else tuple(found)


def _domains(model: Model) -> bytes:
    return domain_bytes(model.domains, words(model.root))


def _masks(model: Model, domains: bytes) -> tuple[int, ...]:
    """Return the domains of cells; the reverse of `_domains`."""
    step = 8 * words(model.root)
    last = model.cells * step
    return tuple(int.from_bytes(domains[n : n + step], "little") for n in range(0, last, step))


def _left(budget: Budget) -> int:
    return -1 if budget.nodes_left is None else budget.nodes_left


def _call_engine(ask: Callable[..., Any], model: Model, budget: Budget, *args: Any) -> Any:
    """Call an engine and return its answer; charge its nodes to the budget."""
    budget.check()
    answer, stopped, spent = ask(_domains(model), *args, budget.check, _left(budget))
    budget.used += spent
    _stopped(stopped, answer)
    return answer


def _by_cell(model: Model, counts: Sequence[int]) -> SupportCounts:
    """Return counts that follow one another as those of each cell."""
    values = len(model.values)
    return tuple(tuple(counts[n : n + values]) for n in range(0, model.cells * values, values))


def _stopped(reason: str, partial: object = None) -> None:
    if reason:
        stop = OutOfBudget(reason)
        stop.partial = partial
        raise stop
