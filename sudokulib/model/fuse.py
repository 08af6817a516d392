"""Fusion of primitives on the same variables; sums also learn which of their variables differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from operator import itemgetter

from sudokulib.basics.interruption import checked
from sudokulib.model.model import bits
from sudokulib.primitives import (
    AllDifferent,
    DistinctSum,
    DistinctWord,
    Linear,
    Primitive,
    Regular,
)

__all__ = ["Differences", "fuse"]

Sources = dict[Primitive, list[int]]
"""Primitives, each with the shapes that it comes from."""


_ROUNDS = 64
"""Primitives between two checks of the clock, which take as long as some of them."""


class Differences:
    """The pairs of variables that must differ, and the shapes that require it.

    Args:
        sources: all primitives with their shapes.
        variables: how many variables there are.
    """

    def __init__(self, sources: Mapping[Primitive, Sequence[int]], variables: int) -> None:
        self._groups: list[tuple[int, Sequence[int]]] = []
        self._of: list[list[int]] = [[] for _ in range(variables)]
        peers = [0] * variables
        for primitive, shapes in checked(sources.items(), _ROUNDS):
            for group in primitive.groups():
                if len(group) > 1:
                    mask = 0
                    for v in group:
                        mask |= 1 << v
                    for v in group:
                        peers[v] |= mask
                        self._of[v].append(len(self._groups))
                    self._groups.append((mask, shapes))
        self.peers = tuple(mask & ~(1 << v) for v, mask in enumerate(peers))

    def parts(self, variables: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Return the variables split into few sets of pairwise different ones, large sets first."""
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

    def _largest(self, left: int) -> int:
        """Return the largest subset of `left` that one group makes different; never empty."""
        best, size = left & -left, 1
        for n in {n for v in bits(left) for n in self._of[v]}:
            overlap = self._groups[n][0] & left
            count = overlap.bit_count()
            if count > size or (count == size and overlap < best):
                best, size = overlap, count
        return best

    def because(self, parts: Iterable[Sequence[int]], own: Sequence[int]) -> list[int]:
        """Return shapes that make the variables of each part differ, preferably `own` ones."""
        shapes: dict[int, None] = {}
        for part in parts:
            shared = set.intersection(*(set(self._of[v]) for v in part)) if len(part) > 1 else ()
            if shared:
                shapes[self._first(shared, own)] = None
                continue
            for one, other in combinations(part, 2):
                shapes[self._first(set(self._of[one]) & set(self._of[other]), own)] = None
        return list(shapes)

    def _first(self, groups: Iterable[int], own: Sequence[int]) -> int:
        """Return a shape that one of the groups comes from, one of `own` if possible."""
        shapes = [shape for n in sorted(groups) for shape in self._groups[n][1]]
        return next((shape for shape in shapes if shape in own), shapes[0])


def fuse(sources: Sources, differences: Differences, houses: Iterable[Primitive]) -> Sources:
    """Return the same constraints as fewer primitives that propagate more.

    Sums of the same terms become one with the totals that both allow. A sum absorbs the
    all-different on its variables, unless that is a house, and otherwise records which of its
    variables differ. A word records whether all its variables do.

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
        if isinstance(primitive, Linear):
            parts = differences.parts(primitive.variables)
            if any(len(part) > 1 for part in parts):
                result = DistinctSum.of(primitive, parts)
                because = differences.because(parts, shapes)
            if len(parts) == 1:
                taken.setdefault(frozenset(primitive.variables), result)
        elif isinstance(primitive, Regular):
            parts = differences.parts(primitive.variables)
            if len(parts) == 1 and len(set(primitive.variables)) == len(primitive.variables) > 1:
                result = DistinctWord.of(primitive)
                because = differences.because(parts, shapes)
        _note(fused.setdefault(result, []), shapes + because)
    for primitive in [p for p in fused if isinstance(p, AllDifferent) and p not in kept]:
        whole = taken.get(frozenset(primitive.variables))
        if whole is not None:
            _note(fused[whole], fused.pop(primitive))
    return fused


def _note(shapes: list[int], more: Iterable[int]) -> None:
    shapes += [shape for shape in dict.fromkeys(more) if shape not in shapes]


def _merged(sources: Sources) -> Sources:
    """Return the primitives with sums of the same terms merged."""
    merged: Sources = {}
    sums: dict[object, Linear] = {}
    for primitive, shapes in sources.items():
        whole = primitive
        together = list(shapes)
        if isinstance(primitive, Linear):
            pairs = zip(primitive.variables, primitive.weights, strict=True)
            terms = tuple(sorted(pairs, key=itemgetter(0)))
            totals = frozenset(primitive.totals)
            if (before := sums.get(terms)) is not None:
                totals &= frozenset(before.totals)
                together = merged.pop(before) + together
            variables, weights = zip(*terms, strict=True) if terms else ((), ())
            whole = sums[terms] = Linear(variables, weights, tuple(sorted(totals)))
        _note(merged.setdefault(whole, []), together)
    return merged
