"""Kinds that relate cells two by two: dots, X and V, inequality, any relation.

A shape of several cells relates each pair of consecutive cells of the list, as if each pair were
written separately.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import ClassVar, Literal, TypeGuard

from sudokulib.basics.interruption import check_interrupt
from sudokulib.errors import GeometryError
from sudokulib.primitives import Primitive, Table
from sudokulib.shapes.fields import CellLine
from sudokulib.shapes.given_rules import GivenRule, given_in
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.relation import relation

IntPair = tuple[int, int]
"""Two cells, or two integers."""


# Safe to cache, as it reads nothing else: integers, in the order of the symbols.
@lru_cache(maxsize=1024)
def _indices(
    values: tuple[int, ...], integers: frozenset[IntPair], swapped: bool = False
) -> frozenset[IntPair]:
    """Return pairs of integers, or those pairs turned round, as pairs of indices."""
    index = {value: i for i, value in enumerate(values)}
    pairs = [(index[x], index[y]) for x, y in integers]
    return frozenset([(y, x) for x, y in pairs] if swapped else pairs)


def pair_table(cells: IntPair, values: tuple[int, ...], integers: Iterable[IntPair]) -> Table:
    """Return the table of two cells that take one of the listed pairs of integers.

    Equal relations on the same cells become equal tables, whichever cell was written first.
    """
    check_interrupt()
    a, b = cells
    return Table((min(a, b), max(a, b)), _indices(values, frozenset(integers), a > b))


@dataclass(frozen=True, slots=True)
class PairRelation(Kind):
    """Base of the kinds that relate each pair of consecutive cells."""

    cells: CellLine

    @property
    def cell_pairs(self) -> tuple[IntPair, ...]:
        """The related cells, two by two."""
        return tuple(pairwise(self.cells))

    @abstractmethod
    def related(self, x: int, y: int) -> bool:
        """Return whether two integers in this order satisfy the rule."""

    @abstractmethod
    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return the pairs of these values that satisfy the rule."""

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each pair of cells is related."""
        del context
        return all(self.related(values[a], values[b]) for a, b in self.cell_pairs)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a table for each pair of cells."""
        listed = frozenset(self.integers(context.values))
        return [pair_table(couple, context.values, listed) for couple in self.cell_pairs]

    def problem(self, context: Context) -> str:
        """Report fewer than two cells, a cell paired with itself, or symbols never so related."""
        if len(self.cells) < 2:
            return f"{self.name} relates at least two cells, but here is one; name the other"
        if any(a == b for a, b in self.cell_pairs):
            return "a cell is paired with itself; name two different cells"
        listed = _indices(context.values, frozenset(self.integers(context.values)))
        for a, b in self.cell_pairs:
            in_a, in_b = context.domains[a], context.domains[b]
            if not any(in_a >> i & 1 and in_b >> j & 1 for i, j in listed):
                return Impossible(
                    f"no two symbols of its cells {self._words()}; change the number or cells"
                )
        return ""

    @abstractmethod
    def _words(self) -> str:
        """Describe how two cells are related, in words."""

    def marks(self) -> Iterable[Mark]:
        """Return a badge on each side."""
        return map(self._badge, self.cell_pairs)

    @abstractmethod
    def _badge(self, couple: IntPair) -> Mark:
        """Return the mark between two cells."""


@dataclass(frozen=True, slots=True)
class SymmetricRelation(PairRelation):
    """Base of the kinds for which it does not matter which cell comes first."""

    @property
    def meaning(self) -> Hashable:
        """The sides, in any order, and the number."""
        return (self.name, frozenset(map(frozenset, self.cell_pairs)), self.number)

    @property
    @abstractmethod
    def number(self) -> int:
        """The number that the relation is about."""


