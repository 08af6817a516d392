"""Outside clues for which the first cell's value X determines the cells that count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from sudokulib.primitives import Linear, Primitive, Table, When
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.lowering import predicate_table
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.totals import reachable
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class XSum(OutsideClue):
    """The first X cells add up to the clue, X being the value of the first of them.

    An X of 0 or beyond the line is impossible.

    Args:
        cells: the line, from the clue on: R4C1>right.
        sum: the clue.
    """

    name: ClassVar[str] = "x-sum"
    says: ClassVar[str] = "{clue} show the sum of the first X digits, where X is the first digit."
    sign: ClassVar[str] = "X"
    called: ClassVar[str] = "X-sum"
    example: ClassVar[str] = "[{kind: x-sum, cells: R1C1>right, sum: 6}]"

    sum: int

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the first X add up."""
        del context
        line = self.seen(values)
        return 1 <= line[0] <= len(line) and sum(line[: line[0]]) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of the possible values of X, and a Linear for each of them."""
        first, values = self.cells[0], context.values
        cases = self._cases(context)
        yield predicate_table(first, values, cases.__contains__)
        for x in cases:
            if x > 1:
                rest = Linear.total(self.cells[1:x], values, [self.sum - x])
                yield When.of(first, values.index(x), rest)

    def _cases(self, context: Context) -> list[int]:
        """Return the values of X with which the sum can be reached."""
        return [
            x
            for x in context.values
            if 1 <= x <= len(self.cells)
            and self.sum - x in reachable(((c, 1) for c in self.cells[1:x]), context)
        ]


@register_kind
@dataclass(frozen=True, slots=True)
class NumberedRoom(OutsideClue):
    """The clue stands in the X-th cell, X being the value of the first cell.

    An X of 0 or beyond the line is impossible.

    Args:
        cells: the line, from the clue on: R4C1>right.
        value: the clue.
    """

    name: ClassVar[str] = "numbered-room"
    says: ClassVar[str] = (
        "{clue} show the digit in the X-th cell of their line, where X is the first digit."
    )
    sign: ClassVar[str] = "№"
    example: ClassVar[str] = "[{kind: numbered-room, cells: R1C1>right, value: 4}]"

    value: int

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether it stands there."""
        del context
        line = self.seen(values)
        return 1 <= line[0] <= len(line) and line[line[0] - 1] == self.value

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table of the possible values of X, and for each of them a Table of two cells."""
        first, length, domains = self.cells[0], len(self.cells), context.domains
        yield predicate_table(
            first,
            context.values,
            lambda x: 1 <= x <= length and (x > 1 or self.value == 1),
        )
        for place, cell in enumerate(self.cells[1:], 2):
            both = domains[first], domains[cell]
            yield Table((first, cell), _room(place, self.value, context.values, both))

    def _unmet(self, context: Context) -> str:
        if self.value not in context.values:
            known = ", ".join(map(str, context.values))
            return f"no symbol has the value {self.value}; the values are {known}"
        return OutsideClue._unmet(self, context)


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=1024)
def _room(
    place: int, wanted: int, values: tuple[int, ...], domains: tuple[int, int]
) -> frozenset[tuple[int, ...]]:
    """Return the values of the first cell and of a place, which has the clue if X names it."""
    names, holds = ([i for i, value in enumerate(values) if domain >> i & 1] for domain in domains)
    clue = [i for i in holds if values[i] == wanted]
    return frozenset((x, i) for x in names for i in (clue if values[x] == place else holds))


@register_kind
@dataclass(frozen=True, slots=True)
class Battlefield(OutsideClue):
    """The cells in the overlap, or the gap, of the first X and the last Y cells sum to the clue.

    X is the value of the first cell and Y that of the last. If X and Y together equal the length of
    the line, there is neither overlap nor gap, and the sum is 0. Neither may be below 0 or beyond
    the line.

    Args:
        cells: the line.
        sum: the clue.
    """

    name: ClassVar[str] = "battlefield"
    says: ClassVar[str] = (
        "{clue} show the sum of the cells that the first X and the last Y cells of their line "
        "have in common, or that lie between them, where X is its first digit and Y its last."
    )
    sign: ClassVar[str] = "∩"
    example: ClassVar[str] = "[{kind: battlefield, cells: R1C1>right, sum: 3}]"

    sum: int

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the overlap or the gap adds up."""
        del context
        line = self.seen(values)
        n, x, y = len(line), line[0], line[-1]
        if not (0 <= x <= n and 0 <= y <= n):
            return False
        overlap, gap = line[n - y : x], line[x : n - y]
        return sum(overlap) + sum(gap) == self.sum

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a selector of the part of the line that counts, and for each part a Linear."""
        ends = tuple(dict.fromkeys((self.cells[0], self.cells[-1])))
        chosen = self._chosen(context)
        parts = sorted(set(chosen.values()))
        description = Unseen(
            "the gap or overlap of {shape}", tuple(map(self._part_description, parts))
        )
        selector = context.hidden(max(1, len(parts)), description)
        tuples = ((*pair[: len(ends)], parts.index(part)) for pair, part in chosen.items())
        yield Table((*ends, selector), frozenset(tuples))
        for number, (start, end) in enumerate(parts):
            if start < end:
                total = Linear.total(self.cells[start:end], context.values, [self.sum])
                yield When.of(selector, number, total)

    def _part_description(self, part: tuple[int, int]) -> str:
        """Describe a part of the line in words, with placeholders for the names of its cells."""
        if part[0] == part[1]:
            return "empty"
        ends = dict.fromkeys((self.cells[part[0]], self.cells[part[1] - 1]))
        return " to ".join(f"{{{cell}}}" for cell in ends)

    def _chosen(self, context: Context) -> dict[tuple[int, int], tuple[int, int]]:
        """Return, by value indices of the ends, the part that counts, if it can have the sum."""
        n, found = len(self.cells), {}
        ways: dict[tuple[int, int], bool] = {}
        for i, x in enumerate(context.values):
            for j, y in enumerate(context.values):
                if not (0 <= x <= n and 0 <= y <= n) or (n == 1 and i != j):
                    continue
                start, end = sorted((x, n - y))
                part = (start, end) if start < end else (0, 0)
                if part not in ways:
                    terms = ((c, 1) for c in self.cells[start:end])
                    ways[part] = self.sum in reachable(terms, context)
                if ways[part]:
                    found[i, j] = part
        return found

    def _unmet(self, context: Context) -> str:
        ends = context.domains[self.cells[0]], context.domains[self.cells[-1]]
        if any(ends[0] >> i & 1 and ends[1] >> j & 1 for i, j in self._chosen(context)):
            return ""
        return Impossible(
            f"nothing on a line of {len(self.cells)} cells gives the clue {self.sum}; "
            "check the clue and the line"
        )
