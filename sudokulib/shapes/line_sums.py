"""Kinds whose lines fall into parts of equal sums."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import ClassVar

from sudokulib.basics.cells import Line
from sudokulib.errors import LimitError
from sudokulib.primitives import Automaton, Primitive, Regular
from sudokulib.shapes.fields import CellSets
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import (
    LineKind,
    equal_sum_differences,
    infeasibility,
    line_problem,
    looped,
    undirected,
)
from sudokulib.shapes.lowering import allowed_integers
from sudokulib.shapes.marks import Hue, MarkStyle
from sudokulib.shapes.own_cells import by_own_cells
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.sums import EqualSum


@register_kind
@dataclass(frozen=True, slots=True)
class RegionSum(LineKind):
    """Each line has the same sum on every one of its visits to a region.

    A visit is a maximal run of cells of the line in one region. Each line has its own sum. Cells in
    no region do not count.

    Args:
        lines: the lines.
        regions: the regions as sets of cells; absent: the shapes with the role region.
        closed: whether the last cell of each line is next to its first.
    """

    name: ClassVar[str] = "region-sum"
    says: ClassVar[str] = (
        "Digits along {line} have an equal sum within each region it passes through."
    )
    hue: ClassVar[Hue] = "blue"
    look: ClassVar[MarkStyle] = "double"
    called: ClassVar[str] = "region sum line"
    example: ClassVar[str] = "[{kind: region-sum, lines: [R1C1 R2C2 R2C3, R4C1 R3C2 R2C3 R2C4]}]"

    regions: CellSets = ()
    closed: bool = False

    @property
    def meaning(self) -> Hashable:
        """The lines, from either end, and the regions."""
        regions = frozenset(tuple(sorted(region)) for region in self.regions)
        return (self.name, looped(self.lines, self.closed), regions, self.closed)

    def regions_in(self, context: Context) -> tuple[tuple[int, ...], ...]:
        """Return the regions that count."""
        if self.regions:
            return self.regions
        found: tuple[tuple[int, ...], ...] | None = context.shared.get(RegionSum)
        if found is None:
            found = tuple(shape.cells for shape in context.shapes if "region" in shape.roles)
            context.shared[RegionSum] = found
        return found

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether, for each line, all visits have one sum."""
        for line in self.lines:
            sums = set()
            for region in self.regions_in(context):
                outside = [i for i, cell in enumerate(line) if cell not in region]
                turn = outside[0] if self.closed and outside else 0
                for inside, visit in groupby(line[turn:] + line[:turn], region.__contains__):
                    if inside:
                        sums.add(sum(values[c] for c in visit))
            if len(sums) > 1:
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Linear for each pair of visits of a line: their difference is 0."""
        for visits in self._visits(context):
            yield from equal_sum_differences(visits, context)

    def _visits(self, context: Context) -> Iterator[tuple[Line, ...]]:
        """Yield for each line its visits."""
        regions = [frozenset(region) for region in self.regions_in(context)]
        for line in looped(self.lines, self.closed):
            found = (v for region in regions for v in _visits(line, region, self.closed))
            yield tuple(found)

    def problem(self, context: Context) -> str:
        """Report a lack of regions, or sums that cannot be equal."""
        if not self.regions_in(context):
            return (
                "no shape here has the role region; "
                "write role: region on the shapes that are, or list them under regions:"
            )
        if problem := line_problem(self.lines, closed=self.closed, crossing=True):
            return problem
        if len(self.lines) > 1 or len(set(self.lines[0])) < len(self.lines[0]):
            return infeasibility(self, context)
        return by_own_cells(infeasibility, context)(EqualSum(next(self._visits(context))))


def _visits(line: Line, region: frozenset[int], closed: bool) -> Iterator[Line]:
    """Yield the runs of cells of a line in a region."""
    starts = [
        i
        for i, cell in enumerate(line)
        if cell in region and not ((closed or i) and line[i - 1] in region)
    ]
    if not starts and line[0] in region:
        yield line  # a loop that never leaves the region
    for start in starts:
        ahead = line[start:] + (line[:start] if closed else ())
        end = next((i for i, cell in enumerate(ahead) if cell not in region), len(ahead))
        yield ahead[:end]


_MOST_SUMS = 100_000
"""The most sums collected: as many take 0.1 s and 10 MB (`python tests/benchmarks/at_limits.py`,
2026-11).

