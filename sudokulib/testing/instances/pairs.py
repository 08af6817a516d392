"""Small instances of the kinds that relate cells two by two."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Difference, Indexer, Kind, LessThan, Negative, Pair, PairSum, Ratio
from sudokulib.testing.from_data import grid
from sudokulib.testing.instances.instance import filling, some_line, some_set, some_values

RELATIONS = (
    "a != b",
    "abs(a - b) >= 2",
    "a < b or a = 2*b",
    "not (a + b) % 2 = 0 and min(a, b) > 0",
    "a // b = 2",
    "-a <= b < max(a, 3)",
)


def _difference(draw: st.DrawFn, geometry: Geometry) -> Kind:
    values = filling(draw, geometry)
    line = some_line(draw, geometry, 2, 3)
    return Difference(line, abs(values[line[0]] - values[line[1]]))


def _ratio(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Ratio(some_line(draw, geometry, 2, 3), draw(st.integers(0, 3)))


def _pair_sum(draw: st.DrawFn, geometry: Geometry) -> Kind:
    values = filling(draw, geometry)
    line = some_line(draw, geometry, 2, 3)
    return PairSum(line, values[line[0]] + values[line[1]])


def _less_than(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return LessThan(some_line(draw, geometry, 2, 3))


def _pair(draw: st.DrawFn, geometry: Geometry) -> Kind:
    line = some_line(draw, geometry, 2, 3)
    among: Any = draw(st.sampled_from(("neighbours", "all")))
    if draw(st.booleans()):
        return Pair(line, draw(st.sampled_from(RELATIONS)), among=among)
    firsts = some_values(draw, geometry, 2, 4)
    seconds = some_values(draw, geometry, 2, 4)
    return Pair(line, pairs=tuple(zip(firsts, seconds, strict=False)), among=among)


def _negative(draw: st.DrawFn, geometry: Geometry) -> Kind:
    names = (
        "difference",
        "ratio",
        "pair-sum",
        "less-than",
        "whisper",
        "contains",
        "maximum",
        "odd",
    )
    kinds: Any = draw(st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True))
    numbers = {
        field: tuple(draw(st.lists(st.integers(0, 4), max_size=2)))
        for field in ("differences", "ratios", "sums")
    }
    cells = some_set(draw, geometry, 2, 6)
    return Negative(tuple(kinds), strict=draw(st.booleans()), cells=cells, **numbers)


def _with_lines() -> st.SearchStrategy[Geometry]:
    """Return a strategy for grids with rows, columns and boxes."""
    sizes = (("4x4", "2x2", "1234"), ("2x4", "2x2", "0123"), ("3x2", "1x2", "135"))
    return st.sampled_from(sizes).map(lambda one: grid(*one[:2], symbols=one[2]))


def _indexer(draw: st.DrawFn, geometry: Geometry) -> Kind:
    axis: Any = draw(st.sampled_from(("row", "column", "box")))
    return Indexer(some_set(draw, geometry, 1, 2), axis, draw(st.booleans()))


INSTANCES = {
    "difference": _difference,
    "ratio": _ratio,
    "pair-sum": _pair_sum,
    "less-than": _less_than,
    "pair": _pair,
    "negative": _negative,
    "indexer": _indexer,
}

ORDERED = ("indexer",)

GEOMETRIES = {"indexer": _with_lines()}
