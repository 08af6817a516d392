"""Grids as numpy arrays, where numpy is installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.core import Geometry

if TYPE_CHECKING:
    import numpy as np
else:
    np = lazy_module("numpy")


def grid_array(
    geometry: Geometry, known: Mapping[int, int], empty: int | None
) -> np.ndarray[Any, Any]:
    """Return a grid as an array of integers, as tall and wide as the geometry's picture.

    Args:
        geometry: the geometry of the cells.
        known: the index of a symbol by cell.
        empty: the number for cells without a symbol and places without a cell; None for 0, or -1
            where 0 is the value of a symbol.

    Raises:
        SudokuError: numpy is not installed, or `empty` is the value of a symbol.
    """
    values = geometry.alphabet.values
    if empty is None:
        empty = -1 if 0 in values else 0
    if empty in values:
        raise SudokuError(f"empty={empty} is the value of a symbol; choose another, such as -1")
    height, width = (1 + max(cell.at[axis] for cell in geometry.cells) for axis in (0, 1))
    try:
        grid = np.full((height, width), empty, dtype=int)
    except ImportError:
        raise SudokuError(
            "to_array needs numpy, which is not installed; run: pip install numpy, or use rows()"
        ) from None
    for cell, value in known.items():
        grid[geometry.cells[cell].at] = values[value]
    return grid
