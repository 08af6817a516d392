"""Generators: the entries of ``build:`` in a geometry file. Importing it registers ours."""

from sudokulib.geometries.generators import (
    cubes,
    grid,
    include,
    overlays,
    regions,
    rings,
    tiles,
    triangles,
    volume,
)
from sudokulib.geometries.generators.generator import (
    Generator,
    Scope,
    generators,
    register_generator,
)

__all__ = [
    "Generator",
    "Scope",
    "cubes",
    "generators",
    "grid",
    "include",
    "overlays",
    "regions",
    "register_generator",
    "rings",
    "tiles",
    "triangles",
    "volume",
]
