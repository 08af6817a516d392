"""Loops through all cells that are not shaded, as arrows count these: yajilin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.primitives import Linear, Primitive, Table
from sudokulib.shapes.fields import CellLines
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.loops import EDGES_EXAMPLE, LoopKind
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class Yajilin(LoopKind):
    """One loop passes all cells but clues and shaded ones, which share no side and arrows count.

    A cell without a clue is shaded if the loop does not pass it.

    Args:
        values: the values of edges that are part of the loop.
        clues: lines that begin in the cell with a clue: its digit says how many of the others on
            the line are shaded.
        cells: a layer of edges.
    """

    name: ClassVar[str] = "yajilin"
    says: ClassVar[str] = (
        "The edges with {values} form one loop without crossings. It passes all cells but those "
        "with arrows and some others, which are shaded: no two of them share a side. A digit with "
        "an arrow says how many cells are shaded in that direction."
    )
    called: ClassVar[str] = "yajilin"
    example: ClassVar[str] = "[{kind: yajilin, values: [2], clues: [R1C4>down], cells: loop}]"
    example_on: ClassVar[str] = EDGES_EXAMPLE

    clues: CellLines = ()

    def _clued(self) -> set[int]:
        return {line[0] for line in self.clues}

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether there is one loop, clues are right, and shaded cells lie apart."""
        if not LoopKind.holds(self, values, context):
            return False
        joined = [context.topology.places[edge].cells for edge in self.used(values, context)]
        visited = {c for pair in joined for c in pair}
        shaded = set(self.at_vertices(context)) - visited - self._clued()
        pairs = [context.topology.places[edge].cells for edge in self.affected_cells(context)]
        return (
            visited.isdisjoint(self._clued())
            and not any(shaded.issuperset(pair) for pair in pairs)
            and all(values[line[0]] == len(shaded.intersection(line)) for line in self.clues)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the loop, which cells are shaded, that these lie apart, and a count for each clue.

        Two edges of the loop meet in a cell, or none if it is shaded.
        """
        yield from LoopKind.lower(self, context)
        inside = tuple(int(value in self.values) for value in context.values)
        clued, shaded = self._clued(), dict[int, int]()
        for cell, edges in sorted(self.at_cells(context).items()):
            if cell in clued:
                yield Linear(tuple(edges), (inside,) * len(edges), (0,))
            else:
                shaded[cell] = context.hidden(2, _shade(cell))
                weights = (*[inside] * len(edges), (0, 2))
                yield Linear((*edges, shaded[cell]), weights, (2,))
        apart = frozenset({(0, 0), (0, 1), (1, 0)})
        for edge in sorted(self.affected_cells(context)):
            a, b = context.topology.places[edge].cells
            if a in shaded and b in shaded:
                yield Table((shaded[a], shaded[b]), apart)
        own = tuple(-value for value in context.values)
        for line in self.clues:
            counted = [shaded[c] for c in dict.fromkeys(line) if c in shaded]
            yield Linear((line[0], *counted), (own, *[(0, 1)] * len(counted)), (0,))

    def own_problem(self, context: Context) -> str:
        """Report clues in layers or without a line, and edges that do not join cells."""
        if any(len(line) < 2 for line in self.clues):
            return "a clue points to no cell; write lines such as R1C1>right"
        if not context.topology.layered.isdisjoint(c for line in self.clues for c in line):
            return "a clue is in a layer; name cells of the grid"
        return self.between_cells(context) or LoopKind.own_problem(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return a square in each cell with a clue, and an arrow from it."""
        for line in self.clues:
            yield Mark("badge", line[:1], look="square")
            yield Mark("arrow", line[:2])


def _shade(cell: int) -> Unseen:
    return Unseen(f"{{{cell}}}", ("on the loop", "shaded"), f"the shade of {{{cell}}}")
