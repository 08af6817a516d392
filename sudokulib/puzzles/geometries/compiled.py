"""Shipped geometries, read when the package is built, so that programs need not read YAML.

Each is a pickle beside the package's geometry files, with the text of every file that it was read
from; it is ignored if a file has changed. Unpickling 9x9 takes a millisecond, and needs neither
pydantic nor YAML, which take a hundred to import.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import sudokulib
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.folders import real_path, shipped_folder

SUFFIX = ".pickle"
"""The suffix of the files."""

_SOURCES = ("basics", "puzzles/geometries", "shapes")
"""The rooms whose classes are in the pickles."""


class CompiledGeometry(NamedTuple):
    """A geometry as its files described it when the package was built.

    Args:
        geometry: the geometry.
        texts: the text of every file that was read, by name.
        found: the file that each reference leads to, by the file that contains it.
    """

    geometry: Geometry
    texts: Mapping[str, bytes]
    found: Mapping[tuple[str, str], str]

    def places(self, folder: Path) -> dict[tuple[Path | None, str], Path]:
        """Return `found` with the paths that the files have in a folder."""
        return {(folder / here, name): folder / to for (here, name), to in self.found.items()}


def compiled_geometry(path: Path) -> CompiledGeometry | None:
    """Return the geometry compiled from a shipped file, if it is still up to date.

    Args:
        path: the file of the geometry, links resolved.
    """
    folder = real_path(shipped_folder())
    if path.parent != folder:
        return None
    for root in map(Path, sudokulib.__path__):
        try:
            found = _unpickled(root, path.stem)
            if found and _is_current(found, folder):
                return found
        except OSError:
            continue
    return None


# Safe to cache: neither the package nor the code changes while a program runs. Changes of the files
# are checked each time.
@lru_cache(maxsize=64)
def _unpickled(root: Path, name: str) -> CompiledGeometry | None:
    """Return the geometry that the build compiled; None if the code has changed since."""
    file = root / "shipped" / "compiled" / (name + SUFFIX)
    if root != Path(__file__).parents[2] and _is_older_than_code(file):
        return None
    return CompiledGeometry(*pickle.loads(file.read_bytes()))


def _is_current(found: CompiledGeometry, folder: Path) -> bool:
    return all((folder / name).read_bytes() == text for name, text in found.texts.items())


def _is_older_than_code(file: Path) -> bool:
    """Return whether code has changed since, as it may in an editable install."""
    made = file.stat().st_mtime_ns
    package = Path(__file__).parents[2]
    rooms = (package / room for room in _SOURCES)
    return any(source.stat().st_mtime_ns > made for room in rooms for source in room.rglob("*.py"))
