"""Fusion of primitives on the same variables; sums also learn which of their variables differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, islice, takewhile
from operator import itemgetter, lt

from sudokulib.basics.interruption import checked
from sudokulib.model.model import bits, mask_of
from sudokulib.primitives import (
    AllDifferent,
    DistinctSum,
    DistinctWord,
    Linear,
    LineRank,
    Primitive,
    Regular,
)

__all__ = ["Differences", "fuse"]

Sources = dict[Primitive, list[int]]
"""Primitives, each with the shapes that it comes from."""


_ROUNDS = 64
"""Primitives between two checks of the clock, which costs as much as a few primitives."""


class Differences:
    """The pairs of variables that must differ, and the shapes that require it.

    Args:
        sources: all primitives with their shapes.
        variables: how many variables there are.
    """

    def __init__(self, sources: Mapping[Primitive, Sequence[int]], variables: int) -> None:
        groups = [
            (group, shapes)
            for primitive, shapes in checked(sources.items(), _ROUNDS)
            for group in primitive.differing()
        ]
        self._groups = [(mask_of(group), shapes) for group, shapes in groups]
        size = len(groups[0][0]) if groups else 0
        first = tuple([group for group, _ in takewhile(lambda one: len(one[0]) == size, groups)])
        known = _apart(first, variables)
        self._of, peers = [*known[0]], [*known[1]]
        for n in range(len(first), len(groups)):
            _set_apart(groups[n][0], 1 << n, self._of, peers)
        self.peers = tuple([mask & ~(1 << v) for v, mask in enumerate(peers)])

    def parts(self, variables: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the variables split into few sets of pairwise different ones, large sets first."""
        if variables and self._shared(variables):  # nearly always, for cages
            return (tuple(sorted({*variables})),)
        left = 0
        for v in variables:
            left |= 1 << v
        parts = []
        while left:
            part = self._largest(left)
            for v in bits(left & ~part):
                if not part & ~self.peers[v]:
                    part |= 1 << v
            left &= ~part
            parts.append(tuple(bits(part)))
        return tuple(parts)

    def sides(self, starts: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return numbers of variables, each in one set, that together are sets of different ones.

        Args:
            starts: the variables; one may come several times.
        """
        left = dict(enumerate(starts))
        found = []
        while left:
            part = self._largest(mask_of(tuple(dict.fromkeys(left.values()))))
            side = {v: n for n, v in reversed(left.items()) if part >> v & 1}.values()
            found.append(tuple(sorted(side)))
            left = {n: v for n, v in left.items() if n not in found[-1]}
        return tuple(found)

    def _shared(self, variables: Iterable[int]) -> int:
        """Return the groups that contain all of some variables, as a bit mask over groups."""
        shared = -1
        for v in variables:
            shared &= self._of[v]
        return shared

    def _largest(self, left: int) -> int:
        """Return the largest subset of `left` that one group makes different; never empty."""
        best, size = left & -left, 1
        once = several = 0
        for v in bits(left):
            several |= once & self._of[v]
            once |= self._of[v]
        for n in bits(several):
            overlap = self._groups[n][0] & left
            count = overlap.bit_count()
            if count > size or (count == size and overlap < best):
                best, size = overlap, count
        return best

    def because(self, parts: Iterable[Sequence[int]], own: Sequence[int]) -> list[int]:
        """Return shapes that make the variables of each part differ, preferably `own` ones."""
        shapes: dict[int, None] = {}
        for part in parts:
            if len(part) < 2:
                continue
            if shared := self._shared(part):
                shapes[self._first(shared, own)] = None
                continue
            for two in combinations(part, 2):
                shapes[self._first(self._shared(two), own)] = None
        return list(shapes)

    def _first(self, groups: int, own: Sequence[int]) -> int:
        """Return a shape that one of the groups comes from, one of `own` if possible."""
        shapes = [shape for n in bits(groups) for shape in self._groups[n][1]]
        return next((shape for shape in shapes if shape in own), shapes[0])


# Safe to cache, as it reads nothing else. The first groups of one size are the houses, which all
# puzzles of a geometry have in common.
@lru_cache(maxsize=64)
def _apart(
    groups: tuple[tuple[int, ...], ...], variables: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each variable the groups that it is in, and all that is in these."""
    of, peers = [0] * variables, [0] * variables
    for n, group in enumerate(groups):
        _set_apart(group, 1 << n, of, peers)
    return tuple(of), tuple(peers)


def _set_apart(group: tuple[int, ...], bit: int, of: list[int], peers: list[int]) -> None:
    mask = mask_of(group)
    for v in group:
        of[v] |= bit
        peers[v] |= mask


def fuse(sources: Sources, differences: Differences, houses: Iterable[Primitive]) -> Sources:
    """Return the same constraints as fewer primitives that propagate more.

    Sums of the same terms become one with the totals that both allow, and ranks among the same
    lines one with the clues of both. A sum absorbs the all-different on its variables, unless that
    is a house, and otherwise records which of its variables differ. A word records whether all its
    variables do, and a rank which of its lines begin with different ones.

    Args:
        sources: the primitives, each with the shapes that it comes from.
        differences: of these primitives.
        houses: all-different primitives that are needed by themselves.
    """
    kept = frozenset(houses)
    fused: Sources = {}
    taken: dict[frozenset[int], Primitive] = {}
    for primitive, shapes in checked(_merged(sources).items()):
        result = primitive
        because: list[int] = []
        if type(primitive) is Linear:
            parts = differences.parts(primitive.variables)
            if len(parts) < len(primitive.variables):
                result = DistinctSum(
                    primitive.variables, primitive.weights, primitive.totals, parts
                )
                because = differences.because(parts, shapes)
            if len(parts) == 1:
                taken.setdefault(frozenset(primitive.variables), result)
        elif type(primitive) is Regular:
            parts = differences.parts(primitive.variables)
            if len(parts) == 1 and len(set(primitive.variables)) == len(primitive.variables) > 1:
                result = DistinctWord.of(primitive)
                because = differences.because(parts, shapes)
        elif type(primitive) is LineRank and not primitive.sides:
            result, because = _with_sides(primitive, differences, shapes)
        own = [*dict.fromkeys(shapes + because)]
        # Hashes of primitives are not cached, so each is looked up once.
        if (before := fused.setdefault(result, own)) is not own:
            _note(before, own)
    plain = [p for p in fused if type(p) is AllDifferent and p not in kept] if taken else ()
    for primitive in plain:
        whole = taken.get(frozenset(primitive.variables))
        if whole is not None:
            _note(fused[whole], fused.pop(primitive))
    return fused


def _with_sides(
    rank: LineRank, differences: Differences, shapes: Sequence[int]
) -> tuple[LineRank, list[int]]:
    """Return a rank that records which lines begin with different values, and because of what."""
    sides = tuple([side for side in differences.sides(rank.starts) if len(side) > 1])
    parts = [[rank.starts[n] for n in side] for side in sides]
    return replace(rank, sides=sides), differences.because(parts, shapes)


def _note(shapes: list[int], more: Iterable[int]) -> None:
    shapes += [shape for shape in dict.fromkeys(more) if shape not in shapes]


def _any_to_merge(sources: Sources) -> bool:
    """Return whether two sums or ranks are on the same variables, or a sum is not in order."""
    seen: set[tuple[int, ...]] = set()
    ranked: set[tuple[int, ...]] = set()
    for primitive in sources:
        if type(primitive) is Linear:
            variables = primitive.variables
            if variables in seen or not (_ascends(variables) and _ascends(primitive.totals)):
                return True
            seen.add(variables)
        elif type(primitive) is LineRank:
            if primitive.variables in ranked:
                return True
            ranked.add(primitive.variables)
    return False


def _ascends(numbers: Sequence[int]) -> bool:
    return len(numbers) < 2 or all(map(lt, numbers, islice(numbers, 1, None)))


def _merged(sources: Sources) -> Sources:
    """Return the primitives with sums of the same terms merged, and ranks among the same lines."""
    if not _any_to_merge(sources):
        return sources
    merged: Sources = {}
    sums: dict[object, Linear] = {}
    ranks: dict[object, LineRank] = {}
    for primitive, shapes in sources.items():
        whole = primitive
        together: Sequence[int] = shapes
        if type(primitive) is Linear:
            pairs = zip(primitive.variables, primitive.weights, strict=True)
            terms = tuple(sorted(pairs, key=itemgetter(0)))
            totals = frozenset(primitive.totals)
            if (before := sums.get(terms)) is not None:
                totals &= frozenset(before.totals)
                together = [*merged.pop(before), *shapes]
            variables, weights = zip(*terms, strict=True) if terms else ((), ())
            whole = sums[terms] = Linear(variables, weights, tuple(sorted(totals)))
        elif type(primitive) is LineRank:
            among = replace(primitive, clues=())
            clues = primitive.clues
            if (same := ranks.get(among)) is not None:
                clues = tuple(sorted({*clues, *same.clues}))
                together = [*merged.pop(same), *shapes]
            whole = ranks[among] = replace(primitive, clues=clues)
        if whole in merged:
            _note(merged[whole], together)
        else:
            merged[whole] = [*dict.fromkeys(together)]
    return merged
