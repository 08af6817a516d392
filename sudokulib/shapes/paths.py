"""Paths along edges, and digits on the cells that lines lead through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import ClassVar

from sudokulib.basics.quoting import join_words
from sudokulib.primitives import Linear, Primitive, Table
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.loops import EDGES_EXAMPLE, EdgeKind, LoopKind, Vertex
from sudokulib.shapes.lowering import tables
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class SimplePath(LoopKind):
    """The edges with some values form one path, which does not cross or branch.

    Args:
        values: the values of edges that are part of the path.
        ends: cells in which it ends, where it leads from cell to cell: none, one or two are known.
        through: cells that it passes through or ends in.
        touching: whether it may touch itself: come to both ends of an edge that is not part of it.
        increasing: whether digits increase along it, from one of its ends to the other; in its
            direction, if it has one.
        backward: values of further edges of it, if it has a direction: it leads along these to the
            earlier of both cells, in the order of the geometry, and along edges with one of
            `values` to the later.
        cells: a layer of edges or sides, or some of them.
    """

    name: ClassVar[str] = "simple-path"
    says: ClassVar[str] = (
        "The edges with {values} form one path without crossings{touching}{ends}{through}"
        "{direction}{increasing}."
    )
    called: ClassVar[str] = "path"
    example: ClassVar[str] = "[{kind: simple-path, values: [2], ends: R1C1 R4C2, cells: loop}]"
    example_on: ClassVar[str] = EDGES_EXAMPLE

    ends: CellSet = ()
    through: CellSet = ()
    touching: bool = True
    increasing: bool = False
    backward: tuple[int, ...] = ()

    def backward_values(self) -> tuple[int, ...]:
        """Return the values of edges that it follows to their earlier cell."""
        return self.backward

    def may_touch(self) -> bool:
        """Return whether it may touch itself."""
        return self.touching

    def tips(self) -> tuple[int, ...] | None:
        """Return the cells in which it ends."""
        return self.ends

    def visited(self, context: Context) -> set[Vertex]:
        """Return the cells to pass through."""
        del context
        return {*self.ends, *self.through}

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether there is one path, and digits increase along it if they have to."""
        if not LoopKind.holds(self, values, context):
            return False
        if not self.increasing:
            return True
        if self.backward:
            return all(
                self._increases(*(values[c] for c in (edge, *context.topology.places[edge].cells)))
                for edge in self.used(values, context)
            )
        steps = [values[b] - values[a] for a, b in pairwise(self._order(values, context))]
        return all(step > 0 for step in steps) or all(step < 0 for step in steps)

    def _increases(self, edge: int, one: int, other: int) -> bool:
        """Return whether digits increase along an edge with a value, if the path uses it."""
        if edge in self.backward:
            return one > other
        return edge not in self.values or one < other

    def _order(self, values: Values, context: Context) -> Iterator[int]:
        """Yield the cells of the path from one end to the other."""
        left = [set(context.topology.places[e].cells) for e in self.used(values, context)]
        here = next(c for cells in left for c in cells if sum(c in other for other in left) == 1)
        yield here
        while found := next((cells for cells in left if here in cells), None):
            left.remove(found)
            (here,) = found - {here}
            yield here

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the path, and the direction in which digits increase along each edge."""
        yield from LoopKind.lower(self, context)
        if not self.increasing:
            return
        if self.backward:
            places = context.topology.places
            lines = [(edge, *places[edge].cells) for edge in sorted(self.affected_cells(context))]
            yield from tables(lines, context.values, self._increases, context.domains)
            return
        # Of each edge: 0 if it is not part of the path, 1 if digits increase from its first cell to
        # its second, 2 if they decrease.
        rises: dict[int, int] = {}
        known: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
        for edge in sorted(self.affected_cells(context)):
            a, b = context.topology.places[edge].cells
            rises[edge] = context.hidden(3, _rise(a, b))
            key = tuple(context.domains[c] for c in (edge, a, b))
            if key not in known:
                known[key] = frozenset(self._risings(key, context))
            yield Table((edge, a, b, rises[edge]), known[key])
        for cell, edges in self.at_vertices(context).items():
            if len(edges) > 1:
                first = [context.topology.places[e].cells[0] == cell for e in edges]
                up = tuple([(0, 1, 0) if begins else (0, 0, 1) for begins in first])
                down = tuple([(0, 0, 1) if begins else (0, 1, 0) for begins in first])
                for weights in (up, down):
                    yield Linear(tuple(rises[e] for e in edges), weights, (0, 1))

    def _risings(
        self, domains: tuple[int, ...], context: Context
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield the fillings of an edge, its two cells, and its direction."""
        numbers = range(len(context.values))
        for edge, a, b in product(*([n for n in numbers if mask >> n & 1] for mask in domains)):
            one, other = context.values[a], context.values[b]
            if context.values[edge] not in self.values:
                yield edge, a, b, 0
            elif one != other:
                yield edge, a, b, 1 if one < other else 2

    def own_problem(self, context: Context) -> str:
        """Report more than two ends, and digits that increase along sides."""
        if len(self.ends) > 2:
            return f"{len(self.ends)} cells are ends of one path; name two at most"
        if self.increasing and (problem := self.between_cells(context)):
            return problem
        return LoopKind.own_problem(self, context)

    def marks(self) -> Iterable[Mark]:
        """Return a black circle in each end, and a small sign in each cell to pass through."""
        yield from self._end_marks()
        yield from (Mark("text", (c,), "○") for c in self.through)

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return its marks; only those of its ends if it passes through all cells."""
        return self._end_marks() if self.everywhere(self.through, context) else self.marks()

    def _end_marks(self) -> Iterator[Mark]:
        return (Mark("badge", (c,), hue="black") for c in self.ends)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols, and what else is known of the path."""
        ends = ("", ", which ends in the circled cell", ", which ends in both circled cells")
        rising = "; digits increase along it, from one end to the other"
        if self.backward:
            rising = "; digits increase along it"
        return {
            **LoopKind.phrases(self, context),
            "ends": ends[len(self.ends)],
            "through": self.told_through(self.through, context),
            "touching": "" if self.touching else " that does not touch itself",
            "increasing": rising if self.increasing else "",
        }


