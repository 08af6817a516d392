"""Geometries by name: the user's folders first (``SUDOKULIB_PATH``), then the shipped ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module
from sudokulib.basics.quoting import short
from sudokulib.errors import UnknownNameError
from sudokulib.puzzles.geometries.compiled import compiled_geometry
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.folders import (
    files_in,
    find_name,
    is_path,
    natural_sort_key,
    real_path,
    search_folders,
)

if TYPE_CHECKING:
    from sudokulib.puzzles.geometries import loader, source
    from sudokulib.puzzles.geometries.loader import GeometryReader
else:
    loader = lazy_module("sudokulib.puzzles.geometries.loader")  # pydantic is slow to import
    source = lazy_module("sudokulib.puzzles.geometries.source")  # and so is YAML

FileVersion = tuple[int, int]
"""Modification time and size of a file."""


@dataclass(frozen=True, slots=True)
class GeometryEntry:
    """A geometry that can be loaded by name.

    Args:
        name: its name.
        path: its file.
        shadows: files of the same name in later folders, which are hidden.
    """

    name: str
    path: Path
    shadows: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _CachedGeometry:
    """A geometry with the files from which it was read.

    Args:
        geometry: the geometry.
        versions: of every file that was read.
        found: the file that each reference leads to, by the file that contains it.
    """

    geometry: Geometry
    versions: Mapping[Path, FileVersion | None]
    found: Mapping[tuple[Path | None, str], Path]

    def is_current(self) -> bool:
        """Return whether reading again would give the same."""
        if any(_file_version(path) != stamp for path, stamp in self.versions.items()):
            return False
        folders = search_folders()
        return all(
            is_path(name) or _resolve_name(name, here, folders) == path
            for (here, name), path in self.found.items()
        )


_BY_PATH: dict[tuple[Path, str], _CachedGeometry] = {}
"""Geometries by the file behind a path and the name from the path; checked on use to be current."""

_BY_TEXT: dict[str, _CachedGeometry] = {}
"""Geometries by the text of a file, checked in the same way."""

_MAX_BY_TEXT = 16
"""The most texts whose geometries are cached; one more clears the cache. A bound on memory: one of
9x9 takes 0.14 MB (`tracemalloc`, 2026-11)."""


def geometry(name: str | Path) -> Geometry:
    """Return a geometry by its name, or from the file at a path; cached until a file changes.

    Args:
        name: such as ``samurai``, or the `Path` of a file. A string is never the path of a file.

    Raises:
        TypeError: it is neither a name nor a path.
        UnknownNameError: no geometry has that name.
        ProblemsError: with everything wrong in the file.

    >>> geometry("samurai")
    <Geometry samurai: 369 cells, 131 shapes, 9 symbols>
    """
    if not isinstance(name, str | Path):
        raise TypeError(
            f"a geometry has a name or a path, such as '9x9', not {short(repr(name))}; "
            "solve, count and the rest accept data of a geometry, Geometry.from_houses "
            "accepts houses"
        )
    path = name if isinstance(name, Path) else _path_named(name)
    key = (real_path(path), path.stem)
    known = _BY_PATH.get(key)
    if known is None or not known.is_current():
        known = _BY_PATH[key] = _read(path, key[0])
    return known.geometry


def _path_named(name: str) -> Path:
    if is_path(name):
        raise UnknownNameError(
            f"{short(name)!r} is a path, not the name of a geometry; pass a file as a pathlib.Path"
        )
    return find_name(name, search_folders())


def geometry_in(text: str) -> Geometry:
    """Return the geometry that a file of this text describes; read again if an include changes.

    Raises:
        ProblemsError: with everything that is wrong in it.

    >>> len(geometry_in("build: [{make: grid, size: 4x4, box: 2x2}]"))
    16
    """
    known = _BY_TEXT.get(text)
    if known is None or not known.is_current():
        if len(_BY_TEXT) >= _MAX_BY_TEXT:
            _BY_TEXT.clear()
        known = _BY_TEXT[text] = _read_text(text)
    return known.geometry


def geometry_entries() -> tuple[GeometryEntry, ...]:
    """Return all geometries that can be loaded by name, in the order of their names."""
    found: dict[str, list[Path]] = {}
    for folder in search_folders():
        for path in files_in(folder):
            found.setdefault(path.stem, []).append(path)
    return tuple(
        GeometryEntry(name, paths[0], tuple(paths[1:]))
        for name, paths in sorted(found.items(), key=lambda item: natural_sort_key(item[0]))
    )


def geometry_names() -> tuple[str, ...]:
    """Return the names of all geometries, 9x9 before 10x10.

    >>> "9x9" in geometry_names()
    True
    """
    return tuple(entry.name for entry in geometry_entries())


def _read(path: Path, real: Path) -> _CachedGeometry:
    before = _file_version(real)
    if path.stem == real.stem and (made := compiled_geometry(real)):
        versions = {real.parent / name: _file_version(real.parent / name) for name in made.texts}
        return _CachedGeometry(made.geometry, versions, made.places(real.parent))
    reader = loader.GeometryReader()
    found = reader.load(path)
    return _CachedGeometry(found, {real: before, **_file_versions(reader)}, dict(reader.found))


def _read_text(text: str) -> _CachedGeometry:
    reader = loader.GeometryReader()
    found = reader.read(source.read_source(text))
    return _CachedGeometry(found, _file_versions(reader), dict(reader.found))


def _file_versions(reader: GeometryReader) -> dict[Path, FileVersion | None]:
    return {used.resolve(): _file_version(used) for used in reader.found.values()}


def _file_version(path: Path) -> FileVersion | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def _resolve_name(name: str, here: Path | None, folders: tuple[Path, ...]) -> Path | None:
    """Return the file that a name denotes in a file, or in a text without a file."""
    try:
        if here is None:
            return find_name(name, folders)
        return find_name(name, (here.parent, *folders), but=here)
    except UnknownNameError:
        return None
