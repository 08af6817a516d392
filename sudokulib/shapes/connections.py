"""The rule that the cells with some values are connected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from sudokulib.basics.quoting import join_words
from sudokulib.primitives import Connected, Primitive
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.registry import register_kind

_V = TypeVar("_V", bound=Hashable)


def connected_parts(
    area: Collection[_V], beside: Callable[[_V], Iterable[_V]]
) -> Iterator[set[_V]]:
    """Yield the connected parts of some cells or other vertices, by the neighbours of each."""
    left = set(area)
    while left:
        waiting = [left.pop()]
        part = set(waiting)
        while waiting:
            near = left.intersection(beside(waiting.pop()))
            left -= near
            part |= near
            waiting += near
        yield part


@register_kind
@dataclass(frozen=True, slots=True)
class ConnectedValues(GlobalKind):
    """The cells that hold one of the values are connected.

    Args:
        values: the values of the cells that are connected with one another.
        sizes: how many cells there may be; absent: any number from 1 on.
        by: what connects two cells: a common side, or a corner too.
        reaching: cells of which each connected part must hold one, such as those at the edge for a
            cave's walls; absent: there is only one part.
        cells: where the rule applies, such as a layer; absent: everywhere but in layers.
    """

    name: ClassVar[str] = "connected-values"
    says: ClassVar[str] = "The cells with {values} are connected by {by}{parts}{sizes}."
    called: ClassVar[str] = "connected area"
    example: ClassVar[str] = "[{kind: connected-values, values: [1, 2, 3]}]"

    values: tuple[int, ...]
    sizes: tuple[int, ...] = ()
    by: Literal["sides", "corners"] = "sides"
    reaching: CellSet = ()

    @property
    def meaning(self) -> Hashable:
        """The values and sizes in any order."""
        parts = frozenset(self.values), frozenset(self.sizes)
        return (self.name, *parts, self.by, self.reaching, self.cells)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether there are as many such cells as allowed, and paths between them."""
        area = {c for c in self.affected_cells(context) if values[c] in self.values}
        parts = list(self._parts(area, context))
        if self.reaching:
            whole = all(part.intersection(self.reaching) for part in parts)
        else:
            whole = len(parts) < 2
        return whole and len(area) in self._sizes(context)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield one `Connected`."""
        cells = self.affected_cells(context)
        if self.by == "sides":
            edges = context.topology.edges_among(cells)
        else:
            near = context.topology.corner_neighbours
            edges = [(a, b) for a in cells for b in near(a) if a < b and b in cells]
        members = sum(1 << i for i, value in enumerate(context.values) if value in self.values)
        yield Connected.of(cells, members, edges, self._sizes(context), self.reaching)

    def problem(self, context: Context) -> str:
        """Report values or sizes that cannot be, or cells that are not among its own."""
        cells = self.affected_cells(context)
        if problem := unknown_values(self.values, context):
            return problem
        if not cells:
            return "no cells have neighbours here; list cells of a grid"
        if strange := set(self.reaching) - cells:
            return f"{len(strange)} of the cells to reach are none of its own; list its own cells"
        if self.sizes and not any(0 <= size <= len(cells) for size in self.sizes):
            sizes = ", ".join(map(str, self.sizes))
            return Impossible(f"{sizes} of {len(cells)} cells cannot be; change the sizes")
        return infeasibility(self, context)

    def _sizes(self, context: Context) -> Collection[int]:
        return self.sizes or range(1, len(self.affected_cells(context)) + 1)

    def _beside(self, cell: int, context: Context) -> tuple[int, ...]:
        topology = context.topology
        return (topology.neighbours if self.by == "sides" else topology.corner_neighbours)(cell)

    def _parts(self, area: set[int], context: Context) -> Iterator[set[int]]:
        """Yield the connected parts of some cells."""
        return connected_parts(area, lambda cell: self._beside(cell, context))

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols, how cells touch, and how many parts and cells there are."""
        sizes = " or ".join(map(str, self.sizes))
        return {
            "values": join_words(context.symbols(self.values).split(), "or"),
            "by": "their sides" if self.by == "sides" else "their sides or corners",
            "parts": ", in parts that each reach one of the cells to reach"
            if self.reaching
            else "",
            "sizes": f"; they are {sizes}" if self.sizes else "",
        }
