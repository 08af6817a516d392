"""Limits on the size of inputs, so that no file can exhaust the machine."""

from __future__ import annotations

from dataclasses import dataclass

from sudokulib.errors import LimitError


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds on the size that a file may expand to; raise them by passing your own.

    The defaults are bounds against hostile files: the largest geometry that is shipped has 1,296
    cells, 335 shapes with 3,888 cells together, and 36 symbols.

    Args:
        nodes: YAML nodes after expanding aliases.
        cells: cells of a geometry.
        shapes: shapes of a geometry.
        members: cells of all its shapes together, each counted in every shape that has it.
        places: places of its text picture, with and without cells.
        symbols: symbols of an alphabet.
        stamps: shapes that the stamps (`each`) of a file make.
        depth: includes within includes.
        text: characters of a file.

    >>> import sudokulib
    >>> few = sudokulib.Limits(cells=9)
    >>> text = "{geometry: {build: [{make: grid, size: 4x4}]}}"
    >>> try:
    ...     sudokulib.read(text, limits=few)
    ... except sudokulib.SudokuError as error:
    ...     print("16 cells are more than the limit of 9" in str(error))
    True
    """

    nodes: int = 200_000
    cells: int = 10_000
    shapes: int = 50_000
    members: int = 2_000_000
    places: int = 1_000_000
    symbols: int = 1_000
    stamps: int = 20_000
    depth: int = 10
    text: int = 5_000_000

    def check(self, what: str, count: int) -> None:
        """Raise `LimitError` when `count` is beyond the limit named `what`."""
        limit = getattr(self, what)
        if count > limit:
            raise LimitError(
                f"{count:,} {what} are more than the limit of {limit:,}; "
                f"to allow it, pass Limits({what}={count})"
            )


DEFAULT_LIMITS = Limits()
