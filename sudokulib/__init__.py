"""Solve, explain, count and draw any sudoku: a puzzle is cells and shapes, written in YAML.

    >>> import sudokulib
    >>> result = sudokulib.solve(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))
    >>> print(result.status, result.solution["R1C2"])
    unique 2

Everything public is importable from here; modules are loaded when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from sudokulib.basics.version import VERSION

if TYPE_CHECKING:
    from sudokulib.basics.alphabet import Alphabet
    from sudokulib.basics.budget import OutOfBudget, Token
    from sudokulib.basics.limits import Limits
    from sudokulib.batch import BadLineError, LineSolver, Progress, solve_many
    from sudokulib.board import Board
    from sudokulib.errors import Cancelled, Problem, ProblemsError, SudokuError
    from sudokulib.explaining.descriptions import describe
    from sudokulib.explaining.hints import Hint, hint
    from sudokulib.explaining.solving_path import Explanation, explain, steps
    from sudokulib.formats import Written, convert, read, read_all, write
    from sudokulib.generating import (
        Generated,
        Recipe,
        generate,
        generate_many,
        generate_set,
        load_recipe,
        write_set,
    )
    from sudokulib.generating.layouts import layout, tredoku, tredoku_tilings
    from sudokulib.geometries.core import Count, Geometry
    from sudokulib.geometries.library import geometry
    from sudokulib.geometries.motions import Symmetry, symmetries
    from sudokulib.logic.step import Step
    from sudokulib.model import Model
    from sudokulib.puzzles.filled_grid import Solution
    from sudokulib.puzzles.loading import load
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.queries.checking.report import check
    from sudokulib.queries.counting import count
    from sudokulib.queries.enumeration import Solutions, solutions
    from sudokulib.queries.equivalence import Canonical, canonical, equivalent
    from sudokulib.queries.linting import Lint, lint
    from sudokulib.queries.sampling import estimate, solution
    from sudokulib.rating import Rating, rate
    from sudokulib.render.picture import Picture, draw
    from sudokulib.search.estimates import Estimate
    from sudokulib.shapes import Shape
    from sudokulib.solving.by_cell import ByCell
    from sudokulib.solving.compiling import compile
    from sudokulib.solving.result import Result
    from sudokulib.solving.solver import is_unique, solve, support_counts, true_candidates

__version__ = VERSION

_MODULES = {
    "Alphabet": "basics.alphabet",
    "BadLineError": "batch",
    "Board": "board",
    "ByCell": "solving.by_cell",
    "Cancelled": "errors",
    "Canonical": "queries.equivalence",
    "Count": "geometries.core",
    "Estimate": "search.estimates",
    "Explanation": "explaining.solving_path",
    "Generated": "generating",
    "Geometry": "geometries.core",
    "Hint": "explaining.hints",
    "Limits": "basics.limits",
    "Lint": "queries.linting",
    "LineSolver": "batch",
    "Model": "model",
    "OutOfBudget": "basics.budget",
    "Picture": "render.picture",
    "Problem": "errors",
    "ProblemsError": "errors",
    "Progress": "batch",
    "Puzzle": "puzzles.puzzle",
    "Rating": "rating",
    "Recipe": "generating",
    "Result": "solving.result",
    "Shape": "shapes",
    "Solution": "puzzles.filled_grid",
    "Solutions": "queries.enumeration",
    "Step": "logic.step",
    "SudokuError": "errors",
    "Symmetry": "geometries.motions",
    "Token": "basics.budget",
    "Written": "formats",
    "canonical": "queries.equivalence",
    "check": "queries.checking.report",
    "compile": "solving.compiling",
    "convert": "formats",
    "count": "queries.counting",
    "describe": "explaining.descriptions",
    "draw": "render.picture",
    "equivalent": "queries.equivalence",
    "estimate": "queries.sampling",
    "explain": "explaining.solving_path",
    "generate": "generating",
    "generate_many": "generating",
    "generate_set": "generating",
    "geometry": "geometries.library",
    "hint": "explaining.hints",
    "is_unique": "solving.solver",
    "layout": "generating.layouts",
    "lint": "queries.linting",
    "load": "puzzles.loading",
    "load_recipe": "generating",
    "rate": "rating",
    "read": "formats",
    "read_all": "formats",
    "solution": "queries.sampling",
    "solutions": "queries.enumeration",
    "solve": "solving.solver",
    "solve_many": "batch",
    "steps": "explaining.solving_path",
    "support_counts": "solving.solver",
    "symmetries": "geometries.motions",
    "tredoku": "generating.layouts",
    "tredoku_tilings": "generating.layouts",
    "true_candidates": "solving.solver",
    "write": "formats",
    "write_set": "generating",
}

__all__ = [
    "Alphabet",
    "BadLineError",
    "Board",
    "ByCell",
    "Cancelled",
    "Canonical",
    "Count",
    "Estimate",
    "Explanation",
    "Generated",
    "Geometry",
    "Hint",
    "Limits",
    "LineSolver",
    "Lint",
    "Model",
    "OutOfBudget",
    "Picture",
    "Problem",
    "ProblemsError",
    "Progress",
    "Puzzle",
    "Rating",
    "Recipe",
    "Result",
    "Shape",
    "Solution",
    "Solutions",
    "Step",
    "SudokuError",
    "Symmetry",
    "Token",
    "Written",
    "__version__",
    "canonical",
    "check",
    "compile",
    "convert",
    "count",
    "describe",
    "draw",
    "equivalent",
    "estimate",
    "explain",
    "generate",
    "generate_many",
    "generate_set",
    "geometry",
    "hint",
    "is_unique",
    "layout",
    "lint",
    "load",
    "load_recipe",
    "rate",
    "read",
    "read_all",
    "solution",
    "solutions",
    "solve",
    "solve_many",
    "steps",
    "support_counts",
    "symmetries",
    "tredoku",
    "tredoku_tilings",
    "true_candidates",
    "write",
    "write_set",
]


def __getattr__(name: str) -> object:
    """Import a public name from its module on first use."""
    try:
        home = _MODULES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
