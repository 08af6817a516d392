"""The module that registers each generator, to import only modules in use."""

from __future__ import annotations

from sudokulib.basics.registry import index_of

_NAMES = {
    "cubes": "cube",
    "grid": "grid",
    "hexagons": "hexagons",
    "include": "include",
    "overlays": "diagonals disjoint-groups windows",
    "regions": "regions",
    "rings": "rings",
    "tiles": "tiles",
    "triangles": "triangles",
    "volume": "volume",
}
"""For each module the generators that it registers; add new ones here (a test checks that)."""

GENERATOR_MODULES = index_of("sudokulib.puzzles.geometries.generators", _NAMES)
"""For each generator of the library the full name of its module."""
