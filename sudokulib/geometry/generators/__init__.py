"""Generators: the entries of ``build:`` in a geometry file. Importing registers ours."""

from sudokulib.geometry.generators import grid, include, overlays, regions
from sudokulib.geometry.generators.generator import (
    Generator,
    Scope,
    generators,
    register_generator,
)

__all__ = [
    "Generator",
    "Scope",
    "generators",
    "grid",
    "include",
    "overlays",
    "regions",
    "register_generator",
]
