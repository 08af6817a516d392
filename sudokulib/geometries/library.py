"""Geometries by name: the user's folders first (``SUDOKULIB_PATH``), then the shipped ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sudokulib.errors import UnknownNameError
from sudokulib.geometries.core import Geometry
from sudokulib.geometries.folders import (
    files_in,
    find_name,
    is_path,
    natural,
    real_path,
    search_folders,
)

if TYPE_CHECKING:
    from sudokulib.geometries.loader import GeometryReader

__all__ = ["Entry", "geometry", "geometry_entries", "geometry_in", "geometry_names"]

Stamp = tuple[int, int]
"""Time of change and size of a file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A geometry that can be had by name.

    Args:
        name: its name.
        path: its file.
        shadows: files of the same name in later folders, which it hides.
    """

    name: str
    path: Path
    shadows: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    """A geometry with what its reading depended on.

    Args:
        geometry: what was read.
        stamps: of every file that was read.
        found: the file that each reference led to, by the file in which it stands.
    """

    geometry: Geometry
    stamps: Mapping[Path, Stamp | None]
    found: Mapping[tuple[Path | None, str], Path]

    def is_current(self) -> bool:
        """Whether reading again would read the same."""
        if any(_stamp(path) != stamp for path, stamp in self.stamps.items()):
            return False
        folders = search_folders()
        return all(
            is_path(name) or _leads_to(name, here, folders) == path
            for (here, name), path in self.found.items()
        )


_READ: dict[tuple[Path, str], _Read] = {}
"""By the file behind a path and the name that the path gives it; each checked to be current."""

_DESCRIBED: dict[str, _Read] = {}
"""The same by the text of a file."""

_MOST_DESCRIBED = 16
"""Texts whose geometries are remembered; then all are forgotten."""


def geometry(name: str | Path) -> Geometry:
    """The geometry of a name, or in the file at a path; the same object until a file changes.

    Args:
        name: such as ``samurai``, or a path, which has a separator or ends in ``.yaml``.

    Raises:
        UnknownNameError: no file has that name.
        ProblemsError: with everything that is wrong in the file.

    >>> geometry("samurai")
    <Geometry samurai: 369 cells, 131 shapes, 9 symbols>
    """
    as_path = isinstance(name, Path) or is_path(name)
    path = Path(name) if as_path else find_name(str(name), search_folders())
    key = (real_path(path), path.stem)
    known = _READ.get(key)
    if known is None or not known.is_current():
        known = _READ[key] = _read(path, key[0])
    return known.geometry


def geometry_in(text: str) -> Geometry:
    """The geometry that a file of this text describes; read again if what it includes changes.

    Raises:
        ProblemsError: with everything that is wrong in it.

    >>> len(geometry_in("build: [{make: grid, size: 4x4, box: 2x2}]"))
    16
    """
    known = _DESCRIBED.get(text)
    if known is None or not known.is_current():
        if len(_DESCRIBED) >= _MOST_DESCRIBED:
            _DESCRIBED.clear()
        known = _DESCRIBED[text] = _read_text(text)
    return known.geometry


def geometry_entries() -> tuple[Entry, ...]:
    """All geometries that can be had by name, in the order of their names."""
    found: dict[str, list[Path]] = {}
    for folder in search_folders():
        for path in files_in(folder):
            found.setdefault(path.stem, []).append(path)
    return tuple(
        Entry(name, paths[0], tuple(paths[1:]))
        for name, paths in sorted(found.items(), key=lambda item: natural(item[0]))
    )


def geometry_names() -> tuple[str, ...]:
    """The names of all geometries, 9x9 before 10x10.

    >>> "9x9" in geometry_names()
    True
    """
    return tuple(entry.name for entry in geometry_entries())


def _read(path: Path, real: Path) -> _Read:
    from sudokulib.geometries.loader import GeometryReader  # noqa: PLC0415 - pydantic is slow to import

    reader = GeometryReader()
    before = _stamp(real)
    found = reader.load(path)
    return _Read(found, {real: before, **_stamps(reader)}, dict(reader.found))


def _read_text(text: str) -> _Read:
    from sudokulib.geometries.loader import GeometryReader  # noqa: PLC0415 - pydantic is slow
    from sudokulib.geometries.source import read_source  # noqa: PLC0415 - and so is YAML

    reader = GeometryReader()
    found = reader.read(read_source(text))
    return _Read(found, _stamps(reader), dict(reader.found))


def _stamps(reader: GeometryReader) -> dict[Path, Stamp | None]:
    return {used.resolve(): _stamp(used) for used in reader.found.values()}


def _stamp(path: Path) -> Stamp | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


def _leads_to(name: str, here: Path | None, folders: tuple[Path, ...]) -> Path | None:
    """The file to which a name leads in a file, or in a text that lies nowhere."""
    try:
        if here is None:
            return find_name(name, folders)
        return find_name(name, (here.parent, *folders), but=here)
    except UnknownNameError:
        return None