@register_kind
@dataclass(frozen=True, slots=True)
class Difference(SymmetricRelation):
    """Two cells differ by a number (a white kropki dot: by 1).

    Args:
        cells: two cells; if more, each pair of consecutive ones.
        value: the difference.
    """

    name: ClassVar[str] = "difference"
    example: ClassVar[str] = """
    - {kind: difference, cells: R1C1 R1C2}
    - {kind: difference, cells: R3C2 R4C2, value: 2}
    """

    value: int = 1

    @property
    def number(self) -> int:
        """The difference."""
        return self.value

    def related(self, x: int, y: int) -> bool:
        """Return whether x and y differ by the number."""
        return abs(x - y) == self.value

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return each value with the one above it by the difference, in both orders."""
        up = [(x, x + self.value) for x in values if x + self.value in values and self.value >= 0]
        return [*up, *((y, x) for x, y in up)]

    @property
    def noun(self) -> str:
        """A dot, white for consecutive values."""
        return "white dot" if self.value == 1 else f"dot of difference {self.value}"

    def _words(self) -> str:
        return f"differ by {self.value}"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, "" if self.value == 1 else str(self.value), hue="white")

    def sentence(self, context: Context) -> str:
        """Return the sentence for a dot without a number, or with one."""
        del context
        if self.value == 1:
            return "Cells separated by a white dot contain consecutive digits."
        return "Cells separated by a white dot with a number contain digits that differ by it."


@register_kind
@dataclass(frozen=True, slots=True)
class Ratio(SymmetricRelation):
    """One of two cells is a number times the other (a black kropki dot: twice).

    Args:
        cells: two cells; if more, each pair of consecutive ones.
        value: the ratio.
    """

    name: ClassVar[str] = "ratio"
    example: ClassVar[str] = """
    - {kind: ratio, cells: R1C1 R1C2}
    - {kind: ratio, cells: R2C3 R3C3, value: 3}
    """

    value: int = 2

    @property
    def number(self) -> int:
        """The ratio."""
        return self.value

    def related(self, x: int, y: int) -> bool:
        """Return whether one is the number times the other."""
        return x == self.value * y or y == self.value * x

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return each value with its multiple, in both orders."""
        up = [(x, self.value * x) for x in values if self.value * x in values]
        return [*up, *((y, x) for x, y in up)]

    @property
    def noun(self) -> str:
        """A dot, black for twice as much."""
        return "black dot" if self.value == 2 else f"dot of ratio {self.value}"

    def _words(self) -> str:
        return f"are in the ratio 1:{self.value}"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, "" if self.value == 2 else str(self.value), "disc", "black")

    def sentence(self, context: Context) -> str:
        """Return the sentence for a dot without a number, or with one."""
        del context
        if self.value == 2:
            return "Cells separated by a black dot contain digits in a 1:2 ratio."
        return "Of two digits separated by a black dot with a number n, one is n times the other."


@register_kind
@dataclass(frozen=True, slots=True)
class PairSum(SymmetricRelation):
    """Two cells add up to a number (X: 10, V: 5).

    Args:
        cells: two cells; if more, each pair of consecutive ones.
        sum: the total.
    """

    name: ClassVar[str] = "pair-sum"
    example: ClassVar[str] = "[{kind: pair-sum, cells: R1C1 R1C2, sum: 5}]"

    sum: int

    @property
    def number(self) -> int:
        """The sum."""
        return self.sum

    def related(self, x: int, y: int) -> bool:
        """Return whether x and y add up to the sum."""
        return x + y == self.sum

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return each value with the one that completes the sum."""
        return [(x, self.sum - x) for x in values if self.sum - x in values]

    @property
    def noun(self) -> str:
        """V, X or the sum."""
        return {5: "V", 10: "X"}.get(self.sum, "sum")

    def _words(self) -> str:
        return f"add up to {self.sum}"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, {5: "V", 10: "X"}.get(self.sum, str(self.sum)), "sign")

    def sentence(self, context: Context) -> str:
        """Return the sentence for a letter or number."""
        del context
        sign = {5: "a V", 10: "an X"}.get(self.sum)
        if sign is None:
            return "Cells separated by a number contain digits summing to it."
        return f"Cells separated by {sign} contain digits summing to {self.sum}."


@register_kind
@dataclass(frozen=True, slots=True)
class LessThan(PairRelation):
    """The first cell is less than the second.

    Args:
        cells: two cells, the lesser first; of more, each is less than the next.
    """

    name: ClassVar[str] = "less-than"
    says: ClassVar[str] = "Inequality signs point to the smaller digit."
    called: ClassVar[str] = "inequality"
    example: ClassVar[str] = "[{kind: less-than, cells: R1C1 R1C2 R2C2}]"

    @property
    def meaning(self) -> Hashable:
        """The pairs of cells of which the first is less."""
        return (self.name, frozenset(self.cell_pairs))

    def related(self, x: int, y: int) -> bool:
        """Return whether x is less."""
        return x < y

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return the pairs of values in increasing order."""
        return combinations(sorted(values), 2)

    def _words(self) -> str:
        return "can stand in rising order"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, "<", "chevron")


