"""Small instances of the kinds whose cells are sets."""

from __future__ import annotations

from shapes.instances import some_set

from sudokulib.shapes import Distinct, House


def _distinct(draw, geometry):
    return Distinct(some_set(draw, geometry))


def _house(draw, geometry):
    size = len(geometry.alphabet)
    return House(some_set(draw, geometry, size, size))


INSTANCES = {
    "distinct": _distinct,
    "house": _house,
}
