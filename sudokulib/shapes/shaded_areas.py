"""Shadings whose areas have a form: caves, the islands of nurikabe, areas of some sizes, snakes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar

from sudokulib.basics.quoting import join_words
from sudokulib.primitives import Areas, Connected, Linear, Primitive, Regular, Table, When
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.layer_cells import cell_below
from sudokulib.shapes.lowering import leading_run, predicate_table, value_count
from sudokulib.shapes.marks import Hue, MarkStyle
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.shading_kind import SHADED_EXAMPLE, CluedShading, Shading
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class Cave(CluedShading):
    """Cells that are not shaded are connected; shaded ones are all connected with the edge.

    Args:
        shaded: the values of cells that are shaded, the walls.
        clues: cells below the layer that are not shaded, and whose numbers say how many cells one
            sees from there, in all directions up to a wall, itself included.
        cells: the layer; absent: all cells but those of layers.
    """

    name: ClassVar[str] = "cave"
    says: ClassVar[str] = (
        "The cells of the cave, which are not shaded ({shaded}), are connected by their sides, and "
        "shaded ones with the edge. A digit in a diamond counts the cave's cells seen from it, "
        "itself included."
    )
    called: ClassVar[str] = "cave"
    look: ClassVar[MarkStyle] = "diamond"
    example: ClassVar[str] = "[{kind: cave, shaded: [2], clues: R1C1 R3C3, cells: shade}]"
    example_on: ClassVar[str] = SHADED_EXAMPLE

    clues: CellSet = ()

    def clued(self) -> Iterable[int]:
        """Return the clues."""
        return self.clues

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether cave and walls are connected, and counts are right."""
        walls, cave = self.colours(values, context)
        edge = self._edge(context)
        return (
            len(self.parts(cave, context)) == 1
            and all(not edge.isdisjoint(part) for part in self.parts(walls, context))
            and all(
                own in cave and values[c] == 1 + sum(self._seen(own, cave, context))
                for c, own in zip(self.clues, self.own(self.clues, context), strict=True)
            )
        )

    def _seen(self, own: int, cave: set[int], context: Context) -> Iterator[int]:
        for line in self._lines(own, context):
            yield sum(1 for _ in takewhile(cave.__contains__, line))

    def _edge(self, context: Context) -> set[int]:
        """Return the cells with a side beyond which there is none of its cells."""
        cells, topology = self.affected_cells(context), context.topology
        return {
            c
            for c in cells
            for dart in topology.darts(c)
            if (to := topology.beyond(dart)) is None or topology.cells[to[0]] not in cells
        }

    def _lines(self, own: int, context: Context) -> Iterator[list[int]]:
        cells = self.affected_cells(context)
        for dart in context.topology.darts(own):
            line = list(takewhile(cells.__contains__, context.topology.walk(dart)))
            if line:
                yield line[: line.index(own)] if own in line else line

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield both areas, and for each clue the sum of how far one sees."""
        self.word_shades(context)
        count = len(self.affected_cells(context))
        edge = self._edge(context)
        yield self.connected(self.others(context), context, range(1, count + 1))
        yield self.connected(self.mask(context), context, range(count + 1), edge)
        own_number = tuple(-value for value in context.values)
        for clue, own in zip(self.clues, self.own(self.clues, context), strict=True):
            yield predicate_table(own, context.values, lambda value: value not in self.shaded)
            sum_of, weights = [clue], [own_number]
            for line in self._lines(own, context):
                words = leading_run(len(line) + 1, self.others(context), len(context.values))
                sum_of.append(context.hidden(len(line) + 1, _sight(own, line)))
                weights.append(tuple(range(len(line) + 1)))
                yield Regular((sum_of[-1], *line), words)
            yield Linear(tuple(sum_of), tuple(weights), (-1,))

    def own_problem(self, context: Context) -> str:
        """Report the lack of an edge."""
        if not self._edge(context):
            return "there is no edge that walls could reach; use a geometry with an edge"
        return CluedShading.own_problem(self, context)


def _sight(own: int, line: Sequence[int]) -> Unseen:
    values = tuple(
        f"{seen} {'cell' if seen == 1 else 'cells'} far" for seen in range(len(line) + 1)
    )
    return Unseen(f"the view from {{{own}}} towards {{{line[-1]}}}", values)


@register_kind
@dataclass(frozen=True, slots=True)
class Nurikabe(CluedShading):
    """Each part of the cells that are not shaded is an island of as many cells as its number says.

    Shaded cells, the sea, are connected, and in no 2×2 square are all of them shaded.

    Args:
        shaded: the values of cells that are shaded.
        islands: the cells with numbers below the layer, one in each island.
        cells: the layer.
    """

    name: ClassVar[str] = "nurikabe"
    says: ClassVar[str] = (
        "The sea of shaded cells ({shaded}) is connected by sides and has no 2×2 square. Each "
        "island of the others has one circle, whose digit is the number of its cells."
    )
    called: ClassVar[str] = "nurikabe shading"
    hue: ClassVar[Hue] = "blue"
    shades: ClassVar[tuple[str, str]] = ("on an island", "in the sea")
    example: ClassVar[str] = "[{kind: nurikabe, shaded: [2], islands: R1C1 R4C3, cells: shade}]"
    example_on: ClassVar[str] = SHADED_EXAMPLE

    islands: CellSet

    def clued(self) -> Iterable[int]:
        """Return the cells with numbers."""
        return self.islands

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether the sea is connected, without squares, and islands have their sizes."""
        sea, land = self.colours(values, context)
        number = dict(zip(self.own(self.islands, context), self.islands, strict=True))
        parts = self.parts(land, context)
        return (
            len(self.parts(sea, context)) < 2
            and not any(sea.issuperset(square) for square in self.squares(context))
            and len(parts) == len(number)
            and all(
                len(own := part & number.keys()) == 1 and len(part) == values[number[own.pop()]]
                for part in parts
            )
        )

    def structure(self, context: Context) -> tuple[Hashable, Hashable]:
        """Return its cells and squares, and the islands, which its primitives number."""
        islands = frozenset(zip(self.islands, self.own(self.islands, context), strict=True))
        return (self.name, self.mask(context), context.values), (*self.grid(context), islands)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the sea, its squares, and which island each cell is on."""
        cells = sorted(self.affected_cells(context))
        yield self.connected(self.mask(context), context, range(len(cells)))
        for square in self.squares(context):
            yield value_count(square, context.values, self.shaded, range(4))
        names = ("in the sea", *(f"on the island of {{{c}}}" for c in self.islands))
        told = self._told(context)
        island = {c: context.hidden(len(names), Unseen(f"{{{told[c]}}}", names)) for c in cells}
        for c in cells:
            if told[c] != c:
                words = self.words_of_shades(context.domains[c], context)
                context.word(c, Unseen(f"{{{told[c]}}}", words))
        shades = frozenset(
            (i, n)
            for i, value in enumerate(context.values)
            for n in (range(1) if value in self.shaded else range(1, len(names)))
        )
        yield from (Table((c, island[c]), shades) for c in cells)
        numbers = range(len(names))
        same = frozenset((a, b) for a in numbers for b in numbers if a == b or not a or not b)
        edges = [(island[a], island[b]) for a, b in self.edges(context)]
        yield from (Table(edge, same) for edge in edges)
        for n, own in enumerate(self.own(self.islands, context), 1):
            yield Table((island[own],), frozenset({(n,)}))
            number = self.islands[n - 1]
            yield predicate_table(number, context.values, range(1, len(cells) + 1).__contains__)
            for i, size in enumerate(context.values):
                if 0 < size <= len(cells):
                    grown = Connected.of(island.values(), 1 << n, edges, [size], [island[own]])
                    yield When.of(number, i, grown)

    def _told(self, context: Context) -> dict[int, int]:
        """Return the cell by whose name each of its cells is called in explanations.

        On a layer that is the cell below, unless there are islands on several layers.
        """
        cells = sorted(self.affected_cells(context))
        alone = sum(isinstance(shape.rule, Nurikabe) for shape in context.shapes) == 1
        return {c: cell_below(c, context) if alone else c for c in cells}

    def own_problem(self, context: Context) -> str:
        """Report a lack of islands."""
        if not self.islands:
            return "no islands are listed; list the cells with their numbers"
        return CluedShading.own_problem(self, context)


@register_kind
@dataclass(frozen=True, slots=True)
class ShadedAreas(Shading):
    """Each connected area of shaded cells has one of some sizes.

    Args:
        shaded: the values of cells that are shaded.
        sizes: how many cells an area may have.
        cells: where the rule applies, such as a layer; absent: everywhere but in layers.
    """

    name: ClassVar[str] = "shaded-areas"
    says: ClassVar[str] = (
        "Each area of shaded cells ({shaded}) that are connected by sides has {sizes}."
    )
    called: ClassVar[str] = "rule of shaded areas"
    example: ClassVar[str] = "[{kind: shaded-areas, shaded: [2], sizes: [3, 4], cells: shade}]"
    example_on: ClassVar[str] = SHADED_EXAMPLE

    sizes: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values and sizes in any order."""
        return self.name, frozenset(self.shaded), frozenset(self.sizes), self.cells

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether all areas have one of the sizes."""
        shaded, _ = self.colours(values, context)
        return all(len(part) in self.sizes for part in self.parts(shaded, context))

    def structure(self, context: Context) -> tuple[Hashable, Hashable]:
        """Return its cells, and which share a side."""
        cells, edges, _ = self.grid(context)
        return (self.name, self.mask(context), tuple(sorted(set(self.sizes)))), (cells, edges)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return one `Areas`."""
        self.word_shades(context)
        cells = self.affected_cells(context)
        return [Areas.of(cells, self.mask(context), self.edges(context), self.sizes)]

    def own_problem(self, context: Context) -> str:
        """Report sizes that no area has."""
        del context
        if not self.sizes:
            return "no sizes are listed; list at least one"
        if strange := [size for size in self.sizes if size < 1]:
            return f"no area has {strange[0]} cells; list positive sizes"
        return ""

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols and the sizes."""
        sizes = join_words([str(size) for size in self.sizes], "or")
        cells = "cell" if self.sizes == (1,) else "cells"
        return {**Shading.phrases(self, context), "sizes": f"{sizes} {cells}"}


@register_kind
@dataclass(frozen=True, slots=True)
class Snake(Shading):
    """The shaded cells are a path from neighbour to neighbour that does not touch itself.

    Args:
        shaded: the values of cells that are shaded.
        ends: cells where the path ends: none, one or two are known.
        cells: where the rule applies, such as a layer; absent: everywhere but in layers.
    """

    name: ClassVar[str] = "snake"
    says: ClassVar[str] = (
        "The shaded cells ({shaded}) are a snake, one cell wide, which does not touch itself by a "
        "side{ending}."
    )
    called: ClassVar[str] = "snake"
    hue: ClassVar[Hue] = "red"
    shades: ClassVar[tuple[str, str]] = ("not on the snake", "on the snake")
    example: ClassVar[str] = "[{kind: snake, shaded: [2], ends: R1C1, cells: shade}]"
    example_on: ClassVar[str] = SHADED_EXAMPLE

    ends: CellSet = ()

    def clued(self) -> Iterable[int]:
        """Return the ends."""
        return self.ends

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether the cells are connected, with two neighbours each but for two ends."""
        snake, _ = self.colours(values, context)
        beside = {c: len(snake.intersection(context.topology.neighbours(c))) for c in snake}
        ends = {c for c, near in beside.items() if near == 1}
        return (
            len(self.parts(snake, context)) == 1
            and set(beside.values()) <= {1, 2}
            and len(ends) == 2
            and ends.issuperset(self.own(self.ends, context))
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the area, which cells are ends, and how many neighbours each has."""
        self.word_shades(context)
        cells = sorted(self.affected_cells(context))
        yield self.connected(self.mask(context), context, range(2, len(cells) + 1))
        inside = tuple(int(value in self.shaded) for value in context.values)
        ends = []
        for c in cells:
            ends.append(context.hidden(2, Unseen(f"{{{c}}}", ("no end", "an end"))))
            yield Table(
                (c, ends[-1]), frozenset((i, end) for i, s in enumerate(inside) for end in {0, s})
            )
            near = [b for b in context.topology.neighbours(c) if b in cells]
            row = Linear((*near, ends[-1]), ((inside,) * len(near)) + ((0, 1),), (2,))
            yield from (When.of(c, i, row) for i, is_inside in enumerate(inside) if is_inside)
        yield Linear(tuple(ends), ((0, 1),) * len(ends), (2,))
        for own in self.own(self.ends, context):
            yield Table((ends[cells.index(own)],), frozenset({(1,)}))

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols, and whether ends are known."""
        ending = " and ends in the circles" if self.ends else ""
        return {**Shading.phrases(self, context), "ending": ending}
