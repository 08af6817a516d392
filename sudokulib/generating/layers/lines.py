"""Layers of lines of every sort: random paths through free cells along which the rule holds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from sudokulib.basics.cells import Line
from sudokulib.errors import GeometryError
from sudokulib.generating.layers.layer import Canvas, Layer, register_layer
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.fields import Span
from sudokulib.shapes import Kind
from sudokulib.shapes.arrows import Arrow, DoubleArrow
from sudokulib.shapes.line_classes import Entropic, Modular, Parity
from sudokulib.shapes.line_sums import RegionSum, Zipper
from sudokulib.shapes.lines import Between, Lockout, Nabner, Palindrome, Renban, Whisper
from sudokulib.shapes.thermometers import SlowThermometer, Thermometer

_LONGEST = 50
"""Most cells of a line: the path search recurses once for each cell."""


class LineLayer(Layer):
    """Base of the layers whose rules stand on lines of neighbours."""

    length: Span = Field((3, 6), description="how many cells a line has, as 3-6")
    diagonal: bool = Field(True, description="whether lines may step over corners")
    overlap: bool = Field(False, description="whether lines of the layer may share cells")

    grows: ClassVar[bool] = True
    """True if the rule holds on every prefix of a line on which it holds: so lines can be grown."""

    steps: ClassVar[int] = 150
    """Steps of a path search after which a given line length is abandoned.

