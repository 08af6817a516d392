"""Cells whose digits count in other cells of their region: vampires, and swapped cells."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar, TypeAlias

from sudokulib.basics.quoting import counted, join_words
from sudokulib.primitives import Linear, Primitive, Table
from sudokulib.shapes.fields import CellSets
from sudokulib.shapes.kind import Context, Impossible, Values
from sudokulib.shapes.layer_cells import layer_mismatch
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import allowed_integers, tables, value_count
from sudokulib.shapes.modifiers import ValuedKind
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

Triple: TypeAlias = tuple[int, int, int]
"""A cell with those for its modifier and its value, or what these three hold."""


@dataclass(frozen=True, slots=True)
class RegionPairKind(ValuedKind):
    """Base of the kinds by which digits of two cells of each region count elsewhere in it.

    Cells in no region count what they hold.

    Args:
        modifiers: the layer of modifiers, or some of its cells.
        values: the layer of values, for the same cells.
        regions: disjoint sets of cells with one such pair each; absent: all regions.
    """

    meanings: ClassVar[tuple[str, ...]]
    """What the symbols of the layer of modifiers stand for, in their order."""

    example_on: ClassVar[str] = (
        "{build: [{make: include, geometry: 4x4}], symbols: {first: 0, last: 8}, "
        'layers: {mod: "123", value: [0, 1, 2, 3, 4, 5, 6, 7, 8]}}'
    )

    regions: CellSets = ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the regions that others make."""
        return not self.regions

    def regions_of(self, context: Context) -> list[list[Triple]]:
        """Return the regions, each as its cells with those for their modifiers and values."""
        own = {cells[0]: cells for cells in self.cells_of(context)}
        regions: Iterable[Sequence[int]] = self.regions or dict.fromkeys(
            shape.cells for shape in context.shapes if "region" in shape.roles
        )
        return [[own[c] for c in region] for region in regions if own.keys() >= {*region}]

    def outside(self, context: Context) -> set[Triple]:
        """Return the same of the cells that are in no region."""
        return {*self.cells_of(context)}.difference(*self.regions_of(context))

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether each region has its pair, and every value is right."""

        def held(cells: Iterable[Triple]) -> list[Triple]:
            return [(values[cell], values[mod], values[v]) for cell, mod, v in cells]

        numbers = self.numbers(context)
        return all(
            self.region_holds(held(region), numbers) for region in self.regions_of(context)
        ) and all(
            modifier == numbers[0] and value == digit
            for digit, modifier, value in held(self.outside(context))
        )

    @abstractmethod
    def region_holds(self, held: Sequence[Triple], numbers: Sequence[int]) -> bool:
        """Return whether a region has its pair, and every value is right.

        Args:
            held: the digits of its cells, with their modifiers and values.
            numbers: the integers of the layer of modifiers, in the order of its symbols.
        """

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield what holds in each region, and that other cells count what they hold."""
        for region in self.regions_of(context):
            yield from self.lower_region(region, context)
        neither = self.numbers(context)[0]

        def same(digit: int, modifier: int, value: int) -> bool:
            return modifier == neither and value == digit

        yield from tables(sorted(self.outside(context)), context.values, same, context.domains)

    @abstractmethod
    def lower_region(self, region: Sequence[Triple], context: Context) -> Iterator[Primitive]:
        """Yield what holds in a region, given by its cells with those of the layers."""

    def problem(self, context: Context) -> str:
        """Report layers that do not fit together, no regions, and what no filling satisfies."""
        if problem := layer_mismatch(self.modifiers, self.values, context):
            return problem
        regions = self.regions_of(context)
        if not regions or len(regions) < len(self.regions):
            return (
                "a region is not below the layers, or there is none; list sets of cells, such as "
                "regions: [R1C1:R3C3]"
            )
        if len({c for region in regions for c, _, _ in region}) < sum(map(len, regions)):
            return "two regions overlap; list disjoint ones"
        if min(map(len, regions)) < 2:
            return Impossible("a region of one cell has no room for a pair; list larger ones")
        if len(numbers := self.numbers(context)) != len(self.meanings):
            return (
                f"the layer of modifiers has {counted(len(numbers), 'symbol')}, but it needs "
                f"{len(self.meanings)}: for {join_words([*self.meanings], 'and')}"
            )
        return infeasibility(self, context)


