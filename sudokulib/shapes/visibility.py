"""Outside clues about the cells of a line that are visible over the others: skyscrapers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from sudokulib.primitives import Primitive, Regular
from sudokulib.primitives.regular import Automaton
from sudokulib.shapes.kind import Context
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Skyscraper(OutsideClue):
    """The clue counts the cells that are higher than all before them on the line.

    The first cell counts whatever its value, even 0 or lower, unless `ground` says otherwise.

    Args:
        cells: the line, from the clue on: R4C1>right.
        count: the clue.
        ground: cells of this value or a lower one are flat and never seen, such as 0 where a 0 is
            no building; absent: no cell is flat.
    """

    name: ClassVar[str] = "skyscraper"
    says: ClassVar[str] = (
        "{clue} show the number of visible skyscrapers. Taller skyscrapers hide shorter ones."
    )
    sign: ClassVar[str] = "▄█"
    example: ClassVar[str] = """
    - {kind: skyscraper, cells: R1C1>right, count: 3}
    - {kind: skyscraper, cells: R4C1>right, count: 2, ground: 1}
    """

    count: int
    ground: int | None = None

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether that many values are visible."""
        del context
        return len(_visible(self.seen(values), self.ground)) == self.count

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Regular whose states are the highest value and the number seen so far."""
        return [Regular(self.cells, _counting(context.values, self.count, self.ground))]


@register_kind
@dataclass(frozen=True, slots=True)
class SkyscraperSum(OutsideClue):
    """The values of the cells that are higher than all before them on the line sum to the clue.

    The first cell counts whatever its value, even 0 or lower, unless `ground` says otherwise.

    Args:
        cells: the line, from the clue on: R4C1>right.
        sum: the clue.
        ground: cells of this value or a lower one are flat and never seen; absent: no cell is flat.
    """

    name: ClassVar[str] = "skyscraper-sum"
    says: ClassVar[str] = (
        "{clue} show the sum of the visible skyscrapers. Taller skyscrapers hide shorter ones."
    )
    sign: ClassVar[str] = "Σ▄█"
    example: ClassVar[str] = "[{kind: skyscraper-sum, cells: R1C1>right, sum: 7}]"

    sum: int
    ground: int | None = None

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the visible values add up to the clue."""
        del context
        return sum(_visible(self.seen(values), self.ground)) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Regular whose states are the highest value and the sum seen so far."""
        return [Regular(self.cells, _adding(context.values, self.sum, self.ground))]


@register_kind
@dataclass(frozen=True, slots=True)
class HiddenSkyscraper(OutsideClue):
    """The clue is the first value on the line that an equal or higher one before it hides.

    The first cell is never hidden, whatever its value; a later 0 or negative value is a building
    like any other.

    Args:
        cells: the line, from the clue on: R4C1>right.
        value: the clue.
    """

    name: ClassVar[str] = "hidden-skyscraper"
    says: ClassVar[str] = (
        "{clue} show the first digit of their line that an equal or higher one before it hides."
    )
    sign: ClassVar[str] = "█▄"
    example: ClassVar[str] = "[{kind: hidden-skyscraper, cells: R1C1>right, value: 2}]"

    value: int

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the clue is the first hidden value."""
        del context
        line = self.seen(values)
        hidden = (value for value, seen in zip(line, _seen(line), strict=True) if not seen)
        return next(hidden, None) == self.value

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Regular; its states: the highest value so far, and whether one was hidden."""
        return [Regular(self.cells, _hiding(context.values, self.value))]


def _visible(line: Sequence[int], ground: int | None) -> list[int]:
    """Return the values that are higher than all before them, and above the ground if any."""
    built = [value for value in line if ground is None or value > ground]
    return [value for value, seen in zip(built, _seen(built), strict=True) if seen]


def _seen(line: Sequence[int]) -> list[bool]:
    """Return for each value whether it is higher than all before it."""
    return [all(before < value for before in line[:i]) for i, value in enumerate(line)]


_State = tuple[int | None, int]
"""The highest value so far (none at first), and a number."""


# Safe to cache, as it reads nothing else: integers. So below.
@lru_cache(maxsize=1024)
def _counting(values: tuple[int, ...], count: int, ground: int | None) -> Automaton:
    def step(state: _State, index: int) -> list[_State]:
        (highest, seen), value = state, values[index]
        if highest is None or value > highest:
            return [(value, seen + 1)] if seen < count else []
        return [state]

    start: _State = (ground, 0)
    return Automaton.of([start], step, lambda state: state[1] == count, len(values))


@lru_cache(maxsize=1024)
def _adding(values: tuple[int, ...], total: int, ground: int | None) -> Automaton:
    """Build the automaton; sums from which no higher values lead to the total are not states."""

    def step(state: _State, index: int) -> list[_State]:
        (highest, known), value = state, values[index]
        if highest is not None and value <= highest:
            return [state]
        higher = [other for other in values if other > value]
        least = sum(other for other in higher if other < 0)
        most = sum(other for other in higher if other > 0)
        left = total - known - value
        return [(value, known + value)] if least <= left <= most else []

    start: _State = (ground, 0)
    return Automaton.of([start], step, lambda state: state[1] == total, len(values))


@lru_cache(maxsize=1024)
def _hiding(values: tuple[int, ...], hidden: int) -> Automaton:
    def step(state: _State, index: int) -> list[_State]:
        (highest, found), value = state, values[index]
        if found:
            return [state]
        if highest is None or value > highest:
            return [(value, 0)]
        return [(None, 1)] if value == hidden else []

    start: _State = (None, 0)
    return Automaton.of([start], step, lambda state: state[1] == 1, len(values))
