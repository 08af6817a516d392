"""Run by the build: ``python -m sudokulib.puzzles.geometries.compile_shipped FOLDER``.

It writes every shipped geometry as a pickle; see `sudokulib.puzzles.geometries.compiled`.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from sudokulib.puzzles.geometries.compiled import SUFFIX, CompiledGeometry
from sudokulib.puzzles.geometries.folders import files_in, shipped_folder
from sudokulib.puzzles.geometries.loader import GeometryReader


def compile_geometries(target: Path) -> None:
    """Read every shipped geometry and write it to a folder.

    Args:
        target: the folder; created if necessary.
    """
    target.mkdir(parents=True, exist_ok=True)
    for path in files_in(shipped_folder()):
        reader = GeometryReader()
        geometry = reader.load(path)
        made = CompiledGeometry(
            geometry,
            {used.name: used.read_bytes() for used in (path, *reader.found.values())},
            {(here.name, name): to.name for (here, name), to in reader.found.items() if here},
        )
        (target / (path.stem + SUFFIX)).write_bytes(pickle.dumps(tuple(made), protocol=5))


if __name__ == "__main__":
    compile_geometries(Path(sys.argv[1]))
