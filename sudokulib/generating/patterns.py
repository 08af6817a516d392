"""Puzzles whose givens are in chosen cells: "patterns", as setters call them.

The values are found by hill climbing, starting from those of a filled grid. The cost is the number
of candidates beyond one that the cells have over all solutions: 0 means that there is one solution,
and it falls smoothly where the number of solutions is still beyond counting. Each move gives a cell
of the pattern another value that it has in some solution of the rest; it is kept if the candidates
do not increase, and sometimes if they do (simulated annealing: Kirkpatrick, Gelatt and Vecchi,
Optimization by simulated annealing, 1983). After a long time without improvement, the search
restarts from another grid. The players' forums have a "patterns game" for such puzzles on the
classic grid, and find them by exchanges of a few values at a time as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import Cancelled, SudokuError
from sudokulib.generating.makers import Generated, MadePuzzle, Report
from sudokulib.generating.target_search import given
from sudokulib.generating.targets import SolveAttempt, Target
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.text_pictures import parse_text_picture
from sudokulib.search import Budget, OutOfBudget, Thinned, backend
from sudokulib.search.thinning import stop_reason
from sudokulib.solving.profiles import Profile

_MARKS = Alphabet.of("x")
_MAX_FAILED_TRIES = 20
"""Puzzles in a row that come no nearer to a target before a restart from another grid.

24 half-turn patterns of 30 givens on 9x9, wanted with a rating from 2.5 to 3.0 (`generate`, seeds 1
to 24, tries=300, 2026-11), took 1,982 solved puzzles and missed it 5 times; with 10 2,761 and 7,
with 40 1,682 and 4.
"""
_MAX_CHANGED_GIVENS = 3
"""The most values of a puzzle to change to reach another one of its pattern.

