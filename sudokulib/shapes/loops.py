"""Rules about loops and paths along edges, each of which has a cell in a layer."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeAlias

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.quoting import join_words
from sudokulib.primitives import Linear, Loop, Primitive, Table
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import table
from sudokulib.shapes.marks import Depiction, Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

Vertex: TypeAlias = int | tuple[int, int]
"""A cell, or a dart that stands for a corner point."""

EDGES_EXAMPLE = (
    '{build: [{make: include, geometry: 4x4}], layers: {loop: {at: edges, symbols: "12"}}}'
)
"""A 4x4 with a layer of edges, for examples."""


@dataclass(frozen=True, slots=True)
class EdgeKind(GlobalKind):
    """Base of the kinds about edges, some of which are part of a line: a loop, a path, bridges.

    In a layer of edges, lines lead from cell to cell; in one of sides, from corner to corner.

    Args:
        values: the values of edges that are part of the line.
    """

    values: tuple[int, ...]

    def joined(self, edge: int, context: Context) -> tuple[Vertex, ...]:
        """Return the vertices that an edge joins; none if it is no edge."""
        place = context.topology.places.get(edge)
        if place is None or place.on not in ("edges", "sides"):
            return ()
        if place.on == "edges":
            return place.cells
        return tuple(p for dart in place.points if (p := context.topology.point(dart)) is not None)

    def at_vertices(self, context: Context) -> dict[Vertex, list[int]]:
        """Return the edges at each vertex."""
        found: dict[Vertex, list[int]] = {}
        for edge in sorted(self.affected_cells(context)):
            for vertex in self.joined(edge, context):
                found.setdefault(vertex, []).append(edge)
        return found

    def at_cells(self, context: Context) -> dict[int, list[int]]:
        """Return the edges at each cell, where they lead from cell to cell."""
        return {c: edges for c, edges in self.at_vertices(context).items() if isinstance(c, int)}

    def backward_values(self) -> tuple[int, ...]:
        """Return the values of edges that a line with a direction follows to their earlier cell.

        It follows those with other values to the later one. By default none: it has no direction.
        """
        return ()

    def line_values(self) -> tuple[int, ...]:
        """Return the values of edges that are part of the line, in either direction."""
        return (*self.values, *self.backward_values())

    def used(self, values: Values, context: Context) -> set[int]:
        """Return the edges of the line."""
        inside = self.line_values()
        return {edge for edge in self.affected_cells(context) if values[edge] in inside}

    def members(self, context: Context) -> int:
        """Return the values of edges of the line, as a bit mask."""
        inside = self.line_values()
        return sum(1 << i for i, value in enumerate(context.values) if value in inside)

    def part_at(self, cells: Sequence[int], context: Context) -> Sequence[int]:
        """Return the cell in which all of some edges meet, or an edge alone without its ends."""
        ends = {c: joined for c in cells if (joined := {*self.joined(c, context)})}
        if not ends:
            return cells
        if len(ends) == 1 and {*cells} <= ends.keys() | set().union(*ends.values()):
            return [*ends]
        common = set.intersection(*ends.values()) if len(ends) == len(cells) else set()
        return [one for one in common if isinstance(one, int)] or cells

    def word(self, edge: int, inside: str, outside: str, context: Context) -> None:
        """Tell an edge in words, if its symbols say only whether, or how, the line follows it."""
        said = [self._way(edge, value, inside, outside, context) for value in context.values]
        own = [said[i] for i in bits(context.domains[edge])]
        if len({*own}) == len(own) > 1:
            context.word(edge, Unseen(f"{{{edge}}}", tuple(said)))

    def _way(self, edge: int, value: int, inside: str, outside: str, context: Context) -> str:
        """Return the predicate of an edge with a value."""
        if value not in self.line_values():
            return outside
        if not (backward := self.backward_values()):
            return inside
        ends = self.joined(edge, context)
        one, other = reversed(ends) if value in backward else ends
        return f"{inside} from {{{one}}} to {{{other}}}"

    def connected(self, used: set[int], context: Context) -> bool:
        """Return whether there are edges, all joined by their ends."""
        at = self.at_vertices(context)

        def beside(edge: int) -> Iterator[int]:
            return (other for vertex in self.joined(edge, context) for other in at[vertex])

        return len(list(connected_parts(used, beside))) == 1

    def problem(self, context: Context) -> str:
        """Report values that cannot be, cells that are no edges, and contradictions."""
        if problem := unknown_values(self.line_values(), context):
            return problem
        if not all(len({*self.joined(c, context)}) == 2 for c in self.affected_cells(context)):
            return (
                "its cells are not all edges; name a layer of edges or sides, such as "
                "cells: loop with layers: {loop: {at: edges}}"
            )
        return self.own_problem(context) or infeasibility(self, context)

    def own_problem(self, context: Context) -> str:
        """Return what else is wrong; by default nothing."""
        del context
        return ""

    def between_cells(self, context: Context) -> str:
        """Return why edges do not lead from cell to cell; an empty string if all do."""
        places = [context.topology.places[edge] for edge in self.affected_cells(context)]
        if any(place.on != "edges" for place in places):
            return "its cells are not edges; name a layer with at: edges"
        return ""

    def edge_of(self, context: Context) -> dict[frozenset[int], int]:
        """Return the edge between two cells, by these."""
        places = context.topology.places
        return {frozenset(places[e].cells): e for e in self.affected_cells(context)}

    def depiction(self, context: Context) -> Depiction | None:
        """Return lines along the edges."""
        edges, backward = tuple(sorted(self.affected_cells(context))), self.backward_values()
        forward = self.values if backward else ()
        return Depiction("lines", edges, self.line_values(), forward=forward, backward=backward)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of edges in the line."""
        values = join_words(context.symbols(self.line_values()).split(), "or")
        return {**GlobalKind.phrases(self, context), "values": values}


