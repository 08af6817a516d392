"""Kinds that compare sums: cages, sums with coefficients, groups of equal sums."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, repeat
from operator import and_
from typing import ClassVar, Literal

from sudokulib.basics.interruption import checked
from sudokulib.basics.quoting import counted
from sudokulib.primitives import AllDifferent, Linear, Primitive
from sudokulib.shapes.fields import CellLine, CellSet, CellSets
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.lowering import equal_sums, weighted_sum
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.sets import too_many_to_differ
from sudokulib.shapes.totals import Totals, cage_totals, reachable

_WIDEST = 1_000_000
"""The largest span between the least and the greatest total of a sum.

Sums are propagated as bit sets with one bit for each number in between: a bound against hostile
files, far above the sums of any real puzzle. Two cells with such a span take 0.2 s (`python
tests/benchmarks/at_limits.py`, 2026-11).
"""

_ROUNDS = 1024
"""Totals between two checks of the clock, which take as long as some of them."""


def _totals(total: int | tuple[int, ...] | None) -> tuple[int, ...]:
    """Return one, several or no totals as a sorted tuple."""
    if total is None:
        return ()
    return (total,) if isinstance(total, int) else tuple(sorted(set(total)))


def _terms(cells: Sequence[int], coefficients: Sequence[int] = ()) -> tuple[tuple[int, int], ...]:
    """Return cells with their coefficients, sorted, each cell once; none with coefficient 0."""
    if not coefficients and len(set(cells)) == len(cells):  # nearly always
        return tuple([(cell, 1) for cell in sorted(cells)])
    found: dict[int, int] = {}
    for cell, k in zip(cells, coefficients or repeat(1), strict=False):
        found[cell] = found.get(cell, 0) + k
    return tuple(sorted([(cell, k) for cell, k in found.items() if k]))


def meaning_of_sum(cells: Sequence[int], total: int | tuple[int, ...] | None) -> Hashable:
    """Return the meaning of the `Sum` of some cells, without making one.

    >>> meaning_of_sum((3, 1), 5) == Sum((3, 1), 5).meaning
    True
    """
    return ("sum", _terms(cells), "=", _totals(total))


def _or(totals: Iterable[int]) -> str:
    return " or ".join(map(str, totals))


def _few(totals: Sequence[int]) -> str:
    """Return totals as written in a corner, where there is little room."""
    if len(totals) > 2 and totals[-1] - totals[0] == len(totals) - 1:
        return f"{totals[0]}-{totals[-1]}"
    return _or(totals)


@register_kind
@dataclass(frozen=True, slots=True)
class Cage(Kind):
    """The cells have the given sum, and no symbol repeats in them.

    Without a sum it only forbids repeats; with repeats it is only a sum.

    Args:
        cells: the cage.
        sum: the total, or a list of those allowed.
        repeats: whether symbols may repeat.
    """

    name: ClassVar[str] = "cage"
    says: ClassVar[str] = (
        "Digits in a cage cannot repeat and sum to the number indicated (if given)."
    )
    example: ClassVar[str] = """
    - {kind: cage, cells: R1C1-R1C3, sum: 6}
    - {kind: cage, cells: R2C1 R3C1, sum: [3, 7]}
    - {kind: cage, cells: R3C3 R4C2, sum: 2, repeats: true}
    """

    cells: CellSet
    sum: int | tuple[int, ...] | None = None
    repeats: bool = False

    @property
    def meaning(self) -> Hashable:
        """The meaning: without a sum that of a no-repeat set, with repeats that of a sum."""
        if self.sum is None and not self.repeats:
            return ("distinct", self.cells)
        if self.repeats:
            return meaning_of_sum(self.cells, self.sum)
        return ("cage", self.cells, _totals(self.sum))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the sum is right and nothing forbidden repeats."""
        del context
        here = [values[c] for c in self.cells]
        fits = self.sum is None or sum(here) in _totals(self.sum)
        return fits and (self.repeats or len(set(here)) == len(here))

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield an AllDifferent and a Linear on the same cells."""
        if not self.repeats:
            yield AllDifferent(self.cells)
        if self.sum is not None:
            yield Linear.total(self.cells, context.values, _totals(self.sum))

    def problem(self, context: Context) -> str:
        """Report a lack of cells, more cells than values, or a sum that they cannot have."""
        is_plain = bool(self.cells) and not self.repeats
        if is_plain and isinstance(self.sum, int) and self.sum in cage_totals(self.cells, context):
            return ""  # nearly always
        if not self.cells:
            return "the cage has no cells; list at least one"
        if self.sum is None and self.repeats:
            return "a cage with repeats and without a sum means nothing; give its sum:"
        if self.sum is not None and not _totals(self.sum):
            return "the list of sums is empty; write a number"
        if not self.repeats and (problem := too_many_to_differ(self.cells, context.domains)):
            return problem
        return "" if self.sum is None else self._sum_problem(context)

    def _sum_problem(self, context: Context) -> str:
        wanted = _totals(self.sum)
        possible = (
            reachable([(c, 1) for c in self.cells], context)
            if self.repeats
            else cage_totals(self.cells, context)
        )
        if any(total in possible for total in wanted):
            return ""
        how = "" if self.repeats or len(self.cells) == 1 else " with different values"
        return Impossible(
            f"{counted(len(self.cells), 'cell')} cannot sum to {_or(wanted)}{how}, only to "
            f"{_between(possible)}; change the sum or the cells"
        )

    def marks(self) -> Iterable[Mark]:
        """Return its outline, with the sum."""
        return [Mark("region", self.cells, "=" * self.repeats + _few(_totals(self.sum)))]

    def sentence(self, context: Context) -> str:
        """Return the sentence for cages, or for sums in which symbols may repeat."""
        if self.repeats:
            return "Digits in a cage marked = sum to the number indicated, and may repeat."
        return Kind.sentence(self, context)


def _between(totals: Totals) -> str:
    low, high = totals.least, totals.greatest
    return str(low) if low == high else f"{low} to {high}"


@register_kind
@dataclass(frozen=True, slots=True)
class Sum(Kind):
    """The cells, each times its coefficient, add up to the given total.

    Symbols may repeat, and a cell listed twice counts twice.

    Args:
        cells: in any order.
        total: the number for the comparison; for = and != also a list of numbers.
        comparison: how the sum compares with `total`.
        coefficients: one for each cell, in the same order; absent: each counts once.
    """

    name: ClassVar[str] = "sum"
    example: ClassVar[str] = """
    - {kind: sum, cells: R1C1 R2C3 R3C2, total: 5}
    - {kind: sum, cells: R1C4 R4C1, total: 6, comparison: ">="}
    - {kind: sum, cells: R4C2 R4C3 R1C2, coefficients: [1, 1, -2], total: [0, 1]}
    """

    cells: CellLine
    total: int | tuple[int, ...]
    comparison: Literal["=", "<=", ">=", "!="] = "="
    coefficients: tuple[int, ...] = ()

    @property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """Cells with their coefficients, sorted, each cell once; none with coefficient 0."""
        return _terms(self.cells, self.coefficients)

    @property
    def meaning(self) -> Hashable:
        """The terms in any order."""
        return ("sum", self.terms, self.comparison, _totals(self.total))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether the weighted sum compares as it should."""
        del context
        coefficients = self.coefficients or (1,) * len(self.cells)
        here = sum(k * values[c] for c, k in zip(self.cells, coefficients, strict=True))
        return self._compares(here)

    def _compares(self, here: int) -> bool:
        wanted = _totals(self.total)
        if self.comparison == "<=":
            return here <= wanted[0]
        if self.comparison == ">=":
            return here >= wanted[0]
        return (here in wanted) == (self.comparison == "=")

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return a Linear; a comparison is a set of totals."""
        totals: Iterable[int] = _totals(self.total)
        if self.comparison != "=":
            totals = filter(self._compares, checked(reachable(self.terms, context), _ROUNDS))
        return [weighted_sum(self.terms, context.values, totals)]

    def problem(self, context: Context) -> str:
        """Report coefficients that do not match, or a total out of reach."""
        if not self.cells:
            return "the sum has no cells; list at least one"
        if self.coefficients and len(self.coefficients) != len(self.cells):
            return (
                f"{len(self.coefficients)} coefficients do not fit "
                f"{counted(len(self.cells), 'cell')}; write one for each, in the same order"
            )
        wanted = _totals(self.total)
        if len(wanted) != 1 and (not wanted or self.comparison in ("<=", ">=")):
            return f"total: needs a single number for {self.comparison}, not {len(wanted)}"
        terms, reach = self.terms, max(context.values) - min(context.values)
        if sum([abs(k) for _, k in terms]) * reach > _WIDEST:
            return f"its totals lie more than {_WIDEST:,} apart; use smaller coefficients"
        return self._total_problem(reachable(terms, context))

    def _total_problem(self, possible: Totals) -> str:
        some = (
            filter(possible.__contains__, _totals(self.total))
            if self.comparison == "="
            else filter(self._compares, chain((possible.least, possible.greatest), possible))
        )
        if any(True for _ in some):
            return ""
        return Impossible(
            f"the sum can only be {_between(possible)}, never {self.comparison} "
            f"{_or(_totals(self.total))}; change the total or the cells"
        )

    def marks(self) -> Iterable[Mark]:
        """Return its outline, with the total after its comparison: a cage has the sum alone."""
        return [Mark("region", self.all_cells, self.comparison + _few(_totals(self.total)))]

    def drawn(self, context: Context) -> Iterable[Mark]:
        """Yield its marks, and the coefficients in their cells."""
        yield from Kind.drawn(self, context)
        for cell, k in self.terms:
            if k != 1:
                yield Mark("text", (cell,), f"×{k}")

    def sentence(self, context: Context) -> str:
        """Return the sentence for plain sums, or for those with coefficients."""
        del context
        times = ", each times the number in its cell," if self.coefficients else ""
        return f"Digits in an outlined group{times} add up as its sign says."


@dataclass(frozen=True, slots=True)
class _EqualSums(Kind):
    """Groups of cells with the same sum."""

    groups: CellSets

    @property
    def meaning(self) -> Hashable:
        """The groups in any order."""
        return ("equal-sum", frozenset(self.groups))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether all sums are one."""
        del context
        return len({sum(values[c] for c in group) for group in self.groups}) < 2

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Return differences of sums that are 0."""
        return equal_sums(self.groups, context.values)

    def problem(self, context: Context) -> str:
        """Report fewer than two groups, an empty one, or sums that cannot meet."""
        if len(self.groups) < 2 or not all(self.groups):
            return "it compares at least two groups of at least one cell each; list them"
        common = reduce(and_, (reachable([(c, 1) for c in g], context) for g in self.groups))
        return "" if common else Impossible("the groups have no sum in common; change their cells")

    def marks(self) -> Iterable[Mark]:
        """Return the outline of each group."""
        return [Mark("region", group, "Σ=", "shade", "teal") for group in self.groups]


@register_kind
@dataclass(frozen=True, slots=True)
class EqualSum(_EqualSums):
    """The listed groups of cells have the same sum.

    Args:
        groups: two or more sets of cells.
    """

    name: ClassVar[str] = "equal-sum"
    says: ClassVar[str] = "Shaded groups marked Σ= have equal sums."
    called: ClassVar[str] = "pair of equal sums"
    example: ClassVar[str] = "[{kind: equal-sum, groups: [R1C1 R2C3, R3C1 R4C2, R4C4 R1C4]}]"


@register_kind
@dataclass(frozen=True, slots=True)
class Magic(_EqualSums):
    """All listed lines have the same sum, as in a magic square.

    Args:
        groups: the lines, in any order.
    """

    name: ClassVar[str] = "magic"
    says: ClassVar[str] = "Thin lines marked = all have the same sum."
    called: ClassVar[str] = "magic square"
    example_on: ClassVar[str] = "6x6"
    example: ClassVar[str] = """
    - kind: magic
      groups: [R1C1-R1C2, R2C1-R2C2, R1C3-R1C4]
    """

    def marks(self) -> Iterable[Mark]:
        """Return a path along each line."""
        return [Mark("path", line, "=", "thin", "teal") for line in self.groups]
