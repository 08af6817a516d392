"""What cells and shapes say, as a coloured graph: equal graphs are equal puzzles.

A shape becomes a vertex, coloured by its meaning without its cells and joined to them. Where the
meaning tells its cells apart, as that of an arrow does, parts of it are vertices of their own; that
the ends of a line may be exchanged is found by trying. Rules that read neighbours or other shapes
are not what they say but what follows from it: the constraints on cells that they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol, Self, cast

from sudokulib.alphabet import Alphabet
from sudokulib.geometries.geometry import Geometry
from sudokulib.geometries.labelling import Coloured
from sudokulib.primitives import AllDifferent, DistinctSum, Linear, Primitive, Table, When
from sudokulib.shapes import Context, Kind, Shape

__all__ = ["GraphBuilder", "Rules", "graph_of", "rules_of"]


class _Cell(int):
    """A cell within a meaning, told from the numbers there."""


class _Movable(Protocol):
    """A kind or a primitive."""

    def moved(self, places: Mapping[int, int] | Sequence[int], /) -> Self: ...


_T = _Movable
_Meaning = Callable[[Any], Hashable]


class _ReadError(Exception):
    """A rule has read something beside its own cells."""


class _Surroundings:
    """In place of neighbours and other shapes: whoever reads them is found out."""

    def __getattr__(self, name: str) -> Any:
        raise _ReadError

    def __iter__(self) -> Iterator[Any]:
        raise _ReadError


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a geometry or puzzle, told apart by what they read.

    Args:
        local: those that read their own cells only.
        reading: those that read neighbours or other shapes.
        context: what they read.
        lowered: what the reading ones stand for; may be about further hidden variables.
        blind: whether all of this survives any renaming of the symbols.
    """

    local: tuple[Kind, ...]
    reading: tuple[Shape, ...]
    context: Context
    lowered: tuple[Primitive, ...]
    blind: bool

    @classmethod
    def of(cls, shapes: Iterable[Shape], context: Context) -> Rules:
        """Some shapes, on the cells of a context."""
        local, reading, blind = [], [], len({*context.domains}) == 1
        for shape in shapes:
            cells = shape.rule.all_cells
            alone = shape.rule.moved({cell: place for place, cell in enumerate(cells)})
            domains = tuple(context.domains[cell] for cell in cells)
            reads, minds = _nature(alone, context.alphabet, domains)
            if reads:
                reading.append(shape)
            else:
                local.append(shape.rule)
                blind = blind and not minds
        lowered = tuple(dict.fromkeys(p for s in reading for p in s.rule.lower(context)))
        blind = blind and all(primitive.value_symmetric for primitive in lowered)
        return cls(tuple(local), tuple(reading), context, lowered, blind)


@lru_cache(maxsize=4096)
def _nature(rule: Kind, alphabet: Alphabet, domains: tuple[int, ...]) -> tuple[bool, bool]:
    nothing = cast(Any, _Surroundings())
    try:
        primitives = list(rule.lower(Context(alphabet, domains, nothing, nothing)))
    except _ReadError:
        return True, True
    return False, not all(primitive.value_symmetric for primitive in primitives)


class GraphBuilder:
    """A coloured graph in the making; the points come first.

    Args:
        points: the colours of the points.
    """

    def __init__(self, points: Iterable[str]) -> None:
        self.colours = list(points)
        self.points = len(self.colours)
        self.near: list[list[int]] = [[] for _ in self.colours]

    def copy(self) -> GraphBuilder:
        """The same, to go on with."""
        other = GraphBuilder(())
        other.colours, other.points = self.colours.copy(), self.points
        other.near = [near.copy() for near in self.near]
        return other

    def graph(self) -> Coloured:
        """What was built."""
        return Coloured(tuple(map(tuple, self.near)), tuple(self.colours), self.points)

    def vertex(self, colour: str, *near: int) -> int:
        """A new vertex, joined to some others."""
        self.colours.append(colour)
        self.near.append([])
        for other in near:
            self.join(len(self.near) - 1, other)
        return len(self.near) - 1

    def join(self, one: int, other: int) -> None:
        """Two vertices are neighbours from now on."""
        self.near[one].append(other)
        self.near[other].append(one)

    def add_rule(self, rule: Kind) -> None:
        """A rule that reads its own cells only."""
        self._add(rule, rule.all_cells, lambda rule: rule.meaning)

    def add_primitives(self, rules: Rules) -> None:
        """What the rules stand for that read more than their cells."""
        first = len(rules.context.domains)
        made = [self.vertex(f"made {mask:x}") for mask in rules.context.made]
        numbers = [*range(first), *made]
        apart: dict[tuple[int, int], None] = {}
        for primitive in rules.lowered:
            if isinstance(primitive, AllDifferent):
                apart.update(dict.fromkeys(combinations(sorted(primitive.variables), 2)))
            else:
                self._add(primitive, primitive.variables, _meaning_of_primitive, numbers)
        for one, other in apart:
            self.join(numbers[one], numbers[other])

    def _add(
        self,
        thing: _T,
        cells: Sequence[int],
        meaning: _Meaning,
        numbers: Sequence[int] = (),
    ) -> None:
        said = meaning(thing)

        def keeps(moves: Mapping[int, int]) -> bool:
            return meaning(thing.moved({cell: moves.get(cell, cell) for cell in cells})) == said

        tree = meaning(thing.moved({cell: _Cell(cell) for cell in cells}))
        missing = set(cells).difference(_leaves(tree))
        if missing and not keeps({cell: cell + max(cells) + 1 for cell in missing}):
            # Cells became other numbers in it, so they are told apart by their places.
            alone = thing.moved({cell: place for place, cell in enumerate(cells)})
            tree = (_text(meaning(alone)), tuple(map(_Cell, cells)))
        self._node(tree, _text(tree), keeps, lambda cell: numbers[cell] if numbers else cell)

    def _node(
        self,
        tree: Any,
        colour: str,
        keeps: Callable[[Mapping[int, int]], bool],
        number: Callable[[int], int],
    ) -> int:
        """A part of a meaning with all its parts; returns its vertex."""
        parts = [part for part in tree if _has_cells(part)]
        while len(parts) == 1 and not isinstance(parts[0], _Cell):
            tree = parts[0]
            parts = [part for part in tree if _has_cells(part)]
        this = self.vertex(colour)
        places, links = _places(tree, parts, keeps)
        ends = []
        for part, place in zip(parts, places, strict=True):
            if not isinstance(part, _Cell):
                end = self._node(part, f"{place} {colour} {_text(part)}", keeps, number)
                self.join(this, end)
            elif place:
                end = self.vertex(f"{place} {colour}", this, number(part))
            else:
                end = number(part)
                self.join(this, end)
            ends.append(end)
        for one, other in links:
            self.join(ends[one], ends[other])
        return this


