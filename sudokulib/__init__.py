"""Solve, explain, count, generate and draw any sudoku: a puzzle is cells and shapes.

    >>> import sudokulib
    >>> result = sudokulib.solve("1.....2..3.....4")
    >>> print(result.status, result.solution["R1C2"])
    unique 2

Functions take what you have: a `Puzzle`; the name of a geometry, such as "samurai"; text in any
known format; a `pathlib.Path`; rows of symbols; an array; the data of a puzzle file.

    solve, solve_many, is_unique                 the solution; whether it is the only one
    steps, explain, hint, describe               each step in words; the next one
    rate, lint, check                            how hard it is; what its setter should know
    count, estimate, solutions                   how many solutions there are; each of them
    solution, true_candidates, support_counts    one at random; what cells hold in them
    canonical, equivalent, symmetries            which puzzles are the same
    compile                                      the model that strategies and searches read
    Editor                                       a puzzle to edit, answered after each change
    generate, generate_many, generate_set        new puzzles; write_set puts them into a file
    geometry, layout, tredoku, tredoku_tilings   boards: shipped ones, and random ones
    load, read, read_all, load_recipe            files, and the formats of other tools
    write, convert, draw                         puzzles written in such formats; pictures

Results are plain objects: notebooks show them, `as_dict` and `from_dict` are for JSON, `rows` for
tables. Bad input is a `SudokuError`, which says how to fix it; a limit of time or nodes is an
`OutOfBudget`. Every name has an example: help(sudokulib.solve). All names: dir(sudokulib).
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from sudokulib.basics.version import VERSION

if TYPE_CHECKING:
    from sudokulib.basics.alphabet import Alphabet
    from sudokulib.basics.budget import OutOfBudget, Token
    from sudokulib.basics.limits import Limits
    from sudokulib.board import Board
    from sudokulib.errors import Cancelled, Problem, ProblemsError, SudokuError
    from sudokulib.formats import Written, read, read_all
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
    from sudokulib.logic.step import Step
    from sudokulib.model import Model
    from sudokulib.puzzles.filled_grid import Solution
    from sudokulib.puzzles.geometries.core import Count, Geometry
    from sudokulib.puzzles.geometries.library import geometry
    from sudokulib.puzzles.geometries.motions import Symmetry
    from sudokulib.puzzles.loading import load
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.render.picture import Picture, draw
    from sudokulib.search.estimates import Estimate
    from sudokulib.shapes import Shape
    from sudokulib.solving.batch import BadLineError, LineSolver, Progress, solve_many
    from sudokulib.solving.candidates import SupportCounts, TrueCandidates
    from sudokulib.solving.compiling import compile
    from sudokulib.solving.explaining.descriptions import describe
    from sudokulib.solving.explaining.hints import Hint, hint
    from sudokulib.solving.explaining.solving_path import Explanation, explain, steps
    from sudokulib.solving.queries.checking.report import check
    from sudokulib.solving.queries.conversion import convert, write
    from sudokulib.solving.queries.counting import count
    from sudokulib.solving.queries.editing import Editor
    from sudokulib.solving.queries.enumeration import Solutions, solutions
    from sudokulib.solving.queries.equivalence import Canonical, canonical, equivalent
    from sudokulib.solving.queries.linting import Lint, lint
    from sudokulib.solving.queries.motions import symmetries
    from sudokulib.solving.queries.sampling import estimate, solution
    from sudokulib.solving.rating import Rating, rate
    from sudokulib.solving.result import Result
    from sudokulib.solving.solver import is_unique, solve, support_counts, true_candidates

__version__ = VERSION

_MODULES = {
    "Alphabet": "basics.alphabet",
    "BadLineError": "solving.batch",
    "Board": "board",
    "Cancelled": "errors",
    "Canonical": "solving.queries.equivalence",
    "Count": "puzzles.geometries.core",
    "Editor": "solving.queries.editing",
    "Estimate": "search.estimates",
    "Explanation": "solving.explaining.solving_path",
    "Generated": "generating",
    "Geometry": "puzzles.geometries.core",
    "Hint": "solving.explaining.hints",
    "Limits": "basics.limits",
    "Lint": "solving.queries.linting",
    "LineSolver": "solving.batch",
    "Model": "model",
    "OutOfBudget": "basics.budget",
    "Picture": "render.picture",
    "Problem": "errors",
    "ProblemsError": "errors",
    "Progress": "solving.batch",
    "Puzzle": "puzzles.puzzle",
    "Rating": "solving.rating",
    "Recipe": "generating",
    "Result": "solving.result",
    "Shape": "shapes",
    "Solution": "puzzles.filled_grid",
    "Solutions": "solving.queries.enumeration",
    "Step": "logic.step",
    "SudokuError": "errors",
    "SupportCounts": "solving.candidates",
    "Symmetry": "puzzles.geometries.motions",
    "Token": "basics.budget",
    "TrueCandidates": "solving.candidates",
    "Written": "formats",
    "canonical": "solving.queries.equivalence",
    "check": "solving.queries.checking.report",
    "compile": "solving.compiling",
    "convert": "solving.queries.conversion",
    "count": "solving.queries.counting",
    "describe": "solving.explaining.descriptions",
    "draw": "render.picture",
    "equivalent": "solving.queries.equivalence",
    "estimate": "solving.queries.sampling",
    "explain": "solving.explaining.solving_path",
    "generate": "generating",
    "generate_many": "generating",
    "generate_set": "generating",
    "geometry": "puzzles.geometries.library",
    "hint": "solving.explaining.hints",
    "is_unique": "solving.solver",
    "layout": "generating.layouts",
    "lint": "solving.queries.linting",
    "load": "puzzles.loading",
    "load_recipe": "generating",
    "rate": "solving.rating",
    "read": "formats",
    "read_all": "formats",
    "solution": "solving.queries.sampling",
    "solutions": "solving.queries.enumeration",
    "solve": "solving.solver",
    "solve_many": "solving.batch",
    "steps": "solving.explaining.solving_path",
    "support_counts": "solving.solver",
    "symmetries": "solving.queries.motions",
    "tredoku": "generating.layouts",
    "tredoku_tilings": "generating.layouts",
    "true_candidates": "solving.solver",
    "write": "solving.queries.conversion",
    "write_set": "generating",
}

__all__ = [
    "Alphabet",
    "BadLineError",
    "Board",
    "Cancelled",
    "Canonical",
    "Count",
    "Editor",
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
    "SupportCounts",
    "Symmetry",
    "Token",
    "TrueCandidates",
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
        said = f"module {__name__!r} has no attribute {name!r}"
        if name[:1].isupper() and name in import_module(f"{__name__}.shapes").__all__:
            said += f"; write: from {__name__}.shapes import {name}"
        raise AttributeError(said) from None
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    # `help` would print the documentation of all names, 4,700 lines. Without members it prints the
    # text at the top of this file, which fits a screen. `pydoc` has no other way to ask for that:
    # its `document` takes an AttributeError, and only that, for "there are no members to print".
    if _is_documented_by_pydoc():
        raise AttributeError("the members of the package are documented one by one")
    return sorted(set(globals()) | set(__all__))


def _is_documented_by_pydoc() -> bool:
    """Return whether `Doc.document` of `pydoc` asks for the members, by way of `inspect`."""
    frame, callers = sys._getframe(), 6  # two or three in `inspect`, two in `pydoc`
    while callers and frame.f_back:
        frame, callers = frame.f_back, callers - 1
        code = frame.f_code
        if code.co_name == "document" and code.co_filename.endswith("pydoc.py"):
            return True
    return False
