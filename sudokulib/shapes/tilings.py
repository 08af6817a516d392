"""Grids cut into dominoes or polyominoes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import ClassVar

from sudokulib.basics.quoting import join_words
from sudokulib.errors import GeometryError
from sudokulib.primitives import (
    Automaton,
    DistinctPairs,
    Linear,
    Primitive,
    Regions,
    Regular,
    Table,
)
from sudokulib.shapes.connections import connected_parts
from sudokulib.shapes.forms import form_squares, placements
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Impossible, Values
from sudokulib.shapes.layer_cells import below_all
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.loops import EDGES_EXAMPLE, EdgeKind
from sudokulib.shapes.lowering import allowed_integers, predicate_tables
from sudokulib.shapes.marks import Depiction
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen

_MOST_ENTRIES = 2_000_000
"""The most placements of forms times cells, a bound against hostile files: as many take 2 s and
85 MB, in proportion (`python tests/benchmarks/at_limits.py`, 2026-11). The twelve
pentominoes on 6×10 have 123,360."""


@register_kind
@dataclass(frozen=True, slots=True)
class Dominoes(EdgeKind):
    """The grid is cut into dominoes: each cell is joined with exactly one neighbour.

    Args:
        values: the values of edges whose two cells are a domino.
        different: whether no two dominoes have the same two digits, in either order.
        cells: a layer of edges.
    """

    name: ClassVar[str] = "dominoes"
    says: ClassVar[str] = (
        "The grid is to be cut into dominoes; edges with {values} are within one{different}."
    )
    called: ClassVar[str] = "dominoes"
    example: ClassVar[str] = "[{kind: dominoes, values: [2], cells: loop}]"
    example_on: ClassVar[str] = EDGES_EXAMPLE

    different: bool = False

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether each cell is in one domino, and no two of these are the same."""
        used, places = self.used(values, context), context.topology.places
        pairs = [tuple(sorted(values[c] for c in places[edge].cells)) for edge in used]
        return all(
            len(used.intersection(edges)) == 1 for edges in self.at_cells(context).values()
        ) and (not self.different or len({*pairs}) == len(pairs))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count for each cell, and one for each pair of digits."""
        inside = tuple(int(value in self.values) for value in context.values)
        for edge in self.affected_cells(context):
            self.word(edge, "within a domino", "within no domino", context)
        for edges in self.at_cells(context).values():
            yield Linear(tuple(edges), (inside,) * len(edges), (1,))
        if self.different:
            yield from self._different(context)

    def _different(self, context: Context) -> Iterator[Primitive]:
        """Yield for each edge what its domino is, if it is in one, and how often each may be."""
        places, at = context.topology.places, self.at_cells(context)
        digits = sorted({v for cell in at for v in allowed_integers(cell, context)})
        pairs = list(combinations_with_replacement(digits, 2))
        names = ("within no domino", *(f"within a domino {context.symbols(p)}" for p in pairs))
        kinds = []
        for edge in sorted(self.affected_cells(context)):
            one, other = places[edge].cells
            words = Unseen(f"{{{edge}}}", names)
            kinds.append(hidden := context.hidden(len(names), words))
            yield Table((edge, one, other, hidden), self._kinds(edge, pairs, context))
        totals = (1,) if len(at) == 2 * len(pairs) else (0, 1)
        for n in range(1, len(names)):
            weights = tuple(int(k == n) for k in range(len(names)))
            yield Linear(tuple(kinds), (weights,) * len(kinds), totals)

    def _kinds(
        self, edge: int, pairs: Sequence[tuple[int, int]], context: Context
    ) -> frozenset[tuple[int, int, int, int]]:
        """Return the fillings of an edge and its cells, with the number of the pair within it."""
        one, other = context.topology.places[edge].cells
        index, number = context.values.index, {pair: n for n, pair in enumerate(pairs, 1)}
        return frozenset(
            (
                index(value),
                index(a),
                index(b),
                number[min(a, b), max(a, b)] if value in self.values else 0,
            )
            for value in allowed_integers(edge, context)
            for a in allowed_integers(one, context)
            for b in allowed_integers(other, context)
        )

    def own_problem(self, context: Context) -> str:
        """Report edges that do not lead from cell to cell, and an odd number of cells."""
        if problem := self.between_cells(context):
            return problem
        at, places = self.at_cells(context), context.topology.places

        def beside(cell: int) -> Iterator[int]:
            return (c for edge in at[cell] for c in places[edge].cells)

        for part in connected_parts(list(at), beside):
            if len(part) % 2:
                return Impossible(
                    f"{len(part)} connected cells cannot be cut into dominoes; leave one out"
                )
        return ""

    def depiction(self, context: Context) -> Depiction:
        """Return the borders of dominoes."""
        return Depiction("borders", tuple(sorted(self.affected_cells(context))), self.values)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the symbols, and whether no two dominoes are the same."""
        different = "; no two have the same two digits, in either order"
        return {
            **EdgeKind.phrases(self, context),
            "different": different if self.different else "",
        }


