"""Kinds by which groups of cells hold the same symbols."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from sudokulib.basics.interruption import checked
from sudokulib.primitives import Linear, Primitive
from sudokulib.shapes.fields import CellLines, CellSets
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.line_kind import relation_table
from sudokulib.shapes.lowering import tables
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind


def equal_classes(equal: Iterable[tuple[int, int]]) -> frozenset[frozenset[int]]:
    """Return the classes of equal cells, given pairs of equal cells.

    >>> sorted(map(sorted, equal_classes([(0, 1), (2, 3), (1, 4), (5, 5)])))
    [[0, 1, 4], [2, 3]]
    """
    class_of: dict[int, list[int]] = {}
    for a, b in equal:
        one, other = class_of.setdefault(a, [a]), class_of.setdefault(b, [b])
        if one is not other:
            one += other
            class_of.update(dict.fromkeys(other, one))
    apart = {id(known): known for known in class_of.values()}
    return frozenset([frozenset(known) for known in apart.values() if len(known) > 1])


def _group_problem(groups: Sequence[Sequence[int]]) -> str:
    if len(groups) < 2 or not all(groups):
        return "it compares at least two groups of at least one cell each; list them"
    sizes = sorted({len(group) for group in groups})
    if len(sizes) > 1:
        return (
            f"groups of {' and '.join(map(str, sizes))} cells cannot be equal; make them the "
            f"same size"
        )
    return ""


@register_kind
@dataclass(frozen=True, slots=True)
class Clone(Kind):
    """The listed groups hold the same symbols, cell by cell.

    Args:
        groups: two or more, each with its cells in the same order.
    """

    name: ClassVar[str] = "clone"
    says: ClassVar[str] = "Shaded groups marked = hold the same digits, cell by cell."
    example: ClassVar[str] = "[{kind: clone, groups: [R1C1 R1C2, R4C3 R4C4]}]"

    groups: CellLines

    def _pairs(self) -> list[tuple[int, int]]:
        return [
            (a, b)
            for group in self.groups[1:]
            for a, b in zip(self.groups[0], group, strict=False)
            if a != b
        ]

    @property
    def meaning(self) -> Hashable:
        """The sets of cells that are equal."""
        return ("equal", equal_classes(self._pairs()))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the groups read the same."""
        del context
        return len({tuple(values[c] for c in group) for group in self.groups}) < 2

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Table for each pair of cells."""
        return tables(self._pairs(), context.values, operator.eq, context.domains)

    def problem(self, context: Context) -> str:
        """Report groups that are not copies of each other."""
        if problem := _group_problem(self.groups):
            return problem
        if any(not context.domains[a] & context.domains[b] for a, b in self._pairs()):
            return Impossible(
                "two cells that should be equal allow no symbol in common; change the groups"
            )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return the outline of each group."""
        return [Mark("region", group, "=", "shade", "blue") for group in self.groups]


@register_kind
@dataclass(frozen=True, slots=True)
class SameMultiset(Kind):
    """The listed groups hold the same symbols equally often, in any order.

    Args:
        groups: two or more sets of equally many cells.
    """

    name: ClassVar[str] = "same-multiset"
    says: ClassVar[str] = (
        "Shaded groups marked {{=}} contain the same digits equally often, in any order."
    )
    called: ClassVar[str] = "pair of equal sets"
    example: ClassVar[str] = "[{kind: same-multiset, groups: [R1C1 R2C2, R3C3 R4C4]}]"

    groups: CellSets

    @property
    def meaning(self) -> Hashable:
        """The groups in any order."""
        return (self.name, frozenset(self.groups))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the groups hold the same once sorted."""
        del context
        return len({tuple(sorted(values[c] for c in group)) for group in self.groups}) < 2

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Table for groups of one cell each, else a difference of counts for each value."""
        for one, other in pairwise(self.groups):
            if len(one) == len(other) == 1:
                if one != other:
                    yield relation_table((*one, *other), context, operator.eq)
                continue
            for value in checked(context.values):
                yield _equally_often(one, other, value, context)

    def problem(self, context: Context) -> str:
        """Report groups of different sizes."""
        del context
        return _group_problem(self.groups)

    def marks(self) -> Iterable[Mark]:
        """Return the outline of each group."""
        return [Mark("region", group, "{=}", "shade", "pink") for group in self.groups]


def _equally_often(
    one: Sequence[int], other: Sequence[int], value: int, context: Context
) -> Linear:
    signs = Counter(one)
    signs.subtract(other)
    row = [int(known == value) for known in context.values]
    terms = {c: tuple(k * n for n in row) for c, k in signs.items() if k}
    return Linear(tuple(terms), tuple(terms.values()), (0,))
