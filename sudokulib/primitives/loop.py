"""Edges of a graph that form one cycle, or one path."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.members import Split, narrowed_to_members, split_members
from sudokulib.primitives.primitive import Primitive


@dataclass(frozen=True, slots=True)
class Loop(Primitive):
    """The *members*, the edges whose values lie in a set, form one simple cycle, or one path.

    A cycle visits some vertices, each by two of its edges; a path has two ends, at which it has
    one. There is at least one member. Whether any is left at all is a Hamiltonian problem, decided
    by search (`feasible`); `propagate` finds what follows from

    - the edges at each vertex,
    - pieces that must not be closed while something is outside,
    - the biconnected component in which all of it must lie (Tarjan 1972),
    - parity: a cycle crosses each cut an even number of times, so an edge that is the only open one
      in a cut is decided by the members there; these are the bridges of the open edges.

    Args:
        variables: distinct variables, each an edge of the graph.
        values: the values of members, as a bit mask over value indices.
        ends: for each variable the two vertices, numbered from 0, that it joins.
        through: the vertices that must be visited, sorted.
        closed: whether it is a cycle, not a path.
        tips: vertices where the path ends: none, one or two are known.
        touching: whether an edge that is no member may join two vertices that are visited.
    """

    values: int
    ends: tuple[tuple[int, int], ...]
    through: tuple[int, ...] = ()
    closed: bool = True
    tips: tuple[int, ...] = ()
    touching: bool = True

    name: ClassVar[str] = "Loop"
    consistency: ClassVar[str] = "values"
    searched: ClassVar[bool] = True

    @classmethod
    def of(
        cls,
        ends: Mapping[int, tuple[Hashable, Hashable]],
        values: int,
        *,
        through: Iterable[Hashable] = (),
        closed: bool = True,
        tips: Iterable[Hashable] = (),
        touching: bool = True,
    ) -> Loop:
        """Build the constraint from vertices with any names.

        Args:
            ends: the two different vertices that each edge joins, by its variable.
            values: the values of members, as a bit mask.
            through: vertices that must be visited; each has an edge.
            closed: whether it is a cycle, not a path.
            tips: vertices where the path ends, if they are known.
            touching: whether an edge that is no member may join two vertices that are visited.
        """
        ordered = tuple(sorted(ends))
        number: dict[Hashable, int] = {}
        pairs = []
        for v in ordered:
            one, other = (number.setdefault(vertex, len(number)) for vertex in ends[v])
            pairs.append((min(one, other), max(one, other)))
        visited = tuple(sorted({number[vertex] for vertex in through}))
        known = tuple(sorted({number[vertex] for vertex in tips}))
        return cls(ordered, values, tuple(pairs), visited, closed, known, touching)

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return max((max(pair) for pair in self.ends), default=-1) + 1

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the members are one cycle or path, and visit what they must."""
        used = [
            ends
            for value, ends in zip(assignment, self.ends, strict=True)
            if self.values >> value & 1
        ]
        visits = [vertex for ends in used for vertex in ends]
        once = {vertex for vertex in visits if visits.count(vertex) == 1}
        part = set(used[:1])
        while more := {ends for ends in used if any({*ends} & {*p} for p in part)} - part:
            part |= more
        chords = sum({*ends} <= set(visits) for ends in self.ends) - len(used)
        return (
            bool(used)
            and part == set(used)
            and all(visits.count(vertex) < 3 for vertex in visits)
            and len(once) == (0 if self.closed else 2)
            and once.issuperset(self.tips)
            and set(visits).issuperset(self.through)
            and (self.touching or not chords)
        )

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        split = self._split(domains)
        split = split and self.graph.narrowed(split)
        if split is None:
            return None
        return narrowed_to_members(self.variables, self.values, domains, split)

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some set of members fits, by search."""
        split = self._split(domains)
        return split is not None and self.graph.possible(split)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Loop:
        """Return the same constraint on renamed variables."""
        order = sorted((places[v], ends) for v, ends in zip(self.variables, self.ends, strict=True))
        return Loop(
            tuple([v for v, _ in order]),
            self.values,
            tuple([ends for _, ends in order]),
            self.through,
            self.closed,
            self.tips,
            self.touching,
        )

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])

    @property
    def graph(self) -> LoopGraph:
        """The graph of its edges, numbered by their places."""
        return _graph_of(self.ends, self.through, self.closed, self.tips, self.touching)

    def _split(self, domains: Sequence[int]) -> Split | None:
        return split_members(self.variables, self.values, domains)


@dataclass(frozen=True, slots=True)
class LoopGraph:
    """The graph of a loop. A path is a loop through one more vertex, by two further edges.

    Args:
        ends: the vertices that each edge joins, those of the further edges last.
        at: the edges at each vertex, as bit masks.
        near: the same as lists, each edge as a bit, by number, and with its other vertex.
        through: the vertices to visit.
        known: further edges that are members, as a bit mask.
        free: all further edges, as a bit mask.
        touching: see `Loop`.
    """

    ends: tuple[tuple[int, int], ...]
    at: tuple[int, ...]
    near: tuple[tuple[tuple[int, int, int], ...], ...]
    through: frozenset[int]
    known: int
    free: int
    touching: bool

    def narrowed(self, split: Split) -> Split | None:
        """Return what is left of the possibilities when nothing more is found; None if nothing."""
        return self._fixpoint(split)

    def with_ends(self, split: Split) -> Split | None:
        """Return the same possibilities with what follows for further edges; None if nothing fits.

        These say where a path may end. Nothing else is narrowed.
        """
        return self._fixpoint(split, self.free) if self.free else split

    def _fixpoint(self, split: Split, among: int = -1) -> Split | None:
        """Apply all rules until nothing more is found, but decide only some of the edges."""
        must, may = split[0] | self.known, split[1] | self.free
        rules: list[Callable[[int, int], Split | None]]
        rules = [self.degrees, self.closure, self.one_block, self.even_cuts]
        if not self.touching:
            rules.insert(1, self.apart)
        place = 0
        while place < len(rules):  # the cheapest first, again after each change
            found = rules[place](must, may)
            if found is None or found[0] & ~found[1]:
                return None
            before = must, may
            must, may = must | found[0] & among, may & (found[1] | ~among)
            place = place + 1 if (must, may) == before else 0
        return must, may

    def possible(self, split: Split) -> bool:
        """Return whether some loop is left."""
        check_interrupt()
        narrowed = self.narrowed(split)
        if narrowed is None:
            return False
        must, may = narrowed
        if must == may:
            return True
        near = [edges for edges in self.at if (edges & must).bit_count() == 1]
        choice = next((edges & may & ~must for edges in near), may & ~must)
        low = choice & -choice
        return self.possible((must | low, may)) or self.possible((must, may & ~low))

    def degrees(self, must: int, may: int) -> Split | None:
        """Apply that each vertex has two members or none."""
        for vertex, edges in enumerate(self.at):
            used, possible = must & edges, may & edges
            visited = used or vertex in self.through
            two = possible.bit_count() == 2
            if used.bit_count() > 2 or (visited and not two and possible.bit_count() < 2):
                return None
            if two and visited:
                must |= possible
            elif possible.bit_count() < 2 or used.bit_count() == 2:
                may &= ~edges | used
        return must, may

    def closure(self, must: int, may: int) -> Split | None:
        """Drop edges that would close a piece while something has to be outside."""
        piece, cycle = self.pieces(must)
        known = {piece[self.ends[edge][0]] for edge in bits(must)}
        alone = len(known) == 1 and all(piece[vertex] in known for vertex in self.through)
        if cycle:
            return (must, must) if alone else None
        for edge in bits(may & ~must if not alone else 0):
            one, other = self.ends[edge]
            if piece[one] == piece[other]:
                may &= ~(1 << edge)
        return must, may

    def pieces(self, edges: int) -> tuple[list[int], bool]:
        """Return a vertex for each, the same for all that some edges join; and if they close."""
        root = list(range(len(self.at)))

        def find(vertex: int) -> int:
            while root[vertex] != vertex:
                vertex = root[vertex]
            return vertex

        cycle = False
        for edge in bits(edges):
            one, other = map(find, self.ends[edge])
            cycle = cycle or one == other
            root[one] = other
        return [find(vertex) for vertex in root], cycle

    def one_block(self, must: int, may: int) -> Split | None:
        """Keep the biconnected components in which all of the loop may lie."""
        kept = 0
        for block in self.blocks(may):
            whole = block & (block - 1) and not must & ~block
            if whole and all(block & self.at[vertex] for vertex in self.through):
                kept |= block
        return (must, kept) if kept else None

    def blocks(self, may: int) -> list[int]:
        """Return the biconnected components of some edges, as bit masks."""
        blocks: list[int] = []
        into = [-1] * len(self.at)  # the block of the edge by which each vertex was reached
        walk = _Walk.of(self, may)
        for vertex in walk.order:
            edge = walk.entered[vertex]
            if edge < 0:
                continue
            parent = self.beyond(edge, vertex)
            if walk.low[vertex] >= walk.place[parent]:
                into[vertex] = len(blocks)
                blocks.append(0)
            else:
                into[vertex] = into[parent]
        for edge in bits(may):
            later = max(self.ends[edge], key=walk.place.__getitem__)
            blocks[into[later]] |= 1 << edge
        return blocks

    def even_cuts(self, must: int, may: int) -> Split | None:
        """Decide the edges that are the only open ones in a cut."""
        walk = _Walk.of(self, may & ~must)
        odd = [(must & edges).bit_count() & 1 for edges in self.at]
        for vertex in reversed(walk.order):
            edge = walk.entered[vertex]
            if edge < 0:
                if odd[vertex]:
                    return None
                continue
            if walk.low[vertex] == walk.place[vertex]:
                if odd[vertex]:
                    must |= 1 << edge
                else:
                    may &= ~(1 << edge)
            odd[self.beyond(edge, vertex)] ^= odd[vertex]
        return must, may

    def apart(self, must: int, may: int) -> Split | None:
        """Apply that all edges between visited vertices are members."""
        for edge, ends in enumerate(self.ends):
            if self.free >> edge & 1:
                continue
            sure = [v in self.through or bool(must & self.at[v]) for v in ends]
            if all(sure):
                must |= 1 << edge
            elif any(sure) and not may >> edge & 1:
                may &= ~self.at[ends[sure[0]]]
        return must, may

    def beyond(self, edge: int, vertex: int) -> int:
        """Return the other vertex of an edge."""
        one, other = self.ends[edge]
        return other if one == vertex else one


@dataclass(frozen=True, slots=True)
class _Walk:
    """A depth-first search of all vertices.

    Args:
        order: the vertices as they were met.
        place: the place of each vertex in it.
        entered: the edge by which each vertex was met; -1 where the search began.
        low: the lowest place that an edge leads to from a vertex, or from what was met after it.
    """

    order: list[int]
    place: list[int]
    entered: list[int]
    low: list[int]

    @classmethod
    def of(cls, graph: LoopGraph, edges: int) -> _Walk:
        """Search along some edges."""
        near, count = graph.near, len(graph.near)
        order: list[int] = []
        place, entered = [-1] * count, [-1] * count
        for start in range(count):
            stack = [(start, -1)]
            while stack:
                vertex, edge = stack.pop()
                if place[vertex] >= 0:
                    continue
                place[vertex], entered[vertex] = len(order), edge
                order.append(vertex)
                for bit, e, other in near[vertex]:
                    if edges & bit and place[other] < 0:
                        stack.append((other, e))
        low = place.copy()
        for vertex in reversed(order):
            lowest, into = low[vertex], entered[vertex]
            for bit, e, other in near[vertex]:
                if edges & bit and e != into:
                    reached = low[other] if entered[other] == e else place[other]
                    lowest = min(lowest, reached)
            low[vertex] = lowest
        return cls(order, place, entered, low)


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=256)
def _graph_of(
    ends: tuple[tuple[int, int], ...],
    through: tuple[int, ...],
    closed: bool,
    tips: tuple[int, ...],
    touching: bool,
) -> LoopGraph:
    count = max((max(pair) for pair in ends), default=-1) + 1
    more = () if closed else tuple((vertex, count) for vertex in range(count))
    every = (*ends, *more)
    at = [0] * (count + bool(more))
    for edge, pair in enumerate(every):
        for vertex in pair:
            at[vertex] |= 1 << edge
    visited = {*through, *((count,) if more else ())}
    known = sum(1 << len(ends) + vertex for vertex in tips)
    free = sum(1 << len(ends) + vertex for vertex in range(len(more)))
    near: list[list[tuple[int, int, int]]] = [[] for _ in at]
    for edge, (one, other) in enumerate(every):
        near[one].append((1 << edge, edge, other))
        near[other].append((1 << edge, edge, one))
    return LoopGraph(
        every, tuple(at), tuple(map(tuple, near)), frozenset(visited), known, free, touching
    )
