"""Geometries from plain data: what a file would say, without the file."""

from __future__ import annotations

from typing import Any

from sudokulib.cells import cell_name
from sudokulib.geometries.build import build_geometry
from sudokulib.geometries.files import geometry_file
from sudokulib.geometries.geometry import Geometry
from sudokulib.geometries.library import geometry
from sudokulib.geometries.loader import read_geometry

__all__ = ["SYMBOLS", "at", "from_file", "from_text", "grid"]

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def from_file(**content: Any) -> Geometry:
    """The geometry that a file with this content describes; includes are shipped geometries."""
    return build_geometry(geometry_file().model_validate(content), geometry)


def from_text(text: str) -> Geometry:
    """The geometry of a file with this text."""
    return read_geometry(text)


def grid(size: str, box: str | None = None, *more: dict[str, Any], **content: Any) -> Geometry:
    """One grid with its lines, boxes if `box` is given, and `more` generators.

    >>> grid("2x2", symbols="12")
    <Geometry unnamed: 4 cells, 4 shapes, 2 symbols>
    """
    first = {"make": "grid", "size": size} | ({"box": box} if box else {})
    return from_file(build=[first, *more], **content)


def at(row: int, column: int) -> str:
    """The name of the cell at a 0-based position."""
    return cell_name((row, column))
