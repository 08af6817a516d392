"""Depth-first search over states, fewest candidates first, parts apart."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import chain
from math import inf

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.errors import Cancelled
from sudokulib.model import Model
from sudokulib.search.assignments import Stop
from sudokulib.search.bit_layout import BitLayout, bit_layout
from sudokulib.search.parts import independent_parts
from sudokulib.search.restarts import RandomizedRestarts
from sudokulib.search.rules import RulePropagation

# Figures here and in `restarts`: nodes of the reference search (2026-11, with 110 examples and 54
# geometries of up to 450 cells). *Examples*: `python tests/benchmarks/constants.py
# --nodes examples --search reference`. *First solutions*: the same with `--nodes geometries
# --limit 20000`.

_FIRST_SPLIT = 64
"""Nodes before the search first looks for independent parts: most puzzles are solved by then.

Not critical: the examples take the same nodes with 16 as without any split.
"""

_RULE_RESTARTS = (100, 150, 225, 340, 510)
"""Nodes of the first runs with rules: the weights that each learns lead the next one.

Hard puzzles need them: they made four of five f-puzzles feasible that had been too slow for the
tests. The examples, which are easier, take 9,404 nodes without them, 13,185 with these, and 13,417
and 11,104 with half and double as many.
"""

_FIRST_RUN_NODES = 3000
"""Nodes without any solution after which other orders are tried.

Without that, 2 of the 54 first solutions are not found at all. With 1,000, 3,000 and 6,000 they
take 10,340, 20,141 and 28,862 nodes; but with 1,000 the examples take 15,287 instead of 13,185.
"""

_MAX_SPLIT_INTERVAL = 1024
"""Greatest number of nodes between two attempts to split.

