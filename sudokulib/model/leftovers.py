"""The law of leftovers: cells that stick out where houses nearly cover as many others.

Each value occurs as often in two houses as in two others of the same values. Where these overlap,
both sides share it, so it occurs equally often in what is left of either. In particular
a value that one remainder cannot hold is not in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from sudokulib._kernel import core
from sudokulib.basics.interruption import checked

_MOST_CELLS = 6
"""The most cells of a remainder: larger ones can nearly always hold every value.

On one jigsaw 4, as none, 6 (3 pairs) and 8 (15 pairs) take 4,761, 3,747 and 3,479 nodes, in the
same time (`python tests/benchmarks/constants.py model.leftovers:_MOST_CELLS 4 6 8 --nodes
jigsaw_minimal`, 2026-11).
"""

_MOST_HOUSES = 4
"""The most houses taken together on either side; of more, few leave small remainders.

On the jigsaw of `_MOST_CELLS` 2 find no pair, 3 find all that 4, 6 and 8 do.
"""

_PAIRS = 1
"""Pairs kept for each house, the smallest first: a bound. The jigsaw of `_MOST_CELLS` has 3."""

_MANY = 100
"""The number of houses above which there is no scan: it costs more time than the pairs save.

On a jigsaw with 131 houses (``layout("samurai", seed=1)``) it takes 7 ms and finds 72 pairs; 60
puzzles there, random 90, 100 or 115 cells of a filling, take 720 nodes with the pairs and 751
without, 20 ms in all (CPU time, 2026-11).
"""

_Pair = tuple[int, int]
_Members = tuple[int, ...]


_WORD = 8
"""Bytes of a machine word."""


# The key is everything it reads: the cells and values of the houses.
@lru_cache(maxsize=64)
def equal_remainders(houses: tuple[tuple[int, int], ...]) -> tuple[_Pair, ...]:
    """Return pairs of small sets of cells that hold the same values, each equally often.

    A single house minus a crossing one is left out: locked candidates say the same. So are pairs
    that are a union or a chain of other pairs, and geometries that are regular or have very many
    houses.

    Args:
        houses: the cells and the values of each, as bit masks.

    Returns:
        Two disjoint bit masks over cells for each pair, the smallest first.
    """
    alike: dict[int, list[int]] = {}
    for cells, values in houses:
        alike.setdefault(values, []).append(cells)
    found = compiled_leftovers if hasattr(core, "leftovers") else plain_leftovers
    return found([*alike.values()])


def compiled_leftovers(groups: Sequence[Sequence[int]]) -> tuple[_Pair, ...]:
    """Return the same as `plain_leftovers`, computed by the compiled kernel."""
    every = [cells for group in groups for cells in group]
    words = -(-max([cells.bit_length() for cells in every], default=0) // (8 * _WORD))
    pairs = core.leftovers(
        b"".join([cells.to_bytes(_WORD * words, "little") for cells in every]),
        [len(group) for group in groups],
        words,
        (_MOST_CELLS, _MOST_HOUSES, _PAIRS, _MANY),
    )
    read = int.from_bytes
    return tuple([(read(one, "little"), read(other, "little")) for one, other in pairs])


def plain_leftovers(groups: Sequence[Sequence[int]]) -> tuple[_Pair, ...]:
    """Return the leftovers of houses as `equal_remainders` does.

    Args:
        groups: the cells of the houses, those of the same values together.
    """
    found: set[_Pair] = set()
    known: set[_Pair] = set()
    for group in groups:
        if len(group) > _MANY or not _irregular(group):
            continue
        found.update(_remainders(group, _crossings(group)))
        known.update(implied_pairs(group))
    return tuple(_irredundant(found, known, _PAIRS * sum(map(len, groups))))


def _irregular(houses: Sequence[int]) -> bool:
    """Return whether some house is crossed in disjoint parts of unequal sizes, or only partly.

    Where all parts have one size, houses cover as many others exactly, or not nearly.
    """
    for one in checked(houses):
        parts = {one & other for other in houses if (one & other).bit_count() > 1} - {one}
        crossed = 0
        for part in parts:
            size = part.bit_count()
            if any(not part & other and size != other.bit_count() for other in parts):
                return True
            crossed |= part
        if parts and crossed != one:
            return True
    return False


def _pair(one: int, other: int) -> _Pair:
    """Return a pair in canonical order."""
    return (one, other) if one < other else (other, one)


def _crossings(houses: Sequence[int]) -> list[list[int]]:
    """Return, for each house, the numbers of the others that share some of its cells."""
    every = range(len(houses))
    return [[n for n in every if houses[n] & one and houses[n] != one] for one in houses]


def _remainders(houses: Sequence[int], crossings: Sequence[Sequence[int]]) -> Iterator[_Pair]:
    """Yield the small remainders of unions of houses and the covers that fit them best."""
    narrow, wide = (of(map(int.bit_count, houses)) for of in (min, max))
    most = min(_MOST_CELLS, narrow - 1)
    layer: dict[_Members, int] = {(number,): cells for number, cells in enumerate(houses)}
    for count in range(1, _MOST_HOUSES + 1):
        fits = []
        for members, union in checked(layer.items()):
            near = dict.fromkeys([n for m in members for n in crossings[m]])
            size, touched = union.bit_count(), 0
            for cover in _covers(union, [houses[n] for n in near if n not in members], count):
                rest = union & ~cover
                size = min(size, rest.bit_count())
                touched |= cover
                if count > 1 and 0 < rest.bit_count() <= most:
                    yield _pair(rest, cover & ~union)
            if 0 < size <= wide:  # extensions of equal unions are found from the first
                fits.append((size, members, touched))
        layer = dict(_extended(houses, layer, sorted(fits)[: len(houses)]))


def _covers(union: int, near: Sequence[int], count: int) -> Iterator[int]:
    """Yield unions of `size` disjoint houses that overlap a given union as much as possible."""
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
    """Yield unions with one more house that overlaps what covers them."""
    for _, members, touched in checked(fits):
        union = layer[members]
        open_ = touched & ~union
        for number, house in enumerate(houses):
            if house & open_ and not house & union:
                yield tuple(sorted((*members, number))), union | house


def implied_pairs(houses: Sequence[int]) -> set[_Pair]:
    """Return what is left of single houses that cross; locked candidates say the same."""
    return {
        _pair(one & ~other, other & ~one)
        for number, one in enumerate(houses)
        for other in houses[:number]
        if one & other
    }


def _irredundant(found: set[_Pair], known: set[_Pair], most: int) -> Iterator[_Pair]:
    """Yield the pairs that known ones do not imply, the smallest first."""
    partners: dict[int, set[int]] = {}
    for pair in known:
        _note(partners, pair)
    count = 0
    for one, other in checked(sorted(found, key=lambda pair: (pair[0].bit_count(), pair))):
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
    """Return whether two known pairs together make up this one."""
    part = (one - 1) & one
    while part:
        rest = one & ~part
        for half in partners.get(part, ()):
            if not half & ~other and other & ~half in partners.get(rest, ()):
                return True
        part = (part - 1) & one
    return False
