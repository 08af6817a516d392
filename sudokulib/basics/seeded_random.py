"""Random draws that are the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random, SystemRandom
from typing import TypeVar

from sudokulib.basics.arguments import whole_number

_T = TypeVar("_T")

SEED_BITS = (1 << 64) - 1
"""The bits of a seed that count, here and in the compiled search."""


class SeededRandom:
    """Draws from a seed, all made of `Random.random`, which no version of Python changes.

    Args:
        seed: a number.
        stream: draws of one seed with different streams are independent.

    >>> chance = SeededRandom(1)
    >>> chance.shuffled("abcdef"), chance.between(2, 5)
    (['b', 'c', 'f', 'd', 'e', 'a'], 3)
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._draw = Random(stream << 64 | seed & SEED_BITS).random

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        return int(self._draw() * bound)

    def fraction(self) -> float:
        """Return a number from 0 up to 1."""
        return self._draw()

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`."""
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[_T]) -> _T:
        """Return one of some items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[_T]) -> list[_T]:
        """Return the items in random order."""
        order = list(items)
        for left in range(len(order), 1, -1):
            other = self.below(left)
            order[left - 1], order[other] = order[other], order[left - 1]
        return order

    def seed(self) -> int:
        """Return a seed for something else."""
        return self.below(1 << 52)


def seed_or_drawn(seed: int | None) -> int:
    """Return a seed, drawn by the operating system if none is given.

    A caller reports a drawn seed in its result, so that the run can be repeated. It has nine
    digits at most, to be typed again.

    Raises:
        TypeError: it is no integer.

    >>> seed_or_drawn(7), 0 < seed_or_drawn(None) < 10**9
    (7, True)
    """
    return SystemRandom().randrange(1, 10**9) if seed is None else whole_number("seed", seed)
