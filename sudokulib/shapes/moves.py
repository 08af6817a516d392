"""Kinds about cells that are a move, a step or a distance apart, anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Literal

from sudokulib.basics.interruption import checked
from sudokulib.primitives import AllDifferent, Primitive, Table
from sudokulib.shapes.given_rules import GivenRule, unless_given
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Impossible
from sudokulib.shapes.pairs import Dots, IntPair, dots_between, pair_table
from sudokulib.shapes.registry import register_kind

if TYPE_CHECKING:
    from sudokulib.shapes.topology import Topology

_LONGEST = 1_000
"""The most steps of a move: no geometry has as many cells in a row, so larger numbers are
mistakes."""

_ROUNDS = 64
"""Pairs of cells between two checks of the clock, which costs as much as a pair."""


@register_kind
@dataclass(frozen=True, slots=True)
class Anti(GlobalKind):
    """Cells a chess move apart differ.

    A knight goes two cells straight on and one to the side, in either order, which works on
    every surface. A king's cells share a side or a corner.

    Args:
        moves: knight, king, or a list of moves [straight, aside], such as [[1, 2], [0, 3]].
        wrap: whether moves continue across seams, as on a torus.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "anti"
    example: ClassVar[str] = "[{kind: anti, moves: knight}]"

    moves: Literal["knight", "king"] | tuple[tuple[int, int], ...]
    wrap: bool = False

    @property
    def noun(self) -> str:
        """The move of the chessman."""
        return f"{self.moves}'s move" if isinstance(self.moves, str) else "move"

    def problem(self, context: Context) -> str:
        """Report moves that lead nowhere, or too many cells to differ."""
        if not self.moves:
            return "no moves; write for example moves: knight"
        for move in () if isinstance(self.moves, str) else self.moves:
            if not 0 < max(move) <= _LONGEST or min(move) < 0:
                return (
                    f"{list(move)} is not a move; write the cells straight on and aside, such as "
                    "[1, 2]"
                )
        for cells in _known_cliques(self.pairs(context)):
            symbols = 0
            for c in cells:
                symbols |= context.domains[c]
            if symbols.bit_count() < len(cells):
                return Impossible(
                    f"{len(cells)} cells, each a move from every other, cannot differ with "
                    f"{symbols.bit_count()} symbols; drop a move or add symbols"
                )
        return ""

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether cells a move apart differ."""
        return all(values[a] != values[b] for a, b in self.pairs(context))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return an AllDifferent for each set of cells that are all a move apart."""
        return [AllDifferent(cells) for cells in _known_cliques(self.pairs(context))]

    def pairs(self, context: Context) -> tuple[IntPair, ...]:
        """Return the cells that are a move apart, smaller first, sorted."""
        topology = context.topology if self.wrap else context.topology.unseamed
        return _moves_within(self.moves, topology, self.affected_cells(context))

    def sentence(self, context: Context) -> str:
        """Return the sentence for the move."""
        del context
        across = ", across the edge too" if self.wrap else ""
        if self.moves == "knight":
            return f"Identical digits cannot be a knight's move apart{across}."
        if self.moves == "king":
            return f"Digits a king's move apart cannot be the same{across}."
        moves = " or ".join(
            f"{straight} straight and {aside} aside" for straight, aside in self.moves
        )
        return f"Identical digits cannot be {moves} apart{across}."


# Safe to cache, as it reads nothing else: integers.
@lru_cache(maxsize=16)
def _not_both(values: tuple[int, ...]) -> dict[int, frozenset[tuple[int, int]]]:
    """Return for each value the pairs of value indices but that of this value twice."""
    places = range(len(values))
    every = frozenset((i, j) for i in checked(places) for j in places)
    return {value: every - {(i, i)} for i, value in enumerate(checked(values))}


# Safe to cache, as it reads nothing else: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=64)
def _moves_within(
    moves: Literal["knight", "king"] | tuple[tuple[int, int], ...],
    topology: Topology,
    reach: frozenset[int],
) -> tuple[IntPair, ...]:
    found: set[IntPair] = set()
    for a in reach:
        if moves == "king":
            ends = set(topology.corner_neighbours(a))
        else:
            steps = ((2, 1),) if moves == "knight" else moves
            ends = {b for m in steps for b in topology.jumps(a, max(m), min(m))}
        found.update((min(a, b), max(a, b)) for b in ends & reach)
    return tuple(sorted(found))


