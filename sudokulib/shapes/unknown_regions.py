"""Rules about regions that the puzzle does not show, and about runs and counts of equal cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import ClassVar, Literal, NamedTuple

from sudokulib.primitives import (
    Automaton,
    Linear,
    Primitive,
    Regions,
    Regular,
    When,
)
from sudokulib.shapes.fields import CellLine, CellLines, CellSet, OneCell
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.line_kind import infeasibility
from sudokulib.shapes.lowering import leading_run, predicate_tables
from sudokulib.shapes.marks import Depiction
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.unseen import Unseen


@register_kind
@dataclass(frozen=True, slots=True)
class ChaosConstruction(GlobalKind):
    """The grid is divided into connected regions of one size, unknown at first, without repeats.

    The region of each cell is the value of its cell in a layer. Regions are numbered in the order
    of their first cells, so that each division is counted once, unless clues name regions.

    Args:
        regions: the layer: for each of `cells`, in their order, the cell for its region.
        size: how many cells each region has.
        in_order: whether regions are numbered in the order of their first cells; false if givens or
            other rules name them by their numbers.
        cells: the cells that are divided; absent: all that are in no layer.
    """

    name: ClassVar[str] = "chaos-construction"
    says: ClassVar[str] = (
        "The grid is to be divided into connected regions of {size} cells, in which digits "
        "cannot repeat."
    )
    called: ClassVar[str] = "unknown regions"
    example: ClassVar[str] = "[{kind: chaos-construction, regions: region, size: 4}]"
    example_on: ClassVar[str] = "chaos-4"

    regions: CellSet
    size: int
    in_order: bool = True

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether regions have the size, repeat nothing, and are numbered in order."""
        cells = sorted(self.affected_cells(context))
        region = {c: values[layer] for c, layer in zip(cells, self.regions, strict=True)}
        labels = context.values[: len(cells) // self.size]
        return (
            self._numbers(region.values()) == self._numbers(labels)
            and set(Counter(region.values()).values()) == {self.size}
            and len({(values[c], region[c]) for c in cells}) == len(cells)
            and all(
                _part(own, context) == own
                for n in labels
                if (own := {c for c in cells if region[c] == n})
            )
        )

    def _numbers(self, numbers: Iterable[int]) -> tuple[int, ...] | frozenset[int]:
        """Return the numbers, each once, as they occur or in any order."""
        return tuple(dict.fromkeys(numbers)) if self.in_order else frozenset(numbers)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield which numbers there are, their order, the connected areas, and no repeats."""
        cells = sorted(self.affected_cells(context))
        labels = context.values[: len(cells) // self.size]
        words = tuple([f"in region {symbol}" for symbol in context.alphabet.symbols])
        for cell, layer in zip(cells, self.regions, strict=True):
            context.word(layer, _region_of(cell, words))
        yield from predicate_tables(self.regions, context.values, labels.__contains__)
        yield Regions.of(
            self.regions,
            self._edges(context),
            self.size,
            values=cells,
            links=self.links(context),
            in_order=self.in_order,
        )

    def _edges(self, context: Context) -> list[tuple[int, int]]:
        """Return the labels of neighbours."""
        cells = sorted(self.affected_cells(context))
        label = dict(zip(cells, self.regions, strict=True))
        near = context.topology.neighbours
        return [(label[a], label[b]) for a in cells for b in near(a) if b in label]

    def links(self, context: Context) -> dict[tuple[int, int], int]:
        """Return for pairs of labels the variable that says whether they are the same.

        The pairs are those of neighbours, and those that runs and counts of equal cells compare.
        """
        return self.links_of([*self._edges(context), *_compared(context)], context)

    def links_of(
        self, pairs: Iterable[tuple[int, int]], context: Context
    ) -> dict[tuple[int, int], int]:
        """Return the same for those of some pairs of cells that are labels."""
        cells = sorted(self.affected_cells(context))
        return _links(pairs, dict(zip(self.regions, cells, strict=True)), context)

    def depiction(self, context: Context) -> Depiction | None:
        """Return the borders of the regions."""
        del context
        return Depiction("borders", self.regions)

    def problem(self, context: Context) -> str:
        """Report a layer or a size that does not suit the cells."""
        cells = self.affected_cells(context)
        if len(self.regions) != len(cells):
            return (
                f"{len(self.regions)} cells for the regions of {len(cells)} cells; "
                "name a layer, such as layers: [region] and regions: region"
            )
        if not 1 < self.size <= len(cells) or len(cells) % self.size:
            return (
                f"{len(cells)} cells cannot be divided into regions of {self.size}; change the size"
            )
        if (count := len(cells) // self.size) > len(context.values):
            return (
                f"there are {count} regions but only {len(context.values)} symbols to number them; "
                "make them larger, or add symbols"
            )
        if not cells.isdisjoint(self.regions):
            return "cells cannot be their own regions; name a layer"
        left = set(cells)
        while left:
            part = _part(left, context)
            left -= part
            if len(part) % self.size:
                return Impossible(
                    f"{len(part)} connected cells cannot be divided into regions of {self.size}; "
                    "change the size"
                )
        return ""


def _part(area: Collection[int], context: Context) -> set[int]:
    """Return the first cell and what is connected with it."""
    found = {min(area)}
    waiting = list(found)
    while waiting:
        near = {c for c in context.topology.neighbours(waiting.pop()) if c in area} - found
        found |= near
        waiting += near
    return found


def _links(
    pairs: Iterable[tuple[int, int]], cell_of: Mapping[int, int], context: Context
) -> dict[tuple[int, int], int]:
    """Return for pairs of labels a variable that says whether they are the same."""
    found = {}
    for one, other in pairs:
        pair = min(one, other), max(one, other)
        if pair in found or one not in cell_of or other not in cell_of:
            continue
        if pair not in context.links:
            context.links[pair] = context.hidden(2, _border(cell_of[one], cell_of[other]))
        found[pair] = context.links[pair]
    return found


def _region_of(cell: int, words: tuple[str, ...]) -> Unseen:
    return Unseen(f"{{{cell}}}", words, f"the region of {{{cell}}}", "in the region of {same}")


def _border(one: int, other: int) -> Unseen:
    values = f"in another region than {{{other}}}", f"in the region of {{{other}}}"
    return Unseen(f"{{{one}}}", values, f"the border of {{{one}}} and {{{other}}}")


def _know_borders(pairs: Iterable[tuple[int, int]], context: Context) -> None:
    """Make the variables for some borders known before a rule that reads them is lowered."""
    for shape in context.shapes:
        if isinstance(shape.rule, ChaosConstruction):
            shape.rule.links_of(pairs, context)


def _compared(context: Context) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that runs and counts of equal cells compare."""
    for shape in context.shapes:
        if isinstance(shape.rule, EqualRun | EqualCount):
            yield from shape.rule.compared()


@register_kind
@dataclass(frozen=True, slots=True)
class EqualRun(Kind):
    """The control cell says how many cells in a row, from the first on, hold the same value as it.

    On a layer of regions: how far one sees from a cell within its region. All lines begin in the
    same cell, which is counted once.

    Args:
        control: the cell that says how many.
        lines: lines of cells from the same first cell on.
        without_first: whether the first cell is not counted.
    """

    name: ClassVar[str] = "equal-run"
    says: ClassVar[str] = (
        "A cell says how many cells in a row hold the same digit as the first cell after it, "
        "counted from that on in each direction{not_counted}."
    )
    called: ClassVar[str] = "run of equal cells"
    example: ClassVar[str] = "[{kind: equal-run, control: R2C1, lines: [R1C1 R2C3 R3C2]}]"

    control: OneCell
    lines: CellLines
    without_first: bool = False

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the runs are as long as the control cell says."""
        del context
        runs = [
            len(list(takewhile(values[line[0]].__eq__, (values[c] for c in line[1:]))))
            for line in self.lines
        ]
        return values[self.control] == sum(runs) + (not self.without_first)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each line a word that begins with the length of its run, and their sum."""
        _know_borders([*self.compared()], context)
        variables = [self.control]
        weights = [tuple(-value for value in context.values)]
        for line in self.lines:
            if len(line) > 1:
                length = context.hidden(len(line), _length_of(line))
                links = [link for pair in pairwise(line) if (link := context.alike(*pair))]
                if len(links) == len(line) - 1:
                    yield Regular((length, *links), leading_run(len(line), 0b10, 2))
                else:
                    yield Regular((length, *line), _run(len(line), len(context.values)))
                variables.append(length)
                weights.append(tuple(range(len(line))))
        total = 0 if self.without_first else -1
        yield Linear(tuple(variables), tuple(weights), (total,))

    def compared(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of cells on which it depends whether a run goes on."""
        for line in self.lines:
            yield from pairwise(line)

    def problem(self, context: Context) -> str:
        """Report lines that do not begin in one cell, or that come to a cell twice."""
        if len({line[:1] for line in self.lines}) != 1 or not self.lines[0]:
            return "the lines do not begin in one cell; begin each in the same cell"
        if any(len(set(line)) < len(line) for line in self.lines):
            return "a line comes to a cell twice; name each cell once"
        if any(self.control in line for line in self.lines):
            return "the control cell is on a line; name another one"
        return infeasibility(self, context.without_shapes())

    def phrases(self, context: Context) -> dict[str, object]:
        """Return whether the first cell is counted."""
        del context
        return _not_counted(self.without_first)


def _length_of(line: Sequence[int]) -> Unseen:
    subject = f"the run from {{{line[0]}}} to {{{line[-1]}}}"
    return Unseen(subject, tuple(f"{more + 1} long" for more in range(len(line))))


class _State(NamedTuple):
    """A state in reading the length of a run less 1, its first cell, and the others."""

    read: Literal["nothing", "length", "run", "end"]
    left: int = 0
    value: int = 0


# Safe to cache, as it reads nothing else; many lines are equally long.
@lru_cache(maxsize=64)
def _run(cells: int, values: int) -> Automaton:
    """Return the words of a number and then a line in which that many cells equal the first one."""

    def step(state: _State, value: int) -> Iterator[_State]:
        if state.read == "nothing":
            if value < cells:
                yield _State("length", value)
        elif state.read == "length":
            yield _State("run", state.left, value)
        elif state.read == "end" or (not state.left and value != state.value):
            yield _State("end")
        elif state.left and value == state.value:
            yield _State("run", state.left - 1, value)

    def accepts(state: _State) -> bool:
        return state.read == "end" or (state.read == "run" and not state.left)

    return Automaton.of([_State("nothing")], step, accepts, max(cells, values))


@register_kind
@dataclass(frozen=True, slots=True)
class EqualCount(Kind):
    """The control cell says how many of the cells hold the value of the first of them.

    On a layer of regions: how many of the cells around are in the same region.

    Args:
        control: the cell that says how many.
        cells: the cells, the first of which the others are compared with.
        without_first: whether the first cell is not counted.
    """

    name: ClassVar[str] = "equal-count"
    says: ClassVar[str] = (
        "A cell says how many of the cells after it hold the same digit as the first of "
        "these{not_counted}."
    )
    called: ClassVar[str] = "count of equal cells"
    example: ClassVar[str] = "[{kind: equal-count, control: R2C1, cells: R1C1 R2C3 R3C2}]"

    control: OneCell
    cells: CellLine
    without_first: bool = False

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the count is right."""
        del context
        first, *others = [values[c] for c in self.cells]
        return values[self.control] == others.count(first) + (not self.without_first)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield for each value of the first cell a count of it among the others."""
        first, *others = self.cells
        own = tuple(-value for value in context.values)
        total = 0 if self.without_first else -1
        _know_borders([*self.compared()], context)
        links = [link for c in others if (link := context.alike(first, c))]
        if len(links) == len(others):
            yield Linear((self.control, *links), (own, *[(0, 1)] * len(links)), (total,))
            return
        for number in range(len(context.values)):
            if context.domains[first] >> number & 1:
                one = tuple(int(other == number) for other in range(len(own)))
                rows = (own, *[one] * len(others))
                yield When.of(first, number, Linear((self.control, *others), rows, (total,)))

    def compared(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of cells of which it counts those that are equal."""
        for other in self.cells[1:]:
            yield self.cells[0], other

    def problem(self, context: Context) -> str:
        """Report no cells, or one that is named twice."""
        if not self.cells:
            return "no cells are listed; list at least one"
        if len({self.control, *self.cells}) <= len(self.cells):
            return "a cell is named twice; name the control cell and the others once each"
        return infeasibility(self, context.without_shapes())

    def phrases(self, context: Context) -> dict[str, object]:
        """Return whether the first cell is counted."""
        del context
        return _not_counted(self.without_first)


def _not_counted(without_first: bool) -> dict[str, object]:
    return {"not_counted": ", which is not counted itself" if without_first else ""}
