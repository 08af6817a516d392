"""Layers: a further cell for each cell of a geometry, such as its region or whether it is shaded.

A layer's cells are cells like all others: they hold symbols, may be given, count, and shapes may
name them. They have the neighbours that the cells below them have. Rules about a whole geometry
leave them out, unless their `cells` name the layer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.geometries.builder import Builder
from sudokulib.geometries.core import Geometry

__all__ = ["with_layers"]


def with_layers(
    geometry: Geometry, layers: Mapping[str, int], limits: Limits = DEFAULT_LIMITS
) -> Geometry:
    """Return the same geometry with further cells for its cells.

    Args:
        geometry: whose cells get further ones; those in layers get none.
        layers: for each name the symbols that its cells may hold, as a bit mask.
        limits: bounds on the number of cells.

    Raises:
        GeometryError: a name is taken, or is not a plain word.
        LimitError: too many cells.

    >>> from sudokulib import geometry
    >>> shaded = with_layers(geometry("4x4"), {"shade": 0b11})
    >>> len(shaded), shaded.cells[shaded.cell("shade.R2C3")].name, len(shaded.find("shade"))
    (32, 'shade.R2C3', 16)
    """
    if not layers:
        return geometry
    builder = Builder(geometry.alphabet, limits)
    builder.include(geometry, "", None)
    for name, symbols in layers.items():
        builder.layer(name, symbols)
    made = builder.finish(
        title=geometry.title or geometry.name,
        description=geometry.description,
        source=geometry.source,
    )
    return replace(made, parts=geometry.parts, file=_file(geometry, layers), seed=geometry.seed)


def _file(geometry: Geometry, layers: Mapping[str, int]) -> str:
    """Return the content of a file with the layers; empty if no file describes the geometry."""
    if geometry.file:
        data: dict[str, Any] = json.loads(geometry.file)
    elif geometry.name:
        data = {"build": [{"make": "include", "geometry": geometry.name}]}
    else:
        return ""
    more = {name: list(geometry.alphabet.of_mask(mask)) for name, mask in layers.items()}
    return json.dumps({**data, "layers": {**data.get("layers", {}), **more}}, ensure_ascii=False)
