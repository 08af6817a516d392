"""Shadings ruled by digits and squares: shaded digits, yin-yang, star battle, hitori."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import ClassVar

from sudokulib.basics.quoting import join_words
from sudokulib.errors import GeometryError
from sudokulib.primitives import Automaton, Linear, Primitive, Regular
from sudokulib.shapes.candidates import unknown_values
from sudokulib.shapes.fields import CellSets
from sudokulib.shapes.global_kinds import rectangle
from sudokulib.shapes.kind import Context, Values
from sudokulib.shapes.layer_cells import cell_below
from sudokulib.shapes.lowering import tables, value_count
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.shading_kind import SHADED_EXAMPLE, CluedShading, Shading


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
    example_on: ClassVar[str] = SHADED_EXAMPLE

    digits: tuple[int, ...]

    @property
    def meaning(self) -> Hashable:
        """The values and digits in any order."""
        return self.name, frozenset(self.shaded), frozenset(self.digits), self.cells

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether shaded cells and digits agree."""
        shaded, others = self.colours(values, context)
        return all(values[cell_below(c, context)] in self.digits for c in shaded) and not any(
            values[cell_below(c, context)] in self.digits for c in others
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a table for each cell and the one below."""
        self.word_shades(context)
        pairs = [(c, cell_below(c, context)) for c in sorted(self.affected_cells(context))]

        def agree(one: int, other: int) -> bool:
            return (one in self.shaded) == (other in self.digits)

        return tables(pairs, context.values, agree, context.domains)

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
    example_on: ClassVar[str] = SHADED_EXAMPLE

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether both colours are connected, and in every square."""
        colours = self.colours(values, context)
        squares = [set(square) for square in self.squares(context)]
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
        self.word_shades(context)
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
            for square in self.squares(context):
                yield Linear(square, (weights,) * 4, (1, 2, 3))


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
    """Each group has a given number of stars, its shaded cells; no two touch, even at a corner.

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

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether counts are right and no two stars touch."""
        stars, _ = self.colours(values, context)
        return all(
            len(stars.intersection(self.own(group, context))) == self.count for group in self.groups
        ) and not any(stars.intersection(context.topology.corner_neighbours(c)) for c in stars)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each group, and a table for cells that touch."""
        self.word_shades(context)
        for group in self.groups:
            yield value_count(self.own(group, context), context.values, self.shaded, [self.count])
        cells = self.affected_cells(context)
        near = context.topology.corner_neighbours
        pairs = [(a, b) for a in sorted(cells) for b in near(a) if a < b and b in cells]
        yield from tables(pairs, context.values, self.not_both_shaded, context.domains)

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
class Hitori(CluedShading):
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
    example_on: ClassVar[str] = SHADED_EXAMPLE

    lines: CellSets

    def clued(self) -> Iterable[int]:
        """Return the cells of the lines."""
        return dict.fromkeys(c for line in self.lines for c in line)

    def marks(self) -> Iterable[Mark]:
        """Return none."""
        return ()

    def holds(self, values: Values, context: Context) -> bool:
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
        self.word_shades(context)
        yield self.connected(
            self.others(context), context, range(1, len(self.affected_cells(context)) + 1)
        )
        yield from tables(
            self.edges(context), context.values, self.not_both_shaded, context.domains
        )
        yield from self._unequal(context)

    def _unequal(self, context: Context) -> Iterator[Primitive]:
        def fine(one: int, shade: int, other: int, other_shade: int) -> bool:
            return one != other or shade in self.shaded or other_shade in self.shaded

        pairs = {p for line in self.lines for p in combinations(self._seen(line, context), 2)}
        lines = [(*one, *other) for one, other in sorted(pairs)]
        return tables(lines, context.values, fine, context.domains)
