"""The compilation of a puzzle or geometry to the model that strategies and searches read."""

from __future__ import annotations

from sudokulib.basics.budget import Budget, Token
from sudokulib.basics.interruption import interruptible
from sudokulib.model import Model, compile_geometry, compile_puzzle
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.solving.subjects import PuzzleLike, as_subject


def compile(
    subject: PuzzleLike, *, seconds: float | None = None, token: Token | None = None
) -> Model:
    """Return the model of a puzzle or a geometry: its cells, its rules as primitives, its houses.

    Strategies and searches work on it. Models are cached, and those of puzzles on one geometry
    share their constraints.

    Args:
        subject: what to compile.
        seconds: limit of wall time.
        token: cancels from another thread.

    Raises:
        OutOfBudget: the limit was reached first.
        Cancelled: the token was cancelled.

    >>> import sudokulib
    >>> sudokulib.compile("4x4")
    <Model: 16 cells, 0 hidden variables, 12 primitives, 12 houses>
    """
    budget = Budget(seconds, token=token)
    found = as_subject(subject, budget=budget)
    with interruptible(budget.check):
        return compile_geometry(found) if isinstance(found, Geometry) else compile_puzzle(found)
