"""The preview of a text: its picture and cells, or its errors, each at its line."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from sudokulib.basics.budget import Budget
from sudokulib.basics.caching import cached_by
from sudokulib.basics.interruption import interruptible
from sudokulib.errors import Problem, ProblemsError, SudokuError
from sudokulib.puzzles.geometries.loader import GeometryReader, is_puzzle
from sudokulib.puzzles.geometries.source import Source, read_source
from sudokulib.puzzles.loading import trace_puzzle
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.page import cell_data, page_background, rules_of
from sudokulib.render.svg import path_of, point_of, svg_of
from sudokulib.scene.items import Slot
from sudokulib.scene.palette import SCALE
from sudokulib.shapes import Shape

Data = dict[str, Any]

_NUMBERS = count(1)
"""A number for each drawing, by which a page says which one it has, so that only what has changed
since is sent."""

_SECONDS = 5.0
"""A limit of a preview: it is to be there at once, and takes 0.05 s for a samurai."""


def puzzle_in(text: str, path: Path) -> Puzzle:
    """Return the puzzle in a text, or that of the geometry in it.

    Args:
        text: as in a file.
        path: of the file, from which it may include others of its folder.

    Raises:
        ProblemsError: with everything that is wrong in it.
    """
    return traced_puzzle(text, path)[0]


def traced_puzzle(text: str, path: Path) -> tuple[Puzzle, tuple[tuple[int, Shape], ...], Source]:
    """Return the puzzle in a text, each of its shapes after its number there, and the source.

    Raises:
        ProblemsError: with everything that is wrong in it.
    """
    source = read_source(text, path.name)
    reader = GeometryReader()
    with reader.opened(path):
        if not is_puzzle(source):
            return reader.read(source, path.stem).puzzle(), (), source
        puzzle, traced = trace_puzzle(reader.puzzle(source))
    return puzzle, tuple((int(field[1]), shape) for field, shape in traced), source


def preview(text: str, path: Path, known: int = 0) -> Data:
    """Return the picture of the puzzle in a text, with all that a page needs to edit it.

    Args:
        text: as in a file.
        path: of the file.
        known: the number of the drawing that the page has, which is not sent again.

    Returns:
        ``problems``, and unless there are any, ``board``: the givens, the shapes, the number of the
        drawing, and unless that is known, an SVG, and per cell what
        `sudokulib.render.page.cell_data` says, its outline, middle and room for a symbol.

    >>> found = preview("geometry: 4x4\\nshapes: [{kind: cage, cells: R1C1 R1C2, sum: 50}]", Path())
    >>> [(one["line"], one["message"]) for one in found["problems"]]
    [(2, 'cage: 2 cells cannot sum to 50 with different values, only to 3 to 7')]
    """
    budget = Budget(_SECONDS)
    try:
        with interruptible(budget.check):
            puzzle, shapes, source = traced_puzzle(text, path)
            return {"problems": [], "board": _board(puzzle, shapes, source, known)}
    except ProblemsError as error:
        return {"problems": [_problem(one, path) for one in error.problems], "board": None}
    except SudokuError as error:
        problem = Problem(str(error), file=path.name, line=1, column=1)
        return {"problems": [_problem(problem, path)], "board": None}


def _problem(problem: Problem, path: Path) -> Data:
    """Return a problem as data; one of another file is shown at the beginning."""
    data = problem.as_dict()
    if problem.file not in (path.name, str(path), "<text>"):
        data |= {"line": 1, "column": 1, "message": f"{problem.file}: {problem.message}"}
    return data


def _board(
    puzzle: Puzzle, shapes: tuple[tuple[int, Shape], ...], source: Source, known: int
) -> Data:
    drawing = _drawing(puzzle if puzzle.fog else puzzle.without_givens())
    cells = len(puzzle.geometry.cells)
    written = source.root.items.get("shapes")
    return ({} if drawing["drawing"] == known else drawing) | {
        "drawing": drawing["drawing"],
        "givens": puzzle.given_values,
        "shapes": [
            {
                "number": number,
                "name": puzzle.name_of(shape),
                "line": written.items[number].mark[0] if written else 1,
                "cells": [cell for cell in shape.cells if cell < cells],
            }
            for number, shape in shapes
        ],
    }


@cached_by(lambda puzzle: puzzle.exact_key, maxsize=8)
def _drawing(puzzle: Puzzle) -> Data:
    """Return all that is drawn of a puzzle except its givens, and a number that stands for it.

    It takes 99 % of the time of a preview, and digits do not change it unless there is fog.
    """
    on = page_background(puzzle)
    scene = on.scene([Slot("contents"), Slot("cells")], rules=False)
    return cell_data(on, scene.box) | {
        "drawing": next(_NUMBERS),
        "svg": svg_of(scene, theme=None),
        "across": scene.box[2] - scene.box[0],
        "outlines": [path_of([line], scene.box, closed=True) for line in on.contents.outlines],
        "middles": [point_of(middle, scene.box) for middle in on.contents.middles],
        "radii": [round(radius * SCALE, 1) for radius in on.contents.radii],
        "rules": rules_of(puzzle),
    }