def _rise(one: int, other: int) -> Unseen:
    return Unseen(
        f"the edge from {{{one}}} to {{{other}}}",
        ("not part of the path", "part of it, rising", "part of it, falling"),
        f"the direction of the path from {{{one}}} to {{{other}}}",
    )


@register_kind
@dataclass(frozen=True, slots=True)
class LineDigits(EdgeKind):
    """The digits along a line that is to be found, such as a loop, are of some kind.

    The line itself has a rule of its own, such as `simple-loop`.

    Args:
        values: the values of edges that are part of the line.
        digits: the line passes through all cells with these digits and no others; absent: through
            any.
        d: the least difference of digits that the line joins, as on a whisper line; absent: any.
        cells: the layer of edges.
    """

    name: ClassVar[str] = "line-digits"
    says: ClassVar[str] = "{digits}{and}{difference}."
    called: ClassVar[str] = "rule of digits along the line"
    example: ClassVar[str] = "[{kind: line-digits, values: [2], d: 2, cells: loop}]"
    example_on: ClassVar[str] = EDGES_EXAMPLE

    digits: tuple[int, ...] = ()
    d: int | None = None

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether the line joins and visits such cells only, and all of them."""
        used = self.used(values, context)
        pairs = [context.topology.places[edge].cells for edge in used]
        visited = {c for pair in pairs for c in pair}
        return (not self.d or all(abs(values[a] - values[b]) >= self.d for a, b in pairs)) and (
            not self.digits
            or all((values[c] in self.digits) == (c in visited) for c in self.at_cells(context))
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a table for each edge, and for each cell whether edges there are used."""
        least, inside = self.d or 0, tuple(int(v in self.values) for v in context.values)

        def apart(edge: int, one: int, other: int) -> bool:
            return edge not in self.values or abs(one - other) >= least

        if self.d:
            places = context.topology.places
            lines = [(edge, *places[edge].cells) for edge in sorted(self.affected_cells(context))]
            yield from tables(lines, context.values, apart, context.domains)
        if self.digits:
            for cell, edges in self.at_cells(context).items():
                # The total is that of the edges, or more than all of them for another digit.
                more = len(edges) + 1
                own = tuple(0 if value in self.digits else more for value in context.values)
                totals = (*range(1, more), more)
                yield Linear((cell, *edges), (own, *[inside] * len(edges)), totals)

    def own_problem(self, context: Context) -> str:
        """Report a rule that says nothing, and digits that cannot be."""
        if not self.digits and not self.d:
            return "it says nothing of the digits; write digits or d"
        if self.digits and (problem := unknown_values(self.digits, context)):
            return problem
        return self.between_cells(context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return which cells the line visits, and how much neighbours on it differ."""
        values = EdgeKind.phrases(self, context)["values"]
        digits = join_words(context.symbols(self.digits).split(), "or")
        where = f"the line of edges with {values}"
        visits = f"{where} passes through all cells with {digits} and no others"
        it = "it" if self.digits else where
        return {
            "digits": visits if self.digits else "",
            "and": "; " if self.digits and self.d else "",
            "difference": f"digits that {it} joins differ by at least {self.d}" if self.d else "",
        }
