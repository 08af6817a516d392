"""Variables whose values lie in a set are connected in a graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.graphs import Graph, graph_of, placed_edges
from sudokulib.primitives.members import Split, narrowed_to_members, split_members
from sudokulib.primitives.primitive import Primitive


@dataclass(frozen=True, slots=True)
class Connected(Primitive):
    """The *members*, the variables whose values lie in a set, are connected in a graph.

    They induce one connected subgraph, or with `roots` some, each of which has a root. `propagate`
    is domain consistent if any number of members from 1 on is allowed, or from 0 on: a place that
    no path of possible members joins to a member is none, and one without which a member would be
    cut off is a member, as an articulation point of the possible members (Tarjan 1972). Sizes are
    met by bounds: a place is no member if the shortest path to it makes too many, and is one if too
    few could be joined without it. To decide exactly is then a Steiner problem (`feasible`).

    Args:
        variables: distinct variables, each a vertex of the graph.
        values: the values of members, as a bit mask over value indices.
        edges: pairs of places in `variables`, the lower one first, sorted.
        sizes: how many members there may be, sorted; none at all only if 0 is listed.
        roots: the places of which each connected part must hold one; empty if there may be only
            one part.
    """

    values: int
    edges: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...]
    roots: tuple[int, ...] = ()

    name: ClassVar[str] = "Connected"
    consistency: ClassVar[str] = "values"
    searched: ClassVar[bool] = True

    @classmethod
    def of(
        cls,
        variables: Iterable[int],
        values: int,
        edges: Iterable[tuple[int, int]],
        sizes: Iterable[int],
        roots: Iterable[int] = (),
    ) -> Connected:
        """Build the constraint from edges and roots that are named by their variables.

        Args:
            variables: the vertices.
            values: the values of members, as a bit mask.
            edges: pairs of variables; those with a variable that is no vertex are left out.
            sizes: how many members there may be.
            roots: variables of which each connected part must hold one.
        """
        ordered = tuple(sorted(set(variables)))
        fit = sorted({size for size in sizes if 0 <= size <= len(ordered)})
        begin = sorted({ordered.index(v) for v in roots})
        return cls(ordered, values, placed_edges(ordered, tuple(edges)), tuple(fit), tuple(begin))

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether the members are connected, and as many as allowed."""
        members = sum(1 << i for i, value in enumerate(assignment) if self.values >> value & 1)
        return members.bit_count() in self.sizes and self._joined(members, members)

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        split = self._split(domains)
        narrowed = split and _narrowed(self, split)
        if narrowed is None:
            return None
        if narrowed == split:
            return {}
        return narrowed_to_members(self.variables, self.values, domains, narrowed)

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some set of members fits, by search where sizes leave it open."""
        split = self._split(domains)
        return split is not None and self._possible(split)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Connected:
        """Return the same constraint on renamed variables."""
        named = [places[v] for v in self.variables]
        edges = [(named[a], named[b]) for a, b in self.edges]
        roots = [named[place] for place in self.roots]
        return Connected.of(named, self.values, edges, self.sizes, roots)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])

    def _split(self, domains: Sequence[int]) -> Split | None:
        return split_members(self.variables, self.values, domains)

    @property
    def _root_mask(self) -> int:
        return sum(1 << place for place in self.roots)

    @property
    def graph(self) -> Graph:
        """The graph of its variables, by their places."""
        return graph_of(len(self.variables), self.edges)

    def reached(self, start: int, through: int) -> int:
        """Return the places connected with some of `start` by paths within `through`."""
        return self.graph.reached(start & through, through)

    def start(self, must: int) -> int:
        """Return places with which all members are connected: the roots, or one certain member."""
        return self._root_mask if self.roots else must & -must

    def _joined(self, must: int, may: int) -> bool:
        """Return whether paths within `may` join all of `must`, or lead from them to roots."""
        return not must & ~self.reached(self.start(must), may)

    def bounded(self, must: int, may: int) -> Split | None:
        """Drop what is too far away, or in parts too small; None if no set of members is left."""
        if self.roots or must:
            may &= self.reached(self.start(must), may)
        else:
            may = self._large_enough(may)
        if must & ~may:
            return None
        fit = [size for size in self.sizes if must.bit_count() <= size <= may.bit_count()]
        if not fit:
            return None
        if fit[-1] == must.bit_count():
            return must, must
        for start in self.starts(must, may) if fit[-1] < may.bit_count() else ():
            may &= self.within(start, must, may, fit[-1] - must.bit_count())
        if must & ~may or may.bit_count() < fit[0]:
            return None
        return (may, may) if may.bit_count() == fit[0] else (must, may)

    def _large_enough(self, may: int) -> int:
        """Return the places in parts of as many as there must be members if there are any."""
        least = next((size for size in self.sizes if size), len(self.variables) + 1)
        return sum(part for part in self.graph.parts(may) if part.bit_count() >= least)

    def starts(self, must: int, may: int) -> Iterator[int]:
        """Return sets of places from which all members are within reach."""
        return iter((0,)) if self.roots else (part for part in self.graph.parts(must & may))

    def within(self, start: int, must: int, may: int, most: int) -> int:
        """Return what paths of at most that many new members lead to from `start`, or the roots."""
        found = self.reached(start or self._root_mask & must, must)
        for step in range(most):
            beside = (
                self.graph.beside(found)
                if start or step
                else self.graph.beside(found) | self._root_mask
            )
            found |= beside & may
            found = self.reached(found, found | must)
        return found

    def forced(self, must: int, may: int) -> int:
        """Return the members, with those places without which there would be none, or too few."""
        if not must and 0 in self.sizes:
            return must
        least = next(size for size in self.sizes if size >= max(1, must.bit_count()))
        graph = self.graph
        if not (self.roots or must):
            return self._forced_first(least, may)
        start = self.start(must) & may
        joined = graph.reached(start, may)
        spare = joined.bit_count() - least
        if must & ~joined or spare < 0:
            return may
        if not spare:
            return must | joined
        for place, lost in graph.cut_off(start, may).items():
            if lost & must or lost.bit_count() >= spare:
                must |= 1 << place
        return must

    def _forced_first(self, least: int, may: int) -> int:
        """Return the members without which no part has enough, if none is certain yet."""
        large = [part for part in self.graph.parts(may) if part.bit_count() >= least]
        if len(large) != 1:
            return 0 if large else may
        part = large[0]
        if part.bit_count() == least:
            return part
        if part.bit_count() - 1 >= least * self.graph.most_near:
            return 0  # without a place it falls into no more parts than that has neighbours
        forced = 0
        for place in self.graph.cut_off(part & -part, part):
            rest = self.graph.parts(part & ~(1 << place))
            if all(other.bit_count() < least for other in rest):
                forced |= 1 << place
        return forced

    def _possible(self, split: Split) -> bool:
        narrowed = _narrowed(self, split)
        if narrowed is None:
            return False
        must, may = narrowed
        most = max(size for size in self.sizes if size <= may.bit_count())
        # From a connected set of members one can add neighbours up to any size.
        if (not must or self._joined(must, must)) and must.bit_count() <= most:
            return True
        if most == may.bit_count():
            return True
        check_interrupt()
        here = next(self.graph.parts(must))
        beside = self.graph.beside(here) | (self._root_mask if self.roots else 0)
        choice = beside & may & ~must or may & ~must
        low = choice & -choice
        return self._possible((must | low, may)) or self._possible((must, may & ~low))


# Safe to cache, as it reads nothing else. Whichever of nine unknown regions a cell is given to on
# trial, eight have lost it: the first 57 steps of a 9x9 chaos construction (iss-258) take 11 s so,
# and 24 without (2026-11).
@lru_cache(maxsize=4096)
def _narrowed(rule: Connected, split: Split) -> Split | None:
    """Return what is left of the possibilities when nothing more is found; None if nothing."""
    must, may = split
    while True:
        after = rule.bounded(must, may)
        if after is None:
            return None
        must_be = rule.forced(*after)
        if (must_be, after[1]) == (must, may):
            return must, may
        must, may = must_be, after[1]
