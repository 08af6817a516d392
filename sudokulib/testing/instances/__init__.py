"""Small instances of every built-in kind of shape.

Every module here gives

    INSTANCES   by name of a kind: a function (draw, geometry) that returns a rule of that kind,
                drawn with hypothesis' `draw`. Clues are best read off a drawn `filling`, so that
                some filling fits. A rule with a `problem` is skipped.
    GEOMETRIES  optional, by name of a kind: a hypothesis strategy of geometries to draw from
                instead of `small_geometries()` (for kinds that need roles, boxes, ...).
    ORDERED     optional, names of kinds that read the order of cell indices in other shapes, and
                are not tried with cells renamed out of order.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.testing.instances import (
    composite,
    lines,
    modifiers,
    moves,
    outside,
    pairs,
    sets,
    shading,
)
from sudokulib.testing.instances.instance import Instance, small_geometries, tiny_grids

__all__ = ["instances", "ordered", "own_geometries", "small_geometries", "tiny_grids"]

_MODULES: tuple[ModuleType, ...] = (
    composite,
    lines,
    modifiers,
    moves,
    outside,
    pairs,
    sets,
    shading,
)


# It reads nothing but constants.
@cache
def instances() -> dict[str, Instance]:
    """Return the functions that draw rules of each kind, by its name."""
    return {name: make for module in _MODULES for name, make in module.INSTANCES.items()}


# It reads nothing but constants.
@cache
def ordered() -> frozenset[str]:
    """Return the kinds that read the order of cell indices in other shapes."""
    return frozenset(name for module in _MODULES for name in getattr(module, "ORDERED", ()))


# It reads nothing but constants.
@cache
def own_geometries() -> dict[str, st.SearchStrategy[Geometry]]:
    """Return the geometries that some kinds need, by name of the kind; others suit any."""
    tables = (getattr(module, "GEOMETRIES", {}) for module in _MODULES)
    return {name: strategy for table in tables for name, strategy in table.items()}
