"""The parts that data of results is made of, and their reading; docs/json.md documents them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sudokulib.basics.caching import cached_by
from sudokulib.board import Candidate
from sudokulib.errors import SudokuError
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Count, Geometry
from sudokulib.puzzles.geometries.library import geometry_in
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import geometry_file_data, puzzle_file_data
from sudokulib.render.results.reading import Fields
from sudokulib.search import Estimate
from sudokulib.solving.explaining.solving_path import Explanation, explain_steps
from sudokulib.solving.explaining.step_reader import StepReader
from sudokulib.solving.explaining.step_writer import StepWriter
from sudokulib.solving.result import DifferingCell
from sudokulib.solving.subjects import as_geometry

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


@cached_by(lambda geometry: geometry.exact_key, maxsize=64)
def name_or_data(geometry: Geometry) -> str | Data | None:
    """Return the name of a geometry, or what a file of it holds; None if no file can say it."""
    known = puzzle_file_data(geometry.puzzle())["geometry"]
    if known == geometry.name:
        return geometry.name
    data = geometry_file_data(geometry)
    try:
        same = geometry_in(json.dumps(data, ensure_ascii=False)) == geometry
    except SudokuError:
        same = False
    return data if same else None


def read_geometry_file(fields: Fields, name: str) -> Geometry:
    """Return the geometry that the value of a key describes.

    Raises:
        SudokuError: it is null, or it has a mistake.
    """
    data = fields.get(name)
    if data is None:
        fields.fail(name, "a geometry; this one cannot be written in JSON")
    if isinstance(data, str):
        return as_geometry(data)
    return geometry_in(fields.json(name))


def puzzle_data(puzzle: Puzzle) -> Data:
    """Return a puzzle in short, and as a file has it."""
    return {
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "description": puzzle.description,
        "geometry": geometry_data(puzzle.geometry),
        "shapes": len(puzzle.all_shapes),
        "givens": dict(puzzle.givens),
        "picture": str(puzzle).splitlines(),
        "file": _file(puzzle),
    }


def _file(puzzle: Puzzle) -> Data | None:
    """Return what a puzzle file holds; None if that would not mean the same when it is read."""
    data = puzzle_file_data(puzzle)
    if puzzle.answer:
        data["solution"] = Solution(puzzle, puzzle.answer).line()
    given = dict(puzzle.given_values)
    domains = puzzle.geometry.domains
    plain = all(puzzle.masks[cell] == domains[cell] & 1 << given[cell] for cell in given)
    if plain and isinstance(data["geometry"], str):
        return data
    try:
        return data if loads(json.dumps(data, ensure_ascii=False), "the data") == puzzle else None
    except SudokuError:
        return None


def read_puzzle(fields: Fields, known: Puzzle | None, name: str = "puzzle") -> Puzzle:
    """Return the puzzle in the value of a key, or the one that the caller knows it to be.

    Raises:
        SudokuError: there is none in the data, and the caller knows none.
    """
    if known is not None:
        return known
    part = fields.part(name) if name else fields
    if part.get("file") is None:
        part.fail("file", "a puzzle; this one cannot be written in JSON, so pass it as puzzle=")
    found = loads(part.json("file"), "the data")
    return replace(
        found,
        geometry=_titled(found.geometry, part.part("geometry")),
        title=part.text("title"),
        author=part.text("author"),
        source=part.text("source"),
        description=part.text("description"),
    )


def _titled(geometry: Geometry, fields: Fields) -> Geometry:
    """Return a geometry with the name and title that it had, which files may not state."""
    name, title = fields.text("name"), fields.text("title")
    same = (name, title) == (geometry.name, geometry.title)
    return geometry if same else replace(geometry, name=name, title=title)


def difference_data(difference: DifferingCell) -> Data:
    """Return a cell in which two solutions differ."""
    return {"cell": difference.cell, "symbols": list(difference.symbols)}


def solution_data(solution: Solution) -> Data:
    """Return a solution: by cell, as one line, and as a picture."""
    return {
        "cells": dict(solution),
        "line": solution.line(),
        "picture": str(solution).splitlines(),
    }


def read_solution(fields: Fields, puzzle: Puzzle) -> Solution:
    """Return a solution of a puzzle.

    Raises:
        SudokuError: a cell is missing, or does not hold a symbol.
    """
    cells, alphabet = fields.part("cells"), puzzle.geometry.alphabet
    return Solution(
        puzzle, tuple(alphabet.index(cells.text(cell.name)) for cell in puzzle.geometry.cells)
    )


def step_data(explanation: Explanation) -> Data:
    """Return a step with its explanation in words, and its proof."""
    step, puzzle = explanation.step, explanation.puzzle
    return {
        "technique": step.technique,
        "text": explanation.text,
        "placements": _candidates(step.placements, puzzle),
        "eliminations": _candidates(step.eliminations, puzzle),
        "proof": StepWriter(explanation.words).step(step),
    }


def steps_data(puzzle: Puzzle, steps: Sequence[Step]) -> list[Data]:
    """Return steps from the givens on."""
    return [step_data(one) for one in explain_steps(puzzle, steps)]


def read_steps(items: Sequence[Fields], puzzle: Puzzle) -> tuple[Step, ...]:
    """Return steps of a puzzle from the proofs in data.

    Raises:
        ProblemsError: one is not a step of the puzzle.
    """
    if not items:
        return ()
    reader = StepReader(Words(puzzle), "the data")
    return tuple(reader.step(one.get("proof"), f"{one.at}.proof") for one in items)


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
        "complete": count is not None and count.complete,
        "stopped": "" if count is None else count.stopped,
    }


def estimate_data(estimate: Estimate | None) -> Data | None:
    """Return an estimated number, as text, since it may exceed the numbers of JSON."""
    if estimate is None:
        return None
    return {
        "mean": str(estimate.mean),
        "error": str(estimate.error),
        "samples": estimate.samples,
        "seed": estimate.seed,
    }
