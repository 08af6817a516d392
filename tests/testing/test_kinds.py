"""`check_kind`: wrong kinds are found and shown on few cells, right ones pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from support import one_in

from sudokulib import geometry
from sudokulib.primitives import AllDifferent, Linear, Primitive, Table
from sudokulib.shapes import (
    CellLine,
    CellLines,
    CellSet,
    Context,
    Kind,
    Mark,
    Shape,
    merge_shapes,
)
from sudokulib.testing import check_kind

Values = Mapping[int, int] | Sequence[int]


@dataclass(frozen=True, slots=True)
class Near(Kind):
    """Neighbours on the line differ by at most `most`."""

    name: ClassVar[str] = "near"
    example: ClassVar[str] = "[{kind: near, cells: R1C1-R1C4, most: 2}]"

    cells: CellLine
    most: int = 1

    def holds(self, values: Values, context: Context) -> bool:
        return all(abs(values[a] - values[b]) <= self.most for a, b in pairwise(self.cells))

    def lower(self, context: Context) -> Iterable[Primitive]:
        numbers = list(enumerate(context.values))
        fitting = frozenset(
            (i, j) for i, v in numbers for j, w in numbers if abs(v - w) <= self.most
        )
        return [Table(pair, fitting) for pair in pairwise(self.cells)]

    def problem(self, context: Context) -> str:
        return "" if len(self.cells) > 1 and self.most >= 0 else "it is impossible; fix it"

    def marks(self) -> Iterable[Mark]:
        return [Mark("path", self.cells)]


class OffByOne(Near):
    name: ClassVar[str] = "off-by-one"
    example: ClassVar[str] = ""

    def lower(self, context: Context) -> Iterable[Primitive]:
        return Near(self.cells, self.most - 1).lower(context)


class FirstPairOnly(Near):
    name: ClassVar[str] = "first-pair-only"
    example: ClassVar[str] = ""

    def lower(self, context: Context) -> Iterable[Primitive]:
        return list(Near.lower(self, context))[:1]


class Open(Near):
    """With a hidden variable that the cells do not settle."""

    name: ClassVar[str] = "open"
    example: ClassVar[str] = ""

    def lower(self, context: Context) -> Iterable[Primitive]:
        context.hidden(2)
        return Near.lower(self, context)


class Crashing(Near):
    name: ClassVar[str] = "crashing"
    example: ClassVar[str] = ""

    def problem(self, context: Context) -> str:
        return "" if self.cells[self.most] else "it is impossible; fix it"


class FarMarks(Near):
    name: ClassVar[str] = "far-marks"
    example: ClassVar[str] = ""

    def marks(self) -> Iterable[Mark]:
        return [Mark("path", (*self.cells, self.cells[0] + 1))]


class Sorted(Near):
    """Says that a line read the other way is the same, which it is not."""

    name: ClassVar[str] = "sorted"
    example: ClassVar[str] = ""

    @property
    def meaning(self) -> Any:
        return (self.name, frozenset(self.cells))

    def holds(self, values: Values, context: Context) -> bool:
        return all(values[a] < values[b] for a, b in pairwise(self.cells))

    def lower(self, context: Context) -> Iterable[Primitive]:
        less = frozenset((i, j) for j in range(len(context.values)) for i in range(j))
        return [Table(pair, less) for pair in pairwise(self.cells)]


class AnyOrder(Near):
    """Says that a line in any order is the same; the other way round it is, but not in others."""

    name: ClassVar[str] = "any-order"
    example: ClassVar[str] = ""

    @property
    def meaning(self) -> Any:
        return (self.name, frozenset(self.cells), self.most)


class Rotated(Near):
    """Says that a line may begin anywhere, as a loop may."""

    name: ClassVar[str] = "rotated"
    example: ClassVar[str] = ""

    @property
    def meaning(self) -> Any:
        at = self.cells.index(min(self.cells))
        return (self.name, self.cells[at:] + self.cells[:at], self.most)


class InnerOrder(Near):
    """Says that the order of the cells between the ends does not matter."""

    name: ClassVar[str] = "inner-order"
    example: ClassVar[str] = ""

    @property
    def meaning(self) -> Any:
        return (self.name, self.cells[0], frozenset(self.cells[1:-1]), self.cells[-1], self.most)


@dataclass(frozen=True, slots=True)
class NearLines(Kind):
    """Neighbours on each line differ by 1 at most; its meaning forgets the order on the lines."""

    name: ClassVar[str] = "near-lines"

    lines: CellLines

    @property
    def meaning(self) -> Any:
        return (self.name, frozenset(frozenset(line) for line in self.lines))

    def holds(self, values: Values, context: Context) -> bool:
        return all(Near(line).holds(values, context) for line in self.lines)

    def lower(self, context: Context) -> Iterable[Primitive]:
        return [one for line in self.lines for one in Near(line).lower(context)]

    def problem(self, context: Context) -> str:
        return "" if all(len(line) > 1 for line in self.lines) else "a line is short; add cells"


class Careless(Near):
    """Its example is of another kind."""

    name: ClassVar[str] = "careless"
    example: ClassVar[str] = "[{kind: distinct, cells: R1C1 R1C2}]"


class Misspelt(Near):
    name: ClassVar[str] = "misspelt"
    example: ClassVar[str] = "[{kind: misspelt, cels: R1C1 R1C2}]"


@dataclass(frozen=True, slots=True)
class Ordered(Kind):
    """Forgets to move a number of a cell that it does not declare as one."""

    name: ClassVar[str] = "ordered"

    cells: CellSet
    least: int = 0

    def holds(self, values: Values, context: Context) -> bool:
        return values[self.least] <= min(values[c] for c in self.cells)

    def lower(self, context: Context) -> Iterable[Primitive]:
        size = len(context.values)
        fitting = frozenset((i, j) for i in range(size) for j in range(i, size))
        return [Table((self.least, cell), fitting) for cell in self.cells]

    def problem(self, context: Context) -> str:
        there = 0 <= self.least < len(context.topology.cells)
        outside = self.least in self.cells or not there
        return "the least is one of the cells" if outside else ""


class NotFirst(Near):
    """Its problem depends on which cells it has, which rules alike would share."""

    name: ClassVar[str] = "not-first"
    example: ClassVar[str] = ""

    def problem(self, context: Context) -> str:
        return Near.problem(self, context) or ("at the start" if 0 in self.cells else "")


def counterexample(kind: type[Kind], **more: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_kind(kind, **more)
    return str(caught.value)


def test_a_right_kind_passes():
    check_kind(Near)


@pytest.mark.parametrize(
    ("kind", "what"),
    one_in(
        3,
        [
            (OffByOne, "accepts .* by holds.*, but its primitives refuse it"),
            (FirstPairOnly, "refuses .* by holds.*, but its primitives accept it"),
            (Open, "leaves a hidden variable open"),
            (NotFirst, "has the problem.. '', but 'at the start' with other cells"),
            (Crashing, "crashes in problem: IndexError"),
            (FarMarks, "has a mark on cells that are not its own"),
            (Sorted, "has the meaning of .* which says something else"),
            (AnyOrder, "has the meaning of .* which says something else"),
            (Rotated, "has the meaning of .* which says something else"),
            (InnerOrder, "has the meaning of .* which says something else"),
            (NearLines, "has the meaning of .* which says something else"),
            (Careless, "has an example without a shape of that kind"),
            (Misspelt, "has an example that cannot be read"),
            (Ordered, "says something else of .* once its cells are renamed"),
        ],
    ),
)
def test_a_wrong_kind_is_found(kind: type[Kind], what: str):
    assert re.match(f"{kind.name} {what}", counterexample(kind))


@pytest.mark.parametrize(
    ("kind", "cells"), one_in(3, [(OffByOne, 2), (FirstPairOnly, 3), (Open, 2)], first=1)
)
def test_what_is_wrong_is_shown_on_the_fewest_cells(kind: type[Kind], cells: int):
    rule = counterexample(kind).splitlines()[-1].split(", on ")[0]
    assert len(re.findall(r"R\dC\d", rule)) == cells


def test_a_meaning_that_forgets_an_order_would_lose_a_rule():
    rules = (AnyOrder((0, 1, 2)), AnyOrder((1, 0, 2)))
    assert len(merge_shapes(map(Shape, rules))) == 1
    context = geometry("4x4").context
    assert [rule.holds((1, 2, 3), context) for rule in rules] == [True, False]


@dataclass(frozen=True, slots=True)
class WrongPrimitive(Primitive):
    """All different, but propagation takes one value too many, or nothing is feasible."""

    name: ClassVar[str] = "wrong"
    consistency: ClassVar[str] = "value"
    feasible_too: bool = True

    def check(self, assignment: Sequence[int]) -> bool:
        return len(set(assignment)) == len(assignment)

    def propagate(self, domains: Sequence[int]) -> Mapping[int, int] | None:
        first = self.variables[0]
        return {first: domains[first] & -domains[first]} if self.feasible_too else {}

    def feasible(self, domains: Sequence[int]) -> bool:
        return self.feasible_too and AllDifferent(self.variables).feasible(domains)

    def moved(self, places: Mapping[int, int] | Sequence[int]) -> Primitive:
        return WrongPrimitive(tuple(places[v] for v in self.variables), self.feasible_too)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        return (self.variables,)


@dataclass(frozen=True, slots=True)
class Different(Kind):
    """Two or more different cells."""

    name: ClassVar[str] = "different"

    cells: CellSet
    pruning: bool = False

    def holds(self, values: Values, context: Context) -> bool:
        return len({values[c] for c in self.cells}) == len(self.cells)

    def lower(self, context: Context) -> Iterable[Primitive]:
        return [WrongPrimitive(self.cells, self.pruning)]


def test_a_primitive_that_prunes_too_much_is_found():
    pruning = counterexample(Different, instances=lambda g: st.just(Different((0, 1), True)))
    assert "removes values of variable 0 that an assignment has" in pruning
    infeasible = counterexample(Different, instances=lambda g: st.just(Different((0, 1))))
    assert "is not feasible() but should be" in infeasible


@dataclass(frozen=True, slots=True)
class Total(Kind):
    """The cells sum to what a note says, of which no type tells."""

    name: ClassVar[str] = "total"

    cells: CellSet
    note: dict[str, int]

    def holds(self, values: Values, context: Context) -> bool:
        return sum(values[c] for c in self.cells) == self.note["sum"]

    def lower(self, context: Context) -> Iterable[Primitive]:
        return [Linear.total(self.cells, context.values, [self.note["sum"]])]


def test_rules_that_do_not_follow_from_types_are_asked_for():
    with pytest.raises(InvalidArgument, match=r"Total\.note .* pass instances="):
        check_kind(Total)


def test_rules_may_be_drawn_by_the_author():
    with pytest.raises(AssertionError, match="unhashable"):
        check_kind(Total, instances=lambda g: st.just(Total((0, 1), {"sum": 4})))


def test_rules_that_tell_nothing_are_refused():
    with pytest.raises(AssertionError, match="accepts all fillings that were tried"):
        check_kind(Near, instances=lambda g: st.just(Near((0, 1), 99)), max_examples=5)
    with pytest.raises(InvalidArgument, match="refuses every near"):
        check_kind(Near, instances=lambda g: st.just(Near((0,))), max_examples=5)


def test_what_is_no_kind_is_refused():
    with pytest.raises(InvalidArgument, match="unknown kind 'diagonale'"):
        check_kind("diagonale")
    with pytest.raises(InvalidArgument, match="is not a kind of shape"):
        check_kind(Near((0, 1)))  # type: ignore[arg-type]