@register_kind
@dataclass(frozen=True, slots=True)
class Pair(PairRelation):
    """Two cells a, b satisfy a relation given in the file.

    Args:
        cells: two cells, a first; if more, each pair of consecutive ones.
        relation: numbers, a, b, ``+ - * // %``, ``abs``, ``min``, ``max``, ``= != < <= > >=``,
            ``and``, ``or``, ``not`` and brackets.
        pairs: instead of a relation: the pairs [a, b] that are allowed.
        among: "neighbours" in the list of cells, or "all" the cells, each with every later one.
    """

    name: ClassVar[str] = "pair"
    called: ClassVar[str] = "pair rule"
    example: ClassVar[str] = """
    - {kind: pair, cells: R1C1 R1C2, relation: abs(a - b) >= 2 or a = 2*b}
    - {kind: pair, cells: R3C4 R4C4, pairs: [[1, 3], [2, 4], [4, 2]]}
    """

    relation: str = ""
    pairs: tuple[tuple[int, int], ...] = ()
    among: Literal["neighbours", "all"] = "neighbours"

    def check_arguments(self) -> None:
        """Raise an error unless there is either a relation or a list of pairs."""
        if bool(self.relation.strip()) == bool(self.pairs):
            raise GeometryError("a pair needs either a relation or a list of pairs, not both")
        if self.relation:
            try:
                relation(self.relation)
            except GeometryError as error:
                raise GeometryError(str(error), field=("relation",)) from None

    @property
    def cell_pairs(self) -> tuple[IntPair, ...]:
        """The related cells, two by two."""
        if self.among == "all":
            return tuple(combinations(self.cells, 2))
        return tuple(pairwise(self.cells))

    @property
    def meaning(self) -> Hashable:
        """The pairs of cells, with their relation."""
        text = "".join(self.relation.split(" "))
        return (self.name, frozenset(self.cell_pairs), text, frozenset(self.pairs))

    def related(self, x: int, y: int) -> bool:
        """Return whether the relation holds, or the pair is listed."""
        return (x, y) in self.pairs if self.pairs else relation(self.relation)(x, y)

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return the pairs listed, or all that satisfy the relation."""
        if self.pairs:
            return [(x, y) for x, y in self.pairs if x in values and y in values]
        fulfils = relation(self.relation)
        return [(x, y) for x in values for y in values if fulfils(x, y)]

    def _words(self) -> str:
        return f"fulfil {self.relation!r}" if self.relation else "are one of the pairs"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, self.relation, "sign")

    def sentence(self, context: Context) -> str:
        """Return the relation, or the pairs of symbols that are allowed."""
        if self.relation:
            return f"Two cells a, b joined by a relation fulfil it: {self.relation}."
        pairs = ", ".join(context.symbols(pair) for pair in self.pairs)
        return f"Two cells joined by a dot without a number contain one of these pairs: {pairs}."


Dots = Literal["difference", "ratio", "pair-sum"]
"""The kinds of dots whose absence can mean something."""


def is_dot(rule: Kind, kinds: Collection[str]) -> TypeGuard[SymmetricRelation]:
    """Return whether a rule is a dot of one of some kinds."""
    return rule.name in kinds and isinstance(rule, SymmetricRelation)


def dots_between(context: Context, kinds: Collection[str]) -> dict[IntPair, tuple[GivenRule, ...]]:
    """Return the dots of some kinds on each pair of cells, smaller first, within composites too."""
    found: dict[IntPair, tuple[GivenRule, ...]] = {}
    for dot in given_in(context):
        for a, b in dot.rule.cell_pairs if is_dot(dot.rule, kinds) else ():
            key = (min(a, b), max(a, b))
            found[key] = (*found.get(key, ()), dot)
    return found
