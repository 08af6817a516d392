"""Generators: the entries of ``build:`` in a geometry file; each is imported when first used."""

from sudokulib.puzzles.geometries.generators.generator import (
    Generator,
    Scope,
    generator_named,
    generators,
    register_generator,
)

__all__ = ["Generator", "Scope", "generator_named", "generators", "register_generator"]
