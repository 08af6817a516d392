"""Sets of variables: bit masks, houses, and cliques of pairwise different variables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


# Safe to cache, as it reads nothing else; puzzles of one geometry have most sets in common.
@lru_cache(maxsize=1 << 14)
def mask_of(variables: tuple[int, ...]) -> int:
    """Return some variables as a bit mask: the reverse of `bits`.

    >>> mask_of((1, 3)) == 0b1010
    True
    """
    mask = 0
    for v in variables:
        mask |= 1 << v
    return mask


@dataclass(frozen=True, slots=True)
class House:
    """An all-different primitive with as many variables as values: each value occurs there once.

    Args:
        primitive: its index among the model's primitives.
        variables: its variables, sorted.
        cells: the same as a bit mask over variables.
        values: the values that it takes, as a bit mask over value indices.
    """

    primitive: int
    variables: tuple[int, ...]
    cells: int
    values: int


@dataclass(frozen=True, slots=True)
class Clique:
    """Variables that one primitive makes pairwise different; no value need occur among them.

    Args:
        primitive: its index among the model's primitives.
        variables: the variables, as a bit mask.
    """

    primitive: int
    variables: int
