"""Common parts of the makers of instances: small geometries, and cells and clues drawn on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Kind
from sudokulib.testing.from_data import from_file, from_text

Instance = Callable[[st.DrawFn, Geometry], Kind]
"""Draws a rule of some kind on a geometry."""

_GRIDS: tuple[dict[str, Any], ...] = (
    {"size": "2x3", "symbols": "123"},
    {"size": "1x5", "symbols": "1234"},
    {"size": "2x2", "symbols": "12345"},
    {"size": "2x3", "symbols": "0123"},
    {"size": "3x3", "symbols": "123", "wrap": "both", "lines": True},
    {"size": "2x3", "symbols": {"symbols": "ABCD", "values": [1, 2, 4, 7]}},
    {"size": "3x2", "symbols": {"symbols": "XYZ", "values": [-1, 0, 2]}},
    {"size": "2x4", "symbols": "1234", "box": "2x2", "lines": True},
    {"size": "4x4", "symbols": "1234", "box": "2x2", "lines": True},
    {"size": "1x6", "symbols": "01234", "wrap": "rows"},
    {"size": "3x3", "symbols": "1234", "allowed": {"R1C1-R1C3": "124", "R2C2": "3", "R3C3": "13"}},
)

_CORNER = """
symbols: 1234
cells:
  A: {at: [1, 1], corners: [m, n, ne, e]}
  B: {at: [1, 2], corners: [m, e, se, s]}
  C: {at: [2, 1], corners: [m, s, w, n]}
  D: {at: [2, 2], corners: [w, n, nw]}
"""
"""Three squares around a point, and a triangle on one of them."""


# It reads nothing but constants.
@cache
def tiny_grids() -> tuple[Geometry, ...]:
    """Return tiny geometries: values from 0, with gaps, below 0, wrapped, restricted, no grid."""
    return (*map(_grid, _GRIDS), from_text(_CORNER))


def _grid(spec: dict[str, Any]) -> Geometry:
    grid = {"make": "grid", "lines": False, **spec}
    content = {key: grid.pop(key) for key in ("symbols", "allowed") if key in grid}
    return from_file(build=[grid], **content)


def small_geometries() -> st.SearchStrategy[Geometry]:
    """Return a strategy for `tiny_grids`; the first are the simplest."""
    return st.sampled_from(range(len(_GRIDS) + 1)).map(lambda i: tiny_grids()[i])


def some_cells(draw: st.DrawFn, geometry: Geometry, least: int = 1, most: int = 4) -> list[int]:
    """Draw different cells in any order, at most as many as there are."""
    count = len(geometry.cells)
    most = min(most, count)
    return draw(_orders(count))[: draw(st.integers(min(least, most), most))]


# The key covers everything it reads except constants.
@cache
def _orders(count: int) -> st.SearchStrategy[list[int]]:
    """Return a strategy for orders, made once for each number, as it is drawn most often."""
    return st.permutations(range(count))


def some_set(draw: st.DrawFn, geometry: Geometry, least: int = 1, most: int = 4) -> tuple[int, ...]:
    """Draw cells as a `CellSet`."""
    return tuple(sorted(some_cells(draw, geometry, least, most)))


def some_line(
    draw: st.DrawFn, geometry: Geometry, least: int = 2, most: int = 4
) -> tuple[int, ...]:
    """Draw cells as a `CellLine`."""
    return tuple(some_cells(draw, geometry, least, most))


def some_lines(
    draw: st.DrawFn, geometry: Geometry, least: int = 1, most: int = 2, cells: int = 3
) -> tuple[tuple[int, ...], ...]:
    """Draw several lines of two to `cells` cells, which may share some."""
    count = draw(st.integers(least, most))
    return tuple(some_line(draw, geometry, 2, cells) for _ in range(count))


def filling(draw: st.DrawFn, geometry: Geometry) -> list[int]:
    """Draw an integer for each cell, of those that it allows."""
    return [draw(st.sampled_from(allowed(geometry, c))) for c in range(len(geometry.cells))]


def allowed(geometry: Geometry, cell: int) -> list[int]:
    """Return the integers that a cell allows."""
    values, domain = geometry.alphabet.values, geometry.domains[cell]
    return [value for i, value in enumerate(values) if domain >> i & 1]


def some_values(
    draw: st.DrawFn, geometry: Geometry, least: int = 1, most: int = 3
) -> tuple[int, ...]:
    """Draw integers of the alphabet, some perhaps twice."""
    one = st.sampled_from(geometry.alphabet.values)
    return tuple(draw(st.lists(one, min_size=least, max_size=most)))


def total(values: Sequence[int], cells: Sequence[int]) -> int:
    """Return the sum of some cells in a filling."""
    return sum(values[c] for c in cells)