More are useless, as an automaton has at most 20,000 states.
"""

State = tuple[int | None, int | None, bool]
"""Sum before the first cell, sum now (None: at a cut), and true once there was a cut."""


@register_kind
@dataclass(frozen=True, slots=True)
class SumLine(LineKind):
    """Each line can be cut into pieces with the sum `sum`.

    Args:
        lines: the lines.
        sum: the sum of each piece; a piece may be a single cell, or the whole line.
        closed: whether the last cell of each line is next to its first, so that a piece may
            continue from one to the other.
    """

    name: ClassVar[str] = "sum-line"
    says: ClassVar[str] = "{line} can be cut into pieces that each sum to the number at its start."
    hue: ClassVar[Hue] = "teal"
    look: ClassVar[MarkStyle] = "beaded"
    example: ClassVar[str] = "[{kind: sum-line, sum: 5, lines: [R1C1-R1C4, R2C2 R3C3 R4C4]}]"

    sum: int
    closed: bool = False

    @property
    def meaning(self) -> Hashable:
        """The sum, and the lines from either end."""
        return (self.name, self.sum, looped(self.lines, self.closed), self.closed)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether cuts exist; a loop may begin at any of its cells."""
        del context
        for line in self.lines:
            read = [values[c] for c in line]
            turns = range(len(read)) if self.closed else (0,)
            if not any(_cuttable(read[i:] + read[:i], self.sum) for i in turns):
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Regular for each line; its states are the sums since the last cut."""
        for line in self.lines:
            automaton = _cutting(self.sum, len(line), self.closed, context.values)
            yield Regular(line, automaton)

    def problem(self, context: Context) -> str:
        """Report a sum that the cells cannot reach, or a line too short for it."""
        problem = line_problem(self.lines, closed=self.closed)
        return problem or self._out_of_reach(context) or infeasibility(self, context)

    def _out_of_reach(self, context: Context) -> str:
        for number, line in enumerate(self.lines, 1):
            options = [allowed_integers(c, context) for c in line]
            least = min(min(values) for values in options)
            most = sum(max(values) for values in options)
            if least >= 0 and not least <= self.sum <= most:
                return Impossible(
                    f"no piece of line {number} can sum to {self.sum}; "
                    f"write sum: from {least} to {most}"
                )
        return ""

    def clue(self) -> str:
        """Return the sum."""
        return str(self.sum)


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=256)
def _cutting(total: int, length: int, closed: bool, values: tuple[int, ...]) -> Automaton:
    """Build the automaton of lines that can be cut into pieces of a total.

    A loop may begin within a piece. The part of that piece at the end of the loop is guessed at the
    start, and kept in the state.
    """
    cells = _fewest_cells(values, length)

    def piece(known: int) -> bool:
        """Return whether this can be the sum of a part of a piece that reaches the total."""
        parts = cells.get(known), cells.get(total - known)
        return None not in parts and sum(filter(None, parts)) <= length

    def step(state: State, index: int) -> Iterator[State]:
        before, now, cut = state
        then = (now or 0) + values[index]
        if piece(then):
            yield before, then, cut
        if then == total:
            yield before, None, True

    def accepts(state: State) -> bool:
        before, now, cut = state
        return before == now and cut

    starts: list[State] = [(None, None, False)]
    if closed:
        starts += [(before, before, False) for before in sorted(filter(piece, cells))]
    return Automaton.of(starts, step, accepts, len(values))


def _fewest_cells(values: Sequence[int], length: int) -> dict[int, int]:
    """Return the least number of values of each sum of up to `length` values.

    If values are far apart, these sums are far fewer than the numbers between them.

    Raises:
        LimitError: there are too many sums.
    """
    found, last = {0: 0}, {0}
    for cells in range(1, length + 1):
        last = {s for known in last for value in values if (s := known + value) not in found}
        found |= dict.fromkeys(last, cells)
        if len(found) > _MOST_SUMS:
            raise LimitError(
                f"{length} cells have more than {_MOST_SUMS:,} sums; shorten the line, or write "
                "values nearer to one another"
            )
    return found


def _cuttable(values: Sequence[int], total: int) -> bool:
    """Return whether the values can be cut into pieces of that total."""
    cuts = [0]
    for end in range(1, len(values) + 1):
        if any(sum(values[start:end]) == total for start in cuts):
            cuts.append(end)
    return cuts[-1] == len(values)


@register_kind
@dataclass(frozen=True, slots=True)
class Zipper(LineKind):
    """All pairs of cells equally far from the middle of a line have the same sum.

    The middle cell of a line of odd length is that sum.

    Args:
        lines: each from end to end, with its own sum.
    """

    name: ClassVar[str] = "zipper"
    says: ClassVar[str] = "Digits equally far from the middle of {line} always have the same sum."
    hue: ClassVar[Hue] = "pink"
    look: ClassVar[MarkStyle] = "ticked"
    called: ClassVar[str] = "zipper line"
    example: ClassVar[str] = "[{kind: zipper, lines: [R1C1 R2C2 R1C3 R2C4 R3C3]}]"

    @property
    def meaning(self) -> Hashable:
        """The lines, from whichever end."""
        return (self.name, undirected(self.lines))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether there is one sum for each line."""
        del context
        for line in self.lines:
            sums, rest = set(), [values[c] for c in line]
            while len(rest) > 1:
                sums.add(rest.pop(0) + rest.pop())
            if len(sums.union(rest)) > 1:
                return False
        return True

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a Linear for each pair of pairs: the difference of their sums is 0."""
        for line in undirected(self.lines):
            half = len(line) // 2
            groups: list[Line] = list(zip(line[:half], reversed(line), strict=False))
            if len(line) % 2:
                groups.append(line[half : half + 1])
            yield from equal_sum_differences(groups, context)

    def problem(self, context: Context) -> str:
        """Report sums that cannot meet."""
        return line_problem(self.lines, least=2, crossing=True) or infeasibility(self, context)