Not critical: from 256 to 4,096 the nodes of the examples differ by 3 at most.
"""

Attempts = Generator[list[int] | Stop, None, None]
"""The items of a search: lists of placed candidates, and a stop whenever the budget is used up."""


class DepthFirstSearch:
    """One search over one model.

    Candidates that were placed are kept in lists; the search extends the list that it is given
    and cuts it back, so a caller that keeps a solution must copy it.

    Args:
        model: the model to solve.
        budget: the limits of the search.
    """

    def __init__(self, model: Model, budget: Budget) -> None:
        self.layout: BitLayout = bit_layout(model.root)
        self.budget = budget
        self._domains = model.domains
        self.rules = RulePropagation(model) if self.layout.rules else None
        self.options = self.rules.options if self.rules else self.layout.options
        self.settle = self.rules.settle if self.rules else self.layout.settle
        self.links = self.rules.links if self.rules else ()
        self._until: float = inf  # nodes after which `complete` gives up
        self._wait = _FIRST_SPLIT
        self._due = budget.used + _FIRST_SPLIT

    def start(self, placed: list[int]) -> int | None:
        """Return the settled state before the first guess; None if there is no solution."""
        x = self.layout.start(self._domains, placed)
        if x is None or not self.rules:
            return x
        return self.rules.settle(x, placed)

    def place(self, x: int, candidate: int, placed: list[int]) -> int | None:
        """Return the settled state after a guess, which costs one node."""
        self.budget.spend()
        placed.append(candidate)
        keep = self.layout.keep[candidate] or self.layout.keep_mask(candidate)
        if self.rules:
            return self.rules.settle(x & keep, placed, x)
        return self.settle(x & keep, placed)

    def split(self, x: int) -> list[int]:
        """Return the independent parts of a settled state, smallest first."""
        return independent_parts(self.layout, x, self.links)

    def place_resumably(
        self, x: int, candidate: int, placed: list[int]
    ) -> Generator[Stop, None, int | None]:
        """Place a candidate as `place` does; yield a stop while the budget does not allow it."""
        while True:
            try:
                return self.place(x, candidate, placed)
            except (OutOfBudget, Cancelled) as stop:
                yield stop

    def solutions(self) -> Attempts:
        """Yield all solutions, each as its placed candidates."""
        placed: list[int] = []
        x = self.start(placed)
        if x is None:
            return
        depth = len(placed)
        for nodes in (*(_RULE_RESTARTS if self.rules else ()), _FIRST_RUN_NODES):
            self._until = self.budget.used + nodes
            for found in self._attempt(x, placed):
                if isinstance(found, list):
                    self._until = inf
                yield found
            if self.budget.used < self._until:
                return
            del placed[depth:]
        self._until = inf
        yield from self._with_restarts(x, placed)

    def _with_restarts(self, x: int, placed: list[int]) -> Attempts:
        """Yield all solutions, first those that restarts find, then the others."""
        seen: set[tuple[int, ...]] = set()
        restarts = RandomizedRestarts(self.layout, self.place_resumably)
        for found in restarts.solutions(x, placed):
            if not isinstance(found, list):
                yield found
            elif (key := tuple(sorted(found))) not in seen:
                seen.add(key)
                yield found
        for found in () if restarts.exhausted else self._attempt(x, placed):
            if not isinstance(found, list) or not seen or tuple(sorted(found)) not in seen:
                yield found

    def complete(self, x: int, placed: list[int]) -> Iterator[list[int]]:
        """Yield all ways to complete a settled state.

        Args:
            x: the state.
            placed: the candidates placed before.

        Raises:
            OutOfBudget, Cancelled: see `Budget.spend`.
        """
        for found in self._attempt(x, placed):
            if not isinstance(found, list):
                raise found
            yield found

    def _attempt(self, x: int, placed: list[int]) -> Attempts:
        """Search as `complete` does, but resumable after a stop."""
        stack: list[tuple[int, int, int]] = []
        state: int | None = x
        while True:
            if state:
                parts: Sequence[int] = (
                    self._find_parts(state) if self.budget.used >= self._due else ()
                )
                if len(parts) > 1:
                    yield from self._product(parts, placed)
                else:
                    depth = len(placed)
                    stack += [(state, depth, c) for c in reversed(self.options(state))]
            elif state == 0:
                yield placed
            if not stack or self.budget.used >= self._until:
                return
            before, depth, candidate = stack.pop()
            del placed[depth:]
            state = yield from self.place_resumably(before, candidate, placed)

    def _find_parts(self, x: int) -> list[int]:
        """Return the independent parts of a state, and schedule the next such split.

        Finding parts costs as much as several nodes. It is tried seldom after failures and often
        after successes; searches of few nodes never try it.
        """
        parts = self.split(x)
        self._wait = min(4 * self._wait, _MAX_SPLIT_INTERVAL) if len(parts) < 2 else self._wait // 2
        self._due = self.budget.used + self._wait
        return parts

    def _product(self, parts: Sequence[int], placed: list[int]) -> Attempts:
        """Yield all combinations of solutions of the parts, the last part varying fastest."""
        searches, chosen = [], []
        for part in parts:  # a part without a solution ends the search before parts are combined
            search = self._part_solutions(part, placed)
            tail = yield from _next(search)
            if tail is None:
                return
            searches.append(search)
            chosen.append(tail)
        while True:
            yield list(chain(placed, *chosen))
            turn = len(parts) - 1
            while (tail := (yield from _next(searches[turn]))) is None:
                turn -= 1
                if turn < 0:
                    return
            chosen[turn] = tail
            for later in range(turn + 1, len(parts)):
                searches[later] = self._part_solutions(parts[later], placed)
                again = yield from _next(searches[later])
                if again is None:  # it had one before, so `_until` has been reached
                    return
                chosen[later] = again

    def _part_solutions(self, part: int, placed: list[int]) -> Attempts:
        """Yield for each solution of a part the candidates that it adds to those placed."""
        for found in self._attempt(part, placed.copy()):
            yield found[len(placed) :] if isinstance(found, list) else found

    def true_candidates(self) -> tuple[int, ...]:
        """Return for each cell the values that it takes in some solution, as a bit mask."""
        placed: list[int] = []
        x = self.start(placed)
        none = (0,) * self.layout.cells
        if x is None:
            return none
        true = set(placed)
        parts = self.split(x) if x else []
        for part in parts:  # each needs a solution before anything is known of the whole
            found = next(self.complete(part, placed.copy()), None)
            if found is None:
                return none
            true |= set(found)
        try:
            for part in parts:
                self._add_true(part, placed.copy(), true)
        except OutOfBudget as stop:
            stop.partial = self._masks(true)
            raise
        return self._masks(true)

    def _masks(self, candidates: set[int]) -> tuple[int, ...]:
        """Return candidates as a bit mask for each cell."""
        masks = [0] * self.layout.cells
        for candidate in candidates:
            cell, value = divmod(candidate, self.layout.values)
            masks[cell] |= 1 << value
        return tuple(masks)

    def _add_true(self, part: int, placed: list[int], seen: set[int]) -> None:
        """Add the candidates of a part with a solution that are in some solution."""
        values = self.layout.values
        open_ = [c * values + v for c, mask in self.layout.masks(part) for v in bits(mask)]
        state: int | None = part
        for candidate in open_:
            if not state:
                break
            if candidate in seen or not self.layout.allows(state, candidate):
                continue
            trial = placed.copy()
            after = self.place(state, candidate, trial)
            found = None if after is None else next(self.complete(after, trial), None)
            if found is None:
                state = self.settle(self.layout.without(state, [candidate]), placed)
            else:
                seen |= set(found)


def _next(search: Attempts) -> Generator[Stop, None, list[int] | None]:
    """Return the next solution of a search, None at its end; its stops are passed on."""
    for item in search:
        if isinstance(item, list):
            return item
        yield item
    return None
