"""Rules of kinds without written instances: drawn from the types of their fields."""

from __future__ import annotations

from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Distinct, Kind
from sudokulib.shapes.fields import CellField, cell_fields, rule_fields

_MOST = 4
"""The most cells of a set or line, and items of a list: small geometries have few more."""


def derived(kind: type[Kind], geometry: Geometry) -> st.SearchStrategy[Kind]:
    """Return a strategy for rules of a kind on a geometry, as the annotations of its fields allow.

    Cells are few; numbers are like sums and sizes of few cells; texts are made of symbols.

    Args:
        kind: the kind whose fields are read.
        geometry: the geometry; it has few cells.

    Raises:
        InvalidArgument: the type of a field says too little.

    >>> import sudokulib
    >>> from sudokulib.shapes.sums import Cage
    >>> isinstance(derived(Cage, sudokulib.geometry("4x4")), st.SearchStrategy)
    True
    """
    hints = get_type_hints(kind, include_extras=False)
    drawn: dict[str, st.SearchStrategy[Any]] = {}
    for f in fields(kind):
        if f.name in rule_fields(kind):
            values = _several(_set(geometry, 2).map(Distinct))
        elif form := cell_fields(kind).get(f.name):
            values = _cells(form, geometry)
        else:
            plain = _values(hints[f.name], geometry)
            if plain is None:
                raise InvalidArgument(
                    f"what {kind.__name__}.{f.name} may be does not follow from its type "
                    f"{hints[f.name]}; pass instances="
                )
            values = plain
        drawn[f.name] = values if f.default is MISSING else st.just(f.default) | values

    def made(**values: Any) -> Kind:
        try:
            return kind(**values)
        except SudokuError:  # the kind refuses these values
            reject()

    return st.builds(made, **drawn)


def _several(one: st.SearchStrategy[Any], least: int = 1) -> st.SearchStrategy[Any]:
    return st.lists(one, min_size=least, max_size=_MOST).map(tuple)


def _line(geometry: Geometry, least: int) -> st.SearchStrategy[tuple[int, ...]]:
    cells = st.integers(0, len(geometry.cells) - 1)
    return st.lists(cells, min_size=least, max_size=_MOST, unique=True).map(tuple)


def _set(geometry: Geometry, least: int) -> st.SearchStrategy[tuple[int, ...]]:
    return _line(geometry, least).map(lambda cells: tuple(sorted(cells)))


def _cells(form: CellField, geometry: Geometry) -> st.SearchStrategy[Any]:
    if form.form == "one":
        return st.integers(0, len(geometry.cells) - 1)
    one = _set(geometry, 1) if form.form == "set" else _line(geometry, 2)
    return _several(one) if form.many else one


def _values(hint: Any, geometry: Geometry) -> st.SearchStrategy[Any] | None:
    """Return a strategy for the values of a type; None if none can be derived."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, UnionType):
        return _any_of([_values(one, geometry) for one in inner])
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        item = _values(inner[0], geometry)
        return None if item is None else _several(item)
    if origin is tuple:
        parts = [part for one in inner if (part := _values(one, geometry)) is not None]
        return st.tuples(*parts) if len(parts) == len(inner) else None
    return _plain(hint, geometry)


def _any_of(ways: list[st.SearchStrategy[Any] | None]) -> st.SearchStrategy[Any] | None:
    known = [way for way in ways if way is not None]
    return st.one_of(known) if len(known) == len(ways) else None


def _plain(hint: Any, geometry: Geometry) -> st.SearchStrategy[Any] | None:
    values = geometry.alphabet.values
    if hint is NoneType:
        return st.none()
    if hint is bool:
        return st.booleans()
    if hint is int:
        sums = st.lists(st.sampled_from(values), min_size=2, max_size=_MOST).map(sum)
        return st.integers(0, _MOST) | st.sampled_from(values) | sums
    if hint is str:
        symbols = st.sampled_from(geometry.alphabet.symbols)
        return symbols | st.lists(symbols, min_size=1, max_size=_MOST).map("".join)
    return None
