"""Small instances of the kinds whose cells are sets, of sums and of counts."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import CellSet, CellSets, Distinct, House, Kind
from sudokulib.shapes.arithmetic_cages import DifferenceCage, OperatorCage, RatioCage
from sudokulib.shapes.cages import EqualityCage, Lunchbox, Rellik
from sudokulib.shapes.candidates import Allowed, Even, High, Low, Maximum, Minimum, Odd
from sudokulib.shapes.contents import Contains, CountDistinct, CountingCircles, Exactly, LookAndSay
from sudokulib.shapes.copies import Clone, SameMultiset
from sudokulib.shapes.neighbour_marks import BetweenMark, EqualNeighbours
from sudokulib.shapes.sums import Cage, EqualSum, Magic, Sum
from sudokulib.testing.instances.instance import (
    Instance,
    filling,
    some_cells,
    some_line,
    some_set,
    some_values,
    total,
)


def _distinct(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Distinct(some_set(draw, geometry))


def _house(draw: st.DrawFn, geometry: Geometry) -> Kind:
    size = len(geometry.alphabet)
    return House(some_set(draw, geometry, size, size))


def _cage(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells = some_set(draw, geometry)
    sums = st.just(total(filling(draw, geometry), cells)) | st.integers(-2, 20)
    repeats = draw(st.booleans())
    several = st.lists(sums, min_size=1, max_size=3).map(tuple)
    return Cage(cells, draw(sums | several | st.none()), repeats)


def _calculated(draw: st.DrawFn, geometry: Geometry) -> tuple[CellSet, dict[str, int], bool]:
    """Draw a cage, the results of all calculations in a filling, and whether symbols may repeat."""
    cells = some_set(draw, geometry)
    values = filling(draw, geometry)
    *others, largest = sorted(values[c] for c in cells)
    divisor = prod(others)
    results = {
        "sum": sum(others) + largest,
        "difference": largest - sum(others),
        "product": divisor * largest,
        "quotient": largest // divisor if divisor else 1,
    }
    return cells, results, draw(st.booleans())


def _difference_cage(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, results, repeats = _calculated(draw, geometry)
    return DifferenceCage(cells, results["difference"], repeats)


def _ratio_cage(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, results, repeats = _calculated(draw, geometry)
    return RatioCage(cells, results["quotient"], repeats)


def _operator_cage(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, results, repeats = _calculated(draw, geometry)
    operators: Any = draw(st.lists(st.sampled_from([*results]), min_size=1, unique=True))
    value = draw(st.sampled_from([results[one] for one in operators]))
    return OperatorCage(cells, value, repeats, tuple(operators))


def _between_mark(draw: st.DrawFn, geometry: Geometry) -> Kind:
    ways: Any = draw(st.sampled_from(("any", "all")))
    return BetweenMark(some_set(draw, geometry, 1, 2), ways)


def _look_and_say(draw: st.DrawFn, geometry: Geometry) -> Kind:
    """Draw what is said of some values in a filling."""
    cells = some_set(draw, geometry, 1, 4)
    here = [filling(draw, geometry)[c] for c in cells]
    values = draw(st.lists(st.sampled_from(geometry.alphabet.values), min_size=1, unique=True))
    return LookAndSay(cells, tuple((here.count(value), value) for value in values))


def _equal_neighbours(draw: st.DrawFn, geometry: Geometry) -> Kind:
    around: Any = draw(st.sampled_from(("sides", "corners")))
    return EqualNeighbours(some_set(draw, geometry, 1, 2), draw(st.integers(0, 2)), around)


def _sum(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells = tuple(some_cells(draw, geometry) + some_cells(draw, geometry, 0, 1))
    ks = tuple(draw(st.lists(st.integers(-3, 3), min_size=len(cells), max_size=len(cells))))
    ks = draw(st.sampled_from([ks, ()]))
    values = filling(draw, geometry)
    here = sum(k * values[c] for c, k in zip(cells, ks or (1,) * len(cells), strict=True))
    comparison: Any = draw(st.sampled_from(["=", "<=", ">=", "!="]))
    other = (here, draw(st.integers(-9, 20)))
    wanted: Any = draw(st.sampled_from([here, other])) if comparison in ("=", "!=") else here
    return Sum(cells, wanted, comparison, ks)


def _groups(draw: st.DrawFn, geometry: Geometry, *, even: bool) -> CellSets:
    size = draw(st.integers(1, 3))
    return tuple(
        some_set(draw, geometry, size if even else 1, size if even else 3)
        for _ in range(draw(st.integers(2, 3)))
    )


def _clone(draw: st.DrawFn, geometry: Geometry) -> Kind:
    size = draw(st.integers(1, 2))
    count = draw(st.integers(2, 3))
    return Clone(tuple(some_line(draw, geometry, size, size) for _ in range(count)))


def _masked(kind: Callable[[CellSet], Kind]) -> Instance:
    return lambda draw, geometry: kind(some_set(draw, geometry))


def _listed(kind: Callable[[CellSet, tuple[int, ...]], Kind]) -> Instance:
    def instance(draw: st.DrawFn, geometry: Geometry) -> Kind:
        return kind(some_set(draw, geometry, 2), some_values(draw, geometry))

    return instance


def _count_distinct(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells = some_set(draw, geometry)
    if draw(st.booleans()):
        return CountDistinct(cells, draw(st.integers(1, len(cells))))
    return CountDistinct(cells, None, some_cells(draw, geometry)[0])


def _rellik(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Rellik(some_set(draw, geometry), draw(st.integers(-2, 9)))


def _lunchbox(draw: st.DrawFn, geometry: Geometry) -> Kind:
    line = some_line(draw, geometry, 2, 5)
    between = total(filling(draw, geometry), line[: draw(st.integers(0, 2))])
    return Lunchbox(line, between)


def _exactly(draw: st.DrawFn, geometry: Geometry) -> Kind:
    values, absent = some_values(draw, geometry, 0), some_values(draw, geometry, 0, 2)
    return Exactly(some_set(draw, geometry), values, tuple(sorted({*absent} - {*values})))


INSTANCES = {
    "allowed": lambda draw, g: Allowed(some_set(draw, g), some_values(draw, g)),
    "between-mark": _between_mark,
    "cage": _cage,
    "clone": _clone,
    "contains": _listed(Contains),
    "count-distinct": _count_distinct,
    "counting-circles": lambda draw, g: CountingCircles(some_set(draw, g, 1, 6)),
    "difference-cage": _difference_cage,
    "distinct": _distinct,
    "equal-neighbours": _equal_neighbours,
    "equal-sum": lambda draw, g: EqualSum(_groups(draw, g, even=False)),
    "equality-cage": lambda draw, g: EqualityCage(some_set(draw, g, 2, 4)),
    "even": _masked(Even),
    "exactly": _exactly,
    "high": _masked(High),
    "house": _house,
    "look-and-say": _look_and_say,
    "low": _masked(Low),
    "lunchbox": _lunchbox,
    "magic": lambda draw, g: Magic(_groups(draw, g, even=False)),
    "maximum": _masked(Maximum),
    "minimum": _masked(Minimum),
    "odd": _masked(Odd),
    "operator-cage": _operator_cage,
    "ratio-cage": _ratio_cage,
    "rellik": _rellik,
    "same-multiset": lambda draw, g: SameMultiset(_groups(draw, g, even=True)),
    "sum": _sum,
}