@dataclass(frozen=True, slots=True)
class LoopKind(EdgeKind):
    """Base of the kinds by which some edges form one loop or path that does not cross itself."""

    def visited(self, context: Context) -> set[Vertex]:
        """Return the vertices that the loop has to come to; by default none."""
        del context
        return set()

    def everywhere(self, through: Collection[int], context: Context) -> bool:
        """Return whether some cells are all cells that edges lead to."""
        return bool(through) and {*self.at_cells(context)} <= {*through}

    def told_through(self, through: Collection[int], context: Context) -> str:
        """Return in words which cells the line has to come to."""
        marked = "" if self.everywhere(through, context) else " marked ○"
        return f", which passes through all cells{marked}" if through else ""

    def tips(self) -> tuple[int, ...] | None:
        """Return the known ends of a path; by default None, for a loop."""
        return None

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether the edges are one loop or path, which comes wherever it has to."""
        used, at = self.used(values, context), self.at_vertices(context)
        degrees = {vertex: len(used.intersection(edges)) for vertex, edges in at.items()}
        once, tips = {v for v, degree in degrees.items() if degree == 1}, self.tips()
        return (
            set(degrees.values()) <= {0, 1, 2}
            and len(once) == (0 if tips is None else 2)
            and once.issuperset(tips or ())
            and (self.may_touch() or not self._touches(degrees, used, context))
            and all(degrees.get(vertex) for vertex in self.visited(context))
            and self.connected(used, context)
            and self._one_way(values, used, context)
        )

    def _one_way(self, values: Values, used: set[int], context: Context) -> bool:
        """Return whether the line follows all its edges in one direction, if it has one."""
        if not (backward := self.backward_values()):
            return True
        ends = [
            self.joined(edge, context)[:: -1 if values[edge] in backward else 1] for edge in used
        ]
        return all(len({*side}) == len(used) for side in zip(*ends, strict=True))

    def may_touch(self) -> bool:
        """Return whether the loop may touch itself; by default it may."""
        return True

    def _touches(self, degrees: Mapping[Vertex, int], used: set[int], context: Context) -> bool:
        """Return whether both ends of an edge outside the loop are on it."""
        return any(
            all(degrees[vertex] for vertex in self.joined(edge, context))
            for edge in self.affected_cells(context).difference(used)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the loop or path along its edges."""
        ends = {}
        on = f"on the {'path' if self.tips() is not None else 'loop'}"
        for edge in self.affected_cells(context):
            one, other = self.joined(edge, context)
            ends[edge] = one, other
            self.word(edge, on, f"not {on}", context)
        yield Loop.of(
            ends,
            self.members(context),
            through=self.visited(context),
            closed=self.tips() is None,
            tips=self.tips() or (),
            touching=self.may_touch(),
        )
        if backward := self.backward_values():
            yield from self._directions(backward, context)

    def _directions(self, backward: tuple[int, ...], context: Context) -> Iterator[Primitive]:
        """Yield for each vertex that at most one edge leads there, and at most one leads on."""
        later = tuple([int(value in self.values) for value in context.values])
        earlier = tuple([int(value in backward) for value in context.values])
        for vertex, edges in self.at_vertices(context).items():
            if len(edges) > 1:
                first = [self.joined(edge, context)[0] == vertex for edge in edges]
                leaving = tuple([later if begins else earlier for begins in first])
                arriving = tuple([earlier if begins else later for begins in first])
                yield from (
                    Linear(tuple(edges), weights, (0, 1)) for weights in (leaving, arriving)
                )

    def own_problem(self, context: Context) -> str:
        """Report places that no edge leads to, and a direction that says nothing."""
        if backward := self.backward_values():
            if both := {*backward}.intersection(self.values):
                symbols = join_words(context.symbols(tuple(sorted(both))).split())
                return (
                    f"{symbols} stands for both directions of an edge; leave it out of one of them"
                )
            if problem := self.between_cells(context):
                return problem
        if self.visited(context).difference(self.at_vertices(context)):
            return (
                f"the {self.noun} has to come to places without edges; name cells between its edges"
            )
        return ""

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of edges in the line, and which way it leads along them."""
        later, earlier = (
            join_words(context.symbols(values).split(), "or")
            for values in (self.values, self.backward_values())
        )
        direction = (
            f"; it has a direction and leads along {later} to the cell that is later in reading "
            f"order, along {earlier} to the earlier one"
        )
        return {**EdgeKind.phrases(self, context), "direction": direction if earlier else ""}


@register_kind
@dataclass(frozen=True, slots=True)
class SimpleLoop(LoopKind):
    """The edges with some values form one loop, which does not cross or branch.

    Args:
        values: the values of edges that are part of the loop.
        through: cells that it passes through, where it leads from cell to cell.
        touching: whether it may touch itself: come to both ends of an edge that is not part of it.
        backward: values of further edges of it, if it has a direction: it leads along these to the
            earlier of both cells, in the order of the geometry, and along edges with one of
            `values` to the later.
        cells: a layer of edges or sides, or some of them.
    """

    name: ClassVar[str] = "simple-loop"
    says: ClassVar[str] = (
        "The edges with {values} form one loop without crossings{touching}{through}{direction}."
    )
    called: ClassVar[str] = "loop"
    example: ClassVar[str] = "[{kind: simple-loop, values: [2], through: R1C1 R4C2, cells: loop}]"
    example_on: ClassVar[str] = EDGES_EXAMPLE

    through: CellSet = ()
    touching: bool = True
    backward: tuple[int, ...] = ()

    def backward_values(self) -> tuple[int, ...]:
        """Return the values of edges that it follows to their earlier cell."""
        return self.backward

    def may_touch(self) -> bool:
        """Return whether it may touch itself."""
        return self.touching

    def visited(self, context: Context) -> set[Vertex]:
        """Return the cells to pass through."""
        del context
        return set(self.through)

    def marks(self) -> Iterable[Mark]:
        """Return a small sign in each cell to pass through."""
        return [Mark("text", (c,), "○") for c in self.through]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return its marks; none if it passes through all cells."""
        return () if self.everywhere(self.through, context) else self.marks()

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols, and whether some cells are to be passed through."""
        through = self.told_through(self.through, context)
        touching = "" if self.touching else " that does not touch itself"
        return {**LoopKind.phrases(self, context), "through": through, "touching": touching}


@register_kind
@dataclass(frozen=True, slots=True)
class Slitherlink(LoopKind):
    """The sides with some values form one loop; a clue says how many sides of its cell are in it.

    Args:
        values: the values of sides that are part of the loop.
        clues: the cells whose numbers are clues.
        cells: a layer of sides.
    """

    name: ClassVar[str] = "slitherlink"
    says: ClassVar[str] = (
        "The sides with {values} form one loop without crossings. A digit marked # says how many "
        "sides of its cell are in it."
    )
    called: ClassVar[str] = "slitherlink"
    example: ClassVar[str] = "[{kind: slitherlink, values: [2], clues: R1C1 R3C2, cells: fence}]"
    example_on: ClassVar[str] = (
        '{build: [{make: include, geometry: 4x4}], layers: {fence: {at: sides, symbols: "12"}}}'
    )

    clues: CellSet = ()

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether there is one loop, and each clue is right."""
        used = self.used(values, context)
        return LoopKind.holds(self, values, context) and all(
            values[c] == len(used.intersection(self._sides(c, context))) for c in self.clues
        )

    def _sides(self, cell: int, context: Context) -> list[int]:
        places = context.topology.places
        return [s for s in sorted(self.affected_cells(context)) if cell in places[s].cells]

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the loop, and a count for each clue."""
        yield from LoopKind.lower(self, context)
        inside = tuple(int(value in self.values) for value in context.values)
        own = tuple(-value for value in context.values)
        for c in self.clues:
            sides = self._sides(c, context)
            yield Linear((c, *sides), (own, *[inside] * len(sides)), (0,))

    def own_problem(self, context: Context) -> str:
        """Report clues that are in layers."""
        if not context.topology.layered.isdisjoint(self.clues):
            return "a clue is in a layer; name cells of the grid"
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return a small sign in each clue."""
        return [Mark("text", (c,), "#") for c in self.clues]


