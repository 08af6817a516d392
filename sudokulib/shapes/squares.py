"""Kinds about every square of 2×2 cells."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from sudokulib.primitives import Linear, Primitive
from sudokulib.shapes.global_kinds import GlobalKind
from sudokulib.shapes.kind import Context
from sudokulib.shapes.registry import register_kind


@dataclass(frozen=True, slots=True)
class Squares(GlobalKind):
    """Base of the kinds by which each 2×2 square has a value of each class."""

    wrap: bool = field(default=False, kw_only=True)

    @abstractmethod
    def parts(self, values: Sequence[int]) -> list[frozenset[int]]:
        """Return the classes of the values."""

    def squares(self, context: Context) -> list[tuple[int, ...]]:
        """Return the cells around each inner point where four square cells meet."""
        topology = context.topology if self.wrap else context.topology.unseamed
        reach = self.affected_cells(context)
        return [square for square in topology.squares() if reach.issuperset(square)]

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        """Return whether each square has every class."""
        return all(
            any(values[c] in members for c in square)
            for square in self.squares(context)
            for members in self.parts(context.values)
        )

    def lower(self, context: Context) -> Iterable[Primitive]:
        """Yield a count of each class in each square."""
        for members in self.parts(context.values):
            weights = tuple(int(value in members) for value in context.values)
            for square in self.squares(context):
                yield Linear(square, (weights,) * 4, (1, 2, 3, 4))

    def problem(self, context: Context) -> str:
        """Report empty classes, more classes than a square has cells, or a lack of squares."""
        classes = self.parts(context.values)
        if not 1 < len(classes) <= 4 or not all(classes):
            return (
                "the symbols do not fall into 2, 3 or 4 nonempty classes, as squares of four "
                f"cells need; {self._advice()}"
            )
        if not self.squares(context):
            return "there are no squares of 2×2 cells; drop the rule, or wrap: true across seams"
        return ""

    @abstractmethod
    def _advice(self) -> str:
        """Return how to choose other classes."""


@register_kind
@dataclass(frozen=True, slots=True)
class GlobalEntropy(Squares):
    """Each 2×2 square has a low, a middle and a high value.

    Args:
        classes: the values of each class; absent: the low, middle and high third of the values.
        wrap: whether squares across seams count.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "global-entropy"
    says: ClassVar[str] = (
        "Each 2×2 square{across} contains a digit of each of these sets: {classes}."
    )
    called: ClassVar[str] = "square of four cells"
    example: ClassVar[str] = "[{kind: global-entropy}]"
    example_on: ClassVar[str] = "6x6"

    classes: tuple[tuple[int, ...], ...] = ()

    def parts(self, values: Sequence[int]) -> list[frozenset[int]]:
        """Return the classes given, or the thirds."""
        if self.classes:
            return [frozenset(members).intersection(values) for members in self.classes]
        ordered, third = sorted(values), len(values) // 3
        if len(values) % 3:
            return []
        return [frozenset(ordered[i * third : (i + 1) * third]) for i in range(3)]

    def _advice(self) -> str:
        return "write for example classes: [[1, 2], [3, 4]]"

    def phrases(self, context: Context) -> dict[str, object]:
        """Return the classes."""
        classes = (f"{{{context.symbols(sorted(one))}}}" for one in self.parts(context.values))
        return {**GlobalKind.phrases(self, context), "classes": ", ".join(classes)}


@register_kind
@dataclass(frozen=True, slots=True)
class GlobalModular(Squares):
    """Each 2×2 square has a value with each remainder.

    Args:
        m: the modulus by which values are divided.
        wrap: whether squares across seams count.
        cells: where the rule applies; absent: everywhere.
    """

    name: ClassVar[str] = "global-modular"
    says: ClassVar[str] = (
        "Each 2×2 square{across} contains a digit of each remainder when divided by {m}."
    )
    called: ClassVar[str] = "square of four cells"
    example: ClassVar[str] = "[{kind: global-modular}]"
    example_on: ClassVar[str] = "6x6"

    m: int = 3

    def parts(self, values: Sequence[int]) -> list[frozenset[int]]:
        """Return the values by remainder."""
        if not 2 <= self.m <= 4:
            return []
        return [frozenset(v for v in values if v % self.m == rest) for rest in range(self.m)]

    def _advice(self) -> str:
        return "write m: 2, 3 or 4"
