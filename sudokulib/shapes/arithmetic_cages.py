"""Cages whose number is the result of a calculation with all their cells, as in calcudoku."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import ClassVar, Literal

from sudokulib.basics.quoting import join_words
from sudokulib.primitives import AllDifferent, Automaton, Primitive, Regular
from sudokulib.shapes.fields import CellSet
from sudokulib.shapes.kind import Context, Impossible, Kind
from sudokulib.shapes.marks import Mark
from sudokulib.shapes.own_cells import infeasibility
from sudokulib.shapes.registry import register_kind
from sudokulib.shapes.sets import too_many_to_differ

Operator = Literal["sum", "difference", "product", "quotient"]
"""A calculation with the values of a cage."""

_OPERATORS: tuple[Operator, ...] = ("sum", "difference", "product", "quotient")
_SIGNS: Mapping[Operator, str] = {
    "sum": "+", "difference": "-", "product": "×", "quotient": "÷"
}  # fmt: skip


def _result(operator: Operator, values: Sequence[int]) -> int | None:
    """Return the result of a calculation; None if a division leaves a remainder, or is by 0."""
    *others, largest = sorted(values)
    if operator == "sum":
        return sum(values)
    if operator == "difference":
        return largest - sum(others)
    if operator == "product":
        return prod(values)
    divisor = prod(others)
    return largest // divisor if divisor and largest % divisor == 0 else None


@dataclass(frozen=True, slots=True)
class _ArithmeticCage(Kind):
    """Cells from which one of some calculations gives a number."""

    cells: CellSet
    value: int
    repeats: bool = True

    @property
    def calculations(self) -> tuple[Operator, ...]:
        """The calculations of which one gives the number."""
        return _OPERATORS

    @property
    def meaning(self) -> Hashable:
        """The cells, the number and the calculations in any order."""
        return ("operator-cage", self.cells, self.value, self.repeats, frozenset(self.calculations))

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether one of the calculations gives the number and nothing forbidden repeats."""
        del context
        here = [values[c] for c in self.cells]
        if not self.repeats and len(set(here)) < len(here):
            return False
        return any(_result(one, here) == self.value for one in self.calculations)

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield an automaton that follows all of the calculations, and an AllDifferent."""
        if not self.repeats:
            yield AllDifferent(self.cells)
        automaton = _calculating(
            context.values, tuple(sorted(self.calculations)), self.value, len(self.cells)
        )
        yield Regular(self.cells, automaton)

    def problem(self, context: Context) -> str:
        """Report no cells or calculations, or a number that no calculation gives."""
        if not self.cells:
            return "the cage has no cells; list at least one"
        if not self.calculations:
            return "no operators are listed; name some of sum, difference, product and quotient"
        if not self.repeats and (problem := too_many_to_differ(self.cells, context.domains)):
            return problem
        if infeasibility(self, context):
            how = "" if self.repeats else " with different values"
            return Impossible(
                f"{' and '.join(self.calculations)} of {len(self.cells)} cells{how} never give "
                f"{self.value}; change the number or the cells"
            )
        return ""

    def marks(self) -> Iterable[Mark]:
        """Return its outline, with the number and the sign of the calculation, if known."""
        return [Mark("region", self.cells, f"{self.value}{self._sign()}")]

    def _sign(self) -> str:
        return "".join(_SIGNS[one] for one in _OPERATORS if one in self.calculations)


@register_kind
@dataclass(frozen=True, slots=True)
class DifferenceCage(_ArithmeticCage):
    """The largest value of the cage less all the others is the number.

    With 3, 9 and 1 that is 5; of equal largest values one is the largest.

    Args:
        cells: the cage.
        value: the number.
        repeats: whether symbols may repeat, as in calcudoku, where only rows and columns forbid it.
    """

    name: ClassVar[str] = "difference-cage"
    says: ClassVar[str] = (
        "In a cage with -, the largest digit less all the others is the number indicated."
    )
    example: ClassVar[str] = "[{kind: difference-cage, cells: R1C1-R1C3, value: 1}]"

    @property
    def calculations(self) -> tuple[Operator, ...]:
        """The difference."""
        return ("difference",)


@register_kind
@dataclass(frozen=True, slots=True)
class RatioCage(_ArithmeticCage):
    """The largest value of the cage divided by all the others is the number, without a remainder.

    With 3, 6 and 1 that is 2; of equal largest values one is the largest. Nothing is divided by 0.

    Args:
        cells: the cage.
        value: the number.
        repeats: whether symbols may repeat, as in calcudoku, where only rows and columns forbid it.
    """

    name: ClassVar[str] = "ratio-cage"
    says: ClassVar[str] = (
        "In a cage with ÷, the largest digit divided by all the others is the number indicated."
    )
    example: ClassVar[str] = "[{kind: ratio-cage, cells: R1C1 R1C2 R2C1, value: 2}]"

    @property
    def calculations(self) -> tuple[Operator, ...]:
        """The quotient."""
        return ("quotient",)


@register_kind
@dataclass(frozen=True, slots=True)
class OperatorCage(_ArithmeticCage):
    """One of + - × ÷ gives the number when applied to all values of the cage.

    Differences and quotients begin with the largest value: it less all the others, or divided by
    all the others, without a remainder and not by 0.

    Args:
        cells: the cage.
        value: the number.
        repeats: whether symbols may repeat, as in calcudoku, where only rows and columns forbid it.
        operators: those that may be meant: sum, difference, product, quotient; absent: all four.
    """

    name: ClassVar[str] = "operator-cage"
    says: ClassVar[str] = (
        "In a cage with {signs}, {operators} gives the number indicated when applied to all digits."
    )
    example: ClassVar[str] = """
    - {kind: operator-cage, cells: R1C1-R1C3, value: 8}
    - {kind: operator-cage, cells: R3C3 R4C3 R4C4, value: 12, operators: [product]}
    """

    operators: tuple[Operator, ...] = _OPERATORS

    @property
    def calculations(self) -> tuple[Operator, ...]:
        """Those that are listed."""
        return self.operators

    def _sign(self) -> str:
        """Return the signs of those listed; for all four, a question mark."""
        return "?" if {*self.operators} == {*_OPERATORS} else _ArithmeticCage._sign(self)

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the sign in the cage, and those that it stands for."""
        del context
        signs = [_SIGNS[one] for one in _OPERATORS if one in self.operators]
        return {"signs": self._sign(), "operators": join_words(signs, "or")}