Not critical: the recipes of `examples/recipes` with lines take the same time with 37, 75, 300 and
600, and none of their first ten seeds fails (2026-11).
"""

    @abstractmethod
    def rule(self, line: Line) -> Kind:
        """Return the rule on a line."""

    def may_continue(self, line: Line, length: int, canvas: Canvas) -> bool:
        """Return whether a line that begins like this may become valid, by a cheap test."""
        del length
        return not self.grows or canvas.holds(self.rule(line))

    def fits(self, line: Line, canvas: Canvas) -> bool:
        """Return whether a complete line fits the solution."""
        return canvas.holds(self.rule(line))

    def check(self, geometry: Geometry) -> None:
        """Refuse lines longer than the geometry has room for."""
        if self.length[1] > _LONGEST:
            raise GeometryError(
                f"lines of {self.length[1]} cells are too long; write at most {_LONGEST}",
                field=("length",),
            )
        if self.length[0] > len(geometry.cells):
            raise GeometryError(
                f"there are only {len(geometry.cells)} cells; write a smaller length",
                field=("length",),
            )

    def repaired(
        self, rules: Sequence[Kind], others: Sequence[Sequence[int]], canvas: Canvas
    ) -> list[Kind] | None:
        """Repair as the base class does if lines may overlap; those of two runs may cross."""
        return super().repaired(rules, others, canvas) if self.overlap else None

    def candidate_rules(self, canvas: Canvas) -> Iterator[Kind]:
        """Yield a line starting from each cell that is still free, where one exists."""
        free = set(canvas.cells)
        for start in canvas.chance.shuffled(canvas.cells):
            if start in free and (line := self._from(start, free, canvas)):
                if not self.overlap:
                    free.difference_update(line)
                yield self.rule(line)

    def _from(self, start: int, free: set[int], canvas: Canvas) -> Line | None:
        """Return a line of random length, or failing that a shorter one."""
        length = canvas.chance.between(*self.length)
        while length >= self.length[0]:
            search = _LineSearch(self, length, free, canvas)
            if line := search.line(start):
                return line
            length = min(length - 1, search.longest)
        return None


class _LineSearch:
    """A search for one line.

    Args:
        layer: the layer.
        length: of the line.
        free: the cells that it may use.
        canvas: the solution.

    Attributes:
        steps: the number of steps left.
        longest: the length of the longest line that might have continued.
    """

    def __init__(self, layer: LineLayer, length: int, free: set[int], canvas: Canvas) -> None:
        self.layer, self.length, self.free, self.canvas = layer, length, free, canvas
        self.steps = layer.steps
        self.longest = 1

    def line(self, start: int) -> Line | None:
        """Return a line that starts at a cell, or is centred on it; None if none was found."""
        if not isinstance(self.layer, _Mirrored):
            return self._grown((start,))
        if self.length % 2:
            return self._widened((start,))
        pairs = ((start, other) for other in self._near(start, (start,)))
        fitting = (pair for pair in pairs if self.layer.fits(pair, self.canvas))
        return next(filter(None, map(self._widened, fitting)), None)

    def _near(self, cell: int, line: Line) -> list[int]:
        near = self.canvas.neighbours(cell, corners=self.layer.diagonal)
        return self.canvas.chance.shuffled(n for n in near if n in self.free and n not in line)

    def _grown(self, line: Line) -> Line | None:
        self.longest = max(self.longest, len(line))
        if len(line) == self.length:
            return line if self.layer.fits(line, self.canvas) else None
        for cell in self._near(line[-1], line):
            if not self.steps:
                return None
            self.steps -= 1
            longer = (*line, cell)
            if self.layer.may_continue(longer, self.length, self.canvas) and (
                found := self._grown(longer)
            ):
                return found
        return None

    def _widened(self, line: Line) -> Line | None:
        """Grow a line at both ends at once."""
        self.longest = max(self.longest, len(line))
        if len(line) >= self.length:
            return line
        for first in self._near(line[0], line):
            for last in self._near(line[-1], line):
                if not self.steps:
                    return None
                self.steps -= 1
                longer = (first, *line, last)
                if (
                    first != last
                    and self.layer.fits(longer, self.canvas)
                    and (found := self._widened(longer))
                ):
                    return found
        return None


class _Mirrored(LineLayer):
    """Base of the layers whose lines read the same from their middle outwards."""


@register_layer
class Thermometers(LineLayer):
    """Lines that rise from a bulb."""

    lay: Literal["thermometers"] = "thermometers"

    def rule(self, line: Line) -> Kind:
        """Return a thermometer."""
        return Thermometer((line,))


@register_layer
class SlowThermometers(LineLayer):
    """Lines that never fall."""

    lay: Literal["slow-thermometers"] = "slow-thermometers"

    def rule(self, line: Line) -> Kind:
        """Return a slow thermometer."""
        return SlowThermometer((line,))


@register_layer
class Whispers(LineLayer):
    """Lines whose neighbours differ by 5 or more (with nine symbols), or by `d`."""

    lay: Literal["whispers"] = "whispers"
    d: int | None = Field(
        None, ge=1, description="the least difference; 4 of 9 for dutch whispers; absent: half"
    )

    def rule(self, line: Line) -> Kind:
        """Return a whisper line."""
        return Whisper((line,), self.d)


@register_layer
class Renbans(LineLayer):
    """Lines of consecutive values in any order."""

    lay: Literal["renbans"] = "renbans"
    length: Span = Field((3, 5), description="how many cells a line has, as 3-5")
    grows: ClassVar[bool] = False

    def rule(self, line: Line) -> Kind:
        """Return a renban line."""
        return Renban((line,))

    def may_continue(self, line: Line, length: int, canvas: Canvas) -> bool:
        """Return whether the values are distinct and close enough to become consecutive."""
        here = {canvas.values[cell] for cell in line}
        return len(here) == len(line) and max(here) - min(here) < length


@register_layer
class Palindromes(_Mirrored):
    """Lines that read the same from both ends."""

    lay: Literal["palindromes"] = "palindromes"

    def rule(self, line: Line) -> Kind:
        """Return a palindrome."""
        return Palindrome((line,))


@register_layer
class Zippers(_Mirrored):
    """Lines on which cells at equal distances from the middle have the same sum."""

    lay: Literal["zippers"] = "zippers"

    def rule(self, line: Line) -> Kind:
        """Return a zipper line."""
        return Zipper((line,))

    def check(self, geometry: Geometry) -> None:
        """Refuse lines that exclude nothing."""
        super().check(geometry)
        if self.length[0] < 3:
            raise GeometryError("a zipper of 2 cells has no effect; write 3-6", field=("length",))


@register_layer
class Nabners(LineLayer):
    """Lines without two equal or consecutive values."""

    lay: Literal["nabners"] = "nabners"
    length: Span = Field((3, 4), description="how many cells a line has, as 3-4")

    def rule(self, line: Line) -> Kind:
        """Return a nabner line."""
        return Nabner((line,))


@register_layer
class Betweens(LineLayer):
    """Lines whose inner values lie between those at their ends."""

    lay: Literal["between-lines"] = "between-lines"
    length: Span = Field((3, 5), description="how many cells a line has, as 3-5")
    grows: ClassVar[bool] = False

    def rule(self, line: Line) -> Kind:
        """Return a between line."""
        return Between((line,))

    def may_continue(self, line: Line, length: int, canvas: Canvas) -> bool:
        """Return whether all inner values are on the same side of the first end."""
        first, *inner = (canvas.values[cell] for cell in line[: length - 1])
        return all(first < value for value in inner) or all(first > value for value in inner)


@register_layer
class Lockouts(LineLayer):
    """Lines whose ends lie apart, with no inner value between them."""

    lay: Literal["lockout-lines"] = "lockout-lines"
    length: Span = Field((3, 5), description="how many cells a line has, as 3-5")
    d: int | None = Field(None, ge=0, description="the least difference of the ends")
    grows: ClassVar[bool] = False

    def rule(self, line: Line) -> Kind:
        """Return a lockout line."""
        return Lockout((line,), self.d)


class _Turns(LineLayer):
    """Base of the layers on whose lines classes of values alternate."""

    def check(self, geometry: Geometry) -> None:
        """Refuse symbols whose values do not fall into such classes."""
        super().check(geometry)
        if problem := self.rule((0,)).problem(geometry.context):
            raise GeometryError(problem)


@register_layer
class EntropicLines(_Turns):
    """Lines on which low, middle and high values alternate."""

    lay: Literal["entropic-lines"] = "entropic-lines"

    def rule(self, line: Line) -> Kind:
        """Return an entropic line."""
        return Entropic((line,))


@register_layer
class ModularLines(_Turns):
    """Lines on which remainders alternate."""

    lay: Literal["modular-lines"] = "modular-lines"
    m: int = Field(3, ge=2, le=1000, description="the modulus")

    def rule(self, line: Line) -> Kind:
        """Return a modular line."""
        return Modular((line,), self.m)


@register_layer
class ParityLines(_Turns):
    """Lines on which odd and even values alternate."""

    lay: Literal["parity-lines"] = "parity-lines"

    def rule(self, line: Line) -> Kind:
        """Return a parity line."""
        return Parity((line,))


@register_layer
class RegionSums(LineLayer):
    """Lines through two or more regions, with the same sum in each."""

    lay: Literal["region-sums"] = "region-sums"
    grows: ClassVar[bool] = False
    # less than elsewhere, as only complete lines can be tested: a bound on time
    steps: ClassVar[int] = 30

    def rule(self, line: Line) -> Kind:
        """Return a region sum line."""
        return RegionSum((line,))

    def fits(self, line: Line, canvas: Canvas) -> bool:
        """Return whether the rule holds and excludes anything."""
        rule = self.rule(line)
        return canvas.holds(rule) and any(True for _ in rule.lower(canvas.context.for_trial()))

    def check(self, geometry: Geometry) -> None:
        """Refuse a geometry without regions."""
        super().check(geometry)
        if not any("region" in shape.roles for shape in geometry.shapes):
            raise GeometryError("no shape of the geometry is a region; drop this layer")


@register_layer
class Arrows(LineLayer):
    """Arrows whose shafts sum to the number in their circles."""

    lay: Literal["arrows"] = "arrows"
    length: Span = Field((3, 4), description="how many cells an arrow has, including its circle")
    repeats: bool = Field(True, description="whether a symbol may repeat on a shaft")
    grows: ClassVar[bool] = False

    def rule(self, line: Line) -> Kind:
        """Return an arrow that starts with its circle."""
        return Arrow(line[:1], (line,), repeats=self.repeats)

    def may_continue(self, line: Line, length: int, canvas: Canvas) -> bool:
        """Return whether the circle's value leaves something for the rest of the shaft."""
        circle, *shaft = (canvas.values[cell] for cell in line)
        low = min(canvas.context.values)
        return sum(shaft) + low * (length - len(line)) <= circle

    def check(self, geometry: Geometry) -> None:
        """Refuse arrows without a shaft."""
        super().check(geometry)
        if self.length[0] < 2:
            raise GeometryError("an arrow has at least 2 cells; write 3-4", field=("length",))


@register_layer
class DoubleArrows(LineLayer):
    """Lines whose inner values have the same sum as their two ends."""

    lay: Literal["double-arrows"] = "double-arrows"
    length: Span = Field((4, 5), description="how many cells a line has, as 4-5")
    grows: ClassVar[bool] = False

    def rule(self, line: Line) -> Kind:
        """Return a double arrow."""
        return DoubleArrow((line,))
