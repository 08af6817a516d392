"""Checks of arguments of public functions: their messages name the argument and quote its value."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

from sudokulib.errors import SudokuError


def whole_number(
    name: str, value: SupportsIndex, least: int | None = None, most: int | None = None
) -> int:
    """Return the value of an argument as a whole number.

    Args:
        name: of the argument, for messages.
        value: an integer of Python or, for example, of numpy.
        least, most: bounds, included; None for no bound.

    Raises:
        TypeError: it is no integer.
        SudokuError: it is out of bounds.

    >>> whole_number("tries", 3, 1)
    3
    """
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{name}={value!r} is not a whole number; write for example {name}=10")
    if least is not None and number < least:
        raise SudokuError(f"{name} is {number}; it must be at least {least}")
    if most is not None and number > most:
        raise SudokuError(f"{name} is {number}; it must be at most {most}")
    return number


def listed(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return names as a tuple; text is one name.

    >>> listed("x-wing"), listed(["x-wing", "skyscraper"])
    (('x-wing',), ('x-wing', 'skyscraper'))
    """
    return (names,) if isinstance(names, str) else tuple(names)