_State = tuple[Operator, int | None, int]
"""A calculation, the largest value so far if relevant, and the result with the others."""
_Step = Callable[[int | None, int, int], tuple[int | None, int] | None]
"""Maps a largest value, a result and one more value to a step; None if out of reach."""


# Safe to cache, as it reads nothing else: integers and words.
@lru_cache(maxsize=1024)
def _calculating(
    values: tuple[int, ...], operators: tuple[Operator, ...], wanted: int, length: int
) -> Automaton:
    """Build the automaton of the words from which one of the calculations gives a number."""
    steps: Mapping[Operator, _Step] = {
        "sum": _summing(values, wanted, length),
        "difference": _subtracting(values, wanted, length),
        "product": _multiplying(wanted),
        "quotient": _dividing(values, wanted),
    }

    def step(state: _State, index: int) -> Iterator[_State]:
        operator, largest, known = state
        if after := steps[operator](largest, known, values[index]):
            yield operator, *after

    def accepts(state: _State) -> bool:
        operator, largest, known = state
        if operator == "difference":
            return largest is not None and largest - known == wanted
        if operator == "quotient":
            return largest is not None and largest == known * wanted
        return known == wanted

    units = {"sum": 0, "difference": 0, "product": 1, "quotient": 1}
    start: list[_State] = [(one, None, units[one]) for one in operators]
    return Automaton.of(start, step, accepts, len(values))


def _summing(values: Sequence[int], wanted: int, length: int) -> _Step:
    least, most = wanted - length * max(0, *values), wanted - length * min(0, *values)
    return lambda _, known, x: (None, known + x) if least <= known + x <= most else None


def _subtracting(values: Sequence[int], wanted: int, length: int) -> _Step:
    """Return the steps of a difference; what is subtracted is bounded by the largest value."""
    least = length * min(0, *values)
    most = max(values) - wanted - least

    def step(largest: int | None, known: int, x: int) -> tuple[int, int] | None:
        if largest is None:
            return x, known
        after = known + min(x, largest)
        return (max(x, largest), after) if least <= after <= most else None

    return step


def _multiplying(wanted: int) -> _Step:
    """Return the steps of a product; if it must be 0, they record whether it is."""

    def step(_: int | None, known: int, x: int) -> tuple[None, int] | None:
        after = known * x
        if wanted == 0:
            return None, int(after != 0)
        return (None, after) if after and wanted % after == 0 else None

    return step


def _dividing(values: Sequence[int], wanted: int) -> _Step:
    """Return the steps of a quotient; the divisor is bounded by the values, and never 0."""
    most = max(map(abs, values))

    def step(largest: int | None, known: int, x: int) -> tuple[int, int] | None:
        if largest is None:
            return x, known
        after = known * min(x, largest)
        if wanted == 0:
            after = int(after != 0)
        return (max(x, largest), after) if after and abs(after * wanted) <= most else None

    return step
