"""Layers of clues outside the grid: for lines seen from the edges, or for diagonals."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from pydantic import Field

from sudokulib.basics.caching import cached_by
from sudokulib.basics.cells import Line
from sudokulib.errors import GeometryError
from sudokulib.generating.layers.layer import Canvas, Layer, register_layer
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Kind
from sudokulib.shapes.outside import Frame, LittleKiller, Outside, Sandwich
from sudokulib.shapes.prefixes import Battlefield, NumberedRoom, XSum
from sudokulib.shapes.topology import Topology
from sudokulib.shapes.visibility import Skyscraper

_WAYS = ("down-right", "down-left", "up-left", "up-right")


# The key covers everything it reads: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=64)
def straight_lines(topology: Topology) -> tuple[Line, ...]:
    """Return the straight lines of cells from each edge; from each seam where there is no edge."""
    for across in (True, False):
        found = {
            line
            for tile, sides in enumerate(topology.sides)
            for side in range(sides)
            if topology.beyond((tile, side), across=across) is None
            if (ahead := topology.opposite((tile, side))) is not None
            for line in [(topology.cells[tile], *topology.walk(ahead, across=across))]
            if len(line) > 1 and len(set(line)) == len(line)
        }
        if found:
            return tuple(sorted(found))
    return ()


# It reads where cells are drawn, which equal geometries need not share.
@cached_by(lambda geometry: geometry.exact_key, maxsize=64)
def diagonal_lines(geometry: Geometry) -> tuple[Line, ...]:
    """Return the diagonals of two cells or more that are not part of a longer one."""
    walks = geometry.index.walks
    if walks is None:
        return ()
    found: set[Line] = set()
    for way in _WAYS:
        lines = {
            line
            for cell in range(len(geometry.cells))
            for line in walks.lines(cell, "", geometry.cells[cell].at, way, across=False)
        }
        parts = {line[1:] for line in lines}
        found |= {line for line in lines - parts if len(line) > 1}
    return tuple(sorted(found))


class OutsideLayer(Layer):
    """Base of the layers of clues that see a line from outside."""

    @abstractmethod
    def clue(self, line: Line, number: int) -> Kind:
        """Return the clue with a number."""

    def lines(self, geometry: Geometry) -> tuple[Line, ...]:
        """Return the lines that may have a clue."""
        return straight_lines(geometry.topology)

    def check(self, geometry: Geometry) -> None:
        """Refuse a geometry without lines."""
        if not self.lines(geometry):
            raise GeometryError("no lines lead into the cells from outside; drop this layer")

    def clues(self, line: Line, canvas: Canvas) -> Iterator[Kind]:
        """Yield the clue of a line on the solution: the one with the first number that holds."""
        most = sum([abs(canvas.values[cell]) for cell in line])
        fitting = (self.clue(line, number) for number in range(most + 1))
        yield from next(([rule] for rule in fitting if canvas.holds(rule)), [])

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield the clues in random order."""
        for line in canvas.chance.shuffled(self.lines(canvas.geometry)):
            yield from self.clues(line, canvas)


@register_layer
class Sandwiches(OutsideLayer):
    """Clues that give the sum of the cells between the least and the greatest value of a line."""

    lay: Literal["sandwiches"] = "sandwiches"

    def clue(self, line: Line, number: int) -> Kind:
        """Return a sandwich clue."""
        return Sandwich(line, number)


@register_layer
class Skyscrapers(OutsideLayer):
    """Clues that count the cells that are higher than all before them."""

    lay: Literal["skyscrapers"] = "skyscrapers"

    def clue(self, line: Line, number: int) -> Kind:
        """Return a skyscraper clue."""
        return Skyscraper(line, number)


@register_layer
class XSums(OutsideLayer):
    """Clues that give the sum of the first cells, whose number is the value of the first one."""

    lay: Literal["x-sums"] = "x-sums"

    def clue(self, line: Line, number: int) -> Kind:
        """Return an X-sum."""
        return XSum(line, number)


@register_layer
class NumberedRooms(OutsideLayer):
    """Clues that give the value at the position named by the first cell."""

    lay: Literal["numbered-rooms"] = "numbered-rooms"

    def clue(self, line: Line, number: int) -> Kind:
        """Return a numbered room."""
        return NumberedRoom(line, number)


@register_layer
class Battlefields(OutsideLayer):
    """Clues that give the sum of the overlap or gap between the cells that both ends count off."""

    lay: Literal["battlefields"] = "battlefields"

    def clue(self, line: Line, number: int) -> Kind:
        """Return a battlefield clue."""
        return Battlefield(line, number)


class _Near(OutsideLayer):
    """Base of the layers whose clues concern the first cells of a line."""

    first: int = Field(3, ge=1, le=100, description="how many cells are looked at")

    def lines(self, geometry: Geometry) -> tuple[Line, ...]:
        """Return the lines that are long enough."""
        return tuple(line for line in super().lines(geometry) if len(line) >= self.first)


@register_layer
class Frames(_Near):
    """Clues that give the sum of the first cells of a line."""

    lay: Literal["frames"] = "frames"

    def clue(self, line: Line, number: int) -> Kind:
        """Return a frame clue."""
        return Frame(line, number, self.first)


@register_layer
class OutsideValues(_Near):
    """Clues that name values among the first cells of a line."""

    lay: Literal["outside-clues"] = "outside-clues"
    values: int = Field(1, ge=1, le=100, description="how many values a clue names")

    def check(self, geometry: Geometry) -> None:
        """Refuse more values than cells."""
        super().check(geometry)
        if self.values > self.first:
            raise GeometryError(
                f"{self.values} values do not fit into {self.first} cells; name fewer",
                field=("values",),
            )

    def clue(self, line: Line, number: int) -> Kind:
        """Return a clue of one value."""
        return Outside(line, (number,), self.first)

    def clues(self, line: Line, canvas: Canvas) -> Iterator[Kind]:
        """Yield a clue with some of the values that stand there."""
        here = canvas.chance.shuffled(canvas.values[cell] for cell in line[: self.first])
        yield Outside(line, tuple(sorted(here[: self.values])), self.first)


@register_layer
class LittleKillers(OutsideLayer):
    """Clues that give the sums of diagonals."""

    lay: Literal["little-killers"] = "little-killers"

    def lines(self, geometry: Geometry) -> tuple[Line, ...]:
        """Return the diagonals."""
        return diagonal_lines(geometry)

    def clue(self, line: Line, number: int) -> Kind:
        """Return a little killer."""
        return LittleKiller(line, number)
