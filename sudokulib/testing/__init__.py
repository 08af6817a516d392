"""Property tests for your own strategies, kinds of shapes and searches.

Hypothesis strategies draw tiny geometries, puzzles and boards on which mistakes show, and one-line
checks run them: ``check_sound(my_strategy)`` raises an AssertionError with a counterexample of a
few cells, or passes. It needs hypothesis, the extra ``testing``.
"""

from __future__ import annotations

try:
    import hypothesis as _hypothesis
except ModuleNotFoundError as error:  # pragma: no cover - the tests need it themselves
    raise ModuleNotFoundError(
        "sudokulib.testing needs hypothesis; run: pip install 'sudokulib[testing]'",
        name=error.name,
    ) from None

from sudokulib.testing.backends import check_backend
from sudokulib.testing.explanation_checks import check_explained
from sudokulib.testing.formats import check_format
from sudokulib.testing.geometry_strategies import geometries, shapes
from sudokulib.testing.kinds import check_kind
from sudokulib.testing.machine import BoardMachine
from sudokulib.testing.oracle import completions, fillings
from sudokulib.testing.order_checks import check_confluent, check_monotone
from sudokulib.testing.position import Position, as_text
from sudokulib.testing.position_strategies import boards, positions, puzzles, solutions
from sudokulib.testing.relabelling import check_relabelling, check_symmetry
from sudokulib.testing.strata import Coverage
from sudokulib.testing.strategy_checks import check_sound, check_terminates

__all__ = [
    "BoardMachine",
    "Coverage",
    "Position",
    "as_text",
    "boards",
    "check_backend",
    "check_confluent",
    "check_explained",
    "check_format",
    "check_kind",
    "check_monotone",
    "check_relabelling",
    "check_sound",
    "check_symmetry",
    "check_terminates",
    "completions",
    "fillings",
    "geometries",
    "positions",
    "puzzles",
    "shapes",
    "solutions",
]

del _hypothesis
