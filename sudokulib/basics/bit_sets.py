"""Sets of small numbers as integers, a bit for each."""

from __future__ import annotations

from collections.abc import Iterator


def bits(mask: int) -> Iterator[int]:
    """Return an iterator over the positions of the set bits of `mask`, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    # Sets of values are small and by far the most frequent arguments.
    return iter(_OF_SMALL[mask]) if 0 <= mask < _SMALL else _bits(mask)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


_SMALL = 1024  # masks of up to ten values: all of 9×9


_OF_SMALL = tuple(tuple(_bits(mask)) for mask in range(_SMALL))
