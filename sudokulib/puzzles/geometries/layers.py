"""Layers: further cells of a geometry, such as for the region of each cell, or for a loop.

A layer's cells are cells like all others: they hold symbols, may be given, count, and shapes may
name them. There is one for each cell, with the neighbours that this one has, or for each edge,
side or corner. Rules about a whole geometry leave them out, unless their `cells` name the layer.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import cached_by
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.layer_places import Layer


def _key(
    geometry: Geometry, layers: Mapping[str, Layer], limits: Limits = DEFAULT_LIMITS
) -> Hashable:
    return geometry.exact_key, tuple(layers.items()), limits


@cached_by(_key, maxsize=32)
def with_layers(
    geometry: Geometry, layers: Mapping[str, Layer], limits: Limits = DEFAULT_LIMITS
) -> Geometry:
    """Return the same geometry with further cells.

    Args:
        geometry: what gets further cells; there are none for those in layers.
        layers: for each name what its cells are for and may hold.
        limits: bounds on the number of cells.

    Raises:
        GeometryError: a name is taken, or is not a plain word.
        LimitError: too many cells.

    >>> from sudokulib import geometry
    >>> shaded = with_layers(geometry("4x4"), {"shade": Layer(0b11)})
    >>> len(shaded), shaded.cells[shaded.cell("shade.R2C3")].name, len(shaded.find("shade"))
    (32, 'shade.R2C3', 16)
    """
    if not layers:
        return geometry
    builder = Builder(geometry.alphabet, limits)
    builder.include(geometry, "", None)
    for name, layer in layers.items():
        builder.layer(name, layer)
    made = builder.finish(
        title=geometry.title or geometry.name,
        description=geometry.description,
        source=geometry.source,
    )
    return replace(made, parts=geometry.parts, file=_file(geometry, layers), seed=geometry.seed)


def _file(geometry: Geometry, layers: Mapping[str, Layer]) -> str:
    """Return the content of a file with the layers; empty if no file describes the geometry."""
    if geometry.file:
        data: dict[str, Any] = json.loads(geometry.file)
    elif geometry.name:
        data = {"build": [{"make": "include", "geometry": geometry.name}]}
    else:
        return ""
    more = {name: layer_data(layer, geometry.alphabet) for name, layer in layers.items()}
    return json.dumps({**data, "layers": {**data.get("layers", {}), **more}}, ensure_ascii=False)


def layer_data(layer: Layer, alphabet: Alphabet) -> object:
    """Return a layer as files have it."""
    symbols = list(alphabet.of_mask(layer.symbols))
    if layer.on == "cells" and not layer.words:
        return symbols
    words = {"words": dict(layer.words)} if layer.words else {}
    return {"at": layer.on, "symbols": symbols, **words}
