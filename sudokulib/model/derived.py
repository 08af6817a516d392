"""Sums implied by houses and other sums, such as the cells left when one covers another.

A *fact* says that some cells minus some other cells add up to a total. A house is one: all its
values. Sums over the same cells are others. Adding and subtracting facts gives further ones, and
those with few cells left are worth having: innies (cells of houses that no sum inside covers),
outies (cells outside the houses that sums reach into), differences between both, and sums split
along others.

Facts are bit sets over variables, and only the few that are kept become primitives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from sudokulib._kernel import core
from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.model.fuse import Differences, Sources
from sudokulib.model.variable_sets import House
from sudokulib.primitives import DistinctSum, Linear, Primitive

_MOST_CELLS = 6
"""The most cells of a derived sum: larger ones prune little, and cost time at every node.

4, 6 and 8 take 103,902, 99,685 and 99,732 nodes (`python tests/benchmarks/constants.py
model.derived:_MOST_CELLS 4 6 8 --nodes iss-half.jsonl --limit 2000`, 2026-11). The killers of
`FACTS` take 0.8, 2.0 and 3.4 s, in 59,800, 40,200 and 45,700 nodes.
"""

_MOST_OPEN_CELLS = 8
"""The most cells of a derived sum of which some are in no other sum: nothing else bounds these.

6, 8 and 10 take 103,572, 99,685 and 99,745 nodes, measured as for `_MOST_CELLS`; HS_KILLERS#8, of
the collections of the Interactive Sudoku Solver, takes 18,423, 5 and 2.
"""

_MOST_HOUSES = 4
"""The most houses taken together. 2, 4 and 6 take 102,989, 99,685 and 99,714 nodes, measured as
for `_MOST_CELLS`."""

_MOST_SPLIT = 100
"""The most facts that are split along one another, the smallest first: a bound on time. 50, 100
and 200 take 100,924, 99,685 and 100,018 nodes, measured as for `_MOST_CELLS`."""

_WIDEST = 1 << 50
"""A bound on totals below which the compiled search, which adds many, cannot overflow 64 bits."""

FACTS = 2
"""Derived sums kept for each house, the smallest first.

