"""Connected areas of variables whose values lie in a set have one of some sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from sudokulib.basics.bit_sets import bits
from sudokulib.basics.interruption import check_interrupt
from sudokulib.primitives.graphs import Graph, graph_of, placed_edges
from sudokulib.primitives.members import Split, narrowed_to_members, split_members
from sudokulib.primitives.primitive import Primitive


@dataclass(frozen=True, slots=True)
class Areas(Primitive):
    """Each *area*, a connected part of the *members* in a graph, has one of some sizes.

    Members are the variables whose values lie in a set; there may be none. A variable is no member
    if its area were too large, or could not grow to any of the sizes by paths of few enough
    variables that may be members. It is a member if without it an area could not grow so. That is
    what `propagate` finds; what several areas need together is left to search (`feasible`).

    Args:
        variables: distinct variables, each a vertex of the graph.
        values: the values of members, as a bit mask over value indices.
        edges: pairs of places in `variables`, the lower one first, sorted.
        sizes: how many members an area may have, sorted.
    """

    values: int
    edges: tuple[tuple[int, int], ...]
    sizes: tuple[int, ...]

    name: ClassVar[str] = "Areas"
    consistency: ClassVar[str] = "values"
    searched: ClassVar[bool] = True

    @classmethod
    def of(
        cls,
        variables: Iterable[int],
        values: int,
        edges: Iterable[tuple[int, int]],
        sizes: Iterable[int],
    ) -> Areas:
        """Build the constraint from edges between variables.

        Args:
            variables: the vertices.
            values: the values of members, as a bit mask.
            edges: pairs of variables; those with a variable that is no vertex are left out.
            sizes: how many members an area may have.
        """
        ordered = tuple(sorted(set(variables)))
        fit = sorted({size for size in sizes if 0 < size <= len(ordered)})
        return cls(ordered, values, placed_edges(ordered, tuple(edges)), tuple(fit))

    def check(self, assignment: Sequence[int]) -> bool:
        """Return whether each area has one of the sizes."""
        members = sum(1 << i for i, value in enumerate(assignment) if self.values >> value & 1)
        return all(part.bit_count() in self.sizes for part in self.graph.parts(members))

    def propagate(self, domains: Sequence[int]) -> dict[int, int] | None:
        """See the class."""
        check_interrupt()
        split = split_members(self.variables, self.values, domains)
        split = split and self._narrowed(*split)
        if split is None:
            return None
        return narrowed_to_members(self.variables, self.values, domains, split)

    def feasible(self, domains: Sequence[int]) -> bool:
        """Return whether some set of members fits, by search: unfinished areas grow."""
        split = split_members(self.variables, self.values, domains)
        return split is not None and self._possible(*split)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Areas:
        """Return the same constraint on renamed variables."""
        named = [places[v] for v in self.variables]
        edges = [(named[a], named[b]) for a, b in self.edges]
        return Areas.of(named, self.values, edges, self.sizes)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Return each variable alone: none is claimed to differ."""
        return tuple([(v,) for v in self.variables])

    @property
    def graph(self) -> Graph:
        """The graph of its variables, by their places."""
        return graph_of(len(self.variables), self.edges)

    def _narrowed(self, must: int, may: int) -> Split | None:
        """Return what is left of the possibilities when nothing more is found; None if nothing."""
        graph, sizes = self.graph, self.sizes
        before = -1, -1
        while (must, may) != before:
            before = must, may
            for place in bits(may & ~must):
                if not can_grow(graph, graph.reached(1 << place, must), may, sizes):
                    may ^= 1 << place
            for part in list(graph.parts(must)):
                if not can_grow(graph, part, may, sizes):
                    return None
                if part.bit_count() not in sizes:
                    for place in bits(may & ~must):
                        if not can_grow(graph, part, may & ~(1 << place), sizes):
                            must |= 1 << place
        return must, may

    def _possible(self, must: int, may: int) -> bool:
        check_interrupt()
        narrowed = self._narrowed(must, may)
        if narrowed is None:
            return False
        must, may = narrowed
        graph = self.graph
        short = next((p for p in graph.parts(must) if p.bit_count() not in self.sizes), 0)
        if not short:
            return True
        choice = graph.beside(short) & may & ~must
        low = choice & -choice
        return self._possible(must | low, may) or self._possible(must, may & ~low)


def can_grow(graph: Graph, part: int, may: int, sizes: Sequence[int]) -> bool:
    """Return whether enough vertices are near enough for one of the sizes of an area."""
    found = fresh = part
    least, steps = part.bit_count(), 0
    for size in sizes:
        while found.bit_count() < size and steps < size - least and fresh:
            fresh = graph.beside(fresh) & may & ~found
            found |= fresh
            steps += 1
        if least <= size <= found.bit_count():
            return True
    return False