@register_kind
@dataclass(frozen=True, slots=True)
class Masyu(LoopKind):
    """The edges with some values form one loop through all pearls, white and black ones.

    In a white pearl it goes straight on, and turns in the cell before or after it; in a black one
    it turns, and goes straight on in both.

    Args:
        values: the values of edges that are part of the loop.
        white: cells with a white pearl.
        black: cells with a black pearl.
        cells: a layer of edges.
    """

    name: ClassVar[str] = "masyu"
    says: ClassVar[str] = (
        "The edges with {values} form one loop without crossings, through all circles. In an empty "
        "circle it goes straight on and turns in the cell before or after it; in a filled one it "
        "turns, and goes straight on in the cells before and after it."
    )
    called: ClassVar[str] = "masyu"
    example: ClassVar[str] = "[{kind: masyu, values: [2], white: R1C2, black: R4C4, cells: loop}]"
    example_on: ClassVar[str] = EDGES_EXAMPLE

    white: CellSet = ()
    black: CellSet = ()

    def visited(self, context: Context) -> set[Vertex]:
        """Return the cells with pearls."""
        del context
        return {*self.white, *self.black}

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether there is one loop, and it behaves in pearls as it should."""
        if not LoopKind.holds(self, values, context):
            return False
        used = self.used(values, context)
        edge = self.edge_of(context)
        return all(
            _passes(used, *_around(cell, edge, context), straight=cell in self.white)
            for cell in (*self.white, *self.black)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the loop, and a table of the edges about each pearl."""
        yield from LoopKind.lower(self, context)
        edge = self.edge_of(context)
        known: dict[Hashable, frozenset[tuple[int, ...]]] = {}
        for cell in (*self.white, *self.black):
            near, far = _around(cell, edge, context)
            edges = sorted({*near, *far} - {-1})
            place = {-1: -1, **{e: number for number, e in enumerate(edges)}}
            ways = tuple([place[e] for e in near]), tuple([place[e] for e in far])
            straight = cell in self.white
            key = ways, straight, tuple([context.domains[e] for e in edges])
            if key not in known:
                fits = partial(self._fits, ways=ways, straight=straight)
                known[key] = table(edges, context.values, fits, context.domains).tuples
            yield Table(tuple(edges), known[key])

    def _fits(self, *numbers: int, ways: tuple[Sequence[int], ...], straight: bool) -> bool:
        """Return whether edges with these integers pass a pearl; `ways` are places among them."""
        used = {place for place, number in enumerate(numbers) if number in self.values}
        return _passes(used, *ways, straight=straight)

    def part_at(self, cells: Sequence[int], context: Context) -> Sequence[int]:
        """Return the pearl that some edges are about."""
        edge, wanted = self.edge_of(context), {*cells}
        for pearl in (*self.white, *self.black):
            near, far = _around(pearl, edge, context)
            if wanted == {*near, *far} - {-1}:
                return (pearl,)
        return LoopKind.part_at(self, cells, context)

    def own_problem(self, context: Context) -> str:
        """Report edges that do not join cells, and pearls where nothing is straight on."""
        topology = context.topology
        if both := set(self.white) & set(self.black):
            return f"{len(both)} of the cells have a white and a black pearl; choose one"
        for cell in (*self.white, *self.black):
            tiles = topology.tiles_of.get(cell, ())
            if len(tiles) != 1 or topology.sides[tiles[0]] % 2:
                return "a pearl is where it is not clear what straight on means; use squares"
        return self.between_cells(context) or LoopKind.own_problem(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return the pearls."""
        yield from (Mark("badge", (c,)) for c in self.white)
        yield from (Mark("badge", (c,), look="disc") for c in self.black)


def _around(
    cell: int, edge: Mapping[frozenset[int], int], context: Context
) -> tuple[list[int], list[int]]:
    """Return the edge beyond each side of a cell, and the next one straight on; -1 if none."""
    topology = context.topology
    near, far = [], []
    for dart in topology.darts(cell):
        walk = [cell, *list(topology.walk(dart, across=True))[:2], -1, -1]
        near.append(edge.get(frozenset(walk[:2]), -1))
        far.append(edge.get(frozenset(walk[1:3]), -1))
    return near, far


def _passes(used: set[int], near: Sequence[int], far: Sequence[int], *, straight: bool) -> bool:
    """Return whether a loop passes a pearl as it should, by the edges beyond each side."""
    sides = [side for side, edge in enumerate(near) if edge in used]
    if len(sides) != 2:
        return False
    goes_straight = sides[1] - sides[0] == len(near) // 2
    both_straight = all(far[side] in used for side in sides)
    return goes_straight == straight and both_straight != straight
