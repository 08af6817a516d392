"""Kinds of cages without repeats whose clue is more than a sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, TypeAlias

from sudokulib.primitives import AllDifferent, Automaton, Linear, Primitive, Regular, When
from sudokulib.shapes.candidates import is_high, is_low
from sudokulib.shapes.fields import CellLine, CellSet
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.sets import too_many_to_differ
from sudokulib.shapes.unseen import Unseen

_NO_CELLS = "no cells are listed; list at least one"


@register_kind
@dataclass(frozen=True, slots=True)
class EqualityCage(Kind):
    """No repeats, as many odd as even values, and as many low as high ones.

    Low and high are the values below and above the middle one; the middle of an odd number of
    values is neither.

    Args:
        cells: the cage.
    """

    name: ClassVar[str] = "equality-cage"
    says: ClassVar[str] = (
        "A cage marked = contains as many odd as even digits, as many low as high ones, and "
        "none twice."
    )
    example: ClassVar[str] = "[{kind: equality-cage, cells: R1C1 R2C1}]"

    cells: CellSet

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the halves have equal sizes and nothing repeats."""
        here = [values[c] for c in self.cells]
        odd = [value for value in here if value % 2]
        low = [value for value in here if is_low(value, context.values)]
        high = [value for value in here if is_high(value, context.values)]
        return len(set(here)) == len(here) and 2 * len(odd) == len(here) and len(low) == len(high)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield an AllDifferent, and two differences of counts that are 0."""
        values, count = context.values, len(self.cells)
        odd = tuple(1 if value % 2 else -1 for value in values)
        low = tuple(is_low(value, values) - is_high(value, values) for value in values)
        yield AllDifferent(self.cells)
        yield Linear(self.cells, (odd,) * count, (0,))
        yield Linear(self.cells, (low,) * count, (0,))

    def problem(self, context: Context) -> str:
        """Report an odd number of cells, or too many cells."""
        if not self.cells:
            return _NO_CELLS
        if len(self.cells) % 2:
            return Impossible(
                f"as many odd as even values need an even number of cells, not {len(self.cells)}; "
                "add or drop a cell"
            )
        return too_many_to_differ(self.cells, context.domains)

    def marks(self) -> Iterable[Mark]:
        """Return its outline."""
        return [Mark("region", self.cells, "=")]


@register_kind
@dataclass(frozen=True, slots=True)
class Rellik(Kind):
    """No repeats, and no set of the cells sums to the given number.

    Args:
        cells: the cage.
        sum: the forbidden sum.
    """

    name: ClassVar[str] = "rellik"
    says: ClassVar[str] = (
        'Digits in a cage with "not" cannot repeat, and no set of them sums to the number '
        "indicated."
    )
    called: ClassVar[str] = "rellik cage"
    example: ClassVar[str] = "[{kind: rellik, cells: R1C1-R2C1 R1C2, sum: 6}]"

    cells: CellSet
    sum: int

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no subset has the sum."""
        del context
        here = [values[c] for c in self.cells]
        return len(set(here)) == len(here) and not any(
            sum(chosen) == self.sum
            for size in range(1, len(here) + 1)
            for chosen in combinations(here, size)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield an AllDifferent, and an automaton that remembers the values so far."""
        yield AllDifferent(self.cells)
        yield Regular(self.cells, _never_summing_to(self.sum, context.values, len(self.cells)))

    def problem(self, context: Context) -> str:
        """Report no cells, or too many."""
        return too_many_to_differ(self.cells, context.domains) if self.cells else _NO_CELLS

    def marks(self) -> Iterable[Mark]:
        """Return its outline, with the number."""
        return [Mark("region", self.cells, f"not {self.sum}")]


def _never_summing_to(total: int, values: Sequence[int], cells: int) -> Automaton:
    """Build the automaton of words without repeats; states are masks of the values read so far."""

    def step(used: int, index: int) -> list[int]:
        if used >> index & 1 or used.bit_count() == cells:
            return []
        return [] if total - values[index] in _subset_sums(used, values) else [used | 1 << index]

    return Automaton.of([0], step, lambda _: True, len(values))


def _subset_sums(mask: int, values: Sequence[int]) -> set[int]:
    """Return the sums of all subsets of some values, the empty one included."""
    sums = {0}
    for value in (v for i, v in enumerate(values) if mask >> i & 1):
        sums |= {known + value for known in sums}
    return sums


@register_kind
@dataclass(frozen=True, slots=True)
class Lunchbox(Kind):
    """No repeats, and the cells between the lowest and the highest value have the given sum.

    The two themselves do not count; if they are adjacent, the sum is 0.

    Args:
        cells: the line, in order.
        sum: of the cells strictly between.
    """

    name: ClassVar[str] = "lunchbox"
    says: ClassVar[str] = (
        "Digits in a lunchbox cannot repeat, and those between its lowest and its highest one "
        "sum to the number indicated."
    )
    example: ClassVar[str] = "[{kind: lunchbox, cells: R2C1 R2C2 R1C3 R1C4, sum: 5}]"
    example_on: ClassVar[str] = "6x6"

    cells: CellLine
    sum: int

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the cells in between have the sum."""
        del context
        here = [values[c] for c in self.cells]
        first, last = sorted((here.index(min(here)), here.index(max(here))))
        return len(set(here)) == len(here) and sum(here[first + 1 : last]) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield an AllDifferent, and a case for each pair of values that may be the extremes."""
        yield AllDifferent(tuple(sorted(self.cells)))
        extremes = list(combinations(sorted(context.values), 2))
        symbol = dict(zip(context.values, context.alphabet.symbols, strict=True))
        ranges = tuple(f"{symbol[low]} to {symbol[high]}" for low, high in extremes)
        selector = context.hidden(len(extremes), Unseen("the range of {shape}", ranges))
        for case, (low, high) in enumerate(extremes):
            automaton = _filled(low, high, self.sum, context.values, len(self.cells))
            yield When.of(selector, case, Regular(self.cells, automaton))

    def problem(self, context: Context) -> str:
        """Report too few or too many cells."""
        if len(self.cells) < 2 or len(set(self.cells)) < len(self.cells):
            return "the line needs at least two cells, each once; change its cells"
        return too_many_to_differ(self.cells, context.domains)

    def marks(self) -> Iterable[Mark]:
        """Return the line, with the sum."""
        return [
            Mark("path", self.cells, hue="orange"),
            Mark("text", self.cells[:1], str(self.sum)),
        ]


# Safe to cache, as it reads nothing else: integers. So below.
@lru_cache(maxsize=256)
def _sums_of_some(values: tuple[int, ...], most: int) -> frozenset[int]:
    """Return the sums of at most some number of different values."""
    sums = [{0}, *[set[int]() for _ in range(most)]]
    for value in values:
        for more, fewer in zip(sums[:0:-1], sums[-2::-1], strict=True):
            more.update([known + value for known in fewer])
    return frozenset().union(*sums)


_Filling: TypeAlias = tuple[int, int] | str | None
"""A state of reading a lunchbox."""


# Lines of one puzzle often have the same sum.
@lru_cache(maxsize=1024)
def _filled(low: int, high: int, total: int, values: tuple[int, ...], cells: int) -> Automaton:
    """Build the automaton of words with one `low`, one `high`, and `total` between them.

    States are None before the first extreme, (index of the extreme to come, sum so far), and
    "after". Sums from which no different values lead to `total` are not states: with values below
    0, sums could grow without end.
    """
    inner = sorted(value for value in values if low < value < high)
    places = max(0, cells - 2)
    if total not in _sums_of_some(tuple(inner), places):
        return Automaton(1, ((0,) * len(values),), 0)  # often; the sum is out of reach
    least = total - sum(value for value in inner[::-1][:places] if value > 0)
    most = total - sum(value for value in inner[:places] if value < 0)
    between = [((index,), value) for index, value in enumerate(values) if low < value < high]
    inside = [index for (index,), _ in between]
    first, last = values.index(low), values.index(high)

    def steps(state: _Filling) -> list[tuple[Iterable[int], _Filling]]:
        if state is None:
            return [(inside, None), ((first,), (last, 0)), ((last,), (first, 0))]
        if isinstance(state, str):
            return [(inside, state)]
        awaited, known = state
        found: list[tuple[Iterable[int], _Filling]] = [
            (read, (awaited, known + value))
            for read, value in between
            if least <= known + value <= most
        ]
        return [*found, ((awaited,), "after")] if known == total else found

    return Automaton.of_steps([None], steps, lambda state: state == "after", len(values))
