"""Rules about shaded cells, those with some values, such as in a layer of two symbols."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import combinations, pairwise, takewhile
from typing import ClassVar, TypeAlias

from sudokulib.basics.quoting import join_words
from sudokulib.errors import GeometryError
from sudokulib.primitives import Automaton, Connected, Linear, Primitive, Regular, Table, When
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.fields import CellSet, CellSets
from sudokulib.shapes.global_kinds import GlobalKind, rectangle
from sudokulib.shapes.kind import Context
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import leading_run, pair_tables, predicate_table, table, value_count
from sudokulib.shapes.marks import Hue, Mark, MarkStyle
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

_Values: TypeAlias = Mapping[int, int] | Sequence[int]

_SHADED = '{build: [{make: include, geometry: 4x4}], layers: {shade: "12"}}'
"""A 4x4 with a layer, for examples."""


@dataclass(frozen=True, slots=True)
class Shading(GlobalKind):
    """Base of the kinds about shaded cells.

    Args:
        shaded: the values of cells that are shaded.
    """

    look: ClassVar[MarkStyle] = ""
    hue: ClassVar[Hue] = "grey"

    shaded: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values in any order, and all else."""
        rest = (getattr(self, f.name) for f in fields(self) if f.name != "shaded")
        return (self.name, frozenset(self.shaded), *rest)

    def colours(self, values: _Values, context: Context) -> tuple[set[int], set[int]]:
        """Return the shaded cells and the others."""
        cells = self.affected_cells(context)
        shaded = {c for c in cells if values[c] in self.shaded}
        return shaded, set(cells) - shaded

    def parts(self, area: Collection[int], context: Context) -> list[set[int]]:
        """Return the parts of some cells that are connected by their sides."""
        return list(connected_parts(area, context.topology.neighbours))

    def mask(self, context: Context) -> int:
        """Return the values of shaded cells, as a bit mask."""
        return sum(1 << i for i, value in enumerate(context.values) if value in self.shaded)

    def others(self, context: Context) -> int:
        """Return the values of cells that are not shaded, as a bit mask."""
        return (1 << len(context.values)) - 1 & ~self.mask(context)

    def connected(
        self, members: int, context: Context, sizes: Iterable[int], roots: Iterable[int] = ()
    ) -> Connected:
        """Return the rule that the cells with some values, a bit mask, are connected."""
        cells = self.affected_cells(context)
        return Connected.of(cells, members, self.edges(context), sizes, roots)

    def edges(self, context: Context) -> list[tuple[int, int]]:
        """Return the pairs of neighbours among its cells."""
        cells = self.affected_cells(context)
        return [e for e in context.topology.edges() if e[0] in cells and e[1] in cells]

    def grid(self, context: Context) -> tuple[frozenset[Hashable], ...]:
        """Return its cells, the pairs that share a side, and the 2×2 squares, as sets."""
        return (
            self.affected_cells(context),
            frozenset(map(frozenset, self.edges(context))),
            frozenset(map(frozenset, _squares(self, context))),
        )

    def own(self, cells: Iterable[int], context: Context) -> list[int]:
        """Return its own cell for each of some cells: itself, or the one in the layer over it."""
        mine = self.affected_cells(context)
        over = {below(c, context): c for c in mine}
        return [c if c in mine else over.get(c, c) for c in cells]

    def problem(self, context: Context) -> str:
        """Report values that cannot be, clues that are none of its cells, and contradictions."""
        if problem := unknown_values(self.shaded, context):
            return problem
        if not (cells := self.affected_cells(context)):
            return "no cells have neighbours here; list cells of a grid"
        if strange := [c for c in self.own(self.clued(), context) if c not in cells]:
            return f"{len(strange)} of the cells are none that it is about; list its own cells"
        return self.own_problem(context) or infeasibility(self, context)

    def own_problem(self, context: Context) -> str:
        """Return what else is wrong; by default nothing."""
        del context
        return ""

    def clued(self) -> Iterable[int]:
        """Return the cells that the rule names; by default none."""
        return ()

    def marks(self) -> Iterable[Mark]:
        """Return a mark in each cell that it names."""
        return [Mark("badge", (c,), look=self.look, hue=self.hue) for c in self.clued()]

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of shaded cells."""
        shaded = join_words(context.symbols(self.shaded).split(), "or")
        return {**GlobalKind.phrases(self, context), "shaded": shaded}


def below(cell: int, context: Context) -> int:
    """Return the cell that a layer's cell belongs to; any other cell itself."""
    place = context.topology.places.get(cell)
    return cell if place is None else place.cells[0]


