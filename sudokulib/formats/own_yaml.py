"""The library's own puzzle files, as text."""

from __future__ import annotations

import re

from sudokulib.basics.limits import Limits
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.json_lines import file_data, is_json_lines
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import yaml_text

_GEOMETRY = re.compile(
    r"^(?:\{\s*)?[ \t]*[\"']?geometry(?:[\"']?\s*:|[ \t]+[\w./-]+[ \t]*$)", re.MULTILINE
)
"""The field of the geometry; also without its colon, so that the reader can report that."""


def _is_own(text: str) -> bool:
    return _GEOMETRY.search(text) is not None and not is_json_lines(text)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    return loads(text, name, limits=limits)


def _write(puzzle: Puzzle) -> str:
    return yaml_text(file_data(puzzle))


OWN = register_format(
    Format(
        "yaml",
        _is_own,
        _read,
        _write,
        summary="puzzle files of sudokulib (docs/geometry-files.md)",
        keeps="everything, but rules that follow seams only on geometries with a name",
        suffixes=(".yaml", ".yml"),
    )
)
"""A puzzle as `sudokulib.load` reads it, but from text: it includes geometries by name only."""
