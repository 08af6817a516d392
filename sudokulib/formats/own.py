"""Our own puzzle files, as text."""

from __future__ import annotations

import re

import yaml

from sudokulib.formats.format import Format, register_format
from sudokulib.limits import Limits
from sudokulib.loading import loads
from sudokulib.puzzle import Puzzle
from sudokulib.writing import puzzle_file_data

__all__ = ["OWN"]

_GEOMETRY = re.compile(r"^\{?\s*[\"']?geometry[\"']?\s*:", re.MULTILINE)


def _is_own(text: str) -> bool:
    return _GEOMETRY.search(text) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    return loads(text, name, limits=limits)


def _write(puzzle: Puzzle) -> str:
    data = puzzle_file_data(puzzle)
    if puzzle.answer:
        symbols = puzzle.geometry.alphabet.symbols
        join = "" if puzzle.geometry.alphabet.compact else " "
        data["solution"] = join.join(symbols[value] for value in puzzle.answer)
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)


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
