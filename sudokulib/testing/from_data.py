"""Geometries from plain data: the contents of a file, without the file."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sudokulib.basics.cells import cell_name
from sudokulib.puzzles.geometries.build import build_geometry
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.files import geometry_file
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.geometries.source import read_source

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def from_file(**content: Any) -> Geometry:
    """Return the geometry that a file with this content describes; it may include shipped ones."""
    made = build_geometry(geometry_file().model_validate(content), geometry)
    return replace(made, file=json.dumps(_without_none(content)))


def _without_none(value: Any) -> Any:
    """Return the data without entries that are None, which a file leaves out."""
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None}
    return list(map(_without_none, value)) if isinstance(value, list | tuple) else value


def from_text(text: str) -> Geometry:
    """Return the geometry of a file with this text."""
    return replace(read_geometry(text), file=json.dumps(read_source(text).data))


def grid(size: str, box: str | None = None, *more: dict[str, Any], **content: Any) -> Geometry:
    """Return one grid with its lines, boxes if `box` is given, and `more` generators.

    >>> grid("2x2", symbols="12")
    <Geometry unnamed: 4 cells, 4 shapes, 2 symbols>
    """
    first = {"make": "grid", "size": size} | ({"box": box} if box else {})
    return from_file(build=[first, *more], **content)


def cell_at(row: int, column: int) -> str:
    """Return the name of the cell at a 0-based position."""
    return cell_name((row, column))
