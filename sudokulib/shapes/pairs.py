"""Kinds that relate cells two by two: dots, X and V, inequality, any relation, and what is absent.

A shape of several cells relates each two that follow each other in the list, as if every one of
them were written for itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import ClassVar, Literal, TypeGuard

from sudokulib.errors import GeometryError
from sudokulib.primitives import Primitive, Table
from sudokulib.shapes.given_rules import Given, given_in, unless_given
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import CellLine, Context, Impossible, Kind, Mark, register_kind
from sudokulib.shapes.relation import relation

__all__ = [
    "Difference",
    "LessThan",
    "Negative",
    "Pair",
    "PairRelation",
    "PairSum",
    "Ratio",
    "dots_between",
    "pair_table",
]

IntPair = tuple[int, int]
"""Two cells, or two integers."""


# Safe to cache, as it reads nothing else: integers, in the order of the symbols.
@lru_cache(maxsize=1024)
def _indices(values: tuple[int, ...], integers: frozenset[IntPair]) -> frozenset[IntPair]:
    index = {value: i for i, value in enumerate(values)}
    return frozenset((index[x], index[y]) for x, y in integers)


def pair_table(cells: IntPair, values: tuple[int, ...], integers: Iterable[IntPair]) -> Table:
    """Return the table of two cells that take one of the listed pairs of integers.

    Equal relations on the same cells become equal tables, whichever cell was written first.
    """
    a, b = cells
    listed = frozenset(integers) if a < b else frozenset((y, x) for x, y in integers)
    return Table((min(cells), max(cells)), _indices(values, listed))


@dataclass(frozen=True, slots=True)
class PairRelation(Kind):
    """Base of the kinds that relate each two cells that follow each other."""

    cells: CellLine

    @property
    def cell_pairs(self) -> tuple[IntPair, ...]:
        """The related cells, two by two."""
        return tuple(pairwise(self.cells))

    @abstractmethod
    def related(self, x: int, y: int) -> bool:
        """Return whether two integers in that order fulfil the rule."""

    @abstractmethod
    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return the pairs of these values that fulfil the rule."""

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each two cells are so related."""
        del context
        return all(self.related(values[a], values[b]) for a, b in self.cell_pairs)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a table for each two cells."""
        listed = frozenset(self.integers(context.values))
        return [pair_table(couple, context.values, listed) for couple in self.cell_pairs]

    def problem(self, context: Context) -> str:
        """Report fewer than two cells, a cell beside itself, or symbols never so related."""
        if len(self.cells) < 2:
            return f"{self.name} relates two cells or more, here is one; name the other"
        if any(a == b for a, b in self.cell_pairs):
            return "a cell stands beside itself; name two different cells"
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
class _SymmetricRelation(PairRelation):
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
class Difference(_SymmetricRelation):
    """Two cells differ by a number (a white kropki dot: by 1).

    Args:
        cells: two cells; of more, each two that follow each other.
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
        """Return whether x and y are so far apart."""
        return abs(x - y) == self.value

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return each value with the one so much above it, both ways round."""
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


@register_kind
@dataclass(frozen=True, slots=True)
class Ratio(_SymmetricRelation):
    """One of two cells is a number times the other (a black kropki dot: twice).

    Args:
        cells: two cells; of more, each two that follow each other.
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
        """Return whether one is so many times the other."""
        return x == self.value * y or y == self.value * x

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return each value with its multiple, both ways round."""
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


@register_kind
@dataclass(frozen=True, slots=True)
class PairSum(_SymmetricRelation):
    """Two cells add up to a number (X: 10, V: 5).

    Args:
        cells: two cells; of more, each two that follow each other.
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
        """Return whether x and y add up to it."""
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


@register_kind
@dataclass(frozen=True, slots=True)
class LessThan(PairRelation):
    """The first cell is less than the second.

    Args:
        cells: two cells, the lesser first; of more, each is less than the next.
    """

    name: ClassVar[str] = "less-than"
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
        """Return the values in rising order, two by two."""
        return combinations(sorted(values), 2)

    def _words(self) -> str:
        return "can stand in rising order"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, "<", "chevron")


@register_kind
@dataclass(frozen=True, slots=True)
class Pair(PairRelation):
    """Two cells a, b satisfy a relation that the file gives.

    Args:
        cells: two cells, a first; of more, each two that follow each other.
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

    def __post_init__(self) -> None:
        PairRelation.__post_init__(self)
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
        """The pairs of cells, with the relation in which they stand."""
        text = "".join(self.relation.split(" "))
        return (self.name, frozenset(self.cell_pairs), text, frozenset(self.pairs))

    def related(self, x: int, y: int) -> bool:
        """Return whether the relation holds, or the pair is listed."""
        return (x, y) in self.pairs if self.pairs else relation(self.relation)(x, y)

    def integers(self, values: Sequence[int]) -> Iterable[IntPair]:
        """Return the pairs listed, or all that fulfil the relation."""
        if self.pairs:
            return [(x, y) for x, y in self.pairs if x in values and y in values]
        fulfils = relation(self.relation)
        return [(x, y) for x in values for y in values if fulfils(x, y)]

    def _words(self) -> str:
        return f"fulfil {self.relation!r}" if self.relation else "are one of the pairs"

    def _badge(self, couple: IntPair) -> Mark:
        return Mark("badge", couple, self.relation, "sign")


