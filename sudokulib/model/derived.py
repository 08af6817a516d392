"""Sums that follow from houses and other sums: what sticks out when one covers another.

A *fact* says that some cells less some other cells come to a total. A house is one: all its
values. Sums over the same cells are others. Adding and subtracting facts gives further ones, and
those with few cells left are worth having: innies (cells of houses that no sum inside covers),
outies (cells outside that sums which touch the houses add), differences between both, and sums
split along others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from sudokulib.model.fuse import Differences, Sources
from sudokulib.model.model import House, bits
from sudokulib.primitives import DistinctSum, Linear, Primitive

__all__ = ["derived_sums"]

_MOST_CELLS = 6
"""Cells of a derived sum: larger ones prune next to nothing."""

_MOST_HOUSES = 4
"""Houses taken together."""

_UNIONS = 15
"""Unions of houses looked at, for each house."""

_MOST_SPLIT = 150
"""Facts that are split along one another, the smallest first."""

_FACTS = 2
"""Derived sums kept, for each house, the smallest first."""


@dataclass(frozen=True, slots=True)
class _Fact:
    """The values in `plus` less those in `minus` come to `total`; because of `shapes`."""

    plus: int
    minus: int
    total: int
    shapes: frozenset[int]

    @property
    def size(self) -> int:
        return (self.plus | self.minus).bit_count()

    @property
    def key(self) -> tuple[int, int]:
        return self.plus, self.minus

    def less(self, other: _Fact) -> _Fact | None:
        """The difference; None if a cell would count twice."""
        if self.plus & other.minus or self.minus & other.plus:
            return None
        return _Fact(
            self.plus & ~other.plus | other.minus & ~self.minus,
            self.minus & ~other.minus | other.plus & ~self.plus,
            self.total - other.total,
            self.shapes | other.shapes,
        )

    def negative(self) -> _Fact:
        return _Fact(self.minus, self.plus, -self.total, self.shapes)

    def order(self) -> tuple[object, ...]:
        """Small facts of few shapes first."""
        return self.size, len(self.shapes), self.plus, self.minus, sorted(self.shapes)

    def upright(self) -> _Fact:
        """With most cells counted positive, so that equal facts look the same."""
        plus, minus = self.plus.bit_count(), self.minus.bit_count()
        turned = minus > plus or (minus == plus and self.minus < self.plus)
        return self.negative() if turned else self


def derived_sums(
    sources: Sources,
    houses: Sequence[House],
    values: tuple[int, ...],
    differences: Differences,
) -> Sources:
    """Primitives that follow from the others, each with all the shapes that it comes from.

    No value repeats in them among variables that must differ anyway, and only there.

    Args:
        sources: the primitives as the shapes gave them, each with its shapes.
        houses: the houses among them, numbered in the same order.
        values: the integer behind each value index.
        differences: which variables must differ.
    """
    sums = list(_sums(sources, values))
    if not sums:
        return {}
    wholes = _wholes(sources, houses, values)
    known: dict[tuple[int, int], _Fact] = {f.upright().key: f for f in wholes + sums}
    found = list(_residues(wholes, sums))
    pool = {f.key: f for f in map(_Fact.upright, found + sums) if f.size <= _MOST_CELLS + 2}
    found += _splits(sorted(pool.values(), key=_Fact.order)[:_MOST_SPLIT])
    derived: Sources = {}
    for fact in islice(_worth_having(found, known), _FACTS * max(len(houses), 8)):
        primitive, because = _primitive(fact, values, differences)
        if not fact.size:  # the totals of the shapes contradict one another
            some = next(v for whole in wholes + sums for v in bits(whole.plus | whole.minus))
            primitive = Linear((some,), (values,), ())
        derived.setdefault(primitive, [*sorted(fact.shapes), *because])
    return {p: list(dict.fromkeys(shapes)) for p, shapes in derived.items()}


def _sums(sources: Sources, values: tuple[int, ...]) -> Iterator[_Fact]:
    """The sums in which every variable counts its integer or its negative."""
    negative = tuple(-value for value in values)
    for primitive, shapes in sources.items():
        if not isinstance(primitive, Linear) or len(primitive.totals) != 1:
            continue
        masks = {values: 0, negative: 0}
        for v, counted in zip(primitive.variables, primitive.weights, strict=True):
            if counted not in masks:
                break
            masks[counted] |= 1 << v
        else:
            plus, minus = masks[values], masks[negative]
            yield _Fact(plus, minus, primitive.totals[0], frozenset(shapes))


def _wholes(sources: Sources, houses: Sequence[House], values: tuple[int, ...]) -> list[_Fact]:
    shapes = list(sources.values())
    return [
        _Fact(
            house.cells,
            0,
            sum(values[i] for i in bits(house.values)),
            frozenset(shapes[house.primitive][:1]),
        )
        for house in houses
    ]


def _residues(wholes: Sequence[_Fact], sums: Sequence[_Fact]) -> Iterator[_Fact]:
    """What is left of unions and differences of houses when sums are taken away."""
    for whole in _unions(wholes, sums):
        near = [s for s in sums if s.plus & whole.plus]
        inside = [s for s in near if not (s.plus | s.minus) & ~whole.plus]
        outer = whole
        for other in sorted(near, key=lambda s: (s.plus & ~whole.plus).bit_count()):
            outer = _taken(outer, other)
        for start, using in ((whole, inside), (whole, near), (outer, near)):
            yield _reduced(start, using)
    for one, other in combinations(wholes, 2):
        if one.plus & other.plus and (rest := one.less(other)) is not None:
            near = [s for s in sums if s.plus & (rest.plus | rest.minus)]
            yield _reduced(rest, near)


def _taken(fact: _Fact, other: _Fact) -> _Fact:
    """`fact` less `other` if they overlap and nothing counts twice, else as it is."""
    if not fact.plus & other.plus:
        return fact
    return fact.less(other) or fact


def _reduced(fact: _Fact, sums: Sequence[_Fact]) -> _Fact:
    """`fact` after adding or subtracting sums as long as that leaves fewer cells."""
    signed = [*sums, *(s.negative() for s in sums)]
    while True:
        touching = [s for s in signed if s.plus & fact.plus or s.minus & fact.minus]
        rests = [rest for s in touching if (rest := fact.less(s)) is not None]
        best = min(rests, key=lambda rest: rest.size, default=fact)
        if best.size >= fact.size:
            return fact
        fact = best


def _unions(wholes: Sequence[_Fact], sums: Sequence[_Fact]) -> Iterator[_Fact]:
    """Houses, and disjoint ones together that sums connect; small unions first."""
    linked = [0] * len(wholes)
    for s in sums:
        touched = [n for n, whole in enumerate(wholes) if whole.plus & (s.plus | s.minus)]
        mask = sum(1 << n for n in touched)
        for n in touched:
            linked[n] |= mask
    layer = {1 << n: whole for n, whole in enumerate(wholes)}
    seen = 0
    for _ in range(_MOST_HOUSES):
        larger: dict[int, _Fact] = {}
        for members, union in layer.items():
            yield union
            seen += 1
            if seen >= _UNIONS * len(wholes):
                return
            near = 0
            for n in bits(members):
                near |= linked[n]
            for n in bits(near & ~members):
                if members | 1 << n not in larger and not union.plus & wholes[n].plus:
                    larger[members | 1 << n] = _both(union, wholes[n])
        layer = larger


def _both(one: _Fact, other: _Fact) -> _Fact:
    return _Fact(one.plus | other.plus, 0, one.total + other.total, one.shapes | other.shapes)


def _splits(pool: Sequence[_Fact]) -> Iterator[_Fact]:
    """Differences of two facts that share cells, where smaller than the larger of the two."""
    for one, other in combinations(pool, 2):
        if one.plus & other.plus or one.minus & other.minus:
            rest = one.less(other)
        elif one.plus & other.minus or one.minus & other.plus:
            rest = one.less(other.negative())
        else:
            continue
        if rest is not None and rest.size < max(one.size, other.size):
            yield rest


def _worth_having(
    found: Iterable[_Fact], known: Mapping[tuple[int, int], _Fact]
) -> Iterator[_Fact]:
    """The small facts that are not two known ones side by side."""
    have = dict(known)
    few = [f.upright() for f in found if f.size <= _MOST_CELLS and (f.size or f.total)]
    few.sort(key=_Fact.order)
    for fact in few:
        before = have.get(fact.key)
        if before is not None and before.upright().total == fact.total:
            continue
        if before is None and _side_by_side(fact, have):
            continue
        have.setdefault(fact.key, fact)
        yield fact


def _side_by_side(fact: _Fact, have: Mapping[tuple[int, int], _Fact]) -> bool:
    """Whether a known fact and another known one make up this one."""
    cells = fact.plus | fact.minus
    part = (cells - 1) & cells
    while part:
        one = _Fact(fact.plus & part, fact.minus & part, 0, frozenset()).upright()
        if one.key in have:
            rest = cells & ~part
            other = _Fact(fact.plus & rest, fact.minus & rest, 0, frozenset()).upright()
            if other.key in have:
                return True
        part = (part - 1) & cells
    return False


def _primitive(
    fact: _Fact, values: tuple[int, ...], differences: Differences
) -> tuple[Primitive, list[int]]:
    """The primitive of a fact, and the shapes that make its variables differ."""
    negative = tuple(-value for value in values)
    variables = tuple(bits(fact.plus | fact.minus))
    weights = tuple(values if fact.plus >> v & 1 else negative for v in variables)
    linear = Linear(variables, weights, (fact.total,))
    parts = differences.parts(variables)
    if all(len(part) == 1 for part in parts):
        return linear, []
    return DistinctSum.of(linear, parts), differences.because(parts, sorted(fact.shapes))
