"""Words of which some have a given rank in lexicographic order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from sudokulib.basics.cells import Line
from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.primitive import Primitive, feasible_by_cases

_LOWER, _OTHER = 1, 2
_EITHER = _LOWER | _OTHER

_Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LineRank(Primitive):
    """Of some lines, read as numbers, a given number are lower than this one.

    `propagate` decides the first place of a line by the numbers of lines that must and that may
    begin lower, and each further place likewise among those that begin alike. Lines that are then
    known to be lower, or not to be, are held to that order (Frisch, Hnich, Kiziltan, Miguel and
    Walsh, Global constraints for lexicographic orderings, 2002).

    Args:
        variables: all that the lines read.
        lines: different lines of one length, as places in `variables`.
        clues: the number of a line, and how many of the others are lower; sorted.
        values: the integer behind each value index.
        ties: whether another line may read the same as one with a clue; it is not lower then.
        sides: lines, by number, each in one set; the first variables of a set differ.

    >>> first = LineRank((0, 1), ((0,), (1,)), ((0, 0),), (1, 2, 3), ties=False)
    >>> first.propagate([0b110, 0b111])
    {0: 2, 1: 4}
    """

    lines: tuple[Line, ...]
    clues: tuple[tuple[int, int], ...]
    values: tuple[int, ...]
    ties: bool
    sides: tuple[tuple[int, ...], ...] = ()

    name: ClassVar[str] = "LineRank"
    consistency: ClassVar[str] = "bounds on the first open place of each line with a clue"

    @property
    def starts(self) -> tuple[int, ...]:
        """Return the variable that each line begins with."""
        return tuple(self.variables[line[0]] for line in self.lines)

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether every clue gives the number of lower lines."""
        words = [[self.values[assignment[place]] for place in line] for line in self.lines]
        for number, lower in self.clues:
            mine = words[number]
            if sum(word < mine for word in words) != lower:
                return False
            if not self.ties and words.count(mine) > 1:
                return False
        starts = [[assignment[self.lines[n][0]] for n in side] for side in self.sides]
        return all(len({*side}) == len(side) for side in starts)

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        masks = [domains[v] for v in self.variables]
        if not all(masks) or not _Ranking(self, masks).narrow():
            return None
        return {v: d for v, d in zip(self.variables, masks, strict=True) if d != domains[v]}

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some assignment within `domains` does; by cases."""
        return feasible_by_cases(self, domains)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> LineRank:
        """Return the same order of lines of renamed variables."""
        return replace(self, variables=tuple(places[v] for v in self.variables))

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])


class _Ranking:
    """The propagation of one rank within the domains of its variables, by place."""

    def __init__(self, rank: LineRank, masks: list[int]) -> None:
        self.rank, self.masks = rank, masks
        listed = {n for side in rank.sides for n in side}
        alone = [(n,) for n in range(len(rank.lines)) if n not in listed]
        self.sides = [*rank.sides, *alone]
        values = rank.values
        self.below = [_mask(w < value for w in values) for value in values]
        self.same = [_mask(w == value for w in values) for value in values]

    def narrow(self) -> bool:
        """Narrow the domains; return whether none becomes empty."""
        return self._differ() and all(self._meet(*clue) for clue in self.rank.clues)

    def _differ(self) -> bool:
        """Take the values of fixed first places from the others of their sides."""
        for side in self.rank.sides:
            places = [self.rank.lines[n][0] for n in side]
            for one in places:
                if _single(self.masks[one]):
                    for other in places:
                        if other != one and not self._keep(other, ~self.masks[one]):
                            return False
        return True

    def _meet(self, number: int, lower: int) -> bool:
        mine = self.rank.lines[number]
        for other, rank in self.rank.clues:
            if other != number and rank < lower and not self._hold(number, other, _LOWER):
                return False
        place = next((p for p in mine if not _single(self.masks[p])), None)
        if place is not None:
            before, kept = self.masks[place], 0
            for value in _bits(before):
                self.masks[place] = 1 << value
                if self._reaches(number, lower):
                    kept |= 1 << value
            self.masks[place] = kept
            if not kept:
                return False
        if not _single(self.masks[mine[0]]):
            return True
        bounds = self._bounds(number)
        if bounds is None:
            return False
        least, most = sum(b.least for b in bounds), sum(b.most for b in bounds)
        return (
            least <= lower <= most
            and (lower != most or all(self._hold_all(number, b, _LOWER) for b in bounds))
            and (lower != least or all(self._hold_all(number, b, _OTHER) for b in bounds))
        )

    def _reaches(self, number: int, lower: int) -> bool:
        """Return whether that many may be lower than a line whose first value is known."""
        bounds = self._bounds(number)
        if bounds is None:
            return False
        return sum(b.least for b in bounds) <= lower <= sum(b.most for b in bounds)

    def _bounds(self, number: int) -> list[_Side] | None:
        """Return for each side how many lines may be lower than one whose first value is known.

        None if a line can be neither lower nor not.
        """
        found = []
        for side in self.sides:
            others = [n for n in side if n != number]
            taken = self.masks[self.rank.lines[number][0]] if len(others) < len(side) else 0
            one = self._side(number, others, taken)
            if one is None:
                return None
            found.append(one)
        return found

    def _side(self, number: int, others: Sequence[int], taken: int) -> _Side | None:
        mine = self.rank.lines[number]
        value = self.masks[mine[0]].bit_length() - 1
        side = _Side(self.below[value], self.same[value])
        for n in others:
            line = self.rank.lines[n]
            domain = self.masks[line[0]] & ~taken
            rest = 0
            if domain & side.same:
                rest = self._outcomes([pair for pair in _pairs(mine, line) if pair[1] != line[0]])
            if not side.add(n, domain, rest):
                return None
        return side

    def _outcomes(self, pairs: Sequence[tuple[int, int]]) -> int:
        """Return whether the second places may read lower than the first, and whether not."""
        found = 0
        for one, other in pairs:
            x, y = self.masks[one], self.masks[other]
            if y & self.below[self._highest(x)]:
                found |= _LOWER
            if x & self.below[self._highest(y)]:
                found |= _OTHER
            if found == _EITHER or not any(x & self.same[value] for value in _bits(y)):
                return found
        return found | (_OTHER if self.rank.ties else 0)

    def _hold_all(self, number: int, side: _Side, order: int) -> bool:
        """Hold lines to being lower, as no fewer may be, or else to the other order."""
        if order == _LOWER:
            equal, rest = side.most == side.equal_most, side.most == side.may
        else:
            equal, rest = side.least == side.less_least, side.least == side.must
        for one in side.lines:
            if equal and one.domain & side.same:
                if not one.rest & order and not self._take_start(one.number, side.same):
                    return False
                if not one.domain & ~side.same and not self._hold(number, one.number, order):
                    return False
            possible = one.lower if order == _LOWER else one.other
            if rest and possible and not self._hold(number, one.number, order):
                return False
        return True

    def _take_start(self, number: int, values: int) -> bool:
        return self._keep(self.rank.lines[number][0], ~values)

    def _hold(self, number: int, other: int, order: int) -> bool:
        """Narrow two lines to an order: the other one is lower, or it is not."""
        pairs = _pairs(self.rank.lines[number], self.rank.lines[other])
        strict = order == _LOWER or not self.rank.ties
        for n, (mine, its) in enumerate(pairs):
            small, large = (its, mine) if order == _LOWER else (mine, its)
            tie = bool(self._outcomes(pairs[n + 1 :]) & order)
            top = self._highest(self.masks[large])
            if not self._keep(small, self.below[top] | (self.same[top] if tie else 0)):
                return False
            low = self._lowest(self.masks[small])
            gone = self.below[low] | (0 if tie else self.same[low])
            if not self._keep(large, ~gone):
                return False
            one, two = self.masks[small], self.masks[large]
            if one & ~self.same[low] or two & ~self.same[low]:
                return True
        return not strict

    def _keep(self, place: int, values: int) -> bool:
        self.masks[place] &= values
        return bool(self.masks[place])

    def _highest(self, mask: int) -> int:
        return max(_bits(mask), key=self.rank.values.__getitem__)

    def _lowest(self, mask: int) -> int:
        return min(_bits(mask), key=self.rank.values.__getitem__)


@dataclass(frozen=True, slots=True)
class _Other:
    """A line beside the one with the clue.

    Args:
        number: its number.
        domain: the values that it may begin with.
        rest: the outcomes of reading on if both begin alike.
        lower, other: whether it may be lower, and whether it may not be.
    """

    number: int
    domain: int
    rest: int
    lower: bool
    other: bool


@dataclass(slots=True)
class _Side:
    """Lines that begin with different values, and how many of them may be lower.

    Args:
        below, same: the values lower than the first one of the line with the clue, and equal to it.
    """

    below: int
    same: int
    lines: list[_Other] = field(default_factory=list)

    def add(self, number: int, domain: int, rest: int) -> bool:
        """Add a line; return whether it may be lower or not."""
        lower = bool(domain & self.below or rest & _LOWER)
        other = bool(domain & ~(self.below | self.same) or rest & _OTHER)
        self.lines.append(_Other(number, domain, rest, lower, other))
        return lower or other

    @property
    def may(self) -> int:
        """Return the number of lines that may be lower, each by itself."""
        return sum(one.lower for one in self.lines)

    @property
    def must(self) -> int:
        """Return the number of lines that must be lower, each by itself."""
        return sum(not one.other for one in self.lines)

    @property
    def less_least(self) -> int:
        """Return the least number of lines that begin with a lower value."""
        return self._least(self.below)

    @property
    def equal_most(self) -> int:
        """Return the greatest number of lines that begin with no higher value."""
        return self._most(self.below | self.same)

    @property
    def least(self) -> int:
        """Return the least number of lower lines."""
        may_not = any(one.rest & _OTHER for one in self.lines)
        begin = self.less_least if may_not else self._least(self.below | self.same)
        return max(self.must, begin)

    @property
    def most(self) -> int:
        """Return the greatest number of lower lines."""
        may = any(one.rest & _LOWER for one in self.lines)
        return min(self.may, self.equal_most if may else self._most(self.below))

    def _least(self, values: int) -> int:
        sure = sum(not one.domain & ~values for one in self.lines)
        return max(sure, len(self.lines) - (self._union & ~values).bit_count())

    def _most(self, values: int) -> int:
        possible = sum(bool(one.domain & values) for one in self.lines)
        return min(possible, (self._union & values).bit_count())

    @property
    def _union(self) -> int:
        union = 0
        for one in self.lines:
            union |= one.domain
        return union


# Safe to cache, as it reads nothing else: the same lines are compared again and again.
@lru_cache(maxsize=1 << 14)
def _pairs(one: Line, other: Line) -> _Pairs:
    """Return the places that two lines are compared at, without those known to be equal then."""
    found: dict[frozenset[int], tuple[int, int]] = {}
    for a, b in zip(one, other, strict=True):
        if a != b:
            found.setdefault(frozenset((a, b)), (a, b))
    return tuple(found.values())


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << n for n, flag in enumerate(flags) if flag)


def _single(mask: int) -> bool:
    return not mask & (mask - 1)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        mask ^= low
        yield low.bit_length() - 1
