"""Hypothesis strategies for tiny geometries and for shapes of any kind on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TypeVar

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.shapes import Shape, kinds
from sudokulib.testing.instances import instances, own_geometries
from sudokulib.testing.tiny import alphabets, restricted_values, some_sets, tiny_geometry

SHIPPED = ("4x4", "latin-4", "circular-3", "samurai-4x4")
"""Small geometries of the library, each unlike the others."""


_T = TypeVar("_T")


def named(name: str) -> Callable[[Callable[..., _T]], Callable[..., st.SearchStrategy[_T]]]:
    """Decorate as `st.composite`, for a strategy that is printed by the name of its maker."""

    def decorate(draw: Callable[..., _T]) -> Callable[..., st.SearchStrategy[_T]]:
        draw.__name__ = name
        return st.composite(draw)

    return decorate


def geometries(
    *, cells: int = 8, symbols: int = 4, shipped: bool = False
) -> st.SearchStrategy[Geometry]:
    """Draw tiny geometries of random sets without repeats; many of the sets are houses.

    Args:
        cells: the greatest number of cells, from 2 to 12.
        symbols: the greatest number of symbols, from 2 to 9.
        shipped: whether some are small geometries of the library instead, which may be larger.

    >>> geometries(cells=4)
    geometries(cells=4)
    """
    check_number("cells", cells, 2, 12)
    check_number("symbols", symbols, 2, 9)
    tiny = _geometries(cells=cells, symbols=symbols)
    return tiny | st.sampled_from(SHIPPED).map(geometry) if shipped else tiny


@named("geometries")
def _geometries(draw: st.DrawFn, *, cells: int = 8, symbols: int = 4) -> Geometry:
    alphabet = draw(alphabets(symbols))
    count = draw(_counts(cells))
    sets, fewer = restricted_values(
        draw, len(alphabet), count, draw(some_sets(len(alphabet), count))
    )
    return tiny_geometry(alphabet, count, sets, fewer)


# The key covers everything it reads except constants.
@cache
def _counts(cells: int) -> st.SearchStrategy[int]:
    """Return a strategy for numbers of cells up to a limit; larger ones are more frequent."""
    return st.sampled_from([*range(2, cells + 1), *range(cells // 2 + 1, cells + 1)])


def shapes(geometry: Geometry, *, kinds: Collection[str] | None = None) -> st.SearchStrategy[Shape]:
    """Draw shapes of any kind on the cells of a geometry; none that is impossible by itself.

    Args:
        geometry: the geometry; it has few cells.
        kinds: names of kinds; by default all that suit any geometry.

    >>> import sudokulib
    >>> shapes(sudokulib.geometry("4x4"), kinds=["cag"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hypothesis.errors.InvalidArgument: kinds=['cag'] must be some of cage, distinct, ...
    """
    if not isinstance(geometry, Geometry):
        raise InvalidArgument(f"geometry={geometry!r} is no Geometry")
    return _shapes(geometry=geometry, names=chosen_kinds(kinds, general_kinds()))


@named("shapes")
def _shapes(draw: st.DrawFn, *, geometry: Geometry, names: Sequence[str]) -> Shape:
    rule = instances()[draw(st.sampled_from(names))](draw, geometry)
    assume(not rule.problem(geometry.context_of((*geometry.shapes, Shape(rule)))))
    return Shape(rule)


def general_kinds() -> tuple[str, ...]:
    """Return the names of the kinds that suit any geometry, those for sets of cells first."""
    names = [kind.name for kind in kinds() if kind.name in instances()]
    plain = [name for name in names if name not in own_geometries()]
    return tuple(sorted(plain, key=lambda name: (name not in ("distinct", "cage"), name)))


def chosen_kinds(chosen: Collection[str] | None, every: Sequence[str]) -> tuple[str, ...]:
    """Return the chosen kinds, or all if none are chosen; refuse unknown ones."""
    if chosen is None:
        return tuple(every)
    if isinstance(chosen, str) or not set(chosen) <= set(every):
        raise InvalidArgument(f"kinds={chosen!r} must be some of {', '.join(every)}")
    return tuple(chosen)


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Refuse an argument that is not a number from `least` to `most`."""
    if not isinstance(value, int) or not least <= value <= most:
        raise InvalidArgument(f"{name}={value!r} is not a number from {least} to {most}")