Dots = Literal["difference", "ratio", "pair-sum"]
"""The kinds of dots whose absence can mean something."""

_USUAL: Mapping[str, tuple[int, ...]] = {"difference": (1,), "ratio": (2,), "pair-sum": (5, 10)}


def _is_dot(rule: Kind, kinds: Collection[str]) -> TypeGuard[_SymmetricRelation]:
    return rule.name in kinds and isinstance(rule, _SymmetricRelation)


def dots_between(context: Context, kinds: Collection[str]) -> dict[IntPair, tuple[Given, ...]]:
    """Return the dots of some kinds on each two cells, smaller first, within composites too."""
    found: dict[IntPair, tuple[Given, ...]] = {}
    for dot in given_in(context):
        for a, b in dot.rule.cell_pairs if _is_dot(dot.rule, kinds) else ():
            key = (min(a, b), max(a, b))
            found[key] = (*found.get(key, ()), dot)
    return found


Forbidden = tuple[int, int, tuple[_SymmetricRelation, ...], tuple[Given, ...]]
"""Two cells, relations in which they must not stand, and dots: unless one of these is given."""


@register_kind
@dataclass(frozen=True, slots=True)
class Negative(GlobalKind):
    """All dots are given: side neighbours without one do not satisfy the relations of the dots.

    For difference and ratio the numbers are all those on dots of the kind, or 1 and 2 if there
    are none; for pair-sum they are 5 and 10, and all those given. Adding a dot lifts a prohibition.
    A dot inside `all-of` counts as if it stood for itself. One inside `any-of` counts where the
    alternative that it belongs to holds (rules within that ask for dots themselves aside). What
    `not` denies is no dot.

    Args:
        kinds: the kinds of dots that are all given: difference, ratio, pair-sum.
        differences: the forbidden differences, if not those said above.
        ratios: the forbidden ratios, if not those said above.
        sums: the forbidden sums, if not those said above.
        strict: whether a dot of one kind lifts only the prohibition of its own kind; else it
            lifts that of all the kinds.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "negative"
    called: ClassVar[str] = "missing mark"
    example: ClassVar[str] = """
    - {kind: negative, kinds: [ratio]}
    - {kind: ratio, cells: R1C1 R1C2}
    """
    example_on: ClassVar[str] = "6x6"

    kinds: tuple[Dots, ...]
    differences: tuple[int, ...] = ()
    ratios: tuple[int, ...] = ()
    sums: tuple[int, ...] = ()
    strict: bool = False

    @property
    def depends_on_given_rules(self) -> bool:
        """Always: it is about the dots that are missing."""
        return True

    def problem(self, context: Context) -> str:
        """Report that no kinds are named."""
        del context
        return "" if self.kinds else "no kinds of dots; write for example kinds: [ratio]"

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no neighbours without a dot are related as if they had one."""
        return not any(
            rule.related(values[a], values[b])
            for a, b, rules, dots in self._forbidden(context)
            for rule in rules
            if not any(dot.holds(values, context) for dot in dots)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a table of all other pairs for each two neighbours."""
        values = context.values
        everything = frozenset((x, y) for x in values for y in values)
        left: dict[tuple[_SymmetricRelation, ...], frozenset[IntPair]] = {}
        for a, b, rules, dots in self._forbidden(context):
            if rules not in left:
                left[rules] = everything.difference(*(rule.integers(values) for rule in rules))
            if left[rules] != everything:
                yield from unless_given(pair_table((a, b), values, left[rules]), dots, context)

    def _forbidden(self, context: Context) -> Iterable[Forbidden]:
        """Yield neighbours, the relations forbidden to them, and the dots that allow these."""
        names: list[str] = sorted(self.kinds)
        dotted = {kind: dots_between(context, [kind]) for kind in names}
        rules = {kind: self._rules(kind, context) for kind in names}
        where = self.affected_cells(context)
        for a, b in context.topology.edges():
            if a not in where or b not in where:
                continue
            dots = {kind: dotted[kind].get((a, b), ()) for kind in names}
            for kinds in self._together(dots):
                lifting = tuple(dot for kind in kinds for dot in dots[kind])
                if all(dot.where for dot in lifting):
                    yield a, b, tuple(rule for kind in kinds for rule in rules[kind]), lifting

    def _together(self, dots: Mapping[str, Sequence[Given]]) -> list[list[str]]:
        """Group the kinds whose relations are forbidden together, as the same dots lift them."""
        if not self.strict:
            return [[*dots]]
        without = [kind for kind in dots if not dots[kind]]
        return [*([without] if without else []), *([kind] for kind in dots if dots[kind])]

    def _rules(self, kind: str, context: Context) -> tuple[_SymmetricRelation, ...]:
        """Return the relations of a kind that its absence forbids, as dots on no cells."""
        said = {"difference": self.differences, "ratio": self.ratios, "pair-sum": self.sums}[kind]
        given = {one.rule.number for one in given_in(context) if _is_dot(one.rule, [kind])}
        if kind == "pair-sum" or not given:
            given.update(_USUAL[kind])
        dot = {"difference": Difference, "ratio": Ratio, "pair-sum": PairSum}[kind]
        return tuple(dot((), number) for number in sorted(said or given))
