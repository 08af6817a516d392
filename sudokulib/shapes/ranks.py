"""Outside clues that rank lines read as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from sudokulib.primitives import Linear, Primitive, Regular, Table, When
from sudokulib.primitives.regular import Automaton
from sudokulib.shapes.kind import CellLines, Context, Impossible, register_kind
from sudokulib.shapes.outside_clue import OutsideClue
from sudokulib.shapes.unseen import Unseen

__all__ = ["FullRank"]

Line = tuple[int, ...]


@register_kind
@dataclass(frozen=True, slots=True)
class FullRank(OutsideClue):
    """Read as a number from the clue on, the line has this rank among the lines, lowest first.

    Args:
        cells: the line, from the clue on: R4C1>right.
        rank: the clue; the lowest number has rank 1.
        among: the lines that are ranked, of one length, each from where it is read; absent: every
            shape with role row or column that is as long, from both ends.
        ties: none: no other ranked line reads the same as this one; any: lines that read the same
            share the lowest of their ranks.
    """

    name: ClassVar[str] = "full-rank"
    called: ClassVar[str] = "rank clue"
    example: ClassVar[str] = "[{kind: full-rank, cells: R1C1>right, rank: 3}]"

    rank: int
    among: CellLines = ()
    ties: Literal["none", "any"] = "none"

    def ranked(self, context: Context) -> list[Line]:
        """Return the lines that are ranked, each once."""
        if self.among:
            return list(dict.fromkeys(self.among))
        lines = (
            shape.rule.all_cells
            for shape in context.shapes
            if shape.roles & {"row", "column"} and len(shape.cells) == len(self.cells)
        )
        return list(dict.fromkeys(way for line in lines for way in (line, line[::-1])))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether one less than the rank are lower."""
        numbers = [[values[c] for c in line] for line in self.ranked(context)]
        mine = self.seen(values)
        if self.ties == "none" and numbers.count(mine) > 1:
            return False
        return sum(number < mine for number in numbers) == self.rank - 1

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each other line a bit that says if it is lower, and the number that are."""
        copies = _Copies(context)
        others = [line for line in self.ranked(context) if line != self.cells]
        bits = []
        for line in others:
            word = copies.interleaved(self.cells, line)
            bits.append(context.hidden(2, _line_description(line)))
            yield from self._compared(bits[-1], word, context)
        yield from copies.equal
        if bits:
            yield Linear(tuple(bits), ((0, 1),) * len(bits), (self.rank - 1,))

    def _compared(self, bit: int, word: tuple[int, ...], context: Context) -> Iterator[Primitive]:
        """Yield primitives by which the bit says if the second of two interleaved lines is lower.

        Nearly always the first place decides, so the others are read only if it may not.
        """
        values, places = context.values, range(len(context.values))
        mine, other = f"{{{word[0]}}}", f"{{{word[1]}}}"
        orders = tuple(f"{order} {other}" for order in ("lower than", "higher than", "equal to"))
        description = Unseen(mine, orders, f"the order of {mine} and {other}")
        order = context.hidden(3, description)
        yield Table(
            (word[0], word[1], order),
            frozenset((i, j, _order(values[i], values[j])) for i in places for j in places),
        )
        yield Table((order, bit), frozenset({(0, 0), (1, 1), (2, 0), (2, 1)}))
        automaton = _lower(values, ties=self.ties == "any")
        yield When.of(order, 2, Regular((bit, *word[2:]), automaton))

    def _unmet(self, context: Context) -> str:
        lines = self.ranked(context)
        if self.cells not in lines:
            return (
                "the line is not one of those that are ranked, read from this end; add it to "
                "among, or use a whole row or column"
            )
        if len({len(line) for line in lines}) > 1:
            return "the ranked lines are not of one length; list lines as long as this one"
        if any(len(set(line)) < len(line) for line in lines):
            return "a cell stands on a ranked line twice; list each once"
        if not 1 <= self.rank <= len(lines):
            said = f"rank {self.rank} is not among {len(lines)} lines; ranks count from 1"
            return said if self.rank < 1 else Impossible(said)
        return ""


def _line_description(line: Line) -> Unseen:
    """Describe in words the bit that says whether a line is lower."""
    name, than = f"{{{line[0]}}} to {{{line[-1]}}}", "than the line of {shape}"
    values = f"no lower {than}", f"lower {than}"
    return Unseen(name, values, f"whether {name} is {values[1]}")


def _order(mine: int, other: int) -> int:
    """Compare two values: 0 if the other is higher, 1 if it is lower, 2 if they are equal."""
    return 2 if mine == other else int(other < mine)


@dataclass(slots=True)
class _Copies:
    """Hidden copies of cells, for words that read a cell twice."""

    context: Context
    equal: list[Table]
    made: dict[int, int]

    def __init__(self, context: Context) -> None:
        self.context, self.equal, self.made = context, [], {}

    def interleaved(self, one: Line, other: Line) -> tuple[int, ...]:
        """Return the two lines place by place, as far as they need comparing."""
        word: list[int] = []
        compared = set()
        for a, b in zip(one, other, strict=True):
            # A pair that was compared before is equal if reading continues, and so is one cell.
            if a != b and frozenset((a, b)) not in compared:
                compared.add(frozenset((a, b)))
                word += [self._fresh(a, word), self._fresh(b, word)]
        return tuple(word)

    def _fresh(self, cell: int, word: list[int]) -> int:
        if cell not in word:
            return cell
        if cell not in self.made:
            size = len(self.context.values)
            description = Unseen(f"the second reading of {{{cell}}}", self.context.alphabet.symbols)
            self.made[cell] = self.context.hidden(size, description)
            same = frozenset((i, i) for i in range(size))
            self.equal.append(Table((cell, self.made[cell]), same))
        return self.made[cell]


_State = tuple[int, int, str]
"""1 if the other line is lower; the value just read in the first line; the phase of reading."""


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _lower(values: tuple[int, ...], *, ties: bool) -> Automaton:
    """Build the automaton of a bit and two interleaved lines; the bit: is the second lower?"""

    def step(state: _State, index: int) -> Iterator[_State]:
        bit, mine, where = state
        if where == "bit":
            if index < 2:
                yield index, 0, "first"
        elif where == "done" or index >= len(values):
            yield state
        elif where == "first":
            yield bit, values[index], "second"
        elif values[index] == mine:
            yield bit, 0, "first"
        elif bit == (values[index] < mine):
            yield bit, 0, "done"

    def accepts(state: _State) -> bool:
        bit, _, where = state
        return where == "done" or (ties and where == "first" and not bit)

    return Automaton.of([(0, 0, "bit")], step, accepts, max(2, len(values)))
