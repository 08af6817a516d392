"""The law of leftovers: what sticks out where some houses cover as many others, but for few cells.

Each value stands as often in two houses as in two others of the same values. Where these overlap,
both sides have it in common, so it stands equally often in what is left of either. In particular
a value that one remainder cannot hold is not in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

__all__ = ["leftovers"]

_MOST_CELLS = 6
"""Cells of a remainder: larger ones can hold every value."""

_MOST_HOUSES = 4
"""Houses taken together on either side; of more, few leave small remainders."""

_PAIRS = 1
"""Pairs kept, for each house, the smallest first."""

_MANY = 100
"""Houses of which none are looked for: there the looking costs more than the pairs save."""

_Pair = tuple[int, int]
_Members = tuple[int, ...]


# The key is all it reads: the cells and values of the houses.
@lru_cache(maxsize=64)
def leftovers(houses: tuple[tuple[int, int], ...]) -> tuple[_Pair, ...]:
    """Pairs of small sets of cells that hold the same values, each equally often.

    What a single house less a crossing one holds is left out: locked candidates say the same. So
    are pairs that others side by side, or one after the other, make up, and geometries that are
    regular or have very many houses.

    Args:
        houses: the cells and the values of each, as bit masks.

    Returns:
        Two disjoint bit masks over cells for each pair, the smallest first.
    """
    alike: dict[int, list[int]] = {}
    for cells, values in houses:
        alike.setdefault(values, []).append(cells)
    found: set[_Pair] = set()
    known: set[_Pair] = set()
    for group in alike.values():
        if len(group) > _MANY or not _irregular(group):
            continue
        found.update(_remainders(group, _crossings(group)))
        known.update(implied_pairs(group))
    return tuple(_irredundant(found, known, _PAIRS * len(houses)))


def _irregular(houses: Sequence[int]) -> bool:
    """Whether some house is crossed in disjoint pieces of different sizes, or not everywhere.

    Where all are of one size, houses cover as many others exactly, or not nearly.
    """
    for one in houses:
        pieces = {one & other for other in houses if (one & other).bit_count() > 1} - {one}
        crossed = 0
        for piece in pieces:
            size = piece.bit_count()
            if any(not piece & other and size != other.bit_count() for other in pieces):
                return True
            crossed |= piece
        if pieces and crossed != one:
            return True
    return False


def _pair(one: int, other: int) -> _Pair:
    """The same pair, whichever side comes first."""
    return (one, other) if one < other else (other, one)


def _crossings(houses: Sequence[int]) -> list[list[int]]:
    """For each house the others that share some of its cells, by number."""
    every = range(len(houses))
    return [[n for n in every if houses[n] & one and houses[n] != one] for one in houses]


def _remainders(houses: Sequence[int], crossings: Sequence[Sequence[int]]) -> Iterator[_Pair]:
    """The small remainders of unions of houses and what covers them best."""
    narrow, wide = (of(map(int.bit_count, houses)) for of in (min, max))
    most = min(_MOST_CELLS, narrow - 1)
    layer: dict[_Members, int] = {(number,): cells for number, cells in enumerate(houses)}
    for count in range(1, _MOST_HOUSES + 1):
        fits = []
        for members, union in layer.items():
            near = dict.fromkeys([n for m in members for n in crossings[m]])
            size, touched = union.bit_count(), 0
            for cover in _covers(union, [houses[n] for n in near if n not in members], count):
                rest = union & ~cover
                size = min(size, rest.bit_count())
                touched |= cover
                if count > 1 and 0 < rest.bit_count() <= most:
                    yield _pair(rest, cover & ~union)
            if 0 < size <= wide:  # what adds to equal unions is found by itself
                fits.append((size, members, touched))
        layer = dict(_extended(houses, layer, sorted(fits)[: len(houses)]))


def _covers(union: int, near: Sequence[int], count: int) -> Iterator[int]:
    """Unions of so many disjoint houses that have much in common with a given one."""
    ranked = sorted(near, key=lambda house: -(house & union).bit_count())
    first = ranked[0] if ranked else 0
    for among in (ranked, [house for house in ranked if house & first and house != first]):
        cover, left = 0, count
        for house in among:
            if not house & cover:
                cover |= house
                left -= 1
                if not left:
                    yield cover
                    break


def _extended(
    houses: Sequence[int],
    layer: Mapping[_Members, int],
    fits: Iterable[tuple[int, _Members, int]],
) -> Iterator[tuple[_Members, int]]:
    """Unions with a further house that overlaps what covers them."""
    for _, members, touched in fits:
        union = layer[members]
        open_ = touched & ~union
        for number, house in enumerate(houses):
            if house & open_ and not house & union:
                yield tuple(sorted((*members, number))), union | house


def implied_pairs(houses: Sequence[int]) -> set[_Pair]:
    """What is left of single houses that cross: locked candidates say the same."""
    return {
        _pair(one & ~other, other & ~one)
        for number, one in enumerate(houses)
        for other in houses[:number]
        if one & other
    }


def _irredundant(found: set[_Pair], known: set[_Pair], most: int) -> Iterator[_Pair]:
    """The pairs that known ones do not imply, the smallest first."""
    partners: dict[int, set[int]] = {}
    for pair in known:
        _note(partners, pair)
    count = 0
    for one, other in sorted(found, key=lambda pair: (pair[0].bit_count(), pair)):
        mine, theirs = partners.get(one, set()), partners.get(other, set())
        if other in mine or mine & theirs or _is_disjoint_union(one, other, partners):
            continue
        _note(partners, (one, other))
        yield one, other
        count += 1
        if count == most:
            return


def _note(partners: dict[int, set[int]], pair: _Pair) -> None:
    one, other = pair
    partners.setdefault(one, set()).add(other)
    partners.setdefault(other, set()).add(one)


def _is_disjoint_union(one: int, other: int, partners: dict[int, set[int]]) -> bool:
    """Whether two known pairs together make up this one."""
    part = (one - 1) & one
    while part:
        rest = one & ~part
        for half in partners.get(part, ()):
            if not half & ~other and other & ~half in partners.get(rest, ()):
                return True
        part = (part - 1) & one
    return False
