"""The meaning of a rule without its cells: which cells it treats alike, which are consecutive.

A meaning (see `sudokulib.shapes.Kind.meaning`) consists of tuples and sets. Some of its tuples are
sets that were sorted by the numbers of their cells; some are lines that may be read from either
end. Giving the cells other numbers reveals this: a tuple that then has another order means the same
in both orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, permutations, product
from math import factorial, prod
from typing import Any

from sudokulib.basics.interruption import checked
from sudokulib.primitives import (
    AllDifferent,
    Areas,
    Connected,
    DistinctPairs,
    DistinctSum,
    Linear,
    Loop,
    Primitive,
    Table,
    When,
)
from sudokulib.shapes import Kind


class _Cell(int):
    """A cell in a meaning, with a temporary number by which tuples are sorted."""

    place: int
    """The number of the cell itself."""

    @classmethod
    def of(cls, number: int, place: int) -> _Cell:
        """Return the cell of that place, with a number."""
        cell = cls(number)
        cell.place = place
        return cell


@dataclass(frozen=True, slots=True)
class RulePattern:
    """A rule as part of a coloured graph.

    Args:
        colours: the colours of its vertices.
        edges: the vertices that are neighbours.
        cell_edges: vertices with the places of the cells that are their neighbours.
    """

    colours: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    cell_edges: tuple[tuple[int, int], ...]


# Safe to cache, as it reads nothing else: equal kinds, and equal primitives, agree in every field.
@lru_cache(maxsize=8192)
def rule_pattern(thing: Kind | Primitive) -> RulePattern:
    """Return the pattern of a kind or a primitive on the cells 0, 1, 2, ..., all of them used."""
    return _PatternBuilder.of(thing).pattern()


def structure_pattern(structure: tuple[Hashable, Hashable]) -> RulePattern:
    """Return the pattern of what a rule says of actual cells (see `Kind.structure`)."""
    said, cells = structure
    orders: _Orders = {}
    tree = ((repr(said),), _with_cells(cells))
    _collect(tree, orders)
    return _PatternBuilder(tree, orders).pattern()


def _with_cells(tree: Any) -> Any:
    return _Cell.of(tree, tree) if isinstance(tree, int) else type(tree)(map(_with_cells, tree))


_Orders = dict[str, set[tuple[str, ...]]]
"""For each tuple of a meaning, identified by its parts, the orders of these parts."""


class _PatternBuilder:
    """A pattern in the making."""

    def __init__(self, tree: Any, orders: _Orders) -> None:
        self.tree, self.orders = tree, orders
        self.colours: list[str] = []
        self.edges: list[tuple[int, int]] = []
        self.cell_edges: list[tuple[int, int]] = []

    @classmethod
    def of(cls, thing: Kind | Primitive) -> _PatternBuilder:
        """Read a kind or a primitive with its cells numbered in several ways."""
        orders: _Orders = {}
        count = len(thing.all_cells if isinstance(thing, Kind) else thing.variables)
        numbers = list(range(count))
        tree = _meaning(thing.moved(list(map(_Cell.of, numbers, numbers))))
        known = {cell.place for cell in _cells(tree)}
        elsewhere = [n if n in known else n + count for n in numbers]
        if _meaning(thing.moved(elsewhere)) != _meaning(thing.moved(numbers)):
            # The meaning also holds numbers that are not cells; these stand for themselves.
            tree = (_without_order(tree), tuple(map(_Cell.of, numbers, numbers)))
            _collect(tree, orders)
            return cls(tree, orders)
        _collect(tree, orders)
        if not _has_order(tree):
            return cls(tree, orders)
        for one, other in checked(combinations(numbers, 2)):
            swapped = numbers.copy()
            swapped[one], swapped[other] = other, one
            _collect(_meaning(thing.moved(list(map(_Cell.of, swapped, numbers)))), orders)
        return cls(tree, orders)

    def pattern(self) -> RulePattern:
        """Return the pattern of the whole meaning."""
        self._vertex(self.tree, _Tuple.of(self.tree, self.orders).text)
        return RulePattern(tuple(self.colours), tuple(self.edges), tuple(self.cell_edges))

    def _vertex(self, tree: Any, colour: str) -> int:
        """Add a part of the meaning with all its parts; return its vertex."""
        found = _Tuple.of(tree, self.orders)
        while len(found.parts) == 1 and not isinstance(found.parts[0], _Cell):
            found = _Tuple.of(found.parts[0], self.orders)
        this = len(self.colours)
        self.colours.append(colour)
        vertices = []
        for part, label in zip(found.parts, found.labels, strict=True):
            vertex = len(self.colours)
            if not isinstance(part, _Cell):
                text = _Tuple.of(part, self.orders).text
                self.edges.append((this, self._vertex(part, f"{label} {text} in {colour}")))
            elif label:
                self.colours.append(f"{label} in {colour}")
                self.edges.append((this, vertex))
                self.cell_edges.append((vertex, part.place))
            else:
                self.cell_edges.append((this, part.place))
            vertices.append(vertex)
        self.edges += [(vertices[one], vertices[other]) for one, other in found.links]
        return this


@dataclass(frozen=True, slots=True)
class _Tuple:
    """A part of a meaning, and the relations between its own parts.

    Args:
        text: its text, the same whichever cells it is about.
        parts: those of its parts that contain cells.
        labels: for each of these a word; empty if nothing distinguishes it from the others.
        links: consecutive parts of a line that may be read from either end.
    """

    text: str
    parts: tuple[Any, ...]
    labels: tuple[str, ...]
    links: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, tree: Any, orders: _Orders) -> _Tuple:
        """Make a tuple or set of a meaning."""
        texts = [_text(part, orders) for part in tree]
        parts = tuple(part for part in tree if next(_cells(part), None) is not None)
        if isinstance(tree, frozenset):
            return cls(f"{{{' '.join(sorted(texts))}}}", parts, ("",) * len(parts))
        base = tuple(_without_order(part) for part in tree)
        found = {_order(base, other) for other in orders[_name(base)]} - {()}
        count = len(base)
        forth = tuple(range(count))
        links = tuple((i, i + 1) for i in range(count - 1))
        ways = _ways(found) if count > 3 and len(parts) == count else 0
        if ways:
            said = min(" ".join(texts[i] for i in way) for way in _rotations(count)[-ways:])
        if ways == 2:
            labels = tuple(f"way {min(i, count - 1 - i)}" for i in forth)
            return cls(f"<{said}>", parts, labels, links)
        if ways:
            return cls(f"<<{said}>>", parts, ("turn",) * count, (*links, (count - 1, 0)))
        first = _classes(count, found)
        for kind in set(first):
            places = [i for i in forth if first[i] == kind]
            for i, text in zip(places, sorted(texts[i] for i in places), strict=True):
                texts[i] = text
        held = [first[i] for i, part in enumerate(tree) if next(_cells(part), None) is not None]
        alike = len(set(held)) == 1
        labels = tuple("" if alike else f"at {place}" for place in held)
        return cls(f"({' '.join(texts)} / {' '.join(map(str, first))})", parts, labels)


def _text(tree: Any, orders: _Orders) -> str:
    if isinstance(tree, _Cell):
        return "_"
    return _Tuple.of(tree, orders).text if isinstance(tree, tuple | frozenset) else repr(tree)


def _rotations(count: int) -> list[tuple[int, ...]]:
    """Return the ways to read a closed line; the last two are those for an open line."""
    forth = tuple(range(count))
    starts = [forth[i:] + forth[:i] for i in range(1, count)]
    return [*starts, *(start[::-1] for start in starts), forth, forth[::-1]]


def _ways(orders: set[tuple[int, ...]]) -> int:
    """Return the number of ways to read a line, if it may be read from either end; else 0."""
    count = len(next(iter(orders)))
    turns = _rotations(count)
    if not orders <= set(turns):
        return 0
    queue = list(orders)
    made = set(queue)
    for one in queue:
        new = {tuple(one[place] for place in other) for other in orders} - made
        made |= new
        queue += new
    return len(made) if made in ({*turns}, {*turns[-2:]}) else 0


def _classes(count: int, orders: set[tuple[int, ...]]) -> list[int]:
    """Return for each of some places the first place with which it can be exchanged."""
    first = list(range(count))
    for order in orders:
        moved = [place for place in range(count) if order[place] != place]
        if len(moved) == 2:
            one, other = sorted((first[moved[0]], first[moved[1]]))
            first = [one if place == other else place for place in first]
    return first


def _order(base: Sequence[str], other: Sequence[str]) -> tuple[int, ...]:
    """Return for each item of `other` its place in `base`; of several answers a rotation."""
    if len(set(base)) < len(base):
        for turn in reversed(_rotations(len(base))):
            if all(base[place] == part for place, part in zip(turn, other, strict=True)):
                return turn
    free: dict[str, list[int]] = {}
    for place, part in enumerate(base):
        free.setdefault(part, []).append(place)
    return tuple(free[part].pop(0) for part in other)


def _collect(tree: Any, orders: _Orders) -> None:
    """Record the order of the parts of each tuple."""
    if isinstance(tree, tuple | frozenset):
        for part in tree:
            _collect(part, orders)
    if isinstance(tree, tuple):
        parts = tuple(_without_order(part) for part in tree)
        orders.setdefault(_name(parts), set()).add(parts)


def _has_order(tree: Any) -> bool:
    """Return whether some tuple has cells in several of its parts, so that their order may matter.

    Only then other numbers of the cells tell more: a sum of 199 cells took 100 s without asking
    (`canonical` of `dominoes/double-nine`, 2026-11).
    """
    if isinstance(tree, tuple) and sum(next(_cells(part), None) is not None for part in tree) > 1:
        return True
    return isinstance(tree, tuple | frozenset) and any(map(_has_order, tree))


def _name(parts: Sequence[str]) -> str:
    return " ".join(sorted(parts))


def _without_order(tree: Any) -> str:
    """Return the parts of a meaning as text, regardless of their order."""
    if isinstance(tree, _Cell):
        return f"#{tree.place}"
    if isinstance(tree, tuple | frozenset):
        return f"({_name([_without_order(part) for part in tree])})"
    return repr(tree)


def _cells(tree: Any) -> Iterator[_Cell]:
    """Yield the cells in a meaning."""
    if isinstance(tree, _Cell):
        yield tree
    elif isinstance(tree, tuple | frozenset):
        for part in tree:
            yield from _cells(part)


_Classes = tuple[tuple[int, ...], ...]
"""Places of a table, those together that can be exchanged."""

_MOST_ORDERS = 5040
"""Orders to try for one table: those of seven columns that only the rows tell apart.

