"""Conversion of puzzles to the notations of other tools; `sudokulib.formats` has these."""

from __future__ import annotations

from sudokulib import formats
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.formats import Written
from sudokulib.solving.subjects import PuzzleLike, as_puzzle


def write(puzzle: PuzzleLike, form: str) -> Written:
    """Return a puzzle in another format, with a list of everything that the format cannot express.

    Args:
        puzzle: any puzzle; a geometry is written without givens.
        form: the name of the format (see `sudokulib formats`).

    Raises:
        UnknownNameError: there is no such format.
        Unwritable: the format cannot express such puzzles.

    >>> import sudokulib
    >>> four = sudokulib.read("{geometry: 4x4, givens: 1... ..2. .3.. ...4, title: Four}")
    >>> sudokulib.write(four, "line")
    Written(text='1.....2..3.....4', dropped=("the title 'Four'",))
    """
    return formats.write(as_puzzle(puzzle), form)


def convert(puzzle: PuzzleLike, form: str, *, limits: Limits = DEFAULT_LIMITS) -> Written:
    """Convert a puzzle from any known format to another one.

    Args:
        puzzle: a puzzle as for `sudokulib.solve`. Pass a file as a `Path`: a string is text.
        form: the name of the other format.
        limits: bounds on what text may expand to.

    Raises:
        SudokuError: the text is in no known format; UnknownNameError, Unwritable: as for `write`.

    >>> import sudokulib
    >>> print(sudokulib.convert("1.....2..3.....4", "numbers").text.strip())
    1 . . .
    . . 2 .
    . 3 . .
    . . . 4
    """
    return formats.write(as_puzzle(puzzle, limits=limits), form)
