"""Removing givens and shapes from a puzzle while its solution stays unique.

As in `sudokulib.search.thinning`, each other solution found on the way settles later questions: of
the items that it breaks, one must stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.errors import Cancelled
from sudokulib.generating.switchable import SwitchableShapes
from sudokulib.search.thinning import stop_reason

_SEVERAL = 2
"""Other solutions that a proof looks for; each one found settles later questions.

More save few proofs and cost nodes: over the 20 first seeds of `examples/recipes/thermometers.yml`
1, 2, 4 and 8 solutions took 411, 407, 401 and 393 proofs, and 72,000, 78,000, 84,000 and 92,000
nodes; over 10 of `greater-than-killer.yml` 1, 2 and 4 took 364, 332 and 318 proofs (2026-11).
"""


@dataclass(frozen=True, slots=True)
class RemovableItem:
    """An item that is removed or kept as a whole: some givens, or one optional shape.

    Args:
        cells: the givens.
        shape: the number of the shape; -1 for givens.
        layer: the layer that the item belongs to; items of one layer are counted together.
    """

    cells: tuple[int, ...] = ()
    shape: int = -1
    layer: int = -1


@dataclass(frozen=True, slots=True)
class RemovalPlan:
    """The items that may be dropped, and the limits.

    Args:
        items: what may be removed, in order.
        least: for a layer, the least number of its items to keep.
        proof_nodes: nodes after which an item is kept although not known to be needed.
    """

    items: Sequence[RemovableItem]
    least: Mapping[int, int]
    proof_nodes: int


@dataclass(frozen=True, slots=True)
class MinimizedItems:
    """The items that are left.

    Args:
        items: those that stay.
        stopped: why some might still be removable; empty if each is known to be needed.
    """

    items: tuple[RemovableItem, ...]
    stopped: str = ""


def minimized(
    switchable: SwitchableShapes, given: Iterable[int], order: RemovalPlan, budget: Budget
) -> MinimizedItems:
    """Drop items in order, each if the solution is unique without it.

    The order alone determines what stays, unless a limit keeps something.

    Args:
        switchable: the puzzle, which has one solution with all items.
        given: cells that are always given.
        order: the items that may be removed.
        budget: what it may cost.
    """
    return _Minimization(switchable, frozenset(given), order, budget).run()


class _Minimization:
    """See `minimized`.

    Attributes:
        known: sets of items of which one must stay, by number.
    """

    def __init__(
        self,
        switchable: SwitchableShapes,
        given: frozenset[int],
        order: RemovalPlan,
        budget: Budget,
    ) -> None:
        self.switchable, self.given, self.budget = switchable, given, budget
        self.order, self.least, self.proof_nodes = order.items, order.least, order.proof_nodes
        self.known: list[frozenset[int]] = []
        self.shapes = {item.shape: n for n, item in enumerate(self.order) if item.shape >= 0}
        self.cells = {cell: n for n, item in enumerate(self.order) for cell in item.cells}

    def run(self) -> MinimizedItems:
        """Decide several items at once: twice as many after a success, half after a failure."""
        kept: list[int] = []
        stopped, at, step = "", 0, 1
        while at < len(self.order):
            until = min(len(self.order), at + step)
            staying = self._decided(kept, at, until)
            if len(staying) < until - at:
                found = self._tried([*kept, *staying, *range(until, len(self.order))])
                if isinstance(found, str):
                    if found != "proof_nodes":
                        stopped = found
                        break
                    if step == 1:
                        stopped = found
                        kept.append(at)
                        at += 1
                    step = 1
                    continue
                if found:
                    step = max(1, step // 2)
                    continue
                step *= 2
            kept += staying
            at = until
        left = [*kept, *range(at, len(self.order))]
        return MinimizedItems(tuple(self.order[n] for n in left), stopped)

    def _decided(self, kept: Sequence[int], start: int, end: int) -> list[int]:
        """Return those of the next items that must stay, given that all after them do."""
        here = set(kept) | set(range(start, len(self.order)))
        staying: list[int] = []
        for number in range(start, end):
            here.discard(number)
            if self._wanted(number, here) or any(here.isdisjoint(one) for one in self.known):
                here.add(number)
                staying.append(number)
        return staying

    def _wanted(self, number: int, others: Iterable[int]) -> bool:
        layer = self.order[number].layer
        least = self.least.get(layer, 0)
        return least > 0 and sum(self.order[n].layer == layer for n in others) < least

    def _tried(self, here: Iterable[int]) -> bool | str:
        """Return whether these items allow other solutions, or why that is unknown; record them."""
        given, there = set(self.given), set()
        for number in here:
            given.update(self.order[number].cells)
            there.add(self.order[number].shape)
        out = self.shapes.keys() - there
        try:
            found = self.switchable.others(given, out, _SEVERAL, self.proof_nodes, self.budget)
        except (OutOfBudget, Cancelled) as stop:
            return stop_reason(stop)
        if found is None:
            return "proof_nodes"
        for other in found:
            cells, shapes = self.switchable.broken(other)
            numbers = {self.cells[c] for c in cells if c in self.cells}
            numbers |= {self.shapes[s] for s in shapes if s in self.shapes}
            self.known.append(frozenset(numbers))
        return bool(found)