def _meaning_of_primitive(primitive: Primitive) -> Hashable:
    """Primitives of equal meaning say the same; the order of terms does not count."""
    variables = primitive.variables
    if isinstance(primitive, DistinctSum):
        parts = frozenset(map(frozenset, primitive.parts))
        return ("distinct", parts, _meaning_of_primitive(primitive.linear))
    if isinstance(primitive, Linear):
        terms = tuple(sorted(zip(variables, primitive.weights, strict=True)))
        return ("linear", primitive.totals, terms)
    if isinstance(primitive, Table):
        order = sorted(range(len(variables)), key=variables.__getitem__)
        tuples = frozenset(tuple(row[i] for i in order) for row in primitive.tuples)
        return ("table", tuples, tuple(variables[i] for i in order))
    if isinstance(primitive, When):
        then = _meaning_of_primitive(primitive.then)
        return ("when", variables[0], primitive.case, then)
    if isinstance(primitive, AllDifferent):
        return ("distinct", frozenset(variables))
    alone = primitive.moved({v: place for place, v in enumerate(variables)})
    return (primitive.name, repr(alone), variables)


def _places(
    tree: Any, parts: Sequence[Any], keeps: Callable[[Mapping[int, int]], bool]
) -> tuple[list[str], list[tuple[int, int]]]:
    """What tells the parts of a meaning apart, and which follow each other.

    Returns:
        For each part a word, empty if nothing does; and pairs of parts.
    """
    count = len(parts)
    if isinstance(tree, frozenset):
        return [""] * count, []
    leaves = [list(_leaves(part)) for part in parts]
    texts = [_text(part) for part in parts]
    known = [cell for part in leaves for cell in part]
    once = {cell for cell in known if known.count(cell) == 1}
    first: list[int] = []
    for place in range(count):
        for other in dict.fromkeys(first):
            mine, theirs = leaves[place], leaves[other]
            if texts[place] == texts[other] and once.issuperset(mine + theirs):
                swap = {
                    **dict(zip(mine, theirs, strict=True)),
                    **dict(zip(theirs, mine, strict=True)),
                }
                if keeps(swap):
                    first.append(other)
                    break
        else:
            first.append(place)
    if len(set(first)) < 2:
        return [""] * count, []
    simple = len(once) == len(known) == count > 2 and len(set(first)) == count
    if simple and keeps(dict(zip(known, reversed(known), strict=True))):
        follow = [(i, i + 1) for i in range(count - 1)]
        if keeps(dict(zip(known, known[1:] + known[:1], strict=True))):
            return ["turn"] * count, [*follow, (count - 1, 0)]
        return [f"way {min(i, count - 1 - i)}" for i in range(count)], follow
    return [f"at {place}" for place in first], []


def _has_cells(tree: Any) -> bool:
    return isinstance(tree, _Cell) or (
        isinstance(tree, tuple | frozenset) and any(map(_has_cells, tree))
    )


def _leaves(tree: Any) -> Iterator[int]:
    """The cells in a meaning, in order."""
    if isinstance(tree, _Cell):
        yield int(tree)
    elif isinstance(tree, tuple | frozenset):
        for part in tree:
            yield from _leaves(part)


def _text(tree: Any) -> str:
    """A meaning as text, the same for meanings that differ in their cells only."""
    if isinstance(tree, _Cell):
        return "_"
    if isinstance(tree, tuple):
        return f"({' '.join(map(_text, tree))})"
    if isinstance(tree, frozenset):
        return f"{{{' '.join(sorted(map(_text, tree)))}}}"
    return repr(tree)


@lru_cache(maxsize=64)
def rules_of(geometry: Geometry) -> Rules:
    """What a geometry says."""
    return Rules.of(geometry.shapes, geometry.context)


def graph_of(rules: Rules, *, blind: bool | None = None) -> GraphBuilder:
    """The cells, hidden ones among them, with all that some rules say of them.

    Args:
        rules: what is said.
        blind: whether the symbols may be renamed: then they are the vertices after the cells, and
            else part of the colours; absent: as the rules allow.
    """
    context = rules.context
    blind = rules.blind if blind is None else blind
    seen = len(context.domains) - context.unseen
    builder = GraphBuilder(
        f"{'cell' if number < seen else 'hidden'} {domain:x}"
        for number, domain in enumerate(context.domains)
    )
    for _ in context.values if blind else ():
        builder.vertex("symbol")
    if not blind:  # what numbers stand for
        builder.vertex(f"symbols {' '.join(map(str, context.values))}")
    for rule in rules.local:
        builder.add_rule(rule)
    builder.add_primitives(rules)
    return builder
