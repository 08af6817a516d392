"""Marks that compare cells with the cells around them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

from sudokulib.primitives import Automaton, Primitive, Regular, When
from sudokulib.shapes.cell_copies import CellCopies
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.line_kind import infeasibility, relation_table
from sudokulib.shapes.lowering import value_count
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class EqualNeighbours(Kind):
    """Each of the cells has the given number of neighbours with its own value.

    Args:
        cells: the marked cells.
        count: the number of equal neighbours of each cell.
        around: which cells are neighbours: those that share a side, or also those that share only a
            corner, where equal values are possible outside row, column and box.
    """

    name: ClassVar[str] = "equal-neighbours"
    says: ClassVar[str] = (
        "A diamond marked with = and a number n has n cells {around} with the same digit as "
        "its own."
    )
    called: ClassVar[str] = "count of equal neighbours"
    example: ClassVar[str] = "[{kind: equal-neighbours, cells: R2C2 R3C3, count: 1}]"

    cells: CellSet
    count: int
    around: Literal["sides", "corners"] = "corners"

    def _neighbours(self, cell: int, context: Context) -> tuple[int, ...]:
        if self.around == "sides":
            return context.topology.neighbours(cell)
        return context.topology.corner_neighbours(cell)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each cell has the given number of equal neighbours."""
        return all(
            sum(values[other] == values[c] for other in self._neighbours(c, context)) == self.count
            for c in self.cells
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each value of a cell a count of it among the neighbours."""
        for c in self.cells:
            near = self._neighbours(c, context)
            for index, value in enumerate(context.values):
                if context.domains[c] >> index & 1:
                    yield When.of(
                        c, index, value_count(near, context.values, [value], [self.count])
                    )

    def problem(self, context: Context) -> str:
        """Report no cells, or more equal neighbours than a cell can have."""
        if not self.cells:
            return "no cells are listed; list at least one"
        fewest = min(len(self._neighbours(c, context)) for c in self.cells)
        if not 0 <= self.count <= fewest:
            return Impossible(
                f"a cell has {fewest} neighbours, {self.count} of which cannot be equal to it; "
                "change the count, or drop the cell"
            )
        return infeasibility(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return in each cell a diamond and its number."""
        for c in self.cells:
            yield Mark("badge", (c,), look="diamond", hue="teal")
            yield Mark("text", (c,), f"={self.count}")

    def phrases(self, context: Context) -> dict[str, object]:
        """Return where neighbours lie."""
        del context
        return {"around": "beside it" if self.around == "sides" else "around it"}


@register_kind
@dataclass(frozen=True, slots=True)
class BetweenMark(Kind):
    """The value of each marked cell lies strictly between those of two opposite neighbours.

    These are the cells left and right of it, or those above and below; a cell at the edge has only
    those along the edge.

    Args:
        cells: the marked cells.
        ways: any: it lies between the cells of one pair; all: of both pairs, if there are two.
    """

    name: ClassVar[str] = "between-mark"
    says: ClassVar[str] = (
        "A circled digit marked <> lies strictly between the digits in {ways} opposite cells "
        "beside it."
    )
    example: ClassVar[str] = "[{kind: between-mark, cells: R1C2 R3C3}]"

    cells: CellSet
    ways: Literal["any", "all"] = "any"

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each cell lies between neighbours, in one way or in all ways."""
        wanted = all if self.ways == "all" else any
        return all(
            couples and wanted(_is_between(values[c], values[a], values[b]) for a, b in couples)
            for c in self.cells
            for couples in [_opposites(c, context)]
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each cell a Table per pair, or one automaton that either pair satisfies."""
        for c in self.cells:
            couples = _opposites(c, context)
            if self.ways == "all" or len(couples) == 1:
                for couple in couples:
                    yield relation_table((c, *couple), context, _is_between)
            else:
                readings = CellCopies(context)
                word = readings.word((c, *(cell for couple in couples for cell in couple)))
                yield Regular(word, _between_some(context.values))
                yield from readings.equal

    def structure(self, context: Context) -> tuple[Hashable, Hashable]:
        """Return its cells, and the pairs of opposite neighbours of each, in any order."""
        couples = {c: frozenset(map(frozenset, _opposites(c, context))) for c in self.cells}
        return (self.name, self.ways, context.values), frozenset(couples.items())

    def problem(self, context: Context) -> str:
        """Report a lack of cells, or a cell without opposite neighbours or a value in between."""
        if not self.cells:
            return "no cells are listed; list at least one"
        if not all(_opposites(c, context) for c in self.cells):
            return Impossible("a cell has no two opposite neighbours; drop it")
        return infeasibility(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return in each cell an outlined circle with a sign."""
        for c in self.cells:
            yield Mark("badge", (c,), hue="orange")
            yield Mark("text", (c,), "<>" if self.ways == "any" else "<< >>")

    def phrases(self, context: Context) -> dict[str, object]:
        """Return between how many pairs of neighbours each lies."""
        del context
        return {"ways": "any" if self.ways == "all" else "some two"}


def _opposites(cell: int, context: Context) -> tuple[tuple[int, int], ...]:
    """Return the pairs of neighbours on opposite sides of a cell."""
    topology = context.topology
    found: set[tuple[int, int]] = set()
    for dart in topology.darts(cell):
        other = topology.opposite(dart)
        ends = [topology.beyond(one) for one in (dart, other) if one is not None]
        cells = [topology.cells[end[0]] for end in ends if end is not None]
        if len(cells) == 2 and len({cell, *cells}) == 3:
            found.add((min(cells), max(cells)))
    return tuple(sorted(found))


def _is_between(value: int, one: int, other: int) -> bool:
    return min(one, other) < value < max(one, other)


_State = str | tuple[int, int | None]
"""A state of the automaton; see `_between_some`."""


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _between_some(values: tuple[int, ...]) -> Automaton:
    """Build the automaton of a value and then pairs, one of which encloses it.

    States are (value, comparison with the first of a pair: -1, 0 or 1), (value, None) between
    pairs, and "met".
    """

    def step(state: _State, index: int) -> list[_State]:
        value = values[index]
        if state == "start":
            return [(value, None)]
        if isinstance(state, str):
            return [state]
        middle, first = state
        side = (value > middle) - (value < middle)
        if first is None:
            return [(middle, side)]
        return ["met"] if first * side < 0 else [(middle, None)]

    start: _State = "start"
    return Automaton.of([start], step, lambda state: state == "met", len(values))
