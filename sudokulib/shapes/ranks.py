"""Outside clues that rank lines read as numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from sudokulib.basics.cells import Line
from sudokulib.primitives import LineRank, Primitive
from sudokulib.shapes.fields import CellLines
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.registry import register_kind

_RANKED = frozenset({"row", "column"})
"""The roles of ranked lines."""


@register_kind
@dataclass(frozen=True, slots=True)
class FullRank(OutsideClue):
    """Read as a number from the clue on, the line has this rank among the lines, lowest first.

    Args:
        cells: the line, from the clue on: R4C1>right.
        rank: the clue; the lowest number has rank 1.
        among: the ranked lines, of equal length, each in reading direction; absent: every shape
            with role row or column of this length, from both ends.
        ties: none: no other ranked line reads the same as this one; any: lines that read the same
            share the lowest of their ranks.
    """

    name: ClassVar[str] = "full-rank"
    says: ClassVar[str] = (
        "Lines are read as numbers: {clue} show the rank of the one read from there, lowest "
        "first{ties}."
    )
    sign: ClassVar[str] = "#"
    called: ClassVar[str] = "rank clue"
    example: ClassVar[str] = "[{kind: full-rank, cells: R1C1>right, rank: 3}]"

    rank: int
    among: CellLines = ()
    ties: Literal["none", "any"] = "none"

    def ranked(self, context: Context) -> Collection[Line]:
        """Return the lines that are ranked, each once."""
        if self.among:
            return list(dict.fromkeys(self.among))
        key = (FullRank, len(self.cells))
        lines: dict[Line, None] | None = context.shared.get(key)
        if lines is None:
            every = [shape.cells for shape in context.shapes if shape.roles & _RANKED]
            ways = [way for line in every for way in (line, line[::-1])]
            lines = dict.fromkeys([way for way in ways if len(way) == len(self.cells)])
            context.shared[key] = lines
        return lines

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether as many lines are lower as the rank says."""
        numbers = [[values[c] for c in line] for line in self.ranked(context)]
        mine = self.seen(values)
        if self.ties == "none" and numbers.count(mine) > 1:
            return False
        return sum(number < mine for number in numbers) == self.rank - 1

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the rank among the lines, which other clues on the same lines share."""
        lines = sorted({self.cells, *self.ranked(context)})
        cells = tuple(sorted({cell for line in lines for cell in line}))
        place = {cell: number for number, cell in enumerate(cells)}
        read = tuple(tuple(place[cell] for cell in line) for line in lines)
        clue = (lines.index(self.cells), self.rank - 1)
        yield LineRank(cells, read, (clue,), context.values, self.ties == "any")

    def _unmet(self, context: Context) -> str:
        lines = self.ranked(context)
        if self.cells not in lines:
            return (
                "the line is not one of those that are ranked, read from this end; add it to "
                "among, or use a whole row or column"
            )
        if len({len(line) for line in self.among}) > 1:
            return "the ranked lines differ in length; list lines as long as this one"
        if any(len(set(line)) < len(line) for line in self.among):
            return "a cell is on a ranked line twice; list each cell once"
        if not 1 <= self.rank <= len(lines):
            said = f"rank {self.rank} is not among {len(lines)} lines; ranks count from 1"
            return said if self.rank < 1 else Impossible(said)
        return ""

    def phrases(self, context: Context) -> dict[str, object]:
        """Return how its clues look, and what equal lines mean."""
        ties = "; equal numbers share a rank" if self.ties == "any" else "; no two are equal"
        return {**OutsideClue.phrases(self, context), "ties": ties}