class _Clued(Shading):
    """Base of those whose shading depends on numbers in cells below a layer."""

    __slots__ = ()

    @abstractmethod
    def clued(self) -> Iterable[int]:
        """Return the cells with numbers."""

    def own_problem(self, context: Context) -> str:
        """Report cells that are shaded or not by the numbers in them."""
        if set(self.clued()) & self.affected_cells(context):
            return "cells cannot be shaded and hold numbers; name a layer, such as cells: shade"
        return ""


@register_kind
@dataclass(frozen=True, slots=True)
class ShadedDigits(Shading):
    """The shaded cells of a layer are those above cells with some digits.

    Args:
        shaded: the values of cells that are shaded.
        digits: the values in the cells below the shaded ones.
        cells: the layer, or some of its cells.
    """

    name: ClassVar[str] = "shaded-digits"
    says: ClassVar[str] = "A cell is shaded ({shaded}) if its digit is {digits}, and only then."
    called: ClassVar[str] = "rule of digits in shaded cells"
    example: ClassVar[str] = "[{kind: shaded-digits, shaded: [2], digits: [2, 4], cells: shade}]"
    example_on: ClassVar[str] = _SHADED

    digits: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values and digits in any order."""
        return self.name, frozenset(self.shaded), frozenset(self.digits), self.cells

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether shaded cells and digits agree."""
        shaded, others = self.colours(values, context)
        return all(values[below(c, context)] in self.digits for c in shaded) and not any(
            values[below(c, context)] in self.digits for c in others
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a table for each cell and the one below."""
        pairs = [(c, below(c, context)) for c in sorted(self.affected_cells(context))]

        def agree(one: int, other: int) -> bool:
            return (one in self.shaded) == (other in self.digits)

        return pair_tables(pairs, context.values, agree, context.domains)

    def own_problem(self, context: Context) -> str:
        """Report digits that are no symbols."""
        return unknown_values(self.digits, context)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols of shaded cells and of the digits."""
        digits = join_words(context.symbols(self.digits).split(), "or")
        return {**Shading.phrases(self, context), "digits": digits}


@register_kind
@dataclass(frozen=True, slots=True)
class YinYang(Shading):
    """Shaded cells are connected, and so are the others; no 2×2 square is of one colour.

    Args:
        shaded: the values of cells that are shaded.
        cells: where the rule applies, such as a layer; absent: everywhere but in layers.
    """

    name: ClassVar[str] = "yin-yang"
    says: ClassVar[str] = (
        "The shaded cells ({shaded}) are connected by their sides, and so are the others; "
        "no 2×2 square is all of one colour."
    )
    called: ClassVar[str] = "yin-yang shading"
    example: ClassVar[str] = "[{kind: yin-yang, shaded: [2], cells: shade}]"
    example_on: ClassVar[str] = _SHADED

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether both colours are connected, and in every square."""
        colours = self.colours(values, context)
        squares = [set(square) for square in _squares(self, context)]
        return all(
            len(self.parts(area, context)) == 1 and all(area & square for square in squares)
            for area in colours
        )

    def structure(self, context: Context) -> tuple[Hashable, Hashable]:
        """Return its cells and squares; what follows in a rectangle is read in one direction."""
        return (self.name, self.mask(context)), self.grid(context)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield both areas, the squares, and what follows in a rectangle.

        There, a square that is coloured like a chessboard would cut one of the areas, and so would
        four changes of colour around the rim.
        """
        shaded, others = self.mask(context), self.others(context)
        cells = self.affected_cells(context)
        for members in (shaded, others):
            yield self.connected(members, context, range(1, len(cells)))
        width = len(context.values)
        if rows := _flat_rows(cells, context):
            for one, other in pairwise(rows):
                for i in range(len(one) - 1):
                    around = one[i], one[i + 1], other[i + 1], other[i]
                    yield Regular(around, _changes(shaded, width, 2))
            yield Regular(_rim(rows), _changes(shaded, width, 0))
        else:
            weights = tuple(int(shaded >> i & 1) for i in range(width))
            for square in _squares(self, context):
                yield Linear(square, (weights,) * 4, (1, 2, 3))


def _squares(rule: Shading, context: Context) -> list[tuple[int, ...]]:
    cells = rule.affected_cells(context)
    return [square for square in context.topology.squares() if cells.issuperset(square)]


def _flat_rows(cells: frozenset[int], context: Context) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a rectangle of at least 2×2 cells without seams; empty if it is none."""
    edges, flat = context.topology.edges(), context.topology.edges(across=False)
    if any(cells.issuperset(edge) for edge in set(edges).difference(flat)):
        return ()
    try:
        rows = rectangle(cells, context.topology)
    except GeometryError:
        return ()
    return rows if len(rows) > 1 and len(rows[0]) > 1 else ()


def _rim(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    right, left = [row[-1] for row in rows[1:-1]], [row[0] for row in rows[1:-1]]
    return (*rows[0], *right, *reversed(rows[-1]), *reversed(left))


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=64)
def _changes(members: int, values: int, least: int) -> Automaton:
    """Return the words that change between members and others two times around, or `least`."""

    def step(state: tuple[int, ...], value: int) -> Iterator[tuple[int, ...]]:
        now = members >> value & 1
        if not state:
            yield now, now, 0
        elif (changes := state[2] + (now != state[1])) <= 2:
            yield state[0], now, changes

    def accepts(state: tuple[int, ...]) -> bool:
        return bool(state) and state[2] + (state[0] != state[1]) in (least, 2)

    start: tuple[int, ...] = ()
    return Automaton.of([start], step, accepts, values)


@register_kind
@dataclass(frozen=True, slots=True)
class StarBattle(Shading):
    """Each group has so many shaded cells (stars), and no two of them touch, even at a corner.

    Args:
        shaded: the values of cells with a star.
        count: how many stars each group has.
        groups: sets of cells, such as rows, columns and regions.
        cells: where the rule applies, such as a layer; absent: everywhere but in layers.
    """

    name: ClassVar[str] = "star-battle"
    says: ClassVar[str] = (
        "Each row, column and outlined group that is listed has {count} of the stars ({shaded}), "
        "which do not touch, not even at a corner."
    )
    called: ClassVar[str] = "star battle"
    example: ClassVar[str] = "[{kind: star-battle, shaded: [1], count: 1, groups: [R1C1:R2C2, R4]}]"

    count: int
    groups: CellSets

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether counts are right and no two stars touch."""
        stars, _ = self.colours(values, context)
        return all(
            len(stars.intersection(self.own(group, context))) == self.count for group in self.groups
        ) and not any(stars.intersection(context.topology.corner_neighbours(c)) for c in stars)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each group, and a table for cells that touch."""
        for group in self.groups:
            yield value_count(self.own(group, context), context.values, self.shaded, [self.count])
        cells = self.affected_cells(context)
        near = context.topology.corner_neighbours
        pairs = [(a, b) for a in sorted(cells) for b in near(a) if a < b and b in cells]
        yield from pair_tables(pairs, context.values, self._apart, context.domains)

    def _apart(self, one: int, other: int) -> bool:
        return one not in self.shaded or other not in self.shaded

    def own_problem(self, context: Context) -> str:
        """Report a lack of groups."""
        del context
        return "" if self.groups else "no groups are listed; list at least one"

    def clued(self) -> Iterable[int]:
        """Return the cells of the groups."""
        return (c for group in self.groups for c in group)

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Return the outlines of groups that are no straight lines."""
        groups = [group for group in self.groups if not _straight(group, context)]
        return [Mark("region", group, f"{self.count}★") for group in groups]


def _straight(group: Sequence[int], context: Context) -> bool:
    topology = context.topology
    walks = ({c, *topology.walk(dart)} for c in group for dart in topology.darts(c))
    return any(walk.issuperset(group) for walk in walks)


@register_kind
@dataclass(frozen=True, slots=True)
class Hitori(_Clued):
    """Digits repeat in no line but in shaded cells, which do not touch and leave the others joined.

    Args:
        shaded: the values of cells that are shaded.
        lines: the sets of cells, below the layer, in which unshaded digits do not repeat.
        cells: the layer.
    """

    name: ClassVar[str] = "hitori"
    says: ClassVar[str] = (
        "A digit that is not shaded ({shaded}) does not repeat in a row or column; shaded cells do "
        "not touch by their sides, and the others are connected by theirs."
    )
    called: ClassVar[str] = "hitori shading"
    example: ClassVar[str] = "[{kind: hitori, shaded: [2], lines: [R1, C1], cells: shade}]"
    example_on: ClassVar[str] = _SHADED

    lines: CellSets

    def clued(self) -> Iterable[int]:
        """Return the cells of the lines."""
        return dict.fromkeys(c for line in self.lines for c in line)

    def marks(self) -> Iterable[Mark]:
        """Return none."""
        return ()

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether unshaded digits differ, and shaded cells lie apart and cut nothing."""
        shaded, others = self.colours(values, context)
        own = {c: one for line in self.lines for c, one in self._seen(line, context)}
        return (
            len(self.parts(others, context)) == 1
            and not any(shaded.intersection(context.topology.neighbours(c)) for c in shaded)
            and not any(
                values[a] == values[b] and own[a] in others and own[b] in others
                for line in self.lines
                for a, b in combinations(line, 2)
            )
        )

    def _seen(self, line: Sequence[int], context: Context) -> Iterator[tuple[int, int]]:
        return zip(line, self.own(line, context), strict=True)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the area that is left, neighbours, and pairs of cells with their shades."""
        yield self.connected(
            self.others(context), context, range(1, len(self.affected_cells(context)) + 1)
        )

        def apart(one: int, other: int) -> bool:
            return one not in self.shaded or other not in self.shaded

        yield from pair_tables(self.edges(context), context.values, apart, context.domains)
        yield from self._unequal(context)

    def _unequal(self, context: Context) -> Iterator[Primitive]:
        def fine(one: int, shade: int, other: int, other_shade: int) -> bool:
            return one != other or shade in self.shaded or other_shade in self.shaded

        known: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {}
        pairs = {p for line in self.lines for p in combinations(self._seen(line, context), 2)}
        for one, other in sorted(pairs):
            cells = (*one, *other)
            key = tuple(context.domains[c] for c in cells)
            if key not in known:
                known[key] = table(cells, context.values, fine, context.domains).tuples
            yield Table(cells, known[key])


@register_kind
@dataclass(frozen=True, slots=True)
class Cave(_Clued):
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
    example_on: ClassVar[str] = _SHADED

    clues: CellSet = ()

    def clued(self) -> Iterable[int]:
        """Return the clues."""
        return self.clues

    def holds(self, values: _Values, context: Context) -> bool:
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
        return _Clued.own_problem(self, context)


def _sight(own: int, line: Sequence[int]) -> Unseen:
    values = tuple(f"{seen} cells far" for seen in range(len(line) + 1))
    return Unseen(f"the view from {{{own}}} towards {{{line[-1]}}}", values)


@register_kind
@dataclass(frozen=True, slots=True)
class Nurikabe(_Clued):
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
    example: ClassVar[str] = "[{kind: nurikabe, shaded: [2], islands: R1C1 R4C3, cells: shade}]"
    example_on: ClassVar[str] = _SHADED

    islands: CellSet

    def clued(self) -> Iterable[int]:
        """Return the cells with numbers."""
        return self.islands

    def holds(self, values: _Values, context: Context) -> bool:
        """Return whether the sea is connected, without squares, and islands have their sizes."""
        sea, land = self.colours(values, context)
        number = dict(zip(self.own(self.islands, context), self.islands, strict=True))
        parts = self.parts(land, context)
        return (
            len(self.parts(sea, context)) < 2
            and not any(sea.issuperset(square) for square in _squares(self, context))
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
        for square in _squares(self, context):
            yield value_count(square, context.values, self.shaded, range(4))
        names = ("in the sea", *(f"on the island of {{{c}}}" for c in self.islands))
        island = {
            c: context.hidden(len(names), Unseen(f"{{{c}}}", names, f"the island of {{{c}}}"))
            for c in cells
        }
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

    def own_problem(self, context: Context) -> str:
        """Report a lack of islands."""
        if not self.islands:
            return "no islands are listed; list the cells with their numbers"
        return _Clued.own_problem(self, context)


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
    example: ClassVar[str] = "[{kind: snake, shaded: [2], ends: R1C1, cells: shade}]"
    example_on: ClassVar[str] = _SHADED

    ends: CellSet = ()

    def clued(self) -> Iterable[int]:
        """Return the ends."""
        return self.ends

    def holds(self, values: _Values, context: Context) -> bool:
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
