"""Kinds in which a cell says how far away a value stands again."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import ClassVar

from sudokulib.primitives import Primitive
from sudokulib.shapes.kind import Context, Hue, Impossible, Mark, register_kind
from sudokulib.shapes.line_kind import (
    LineKind,
    Relation,
    infeasibility,
    line_problem,
    relation_table,
)
from sudokulib.shapes.lowering import allowed

__all__ = ["Slingshot"]


# Cached so that the same number gives the same function, by which tables are cached.
@cache
def _shoots(distance: int) -> Relation:
    return lambda shot, far, hit: far != distance or shot == hit


@register_kind
@dataclass(frozen=True, slots=True)
class Slingshot(LineKind):
    """The value of a line's first cell stands again as many cells beyond its second as that says.

    With a 3 in the second cell, the first and the fifth are equal. A distance of 0, or one beyond
    the end of the line, is impossible.

    Args:
        lines: each from the cell whose value is shot; the next says how far, and the others are
            counted. A cell may stand on the line again.
    """

    name: ClassVar[str] = "slingshot"
    hue: ClassVar[Hue] = "teal"
    example: ClassVar[str] = "[{kind: slingshot, lines: [R1C1 R2C1 R2C2 R2C3 R2C4]}]"

    @property
    def meaning(self) -> Hashable:
        """The lines in any order."""
        return (self.name, frozenset(self.lines))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the cell that each line's distance leads to has the value of its first."""
        del context
        for shot, distance, *beyond in self.lines:
            far = values[distance]
            if not 1 <= far <= len(beyond) or values[beyond[far - 1]] != values[shot]:
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the distances there are, and for each of them a Table of what is equal then."""
        for shot, distance, *beyond in self.lines:
            yield allowed(distance, context.values, range(1, len(beyond) + 1).__contains__)
            for far, hit in enumerate(beyond, 1):
                yield relation_table((shot, distance, hit), context, _shoots(far))

    def problem(self, context: Context) -> str:
        """Report lines without a cell to hit, or without a distance that leads to one."""
        if problem := line_problem(self.lines, least=3, repeats=True):
            return problem
        for number, (_, distance, *beyond) in enumerate(self.lines, 1):
            if not any(
                context.domains[distance] >> i & 1 and 1 <= value <= len(beyond)
                for i, value in enumerate(context.values)
            ):
                return Impossible(
                    f"the second cell of line {number} allows no distance from 1 to {len(beyond)}; "
                    "make the line longer, or name another cell"
                )
        return infeasibility(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return each line as an arrow from a disc on its first cell."""
        for line in self.lines:
            path = tuple(cell for cell, _ in groupby(line))
            yield Mark("badge", line[:1], look="disc", hue=self.hue)
            yield Mark("arrow", path, hue=self.hue)
