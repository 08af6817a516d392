"""The search for fish: from their bases where there are no fins, else from their covers.

Unfinned basic fish are found base by base, with a cover for the first uncovered place. All others
are found from the covers: a target that is true takes one cover and all fins away, and what is
left, n bases of which n - 1 covers hold all places that the target does not see, is impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, islice
from threading import Lock

from sudokulib.basics.interruption import check_interrupt
from sudokulib.board import Board
from sudokulib.logic.memo import cached_on_board, unless_known_empty
from sudokulib.model import bits
from sudokulib.strategies.fish.index import (
    BASIC,
    Fish,
    FishIndex,
    FishSet,
    FishSets,
    FishType,
    crossing,
    fish_indexes,
    fish_of,
    parallel,
    uncovered,
)

_MOST_TRIALS = 150_000
_MOST_OFTEN = 60_000
"""Comparisons of a base with covers in one search; the second for finned basic fish of up to four,
which are searched for most often: only boards with hundreds of covers reach that. Both are
bounds on time, divided among the values of the board.

Of 16 franken and mutant fish in HoDoKu's library (``python tests/acceptance/reglib.py``, codes 0331
to 0362) 75,000 find 14, 150,000 and 300,000 all. Of its finned basic fish 15,000 find all.
"""

_MOST_BASE_TRIALS = 5_000
"""Bases tried for one value to extend a basic fish.

