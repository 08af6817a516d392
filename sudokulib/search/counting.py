"""Counting solutions without listing them: symmetry of values, parts, and remembered states."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import ceil, inf

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.model import Model
from sudokulib.search.depth_first import DepthFirstSearch

_MEMORY = 1 << 26
"""Bytes of the states whose counts are cached: 64 MiB, a bound on memory."""

_DEEP = 300
"""Nested guesses beyond which solutions are listed: Python allows 1,000 frames by default."""


def count_solutions(model: Model, budget: Budget, limit: int | None = None) -> int:
    """Return the number of solutions, or `limit` if there are at least as many."""
    if limit is not None and limit <= 0:
        return 0
    before = budget.found
    try:
        total = _Counter(model, budget).count(inf if limit is None else limit)
    except OutOfBudget as stop:
        stop.partial = budget.found - before
        raise
    return total if limit is None else min(total, limit)


class _Counter:
    """One count.

    `cap` is always the number of solutions that is enough: a result below it is exact, any
    other only means that there are at least that many. `times` is the number of solutions of the
    whole that each solution counted here stands for, 0 if not known yet; it serves the progress.
    """

    def __init__(self, model: Model, budget: Budget) -> None:
        self.model = model
        self.budget = budget
        self.search = DepthFirstSearch(model, budget)
        self.layout = self.search.layout
        self.known: dict[int, int] = {}
        self.spare = (
            0 if self.search.rules else 8 * _MEMORY // max(1, self.layout.full.bit_length())
        )

    def count(self, cap: float) -> int:
        """Return the number of solutions of the model."""
        placed: list[int] = []
        x = self.search.start(placed)
        if x is None:
            return 0
        classes = interchangeable(self.model)
        cells = _best_cells(self.model, classes) if classes else ()
        return self.by_symmetry(x, placed, cells, classes, cap=cap, times=1)

    def by_symmetry(
        self,
        x: int,
        placed: list[int],
        cells: Sequence[int],
        classes: Sequence[int],
        *,
        cap: float,
        times: int,
    ) -> int:
        """Count solutions, trying one of several interchangeable values in a cell.

        Let a class be values such that the constraints, the domains and what has been guessed
        so far stay the same when two of them are swapped everywhere. A swap of v and w then maps
        the solutions with v in some cell one to one onto those with w there: both are
        equally many, and it is enough to count the first kind and multiply by the size of the
        class. Having guessed v, the others of its class are still interchangeable, for no guess
        names them. (What propagation removes is in no solution and does not matter.) Filling a
        house all of whose values are interchangeable takes a single path and a factor N!.

        Args:
            x, placed: a settled state and how it was reached.
            cells: the cells to fill in this way, as long as they may hold a value of a class.
            classes: disjoint sets of interchangeable values, each of two or more.
            cap, times: see the class.
        """
        masks = dict(self.layout.masks(x)) if classes else {}
        free = sum(classes)
        usable = [c for c in cells if masks.get(c, 0) & free]
        if not usable:
            return self.completions(x, placed, cap=cap, times=times, split_size=2 * x.bit_count())
        cell = min(usable, key=lambda c: len(_representatives(masks[c], classes)))
        total, depth = 0, len(placed)
        for value, weight, left in _representatives(masks[cell], classes):
            del placed[depth:]
            y = self.search.place(x, cell * self.layout.values + value, placed)
            if y is not None:
                enough = ceil((cap - total) / weight) if cap != inf else inf
                stands_for = times * weight
                total += weight * self.by_symmetry(
                    y, placed, cells, left, cap=enough, times=stands_for
                )
                if total >= cap:
                    break
        return total

    def completions(
        self, x: int, placed: list[int], *, cap: float, times: int, split_size: int, level: int = 0
    ) -> int:
        """Return the number of ways to complete a settled state.

        Args:
            x, placed: a settled state and how it was reached.
            cap, times: see the class.
            split_size: its size when it was last found to have a single part.
            level: the depth of calls.
        """
        if not x:
            self.budget.found += times
            return 1
        if (total := self.known.get(x)) is not None:
            self.budget.found += times * total
            return total
        size = x.bit_count()
        if 4 * size < 3 * split_size:
            split_size = size
            if len(parts := self.search.split(x)) > 1:
                return self.product(parts, placed, cap=cap, times=times, level=level)
        if level > _DEEP:
            return self.listed(x, placed, cap=cap, times=times)
        total, depth = 0, len(placed)
        for candidate in self.search.options(x):
            del placed[depth:]
            y = self.search.place(x, candidate, placed)
            if y is not None:
                total += self.completions(
                    y, placed, cap=cap - total, times=times, split_size=split_size, level=level + 1
                )
                if total >= cap:
                    return total
        if len(self.known) < self.spare:
            self.known[x] = total
        return total

    def product(
        self, parts: Sequence[int], placed: list[int], *, cap: float, times: int, level: int
    ) -> int:
        """Return the number of ways to complete independent parts; 0 if one has none."""
        total, last = 1, len(parts) - 1
        for number, part in enumerate(parts):
            stands_for = times * total if number == last else 0
            split_size = part.bit_count()
            total *= self.completions(
                part,
                placed.copy(),
                cap=cap,
                times=stands_for,
                split_size=split_size,
                level=level + 1,
            )
            if not total:
                return 0
        return total

    def listed(self, x: int, placed: list[int], *, cap: float, times: int) -> int:
        """Count as `completions` does, but one by one."""
        found = self.search.complete(x, placed.copy())
        total = 0
        for _ in islice(found, None if cap == inf else int(cap)):
            total += 1
            self.budget.found += times
        return total


def interchangeable(model: Model) -> tuple[int, ...]:
    """Return sets of two or more values that can be swapped in every solution of a model.

    Values are, if no constraint distinguishes values and they are in the same domains.
    """
    if not model.value_symmetric or len(model.domains) != model.cells:
        return ()
    same: dict[int, int] = {}
    for value in range(len(model.values)):
        places = sum(1 << c for c, domain in enumerate(model.domains) if domain >> value & 1)
        same[places] = same.get(places, 0) | 1 << value
    return tuple(v for places, v in same.items() if places and v & (v - 1))


def _best_cells(model: Model, classes: Sequence[int]) -> tuple[int, ...]:
    """Return the cells of the house in which the classes save most: few other choices, many peers.

    Without houses, those of the largest all-different shape.
    """

    def worth(variables: Sequence[int]) -> tuple[float, int]:
        paths = 1.0
        for domain in (model.domains[c] for c in variables):
            paths *= len(_representatives(domain, classes)) / max(1, domain.bit_count())
        return -paths, sum(model.peers[c].bit_count() for c in variables)

    if model.houses:
        return max((house.variables for house in model.houses), key=worth)
    return max((group.variables for group in model.groups), key=len, default=())


def _representatives(domain: int, classes: Sequence[int]) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the values of a cell to try: (value, how many it stands for, the classes left)."""
    chosen = []
    for value in bits(domain):
        mine = next((k for k in classes if k >> value & 1), 0)
        if not mine:
            chosen.append((value, 1, tuple(classes)))
        elif mine & -mine == 1 << value:
            rest = mine & ~(1 << value)
            left = tuple(rest if k == mine else k for k in classes)
            chosen.append((value, mine.bit_count(), tuple(k for k in left if k & (k - 1))))
    return chosen
