"""Outside clues that count or calculate: sums, products, sandwiches, values near the edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import ClassVar

from sudokulib.primitives import Primitive, Regular
from sudokulib.primitives.regular import Automaton
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.lowering import value_count, weighted_sum
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.sums import meaning_of_sum
from sudokulib.shapes.totals import reachable


@register_kind
@dataclass(frozen=True, slots=True)
class LittleKiller(OutsideClue):
    """The values along the line add up to the clue; they may repeat unless a shape forbids it.

    Args:
        cells: the line, usually a diagonal: R1C3>down-right.
        sum: the clue.
    """

    name: ClassVar[str] = "little-killer"
    says: ClassVar[str] = "{clue} show the sum of the digits along the indicated diagonal."
    example: ClassVar[str] = "[{kind: little-killer, cells: R1C2>down-right, sum: 6}]"
    repeats: ClassVar[bool] = True

    sum: int

    @property
    def meaning(self) -> Hashable:
        """The meaning of the sum that it is."""
        return meaning_of_sum(self.cells, self.sum)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the values add up."""
        del context
        return sum(self.seen(values)) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Linear."""
        return [weighted_sum(((c, 1) for c in self.cells), context.values, [self.sum])]

    def _unmet(self, context: Context) -> str:
        return _out_of_reach(self.cells, self.sum, context)


@register_kind
@dataclass(frozen=True, slots=True)
class Frame(OutsideClue):
    """The first cells of the line add up to the clue.

    Args:
        cells: the line, from the clue on: R4C1>right.
        sum: the clue.
        first: how many cells count.
    """

    name: ClassVar[str] = "frame"
    says: ClassVar[str] = "{clue} show the sum of the first {first} digits of their line."
    sign: ClassVar[str] = "+"
    called: ClassVar[str] = "frame clue"
    example: ClassVar[str] = "[{kind: frame, cells: R2C1>right, sum: 5, first: 2}]"
    repeats: ClassVar[bool] = True

    sum: int
    first: int = 3

    @property
    def meaning(self) -> Hashable:
        """The meaning of the sum that it is."""
        return meaning_of_sum(self.cells[: self.first], self.sum)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the first values add up."""
        del context
        return sum(self.seen(values)[: self.first]) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Linear."""
        terms = ((c, 1) for c in self.cells[: self.first])
        return [weighted_sum(terms, context.values, [self.sum])]

    def _unmet(self, context: Context) -> str:
        short = self._short(self.first)
        return short or _out_of_reach(self.cells[: self.first], self.sum, context)


def _out_of_reach(cells: Sequence[int], total: int, context: Context) -> str:
    """Return why some cells cannot add up to a total, or an empty string."""
    totals = reachable(((c, 1) for c in cells), context)
    if total in totals:
        return ""
    return Impossible(
        f"{len(cells)} cells add up to at least {totals.least} and at most {totals.greatest}, "
        f"not to {total}; change the sum or the cells"
    )


@register_kind
@dataclass(frozen=True, slots=True)
class Product(OutsideClue):
    """The product of the values along the line, or of its first cells, is the clue.

    Args:
        cells: the line, from the clue on.
        product: the clue.
        first: how many cells count; absent: the whole line.
    """

    name: ClassVar[str] = "product"
    says: ClassVar[str] = "{clue} show the product of the {first}digits of their line."
    sign: ClassVar[str] = "×"
    called: ClassVar[str] = "product clue"
    example: ClassVar[str] = "[{kind: product, cells: C2, product: 6, first: 2}]"

    product: int
    first: int | None = None

    @property
    def counting(self) -> tuple[int, ...]:
        """The cells that count."""
        return self.cells if self.first is None else self.cells[: self.first]

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the values multiply to the clue."""
        del context
        return prod(values[c] for c in self.counting) == self.product

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Regular whose states are the products so far."""
        return [Regular(self.counting, _multiplying(context.values, self.product))]

    def _unmet(self, context: Context) -> str:
        short = "" if self.first is None else self._short(self.first)
        return short or OutsideClue._unmet(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return how many cells are multiplied."""
        first = "" if self.first is None else f"first {self.first} "
        return {**OutsideClue.phrases(self, context), "first": first}


