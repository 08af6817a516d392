"""Geometries: file models, loader, library, generators, topology, graph."""

from sudokulib.puzzles.geometries.core import Cell, Count, Expect, Geometry, Part
from sudokulib.shapes.topology import Topology

__all__ = ["Cell", "Count", "Expect", "Geometry", "Part", "Topology"]
