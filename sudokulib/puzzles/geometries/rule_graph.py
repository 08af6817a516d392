"""The meaning of cells and shapes as a coloured graph: equal graphs are equal puzzles.

A shape becomes a vertex, coloured by its meaning without its cells and joined to them. Where the
meaning distinguishes its cells, as that of an arrow does, its parts are separate vertices (see
`sudokulib.puzzles.geometries.rule_patterns`). Rules that read neighbours or other shapes are
replaced by the constraints on cells that they stand for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, cast

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import checked
from sudokulib.primitives import AllDifferent, Primitive
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.labelling import ColouredGraph
from sudokulib.puzzles.geometries.rule_patterns import RulePattern, rule_pattern, structure_pattern
from sudokulib.shapes import Context, Kind, Shape


class _ReadError(Exception):
    """A rule has read more than its own cells."""


class _ReadDetector:
    """A stand-in for neighbours and other shapes that raises `_ReadError` when it is read."""

    def __getattr__(self, name: str) -> Any:
        raise _ReadError

    def __iter__(self) -> Iterator[Any]:
        raise _ReadError


@dataclass(frozen=True, slots=True)
class ClassifiedRules:
    """The rules of a geometry or puzzle, classified by what they read.

    Args:
        local: those that read only their own cells: the rule on the cells 0, 1, ..., and the actual
            cells.
        reading: those that read neighbours or other shapes.
        context: the context that they read.
        lowered: the primitives of `reading`, perhaps with further hidden variables.
        structures: what those say that are not compared by primitives.
        value_symmetric: whether all of this survives any renaming of the symbols.
    """

    local: tuple[tuple[Kind, tuple[int, ...]], ...]
    reading: tuple[Shape, ...]
    context: Context
    lowered: tuple[Primitive, ...]
    structures: tuple[tuple[Hashable, Hashable], ...]
    value_symmetric: bool

    @classmethod
    def of(cls, shapes: Iterable[Shape], context: Context) -> ClassifiedRules:
        """Classify some shapes, on the cells of a context."""
        local, reading, value_symmetric = [], [], len({*context.domains}) == 1
        for shape in shapes:
            cells = tuple(sorted(shape.cells))
            alone = shape.rule.moved({cell: place for place, cell in enumerate(cells)})
            domains = tuple(context.domains[cell] for cell in cells)
            reads, minds = _dependencies(alone, context.alphabet, domains)
            if reads:
                reading.append(shape)
            else:
                local.append((alone, cells))
                value_symmetric = value_symmetric and not minds
        found = {shape: shape.rule.structure(context) for shape in reading}
        structures = tuple(filter(None, found.values()))
        plain = (shape for shape, structure in found.items() if structure is None)
        lowered = tuple(dict.fromkeys(p for s in plain for p in s.rule.lower(context)))
        value_symmetric = (
            value_symmetric
            and not structures
            and all(primitive.value_symmetric for primitive in lowered)
        )
        return cls(tuple(local), tuple(reading), context, lowered, structures, value_symmetric)


# Safe to cache, as it reads nothing else: `_ReadDetector` reports a rule that reads more.
@lru_cache(maxsize=4096)
def _dependencies(rule: Kind, alphabet: Alphabet, domains: tuple[int, ...]) -> tuple[bool, bool]:
    nothing = cast(Any, _ReadDetector())
    try:
        primitives = list(rule.lower(Context(alphabet, domains, nothing, nothing)))
    except _ReadError:
        return True, True
    return False, not all(primitive.value_symmetric for primitive in primitives)


class GraphBuilder:
    """A coloured graph under construction; the points come first.

    Args:
        points: the colours of the points.
    """

    def __init__(self, points: Iterable[str]) -> None:
        self.colours = list(points)
        self.points = len(self.colours)
        self.near: list[list[int]] = [[] for _ in self.colours]

    def copy(self) -> GraphBuilder:
        """Return a copy that can be extended separately."""
        other = GraphBuilder(())
        other.colours, other.points = self.colours.copy(), self.points
        other.near = [near.copy() for near in self.near]
        return other

    def graph(self) -> ColouredGraph:
        """Return the graph as built so far."""
        return ColouredGraph(tuple(map(tuple, self.near)), tuple(self.colours), self.points)

    def vertex(self, colour: str, *near: int) -> int:
        """Add a vertex joined to some others, and return it."""
        self.colours.append(colour)
        self.near.append([])
        for other in near:
            self.join(len(self.near) - 1, other)
        return len(self.near) - 1

    def join(self, one: int, other: int) -> None:
        """Make two vertices neighbours."""
        self.near[one].append(other)
        self.near[other].append(one)

    def add(self, pattern: RulePattern, cells: Sequence[int]) -> None:
        """Add a rule on some cells."""
        first = len(self.colours)
        for colour in pattern.colours:
            self.vertex(colour)
        for one, other in pattern.edges:
            self.join(first + one, first + other)
        for vertex, place in pattern.cell_edges:
            self.join(first + vertex, cells[place])

    def add_lowered(self, rules: ClassifiedRules) -> None:
        """Add the constraints of the rules that read more than their cells."""
        made = [self.vertex(f"made {mask:x}") for mask in rules.context.made]
        numbers = [*range(len(rules.context.domains)), *made]
        apart: dict[tuple[int, int], None] = {}
        for primitive in rules.lowered:
            variables = sorted(primitive.variables)
            if isinstance(primitive, AllDifferent):
                apart.update(dict.fromkeys(combinations(variables, 2)))
            else:
                alone = primitive.moved({v: place for place, v in enumerate(variables)})
                self.add(rule_pattern(alone), [numbers[v] for v in variables])
        cells = range(len(rules.context.domains))
        for structure in rules.structures:
            self.add(structure_pattern(structure), cells)
        for one, other in apart:
            self.join(numbers[one], numbers[other])


# Cached by `rules_key`: it reads only the geometry's context.
@cached_by(lambda geometry: geometry.rules_key, maxsize=64)
def classified_rules(geometry: Geometry) -> ClassifiedRules:
    """Classify the rules of a geometry."""
    return ClassifiedRules.of(geometry.shapes, geometry.context)


def graph_of(rules: ClassifiedRules, *, value_symmetric: bool | None = None) -> GraphBuilder:
    """Build the graph of all cells, hidden ones included, with the constraints of some rules.

    Args:
        rules: the classified rules.
        value_symmetric: whether the symbols may be renamed: then they are the vertices after the
            cells, otherwise part of the colours; absent: as the rules allow.
    """
    context = rules.context
    value_symmetric = rules.value_symmetric if value_symmetric is None else value_symmetric
    seen = len(context.domains) - context.hidden_cells
    builder = GraphBuilder(
        f"{'cell' if number < seen else 'hidden'} {domain:x}"
        for number, domain in enumerate(context.domains)
    )
    for _ in context.values if value_symmetric else ():
        builder.vertex("symbol")
    if not value_symmetric:  # what numbers stand for
        builder.vertex(f"symbols {' '.join(map(str, context.values))}")
    for alone, cells in checked(rules.local):
        builder.add(rule_pattern(alone), cells)
    builder.add_lowered(rules)
    return builder
