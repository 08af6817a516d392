"""A kind of shape from outside the library."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import gcd
from typing import ClassVar

from sudokulib.primitives import Primitive, Table
from sudokulib.shapes import CellLine, Context, Kind, Mark, register_kind


@register_kind
@dataclass(frozen=True, slots=True)
class Coprime(Kind):
    """Neighbours on the line have no common divisor but 1.

    Args:
        cells: the line.
    """

    name: ClassVar[str] = "coprime"
    called: ClassVar[str] = "coprime line"
    example: ClassVar[str] = "[{kind: coprime, cells: R1C1-R1C4}]"

    cells: CellLine

    def holds(self, values: Mapping[int, int] | Sequence[int], context: Context) -> bool:
        del context
        return all(gcd(values[a], values[b]) == 1 for a, b in pairwise(self.cells))

    def lower(self, context: Context) -> Iterable[Primitive]:
        places = product(enumerate(context.values), repeat=2)
        fitting = frozenset((i, j) for (i, v), (j, w) in places if gcd(v, w) == 1)
        return [Table(pair, fitting) for pair in pairwise(self.cells)]

    def problem(self, context: Context) -> str:
        del context
        return "" if len(self.cells) > 1 else "a line has two cells or more; add one"

    def marks(self) -> Iterable[Mark]:
        return [Mark("path", self.cells)]
