"""Kinds whose shafts sum to the values at their ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import ClassVar

from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.shapes.fields import CellLine, CellLines
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.line_kind import (
    LineKind,
    equal_sum_differences,
    infeasibility,
    line_problem,
    undirected,
)
from sudokulib.shapes.lowering import allowed_integers, weighted_sum
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Arrow(Kind):
    """The values along each shaft sum to the number in the circle.

    Args:
        circle: one cell; with `pill` two or three, in reading order.
        lines: the shafts; cells of the circle at the beginning of a shaft do not count, so it may
            be written from the circle or from the first cell after it.
        pill: whether the two or three cells of the circle are read as one number in base ten,
            each value a digit, the last one counting once.
        repeats: whether a value may repeat on a shaft.
    """

    name: ClassVar[str] = "arrow"
    says: ClassVar[str] = "Digits along arrows sum to the digit in the attached circle."
    example: ClassVar[str] = (
        "[{kind: arrow, circle: R1C1, lines: [R1C1 R2C2 R3C3, R1C1 R1C2 R1C3]},"
        " {kind: arrow, pill: true, circle: R4C1 R4C2, lines: [R4C2-R4C4 R3C4 R2C4 R2C3]}]"
    )

    circle: CellLine
    lines: CellLines
    pill: bool = False
    repeats: bool = True

    @property
    def shafts(self) -> tuple[tuple[int, ...], ...]:
        """The lines without the cells of the circle at their beginning."""
        return tuple(tuple(dropwhile(self.circle.__contains__, line)) for line in self.lines)

    @property
    def meaning(self) -> Hashable:
        """The circle and the cells of each shaft, whose order does not matter."""
        shafts = frozenset(tuple(sorted(shaft)) for shaft in self.shafts)
        return (self.name, self.circle, shafts, self.repeats)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether every shaft has the sum in the circle."""
        del context
        number = 0
        for cell in self.circle:
            number = 10 * number + values[cell]
        for shaft in self.shafts:
            found = [values[cell] for cell in shaft]
            if sum(found) != number or not (self.repeats or len(set(found)) == len(found)):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Linear for each shaft: its cells minus the circle's sum to 0."""
        circle = [(c, -(10**power)) for power, c in enumerate(reversed(self.circle))]
        for shaft in self.shafts:
            terms = [*((cell, 1) for cell in shaft), *circle]
            yield weighted_sum(terms, context.values, (0,))
            if not self.repeats and len(shaft) > 1:
                yield AllDifferent(tuple(sorted(shaft)))

    def problem(self, context: Context) -> str:
        """Report a circle of several cells, a shaft of none, or sums that cannot meet."""
        return (
            self._bad_circle()
            or line_problem(self.lines, crossing=self.repeats)
            or self._bad_shaft(context)
            or infeasibility(self, context)
        )

    def _bad_circle(self) -> str:
        size = len(self.circle)
        if self.pill and (size not in {2, 3} or len(set(self.circle)) < size):
            return f"a pill has two or three different cells, not {size}; change circle:"
        if not self.pill and size != 1:
            return (
                f"a circle is one cell, not {size}; "
                "write pill: true if they are the digits of one number"
            )
        return ""

    def _bad_shaft(self, context: Context) -> str:
        most = sum(
            10**power * max(allowed_integers(c, context))
            for power, c in enumerate(reversed(self.circle))
        )
        for number, shaft in enumerate(self.shafts, 1):
            if not shaft:
                return f"line {number} does not leave the circle; add the cells of the shaft"
        for number, shaft in enumerate(self.shafts, 1):
            least = sum(min(allowed_integers(c, context)) for c in shaft)
            if least > most:
                return Impossible(
                    f"line {number} sums to at least {least}, but the circle holds at most {most}; "
                    "shorten the line, or write pill: true and a circle of two cells"
                )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return the circle, and an arrow from it along each shaft."""
        return [
            Mark("badge", self.circle, look="pill"),
            *(
                Mark("arrow", line if line[0] in self.circle else self.circle[-1:] + line)
                for line in self.lines
            ),
        ]


@register_kind
@dataclass(frozen=True, slots=True)
class DoubleArrow(LineKind):
    """The values between the two ends of each line have the same sum as the two ends.

    Args:
        lines: each from one circle to the other.
    """

    name: ClassVar[str] = "double-arrow"
    says: ClassVar[str] = (
        "The digits between the two circles of a double arrow have the same sum as those in "
        "the circles."
    )
    example: ClassVar[str] = "[{kind: double-arrow, lines: [R1C1 R2C2 R2C3 R3C4]}]"

    @property
    def meaning(self) -> Hashable:
        """The ends and the cells between them, whose order does not matter."""
        parts = (((line[0], line[-1]), line[1:-1]) for line in self.lines)
        return (self.name, frozenset((tuple(sorted(a)), tuple(sorted(b))) for a, b in parts))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the sums within and at the ends agree."""
        del context
        return all(
            sum(values[c] for c in line[1:-1]) == values[line[0]] + values[line[-1]]
            for line in self.lines
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Linear for each line."""
        for line in undirected(self.lines):
            yield from equal_sum_differences([line[1:-1], (line[0], line[-1])], context)

    def problem(self, context: Context) -> str:
        """Report a line without a shaft, or sums that cannot meet."""
        return line_problem(self.lines, least=3, crossing=True) or infeasibility(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return each line with a badge at both ends."""
        return [
            *(Mark("badge", (end,)) for line in self.lines for end in (line[0], line[-1])),
            *(Mark("path", line, look="thin") for line in self.lines),
        ]
