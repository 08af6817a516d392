"""Bridges between islands, along straight lines: hashiwokakero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from sudokulib.primitives import Connected, Linear, Primitive
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.loops import EdgeKind, Vertex
from sudokulib.shapes.lowering import predicate_table, tables
from sudokulib.shapes.marks import Depiction, Mark
from sudokulib.shapes.registry import register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Hashiwokakero(EdgeKind):
    """Bridges join all islands, straight and without crossings; a digit counts those at its island.

    The value of an edge is the number of bridges that lead along it.

    Args:
        values: the values of edges with bridges: as many as the value says.
        islands: the cells whose digits say how many bridges end there.
        cells: a layer of edges.
    """

    name: ClassVar[str] = "hashiwokakero"
    says: ClassVar[str] = (
        "Bridges lead straight from circle to circle, {values} along each line, without crossings. "
        "A digit in a circle says how many bridges end there; they join all circles."
    )
    called: ClassVar[str] = "bridges"
    example: ClassVar[str] = (
        "[{kind: hashiwokakero, values: [1, 2], islands: R1C1 R1C4 R4C1, cells: bridge}]"
    )
    example_on: ClassVar[str] = (
        "{build: [{make: include, geometry: 4x4}], symbols: 01234, "
        'layers: {bridge: {at: edges, symbols: "012"}}}'
    )

    islands: CellSet

    def _number(self, value: int) -> int:
        """Return how many bridges lead along an edge with a value."""
        return value if value in self.values else 0

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether bridges are straight, as many as digits say, and join all islands."""
        number = {e: self._number(values[e]) for e in self.affected_cells(context)}
        used, at = self.used(values, context), self.at_vertices(context)
        for cell, edges in at.items():
            if cell in self.islands:
                continue
            lines = [line for line in self._lines(cell, context) if used.intersection(line)]
            if len(lines) > 1 or len({number[e] for line in lines for e in line}) > 1:
                return False
            if any(len(line) < 2 for line in lines) or used.intersection(edges).difference(*lines):
                return False
        return self.connected(used, context) and all(
            values[c] == sum(number[e] for e in at[c]) and used.intersection(at[c])
            for c in self.islands
        )

    def _lines(self, cell: Vertex, context: Context) -> Iterator[tuple[int, ...]]:
        """Yield the one or two edges on each straight line through a cell."""
        if not isinstance(cell, int):
            return
        topology, edge = context.topology, self.edge_of(context)
        seen: set[tuple[int, ...]] = set()
        for dart in topology.darts(cell):
            found: list[int] = []
            for out in (dart, topology.opposite(dart)):
                beyond = out and topology.beyond(out)
                pair = frozenset((cell, topology.cells[beyond[0]])) if beyond else frozenset()
                found += [edge[pair]] if pair in edge else []
            line = tuple(sorted(found))
            if line and line not in seen:
                seen.add(line)
                yield line

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield what holds in cells of water and of islands, and that bridges are connected."""
        edges, at = self.affected_cells(context), self.at_vertices(context)
        pairs: list[tuple[int, int]] = []
        crossing: list[tuple[int, int]] = []
        for cell in at.keys() - set(self.islands):
            lines = list(self._lines(cell, context))
            pairs += [(line[0], line[1]) for line in lines if len(line) == 2 and line[0] != line[1]]
            crossing += [
                (a, b) for one, other in combinations(lines, 2) for a in one for b in other
            ]
            for line in lines:
                if len(line) == 1:
                    yield predicate_table(line[0], context.values, lambda v: not self._number(v))
        yield from tables(sorted({*pairs}), context.values, self._equal, context.domains)
        yield from tables(sorted({*crossing}), context.values, self._apart, context.domains)
        own = tuple(-value for value in context.values)
        numbers = tuple(map(self._number, context.values))
        inside = tuple(map(bool, numbers))
        for c in self.islands:
            yield Linear((c, *at[c]), (own, *[numbers] * len(at[c])), (0,))
            some = tuple(range(1, len(at[c]) + 1))
            yield Linear(tuple(at[c]), (tuple(map(int, inside)),) * len(at[c]), some)
        meeting = [pair for around in at.values() for pair in combinations(around, 2)]
        yield Connected.of(edges, self.members(context), meeting, range(1, len(edges) + 1))

    def _equal(self, one: int, other: int) -> bool:
        return self._number(one) == self._number(other)

    def _apart(self, one: int, other: int) -> bool:
        return not (self._number(one) and self._number(other))

    def own_problem(self, context: Context) -> str:
        """Report edges that do not join cells, and islands or numbers that cannot be."""
        if problem := self.between_cells(context):
            return problem
        if len(self.islands) < 2:
            return "bridges need two islands; name at least two"
        if set(self.islands).difference(self.at_vertices(context)):
            return "an island is where no edges are; name cells between its edges"
        if min(self.values, default=0) < 1:
            return "edges have 1 bridge or more; write values such as [1, 2]"
        return ""

    def depiction(self, context: Context) -> Depiction | None:
        """Return lines, which are double where there is more than one bridge."""
        several = tuple(value for value in self.values if value > 1)
        cells = tuple(sorted(self.affected_cells(context)))
        return Depiction("lines", cells, self.values, several)

    def marks(self) -> Iterable[Mark]:
        """Return a white disc in each island."""
        return [Mark("badge", (c,), look="disc", hue="white") for c in self.islands]
