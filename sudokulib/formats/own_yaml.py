"""The library's own puzzle files, as text."""

from __future__ import annotations

import re

from sudokulib.basics.limits import Limits
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import rectangle
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data, yaml_text

__all__ = ["OWN"]

_GEOMETRY = re.compile(
    r"^(?:\{\s*)?[ \t]*[\"']?geometry(?:[\"']?\s*:|[ \t]+[\w./-]+[ \t]*$)", re.MULTILINE
)
"""The field of the geometry; also without its colon, so that the reader can say so."""


def _is_own(text: str) -> bool:
    return _GEOMETRY.search(text) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    return loads(text, name, limits=limits)


def _write(puzzle: Puzzle) -> str:
    data = puzzle_file_data(puzzle)
    if (
        isinstance(data["geometry"], dict)
        and "cells" in data["geometry"]
        and (size := _plain_size(puzzle))
    ):
        for name in ("cells", "adjacency"):
            data["geometry"].pop(name, None)
        data["geometry"]["build"] = [{"make": "grid", "size": size, "lines": False}]
    if puzzle.answer:
        symbols = puzzle.geometry.alphabet.symbols
        join = "" if puzzle.geometry.alphabet.compact else " "
        data["solution"] = join.join(symbols[value] for value in puzzle.answer)
    return yaml_text(data)


def _plain_size(puzzle: Puzzle) -> str:
    """Return rows and columns of a geometry like a plain grid, as in 9x9; empty for any other."""
    cells = puzzle.geometry.cells
    rows, columns = (1 + max(cell.at[axis] for cell in cells) for axis in (0, 1))
    if [cell.at for cell in cells] != [(r, c) for r in range(rows) for c in range(columns)]:
        return ""
    plain = rectangle(rows, columns, None, puzzle.geometry.alphabet.symbols)
    return f"{rows}x{columns}" if plain.topology == puzzle.geometry.topology else ""


OWN = register_format(
    Format(
        "yaml",
        _is_own,
        _read,
        _write,
        summary="puzzle files of sudokulib (docs/geometry-files.md)",
        keeps="everything; but rules that follow seams only on geometries that have a name",
        suffixes=(".yaml", ".yml"),
    )
)
"""A puzzle as `sudokulib.load` reads it, but from text: it includes geometries by name only."""
