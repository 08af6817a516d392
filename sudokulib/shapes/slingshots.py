"""Kinds in which a cell gives the distance to a value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import ClassVar

from sudokulib.basics.cells import Line
from sudokulib.primitives import Primitive
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import (
    LineKind,
    Relation,
    infeasibility,
    line_problem,
    relation_table,
)
from sudokulib.shapes.lowering import allowed_integers, predicate_table
from sudokulib.shapes.marks import Hue, Mark
from sudokulib.shapes.registry import register_kind


# Cached so that the same number gives the same function, by which tables are cached.
@cache
def _shoots(distance: int) -> Relation:
    return lambda shot, far, hit: far != distance or shot == hit


@register_kind
@dataclass(frozen=True, slots=True)
class Slingshot(LineKind):
    """The second cell of a line says how many cells beyond it the value of the first recurs.

    With a 3 in the second cell, the first and the fifth are equal. A distance of 0, or one beyond
    the end of the line, is impossible.

    Args:
        lines: each from the cell whose value is shot; the next says how far, and the others are
            counted. A cell may occur on the line again.
    """

    name: ClassVar[str] = "slingshot"
    says: ClassVar[str] = (
        "The second digit along {line} says how many cells beyond it the first one stands again."
    )
    hue: ClassVar[Hue] = "teal"
    example: ClassVar[str] = "[{kind: slingshot, lines: [R1C1 R2C1 R2C2 R2C3 R2C4]}]"

    @property
    def meaning(self) -> Hashable:
        """The lines in any order."""
        return (self.name, frozenset(self.lines))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the cell at the distance on each line has the value of its first."""
        del context
        for shot, distance, *beyond in self.lines:
            far = values[distance]
            if not 1 <= far <= len(beyond) or values[beyond[far - 1]] != values[shot]:
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of the possible distances, and for each a Table of the two equal cells."""
        for shot, distance, *beyond in self.lines:
            yield predicate_table(distance, context.values, range(1, len(beyond) + 1).__contains__)
            for far, hit in enumerate(beyond, 1):
                yield relation_table((shot, distance, hit), context, _shoots(far))

    def problem(self, context: Context) -> str:
        """Report lines without a cell to hit, or without a distance that leads to one."""
        return (
            line_problem(self.lines, least=3, repeats=True)
            or _too_short(self.lines, 1, "second", context)
            or infeasibility(self, context)
        )

    def marks(self) -> Iterable[Mark]:
        """Return each line as an arrow from a disc on its first cell."""
        for line in self.lines:
            path = tuple(cell for cell, _ in groupby(line))
            yield Mark("badge", line[:1], look="disc", hue=self.hue)
            yield Mark("arrow", path, hue=self.hue)


@cache
def _finds(distance: int, wanted: int) -> Relation:
    return lambda far, found: far != distance or found == wanted


@register_kind
@dataclass(frozen=True, slots=True)
class SearchNine(LineKind):
    """The first cell of a line says how many cells further along the line the 9 stands.

    With a 3 in the first cell, the fourth holds the 9. A distance of 0, or one beyond the end of
    the line, is impossible.

    Args:
        lines: each from the cell with the arrow on, such as R4C2>right.
        value: the value to find; absent: the greatest value, on a usual grid 9.
    """

    name: ClassVar[str] = "search-nine"
    says: ClassVar[str] = (
        "The digit where an arrow begins says how many cells further along the arrow the "
        "{value} stands."
    )
    called: ClassVar[str] = "search arrow"
    hue: ClassVar[Hue] = "purple"
    example: ClassVar[str] = "[{kind: search-nine, lines: [R2C1>right, R4C4>up]}]"

    value: int | None = None

    @property
    def meaning(self) -> Hashable:
        """The lines in any order."""
        return (self.name, frozenset(self.lines), self.value)

    def _wanted(self, context: Context) -> int:
        return max(context.values) if self.value is None else self.value

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the cell to which each line's first cell points has the value."""
        return all(
            1 <= values[line[0]] < len(line)
            and values[line[values[line[0]]]] == self._wanted(context)
            for line in self.lines
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of the possible distances, and for each a Table of the cell found."""
        wanted = self._wanted(context)
        for first, *beyond in self.lines:
            yield predicate_table(first, context.values, range(1, len(beyond) + 1).__contains__)
            for far, found in enumerate(beyond, 1):
                yield relation_table((first, found), context, _finds(far, wanted))

    def problem(self, context: Context) -> str:
        """Report an unknown value, or lines without a distance that leads to a cell."""
        return (
            unknown_values((self._wanted(context),), context)
            or line_problem(self.lines, least=2)
            or _too_short(self.lines, 0, "first", context)
            or infeasibility(self, context)
        )

    def marks(self) -> Iterable[Mark]:
        """Return a square with an arrow to the next cell, and the value to find unless it is 9."""
        for line in self.lines:
            yield Mark("badge", line[:1], look="square", hue=self.hue)
            yield Mark("arrow", line[:2], hue=self.hue)
            if self.value is not None:
                yield Mark("text", line[:1], str(self.value))

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return its marks, with the symbol of the value to find."""
        for mark in self.marks():
            is_text = mark.form == "text" and self.value is not None
            yield replace(mark, text=context.symbols((self._wanted(context),))) if is_text else mark

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the value to find."""
        return {
            **LineKind.phrases(self, context),
            "value": context.symbols((self._wanted(context),)),
        }


def _too_short(lines: Iterable[Line], place: int, said: str, context: Context) -> str:
    """Return why the cell at a place of some line allows no distance on it, if so."""
    for number, line in enumerate(lines, 1):
        far = len(line) - place - 1
        if not any(1 <= value <= far for value in allowed_integers(line[place], context)):
            return Impossible(
                f"the {said} cell of line {number} allows no distance from 1 to {far}; "
                "make the line longer, or name another cell"
            )
    return ""
