"""Cuts: sets of vertices that show that a connected set, areas or a line cannot exist.

What `sudokulib.logic.proof` checks of them is a border and one breadth-first search; of a line,
also what follows for single edges. It uses what a primitive states, none of the code by which
primitives propagate or search.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from sudokulib.basics.bit_sets import bits
from sudokulib.primitives import Areas, Connected, Loop, Primitive, Regions, When

Edges: TypeAlias = "tuple[tuple[int, int], ...]"
"""Pairs of vertices."""


def vertices_of(rule: Primitive) -> int:
    """Return how many vertices the graph of a rule has; 0 if it is about none.

    They are the places of variables, and of `Loop` its vertices, after which comes for a path the
    one beyond its ends.
    """
    if isinstance(rule, When):
        return vertices_of(rule.then)
    if isinstance(rule, Connected | Areas):
        return len(rule.variables)
    if isinstance(rule, Regions):
        return rule.vertices
    return _vertices(rule.ends) + (not rule.closed) if isinstance(rule, Loop) else 0


def _vertices(edges: Edges) -> int:
    return 1 + max((max(pair) for pair in edges), default=-1)


def is_impossible(rule: Primitive, domains: Sequence[int], cut: int) -> bool:
    """Return whether a cut shows that a rule has no filling.

    Args:
        rule: the rule; about one that is not about a graph no cut shows anything.
        domains: the domain of every variable of the model, none of which is empty.
        cut: some vertices of its graph, as a bit mask.
    """
    if isinstance(rule, When):
        holds = domains[rule.variables[0]] == 1 << rule.case
        return holds and is_impossible(rule.then, domains, cut)
    if isinstance(rule, Loop):
        return _no_line(rule, domains, cut)
    if isinstance(rule, Regions):
        near = _neighbours(rule.vertices, rule.edges)
        values = [1 << label for label in range(rule.vertices // rule.size)]
        areas = (_Members(near, *_split(rule.labels, value, domains)) for value in values)
        return any(_not_connected(area, (rule.size,), 0, cut) for area in areas)
    if not isinstance(rule, Connected | Areas):
        return False
    near = _neighbours(len(rule.variables), rule.edges)
    members = _Members(near, *_split(rule.variables, rule.values, domains))
    if isinstance(rule, Areas):
        return _no_area(members, rule.sizes, cut)
    return _not_connected(members, rule.sizes, sum(1 << place for place in rule.roots), cut)


def _split(variables: Sequence[int], values: int, domains: Sequence[int]) -> tuple[int, int]:
    """Return the places that must be members, and those that may be."""
    must = may = 0
    for place, v in enumerate(variables):
        must |= (not domains[v] & ~values) << place
        may |= bool(domains[v] & values) << place
    return must, may


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=64)
def _neighbours(count: int, edges: Edges) -> tuple[int, ...]:
    near = [0] * count
    for one, other in edges:
        near[one] |= 1 << other
        near[other] |= 1 << one
    return tuple(near)


class _Members(NamedTuple):
    """What is known of members on a board.

    Args:
        near: the neighbours of each vertex, as a bit mask.
        must: the vertices that must be members.
        may: those that may be.
    """

    near: Sequence[int]
    must: int
    may: int

    def beside(self, vertices: int) -> int:
        """Return the neighbours of some vertices."""
        found = 0
        for vertex in bits(vertices):
            found |= self.near[vertex]
        return found

    def within(self, start: int, free: int, others: int, most: int) -> int:
        """Return `start` and what paths lead to, by breadth-first search.

        Args:
            start: where paths begin.
            free: the vertices that count nothing.
            others: those of which a path may have at most `most`.
            most: how many.
        """
        found = fresh = start
        for left in range(most, -1, -1):
            while fresh:  # vertices that count nothing
                fresh = self.beside(fresh) & free & ~found
                found |= fresh
            fresh = self.beside(found) & others & ~found if left else 0
            if not fresh:
                break
            found |= fresh
        return found

    def largest_part(self) -> int:
        """Return how many vertices that may be members are connected at most."""
        most, left = 0, self.may
        while left:
            part = self.within(left & -left, left, 0, 0)
            most = max(most, part.bit_count())
            left &= ~part
        return most


def _not_connected(members: _Members, allowed: Sequence[int], roots: int, cut: int) -> bool:
    """Return whether no set of as many members as allowed is connected, or each part with a root.

    A cut that no member leads out of separates members, or is all the room that they have. Any
    other one has a member from which, or from the roots, others are too far away.
    """
    _, must, may = members
    known = must.bit_count()
    sizes = [size for size in allowed if known <= size <= may.bit_count()]
    if not sizes:
        return True
    if not (must or roots):
        return sizes[0] > members.largest_part()
    first = roots & may
    closed = not members.beside(cut) & may & ~cut
    if closed and (not first & ~cut if roots else must & cut):  # all members are in the cut
        sizes = [size for size in sizes if size <= (cut & may).bit_count()]
        if must & ~cut or not sizes:
            return True
    spare = sizes[-1] - known
    here = first & must if roots else must & cut & -(must & cut)
    reached = members.within(here, must, may, spare)
    if spare:
        reached |= members.within(here | first, must, may, spare - 1)
    return bool(here | first) and bool(must & ~reached)


def _no_area(members: _Members, sizes: Sequence[int], cut: int) -> bool:
    """Return whether the area of some members, the cut, can have none of the sizes."""
    _, must, may = members
    if not cut or cut & ~must or members.within(cut & -cut, cut, 0, 0) != cut:
        return False
    part = members.within(cut, must, 0, 0)
    size = part.bit_count()
    # An area of `more` further cells has none that is farther away.
    return not any(
        more >= 0 and members.within(part, 0, may, more).bit_count() >= size + more
        for more in (wanted - size for wanted in sizes)
    )


class Line:
    """A loop on a board, and what follows for its edges from the rules that concern few of them.

    These are: it comes to a vertex by two edges or by none; it is not closed while it has to come
    to a vertex elsewhere; if it does not touch itself, each edge between two of its vertices is
    part of it. A path is a loop through one more vertex, beyond its ends, and may go there from any
    other.

    Args:
        rule: the rule.
        domains: the domain of every variable of the model.

    Attributes:
        ends: the vertices that each edge joins, by number of the edge; the edges from each vertex
            to the one beyond come last.
        must: the edges that are part of it, as a bit mask.
        may: those that may be.
        visited: the vertices to which it has to come, as a bit mask.
        stuck: a vertex by which it cannot pass, although it has to; -1 if none was met.
    """

    def __init__(self, rule: Loop, domains: Sequence[int]) -> None:
        self.must, self.may = _split(rule.variables, rule.values, domains)
        self.ends, self._at = _with_beyond(rule.ends, rule.closed)
        self._own = (1 << len(rule.ends)) - 1
        self.visited = sum(1 << vertex for vertex in rule.through)
        self.stuck = -1
        if not rule.closed:
            self.visited |= 1 << len(self._at) - 1
            self.may |= (1 << len(self.ends)) - 1 & ~self._own
            self.must |= sum(1 << len(rule.ends) + vertex for vertex in rule.tips)
        fresh = set(range(len(self._at)))
        while fresh and self.stuck < 0:
            self._pass(fresh)
            if self.stuck < 0:
                fresh = self._stay_open()
                if not rule.touching:
                    fresh |= self._stay_apart()

    def _pass(self, fresh: set[int]) -> None:
        """Apply that it comes to each vertex by two edges or by none, beginning at some."""
        while fresh:
            vertex = fresh.pop()
            here, ways = self.must & self._at[vertex], self.may & self._at[vertex]
            used, left = here.bit_count(), ways.bit_count()
            if here:
                self.visited |= 1 << vertex
            wanted = self.visited >> vertex & 1
            open_ = ways & ~here
            if used > 2 or (wanted and left < 2):
                self.stuck = vertex
                return
            if used == 2 or left == 1:
                self.may ^= open_
            elif wanted and left == 2:
                self.must |= open_
            else:
                continue
            fresh.update(v for edge in bits(open_) for v in self.ends[edge])

    def _stay_open(self) -> set[int]:
        """Drop edges that would close it too early; return the vertices of these."""
        piece = list(range(len(self._at)))
        for edge in bits(self.must):
            one, other = (piece[vertex] for vertex in self.ends[edge])
            if one != other:
                piece = [one if own == other else own for own in piece]
        known = {piece[vertex] for vertex in bits(self.visited)}
        if len(known) == 1:
            return set()
        early = [
            edge
            for edge in bits(self.may & ~self.must)
            if piece[self.ends[edge][0]] == piece[self.ends[edge][1]]
        ]
        self.may &= ~sum(1 << edge for edge in early)
        return {vertex for edge in early for vertex in self.ends[edge]}

    def _stay_apart(self) -> set[int]:
        """Apply that each edge between two of its vertices is part of it; return those changed."""
        fresh: set[int] = set()
        for edge in bits(self._own & ~self.must):
            one, other = self.ends[edge]
            sure = [vertex for vertex in (one, other) if self.visited >> vertex & 1]
            if self.may >> edge & 1:
                if len(sure) == 2:
                    self.must |= 1 << edge
                    fresh |= {one, other}
            elif len(sure) == 2:
                self.stuck = one
            elif sure:
                gone = self.may & self._at[one + other - sure[0]]
                self.may &= ~gone
                fresh.update(v for e in bits(gone) for v in self.ends[e])
        return fresh

    def crosses(self, edge: int, cut: int) -> bool:
        """Return whether one end of an edge is in a cut, and the other is not."""
        one, other = self.ends[edge]
        return (cut >> one ^ cut >> other) & 1 == 1


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=64)
def _with_beyond(ends: Edges, closed: bool) -> tuple[Edges, tuple[int, ...]]:
    """Return the edges of a line, and those at each vertex as a bit mask; see `Line`."""
    count = _vertices(ends)
    if not closed:
        ends += tuple([(vertex, count) for vertex in range(count)])
    at = [0] * (count + (not closed))
    for edge, (one, other) in enumerate(ends):
        at[one] |= 1 << edge
        at[other] |= 1 << edge
    return ends, tuple(at)


def _no_line(rule: Loop, domains: Sequence[int], cut: int) -> bool:
    """Return whether no loop or path passes a cut as it would have to."""
    line = Line(rule, domains)
    if line.stuck >= 0 or not line.may:
        return True  # which vertex is met first is no part of the proof
    crossing = [edge for edge in bits(line.may) if line.crosses(edge, cut)]
    if len(crossing) % 2 and all(line.must >> edge & 1 for edge in crossing):
        return True
    inside, outside = line.visited & cut, line.visited & ~cut
    if inside and outside and len(crossing) < 2:
        return True
    # It would have to leave the cut and come back by two vertices.
    shared = ~0
    for edge in crossing:
        one, other = line.ends[edge]
        shared &= 1 << one | 1 << other
    return bool(crossing) and any(
        inside & ~v and outside & ~v for v in (1 << vertex for vertex in bits(shared))
    )