The same 24 took 2,971 puzzles with 1 and 2,156 with 2; with 6 they took 2,078, but half as
much more time, as values that have changed much seldom leave one solution.
"""


def pattern_cells(geometry: Geometry, pattern: str | Iterable[str]) -> tuple[int, ...]:
    """Return the cells that a pattern names, in order.

    Args:
        geometry: the geometry of the cells.
        pattern: the geometry's picture with ``x`` for a given and ``.`` for none, or references to
            cells.

    Raises:
        SudokuError: it does not fit the geometry.

    >>> import sudokulib
    >>> pattern_cells(sudokulib.geometry("4x4"), "x..x .... .... x..x")
    (0, 3, 12, 15)
    >>> pattern_cells(sudokulib.geometry("4x4"), ["R1C1:R1C3"])
    (0, 1, 2)
    """
    if isinstance(pattern, str):
        marked = replace(geometry, alphabet=_MARKS)
        return tuple(sorted(parse_text_picture(marked, pattern.lower(), "pattern")))
    return tuple(sorted({cell for reference in pattern for cell in geometry.find(reference)}))


@dataclass(frozen=True, slots=True)
class PatternMaker:
    """Makes puzzles with givens in exactly these cells; see `sudokulib.generating.makers.Maker`.

    Args:
        puzzle: its shapes and its givens, all in cells of the pattern, are kept.
        cells: the cells that are given.
        search: name of the back-end.
        tries: the most puzzles to search for one with a unique solution; and the most of those to
            solve for one that meets the target.
        proof_nodes: nodes after which the search of a puzzle is abandoned; None for no limit.
        target: the required difficulty; None if any will do.
        rated: the strategies for a rating; None if there needs to be none.
    """

    puzzle: Puzzle
    cells: tuple[int, ...]
    search: str
    tries: int
    proof_nodes: int | None = None
    target: Target | None = None
    rated: Profile | None = None

    def __post_init__(self) -> None:
        if others := {cell for cell, _ in self.puzzle.given_values}.difference(self.cells):
            name = self.puzzle.geometry.cells[min(others)].name
            raise SudokuError(f"{name} is given, but not in the pattern; mark it there")

    def make(
        self, seeds: Iterable[int], budget: Budget, report: Report | None = None
    ) -> Iterator[MadePuzzle]:
        """See `Maker`.

        Raises:
            SudokuError: no puzzle with one solution was found.
            OutOfBudget, Cancelled: before one was found.
        """
        nodes = budget.nodes
        for seed in seeds:
            hill_climbing = _HillClimbing(self, seed, budget)
            one = (
                self._plain(hill_climbing, seed, budget, report)
                if self.target is None
                else self._wanted(self.target, hill_climbing, seed, budget, report)
            )
            if one is None:
                return
            yield one
            if one.generated.stopped in ("time", "cancelled"):
                return
            budget.renew_nodes(nodes)

    def _plain(
        self, hill_climbing: _HillClimbing, seed: int, budget: Budget, report: Report | None
    ) -> MadePuzzle | None:
        done = hill_climbing.search(report)
        if done is None:
            return None
        one = Generated(given(self.puzzle, done), seed, tried=hill_climbing.tried)
        return MadePuzzle.rated(one, self.rated, budget)

    def _wanted(
        self,
        target: Target,
        hill_climbing: _HillClimbing,
        seed: int,
        budget: Budget,
        report: Report | None,
    ) -> MadePuzzle | None:
        """Return the puzzle nearest to the target, moving from one puzzle to similar ones."""
        first = hill_climbing.search()
        if first is None:
            return None
        now = best = self._tried(first, target, budget)
        stopped, number, in_vain = "", 1, 0
        while not best[0].fits and not stopped:
            if report is not None:
                report(number, best[0].why)
            if number >= self.tries:
                stopped = "tries"
                break
            number += 1
            afresh = in_vain >= _MAX_FAILED_TRIES
            try:
                done = hill_climbing.search() if afresh else hill_climbing.near(now[1].solution)
                other = None if done is None else self._tried(done, target, budget)
            except (OutOfBudget, Cancelled) as stop:
                stopped = stop_reason(stop)
            except SudokuError:  # too many were searched for the next one
                stopped = "tries"
            else:
                better = other is not None and (afresh or other[0].distance < now[0].distance)
                in_vain = 0 if better else in_vain + 1
                if other is not None and (better or other[0].distance == now[0].distance):
                    now = other
                best = min(best, now, key=lambda one: one[0].distance)
        one = Generated(given(self.puzzle, best[1]), seed, stopped, tried=number)
        return MadePuzzle.from_trial(one, target, best[0])

    def _tried(self, done: Thinned, target: Target, budget: Budget) -> tuple[SolveAttempt, Thinned]:
        return target.solve_puzzle(given(self.puzzle, done), budget), done


class _HillClimbing:
    """The search for one puzzle."""

    def __init__(self, maker: PatternMaker, seed: int, budget: Budget) -> None:
        self._maker = maker
        self._seed: int | None = seed  # of the first grid
        self._budget = budget
        self._chance = SeededRandom(seed)
        self._engine = backend(maker.search)
        self._model = compile_puzzle(maker.puzzle)
        self._free = [c for c in maker.cells if not _single(self._model.domains[c])]
        self._pattern = sum(1 << cell for cell in self._free)
        self.tried = 0
        self._nearest = -1

    def search(self, report: Report | None = None) -> Thinned | None:
        """Return a puzzle with its solution; None if nothing satisfies its rules.

        Raises:
            SudokuError: all tries are used up.
            OutOfBudget, Cancelled: before there was any.
        """
        self.tried = 0
        seed, self._seed = self._seed, None
        while True:
            if seed is None:
                seed = self._chance.below(1 << 53)
            grid = self._engine.random_solution(self._model, self._budget, seed)
            if grid is None:
                return None
            values = {cell: grid[cell] for cell in self._free}
            if (solution := self._climb(values, report)) is not None:
                return Thinned(solution, self._maker.cells)
            seed = None

    def near(self, solution: Sequence[int]) -> Thinned | None:
        """Return a puzzle that shares values with that of a solution; None if none was found.

        Raises:
            SudokuError, OutOfBudget, Cancelled: as for `search`.
        """
        self.tried = 0
        values = old = {cell: solution[cell] for cell in self._free}
        true: Sequence[int] = [1 << value for value in solution]
        for _ in range(self._chance.between(1, _MAX_CHANGED_GIVENS) if old else 0):
            values, true = self._moved(values, true) or (values, true)
        other = None if values == old else self._climb(values, None)
        return None if other is None else Thinned(other, self._maker.cells)

    def _climb(self, values: dict[int, int], report: Report | None) -> tuple[int, ...] | None:
        """Climb from these values to a puzzle with one solution and return that; None if stuck."""
        true = self._true(values)
        if true is None:
            self._tell(report, -1)
            return None
        size = least = _excess(true)
        stale = 0
        while size:
            self._tell(report, size)
            # 16 random half-turn patterns of 26 givens on 9x9 took 6,900 puzzles (`generate`, seeds
            # 1 to 16, 2026-11): 8,100 with half the limit, 7,900 with twice as much; 7,300
            # without steps uphill, 7,100 and 8,600 with 1.4 and 4.0 in the place of 2.0 below.
            if stale > 2 * len(self._free) or not self._free:
                return None
            stale += 1
            if (tried := self._moved(values, true)) is None:
                continue
            more = _excess(tried[1]) - size
            if more <= 0 or self._chance.fraction() < 2.0**-more:
                (values, true), size = tried, size + more
                if size < least:
                    least, stale = size, 0
        return tuple(mask.bit_length() - 1 for mask in true[: self._model.cells])

    def _moved(
        self, values: dict[int, int], true: Sequence[int]
    ) -> tuple[dict[int, int], tuple[int, ...]] | None:
        """Change the value of a cell of the pattern, usually one near an unsettled cell."""
        open_cells = [c for c, mask in enumerate(true) if not _single(mask)]
        near = self._free
        if open_cells:
            cell = self._chance.choice(open_cells)
            near = list(bits(self._model.peers[cell] & self._pattern)) or near
        chosen = self._chance.choice(near)
        rest = {c: value for c, value in values.items() if c != chosen}
        possible = self._true(rest)
        if possible is None:
            return None
        others = [value for value in bits(possible[chosen]) if value != values[chosen]]
        if not others:
            return None
        there = {**rest, chosen: self._chance.choice(others)}
        its = self._true(there)
        return None if its is None else (there, its)

    def _true(self, values: dict[int, int]) -> tuple[int, ...] | None:
        """Return the candidates of each cell over all solutions; None if that takes too long."""
        self.tried += 1
        domains = list(self._model.domains)
        for cell, value in values.items():
            domains[cell] &= 1 << value
        limits = (self._maker.proof_nodes, self._budget.nodes_left)
        nodes = min((n for n in limits if n is not None), default=None)
        trial = Budget(self._budget.seconds_left, nodes, self._budget.token)
        try:
            return self._engine.true_candidates(self._model.with_domains(tuple(domains)), trial)
        except OutOfBudget as stop:
            if stop.reason != "nodes" or nodes == self._budget.nodes_left:
                raise
            return None
        finally:
            self._budget.used += trial.used

    def _tell(self, report: Report | None, size: int) -> None:
        """Report the number of surplus candidates; negative if unknown.

        Raises:
            SudokuError: all tries are used up.
        """
        if size >= 0 and (self._nearest < 0 or size < self._nearest):
            self._nearest = size
        if report:
            report(self.tried, f"{size} candidates too many" if size >= 0 else "")
        if self.tried + 1 >= self._maker.tries:  # a move takes two
            near = f" ({self._nearest} candidates too many)" if self._nearest > 0 else ""
            raise SudokuError(
                f"no puzzle with one solution was found with givens in these "
                f"{len(self._maker.cells)} cells, among {self.tried} that were examined{near}; "
                "allow more tries, or give other or more cells"
            )


def _single(mask: int) -> bool:
    return not mask & (mask - 1)


def _excess(true: Sequence[int]) -> int:
    """Return the number of candidates beyond one in each cell."""
    return sum(mask.bit_count() for mask in true) - len(true)
