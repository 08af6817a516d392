"""Cells of layers, and the cells below them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sudokulib.shapes.kind import Context
from sudokulib.shapes.topology import Place
from sudokulib.shapes.unseen import Unseen

VALUES_EXAMPLE = (
    "{build: [{make: include, geometry: 4x4}], symbols: {first: 0, last: 8}, "
    'layers: {mod: "12", value: [0, 1, 2, 3, 4, 6, 8]}}'
)
"""A 4x4 with a layer of modifiers and one of values, for examples."""

_ROLES = ("row", "column", "region")


def cell_below(cell: int, context: Context) -> int:
    """Return the cell that a layer's cell belongs to; any other cell itself."""
    place = context.topology.places.get(cell)
    return cell if place is None else place.cells[0]


def place_in_words(cell: int, place: Place, layer: str, words: tuple[str, ...]) -> Unseen:
    """Return the words for a cell of a layer: those for a cell are about the cell below.

    Args:
        cell: the cell.
        place: its place.
        layer: the name of the layer.
        words: what each value of the alphabet says of it.
    """
    if place.on != "cells":
        return Unseen(f"{{{cell}}}", words)
    below = f"{{{place.cells[0]}}}"
    return Unseen(below, words, f"the {layer} of {below}")


def below_all(cells: Iterable[int], context: Context) -> list[int]:
    """Return the cells that some cells of a layer belong to."""
    return [cell_below(c, context) for c in cells]


def own_cells(cells: Iterable[int], mine: Collection[int], context: Context) -> list[int]:
    """Return each of some cells, or the one of a layer over it if only that is `mine`."""
    over = {cell_below(c, context): c for c in mine}
    return [c if c in mine else over.get(c, c) for c in cells]


def lines_below(
    layer: Iterable[int], lines: Iterable[Sequence[int]], context: Context
) -> list[tuple[int, ...]]:
    """Return sets of cells below a layer, by default rows, columns and regions, as cells of it."""
    over = {cell_below(c, context): c for c in layer}
    every = lines or dict.fromkeys(
        shape.cells for shape in context.shapes if not shape.roles.isdisjoint(_ROLES)
    )
    return [tuple([over[c] for c in line]) for line in every if over.keys() >= {*line}]


def layer_mismatch(one: Iterable[int], other: Iterable[int], context: Context) -> str:
    """Return why two layers are not on the same cells; an empty string if they are."""
    places = context.topology.places
    first, second = ([c for c in layer if c in places] for layer in (one, other))
    on = [{cell_below(c, context) for c in layer} for layer in (first, second)]
    if not on[0] or (len(first), len(second)) != (len([*one]), len([*other])) or on[0] != on[1]:
        return (
            "modifiers and values are not two layers on the same cells; name them, such as "
            "modifiers: mod and values: value with layers: [mod, value]"
        )
    return ""


def where_in(lines: object) -> str:
    """Return the words for the sets of cells that a kind lists, or for the default."""
    return "in each listed group" if lines else "in each row, column and region"