Tables of more are compared in the order of their cells, so puzzles may count as different.
"""


# Safe to cache, as it reads nothing else; many tables share their tuples.
@lru_cache(maxsize=1024)
def _least_order(
    tuples: frozenset[tuple[int, ...]], arity: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[_Classes, ...]]:
    """Return the tuples in the order of columns that makes them least, and all such orders."""
    count = {p: tuple(sorted(Counter(row[p] for row in tuples).items())) for p in range(arity)}
    classes: list[tuple[int, ...]] = []
    for place in range(arity):
        for number, alike in enumerate(classes):
            if count[alike[0]] == count[place] and _exchanged(tuples, alike[0], place) == tuples:
                classes[number] = (*alike, place)
                break
        else:
            classes.append((place,))
    profiles: dict[tuple[Hashable, ...], list[tuple[int, ...]]] = {}
    for alike in classes:
        profiles.setdefault((len(alike), count[alike[0]]), []).append(alike)
    groups = [profiles[profile] for profile in sorted(profiles)]
    few = prod(factorial(len(group)) for group in groups) <= _MOST_ORDERS
    # `product` begins with a list of all permutations, which there may be no memory for.
    orders = product(*map(permutations, groups)) if few else [tuple(map(tuple, groups))]
    found: dict[tuple[tuple[int, ...], ...], list[_Classes]] = {}
    for parts in checked(orders):
        order = tuple(alike for part in parts for alike in part)
        flat = [place for alike in order for place in alike]
        rows = tuple(sorted(tuple([row[p] for p in flat]) for row in tuples))
        if not found or rows <= min(found):
            found = {rows: [*found.get(rows, []), order]}
    ((rows, ways),) = found.items()
    return rows, tuple(ways)


def _exchanged(
    tuples: frozenset[tuple[int, ...]], one: int, other: int
) -> frozenset[tuple[int, ...]]:
    """Return the tuples with two columns exchanged."""
    order = list(range(max(one, other) + 1))
    order[one], order[other] = other, one
    return frozenset((*[row[p] for p in order], *row[len(order) :]) for row in tuples)


def _meaning(thing: Kind | Primitive) -> Hashable:  # noqa: PLR0911 - one for each type
    """Return the meaning of a kind or a primitive, regardless of the order of terms."""
    if isinstance(thing, Kind):
        return thing.meaning
    variables = thing.variables
    if isinstance(thing, AllDifferent):
        return ("distinct", frozenset(variables))
    if isinstance(thing, DistinctSum):
        return ("parted", frozenset(map(frozenset, thing.parts)), _meaning(thing.linear))
    if isinstance(thing, Linear):
        return _meaning_of_sum(thing)
    if isinstance(thing, Table):
        tuples, orders = _least_order(thing.tuples, len(variables))
        ways = (
            tuple(frozenset(variables[i] for i in alike) for alike in order) for order in orders
        )
        return ("table", tuples, frozenset(ways))
    if isinstance(thing, Areas | Connected):
        edges = frozenset(frozenset((variables[a], variables[b])) for a, b in thing.edges)
        starts = thing.roots if isinstance(thing, Connected) else ()
        roots = frozenset(variables[place] for place in starts)
        return (thing.name, thing.values, thing.sizes, frozenset(variables), edges, roots)
    if isinstance(thing, Loop):
        at: dict[int, set[int]] = {}
        for v, ends in zip(variables, thing.ends, strict=True):
            for vertex in ends:
                at.setdefault(vertex, set()).add(v)
        vertices = frozenset(
            (vertex in thing.through, vertex in thing.tips, frozenset(edges))
            for vertex, edges in at.items()
        )
        return ("loop", thing.values, thing.closed, thing.touching, vertices)
    if isinstance(thing, DistinctPairs):
        return ("pairs", frozenset((variables[a], variables[b]) for a, b in thing.pairs))
    if isinstance(thing, When):
        return ("when", variables[0], thing.case, _meaning(thing.then))
    alone = thing.moved({v: place for place, v in enumerate(variables)})
    return (thing.name, _told(alone), variables)


def _meaning_of_sum(thing: Linear) -> Hashable:
    """Return the terms of a sum; if a change of all signs says the same, in both ways."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for v, weights in zip(thing.variables, thing.weights, strict=True):
        alike.setdefault(weights, []).append(v)
    terms = frozenset((weights, frozenset(own)) for weights, own in alike.items())
    if thing.totals != tuple([-total for total in reversed(thing.totals)]):
        return ("linear", thing.totals, terms)
    changed = frozenset((tuple([-w for w in weights]), own) for weights, own in terms)
    return ("linear", thing.totals, frozenset((terms, changed)))


# Safe to cache, as it reads nothing else; it is asked for once for each two variables.
@lru_cache(maxsize=256)
def _told(alone: Primitive) -> str:
    """Return a short text for a primitive, the same as for another only if both are equal.

    Not all of its `repr`: with an automaton of many states that is megabytes, which are a part of
    the name of each tuple that is recorded.
    """
    return sha256(repr(alone).encode()).hexdigest()
