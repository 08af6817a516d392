"""A layer marks exactly one cell in each row, column and region."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import Linear, Primitive, Table
from sudokulib.shapes.fields import CellSet, CellSets
from sudokulib.shapes.kind import Context, Kind, Values
from sudokulib.shapes.layer_cells import VALUES_EXAMPLE, cell_below, lines_below, where_in
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import allowed_integers, value_count
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class OneInEach(Kind):
    """Each row, column and region has one cell with some value in a layer; all their digits differ.

    Args:
        layer: the layer, or some of its cells.
        value: the value.
        lines: the sets of cells, below the layer, with one such cell each; absent: all rows,
            columns and regions.
        different: whether all their digits differ.
    """

    name: ClassVar[str] = "one-in-each"
    says: ClassVar[str] = "Exactly one cell {where} has a {value} in the layer{different}."
    example: ClassVar[str] = "[{kind: one-in-each, layer: mod, value: 2}]"
    example_on: ClassVar[str] = VALUES_EXAMPLE

    layer: CellSet
    value: int = 2
    lines: CellSets = ()
    different: bool = True

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the rows, columns and regions that others make."""
        return not self.lines

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether each set has one cell with the value, and their digits differ."""
        marked = [c for c in self.layer if values[c] == self.value]
        digits = [values[cell_below(c, context)] for c in marked]
        return all(
            sum(values[c] == self.value for c in line) == 1
            for line in lines_below(self.layer, self.lines, context)
        ) and (not self.different or len({*digits}) == len(digits))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each set, and one for each digit below it."""
        lines = lines_below(self.layer, self.lines, context)
        for line in lines:
            yield value_count(line, context.values, {self.value}, [1])
        if self.different:
            yield from self._different(lines, context)

    def _different(self, lines: Iterable[tuple[int, ...]], context: Context) -> Iterator[Primitive]:
        """Yield for each cell what is below the value, and how often each digit is."""
        below = [cell_below(c, context) for c in self.layer]
        digits = sorted({v for c in below for v in allowed_integers(c, context)})
        marked = []
        for mark, cell in zip(self.layer, below, strict=True):
            words = Unseen(f"{{{cell}}}", self._words(mark, digits, context))
            marked.append(hidden := context.hidden(len(digits) + 1, words))
            yield Table((cell, mark, hidden), self._marked(cell, mark, digits, context))
        every = self._count(lines) == len(digits)
        for n in range(1, len(digits) + 1):
            weights = tuple([int(k == n) for k in range(len(digits) + 1)])
            totals = (1,) if every else (0, 1)
            yield Linear(tuple(marked), (weights,) * len(marked), totals)

    def _words(self, mark: int, digits: Sequence[int], context: Context) -> tuple[str, ...]:
        """Return the words for a cell without the value, and for each digit below the value."""
        mine = context.symbols([self.value])
        without, below = f"below no {mine}", f"below a {mine}"
        if (told := context.descriptions.get(mark)) is not None:
            place = context.values.index(self.value)
            said = told.values[place]
            rest = context.domains[mark] & ~(1 << place)
            one = rest and not rest & (rest - 1)
            without = told.values[rest.bit_length() - 1] if one else f"not {said}"
            below = f"and {said}"
        return (without, *[f"{context.symbols([d])} {below}" for d in digits])

    def _marked(
        self, cell: int, mark: int, digits: Sequence[int], context: Context
    ) -> frozenset[tuple[int, int, int]]:
        values = context.values
        return frozenset(
            (values.index(d), values.index(r), digits.index(d) + 1 if r == self.value else 0)
            for d in allowed_integers(cell, context)
            for r in allowed_integers(mark, context)
        )

    def _count(self, lines: Iterable[tuple[int, ...]]) -> int:
        """Return how many cells have the value, if disjoint sets tell; else -1."""
        left, count = set(self.layer), 0
        for line in sorted(lines, key=len):
            if left.issuperset(line):
                left.difference_update(line)
                count += 1
        return -1 if left else count

    def problem(self, context: Context) -> str:
        """Report no layer, no sets, and what no filling satisfies."""
        if not self.layer or not context.topology.places.keys() >= {*self.layer}:
            return "no layer; name one, such as layer: mod with layers: [mod]"
        lines = lines_below(self.layer, self.lines, context)
        if len(lines) < len(self.lines):
            return "a set has cells that are not below the layer; name cells of the grid"
        if not lines:
            return "no row, column or region is below the layer; list them, such as lines: [R1, R2]"
        return infeasibility(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return where, which value, and whether their digits differ."""
        return {
            "where": where_in(self.lines),
            "value": context.symbols([self.value]),
            "different": "; all these have different digits" if self.different else "",
        }
