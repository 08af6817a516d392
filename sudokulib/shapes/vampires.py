"""Cells whose digits count in other cells of their region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

from sudokulib.basics.quoting import counted
from sudokulib.primitives import Primitive, Table
from sudokulib.shapes.fields import CellSets
from sudokulib.shapes.kind import Context, Impossible, Values
from sudokulib.shapes.layer_cells import layer_mismatch
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import value_count
from sudokulib.shapes.modifiers import ValuedKind
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class Vampires(ValuedKind):
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
    example_on: ClassVar[str] = (
        "{build: [{make: include, geometry: 4x4}], symbols: {first: 0, last: 8}, "
        'layers: {mod: "123", value: [0, 1, 2, 3, 4, 5, 6, 7, 8]}}'
    )

    regions: CellSets = ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the regions that others make."""
        return not self.regions

    def _regions(self, context: Context) -> list[list[tuple[int, int, int]]]:
        """Return the regions, each as its cells with those for their modifiers and values."""
        own = {cells[0]: cells for cells in self.cells_of(context)}
        regions: Iterable[Sequence[int]] = self.regions or dict.fromkeys(
            shape.cells for shape in context.shapes if "region" in shape.roles
        )
        return [[own[c] for c in region] for region in regions if own.keys() >= {*region}]

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether each region has both, and every value is right."""
        neither, vampire, victim = self.numbers(context)
        for region in self._regions(context):
            mods = Counter(values[mod] for _, mod, _ in region)
            if mods != Counter({neither: len(region) - 2, vampire: 1, victim: 1}):
                return False
            drained = next(values[cell] for cell, mod, _ in region if values[mod] == victim)
            gains = {neither: 0, vampire: drained, victim: -drained}
            if any(values[v] != values[cell] + gains[values[mod]] for cell, mod, v in region):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield both counts for each region, and tables with the digit of its victim."""
        integers, numbers = context.values, self.numbers(context)
        every = 0
        for cell, _, _ in self.cells_of(context):
            every |= context.domains[cell]
        for region in self._regions(context):
            mods = [mod for _, mod, _ in region]
            for number, count in zip(numbers, (len(region) - 2, 1, 1), strict=True):
                yield value_count(mods, integers, {number}, [count])
            shown = context.alphabet.symbols
            words = Unseen(f"the digit of the victim in the region of {{{region[0][0]}}}", shown)
            victim = context.hidden(len(integers), words)
            for cells in region:
                domains = tuple([context.domains[c] for c in cells])
                yield Table((*cells, victim), _drained(integers, numbers, domains, every))

    def problem(self, context: Context) -> str:
        """Report layers that do not fit together, no regions, and what no filling satisfies."""
        if problem := layer_mismatch(self.modifiers, self.values, context):
            return problem
        regions = self._regions(context)
        if not regions or len(regions) < len(self.regions):
            return (
                "a region is not below the layers, or there is none; list sets of cells, such as "
                "regions: [R1C1:R3C3]"
            )
        if len({c for region in regions for c, _, _ in region}) < sum(map(len, regions)):
            return "two regions overlap; list disjoint ones"
        if min(map(len, regions)) < 2:
            return Impossible(
                "a region of one cell has no room for a vampire and a victim; list larger ones"
            )
        if len(numbers := self.numbers(context)) != 3:
            return (
                f"the layer of modifiers has {counted(len(numbers), 'symbol')}, but it needs "
                "three: for neither, vampire and victim"
            )
        return infeasibility(self, context)

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
