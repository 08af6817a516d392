"""Which values a sum can still be made of."""

from __future__ import annotations

from collections.abc import Sequence

from sudokulib.model import bits
from sudokulib.primitives import DistinctSum, Linear

__all__ = ["combinations"]


def combinations(
    primitive: Linear | DistinctSum, domains: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """The sets of values, with repeats where allowed, that fill a sum in some way.

    Args:
        primitive: the sum.
        domains: the values that each variable of the model may still take, as bit masks.

    Returns:
        Value indices, each combination sorted, in order.

    >>> counted = (1, 2, 3, 4)
    >>> pair = DistinctSum((0, 1), (counted, counted), (5,), ((0, 1),))
    >>> combinations(pair, [0b1111, 0b0111])
    ((0, 3), (1, 2))
    """
    weights = dict(zip(primitive.variables, primitive.weights, strict=True))
    # Fillings so far: the values in order, those used in the part, and the sum.
    found: set[tuple[tuple[int, ...], int, int]] = {((), 0, 0)}
    for part in primitive.groups():
        found = {(values, 0, total) for values, _, total in found}
        for v in part:
            found = {
                (tuple(sorted((*values, value))), used | 1 << value, total + weights[v][value])
                for values, used, total in found
                for value in bits(domains[v] & ~used)
            }
    return tuple(sorted({values for values, _, total in found if total in primitive.totals}))
