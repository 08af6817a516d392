"""Small instances of the kinds that apply to a whole geometry."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import (
    Anti,
    AntiTaxicab,
    Argyle,
    Asterisk,
    CentreDot,
    ChaosConstruction,
    ConnectedValues,
    Diagonals,
    DisjointGroups,
    Doppelganger,
    EqualCount,
    EqualRun,
    Girandola,
    GlobalEntropy,
    GlobalModular,
    Kind,
    Nonconsecutive,
    Ripple,
    Windows,
)
from sudokulib.testing.from_data import cell_at, from_file
from sudokulib.testing.instances.instance import Instance, some_cells, some_set, some_values


# The key covers everything it reads except constants.
@cache
def _grid(size: str, symbols: str, box: str | None = None) -> Geometry:
    return from_file(
        symbols=symbols, build=[{"make": "grid", "size": size, "box": box, "lines": False}]
    )


def _boxed() -> st.SearchStrategy[Geometry]:
    """Return a strategy for grids with rectangular boxes."""
    sizes = (("4x4", "1234", "2x2"), ("2x6", "0123", "1x3"), ("3x3", "123456789", "3x3"))
    return st.sampled_from(sizes).map(lambda one: _grid(*one))


def _middles() -> st.SearchStrategy[Geometry]:
    """Return a strategy for grids whose boxes have a middle."""
    sizes = (("2x6", "0123", "1x3"), ("3x3", "123", "1x3"), ("3x2", "123", "3x1"))
    return st.sampled_from(sizes).map(lambda one: _grid(*one))


def _rectangles() -> st.SearchStrategy[Geometry]:
    """Return a strategy for grids without anything else."""
    sizes = (("3x3", "123"), ("2x4", "1234"), ("4x4", "0123"))
    return st.sampled_from(sizes).map(lambda one: _grid(*one))


FILLINGS = {
    "argyle": "123456789 514879263 261584397 837915642 495367128 356248971 678192534 942731856 "
    "789623415",
    "asterisk": "123456789 987123456 456987123 832614975 691735248 745298631 218349567 564871392 "
    "379562814",
    "girandola": "123456789 897123456 456798123 934612875 761385942 285947631 319574268 678231594 "
    "542869317",
}
"""Grids in which the patterns have no repeats."""

FREE = ("R1C2", "R5C5", "R2C5")
"""The cells that may change there: nine random cells would hardly ever differ."""


# The key covers everything it reads except constants.
@cache
def _filled(name: str) -> Geometry:
    """Return a grid filled except for some cells."""
    rows = enumerate(FILLINGS[name].split())
    known = {cell_at(r, c): symbol for r, row in rows for c, symbol in enumerate(row)}
    build = [{"make": "grid", "size": "9x9", "lines": False}]
    allowed = {cell: symbol for cell, symbol in known.items() if cell not in FREE}
    return from_file(symbols="123456789", build=build, allowed=allowed)


def _nine(name: str) -> st.SearchStrategy[Geometry]:
    """Return a strategy for the only size of some patterns."""
    return st.sampled_from((name,)).map(_filled)


def _anti(draw: st.DrawFn, geometry: Geometry) -> Kind:
    move = st.tuples(st.integers(0, 2), st.integers(0, 2)).filter(any)
    lists = st.lists(move, min_size=1, max_size=2).map(tuple)
    named: st.SearchStrategy[Any] = st.sampled_from(("knight", "king"))
    moves = draw(named | lists)
    return Anti(moves, wrap=draw(st.booleans()), cells=_where(draw, geometry))


def _where(draw: st.DrawFn, geometry: Geometry) -> tuple[int, ...]:
    """Draw nothing, which means everywhere, or some cells."""
    return draw(st.just(()) | st.builds(lambda: some_set(draw, geometry, 2, 6)))


def _nonconsecutive(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Nonconsecutive(cells=_where(draw, geometry))


def _anti_taxicab(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return AntiTaxicab(draw(st.booleans()), cells=_where(draw, geometry))


def _ripple(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Ripple(draw(st.booleans()), cells=_where(draw, geometry))


def _incomplete() -> st.SearchStrategy[Geometry]:
    """Return a strategy for grids whose lines miss one value."""
    sizes = (("2x2", "012", None), ("2x2", "120", "1x2"), ("3x3", "0123", None))
    return st.sampled_from(sizes).map(lambda one: _lined(*one))


# The key covers everything it reads except constants.
@cache
def _lined(size: str, symbols: str, box: str | None) -> Geometry:
    """Return a grid with rows and columns in which values may repeat."""
    build = [{"make": "grid", "size": size, "box": box}]
    return from_file(symbols=symbols, build=build)


def _diagonals(draw: st.DrawFn, geometry: Geometry) -> Kind:
    del geometry
    return Diagonals(draw(st.sampled_from(("both", "down", "up", "all"))))


def _windows(draw: st.DrawFn, geometry: Geometry) -> Kind:
    del geometry
    size = draw(st.sampled_from(((1, 2), (2, 1), (2, 2))))  # a window of one cell says nothing
    first = draw(st.tuples(*[st.integers(1, 2)] * 2))
    return Windows(size, first, draw(st.sampled_from(((0, 0), (1, 1), (2, 1)))))


def _global_entropy(draw: st.DrawFn, geometry: Geometry) -> Kind:
    classes = tuple(some_values(draw, geometry, 1, 2) for _ in range(2))
    return GlobalEntropy(classes, wrap=draw(st.booleans()))


def _global_modular(draw: st.DrawFn, geometry: Geometry) -> Kind:
    del geometry
    return GlobalModular(draw(st.integers(2, 3)), wrap=draw(st.booleans()))


def _connected(draw: st.DrawFn, geometry: Geometry) -> Kind:
    sizes = tuple(sorted(draw(st.sets(st.integers(0, len(geometry)), max_size=3))))
    reaching = some_set(draw, geometry) if draw(st.booleans()) else ()
    values = some_values(draw, geometry, 1, 2)
    return ConnectedValues(values, sizes, draw(st.sampled_from(("sides", "corners"))), reaching)


def _unknown_regions() -> st.SearchStrategy[Geometry]:
    return st.sampled_from(
        [("2x3", "123", "123"), ("2x2", "1234", "12"), ("1x4", "123", "12")]
    ).map(lambda given: _layered(*given))


# The key covers everything it reads except constants.
@cache
def _layered(size: str, symbols: str, regions: str) -> Geometry:
    build = [{"make": "grid", "size": size, "lines": False}]
    return from_file(symbols=symbols, build=build, layers={"region": regions})


def _chaos(draw: st.DrawFn, geometry: Geometry) -> Kind:
    count = len(geometry) // 2
    sizes = [size for size in (2, 3, 4) if not count % size]
    in_order = draw(st.booleans())
    return ChaosConstruction(geometry.find("region"), draw(st.sampled_from(sizes)), in_order)


def _equal_run(draw: st.DrawFn, geometry: Geometry) -> Kind:
    control, first, *others = some_cells(draw, geometry, 2, 5)
    cut = draw(st.integers(0, len(others)))
    lines = [(first, *part) for part in (others[:cut], others[cut:]) if part] or [(first,)]
    return EqualRun(control, tuple(lines), draw(st.booleans()))


def _equal_count(draw: st.DrawFn, geometry: Geometry) -> Kind:
    control, *cells = some_cells(draw, geometry, 2, 5)
    return EqualCount(control, tuple(cells), draw(st.booleans()))


def _plain(kind: type[Kind]) -> Instance:
    return lambda *_: kind()


INSTANCES = {
    "anti": _anti,
    "chaos-construction": _chaos,
    "connected-values": _connected,
    "equal-count": _equal_count,
    "equal-run": _equal_run,
    "nonconsecutive": _nonconsecutive,
    "ripple": _ripple,
    "doppelganger": lambda draw, g: Doppelganger(draw(st.sampled_from(g.alphabet.values))),
    "anti-taxicab": _anti_taxicab,
    "diagonals": _diagonals,
    "windows": _windows,
    "disjoint-groups": _plain(DisjointGroups),
    "centre-dot": _plain(CentreDot),
    "asterisk": _plain(Asterisk),
    "girandola": _plain(Girandola),
    "argyle": _plain(Argyle),
    "global-entropy": _global_entropy,
    "global-modular": _global_modular,
}

GEOMETRIES = {
    "chaos-construction": _unknown_regions(),
    "diagonals": _rectangles(),
    "doppelganger": _incomplete(),
    "windows": _rectangles(),
    "disjoint-groups": _boxed(),
    "centre-dot": _middles(),
    "asterisk": _nine("asterisk"),
    "girandola": _nine("girandola"),
    "argyle": _nine("argyle"),
}

ORDERED = frozenset({"chaos-construction"})