# The key is all it reads: integers.
@lru_cache(maxsize=1024)
def _multiplying(values: tuple[int, ...], product: int) -> Automaton:
    def step(state: int, index: int) -> list[int]:
        after = state * values[index]
        if product == 0:
            return [int(after != 0)]
        return [after] if after and product % after == 0 else []

    return Automaton.of([1], step, lambda state: state == product, len(values))


@register_kind
@dataclass(frozen=True, slots=True)
class Outside(OutsideClue):
    """The clues stand among the first cells of the line.

    Args:
        cells: the line, from the clue on: R4C1>right.
        values: the clues; one listed twice stands there at least twice.
        first: how many cells count.
    """

    name: ClassVar[str] = "outside"
    says: ClassVar[str] = (
        "{clue} show digits that stand among the first {first} cells of their line."
    )
    sign: ClassVar[str] = "in"
    called: ClassVar[str] = "outside clue"
    example: ClassVar[str] = "[{kind: outside, cells: R1C1>down, values: [2, 3], first: 2}]"

    values: tuple[int, ...]
    first: int = 3

    @property
    def meaning(self) -> Hashable:
        """The meaning, regardless of the order of the clues."""
        return (self.name, self.cells[: self.first], tuple(sorted(self.values)), self.first)

    def clue(self) -> str:
        """Return the values."""
        return " ".join(map(str, self.values))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether every clue occurs as often as it is listed."""
        del context
        return Counter(self.values) <= Counter(self.seen(values)[: self.first])

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a count for each clue."""
        near = self.cells[: self.first]
        return [
            value_count(near, context.values, [value], range(times, len(near) + 1))
            for value, times in Counter(self.values).items()
        ]

    def _unmet(self, context: Context) -> str:
        if not self.values:
            return "no clues; list at least one of values"
        if short := self._short(self.first):
            return short
        if len(self.values) > self.first:
            return Impossible(
                f"{len(self.values)} clues do not fit into {self.first} cells; list fewer"
            )
        return OutsideClue._unmet(self, context)


