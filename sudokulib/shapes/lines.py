"""Kinds that relate the cells of a line to one another."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise
from operator import eq
from typing import ClassVar

from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import (
    LineKind,
    Relation,
    infeasibility,
    line_problem,
    relation_table,
    successive_cells,
    undirected,
)
from sudokulib.shapes.lowering import allowed_integers
from sudokulib.shapes.marks import Hue, Mark, MarkStyle
from sudokulib.shapes.registry import register_kind


# Cached so that the same number gives the same function, by which tables are cached. So below.
@cache
def _at_least(d: int) -> Relation:
    return lambda a, b: abs(a - b) >= d


@cache
def _less_than(d: int) -> Relation:
    return lambda a, b: abs(a - b) < d


@register_kind
@dataclass(frozen=True, slots=True)
class Palindrome(LineKind):
    """Each line reads the same from both ends.

    Args:
        lines: each from end to end.
    """

    name: ClassVar[str] = "palindrome"
    says: ClassVar[str] = "{line} is a palindrome."
    example: ClassVar[str] = "[{kind: palindrome, lines: [R1C1 R2C2 R2C3 R3C3 R4C2]}]"

    @property
    def meaning(self) -> Hashable:
        """The lines, from whichever end."""
        return (self.name, undirected(self.lines))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the reversed line is the same."""
        del context
        read = [[values[c] for c in line] for line in self.lines]
        return all(line == line[::-1] for line in read)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of equal values for each pair of mirrored cells."""
        for line in undirected(self.lines):
            for a, b in zip(line[: len(line) // 2], reversed(line), strict=False):
                if a != b:
                    yield relation_table((a, b), context, eq)

    def problem(self, context: Context) -> str:
        """Report mirrored cells without a symbol in common."""
        return line_problem(self.lines, least=2, crossing=True) or infeasibility(self, context)


@register_kind
@dataclass(frozen=True, slots=True)
class Renban(LineKind):
    """Each line holds consecutive values, each once, in any order.

    Args:
        lines: each a set of its own.
    """

    name: ClassVar[str] = "renban"
    says: ClassVar[str] = "{line} contains a set of consecutive digits, in any order."
    hue: ClassVar[Hue] = "purple"
    look: ClassVar[MarkStyle] = "threaded"
    called: ClassVar[str] = "renban line"
    example: ClassVar[str] = "[{kind: renban, lines: [R1C2 R2C3 R3C3]}]"

    @property
    def meaning(self) -> Hashable:
        """The cells of each line, whose order does not matter."""
        return (self.name, frozenset(tuple(sorted(line)) for line in self.lines))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the sorted values count up by one."""
        del context
        read = (sorted(values[c] for c in line) for line in self.lines)
        return all(b == a + 1 for line in read for a, b in pairwise(line))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield an AllDifferent, and a Table for each pair of cells: closer than the length."""
        for line in self.lines:
            if len(line) > 1:
                yield AllDifferent(tuple(sorted(line)))
            for pair in combinations(sorted(line), 2):
                yield relation_table(pair, context, _less_than(len(line)))

    def problem(self, context: Context) -> str:
        """Report more cells than there are consecutive values."""
        return line_problem(self.lines) or self._too_long(context) or infeasibility(self, context)

    def _too_long(self, context: Context) -> str:
        longest = run = 0
        values = set(context.values)
        for value in sorted(values):
            run = run + 1 if value - 1 in values else 1
            longest = max(longest, run)
        for number, line in enumerate(self.lines, 1):
            if len(line) > longest:
                return Impossible(
                    f"line {number} has {len(line)} cells, but at most {longest} values are "
                    f"consecutive; shorten it to {longest} cells"
                )
        return ""


@register_kind
@dataclass(frozen=True, slots=True)
class Whisper(LineKind):
    """Neighbours on each line differ by at least `d`.

    Args:
        lines: the lines.
        d: the least difference; absent: half the number of symbols, rounded up (5 of 9).
        closed: whether the last cell of each line is next to its first.
    """

    name: ClassVar[str] = "whisper"
    says: ClassVar[str] = "Adjacent digits along {line} differ by at least {d}."
    hue: ClassVar[Hue] = "green"
    look: ClassVar[MarkStyle] = "dashed"
    called: ClassVar[str] = "whisper line"
    example: ClassVar[str] = "[{kind: whisper, lines: [R1C2 R2C3 R3C4]}]"

    d: int | None = None
    closed: bool = False

    @property
    def meaning(self) -> Hashable:
        """The pairs of neighbours, however they are divided into lines."""
        pairs = (pair for line in self.lines for pair in successive_cells(line, self.closed))
        return (self.name, self.d, frozenset(tuple(sorted(pair)) for pair in pairs))

    def least(self, context: Context) -> int:
        """Return the least difference."""
        return (len(context.values) + 1) // 2 if self.d is None else self.d

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether all neighbours are far enough apart."""
        least = self.least(context)
        for line in self.lines:
            read = [values[c] for c in line]
            if self.closed:
                read.append(read[0])
            if any(abs(a - b) < least for a, b in pairwise(read)):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each step."""
        pairs = (
            (min(pair), max(pair))
            for line in self.lines
            for pair in successive_cells(line, self.closed)
        )
        relation = _at_least(self.least(context))
        return [relation_table(pair, context, relation) for pair in dict.fromkeys(pairs)]

    def problem(self, context: Context) -> str:
        """Report a difference that no two symbols have."""
        span = max(context.values) - min(context.values)
        least = self.least(context)
        apart = f"no line has neighbours that differ by {least}; write d: from 1 to {span}"
        if least < 1:
            return apart
        if problem := line_problem(self.lines, least=2, closed=self.closed, crossing=True):
            return problem
        if least > span:
            return Impossible(apart)
        return infeasibility(self, context, [line[0] for line in self.lines] if self.closed else [])

    def clue(self) -> str:
        """Return the least difference, if it is given."""
        return _at_least_text(self.d)

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Yield each line: green for whispers (German on 9 symbols), orange for closer (Dutch)."""
        hue: Hue = "green" if self.least(context) >= (len(context.values) + 1) // 2 else "orange"
        return [replace(mark, hue=hue) for mark in self.marks()]

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the least difference."""
        return {**LineKind.phrases(self, context), "d": self.least(context)}


@register_kind
@dataclass(frozen=True, slots=True)
class Nabner(LineKind):
    """No two cells of a line, adjacent or not, have equal or consecutive values.

    Args:
        lines: each a set of its own.
    """

    name: ClassVar[str] = "nabner"
    says: ClassVar[str] = "No two digits along {line}, adjacent or not, are equal or consecutive."
    hue: ClassVar[Hue] = "yellow"
    look: ClassVar[MarkStyle] = "dotted"
    called: ClassVar[str] = "nabner line"
    example: ClassVar[str] = "[{kind: nabner, lines: [R1C1 R2C3]}]"

    @property
    def meaning(self) -> Hashable:
        """The pairs of cells, however they are divided into lines."""
        pairs = (pair for line in self.lines for pair in combinations(sorted(line), 2))
        return (self.name, frozenset(pairs))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the sorted values are at least two apart."""
        del context
        read = (sorted(values[c] for c in line) for line in self.lines)
        return all(b - a > 1 for line in read for a, b in pairwise(line))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each pair of cells."""
        pairs = (pair for line in self.lines for pair in combinations(sorted(line), 2))
        return [relation_table(pair, context, _at_least(2)) for pair in dict.fromkeys(pairs)]

    def problem(self, context: Context) -> str:
        """Report more cells than values that are not consecutive."""
        return (
            line_problem(self.lines, least=2)
            or self._too_long(context)
            or infeasibility(self, context)
        )

    def _too_long(self, context: Context) -> str:
        for number, line in enumerate(self.lines, 1):
            apart: list[int] = []
            for value in sorted({v for c in line for v in allowed_integers(c, context)}):
                if not apart or value > apart[-1] + 1:
                    apart.append(value)
            if len(apart) < len(line):
                return Impossible(
                    f"line {number} has {len(line)} cells, but at most {len(apart)} values have no "
                    f"consecutive ones among them; shorten it to {len(apart)} cells"
                )
        return ""


def _inside(end: int, cell: int, other: int) -> bool:
    return end < cell < other or other < cell < end


@register_kind
@dataclass(frozen=True, slots=True)
class Between(LineKind):
    """The values within each line lie strictly between those at its ends.

    Args:
        lines: each from one end to the other.
    """

    name: ClassVar[str] = "between"
    says: ClassVar[str] = "Digits along {line} lie between the digits in its circles."
    called: ClassVar[str] = "between line"
    example: ClassVar[str] = "[{kind: between, lines: [R1C1 R2C2 R2C3 R3C4]}]"

    @property
    def meaning(self) -> Hashable:
        """The ends and the set of cells between them."""
        return (self.name, _ends_and_inner(self.lines))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the inner values lie between the smaller and the larger end."""
        del context
        for first, *inner, last in self.lines:
            low, high = sorted((values[first], values[last]))
            if any(not low < values[c] < high for c in inner):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of each inner cell with the two ends."""
        for first, *inner, last in self.lines:
            for cell in dict.fromkeys(inner):
                yield relation_table((first, cell, last), context, _inside)

    def problem(self, context: Context) -> str:
        """Report ends without a value between them."""
        return line_problem(self.lines, least=2, crossing=True) or infeasibility(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return each line with a circle at both ends."""
        return _ended(self, "")


