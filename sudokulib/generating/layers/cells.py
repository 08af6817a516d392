"""Layers of marks in single cells, marks around points, and copies of pieces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from sudokulib.errors import GeometryError
from sudokulib.generating.layers.layer import Canvas, Layer, register_layer
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.fields import Span
from sudokulib.shapes import Kind
from sudokulib.shapes.candidates import Even, High, Low, Maximum, Minimum, Odd
from sudokulib.shapes.contents import Contains
from sudokulib.shapes.copies import Clone


class CellLayer(Layer):
    """Base of the layers that mark single cells."""

    @abstractmethod
    def marks(self, cell: int) -> Sequence[Kind]:
        """Return the marks that may stand in a cell."""

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield the mark of each cell that has one."""
        for cell in canvas.chance.shuffled(canvas.cells):
            yield from [mark for mark in self.marks(cell) if canvas.holds(mark)][:1]


@register_layer
class OddEven(CellLayer):
    """Cells with odd and with even values."""

    lay: Literal["odd-even"] = "odd-even"
    of: Literal["both", "odd", "even"] = Field("both", description="which cells are marked")

    def marks(self, cell: int) -> Sequence[Kind]:
        """Return the marks for odd and even."""
        return [Odd((cell,))] * (self.of != "even") + [Even((cell,))] * (self.of != "odd")


@register_layer
class Halves(CellLayer):
    """Cells with low and with high values."""

    lay: Literal["low-high"] = "low-high"
    of: Literal["both", "low", "high"] = Field("both", description="which cells are marked")

    def marks(self, cell: int) -> Sequence[Kind]:
        """Return the marks for low and high."""
        return [Low((cell,))] * (self.of != "high") + [High((cell,))] * (self.of != "low")


@register_layer
class Extremes(CellLayer):
    """Cells that are less, or greater, than all side neighbours."""

    lay: Literal["extremes"] = "extremes"
    of: Literal["both", "minimum", "maximum"] = Field("both", description="which cells are marked")

    def marks(self, cell: int) -> Sequence[Kind]:
        """Return the marks for minimum and maximum."""
        low = [Minimum((cell,))] * (self.of != "maximum")
        return low + [Maximum((cell,))] * (self.of != "minimum")


@register_layer
class Quadruples(Layer):
    """Values that stand around a point where four cells meet."""

    lay: Literal["quadruples"] = "quadruples"
    values: Span = Field((2, 4), description="how many of the four values are stated, as 2-4")

    def check(self, geometry: Geometry) -> None:
        """Refuse a geometry without such points, or more values than cells."""
        if not geometry.topology.squares():
            raise GeometryError("nowhere do four square cells meet; drop this layer")
        if self.values[1] > 4:
            raise GeometryError("four cells hold 4 values; write 2-4", field=("values",))

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield one mark for each point."""
        for cells in canvas.chance.shuffled(canvas.geometry.topology.squares()):
            here = canvas.chance.shuffled(canvas.values[cell] for cell in cells)
            named = here[: canvas.chance.between(*self.values)]
            yield Contains(cells, tuple(sorted(named)))


@register_layer
class Clones(Layer):
    """Congruent pieces that hold the same values."""

    lay: Literal["clones"] = "clones"
    size: Span = Field((3, 5), description="how many cells a piece has, as 3-5")

    def repaired(
        self, rules: Sequence[Kind], others: Sequence[Sequence[int]], canvas: Canvas
    ) -> list[Kind] | None:
        """Return None: pieces of two separate runs may overlap."""
        del rules, others, canvas
        return None

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield two pieces starting from each cell that is still free, where that works."""
        free = set(canvas.cells)
        for one in canvas.chance.shuffled(canvas.cells):
            for other in canvas.chance.shuffled(canvas.cells):
                if one == other or not free.issuperset((one, other)):
                    continue
                groups = self._grown(one, other, free, canvas)
                if len(groups[0]) >= self.size[0]:
                    free.difference_update(*groups)
                    yield Clone(groups)

    def _grown(
        self, one: int, other: int, free: set[int], canvas: Canvas
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Grow two pieces from two cells, as large as wanted or as possible."""
        topology, values = canvas.geometry.topology, canvas.values
        if values[one] != values[other]:
            return (), ()
        pairs = [(topology.tiles_of[one][0], topology.tiles_of[other][0])]
        taken = {one, other}
        size = canvas.chance.between(*self.size)
        waiting = list(pairs)
        while waiting and len(pairs) < size:
            tile, copy = waiting.pop(0)
            if topology.sides[tile] != topology.sides[copy]:
                continue
            for side in canvas.chance.shuffled(range(topology.sides[tile])):
                ends = topology.beyond((tile, side)), topology.beyond((copy, side))
                if ends[0] is None or ends[1] is None or ends[0][1] != ends[1][1]:
                    continue
                next_ = ends[0][0], ends[1][0]
                a, b = topology.cells[next_[0]], topology.cells[next_[1]]
                fresh = a != b and not taken & {a, b} and free.issuperset((a, b))
                if fresh and values[a] == values[b] and len(pairs) < size:
                    pairs.append(next_)
                    waiting.append(next_)
                    taken |= {a, b}
        cells = topology.cells
        return tuple(cells[t] for t, _ in pairs), tuple(cells[t] for _, t in pairs)
