"""Kinds whose lines rise from a bulb."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import le, lt
from typing import ClassVar

from sudokulib.primitives import Primitive
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import (
    LineKind,
    infeasibility,
    line_problem,
    relation_table,
    successive_cells,
)
from sudokulib.shapes.lowering import allowed_integers
from sudokulib.shapes.marks import Hue, Mark, MarkStyle
from sudokulib.shapes.registry import register_kind


@dataclass(frozen=True, slots=True)
class _Rising(LineKind):
    """A line that rises from its first cell."""

    relation: ClassVar[Callable[[int, int], bool]]

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each cell is in the relation to the next."""
        del context
        rises = type(self).relation
        return all(rises(values[a], values[b]) for line in self.lines for a, b in pairwise(line))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each step."""
        pairs = dict.fromkeys(pair for line in self.lines for pair in successive_cells(line))
        return [relation_table(pair, context, type(self).relation) for pair in pairs]

    @property
    def meaning(self) -> Hashable:
        """The pairs of a lower and a higher cell, however they are divided into lines."""
        return (
            self.name,
            frozenset(pair for line in self.lines for pair in successive_cells(line)),
        )

    def marks(self) -> Iterable[Mark]:
        """Return each line, and a badge on each bulb."""
        bulbs = dict.fromkeys(line[0] for line in self.lines)
        return [
            *(Mark("badge", (bulb,), look="disc", hue=self.hue) for bulb in bulbs),
            *LineKind.marks(self),
        ]


@register_kind
@dataclass(frozen=True, slots=True)
class Thermometer(_Rising):
    """Along each line the values strictly increase, beginning at the bulb.

    Args:
        lines: each from its bulb on; branches are further lines that begin at the bulb, or at any
            cell of another line.
    """

    name: ClassVar[str] = "thermometer"
    says: ClassVar[str] = "Digits along thermometers increase from the bulb."
    example: ClassVar[str] = "[{kind: thermometer, lines: [R1C1-R1C3, R1C1 R2C2 R3C2]}]"
    relation = lt

    def problem(self, context: Context) -> str:
        """Report more cells than symbols, which cannot increase."""
        return (
            line_problem(self.lines, least=2)
            or _too_long(self.lines, context)
            or infeasibility(self, context)
        )


@register_kind
@dataclass(frozen=True, slots=True)
class SlowThermometer(_Rising):
    """Along each line the values never decrease, beginning at the bulb.

    Args:
        lines: each from its bulb on; branches are further lines that begin at the bulb, or at any
            cell of another line.
    """

    name: ClassVar[str] = "slow-thermometer"
    says: ClassVar[str] = "Digits along {line} never decrease from the bulb."
    hue: ClassVar[Hue] = "teal"
    look: ClassVar[MarkStyle] = "dashed"
    example: ClassVar[str] = "[{kind: slow-thermometer, lines: [R1C2 R2C3 R3C1 R4C2]}]"
    relation = le

    def problem(self, context: Context) -> str:
        """Report lines that run in a circle, or through cells with too few symbols."""
        return line_problem(self.lines, least=2) or infeasibility(self, context)


def _too_long(lines: Iterable[tuple[int, ...]], context: Context) -> str:
    for number, line in enumerate(lines, 1):
        symbols = len({value for cell in line for value in allowed_integers(cell, context)})
        if symbols < len(line):
            return Impossible(
                f"line {number} of {len(line)} cells cannot increase from cell to cell with "
                f"{symbols} symbols; shorten it to {symbols} cells"
            )
    return ""
