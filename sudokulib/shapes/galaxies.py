"""Spiral galaxies: regions that are symmetric about their centres."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import Connected, Primitive
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.fields import CellSets
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.half_turns import half_turn
from sudokulib.shapes.kind import Context
from sudokulib.shapes.layer_cells import own_cells
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import predicate_table, table
from sudokulib.shapes.marks import Depiction, Mark
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Galaxies(GlobalKind):
    """The grid consists of connected galaxies, each the same after half a turn about its centre.

    The galaxy of each cell is the value of its cell in a layer: the first of the centres is that of
    galaxy 1, and so on. A galaxy contains the cells of its centre and no other centre.

    Args:
        centres: the centre of each galaxy: one cell, the two beside a side, or all around a corner.
        cells: the layer; absent: all cells but those of layers.
    """

    name: ClassVar[str] = "galaxies"
    says: ClassVar[str] = (
        "The grid is to be divided into connected regions, each of which has one dot and is the "
        "same after half a turn about it."
    )
    called: ClassVar[str] = "galaxies"
    example: ClassVar[str] = "[{kind: galaxies, centres: [R1C2, R2C4 R3C4, R3C2], cells: galaxy}]"
    example_on: ClassVar[str] = (
        '{build: [{make: include, geometry: 4x4}], layers: {galaxy: "1234"}}'
    )

    centres: CellSets

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each galaxy is connected, symmetric, and contains its own centre."""
        cells, near = self.affected_cells(context), context.topology.neighbours
        galaxies = [{c for c in cells if values[c] == n} for n in self._numbers()]
        return set().union(*galaxies) == cells and all(
            galaxy.issuperset(centre)
            and len(list(connected_parts(galaxy, near))) == 1
            and {turn.get(c) for c in galaxy} == galaxy
            for galaxy, centre, turn in zip(
                galaxies, self._own(context), self._turns(context), strict=True
            )
        )

    def _numbers(self) -> range:
        return range(1, len(self.centres) + 1)

    def _own(self, context: Context) -> list[list[int]]:
        """Return the cells of each centre, those of the layer instead of the cells below."""
        cells = self.affected_cells(context)
        return [own_cells(centre, cells, context) for centre in self.centres]

    def _turns(self, context: Context) -> list[Mapping[int, int]]:
        """Return for each centre where half a turn takes each cell that its galaxy may have."""
        cells = self.affected_cells(context)
        turns = []
        for centre in self._own(context):
            found = half_turn(frozenset(centre), cells, context.topology)
            turns.append({} if isinstance(found, str) else found)
        return turns

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each galaxy its centre, the pairs of cells of which it has both, and paths."""
        cells = self.affected_cells(context)
        edges = context.topology.edges()
        sizes = range(1, len(cells) + 1)
        turns = self._turns(context)
        centres = list(zip(self._numbers(), self._own(context), turns, strict=True))
        owner = {c: n for n, own, _ in centres for c in own}
        for c in sorted(cells):
            reach = [owner[c]] if c in owner else [n for n, _, turn in centres if c in turn]
            yield predicate_table(c, context.values, reach.__contains__)
        for n, own, turn in centres:

            def together(one: int, other: int, n: int = n) -> bool:
                return (one == n) == (other == n)

            for one, other in sorted(turn.items()):
                if one < other:
                    yield table((one, other), context.values, together, context.domains)
            members = 1 << context.values.index(n)
            yield Connected.of(cells, members, edges, sizes, own[:1])

    def structure(self, context: Context) -> tuple[Hashable, Hashable]:
        """Return its cells, which share a side, and of each galaxy the centre and the half turn."""
        cells = self.affected_cells(context)
        edges = map(frozenset, context.topology.edges_among(cells))
        turns = (frozenset(map(frozenset, turn.items())) for turn in self._turns(context))
        own = map(frozenset, self._own(context))
        galaxies = tuple(zip(own, turns, strict=True))
        return (self.name, context.values), (cells, frozenset(edges), galaxies)

    def problem(self, context: Context) -> str:
        """Report centres about which nothing can be turned, and too few symbols."""
        cells = self.affected_cells(context)
        if not cells:
            return "no cells have neighbours here; list cells of a grid"
        if not self.centres:
            return "no centres are listed; list the cells of each"
        if missing := set(self._numbers()) - set(context.values):
            return f"no symbol stands for galaxy {min(missing)}; number them with further symbols"
        every = [c for own in self._own(context) for c in own]
        if len(set(every)) < len(every):
            return "two centres touch one cell; move one of them"
        for number, own in zip(self._numbers(), self._own(context), strict=True):
            turn = half_turn(frozenset(own), cells, context.topology)
            if isinstance(turn, str):
                return f"centre {number} {turn}"
        return infeasibility(self, context)

    def depiction(self, context: Context) -> Depiction:
        """Return the borders of the galaxies."""
        return Depiction("borders", tuple(sorted(self.affected_cells(context))))

    def marks(self) -> Iterable[Mark]:
        """Return a dot on each centre."""
        return [Mark("badge", centre, look="disc") for centre in self.centres]