# Cached for the same reason as above.
@cache
def _apart_and_outside(d: int) -> Relation:
    def relation(end: int, cell: int, other: int) -> bool:
        low, high = min(end, other), max(end, other)
        return high - low >= d and not low <= cell <= high

    return relation


@register_kind
@dataclass(frozen=True, slots=True)
class Lockout(LineKind):
    """The ends of each line differ by at least `d`, and no other value equals or lies between them.

    Args:
        lines: each from one end to the other.
        d: the least difference of the ends; absent: one less than half the number of symbols,
            rounded up (4 of 9).
    """

    name: ClassVar[str] = "lockout"
    says: ClassVar[str] = (
        "The digits in the diamonds of {line} differ by at least {d}, and no other digit on "
        "it equals one of them or lies between them."
    )
    hue: ClassVar[Hue] = "blue"
    called: ClassVar[str] = "lockout line"
    example: ClassVar[str] = "[{kind: lockout, lines: [R1C1 R2C2 R2C3 R3C4]}]"

    d: int | None = None

    @property
    def meaning(self) -> Hashable:
        """The ends and the set of cells between them."""
        return (self.name, self.d, _ends_and_inner(self.lines))

    def least(self, context: Context) -> int:
        """Return the least difference of the ends."""
        return (len(context.values) + 1) // 2 - 1 if self.d is None else self.d

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the ends are apart, and the inner values outside them."""
        for first, *inner, last in self.lines:
            low, high = sorted((values[first], values[last]))
            if high - low < self.least(context):
                return False
            if any(low <= values[c] <= high for c in inner):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of each inner cell with the two ends."""
        d = self.least(context)
        for first, *inner, last in self.lines:
            yield relation_table((first, last), context, _at_least(d))
            for cell in dict.fromkeys(inner):
                yield relation_table((first, cell, last), context, _apart_and_outside(d))

    def problem(self, context: Context) -> str:
        """Report ends that cannot differ enough, or leave no value outside them."""
        span = max(context.values) - min(context.values)
        least = self.least(context)
        apart = f"the ends of a line cannot differ by {least}; write d: from 0 to {span}"
        if least < 0:
            return apart
        if problem := line_problem(self.lines, least=2, crossing=True):
            return problem
        return Impossible(apart) if least > span else infeasibility(self, context)

    def clue(self) -> str:
        """Return the least difference, if it is given."""
        return _at_least_text(self.d)

    def marks(self) -> Iterable[Mark]:
        """Return each line with a diamond at both ends."""
        return _ended(self, "diamond")

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the least difference."""
        return {**LineKind.phrases(self, context), "d": self.least(context)}


def _ends_and_inner(lines: Iterable[tuple[int, ...]]) -> Hashable:
    return frozenset((frozenset((line[0], line[-1])), frozenset(line[1:-1])) for line in lines)


def _ended(rule: LineKind, look: MarkStyle) -> list[Mark]:
    ends = dict.fromkeys(end for line in rule.lines for end in (line[0], line[-1]))
    badges = (Mark("badge", (end,), look=look, hue=rule.hue) for end in ends)
    return [*LineKind.marks(rule), *badges]


def _at_least_text(d: int | None) -> str:
    return "" if d is None else f"≥{d}"
