"""Cells that hold one digit or two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.basics.quoting import join_words
from sudokulib.primitives import Primitive
from sudokulib.shapes.fields import CellSet, CellSets
from sudokulib.shapes.kind import Context, Impossible, Kind, Values
from sudokulib.shapes.layer_cells import (
    below_all,
    cell_below,
    layer_mismatch,
    lines_below,
    where_in,
)
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import allowed_integers, tables, value_count
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Schrodinger(Kind):
    """Some cells hold two digits, so that every digit stands once in each row, column and region.

    The second digit of a cell, or a blank, stands in a layer. The first is the smaller one, so that
    each filling is counted once.

    Args:
        second: the layer of second digits.
        blank: the integer that stands for no second digit.
        values: a layer of values, the sum of both digits; absent: none.
        lines: the sets of cells, below the layer; absent: all rows, columns and regions.
    """

    name: ClassVar[str] = "schrodinger"
    says: ClassVar[str] = (
        "Some cells hold two digits, the larger one in the layer, where {blank} stands for "
        "none, so that every digit stands exactly once {where}.{value}"
    )
    called: ClassVar[str] = "Schrödinger cells"
    example: ClassVar[str] = "[{kind: schrodinger, second: second, blank: -1}]"
    example_on: ClassVar[str] = (
        '{symbols: {symbols: "-01234", values: [-1, 0, 1, 2, 3, 4]}, '
        'build: [{make: grid, size: 4x4, box: 2x2}], allowed: {"R1C1:R4C4": "01234"}, '
        'layers: {second: "-01234"}}'
    )

    second: CellSet
    blank: int
    values: CellSet = ()
    lines: CellSets = ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if it is about the rows, columns and regions that others make."""
        return not self.lines

    def _digits(self, context: Context) -> list[int]:
        """Return the digits that its cells may hold."""
        cells = [cell_below(c, context) for c in self.second]
        return sorted({v for c in cells for v in allowed_integers(c, context)})

    def _cells(self, context: Context) -> list[tuple[int, ...]]:
        """Return each cell with that for its second digit and, if there is one, its value."""
        value = {cell_below(c, context): (c,) for c in self.values}
        own = [(cell_below(c, context), c) for c in self.second]
        return [(cell, second, *value.get(cell, ())) for cell, second in own]

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether all digits stand in each set, in order, and values are sums."""
        digits = self._digits(context)
        for cell, second, *value in self._cells(context):
            one, other = values[cell], values[second]
            if other != self.blank and one >= other:
                return False
            if value and values[value[0]] != one + (0 if other == self.blank else other):
                return False
        lines = lines_below(self.second, self.lines, context)
        every = ([values[c] for c in (*below_all(line, context), *line)] for line in lines)
        return all(sorted(v for v in line if v != self.blank) == digits for line in every)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the order of both digits, the values, and a count for each digit and set."""
        digits, values = self._digits(context), context.values

        def fits(one: int, other: int, *value: int) -> bool:
            if other == self.blank:
                return value in ((), (one,))
            return one < other and value in ((), (one + other,))

        yield from tables(self._cells(context), values, fits, context.domains)
        for line in lines_below(self.second, self.lines, context):
            both = (*below_all(line, context), *line)
            yield value_count(line, values, {self.blank}, [2 * len(line) - len(digits)])
            for digit in digits:
                yield value_count(both, values, {digit}, [1])

    def problem(self, context: Context) -> str:
        """Report layers that do not fit, symbols that are no digits, and what cannot be filled."""
        if problem := layer_mismatch(self.second, self.values or self.second, context):
            return problem
        digits = self._digits(context)
        if self.blank in digits or self.blank not in context.values:
            return (
                f"blank: {self.blank} is a digit, or no symbol has this integer; give the layer a "
                "symbol that the cells below may not hold"
            )
        others = {v for c in self.second for v in allowed_integers(c, context)}
        if strange := sorted(others - {self.blank, *digits}):
            return (
                f"second digits may be {join_words(list(map(str, strange)), 'and')}, first ones "
                "may not; give both the same digits"
            )
        lines = lines_below(self.second, self.lines, context)
        if not lines or len(lines) < len(self.lines):
            return (
                "a set is not below the layer, or there is none; list sets of cells, such as "
                "lines: [R1, R2]"
            )
        for line in lines:
            if not len(line) <= len(digits) <= 2 * len(line):
                return Impossible(
                    f"{len(line)} cells with one or two digits each cannot hold {len(digits)} "
                    "digits once; change the symbols or the sets"
                )
        return infeasibility(self, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return what stands for no digit, where every digit stands, and what the value is."""
        del context
        value = " The value of a cell is the sum of its digits." if self.values else ""
        return {"blank": self.blank, "where": where_in(self.lines), "value": value}