# Safe to cache, as it reads nothing else.
@lru_cache(maxsize=64)
def _known_cliques(pairs: tuple[IntPair, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(edge_clique_cover(pairs))


def edge_clique_cover(pairs: Iterable[IntPair]) -> Iterator[tuple[int, ...]]:
    """Yield greedily found cliques that cover all pairs: sets whose members are all paired.

    >>> list(edge_clique_cover([(0, 1), (0, 2), (1, 2), (2, 3)]))
    [(0, 1, 2), (2, 3)]
    """
    ordered = sorted(pairs)
    near: dict[int, set[int]] = {}
    for a, b in ordered:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    open_ = set(ordered)
    for a, b in ordered:
        if (a, b) not in open_:
            continue
        clique, more = [a, b], near[a] & near[b]
        while more:
            gains = {c: sum((min(c, d), max(c, d)) in open_ for d in clique) for c in more}
            best = max(sorted(more), key=gains.__getitem__)
            if not gains[best]:
                break
            clique.append(best)
            more &= near[best]
        clique.sort()
        open_.difference_update((c, d) for c in clique for d in clique)
        yield tuple(clique)


@register_kind
@dataclass(frozen=True, slots=True)
class Nonconsecutive(GlobalKind):
    """Side neighbours are not consecutive.

    Args:
        except_: kinds of dots whose cells are exempt, such as difference. Adding a dot then lifts a
            prohibition; dots inside `all-of` and `any-of` count as for `negative`.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "nonconsecutive"
    says: ClassVar[str] = "Adjacent cells cannot contain consecutive digits{except_}."
    called: ClassVar[str] = "border"
    example: ClassVar[str] = "[{kind: nonconsecutive}]"
    example_on: ClassVar[str] = "latin-5"

    except_: tuple[Dots, ...] = ()

    @property
    def depends_on_given_rules(self) -> bool:
        """True if some dots lift it."""
        return bool(self.except_)

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no two neighbours differ by 1."""
        return not any(
            abs(values[a] - values[b]) == 1 and not any(dot.holds(values, context) for dot in dots)
            for a, b, dots in self._pairs(context)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a table for each pair of neighbours."""
        values = context.values
        listed = frozenset((x, y) for x in values for y in values if y not in (x - 1, x + 1))
        if len(listed) == len(values) ** 2:
            return
        for a, b, dots in self._pairs(context):
            yield from unless_given(pair_table((a, b), values, listed), dots, context)

    def _pairs(self, context: Context) -> Iterable[tuple[int, int, tuple[GivenRule, ...]]]:
        """Yield neighbours that must not be consecutive, unless one of some dots is given."""
        exempt = dots_between(context, self.except_) if self.except_ else {}
        reach = self.affected_cells(context)
        for a, b in context.topology.edges():
            dots = exempt.get((a, b), ())
            if a in reach and b in reach and all(dot.where for dot in dots):
                yield a, b, dots

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the fields, with the words for an exception."""
        said = ", unless a dot or sign joins them" if self.except_ else ""
        return {**GlobalKind.phrases(self, context), "except_": said}


@register_kind
@dataclass(frozen=True, slots=True)
class AntiTaxicab(GlobalKind):
    """Cells with equal value d are not d steps apart.

    Steps go across sides by the shortest path.

    Args:
        wrap: whether steps go across seams, as on a torus.
        cells: where the rule applies; absent: everywhere. Paths may lead through other cells.
    """

    name: ClassVar[str] = "anti-taxicab"
    says: ClassVar[str] = (
        "Equal digits are not as many steps apart as they say{across}: no two 3s are three "
        "steps from each other."
    )
    called: ClassVar[str] = "taxicab rule"
    example: ClassVar[str] = "[{kind: anti-taxicab}]"
    example_on: ClassVar[str] = "latin-5"

    wrap: bool = False

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no two cells with the same value are that many steps apart."""
        return not any(values[a] == values[b] == d for a, b, d in self._apart(context))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a table for each pair of cells at a distance that is a value."""
        tuples = _not_both(context.values)
        return [
            Table((a, b), tuples[d])
            for a, b, d in checked(self._apart(context), _ROUNDS)
            if d in tuples
        ]

    def _apart(self, context: Context) -> Iterator[tuple[int, int, int]]:
        """Yield two cells, smaller first, with their distance, if at most the largest value."""
        reach = self.affected_cells(context)
        for a, b, steps in _distances(context.topology, self.wrap, max(context.values)):
            if a in reach and b in reach:
                yield a, b, steps


# Safe to cache, as it reads nothing else: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=8)
def _distances(topology: Topology, wrap: bool, most: int) -> tuple[tuple[int, int, int], ...]:
    """Return all pairs of cells at most `most` steps apart, smaller first, and their distance."""
    cells = sorted(topology.tiles_of)
    nearby = {a: topology.neighbours(a, across=wrap) for a in cells}
    return tuple(
        [(a, b, d) for a in checked(cells) for b, d in _steps(a, nearby, most).items() if a < b]
    )


def _steps(start: int, nearby: Mapping[int, Sequence[int]], most: int) -> dict[int, int]:
    """Return the distance of the cells in steps, up to a limit."""
    steps, ring = {start: 0}, [start]
    for distance in range(1, most + 1):
        ends = {b for a in ring for b in nearby[a]}
        ring = sorted(ends - steps.keys())
        if not ring:
            break
        steps.update(dict.fromkeys(ring, distance))
    return steps


@register_kind
@dataclass(frozen=True, slots=True)
class Ripple(GlobalKind):
    """Between equal values on a straight line there are at least that many cells.

    Two 3s in a row or column have three or more cells between them, as in the pencil puzzle Ripple
    Effect (Hakyuu). Its rooms of 1 to n are stated by other shapes, such as `house` and `allowed`.

    Args:
        wrap: whether lines continue across seams, as on a torus.
        cells: where the rule applies; absent: everywhere. Lines may lead through other cells.
    """

    name: ClassVar[str] = "ripple"
    says: ClassVar[str] = (
        "Between two equal digits n in a straight line{across} there are at least n cells."
    )
    called: ClassVar[str] = "ripple rule"
    example: ClassVar[str] = "[{kind: ripple, cells: R1C1:R2C4}]"

    wrap: bool = False

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether no two equal values have too few cells between them."""
        return not any(values[a] == values[b] > steps - 1 for a, b, steps in self._apart(context))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a table for each pair of cells that are nearer than some value allows."""
        values = context.values
        everything = frozenset((x, y) for x in checked(values) for y in values)
        apart = self._apart(context)
        tables = {
            steps: everything.difference((v, v) for v in values if v >= steps)
            for steps in checked({steps for _, _, steps in apart})
        }
        return [pair_table((a, b), values, tables[steps]) for a, b, steps in apart]

    def _apart(self, context: Context) -> list[tuple[int, int, int]]:
        """Return two cells, smaller first, with their distance, if at most the largest value."""
        topology = context.topology if self.wrap else context.topology.unseamed
        reach = self.affected_cells(context)
        return [
            (a, b, steps)
            for a, b, steps in _straight_distances(topology, max(context.values))
            if a in reach and b in reach
        ]


# Safe to cache, as it reads nothing else: equal topologies agree in tiles, sides and glue.
@lru_cache(maxsize=8)
def _straight_distances(topology: Topology, most: int) -> tuple[tuple[int, int, int], ...]:
    """Return each pair of cells on a straight line, smaller first, with their least distance."""
    found: dict[IntPair, int] = {}
    for a in checked(sorted(topology.tiles_of)):
        for dart in topology.darts(a):
            ahead = islice(topology.walk(dart, across=True), most)
            for steps, b in enumerate(ahead, 1):
                if a < b:
                    found[a, b] = min(steps, found.get((a, b), steps))
    return tuple((a, b, steps) for (a, b), steps in found.items())
