"""Our own puzzle files, as text."""

from __future__ import annotations

import re

from sudokulib.formats.format import Format, register_format
from sudokulib.limits import Limits
from sudokulib.loading import loads
from sudokulib.puzzle import Puzzle

__all__ = ["OWN"]

_GEOMETRY = re.compile(r"^\{?\s*geometry\s*:", re.MULTILINE)


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    return loads(text, name, limits=limits)


OWN = register_format(
    Format("YAML of ours", lambda text: _GEOMETRY.search(text) is not None, _read)
)
"""A puzzle as `sudokulib.load` reads it, but from text: it includes geometries by name only."""