@register_kind
@dataclass(frozen=True, slots=True)
class Sandwich(OutsideClue):
    """The values between the two crusts, each of which occurs on the line once, add up to the clue.

    Args:
        cells: the line.
        sum: the clue.
        crusts: the two enclosing values; absent: the lowest and the highest of all symbols.
    """

    name: ClassVar[str] = "sandwich"
    says: ClassVar[str] = "{clue} show the sum of the digits between the {low} and the {high}."
    sign: ClassVar[str] = "[ ]"
    example: ClassVar[str] = "[{kind: sandwich, cells: R1, sum: 5}]"

    sum: int
    crusts: tuple[int, int] | None = None

    @property
    def meaning(self) -> Hashable:
        """The meaning: crusts are interchangeable, and the line may be read from either end."""
        crusts = tuple(sorted(self.crusts)) if self.crusts else None
        return (self.name, min(self.cells, self.cells[::-1]), self.sum, crusts)

    def _crusts(self, context: Context) -> tuple[int, int]:
        return self.crusts or (min(context.values), max(context.values))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether both crusts occur once and the values between them add up to the clue."""
        line, crusts = self.seen(values), self._crusts(context)
        if [line.count(crust) for crust in crusts] != [1, 1]:
            return False
        start, end = sorted(map(line.index, crusts))
        return sum(line[start + 1 : end]) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one Regular whose states are the sums so far."""
        automaton = _filling(context.values, self._crusts(context), self.sum, len(self.cells))
        return [Regular(self.cells, automaton)]

    def _unmet(self, context: Context) -> str:
        crusts = self._crusts(context)
        if crusts[0] == crusts[1]:
            return f"both crusts are {crusts[0]}; choose two different values"
        for crust in crusts:
            if crust not in context.values:
                known = ", ".join(map(str, context.values))
                return f"no symbol has the value {crust} of a crust; the values are {known}"
        return OutsideClue._unmet(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the crusts."""
        low, high = map(context.symbols, zip(sorted(self._crusts(context))))
        return {**OutsideClue.phrases(self, context), "low": low, "high": high}


@register_kind
@dataclass(frozen=True, slots=True)
class Doppelblock(OutsideClue):
    """The line has two blanks and no other value twice; the values in between add up to the clue.

    A blank is a separate symbol. If the line has two cells more than there are other values, each
    of these occurs once, as in the pencil puzzle of that name.

    Args:
        cells: the line.
        sum: the clue; absent: any.
        blank: the value of a blank, usually 0.
        distinct: whether no other value repeats on the line.
    """

    name: ClassVar[str] = "doppelblock"
    says: ClassVar[str] = (
        "{clue} show the sum of the digits between the two {blank}s of their line."
    )
    sign: ClassVar[str] = "■■"
    example: ClassVar[str] = "[{kind: doppelblock, cells: R1C1>down-right, sum: 5, blank: 1}]"

    sum: int | None = None
    blank: int = 0
    distinct: bool = True

    @property
    def meaning(self) -> Hashable:
        """The meaning: the line may be read from either end."""
        line = min(self.cells, self.cells[::-1])
        return (self.name, line, self.sum, self.blank, self.distinct)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether two blanks enclose the sum, and nothing else repeats."""
        del context
        line = self.seen(values)
        blanks = [place for place, value in enumerate(line) if value == self.blank]
        others = [value for value in line if value != self.blank]
        if len(blanks) != 2 or (self.distinct and len(set(others)) < len(others)):
            return False
        return self.sum is None or sum(line[blanks[0] + 1 : blanks[1]]) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield counts, and a Regular whose states are the sums so far."""
        if self.sum is None:
            yield value_count(self.cells, context.values, [self.blank], [2])
        else:
            ends = (self.blank, self.blank)
            yield Regular(self.cells, _filling(context.values, ends, self.sum, len(self.cells)))
        for value in context.values if self.distinct else ():
            if value != self.blank:
                yield value_count(self.cells, context.values, [value], [0, 1])

    def _unmet(self, context: Context) -> str:
        if self.blank not in context.values:
            known = ", ".join(map(str, context.values))
            return f"no symbol has the value {self.blank} of a blank; the values are {known}"
        return OutsideClue._unmet(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return the clue, if there is one."""
        return () if self.sum is None else OutsideClue.marks(self)

    def sentence(self, context: Context) -> str:
        """Return the sentence for clues, or for lines without one."""
        if self.sum is not None:
            return Kind.sentence(self, context)
        blank = context.symbols([self.blank])
        others = ", and no other digit twice" if self.distinct else ""
        return f"Lines contain {blank} twice{others}."


# The key is all it reads: integers.
@lru_cache(maxsize=1024)
def _filling(
    values: tuple[int, ...], crusts: tuple[int, int], total: int, length: int
) -> Automaton:
    """Build the automaton: before, after both crusts, or the index of the other one and the sum."""
    low = total - length * max(0, *values)
    high = total - length * min(0, *values)

    inner = [((index,), value) for index, value in enumerate(values) if value not in crusts]
    inside = [index for (index,), _ in inner]
    one, other = map(values.index, crusts)

    def steps(state: tuple[int, ...]) -> list[tuple[Iterable[int], tuple[int, ...]]]:
        if state == (0,):
            return [(inside, state), ((one,), (other, 0)), ((other,), (one, 0))]
        if state == (1,):
            return [(inside, state)]
        wanted, known = state
        found: list[tuple[Iterable[int], tuple[int, ...]]] = [
            (read, (wanted, known + value)) for read, value in inner if low <= known + value <= high
        ]
        return [*found, ((wanted,), (1,))] if known == total else found

    start: tuple[int, ...] = (0,)
    return Automaton.of_steps([start], steps, lambda state: state == (1,), len(values))
