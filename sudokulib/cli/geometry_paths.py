"""Puzzle files that name the file of their geometry, where writing it out would take pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    import yaml

    from sudokulib.geometries import folders, loader
    from sudokulib.geometries.core import Geometry
    from sudokulib.puzzles import writing
else:  # not for --help
    yaml = lazy_module("yaml")
    folders = lazy_module("sudokulib.geometries.folders")
    loader = lazy_module("sudokulib.geometries.loader")
    writing = lazy_module("sudokulib.puzzles.writing")

__all__ = ["named_by_path"]


def named_by_path(text: str, geometry: Geometry, target: str, out: Path | None) -> str:
    """Return the text of a puzzle file, with a geometry that includes others by path as a path.

    Such a geometry means nothing without the files that it includes, so that its short form can
    stand in no other file; written out, it has a line or more for each cell of each shape. That is
    done only if the puzzle is written to another folder, out of which files may not look.

    Args:
        text: the puzzle as YAML.
        geometry: its geometry.
        target: what the command was given: perhaps the file of the geometry or of a puzzle on it.
        out: the file that is written, from which the path leads; None for the current folder.
    """
    written = yaml.safe_load(text)["geometry"]
    short = json.loads(geometry.file) if geometry.file else None
    home = None if isinstance(written, str) or written == short else _file_of(target)
    below = _path_below(out, home) if home else ""
    if not below:
        return text
    lines = text.splitlines(keepends=True)
    first = lines.index("geometry:\n")
    after = next((n for n in range(first + 1, len(lines)) if lines[n][:1].strip()), len(lines))
    named = writing.yaml_text({"geometry": below})
    return "".join([*lines[:first], named, *lines[after:]])


def _file_of(target: str) -> Path | None:
    """Return the file of the geometry that a file describes or names by its path."""
    path = Path(target)
    if path.suffix not in folders.SUFFIXES or not folders.is_file(path):
        return None
    source = loader.source_of(path)
    if not loader.is_puzzle(source):
        return path
    named = source.data.get("geometry")
    return path.parent / named if isinstance(named, str) and folders.is_path(named) else None


def _path_below(out: Path | None, path: Path) -> str:
    """Return the way down from the folder of a file, or from the current folder; empty if none.

    Files name others only in their folder and below it.
    """
    start = (out.parent if out else Path()).resolve()
    whole = path.resolve()
    return whole.relative_to(start).as_posix() if whole.is_relative_to(start) else ""
