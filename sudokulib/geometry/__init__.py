"""Geometries: file models, loader, library, generators, topology, graph."""

from sudokulib.geometry.geometry import Cell, Count, Expect, Geometry, Part
from sudokulib.geometry.topology import Topology

__all__ = ["Cell", "Count", "Expect", "Geometry", "Part", "Topology"]
