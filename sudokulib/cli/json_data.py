"""The parts that answers in JSON are made of; docs/json.md documents them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudokulib.board import Candidate
    from sudokulib.explaining.solving_path import Explanation
    from sudokulib.geometries.core import Count, Geometry
    from sudokulib.puzzles.filled_grid import Solution
    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.search import Estimate
    from sudokulib.solving.result import Difference

__all__ = [
    "count_data",
    "difference_data",
    "estimate_data",
    "geometry_data",
    "puzzle_data",
    "solution_data",
    "step_data",
]

Data = dict[str, Any]


def geometry_data(geometry: Geometry) -> Data:
    """Return a geometry in short."""
    return {
        "name": geometry.name,
        "title": geometry.title,
        "cells": len(geometry.cells),
        "shapes": len(geometry.shapes),
        "symbols": list(geometry.alphabet.symbols),
    }


def puzzle_data(puzzle: Puzzle) -> Data:
    """Return a puzzle in short."""
    return {
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "description": puzzle.description,
        "geometry": geometry_data(puzzle.geometry),
        "shapes": len(puzzle.all_shapes),
        "givens": dict(puzzle.givens),
        "picture": str(puzzle).splitlines(),
    }


def difference_data(difference: Difference) -> Data:
    """Return a cell in which two solutions differ."""
    return {"cell": difference.cell, "symbols": list(difference.symbols)}


def solution_data(solution: Solution) -> Data:
    """Return a solution: by cell, as one line, and as a picture."""
    return {
        "cells": dict(solution),
        "line": solution.line(),
        "picture": str(solution).splitlines(),
    }


def step_data(explanation: Explanation) -> Data:
    """Return a step with its explanation in words."""
    step, puzzle = explanation.step, explanation.puzzle
    return {
        "technique": step.technique,
        "text": explanation.text,
        "placements": _candidates(step.placements, puzzle),
        "eliminations": _candidates(step.eliminations, puzzle),
    }


def _candidates(candidates: Iterable[Candidate], puzzle: Puzzle) -> Sequence[Data]:
    cells, symbols = puzzle.geometry.cells, puzzle.geometry.alphabet.symbols
    return [
        {"cell": cells[cell].name, "symbol": symbols[value]}
        for cell, value in candidates
        if cell < len(cells)
    ]


def count_data(count: Count | None) -> Data:
    """Return a number of solutions and how it is known; it is text, as it may be very long."""
    return {
        "count": None if count is None else str(count.value),
        "known": None if count is None else count.known,
        "source": "" if count is None else count.source,
    }


def estimate_data(estimate: Estimate | None, seed: int) -> Data | None:
    """Return an estimated number; as text, for it may exceed the numbers of JSON."""
    if estimate is None:
        return None
    return {
        "mean": str(estimate.mean),
        "error": str(estimate.error),
        "samples": estimate.samples,
        "seed": seed,
    }
