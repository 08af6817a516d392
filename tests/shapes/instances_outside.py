"""Small instances of the clues outside the grid."""

from __future__ import annotations

from math import prod

from hypothesis import strategies as st
from shapes.instances import allowed, filling, some_line, some_values, total
from support import from_file

from sudokulib.shapes.outside import Frame, LittleKiller, Outside, Product, Sandwich
from sudokulib.shapes.prefixes import Battlefield, NumberedRoom, XSum
from sudokulib.shapes.ranks import FullRank
from sudokulib.shapes.visibility import HiddenSkyscraper, Skyscraper


def _line(draw, geometry, least=1, most=5):
    """A line, and the integers along it in some filling."""
    cells = some_line(draw, geometry, least, most)
    values = filling(draw, geometry)
    return cells, [values[c] for c in cells]


def _set_first(draw, geometry, cells, values):
    """Let the first value say how far to look, where the alphabet has one that does."""
    near = [x for x in allowed(geometry, cells[0]) if 1 <= x <= len(cells)]
    if near:
        values[0] = draw(st.sampled_from(near))


def little_killer(draw, geometry):
    cells, values = _line(draw, geometry)
    if draw(st.booleans()):
        cells, values = (*cells, cells[0]), [*values, values[0]]
    return LittleKiller(cells, sum(values))


def frame(draw, geometry):
    cells, values = _line(draw, geometry)
    first = draw(st.integers(1, len(cells)))
    return Frame(cells, total(values, range(first)), first)


def product(draw, geometry):
    cells, values = _line(draw, geometry)
    first = draw(st.none() | st.integers(1, len(cells)))
    return Product(cells, prod(values[:first]), first)


def outside(draw, geometry):
    cells = some_line(draw, geometry, 1, 4)
    first = draw(st.integers(1, len(cells)))
    return Outside(cells, some_values(draw, geometry, 1, first), first)


def sandwich(draw, geometry):
    cells, values = _line(draw, geometry, 2)
    pairs = st.tuples(*[st.sampled_from(geometry.alphabet.values)] * 2)
    crusts = draw(st.none() | pairs.filter(lambda pair: pair[0] != pair[1]))
    start, end = draw(st.tuples(*[st.integers(1, len(cells) - 1)] * 2))
    return Sandwich(cells, total(values, range(start, end)), crusts)


def skyscraper(draw, geometry):
    cells, values = _line(draw, geometry)
    return Skyscraper(cells, len({max(values[: i + 1]) for i in range(len(values))}))


def hidden_skyscraper(draw, geometry):
    cells, _ = _line(draw, geometry, 2)
    return HiddenSkyscraper(cells, draw(st.sampled_from(geometry.alphabet.values)))


def x_sum(draw, geometry):
    cells, values = _line(draw, geometry)
    _set_first(draw, geometry, cells, values)
    return XSum(cells, sum(values[: max(0, values[0])]))


def numbered_room(draw, geometry):
    cells, values = _line(draw, geometry)
    _set_first(draw, geometry, cells, values)
    return NumberedRoom(cells, values[min(len(values), max(1, values[0])) - 1])


def battlefield(draw, geometry):
    cells, values = _line(draw, geometry)
    x, y = sorted((values[0], len(cells) - values[-1]))
    return Battlefield(cells, sum(values[max(0, x) : max(0, y)]))


def full_rank(draw, geometry):
    """Among the rows and columns, or among listed lines that may cross or turn back."""
    ties = draw(st.sampled_from(("none", "any")))
    grid = [shape.cells for shape in geometry.shapes if shape.roles & {"row", "column"}]
    if grid and draw(st.booleans()):
        length = len(draw(st.sampled_from(grid)))
        lines = [line for line in grid if len(line) == length]
        cells = draw(st.sampled_from([way for line in lines for way in (line, line[::-1])]))
        return FullRank(cells, draw(st.integers(1, 2 * len(lines))), (), ties)
    cells = some_line(draw, geometry, 2, 3)
    others = st.permutations(range(len(geometry.cells))).map(lambda p: tuple(p[: len(cells)]))
    turned = st.permutations(cells).map(tuple)
    among = (cells, *draw(st.lists(others | turned, min_size=1, max_size=3)))
    return FullRank(cells, draw(st.integers(1, len(set(among)))), among, ties)


def _ranked_grids():
    """Grids whose rows and columns are known as such, some with repeats forbidden in none."""
    sizes = (("2x2", "123"), ("2x3", "1234"), ("3x2", "0135"))
    grids = [
        {"symbols": symbols, "build": [{"make": "grid", "size": size, "lines": lines}]}
        for size, symbols in sizes
        for lines in (True, False)
    ]
    backwards = {"symbols": "ABC", "values": [5, 3, 4]}
    grids.append({"symbols": backwards, "build": [{"make": "grid", "size": "2x2"}]})
    return st.sampled_from(grids).map(lambda grid: from_file(**grid))


INSTANCES = {
    "battlefield": battlefield,
    "frame": frame,
    "full-rank": full_rank,
    "hidden-skyscraper": hidden_skyscraper,
    "little-killer": little_killer,
    "numbered-room": numbered_room,
    "outside": outside,
    "product": product,
    "sandwich": sandwich,
    "skyscraper": skyscraper,
    "x-sum": x_sum,
}

GEOMETRIES = {"full-rank": _ranked_grids()}

ORDERED = ("full-rank",)
