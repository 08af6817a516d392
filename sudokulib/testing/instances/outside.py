"""Small instances of the clues outside the grid."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Kind
from sudokulib.shapes.outside import Doppelblock, Frame, LittleKiller, Outside, Product, Sandwich
from sudokulib.shapes.prefixes import Battlefield, NumberedRoom, XSum
from sudokulib.shapes.ranks import FullRank
from sudokulib.shapes.visibility import HiddenSkyscraper, Skyscraper, SkyscraperSum
from sudokulib.testing.from_data import from_file
from sudokulib.testing.instances.instance import allowed, filling, some_line, some_values, total


def _line(
    draw: st.DrawFn, geometry: Geometry, least: int = 1, most: int = 5
) -> tuple[tuple[int, ...], list[int]]:
    """Draw a line, and the integers along it in some filling."""
    cells = some_line(draw, geometry, least, most)
    values = filling(draw, geometry)
    return cells, [values[c] for c in cells]


def _set_first(
    draw: st.DrawFn, geometry: Geometry, cells: Sequence[int], values: list[int]
) -> None:
    """Let the first value say how far to look, where the alphabet has one that does."""
    near = [x for x in allowed(geometry, cells[0]) if 1 <= x <= len(cells)]
    if near:
        values[0] = draw(st.sampled_from(near))


def _little_killer(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry)
    if draw(st.booleans()):
        cells, values = (*cells, cells[0]), [*values, values[0]]
    return LittleKiller(cells, sum(values))


def _frame(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry)
    first = draw(st.integers(1, len(cells)))
    return Frame(cells, total(values, range(first)), first)


def _product(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry)
    first = draw(st.none() | st.integers(1, len(cells)))
    return Product(cells, prod(values[:first]), first)


def _outside(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells = some_line(draw, geometry, 1, 4)
    first = draw(st.integers(1, len(cells)))
    return Outside(cells, some_values(draw, geometry, 1, first), first)


def _sandwich(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry, 2)
    pairs = st.tuples(*[st.sampled_from(geometry.alphabet.values)] * 2)
    crusts = draw(st.none() | pairs.filter(lambda pair: pair[0] != pair[1]))
    start, end = draw(st.tuples(*[st.integers(1, len(cells) - 1)] * 2))
    return Sandwich(cells, total(values, range(start, end)), crusts)


def _doppelblock(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry, 2)
    start, end = draw(st.tuples(*[st.integers(1, len(cells) - 1)] * 2))
    blank = draw(st.sampled_from(geometry.alphabet.values))
    between = sum(value for value in values[start:end] if value != blank)
    return Doppelblock(cells, draw(st.sampled_from((between, None))), blank, draw(st.booleans()))


def _heights(draw: st.DrawFn, geometry: Geometry) -> tuple[tuple[int, ...], set[int], int | None]:
    """Draw a line, a height that is flat, and the heights that are seen in some filling."""
    cells, values = _line(draw, geometry)
    ground = draw(st.none() | st.sampled_from(geometry.alphabet.values))
    built = [value for value in values if ground is None or value > ground]
    return cells, {max(built[: i + 1]) for i in range(len(built))}, ground


def _skyscraper(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, heights, ground = _heights(draw, geometry)
    return Skyscraper(cells, len(heights), ground)


def _skyscraper_sum(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, heights, ground = _heights(draw, geometry)
    return SkyscraperSum(cells, sum(heights), ground)


def _hidden_skyscraper(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, _ = _line(draw, geometry, 2)
    return HiddenSkyscraper(cells, draw(st.sampled_from(geometry.alphabet.values)))


def _x_sum(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry)
    _set_first(draw, geometry, cells, values)
    return XSum(cells, sum(values[: max(0, values[0])]))


def _numbered_room(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry)
    _set_first(draw, geometry, cells, values)
    return NumberedRoom(cells, values[min(len(values), max(1, values[0])) - 1])


def _battlefield(draw: st.DrawFn, geometry: Geometry) -> Kind:
    cells, values = _line(draw, geometry)
    x, y = sorted((values[0], len(cells) - values[-1]))
    return Battlefield(cells, sum(values[max(0, x) : max(0, y)]))


def _full_rank(draw: st.DrawFn, geometry: Geometry) -> Kind:
    """Draw a rank among the rows and columns, or among listed lines that may cross or turn back."""
    ties: Any = draw(st.sampled_from(("none", "any")))
    grid = [shape.cells for shape in geometry.shapes if shape.roles & {"row", "column"}]
    whole: bool = draw(st.booleans())
    if grid and whole:
        length = draw(st.sampled_from([len(line) for line in grid]))
        lines = [line for line in grid if len(line) == length]
        ways = [way for line in lines for way in (line, line[::-1])]
        return FullRank(draw(st.sampled_from(ways)), draw(st.integers(1, 2 * len(lines))), (), ties)
    cells = some_line(draw, geometry, 2, 3)
    others = st.permutations(range(len(geometry.cells))).map(lambda p: tuple(p[: len(cells)]))
    turned = st.permutations(cells).map(tuple)
    among: Any = (cells, *draw(st.lists(others | turned, min_size=1, max_size=3)))
    return FullRank(cells, draw(st.integers(1, len(set(among)))), among, ties)


def _ranked_grids() -> st.SearchStrategy[Geometry]:
    """Return a strategy for grids with rows and columns, in some of which values may repeat."""
    sizes = (("2x2", "123"), ("2x3", "1234"), ("3x2", "0135"))
    grids: list[dict[str, Any]] = [
        {"symbols": symbols, "build": [{"make": "grid", "size": size, "lines": lines}]}
        for size, symbols in sizes
        for lines in (True, False)
    ]
    backwards = {"symbols": "ABC", "values": [5, 3, 4]}
    grids.append({"symbols": backwards, "build": [{"make": "grid", "size": "2x2"}]})
    return st.sampled_from(grids).map(lambda grid: from_file(**grid))


INSTANCES = {
    "battlefield": _battlefield,
    "doppelblock": _doppelblock,
    "frame": _frame,
    "full-rank": _full_rank,
    "hidden-skyscraper": _hidden_skyscraper,
    "little-killer": _little_killer,
    "numbered-room": _numbered_room,
    "outside": _outside,
    "product": _product,
    "sandwich": _sandwich,
    "skyscraper": _skyscraper,
    "skyscraper-sum": _skyscraper_sum,
    "x-sum": _x_sum,
}

GEOMETRIES = {"full-rank": _ranked_grids()}

ORDERED = ("full-rank",)
