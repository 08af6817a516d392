"""Small instances of the kinds on lines."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from sudokulib.basics.alphabet import Alphabet
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import CellLines, Kind
from sudokulib.shapes.arrows import Arrow, DoubleArrow
from sudokulib.shapes.line_classes import Entropic, Modular, Parity
from sudokulib.shapes.line_sums import RegionSum, SumLine, Zipper
from sudokulib.shapes.lines import Between, Lockout, Nabner, Palindrome, Renban, Whisper
from sudokulib.shapes.slingshots import SearchNine, Slingshot
from sudokulib.shapes.thermometers import SlowThermometer, Thermometer
from sudokulib.shapes.words import AutomatonLine, Regex
from sudokulib.testing.instances.instance import (
    Instance,
    filling,
    some_cells,
    some_line,
    some_lines,
    some_set,
    total,
)


def _lines(kind: Callable[[CellLines], Kind], cells: int = 4) -> Instance:
    return lambda draw, geometry: kind(some_lines(draw, geometry, cells=cells))


def _crossing(draw: st.DrawFn, geometry: Geometry, cells: int = 5) -> CellLines:
    """Draw lines that may return to a cell, but neither at once nor to end where they begin."""
    line = some_line(draw, geometry, 2, cells)
    if len(line) > 3 and draw(st.booleans()):
        line = (*line, line[1])
    return (line,)


def _loops(draw: st.DrawFn, geometry: Geometry, cells: int = 5) -> tuple[bool, CellLines]:
    return draw(st.booleans()), (some_line(draw, geometry, 3, cells),)


def _slingshot(draw: st.DrawFn, geometry: Geometry) -> Kind:
    """Draw lines of three cells or more, which may come back to one of them."""
    line = some_line(draw, geometry, 3, 5)
    if draw(st.booleans()):
        place = draw(st.integers(1, len(line)))
        line = (*line[:place], draw(st.sampled_from(line)), *line[place:])
    return Slingshot((line,))


def _search_nine(draw: st.DrawFn, geometry: Geometry) -> Kind:
    """Draw lines on which the greatest value, or a drawn one, is searched."""
    value = draw(st.none() | st.sampled_from(geometry.alphabet.values))
    lines = tuple(some_line(draw, geometry, 2, 5) for _ in range(draw(st.integers(1, 2))))
    return SearchNine(lines, value)


def _difference(draw: st.DrawFn, geometry: Geometry) -> int | None:
    values = geometry.alphabet.values
    return draw(st.none() | st.integers(1, max(values) - min(values)))


def _arrow(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells = some_cells(draw, geometry, 3, 6)
    pill = len(cells) > 2 and draw(st.booleans())
    size = 2 if pill else 1
    circle, rest = tuple(cells[:size]), cells[size:]
    cut = draw(st.integers(1, len(rest)))
    begin = circle[-1:] if draw(st.booleans()) else ()
    lines = [tuple(rest[:cut]), tuple(rest[cut:])] if cut < len(rest) else [tuple(rest)]
    return Arrow(circle, tuple(begin + line for line in lines), pill, draw(st.booleans()))


def _double_arrow(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return DoubleArrow((some_line(draw, geometry, 3, 5),))


def _palindrome(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Palindrome(_crossing(draw, geometry))


def _whisper(draw: st.DrawFn, geometry: Geometry) -> Kind:
    closed, lines = _loops(draw, geometry, 4)
    return Whisper(lines, _difference(draw, geometry), closed)


def _lockout(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Lockout(_crossing(draw, geometry, 4), _difference(draw, geometry))


def _modular(draw: st.DrawFn, geometry: Geometry) -> Kind:
    closed, lines = _loops(draw, geometry)
    return Modular(lines, draw(st.integers(2, 4)), closed)


def _entropic(draw: st.DrawFn, geometry: Geometry) -> Kind:
    values = draw(st.permutations(geometry.alphabet.values))
    closed, lines = _loops(draw, geometry)
    if len(values) % 3 == 0 and draw(st.booleans()):
        return Entropic(lines, (), closed)
    cut = draw(st.integers(1, len(values) - 1))
    classes = [values[:cut], values[cut:-1] if draw(st.booleans()) else values[cut:]]
    return Entropic(lines, tuple(tuple(values) for values in classes if values), closed)


def _parity(draw: st.DrawFn, geometry: Geometry) -> Kind:
    closed, lines = _loops(draw, geometry)
    return Parity(lines, closed)


def _region_sum(draw: st.DrawFn, geometry: Geometry) -> Kind:
    regions = tuple(some_set(draw, geometry, 1, 3) for _ in range(draw(st.integers(1, 3))))
    closed, lines = _loops(draw, geometry, 6)
    if not closed:
        lines = _crossing(draw, geometry)
    roles = any("region" in shape.roles for shape in geometry.shapes)
    return RegionSum(lines, () if roles and draw(st.booleans()) else regions, closed)


def _sum_line(draw: st.DrawFn, geometry: Geometry) -> Kind:
    closed, lines = _loops(draw, geometry)
    values = filling(draw, geometry)
    piece = lines[0][: draw(st.integers(1, 3))]
    return SumLine(lines, total(values, piece), closed)


def _zipper(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Zipper(_crossing(draw, geometry))


def _regex(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Regex(some_lines(draw, geometry, cells=5), pattern(draw, geometry.alphabet))


def pattern(draw: st.DrawFn, alphabet: Alphabet, depth: int = 3) -> str:
    """Draw a text in the grammar of patterns."""
    symbols = st.sampled_from(alphabet.symbols)
    several = st.lists(symbols, min_size=1, max_size=2).map("".join)
    atoms = symbols | st.just(".") | several.map("[{}]".format)
    if len(alphabet) > 2:
        atoms |= several.map("[^{}]".format)
    marks = st.sampled_from(["", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}"])

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        parts = st.lists(inner, min_size=1, max_size=3)
        groups = parts.map("|".join) | parts.map("".join)
        return st.tuples(groups.map("({})".format), marks).map("".join)

    marked = st.tuples(atoms, marks).map("".join)
    parts = st.recursive(marked, larger, max_leaves=depth)
    return "".join(draw(st.lists(parts, min_size=1, max_size=3)))


def _automaton(draw: st.DrawFn, geometry: Geometry) -> Kind:
    states = st.sampled_from("PQR")
    symbols = st.sampled_from(geometry.alphabet.symbols)
    reads = st.just(".") | st.lists(symbols, min_size=1, max_size=2, unique=True).map("".join)
    steps = draw(st.lists(st.tuples(states, reads, states), min_size=2, max_size=6))
    accept = draw(st.lists(states, min_size=1, max_size=2, unique=True))
    return AutomatonLine(some_lines(draw, geometry, cells=5), "P", tuple(accept), tuple(steps))


INSTANCES = {
    "arrow": _arrow,
    "automaton": _automaton,
    "between": _lines(Between),
    "double-arrow": _double_arrow,
    "entropic": _entropic,
    "lockout": _lockout,
    "modular": _modular,
    "nabner": _lines(Nabner, 3),
    "palindrome": _palindrome,
    "parity": _parity,
    "regex": _regex,
    "region-sum": _region_sum,
    "renban": _lines(Renban),
    "search-nine": _search_nine,
    "slingshot": _slingshot,
    "slow-thermometer": _lines(SlowThermometer, 5),
    "sum-line": _sum_line,
    "thermometer": _lines(Thermometer),
    "whisper": _whisper,
    "zipper": _zipper,
}