Without any, killers take 225 times the nodes (docs/performance.md, "What each technique saves").
With 1, 2 and 4 for each house 22 hard killers and greater-than killers (``TAREK_ALL`` among the
collections of the Interactive Sudoku Solver) took the compiled search 53,600, 40,200 and 38,800
nodes, in 1.7, 2.0 and 2.2 s.
"""


_ROUNDS = 64
"""Facts between two checks of the clock, which costs as much as a few facts."""


class SignedSum(NamedTuple):
    """The values in `plus` minus those in `minus` add up to `total`.

    Args:
        plus: variables that count, as a bit mask.
        minus: variables that count negative; none is in `plus`.
        total: what they add up to.
        used: the original facts that it was made of, as a bit mask.
    """

    plus: int
    minus: int
    total: int
    used: int

    @property
    def size(self) -> int:
        """The number of variables in the sum."""
        return (self.plus | self.minus).bit_count()

    def subtract(self, other: SignedSum) -> SignedSum | None:
        """Return this sum minus another, or plus it if that fits; None if a cell counted twice."""
        plus, minus, total, used = other
        if self.plus & minus or self.minus & plus:
            if self.plus & plus or self.minus & minus:
                return None
            plus, minus, total = minus, plus, -total
        return SignedSum(
            self.plus & ~plus | minus & ~self.minus,
            self.minus & ~minus | plus & ~self.plus,
            self.total - total,
            self.used | used,
        )

    def order(self) -> tuple[int, ...]:
        """Return a sort key: small facts made of few others first."""
        return self.size, self.used.bit_count(), self.plus, self.minus, self.total, self.used

    def normalised(self) -> SignedSum:
        """Return the sum with most cells counted positive, so that equal facts compare equal."""
        plus, minus = self.plus.bit_count(), self.minus.bit_count()
        if minus > plus or (minus == plus and self.minus < self.plus):
            return SignedSum(self.minus, self.plus, -self.total, self.used)
        return self


class _Sum(NamedTuple):
    """A fact to subtract, with the figures that the search for such facts needs repeatedly.

    Args:
        cells: all its cells.
        half: half their number; subtracting it from a fact that holds more of them shrinks that.
        fact: the sum.
    """

    cells: int
    half: int
    fact: SignedSum


@dataclass(frozen=True)
class Derivation:
    """Derives sums from the constraints of a model.

    Args:
        lowered: the primitives as the shapes gave them, each with its shapes.
        houses: the houses among them, numbered in the same order.
        values: the integer behind each value index.
        differences: which variables must differ.
        facts: how many sums to keep for each house.
    """

    lowered: Sources
    houses: Sequence[House]
    values: tuple[int, ...]
    differences: Differences
    facts: int

    @property
    def origin(self) -> object:
        """All that a model's own fields do not tell of what is derived."""
        return self.facts, self.lowered

    @property
    def most(self) -> int:
        """The largest number of sums to keep."""
        return self.facts * max(len(self.houses), 8)

    @property
    def bounds(self) -> tuple[int, int, int, int, int]:
        """The limits of the search for sums, as the compiled kernel takes them."""
        return _bounds(self.most)

    @cached_property
    def _sums_and_shapes(self) -> tuple[list[SignedSum], list[Sequence[int]]]:
        shapes: list[Sequence[int]] = []
        return list(_sums(self.lowered, self.values, shapes)), shapes

    @property
    def sums(self) -> list[SignedSum]:
        """The sums, other than those of houses, that further ones are derived from."""
        return self._sums_and_shapes[0]

    @property
    def small(self) -> bool:
        """True if the compiled search can add up all totals without an overflow."""
        whole = len(self.houses) * sum(map(abs, self.values))
        return whole + sum([abs(fact.total) for fact in self.sums]) < _WIDEST

    def _house_sums(self, first: int) -> Iterator[SignedSum]:
        """Yield the sum of each house, numbered from `first` on."""
        for number, house in enumerate(self.houses, first):
            total = sum(self.values[i] for i in bits(house.values))
            yield SignedSum(house.cells, 0, total, 1 << number)

    def derive(self, given: Iterable[Primitive]) -> Sources:
        """Return sums that follow, without those that are given, each with the shapes it is from.

        No value repeats in them among variables that must differ anyway, and only there.
        """
        sums, shapes = self._sums_and_shapes
        if not sums:
            return {}
        found: Sources = {}
        compiled = hasattr(core, "residual_facts") and self.small
        check_interrupt()
        signed = self.values, tuple([-value for value in self.values])
        houses = list(self._house_sums(len(sums)))
        because_of = list(self.lowered.values())
        shapes = [*shapes, *(because_of[house.primitive][:1] for house in self.houses)]
        facts_of = compiled_facts if compiled else residual_facts
        for fact in facts_of(houses, sums, self.most):
            because = list(dict.fromkeys(shape for n in bits(fact.used) for shape in shapes[n]))
            if fact.size:
                primitive, more = _primitive(fact, signed, self.differences, because)
                because = [*dict.fromkeys(because + more)]
            else:  # the totals of the shapes contradict one another
                some = next(v for one in (*houses, *sums) for v in bits(one.plus | one.minus))
                primitive = Linear((some,), (self.values,), ())
            found.setdefault(primitive, tuple(because))
        for one in given:
            found.pop(one, None)
        return found


def _sums(
    sources: Sources, values: tuple[int, ...], shapes: list[Sequence[int]]
) -> Iterator[SignedSum]:
    """Yield the sums in which every variable counts as its integer or its negative."""
    negative = tuple(-value for value in values)
    for primitive, because in sources.items():
        if type(primitive) is not Linear or len(primitive.totals) != 1:
            continue
        plus = minus = 0
        for v, counted in zip(primitive.variables, primitive.weights, strict=True):
            if counted == values:
                plus |= 1 << v
            elif counted == negative:
                minus |= 1 << v
            else:
                break
        else:
            shapes.append(because)
            yield SignedSum(plus, minus, primitive.totals[0], 1 << len(shapes) - 1)


def _bounds(most: int) -> tuple[int, int, int, int, int]:
    """Return the limits of the search for sums, as the compiled kernel takes them."""
    return most, _MOST_SPLIT, _MOST_CELLS, _MOST_OPEN_CELLS, _MOST_HOUSES


