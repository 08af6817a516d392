"""Cells that are in the sea or on one of several islands: the facts that their rules state.

Rules about islands are found by what they say, not by their names: hidden variables tell for each
cell the island that it is on, neighbours on two islands are excluded, and each island is connected
and has as many cells as a number says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sudokulib.board import Board
from sudokulib.logic.chaining import case_split
from sudokulib.logic.memo import cached_on_model
from sudokulib.logic.step import Candidates, Split, Step
from sudokulib.model import Model, bits
from sudokulib.primitives import Connected, Table, When
from sudokulib.primitives.graphs import Graph


class Case(NamedTuple):
    """A number that the clue of an island may be.

    Args:
        number: its value.
        size: how many cells the island then has.
        primitive: the primitive that says so.
    """

    number: int
    size: int
    primitive: int


@dataclass(frozen=True, slots=True)
class Island:
    """An island.

    Args:
        value: the value of variables that are on it.
        clue: the cell with its number of cells.
        cases: the numbers that the clue may be.
    """

    value: int
    clue: int
    cases: tuple[Case, ...]

    @property
    def primitives(self) -> tuple[int, ...]:
        """The primitives of its cases."""
        return tuple([case.primitive for case in self.cases])


@dataclass(frozen=True, slots=True)
class Archipelago:
    """Cells that are in the sea or on islands. Each cell has a place, by which it is numbered.

    Args:
        labels: of each place the hidden variable that says which island it is on, if any.
        sea: its values in the sea, as a bit mask: there is one.
        graph: which places are neighbours.
        cells: of each place the cell that is shaded or not.
        shades: the values of cells in the sea, as a bit mask.
        links: of each place the primitive that relates the two variables.
        borders: of two neighbours, the lower first, the primitive that excludes two islands.
        known: of places of which a rule says the island the primitive that does so.
        islands: the islands.
    """

    labels: tuple[int, ...]
    sea: int
    graph: Graph
    cells: tuple[int, ...]
    shades: int
    links: tuple[int, ...]
    borders: Mapping[tuple[int, int], int]
    known: Mapping[int, int]
    islands: tuple[Island, ...]

    def numbers(self) -> frozenset[int]:
        """Return the primitives on one or two variables that it consists of."""
        return frozenset((*self.links, *self.borders.values(), *self.known.values()))

    def border(self, one: int, other: int) -> tuple[int, ...]:
        """Return the primitive between two neighbours, if there are islands to exclude."""
        pair = (min(one, other), max(one, other))
        return (self.borders[pair],) if pair in self.borders else ()

    def mask(self, masks: Sequence[int], place: int) -> int:
        """Return where a place may be, as the domains of its label and its shade say."""
        label, cell = masks[self.labels[place]], masks[self.cells[place]]
        if not cell & self.shades:
            return label & ~self.sea
        return label if cell & ~self.shades else label & self.sea

    def members(self, places: int, value: int) -> tuple[tuple[int, int], ...]:
        """Return the candidates by which places, a bit mask, are on an island."""
        return tuple([(self.labels[place], value) for place in bits(places)])

    def in_each_case(
        self, board: Board, about: Sequence[int], primitives: Sequence[int], first: Sequence[Step]
    ) -> Split:
        """Return the proof of what some rules leave together, if possible in a single case.

        Args:
            board: the board.
            about: the variables that the proof is about.
            primitives: the rules, by number.
            first: steps that come before.

        Returns:
            The case that some variable is what it is; where all are open, those of a label, which
            no picture shows.
        """
        decided = (v for v in (*about, *self.labels) if board.masks[v].bit_count() == 1)
        fewest = min(self.labels, key=lambda v: board.masks[v].bit_count())
        return case_split(board, next(decided, fewest), primitives, first)

    def left(self, board: Board, may: Mapping[int, int]) -> tuple[Candidates, Candidates]:
        """Return what is placed and what is lost if places are only where a bit mask says."""
        placed, gone = [], []
        for place, mask in sorted(may.items()):
            label, cell = self.labels[place], self.cells[place]
            gone += [(label, value) for value in bits(board.masks[label] & ~mask)]
            colours = (self.shades if mask & self.sea else 0) | (
                ~self.shades if mask & ~self.sea else 0
            )
            lost, kept = board.masks[cell] & ~colours, board.masks[cell] & colours
            alone = kept and not kept & (kept - 1)
            if alone and not board.solved >> cell & 1:
                placed.append((cell, kept.bit_length() - 1))
            else:
                gone += [(cell, value) for value in bits(lost)]
        return tuple(placed), tuple(gone)


@cached_on_model
def archipelagos(model: Model) -> tuple[Archipelago, ...]:
    """Return the islands of a model, of each sea for itself."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number in model.rules:
        one = model.primitives[number]
        if isinstance(one, When) and isinstance(one.then, Connected):
            labels = one.then.variables
            if labels and labels[0] >= model.cells and one.variables[0] < model.cells:
                found.setdefault(labels, []).append(number)
    return tuple(filter(None, (_archipelago(model, *one) for one in found.items())))


