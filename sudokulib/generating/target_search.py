"""Search for puzzles that meet a target: more givens make them easier, fewer or others harder.

A random minimal puzzle that is too hard is solved as far as the steps that the target allows lead;
where they end, the value of a random open cell is given, again and again. From the result, givens
are dropped that neither uniqueness nor the target needs, which makes it harder again. A minimal
puzzle that is too easy exchanges givens: some are added, and the earlier ones are dropped first. A
result no nearer to the target than before is discarded; after some failed exchanges the next grid
is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import Cancelled
from sudokulib.generating.targets import SolveAttempt, Target
from sudokulib.model import Model, compile_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Assignment, Budget, OutOfBudget, Thinned, ThinningPlan, backend
from sudokulib.search.thinning import stop_reason

_MAX_FAILED_TRIES = 8
"""Exchanges in a row without progress before the next grid is tried.

100 puzzles of 9x9 rated 3.0 to 4.0 (`generate`, seeds 1 to 100, tries=120) took 1,652 solved
puzzles; with 2, 4, 16 and 32 they took 1,559, 1,685, 1,994 and 1,946 (2026-11).
"""
_MAX_EASINGS = 3
"""Attempts to make a puzzle that is too hard easier by more givens before it is abandoned.

One is enough unless the number of uses of a technique is limited; 1, 2 and 6 changed nothing for 60
puzzles of three targets (`generate`, 2026-11).
"""
_MAX_ADDED_GROUPS = 3
"""The most groups of givens that an exchange adds.

