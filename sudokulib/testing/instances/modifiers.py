"""Small instances of the kinds that give cells values of their own."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Kind, Modifier, OneInEach, Schrodinger, SwappedCells, Vampires
from sudokulib.testing.from_data import from_file
from sudokulib.testing.instances.instance import Instance


# The key covers everything it reads except constants.
@cache
def _layered(size: str, modifiers: str, values: str) -> Geometry:
    build = [{"make": "grid", "size": size, "lines": size == "2x2"}]
    layers = {"mod": modifiers, "value": values} if values else {"mod": modifiers}
    return from_file(symbols="01234", build=build, layers=layers, allowed={"all": "12"})


def _sizes(*given: tuple[str, str, str]) -> st.SearchStrategy[Geometry]:
    return st.sampled_from(given).map(lambda sizes: _layered(*sizes))


def _modifier(draw: st.DrawFn, geometry: Geometry) -> Kind:
    effects = st.sampled_from(("same", "double", "zero", "hot", "cold", "3 - d"))
    mods, values = geometry.find("mod"), geometry.find("value")
    return Modifier(mods, values, (draw(effects), draw(effects)))


def _one_in_each(draw: st.DrawFn, geometry: Geometry) -> Kind:
    layer = geometry.find("mod")
    value = draw(st.sampled_from(geometry.alphabet.values[:3]))
    line = draw(st.sets(st.sampled_from(geometry.find("all")), min_size=1, max_size=3))
    lines = draw(st.sampled_from(((), (tuple(sorted(line)),))))
    return OneInEach(layer, value, lines, draw(st.booleans()))


def _vampires(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Vampires(geometry.find("mod"), geometry.find("value"), (_pair(draw, geometry),))


def _swapped(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return SwappedCells(geometry.find("mod"), geometry.find("value"), (_pair(draw, geometry),))


def _pair(draw: st.DrawFn, geometry: Geometry) -> tuple[int, ...]:
    """Return all cells, or two of them."""
    everything = geometry.find("all")
    return draw(st.sampled_from((everything, everything[:2], everything[-2:])))


def _schrodinger(draw: st.DrawFn, geometry: Geometry) -> Kind:
    line = draw(st.sets(st.sampled_from(geometry.find("all")), min_size=1, max_size=2))
    values = draw(st.sampled_from(((), geometry.find("value"))))
    blank = geometry.alphabet.values[0]
    return Schrodinger(geometry.find("mod"), blank, values, (tuple(sorted(line)),))


INSTANCES: dict[str, Instance] = {
    "modifier": _modifier,
    "one-in-each": _one_in_each,
    "schrodinger": _schrodinger,
    "swapped-cells": _swapped,
    "vampires": _vampires,
}

GEOMETRIES = {
    "modifier": _sizes(("1x2", "12", "01234"), ("1x3", "12", "0124"), ("2x1", "12", "123")),
    "one-in-each": _sizes(("2x2", "12", ""), ("2x2", "012", ""), ("1x4", "12", "")),
    "schrodinger": _sizes(("1x2", "012", "01234"), ("2x1", "012", "123"), ("1x3", "012", "123")),
    "swapped-cells": _sizes(("1x2", "12", "1234"), ("1x3", "12", "12"), ("3x1", "12", "123")),
    "vampires": _sizes(("1x2", "123", "01234"), ("1x3", "123", "0123"), ("3x1", "123", "01234")),
}