def _archipelago(model: Model, labels: tuple[int, ...], cases: Sequence[int]) -> Archipelago | None:
    """Return the islands that some variables label; None if their rules say anything else."""
    islands = tuple(_islands(model, cases))
    every = model.root.domains[labels[0]]
    sea = every & ~sum({1 << island.value for island in islands})
    if sea.bit_count() != 1 or any(model.root.domains[v] != every for v in labels):
        return None
    tables = _tables_of(model, labels)
    place = {v: number for number, v in enumerate(labels)}
    links: dict[int, tuple[int, int]] = {}
    borders, known, shades, lands = {}, {}, 0, 0
    for number, table in tables.items():
        one, other = table.variables[0], table.variables[-1]
        if one == other:
            known[place[one]] = number
        elif one in place and other in place:
            if not _keeps_apart(table, sea):
                return None
            borders[min(place[one], place[other]), max(place[one], place[other])] = number
        else:
            label, cell = (one, other) if one in place else (other, one)
            colours = _colours(table, cell, every, sea)
            if cell >= model.cells or colours is None:
                return None
            shades, lands = shades | colours[0], lands | colours[1]
            links[place[label]] = (cell, number)
    rule = model.primitives[cases[0]]
    assert isinstance(rule, When)
    assert isinstance(rule.then, Connected)
    complete = len(islands) == 1 or borders.keys() >= set(rule.then.edges)
    if links.keys() != set(range(len(labels))) or not complete or shades & lands:
        return None
    cells, numbers = zip(*[links[n] for n in range(len(labels))], strict=True)
    return Archipelago(
        labels, sea, rule.then.graph, cells, shades, numbers, borders, known, islands
    )


def _islands(model: Model, cases: Sequence[int]) -> Iterator[Island]:
    found: dict[tuple[int, int], list[Case]] = {}
    for number in cases:
        one = model.primitives[number]
        if isinstance(one, When) and isinstance(one.then, Connected):
            key = (one.then.values.bit_length() - 1, one.variables[0])
            found.setdefault(key, []).append(Case(one.case, one.then.sizes[0], number))
    for (value, clue), own in sorted(found.items()):
        yield Island(value, clue, tuple(own))


def _tables_of(model: Model, labels: Sequence[int]) -> dict[int, Table]:
    """Return the tables on one or two variables that concern some of them, by number."""
    span = sum(1 << v for v in labels)
    return {
        number: one
        for number in model.rules
        if model.spans[number] & span
        and isinstance(one := model.primitives[number], Table)
        and len(one.variables) < 3
    }


def _keeps_apart(table: Table, sea: int) -> bool:
    """Return whether a table only excludes two different values that are not in the sea."""
    values = {value for pair in table.tuples for value in pair}
    return table.tuples == frozenset(
        (a, b) for a in values for b in values if a == b or sea >> a & 1 or sea >> b & 1
    )


def _colours(table: Table, cell: int, every: int, sea: int) -> tuple[int, int] | None:
    """Return the values of a cell in the sea and on islands, if a table says nothing else."""
    at = table.variables.index(cell)
    labels: dict[int, int] = {}
    for pair in table.tuples:
        labels[pair[at]] = labels.get(pair[at], 0) | 1 << pair[1 - at]
    if not {sea, every & ~sea}.issuperset(labels.values()):
        return None
    shades, lands = (
        sum(1 << value for value, own in labels.items() if own == side)
        for side in (sea, every & ~sea)
    )
    return shades, lands


@cached_on_model
def island_tables(model: Model) -> frozenset[int]:
    """Return the primitives by which cells are in the sea or on islands, one or two at a time."""
    return frozenset().union(*[one.numbers() for one in archipelagos(model)])


@cached_on_model
def _places(model: Model) -> dict[int, tuple[Archipelago, int]]:
    """Return the place of each cell and label."""
    return {
        variable: (one, place)
        for one in archipelagos(model)
        for own in (one.cells, one.labels)
        for place, variable in enumerate(own)
    }


def with_both_variables(board: Board, step: Step) -> Step:
    """Return a step that decides the shade of cells together with what that says of islands.

    Args:
        board: the board before the step.
        step: a step that may decide one of the two.

    Returns:
        The same step if it has nothing to do with islands.
    """
    places = _places(board.model)
    changed = {v for v, _ in step.placements + step.eliminations if v in places}
    if not changed:
        return step
    after, links = list(board.masks), []
    for v, value in step.eliminations:
        after[v] &= ~(1 << value)
    for v, value in step.placements:
        after[v] = 1 << value
    own: dict[int, tuple[Archipelago, dict[int, int]]] = {}
    for v in changed:
        one, place = places[v]
        own.setdefault(one.labels[0], (one, {}))[1][place] = one.mask(after, place)
        links.append(one.links[place])
    placed, gone = list(step.placements), dict.fromkeys(step.eliminations)
    done = {v for v, _ in step.placements}
    for one, may in own.values():
        also, lost = one.left(board, may)
        placed += [candidate for candidate in also if candidate[0] not in changed]
        gone |= dict.fromkeys([candidate for candidate in lost if candidate[0] not in done])
    if (len(placed), len(gone)) == (len(step.placements), len(step.eliminations)):
        return step
    split = places[min(changed)][0].in_each_case(board, sorted(changed), links, (step,))
    arguments = (*step.arguments, split)
    return Step(step.technique, tuple(placed), tuple(gone), arguments, step.roles, step.rating)
