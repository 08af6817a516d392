"""Strata: the properties of a position on which a strategy's success depends.

A mistake shows where a rule, a size or a set differs from those that its author had in mind. So
positions are drawn from all strata in turn: each primitive that rules are made of, each number of
symbols, restricted and overlapping houses, hidden variables, unusual values, and partly solved
boards. The drawn positions are counted by the same names, for `hypothesis.event` and for the report
of a check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from sudokulib.model import House, Model
from sudokulib.primitives import Primitive, When
from sudokulib.testing.position import Position

FAMILIES: dict[str, tuple[str, ...]] = {
    "AllDifferent": ("distinct", "anti", "house"),
    "Linear": ("cage", "sum", "equal-sum", "little-killer", "same-multiset", "frame", "magic"),
    "DistinctSum": ("cage", "arrow", "contains", "double-arrow", "exactly", "equality-cage", "sum"),
    "Table": (
        "difference",
        "less-than",
        "thermometer",
        "between",
        "pair",
        "palindrome",
        "pair-sum",
        "renban",
        "whisper",
        "clone",
        "ratio",
        "slow-thermometer",
        "nonconsecutive",
    ),
    "Regular": ("product", "sum-line", "regex", "sandwich", "automaton", "rellik", "skyscraper"),
    "When": ("any-of", "not", "lunchbox", "battlefield", "all-of", "x-sum"),
}
"""For each primitive some kinds whose rules mostly consist of it; the first are the simplest."""


def families_of(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return some kinds grouped by their primitives; sets and those of no family come last.

    Args:
        names: names of kinds.

    >>> families_of(["cage", "odd", "not"])
    (('cage',), ('cage',), ('not',), ('odd',))
    """
    known = [tuple(name for name in family if name in names) for family in FAMILIES.values()]
    rest = tuple(name for name in names if not any(name in family for family in known))
    return tuple(family for family in (*known[1:], (*known[0], *rest)) if family)


def strata_of(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the strata that a position is in, as pairs of an axis and a stratum."""
    board, model = position.board, position.board.model
    for name in sorted({name for p in _stated(model) for name in _names(p)}):
        yield "primitive", name
    yield "symbols", str(len(model.values))
    for what in _structure(model):
        yield "houses", what
    hidden = range(model.cells, len(board.masks))
    several = any(board.masks[variable].bit_count() > 1 for variable in hidden)
    yield "hidden variables", "open" if several else "known" if hidden else "none"
    yield "values", _values(model.values)
    unsolved = sum(board.masks[cell].bit_count() > 1 for cell in range(model.cells))
    yield "open cells", _share(unsolved, model.cells)
    yield "cells", "2-4" if model.cells < 5 else "5-8" if model.cells < 9 else "more"


def _stated(model: Model) -> list[Primitive]:
    """Return the primitives that the shapes state, without derived ones."""
    return [p for number, p in enumerate(model.primitives) if number not in model.derived]


def _names(primitive: Primitive) -> Iterator[str]:
    yield primitive.name
    if isinstance(primitive, When):
        yield from (f"When {name}" for name in _names(primitive.then))


def _structure(model: Model) -> Iterator[str]:
    """Yield the strata of the houses; there may be several."""
    houses, full = model.houses, (1 << len(model.values)) - 1
    if not houses:
        yield "none"
    if any(house.values != full for house in houses):
        yield "restricted"
    if any(house.values != full and len(house.variables) > 2 for house in houses):
        yield "restricted, 3 cells or more"
    if any(_shared(*pair) for pair in combinations(houses, 2)):
        yield "overlapping"
    if any(_shared(*pair) > 1 for pair in combinations(houses, 2)):
        yield "overlapping in 2 cells or more"
    known = {house.primitive for house in houses}
    if any(clique.primitive not in known for clique in model.cliques):
        yield "and a set that is none"


def _shared(one: House, other: House) -> int:
    return (one.cells & other.cells).bit_count()


def _values(values: Sequence[int]) -> str:
    if min(values) < 0:
        return "negative"
    if max(values) - min(values) >= len(values):
        return "sparse"
    return "1 to n" if min(values) == 1 else "consecutive, not from 1"


def _share(some: int, of: int) -> str:
    if some == of:
        return "all"
    return "none" if not some else "half or more" if 2 * some >= of else "fewer than half"


@dataclass
class Coverage:
    """The coverage of a check: how many boards of each stratum it tried, and how many with steps.

    Attributes:
        boards: boards that were tried.
        with_steps: those on which the strategy found a step.
        counts: the number of boards by axis and stratum.
        counts_with_steps: the same for boards on which it found a step.
    """

    boards: int = 0
    with_steps: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    counts_with_steps: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, position: Position, *, found: bool) -> None:
        """Count a board.

        Args:
            position: the position that was tried.
            found: whether the strategy found a step on it.
        """
        strata = list(strata_of(position))
        self.boards += 1
        self.counts.update(strata)
        if found:
            self.with_steps += 1
            self.counts_with_steps.update(strata)

    def share(self, axis: str, what: str) -> float:
        """Return the share of boards in a stratum, from 0 to 1."""
        return self.counts[axis, what] / self.boards if self.boards else 0.0

    def untouched(self, axes: Collection[str] = ("primitive", "houses")) -> list[tuple[str, str]]:
        """Return the strata of some axes in which the strategy never found a step."""
        return [key for key in self._keys() if key[0] in axes and not self.counts_with_steps[key]]

    def _keys(self) -> list[tuple[str, str]]:
        axes = {axis: number for number, (axis, _) in reversed([*enumerate(self.counts)])}
        return sorted(self.counts, key=lambda key: (axes[key[0]], key[1]))

    def __str__(self) -> str:
        width = max((len(f"{axis}: {what}") for axis, what in self.counts), default=0)
        lines = [f"{self.boards} boards, steps on {self.with_steps}"]
        for axis, what in self._keys():
            number, found = self.counts[axis, what], self.counts_with_steps[axis, what]
            share = round(100 * number / self.boards)
            lines.append(f"  {f'{axis}: {what}':{width}} {number:5} {share:3} %, steps on {found}")
        return "\n".join(lines)
