"""Remainders that hold the same values: cells that some houses and as many others do not share.

They depend on the geometry only, so puzzles of one geometry share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.logic.memo import cached_on_model
from sudokulib.model import Model, bits

_FEW = 6
"""The most cells left over that count as the law of leftovers."""

_MOST_TRIALS = 600_000
"""Pairs of parts that are tried, at each size.

``9x9`` needs less than half. Half loses 20 % of the remainders of ``windoku``; on ``samurai``
twice as many find at least 35 % more, in 2.0 s instead of 1.1 s.
"""

_MOST_UNIONS = 8_000
"""Unions kept at each size, the smallest first. Half loses 12 % of the remainders of 9×9."""

_MOST = 3_500
"""Equal remainders that are kept, the smallest first: all 3,321 of ``9x9`` and 3,393 of ``x``, and
about half of those of ``windoku`` (`remainders`)."""


@dataclass(frozen=True, slots=True)
class EquivalentSets:
    """Two remainders that hold the same values.

    Args:
        plus, minus: equally many houses, by number, those of one side disjoint.
        more, less: what is left of either, as bit masks over cells.
        values: the values of the houses.
    """

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    more: int
    less: int
    values: int

    @property
    def size(self) -> int:
        """The number of cells on the larger side."""
        return max(self.more.bit_count(), self.less.bit_count())

    @property
    def flipped(self) -> EquivalentSets:
        """The same with the sides exchanged."""
        return EquivalentSets(self.minus, self.plus, self.less, self.more, self.values)


_ROUNDS = 256
"""Rounds of short loops between two checks of the clock, which costs as much as a few rounds."""

_Sides = tuple[int, int, int, int]
"""The houses of both sides, and the cells of these, each as a bit mask."""


def remainders(model: Model) -> tuple[EquivalentSets, ...]:
    """Return remainders of two, three and four houses and as many others, the smallest first."""
    hidden = (0, 0)
    return _of_houses(
        tuple(
            (house.cells, house.values) if house.variables[-1] < model.cells else hidden
            for house in model.houses
        )
    )


# The key is everything it reads: cells and values of the houses, in the order of their numbers.
@lru_cache(maxsize=64)
def _of_houses(houses: tuple[tuple[int, int], ...]) -> tuple[EquivalentSets, ...]:
    """Return the remainders for cells and values of houses; puzzles of a geometry share them."""
    alike: dict[int, list[tuple[int, int]]] = {}
    for number, (cells, values) in enumerate(houses):
        alike.setdefault(values, []).append((number, cells))
    found = [
        EquivalentSets(tuple(bits(sides[0])), tuple(bits(sides[1])), *_rests(sides), values)
        for values, group in alike.items()
        for sides in _of_group(group)
    ]
    found.sort(key=lambda e: (e.size, len(e.plus), e.plus, e.minus))
    return tuple(found[:_MOST])


def _rests(sides: _Sides) -> tuple[int, int]:
    return sides[2] & ~sides[3], sides[3] & ~sides[2]


def _size(sides: _Sides) -> int:
    return max(rest.bit_count() for rest in _rests(sides))


def _of_group(group: Sequence[tuple[int, int]]) -> Iterator[_Sides]:
    """Yield remainders that are smaller than those of their parts, in one direction each."""
    width = group[0][1].bit_count()
    single = [
        (1 << m, 1 << n, one, other)
        for m, one in checked(group)
        for n, other in group
        if one & other and one != other
    ]
    known = {_rests(sides) for sides in single}
    double = _united(single, single, width + 1, lambda sides: _rests(sides) not in known)
    triple = _united(double, single, width)
    fourfold = _united(double, double, 2 * width - 2, partial(_even, group))
    for sides in checked((*double, *triple, *fourfold), _ROUNDS):
        more, less = _rests(sides)
        if (more, less) not in known:
            known |= {(more, less), (less, more)}
            yield sides


def _even(group: Sequence[tuple[int, int]], sides: _Sides) -> bool:
    """Return whether little is left, or equally much of every house of a side: rings, not bits."""
    if _size(sides) <= _FEW:
        return True
    more, less = _rests(sides)
    ours = {(cells & more).bit_count() for number, cells in group if sides[0] >> number & 1}
    theirs = {(cells & less).bit_count() for number, cells in group if sides[1] >> number & 1}
    return len(ours) == 1 or len(theirs) == 1


def _united(
    these: Sequence[_Sides],
    those: Sequence[_Sides],
    most: int,
    keeps: Callable[[_Sides], bool] = bool,
) -> list[_Sides]:
    """Return unions of two, where one covers some of what the other leaves."""
    touching: dict[int, list[_Sides]] = {}
    for sides in checked(those, _ROUNDS):
        for cell in bits(_rests(sides)[1]):
            touching.setdefault(cell, []).append(sides)
    found: dict[_Sides, int] = {}
    trials = _MOST_TRIALS
    for one in these:
        check_interrupt()
        seen = set()
        for cell in checked(bits(_rests(one)[0])):
            for other in touching.get(cell, ()):
                if other not in seen:
                    seen.add(other)
                    _unite(one, other, most, found)
        trials -= len(seen)
        if trials < 0:
            break
    return list(islice(filter(keeps, _ranked(found)), _MOST_UNIONS))


def _ranked(sizes: dict[_Sides, int]) -> Iterator[_Sides]:
    """Yield unions with their sizes, the smallest first; only those consumed are sorted."""
    alike: dict[int, list[_Sides]] = {}
    for sides, size in sizes.items():
        alike.setdefault(size, []).append(sides)
    for size in sorted(alike):
        yield from checked(sorted(alike[size]), _ROUNDS)


def _unite(one: _Sides, other: _Sides, most: int, found: dict[_Sides, int]) -> None:
    """Add the union of two, unless houses of a side overlap or it leaves too much."""
    if one[2] & other[2] or one[3] & other[3] or one[0] & other[1] or one[1] & other[0]:
        return
    more, less = one[2] | other[2], one[3] | other[3]
    size = (more & ~less).bit_count()
    if 0 < size <= most and _two(one[2] & other[3] | one[3] & other[2]):
        found[one[0] | other[0], one[1] | other[1], more, less] = size


def _two(cells: int) -> bool:
    return bool(cells & cells - 1)


@cached_on_model
def in_both_directions(
    model: Model,
) -> tuple[tuple[EquivalentSets, ...], tuple[EquivalentSets, ...]]:
    """Return the small remainders and the larger ones, each in both directions."""
    every = [way for one in remainders(model) for way in (one, one.flipped)]
    few = tuple(one for one in every if one.size <= _FEW)
    return few, tuple(one for one in every if one.size > _FEW)


@cached_on_model
def remainder_masks(model: Model) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return only the masks of these remainders, for a fast scan."""
    few, many = ([(one.more, one.less) for one in some] for some in in_both_directions(model))
    return few, many
