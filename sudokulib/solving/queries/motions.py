"""The symmetries of a puzzle or geometry; `sudokulib.puzzles.geometries.motions` finds them."""

from __future__ import annotations

from sudokulib.basics.budget import Budget, Token
from sudokulib.puzzles.geometries import motions
from sudokulib.puzzles.geometries.motions import Symmetry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.subjects import PuzzleLike, as_subject


def symmetries(
    subject: PuzzleLike, *, seconds: float | None = None, token: Token | None = None
) -> tuple[Symmetry, ...]:
    """Return the symmetries that givens can have on a geometry, by name.

    Turns and reflections of the flat drawing come first. Then the motions that keep shapes and
    neighbours, as a cube can be turned or a torus shifted, as far as the drawing does not show
    them: ``order-3`` changes nothing when carried out three times; further kinds of motions of that
    order are named ``order-3b`` and so on, those that leave fewer cells in place first. ``rigid``
    is all of them together.

    Args:
        subject: a geometry, or a puzzle, whose geometry is used; see `sudokulib.solve`.
        seconds: limit of wall time; many cells that no rule distinguishes take long.
        token: cancels from another thread.

    Raises:
        SudokuError: it is neither, or it has a mistake.
        OutOfBudget: the limit was reached first.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> [one.name for one in sudokulib.symmetries("cube-corner")]
    ['anti-diagonal', 'order-3']
    """
    budget = Budget(seconds, token=token)
    found = as_subject(subject, budget=budget)
    geometry = found.geometry if isinstance(found, Puzzle) else found
    return motions.symmetries(geometry, seconds=budget.seconds_left, token=token)