A bound on time: on the boards of the examples 1,250 to 10,000 find the same 305 steps (`python
tests/benchmarks/constants.py`, 2026-11).
"""

_MOST_CHOICES = 20
_MOST_SMALL_CHOICES = 250
"""Choices of bases tried for one set of covers and one target; the second for up to four bases: all
choices of three among a dozen fit. With 20 for all sizes the fish found depended on the order of
the shapes (`sudokulib.testing.check_relabelling`)."""


# Fish without fins, from their bases.


def find_basic_fish(board: Board, size: int) -> Iterator[Fish]:
    """Yield the basic fish without fins of a number of bases."""
    for index in fish_indexes(board):
        small = [base for base in index.bases if base.places.bit_count() <= size]
        if len(small) >= size:
            found = _without_repeats(index, small, size)
            yield from unless_known_empty(board, (find_basic_fish, size, index.cache_key), found)


def _without_repeats(index: FishIndex, small: Sequence[FishSet], size: int) -> Iterator[Fish]:
    """Yield the fish of some bases, one for each conclusion."""
    known = set()
    for bases, covers in _bases_with_covers(index, small, size):
        fish = fish_of(index, bases, covers)
        if fish.targets and fish.targets not in known and not _contains_smaller(fish):
            known.add(fish.targets)
            yield fish


def _bases_with_covers(
    index: FishIndex, small: Sequence[FishSet], size: int
) -> Iterator[tuple[FishSets, FishSets]]:
    """Yield `size` parallel bases, with as many covers that cross them."""
    trials = _MOST_BASE_TRIALS

    def grow(
        more: Sequence[FishSet], bases: FishSets, covers: FishSets
    ) -> Iterator[tuple[FishSets, FishSets]]:
        nonlocal trials
        if len(bases) == size:
            yield bases, covers
            return
        for number, base in enumerate(more[: len(more) + 1 - size + len(bases)]):
            trials -= 1
            if trials > 0 and all(crossing(base, cover) for cover in covers):
                after = [other for other in more[number + 1 :] if parallel(base, other)]
                for wider in _covered(index, base.places, (*bases, base), covers, size):
                    yield from grow(after, (*bases, base), wider)

    return grow(small, (), ())


def _covered(
    index: FishIndex, places: int, bases: FishSets, covers: FishSets, size: int
) -> Iterator[FishSets]:
    """Yield covers extended until some places are covered, beginning with the first place."""
    for cover in covers:
        places &= ~cover.places
    if not places:
        yield covers
    elif len(covers) < size:
        first = places & -places
        for cover in index.covers:
            if (
                cover.places & first
                and all(crossing(base, cover) for base in bases)
                and all(parallel(cover, other) for other in covers)
            ):
                yield from _covered(index, places, bases, (*covers, cover), size)


def _contains_smaller(fish: Fish) -> bool:
    """Return whether some of the bases are a fish of their own."""
    for count in range(2, len(fish.bases)):
        for bases in combinations(fish.bases, count):
            union = sum(base.places for base in bases)
            if sum(bool(cover.places & union) for cover in fish.covers) <= count:
                return True
    return False


# Fish of any form, from their covers.


class _Replay:
    """A replayable iterator: several consumers each take as much as they need.

    Args:
        make: makes the iterator; again if an exception ended it, such as a limit of time, so that
            results that were not reached are not taken for none.
    """

    def __init__(self, make: Callable[[], Iterator[Fish]]) -> None:
        self._make, self._found, self._lock = make, list[Fish](), Lock()
        self._source = make()

    def __iter__(self) -> Iterator[Fish]:
        number = 0
        while self._reach(number):
            yield self._found[number]
            number += 1

    def _reach(self, number: int) -> bool:
        with self._lock:
            if number == len(self._found):
                try:
                    self._found.extend(islice(self._source, 1))
                except BaseException:
                    self._source = islice(self._make(), len(self._found), None)
                    raise
            return number < len(self._found)


# The same function for the same type and size; its results are cached on each board.
@cache
def find_fish(fish_type: FishType, size: int) -> Callable[[Board], _Replay]:
    """Return the search for all fish of a type and size; strategies share its results."""

    def search(board: Board) -> _Replay:
        return _Replay(partial(_search_board, board, fish_type, size))

    return cached_on_board(search)


def _search_board(board: Board, fish_type: FishType, size: int) -> Iterator[Fish]:
    indexes = fish_indexes(board)
    for index in indexes:
        if len(index.bases) >= size and len(index.covers) >= size:
            often = fish_type is BASIC and size <= 4
            trials = (_MOST_OFTEN if often else _MOST_TRIALS) // len(indexes)
            key = (_search_board, fish_type.name, size, trials, index.cache_key)
            yield from unless_known_empty(board, key, _search_value(index, fish_type, size, trials))


def _search_value(index: FishIndex, fish_type: FishType, size: int, trials: int) -> Iterator[Fish]:
    seen: set[tuple[FishSets, frozenset[FishSet]]] = set()
    for inner, hits, targets in _overloaded_covers(index, fish_type, size, trials):
        for bases, target in _overloading_bases(index, inner, hits, targets):
            for outer in _outer(index, fish_type, bases, inner, target):
                key = (bases, frozenset((*inner, outer)))
                if key not in seen:
                    seen.add(key)
                    yield fish_of(index, bases, tuple(c for c in index.covers if c in key[1]))


_Hits = list[tuple[FishSet, int]]
"""Bases, each with the targets that see all of its uncovered places."""


def _overloaded_covers(
    index: FishIndex, fish_type: FishType, size: int, trials: int
) -> Iterator[tuple[FishSets, _Hits, int]]:
    """Yield sets of n - 1 covers that targets overload, with the bases that do it.

    Sets are grown from each cover by covers that share a base with them, each set once.
    """
    compatible = _compatibility(index, fish_type)

    def grow(
        inner: FishSets, union: int, next_to: int, left: int, bases: int
    ) -> Iterator[tuple[FishSets, _Hits, int]]:
        nonlocal trials
        check_interrupt()
        if bases.bit_count() < size:
            return
        if len(inner) == size - 2:
            trials -= bases.bit_count()
            for cover, hits in _last_covers(index, compatible, union, left, bases):
                trials -= len(hits)
                if targets := _in_at_least(size, [hit for _, hit in hits]):
                    trials -= 10 * targets.bit_count()
                    yield (*inner, cover), hits, targets
            return
        for number in bits(next_to):
            if trials <= 0:
                return
            cover = index.covers[number]
            left &= ~(1 << number)
            yield from grow(
                (*inner, cover),
                union | cover.places,
                (compatible.meeting[number] | (next_to if inner else 0))
                & left
                & compatible.same_side[number],
                left & compatible.same_side[number],
                bases & compatible.other_side[number],
            )

    every = (1 << len(index.covers)) - 1
    yield from grow((), 0, every, every, (1 << len(index.bases)) - 1)


def _last_covers(
    index: FishIndex, compatible: _Compatibility, union: int, left: int, bases: int
) -> Iterator[tuple[FishSet, _Hits]]:
    """Yield the covers that may complete an overloaded set, with the bases that overload it.

    In a fish that contains no smaller one the last cover serves two bases that the others do not
    serve.
    """
    room = index.board.places[index.value] & ~union
    before: list[tuple[int, int]] = []
    served: dict[int, dict[int, int]] = {}
    for b in bits(bases):
        base = index.bases[b]
        rest = base.places & ~union
        hit = index.common_peers(rest) & room & ~base.places
        before.append((b, hit))
        for last in bits(index.enabling_covers(rest) & left):
            more = index.common_peers(rest & ~index.covers[last].places) & room & ~base.places
            if more & ~hit and compatible.other_side[last] >> b & 1:
                served.setdefault(last, {})[b] = more
    for last, more_of in sorted(served.items()):
        cover = index.covers[last]
        if targets := _in_at_least(2, list(more_of.values())) & ~cover.places:
            other_side = compatible.other_side[last]
            own = [(b, more_of.get(b, hit) & targets) for b, hit in before if other_side >> b & 1]
            yield cover, [(index.bases[b], hit) for b, hit in own if hit]


def _in_at_least(count: int, masks: Sequence[int]) -> int:
    """Return the bits set in at least `count` masks, eight at most: three bits count each place."""
    if len(masks) < count:
        return 0
    first = 8 - count
    ones, twos, fours = (-(first >> bit & 1) for bit in range(3))
    found = 0
    for mask in masks:
        carry = ones & mask
        ones ^= mask
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        found |= carry
    return found


@dataclass(frozen=True, slots=True)
class _Compatibility:
    """For each cover, the bases and covers that it fits in a fish type, by number, as bit masks.

    Args:
        same_side: covers that may be on its side.
        other_side: bases that may be on the other side.
        meeting: covers that hold places of a base that it holds places of.
    """

    same_side: tuple[int, ...]
    other_side: tuple[int, ...]
    meeting: tuple[int, ...]


def _compatibility(index: FishIndex, fish_type: FishType) -> _Compatibility:
    same_side, other_side, meeting = [], [], []
    touched = [
        sum(1 << number for number, cover in enumerate(index.covers) if cover.places & base.places)
        for base in index.bases
    ]
    for cover in index.covers:
        others, bases = enumerate(index.covers), enumerate(index.bases)
        same_side.append(sum(1 << n for n, other in others if fish_type.same_side(cover, other)))
        other_side.append(sum(1 << n for n, base in bases if fish_type.other_side(base, cover)))
        near = 0
        for base, covers in zip(index.bases, touched, strict=True):
            near |= covers if base.places & cover.places else 0
        meeting.append(near)
    return _Compatibility(tuple(same_side), tuple(other_side), tuple(meeting))


def _overloading_bases(
    index: FishIndex, inner: FishSets, hits: _Hits, targets: int
) -> Iterator[tuple[FishSets, int]]:
    """Yield the bases that inner covers cannot serve if a target is true, with that target."""
    size = len(inner) + 1
    most = _MOST_SMALL_CHOICES if size <= 4 else _MOST_CHOICES
    for target in bits(targets):
        served = [base for base, hit in hits if hit >> target & 1]
        for bases in islice(combinations(served, size), most):
            if _overloads(index, bases, inner, target) and not _reducible(
                index, bases, inner, target
            ):
                yield bases, target


def _overloads(index: FishIndex, bases: FishSets, inner: FishSets, target: int) -> bool:
    """Return whether all places of the bases that the target does not see are covered."""
    far = ~index.board.model.peers[target]
    held = once = twice = 0
    for cover in inner:
        held |= cover.places
    for base in bases:
        twice |= once & base.places
        once |= base.places
    if once & ~held & far:
        return False
    return not twice & far or not uncovered(bases, inner) & far


def _reducible(index: FishIndex, bases: FishSets, inner: FishSets, target: int) -> bool:
    """Return whether a smaller fish within these has the same target."""
    for count in range(len(inner)):
        for covers in combinations(inner, count):
            for some in combinations(bases, count + 1):
                if _overloads(index, some, covers, target):
                    return True
    return False


def _outer(
    index: FishIndex, fish_type: FishType, bases: FishSets, inner: FishSets, target: int
) -> Iterator[FishSet]:
    """Yield the covers of a target that also hold places of the bases."""
    rest = uncovered(bases, inner)
    for cover in index.covers:
        holds = cover.places >> target & 1 and cover.places & rest and cover not in inner
        if holds and fish_type.allows(bases, (*inner, cover)):
            yield cover
