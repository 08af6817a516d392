"""Small instances of composite kinds."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import AllOf, AnyOf, Distinct, Kind, Not
from sudokulib.testing.instances.instance import some_set


def _rule(draw: st.DrawFn, geometry: Geometry, depth: int = 1) -> Kind:
    """Draw a no-repeat set, or a composite of such."""
    make: Any = draw(st.sampled_from((Distinct, AllOf, AnyOf, Not) if depth else (Distinct,)))
    if make is Distinct:
        return Distinct(some_set(draw, geometry, 2, 3))
    made: Kind = make(_rules(draw, geometry, depth - 1))
    return made


def _rules(draw: st.DrawFn, geometry: Geometry, depth: int = 1) -> tuple[Kind, ...]:
    return tuple(_rule(draw, geometry, depth) for _ in range(draw(st.integers(1, 3))))


def _all_of(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return AllOf(_rules(draw, geometry))


def _any_of(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return AnyOf(_rules(draw, geometry))


def _not(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Not(_rules(draw, geometry))


INSTANCES = {
    "all-of": _all_of,
    "any-of": _any_of,
    "not": _not,
}