def residual_facts(
    house_sums: Sequence[SignedSum], sums: Sequence[SignedSum], most: int
) -> list[SignedSum]:
    """Return the smallest facts that follow from houses and sums and add to these.

    Args:
        house_sums: the sums of the houses, no cell negative.
        sums: the other facts.
        most: the largest number of facts to return.
    """
    wanted = [_Sum(cells := s.plus | s.minus, cells.bit_count() // 2, s) for s in sums]
    rests = [*_union_remainders(house_sums, wanted), *_crossing_remainders(house_sums, wanted)]
    covered = 0
    for one in wanted:
        covered |= one.cells
    pool = _ranked([*rests, *sums], covered, 2)
    small = _ranked([*pool, *_splits(pool[:_MOST_SPLIT])], covered)
    return _irredundant(small, [*house_sums, *sums], most)


def compiled_facts(
    house_sums: Sequence[SignedSum], sums: Sequence[SignedSum], most: int
) -> list[SignedSum]:
    """Return the same as `residual_facts`, computed by the compiled kernel.

    Args:
        house_sums: as there, but numbered after the sums in `used`.
        sums, most: as there.
    """
    known = [*sums, *house_sums]
    widest = max([(fact.plus | fact.minus).bit_length() for fact in known], default=0)
    words = -(-widest // 64)
    masks = [mask.to_bytes(8 * words, "little") for fact in known for mask in fact[:2]]
    found = core.residual_facts(
        b"".join(masks),
        [fact.total for fact in known],
        len(sums),
        words,
        _bounds(most),
    )
    read = int.from_bytes
    return [
        SignedSum(read(plus, "little"), read(minus, "little"), total, read(used, "little"))
        for plus, minus, total, used in found
    ]


def _union_remainders(house_sums: Sequence[SignedSum], sums: Sequence[_Sum]) -> Iterator[SignedSum]:
    """Yield remainders of disjoint houses connected by sums, extending those that fit best."""
    linked = _links(house_sums, sums)
    layer = {1 << n: whole for n, whole in enumerate(house_sums)}
    for count in range(1, _MOST_HOUSES + 1):
        fits: list[tuple[int, int]] = []
        for members, union in checked(layer.items()):
            rests = _remainders(union, sums)
            yield from rests
            fits.append((min([rest.size for rest in rests]), members))
        if count == _MOST_HOUSES:
            return
        larger: dict[int, SignedSum] = {}
        for _, members in sorted(fits)[: len(house_sums) // 2]:
            union = layer[members]
            near = 0
            for n in bits(members):
                near |= linked[n]
            for n in bits(near & ~members):
                if members | 1 << n not in larger and not union.plus & house_sums[n].plus:
                    larger[members | 1 << n] = _together(union, house_sums[n])
        layer = larger


def _links(house_sums: Sequence[SignedSum], sums: Sequence[_Sum]) -> list[int]:
    """Return, for each house, the houses that a sum connects with it, as a bit mask."""
    linked = [0] * len(house_sums)
    for one in checked(sums):
        touched = [n for n, whole in enumerate(house_sums) if whole.plus & one.cells]
        mask = sum([1 << n for n in touched])
        for n in touched:
            linked[n] |= mask
    return linked


def _together(one: SignedSum, other: SignedSum) -> SignedSum:
    """Return the sum of two facts without a common cell."""
    return SignedSum(
        one.plus | other.plus,
        one.minus | other.minus,
        one.total + other.total,
        one.used | other.used,
    )


def _remainders(whole: SignedSum, sums: Sequence[_Sum]) -> list[SignedSum]:
    """Return houses minus the sums inside, minus most of each nearby sum, and minus all."""
    cells = whole.plus
    near = [one for one in sums if one.cells & cells]
    inner = _reduced(whole, [one for one in near if not one.cells & ~cells])
    least = _reduced(inner, near)
    outer = least
    for _, _, fact in near:
        if fact.plus & outer.plus:
            outer = outer.subtract(fact) or outer
    return [inner, least] if outer is least else [inner, least, _reduced(outer, near)]


def _crossing_remainders(
    house_sums: Sequence[SignedSum], sums: Sequence[_Sum]
) -> Iterator[SignedSum]:
    """Yield what is left of two crossing houses, one minus the other."""
    for one, other in checked(combinations(house_sums, 2), _ROUNDS):
        if one.plus & other.plus and (rest := one.subtract(other)) is not None:
            yield _reduced(rest, sums)


def _reduced(fact: SignedSum, sums: Sequence[_Sum]) -> SignedSum:
    """Return `fact` after adding or subtracting sums as long as that leaves fewer cells."""
    cells = fact.plus | fact.minus
    changed = True
    while changed:
        changed = False
        for touched, half, one in sums:
            if (cells & touched).bit_count() > half and (rest := fact.subtract(one)) is not None:
                fact = rest
                cells ^= touched
                changed = True
    return fact


def _splits(pool: Sequence[SignedSum]) -> Iterator[SignedSum]:
    """Yield differences of facts that share cells, where smaller than the larger of the two.

    Args:
        pool: the smallest first.
    """
    wider = [(fact.plus | fact.minus, fact) for fact in pool]
    for number, (cells, fact) in enumerate(checked(wider), 1):
        half = cells.bit_count() // 2
        for others, other in wider[number:]:
            if (cells & others).bit_count() > half and (rest := other.subtract(fact)) is not None:
                yield rest


def _ranked(facts: Iterable[SignedSum], covered: int, more: int = 0) -> list[SignedSum]:
    """Return the facts with few cells, each once, the smallest first.

    Args:
        facts: the facts.
        covered: the variables of all sums.
        more: the cells allowed beyond what a derived sum may have.
    """
    best: dict[tuple[int, int, int], SignedSum] = {}
    for one in facts:
        cells = one.plus | one.minus
        most = _MOST_OPEN_CELLS if cells & ~covered else _MOST_CELLS
        if cells.bit_count() <= most + more:
            fact = one.normalised()
            before = best.setdefault(fact[:3], fact)
            if before is not fact and SignedSum.order(fact) < SignedSum.order(before):
                best[fact[:3]] = fact
    return sorted(best.values(), key=SignedSum.order)


def _irredundant(
    found: Iterable[SignedSum], known: Iterable[SignedSum], most: int
) -> list[SignedSum]:
    """Return the first facts that are not a union of two known ones, as many as wanted."""
    have: dict[tuple[int, int], int] = {}
    for fact in known:
        have[fact[:2]] = fact.total
        have[fact.minus, fact.plus] = -fact.total
    masks = {plus | minus for plus, minus in have}
    worth: list[SignedSum] = []
    for fact in checked(found, _ROUNDS):
        total = have.get(fact[:2])
        if total == fact.total or (total is None and _is_disjoint_sum(fact, have, masks)):
            continue
        if not (fact.size or fact.total):
            continue
        have.setdefault(fact[:2], fact.total)
        have.setdefault((fact.minus, fact.plus), -fact.total)
        masks.add(fact.plus | fact.minus)
        worth.append(fact)
        if len(worth) == most:
            break
    return worth


def _is_disjoint_sum(fact: SignedSum, have: dict[tuple[int, int], int], masks: set[int]) -> bool:
    """Return whether two known facts on disjoint cells add up to this one."""
    plus, minus = fact[:2]
    cells = plus | minus
    part = (cells - 1) & cells
    while part > cells >> 1:  # each pair of parts once
        if (
            part in masks
            and cells & ~part in masks
            and (plus & part, minus & part) in have
            and (plus & ~part, minus & ~part) in have
        ):
            return True
        part = (part - 1) & cells
    return False


def _primitive(
    fact: SignedSum,
    signed: tuple[tuple[int, ...], tuple[int, ...]],
    differences: Differences,
    shapes: Sequence[int],
) -> tuple[Primitive, list[int]]:
    """Return the primitive of a fact, and the shapes that make its variables differ.

    Args:
        fact: the fact.
        signed: the integer behind each value index, and its negative.
        differences, shapes: as for `Differences.because`.
    """
    values, negative = signed
    variables = tuple(bits(fact.plus | fact.minus))
    weights = tuple([values if fact.plus >> v & 1 else negative for v in variables])
    parts = differences.parts(variables)
    if len(parts) == len(variables):
        return Linear(variables, weights, (fact.total,)), []
    whole = DistinctSum(variables, weights, (fact.total,), parts)
    return whole, differences.because(parts, shapes)