@register_kind
@dataclass(frozen=True, slots=True)
class SwappedCells(RegionPairKind):
    """Each region has two swapped cells, each of which has the digit of the other as its value.

    Cells with the first symbol of the layer of modifiers are not swapped: their value is their
    digit. The second is for swapped cells. Houses see digits, and rules on the layer of values what
    has been exchanged. Further rules say where swapped cells stand, such as a count in each row.

    Args:
        modifiers: the layer of modifiers, or some of its cells.
        values: the layer of values, for the same cells.
        regions: disjoint sets of cells with two swapped cells each; absent: all regions.
    """

    name: ClassVar[str] = "swapped-cells"
    says: ClassVar[str] = (
        "Each region has two swapped cells ({swapped}). The value of each of them is the digit of "
        "the other, that of other cells their own digit."
    )
    called: ClassVar[str] = "rule of swapped cells"
    example: ClassVar[str] = (
        "[{kind: swapped-cells, modifiers: mod, values: value, regions: [R1C1:R2C2, R3C3:R4C4]}]"
    )
    example_on: ClassVar[str] = (
        '{build: [{make: include, geometry: 4x4}], layers: {mod: "12", value: "1234"}}'
    )
    meanings: ClassVar[tuple[str, ...]] = ("cells that are not swapped", "those that are")

    def region_holds(self, held: Sequence[Triple], numbers: Sequence[int]) -> bool:
        """Return whether two cells are swapped, and every value is right."""
        apart, swapped = numbers
        pair = [(digit, value) for digit, modifier, value in held if modifier == swapped]
        return (
            len(pair) == 2
            and pair[0] == pair[1][::-1]
            and all(
                modifier == apart and value == digit
                for digit, modifier, value in held
                if modifier != swapped
            )
        )

    def lower_region(self, region: Sequence[Triple], context: Context) -> Iterator[Primitive]:
        """Yield how many cells are swapped, and tables with the sum of their two digits.

        The digit of the other swapped cell is what is left of this sum, if that is right: if values
        add up to as much as digits.
        """
        integers, numbers = context.values, self.numbers(context)
        for number, count in zip(numbers, (len(region) - 2, 2), strict=True):
            yield value_count([mod for _, mod, _ in region], integers, {number}, [count])
        digits = {d for cell, _, _ in region for d in allowed_integers(cell, context)}
        sums = sorted({one + other for one in digits for other in digits})
        words = Unseen(
            f"the sum of the swapped digits in the region of {{{region[0][0]}}}",
            tuple(map(str, sums)),
        )
        both = context.hidden(len(sums), words)
        for cells in region:
            domains = tuple([context.domains[c] for c in cells])
            yield Table((*cells, both), _exchanged(integers, numbers, domains, tuple(sums)))
        minus = tuple(-v for v in integers)
        yield Linear(
            tuple(c for cell, _, value in region for c in (cell, value)),
            (minus, integers) * len(region),
            (0,),
        )

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbol of swapped cells."""
        return {"swapped": context.symbols(self.numbers(context)[1:2])}


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _exchanged(
    values: tuple[int, ...],
    numbers: tuple[int, ...],
    domains: tuple[int, ...],
    sums: tuple[int, ...],
) -> frozenset[tuple[int, ...]]:
    """Return the indices of digit, modifier, value and two digits' sum that are allowed."""
    digits, mods, shown = (
        [(i, v) for i, v in enumerate(values) if domain >> i & 1] for domain in domains
    )
    return frozenset(
        (d, m, s, n)
        for (d, digit), (m, modifier), (s, value), (n, both) in product(
            digits, mods, shown, enumerate(sums)
        )
        if value == (both - digit if modifier == numbers[1] else digit)
    )


@register_kind
@dataclass(frozen=True, slots=True)
class Vampires(RegionPairKind):
    """Each region has a victim, whose value is 0, and a vampire, which has its digit in addition.

    Cells with the first symbol of the layer of modifiers are neither: their value is their digit.
    The second is for vampires, the third for victims. Further rules say where these stand, such as
    one in each row, with different digits.

    Args:
        modifiers: the layer of modifiers, or some of its cells.
        values: the layer of values, for the same cells.
        regions: the sets of cells with one vampire and one victim each; absent: all regions.
    """

    name: ClassVar[str] = "vampires"
    says: ClassVar[str] = (
        "Each region has one vampire ({vampire}) and one victim ({victim}). The value of a victim "
        "is 0, that of a vampire its own digit and its victim's together, of other cells their "
        "digit."
    )
    example: ClassVar[str] = (
        "[{kind: vampires, modifiers: mod, values: value, regions: [R1C1:R2C2, R3C3:R4C4]}]"
    )
    meanings: ClassVar[tuple[str, ...]] = ("neither", "vampires", "victims")

    def region_holds(self, held: Sequence[Triple], numbers: Sequence[int]) -> bool:
        """Return whether there is one of both, and every value is right."""
        neither, vampire, victim = numbers
        mods = Counter(modifier for _, modifier, _ in held)
        if mods != Counter({neither: len(held) - 2, vampire: 1, victim: 1}):
            return False
        drained = next(digit for digit, modifier, _ in held if modifier == victim)
        gains = {neither: 0, vampire: drained, victim: -drained}
        return all(value == digit + gains[modifier] for digit, modifier, value in held)

    def lower_region(self, region: Sequence[Triple], context: Context) -> Iterator[Primitive]:
        """Yield both counts, and tables with the digit of the victim."""
        integers, numbers = context.values, self.numbers(context)
        mods = [mod for _, mod, _ in region]
        for number, count in zip(numbers, (len(region) - 2, 1, 1), strict=True):
            yield value_count(mods, integers, {number}, [count])
        every = 0
        for cell, _, _ in self.cells_of(context):
            every |= context.domains[cell]
        shown = context.alphabet.symbols
        words = Unseen(f"the digit of the victim in the region of {{{region[0][0]}}}", shown)
        victim = context.hidden(len(integers), words)
        for cells in region:
            domains = tuple([context.domains[c] for c in cells])
            yield Table((*cells, victim), _drained(integers, numbers, domains, every))

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of vampires and victims."""
        _, vampire, victim = self.numbers(context)
        return {"vampire": context.symbols([vampire]), "victim": context.symbols([victim])}


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _drained(
    values: tuple[int, ...],
    numbers: tuple[int, ...],
    domains: tuple[int, ...],
    drainable: int,
) -> frozenset[tuple[int, ...]]:
    """Return the indices of digit, modifier, value and victim's digit that `Vampires` allows."""
    digits, mods, sums, victims = (
        [(i, v) for i, v in enumerate(values) if domain >> i & 1]
        for domain in (*domains, drainable)
    )

    def value_of(digit: int, modifier: int, drained: int) -> int | None:
        """Return the value of a cell; None if it cannot have the modifier."""
        if modifier == numbers[2]:
            return 0 if digit == drained else None
        return digit + drained if modifier == numbers[1] else digit

    return frozenset(
        (d, m, s, w)
        for (d, digit), (m, modifier), (s, value), (w, drained) in product(
            digits, mods, sums, victims
        )
        if value_of(digit, modifier, drained) == value
    )
