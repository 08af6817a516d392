"""Fusion of primitives on the same variables; sums also learn which of their variables differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice
from operator import itemgetter, lt

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import checked
from sudokulib.model.variable_sets import House, mask_of
from sudokulib.primitives import (
    AllDifferent,
    DistinctSum,
    DistinctWord,
    Linear,
    LineRank,
    Primitive,
    Regular,
)

Sources = dict[Primitive, tuple[int, ...]]
"""Primitives, each with the shapes that it comes from."""


_ROUNDS = 64
"""Primitives between two checks of the clock, which costs as much as a few primitives."""


class Differences:
    """The pairs of variables that must differ, and the shapes that require it.

    Args:
        sources: all primitives with their shapes.
        variables: how many variables there are.
        start: the differences of the first of the primitives, if they are known.
    """

    def __init__(self, sources: Sources, variables: int, start: Differences | None = None) -> None:
        self._count, first = len(sources), 0
        self._groups: list[tuple[int, tuple[int, ...]]] = []
        self._of, self._near = of, near = [0] * variables, [0] * variables
        if start:
            first, self._groups = start._count, [*start._groups]
            of[: len(start._of)], near[: len(start._near)] = start._of, start._near
        for primitive, shapes in checked(islice(sources.items(), first, None), _ROUNDS):
            for group in primitive.differing():
                mask, bit = mask_of(group), 1 << len(self._groups)
                self._groups.append((mask, shapes))
                for v in group:
                    of[v] |= bit
                    near[v] |= mask

    @cached_property
    def peers(self) -> tuple[int, ...]:
        """For each variable, the variables that must differ from it, as a bit mask."""
        return tuple([mask & ~(1 << v) for v, mask in enumerate(self._near)])

    def parts(self, variables: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the variables split into few sets of pairwise different ones, large sets first."""
        if variables and self._shared(variables):  # nearly always, for cages
            return (tuple(sorted({*variables})),)
        left = 0
        for v in variables:
            left |= 1 << v
        parts: list[tuple[int, ...]] = []
        while left:
            part = self._largest(left)
            if part.bit_count() == 1:  # no two of those that are left must differ
                parts += [(v,) for v in bits(left)]
                break
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


def fuse(
    sources: Sources,
    differences: Differences,
    houses: Iterable[House] = (),
    start: Sources | None = None,
) -> Sources:
    """Return the same constraints as fewer primitives that propagate more.

    Sums of the same terms become one with the totals that both allow, and ranks among the same
    lines one with the clues of both. A sum absorbs the all-different on its variables, unless that
    is a house, and otherwise records which of its variables differ. A word records whether all its
    variables do, and a rank which of its lines begin with different ones.

    Args:
        sources: the primitives, each with the shapes that it comes from.
        differences: of these primitives.
        houses: those of them that are needed by themselves.
        start: the first of `sources`, if these are all-different primitives.
    """
    fused = {} if start is None else start.copy()  # hashes of primitives are not cached
    taken: dict[frozenset[int], Primitive] = {}
    for primitive, shapes in checked(_merged(sources, len(fused)), _ROUNDS):
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
        own = shapes if len(shapes) == 1 and not because else _together(shapes, because)
        if (before := fused.setdefault(result, own)) is not own:
            fused[result] = _together(before, own)
    if taken:
        needed = {house.variables for house in houses}
        different = [p for p in fused if type(p) is AllDifferent and p.variables not in needed]
        for primitive in different:
            if (whole := taken.get(frozenset(primitive.variables))) is not None:
                fused[whole] = _together(fused[whole], fused.pop(primitive))
    return fused


def _with_sides(
    rank: LineRank, differences: Differences, shapes: Sequence[int]
) -> tuple[LineRank, list[int]]:
    """Return a rank that records which lines begin with different values, and because of what."""
    sides = tuple([side for side in differences.sides(rank.starts) if len(side) > 1])
    parts = [[rank.starts[n] for n in side] for side in sides]
    return replace(rank, sides=sides), differences.because(parts, shapes)


def _together(shapes: Iterable[int], more: Iterable[int]) -> tuple[int, ...]:
    """Return shapes, and those of others that are not among them."""
    return tuple(dict.fromkeys((*shapes, *more)))


def _any_to_merge(primitives: Iterable[Primitive]) -> bool:
    """Return whether two sums or ranks are on the same variables, or a sum is not in order."""
    seen: set[tuple[int, ...]] = set()
    ranked: set[tuple[int, ...]] = set()
    for primitive in primitives:
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


def _merged(sources: Sources, first: int) -> Iterable[tuple[Primitive, tuple[int, ...]]]:
    """Return the primitives from number `first` on, sums of the same terms and ranks of the same
    lines merged, each with its shapes."""
    items = [*islice(sources.items(), first, None)]
    if not _any_to_merge([primitive for primitive, _ in items]):
        return items
    merged: Sources = {}
    sums: dict[object, Linear] = {}
    ranks: dict[object, LineRank] = {}
    for primitive, shapes in items:
        whole = primitive
        together = shapes
        if type(primitive) is Linear:
            pairs = zip(primitive.variables, primitive.weights, strict=True)
            terms = tuple(sorted(pairs, key=itemgetter(0)))
            totals = frozenset(primitive.totals)
            if (before := sums.get(terms)) is not None:
                totals &= frozenset(before.totals)
                together = merged.pop(before) + shapes
            variables, weights = zip(*terms, strict=True) if terms else ((), ())
            whole = sums[terms] = Linear(variables, weights, tuple(sorted(totals)))
        elif type(primitive) is LineRank:
            among = replace(primitive, clues=())
            clues = primitive.clues
            if (same := ranks.get(among)) is not None:
                clues = tuple(sorted({*clues, *same.clues}))
                together = merged.pop(same) + shapes
            whole = ranks[among] = replace(primitive, clues=clues)
        merged[whole] = together
    return merged.items()