The same 100 puzzles took 2,508 with 1 and 1,838 with 2, but only 1,340 with 6, and ten puzzles
rated 4.0 to 5.0 (tries=60) 177 with 3 and 84 with 6 (`generate`, 2026-11): larger exchanges may be
better, but would make other puzzles of the same seeds.
"""


@dataclass(frozen=True, slots=True)
class TargetSearchResult:
    """A puzzle and its distance from the target.

    Args:
        thinned: its solution and givens.
        trial: its solve.
        tried: how many puzzles were solved for it.
        stopped: why it ended early: "tries", "nodes", "time", "cancelled"; or "proof_nodes", as in
            `Thinned`. Empty if it meets the target and no given can be removed.
    """

    thinned: Thinned
    trial: SolveAttempt
    tried: int
    stopped: str = ""


class _TriesSpent(Exception):  # noqa: N818 - ends the work from within
    pass


class TargetSearch:
    """A search for puzzles that meet a target.

    Args:
        puzzle: the givens and shapes that stay in any case.
        plan: which givens go together, and how many stay.
        target: the target.
        search: name of the back-end.
        tries: how many puzzles are solved at most for one that meets the target.
    """

    def __init__(
        self, puzzle: Puzzle, plan: ThinningPlan, target: Target, search: str, tries: int
    ) -> None:
        self._puzzle = puzzle
        self._plan = plan
        self._target = target
        self._engine = backend(search)
        self._tries = tries
        self._model = compile_puzzle(puzzle)

    def search(
        self, seed: int, budget: Budget, report: Callable[[int, str], object] | None = None
    ) -> TargetSearchResult | None:
        """Return the puzzle nearest to the target for a seed; None if there is no puzzle.

        Args:
            seed: the seed of all random draws.
            budget: what it may cost.
            report: called after each puzzle tried, with their number and what the nearest
                lacks.

        Raises:
            OutOfBudget, Cancelled: before there was any puzzle.
        """
        best_so_far = _BestSoFar(self._tries, report)
        chance = SeededRandom(seed)
        stopped = ""
        try:
            for start in self._engine.minimal_puzzles(
                self._model, self._plan, _seeds(seed, chance), budget
            ):
                self._approach_target(start, best_so_far, chance, budget)
                if best_so_far.trial is not None and best_so_far.trial.fits:
                    break
                if start.stopped not in ("", "proof_nodes"):
                    stopped = start.stopped
                    break
        except (OutOfBudget, Cancelled) as stop:
            if best_so_far.best is None:
                raise
            stopped = stop_reason(stop)
        except _TriesSpent:
            stopped = "tries"
        if best_so_far.best is None or best_so_far.trial is None:
            return None
        return TargetSearchResult(
            best_so_far.best,
            best_so_far.trial,
            best_so_far.tried,
            stopped or best_so_far.best.stopped,
        )

    def _approach_target(
        self, start: Thinned, best_so_far: _BestSoFar, chance: SeededRandom, budget: Budget
    ) -> None:
        """Bring the puzzle of one grid as near as possible; `best_so_far` keeps the nearest."""
        now, trial = start, self._tried(start, best_so_far, budget)
        for _ in range(_MAX_EASINGS):
            if not trial.too_hard:
                break
            now = self._add_givens(now, trial, chance, budget)
            trial = self._tried(now, best_so_far, budget)
        if trial.too_hard:
            return
        if now is not start:
            self._drop_givens(now, trial, best_so_far, chance, budget)
            return
        in_vain = 0
        while not trial.fits and in_vain < _MAX_FAILED_TRIES:
            other = self._exchange_givens(now, chance, budget)
            if other is None:
                return
            its = self._tried(other, best_so_far, budget)
            in_vain = 0 if its.distance < trial.distance else in_vain + 1
            if its.distance <= trial.distance:
                now, trial = other, its

    def _tried(self, now: Thinned, best_so_far: _BestSoFar, budget: Budget) -> SolveAttempt:
        """Try a puzzle: solve it as far as the target allows."""
        best_so_far.count_try()
        trial = self._target.solve_puzzle(given(self._puzzle, now), budget)
        best_so_far.add(now, trial)
        return trial

    def _add_givens(
        self, now: Thinned, trial: SolveAttempt, chance: SeededRandom, budget: Budget
    ) -> Thinned:
        """Give random open cells wherever the allowed steps get stuck."""
        kept, board, solution = set(now.givens), trial.end, now.solution
        while not board.complete:
            groups = [g for g in self._plan.groups if any(board.open >> cell & 1 for cell in g)]
            if not groups:
                break
            group = chance.choice(groups)
            kept.update(group)
            open_cells = [cell for cell in group if board.open >> cell & 1]
            board = board.placed((cell, solution[cell]) for cell in open_cells)
            board = self._target.trial(board, budget).end
        return replace(now, givens=tuple(sorted(kept)))

    def _drop_givens(
        self,
        now: Thinned,
        trial: SolveAttempt,
        best_so_far: _BestSoFar,
        chance: SeededRandom,
        budget: Budget,
    ) -> None:
        """Drop givens needed for neither uniqueness nor the target."""
        for group in chance.shuffled(g for g in self._plan.groups if g[0] in now.givens):
            less = tuple(cell for cell in now.givens if cell not in group)
            if len(less) < self._plan.least or not self._unique(now.solution, less, budget):
                continue
            other = replace(now, givens=less)
            its = self._tried(other, best_so_far, budget)
            if its.distance <= trial.distance:
                now, trial = other, its

    def _unique(self, solution: Assignment, givens: tuple[int, ...], budget: Budget) -> bool:
        """Return whether the solution with these givens is known to be unique."""
        limits = (self._plan.node_budget, budget.nodes_left)
        least = min((limit for limit in limits if limit is not None), default=None)
        trial = Budget(budget.seconds_left, least, budget.token)
        try:
            return self._engine.count(_with(self._model, solution, givens), trial, 2) == 1
        except OutOfBudget as limit:
            if limit.reason != "nodes" or trial.nodes == budget.nodes_left:
                raise
            return False
        finally:
            budget.used += trial.used

    def _exchange_givens(
        self, now: Thinned, chance: SeededRandom, budget: Budget
    ) -> Thinned | None:
        """Return another minimal puzzle of the same grid, with some givens exchanged."""
        inside = [group for group in self._plan.groups if group[0] in now.givens]
        outside = chance.shuffled(g for g in self._plan.groups if g[0] not in now.givens)
        added = outside[: chance.between(1, _MAX_ADDED_GROUPS)]
        order = (*chance.shuffled(inside), *added)
        plan = ThinningPlan(order, self._plan.least, self._plan.node_budget)
        return self._engine.thin(self._model, now.solution, plan, budget)


class _BestSoFar:
    """Counts the puzzles tried, and remembers the nearest."""

    def __init__(self, tries: int, report: Callable[[int, str], object] | None) -> None:
        self._tries = tries
        self._report = report
        self.tried = 0
        self.best: Thinned | None = None
        self.trial: SolveAttempt | None = None

    def count_try(self) -> None:
        """Count one more puzzle before it is tried.

        Raises:
            _TriesSpent: all tries are used up.
        """
        if self.tried >= self._tries:
            raise _TriesSpent
        self.tried += 1

    def add(self, now: Thinned, trial: SolveAttempt) -> None:
        """Add a tried puzzle; of equally near ones the later has fewer redundant givens."""
        if self.trial is None or trial.distance <= self.trial.distance:
            self.best, self.trial = now, trial
        if self._report is not None:
            self._report(self.tried, self.trial.why)


def given(puzzle: Puzzle, done: Thinned) -> Puzzle:
    """Return a puzzle with further givens."""
    known = dict(puzzle.given_values) | {cell: done.solution[cell] for cell in done.givens}
    masks = list(puzzle.masks)
    for cell, value in known.items():
        masks[cell] &= 1 << value
    return replace(
        puzzle, masks=tuple(masks), given_values=tuple(sorted(known.items())), answer=done.solution
    )


def _with(model: Model, solution: Assignment, givens: tuple[int, ...]) -> Model:
    domains = list(model.domains)
    for cell in givens:
        domains[cell] &= 1 << solution[cell]
    return model.with_domains(tuple(domains))


def _seeds(seed: int, chance: SeededRandom) -> Iterator[int]:
    """Yield the seeds of grids: the seed itself, then others that follow from it."""
    yield seed
    while True:
        yield chance.below(1 << 53)