@register_kind
@dataclass(frozen=True, slots=True)
class Polyominoes(GlobalKind):
    """The grid is cut into polyominoes: connected sets of cells, of given forms or of one size.

    The polyomino of each cell is the value of its cell in a layer: the first symbol there stands
    for the first of the forms, and so on. Equal forms, and all polyominoes of one size, are
    numbered in the order of their first cells, so that each division is counted once.

    Args:
        forms: the form of each polyomino, which may be turned and mirrored: the letter of a
            pentomino, or rows with ``#`` for each cell, such as ``##/.#``; absent: any form.
        size: how many cells each has, where there are no forms.
        different: whether the digits in each polyomino, below the layer, differ.
        cells: the layer; absent: all cells but those of layers.
    """

    name: ClassVar[str] = "polyominoes"
    says: ClassVar[str] = "The grid is to be cut into {polyominoes}{different}."
    called: ClassVar[str] = "polyominoes"
    example: ClassVar[str] = '[{kind: polyominoes, forms: [L, P, "###/###"], cells: piece}]'
    example_on: ClassVar[str] = '{build: [{make: include, geometry: 4x4}], layers: {piece: "123"}}'

    forms: tuple[str, ...] = ()
    size: int | None = None
    different: bool = False

    def holds(self, values: Values, context: Context) -> bool:
        """Return whether each polyomino is one, and they are numbered as they should be."""
        cells = self._cells(context)
        pieces = [{c for c in cells if values[c] == n} for n in self._numbers(context)]
        below = dict(zip(cells, below_all(cells, context), strict=True))
        return (
            all(pieces)
            and sum(map(len, pieces)) == len(cells)
            and all(min(pieces[a]) < min(pieces[b]) for a, b in self._order(len(pieces)))
            and all(self._fits(place, piece, context) for place, piece in enumerate(pieces))
            and not (
                self.different
                and any(len({values[below[c]] for c in piece}) < len(piece) for piece in pieces)
            )
        )

    def _fits(self, place: int, piece: set[int], context: Context) -> bool:
        """Return whether a polyomino has the form or the size that it should have."""
        if self.forms:
            return piece in self._placements(self.forms[place], context)
        near = context.topology.neighbours
        return len(piece) == self.size and len(list(connected_parts(piece, near))) == 1

    def _cells(self, context: Context) -> list[int]:
        return sorted(self.affected_cells(context))

    def _numbers(self, context: Context) -> tuple[int, ...]:
        """Return the integers that stand for the polyominoes; too few if there are too few."""
        union = 0
        for c in self._cells(context):
            union |= context.domains[c]
        count = len(self.forms) or len(self._cells(context)) // (self.size or 1)
        return tuple(v for i, v in enumerate(context.values) if union >> i & 1)[:count]

    def _order(self, count: int) -> Iterator[tuple[int, int]]:
        """Yield pairs of polyominoes that are alike, the one with the earlier first cell first."""
        last: dict[Collection[object], int] = {}
        for place in range(count):
            form = form_squares(self.forms[place]) if self.forms else ()
            if form in last:
                yield last[form], place
            last[form] = place

    def _placements(self, form: str, context: Context) -> frozenset[frozenset[int]]:
        return placements(form_squares(form), self.affected_cells(context), context.topology)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield the numbers, the places of each form or the division into one size, and digits."""
        cells, numbers = self._cells(context), self._numbers(context)
        yield from predicate_tables(cells, context.values, numbers.__contains__)
        below = below_all(cells, context)
        if self.forms:
            yield from self._placed(cells, context)
            if self.different:
                yield DistinctPairs.of(zip(below, cells, strict=True))
        elif self.size is not None:
            edges = context.topology.edges_among({*cells})
            values = below if self.different else ()
            yield Regions.of(cells, edges, self.size, values=values, in_order=True)

    def _placed(self, cells: Sequence[int], context: Context) -> Iterator[Primitive]:
        """Yield for each form the places that it may have, and the order of equal forms."""
        numbers = self._numbers(context)
        told = [f"{{{below}}}" for below in below_all(cells, context)]
        for c, name in zip(cells, told, strict=True):
            if c in context.topology.places:
                words = [f"in polyomino {symbol}" for symbol in context.alphabet.symbols]
                context.word(c, Unseen(name, tuple(words)))
        for number, form in zip(numbers, self.forms, strict=True):
            symbol = context.symbols([number])
            says = (f"not in polyomino {symbol}", f"in polyomino {symbol}")
            inside = [context.hidden(2, Unseen(name, says)) for name in told]
            placed = self._placements(form, context)
            yield Table(
                tuple(inside), frozenset(tuple(int(c in own) for c in cells) for own in placed)
            )
            same = frozenset((i, int(value == number)) for i, value in enumerate(context.values))
            yield from (Table(pair, same) for pair in zip(cells, inside, strict=True))
        index = context.values.index
        for one, other in self._order(len(numbers)):
            words_in_order = _before(
                index(numbers[one]), index(numbers[other]), len(context.values)
            )
            yield Regular(tuple(cells), words_in_order)

    def problem(self, context: Context) -> str:
        """Report forms or sizes that do not suit the cells or their symbols."""
        cells = self._cells(context)
        if not cells:
            return "no cells have neighbours here; list cells of a grid"
        if bool(self.forms) == (self.size is not None):
            return "it needs either forms or a size; write one of them, such as size: 4"
        if self.different and not context.topology.places.keys() >= {*cells}:
            return (
                "digits cannot differ where there are none: its cells have the numbers of "
                "polyominoes; name a layer, such as cells: piece with layers: [piece]"
            )
        if problem := self._forms_problem(context) if self.forms else self._size_problem(context):
            return problem
        count = len(self.forms) or len(cells) // (self.size or 1)
        if len(self._numbers(context)) < count:
            return (
                f"its cells have {len(self._numbers(context))} symbols for {count} polyominoes; "
                "add symbols"
            )
        return infeasibility(self, context)

    def _size_problem(self, context: Context) -> str:
        """Report a size by which cells cannot be divided, and symbols that are not the first."""
        cells, near = self.affected_cells(context), context.topology.neighbours
        for part in connected_parts(cells, near):
            if not self.size or self.size < 1 or len(part) % self.size:
                return Impossible(
                    f"{len(part)} connected cells cannot be cut into polyominoes of {self.size}; "
                    "change the size"
                )
        numbers = self._numbers(context)
        if numbers != context.values[: len(numbers)]:
            first = context.symbols(context.values[: len(numbers)])
            return f"polyominoes of one size are numbered {first}; give its cells these symbols"
        return ""

    def _forms_problem(self, context: Context) -> str:
        """Report texts that are no forms, those that fit nowhere, and cells for other forms."""
        cells, topology = self.affected_cells(context), context.topology
        tiles = [topology.tiles_of.get(c, ()) for c in cells]
        if any(len(own) != 1 or topology.sides[own[0]] != 4 for own in tiles):
            return "forms are made of squares; name cells of one grid of squares, or write a size"
        try:
            covered = sum(len(form_squares(form)) for form in self.forms)
        except GeometryError as error:
            return str(error)
        if covered != len(cells):
            return Impossible(
                f"the forms have {covered} squares, but there are {len(cells)} cells to cover; "
                "change the forms"
            )
        count = 0
        for form in self.forms:
            count += len(placed := self._placements(form, context))
            if not placed:
                return Impossible(f"the form {form} fits nowhere; change it")
        if count * len(cells) > _MOST_ENTRIES:
            return (
                f"the forms have {count:,} places on {len(cells)} cells, more than "
                f"{_MOST_ENTRIES:,} together; use fewer cells or forms"
            )
        return ""

    def depiction(self, context: Context) -> Depiction:
        """Return the borders of the polyominoes."""
        return Depiction("borders", tuple(self._cells(context)))

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the forms or the size, and whether digits differ."""
        forms = join_words([*self.forms], "and")
        return {
            **GlobalKind.phrases(self, context),
            "polyominoes": f"polyominoes, one of each of the forms {forms}, turned or mirrored"
            if self.forms
            else f"connected pieces of {self.size} cells",
            "different": ", in which digits cannot repeat" if self.different else "",
        }


# Safe to cache, as it reads nothing else; boards with several equal forms ask again and again.
@lru_cache(maxsize=64)
def _before(one: int, other: int, width: int) -> Automaton:
    """Return the words in which a value index occurs before another one, or neither does."""

    def step(met: int, value: int) -> Iterator[int]:
        if met or value != other:
            yield met or int(value == one)

    return Automaton.of([0], step, lambda _: True, width)
