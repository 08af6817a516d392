"""Puzzle files that name the file of their geometry where writing it out would take pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    import yaml

    from sudokulib.puzzles import writing
    from sudokulib.puzzles.geometries import folders, loader
    from sudokulib.puzzles.geometries.core import Geometry
else:  # not for --help
    yaml = lazy_module("yaml")
    folders = lazy_module("sudokulib.puzzles.geometries.folders")
    loader = lazy_module("sudokulib.puzzles.geometries.loader")
    writing = lazy_module("sudokulib.puzzles.writing")


def named_by_path(text: str, geometry: Geometry, target: str, out: Path | None) -> str:
    """Return the text of a puzzle file, with a path in place of a geometry that includes paths.

    Such a geometry is meaningless without the files that it includes, so its short form cannot be
    copied to another file; written out, it has at least a line for each cell of each shape. That is
    done only if the puzzle is written to another folder, from which the includes are forbidden.

    Args:
        text: the puzzle as YAML.
        geometry: its geometry.
        target: what the command was given: perhaps the file of the geometry or of a puzzle on it.
        out: the file to write, to which the path is relative; None for the current folder.
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
    """Return a path relative to the folder of a file, or to the current one; empty if not below it.

    Files may name others only in their folder and below it.
    """
    start = (out.parent if out else Path()).resolve()
    whole = path.resolve()
    return whole.relative_to(start).as_posix() if whole.is_relative_to(start) else ""
