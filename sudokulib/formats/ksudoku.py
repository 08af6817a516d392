"""Shapes of KSudoku, an XML file: grids, cubes and sets of cells in a block of places.

A place is counted as (x × sizeY + y) × sizeZ + z, where x is the column. Layers of a block are
drawn side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NoReturn
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from sudokulib.alphabet import Alphabet
from sudokulib.cells import Position
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.general import sets_of
from sudokulib.formats.grids import square, symbols_of
from sudokulib.geometries.builder import Builder
from sudokulib.geometries.geometry import Geometry
from sudokulib.geometries.source import short
from sudokulib.limits import Limits
from sudokulib.puzzle import Puzzle

__all__ = ["KSUDOKU"]

_DEEPEST = 10


class _Element:
    """An element: its name, attributes and text."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.text = ""

    def number(self, name: str, default: int | None = None) -> int:
        """A number among the attributes.

        Raises:
            GeometryError: it is missing, or none.
        """
        said = self.attributes.get(name, "" if default is None else str(default))
        if not (said.isascii() and said.isdigit() and len(said) < 7):
            raise GeometryError(f"{name}={short(said)!r} in <{self.name}>; write a whole number")
        return int(said)


def _is_ksudoku(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("<") and "<ksudoku-graph" in text[:2000]


def _elements(text: str, name: str) -> list[_Element]:
    """The elements in order; entities and other documents are not looked at."""
    found: list[_Element] = []
    open_: list[_Element] = []

    def refuse(*_: object) -> NoReturn:
        raise SudokuError(f"{name} defines entities, which no shape needs; drop its DOCTYPE")

    def doctype(_: str, system: str | None, public: str | None, inside: int) -> None:
        if system or public or inside:
            refuse()

    def start(tag: str, attributes: dict[str, str]) -> None:
        open_.append(_Element(tag, attributes))
        found.append(open_[-1])
        if len(open_) > _DEEPEST:
            raise SudokuError(f"{name} is nested too deep for a shape; export it again")

    def data(text: str) -> None:
        if open_:
            open_[-1].text += text

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_.pop()
    parser.CharacterDataHandler = data
    try:
        parser.Parse(text.strip().removeprefix("\ufeff").encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise SudokuError(f"{name} is no XML: {error}; export it again") from None
    return found


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    elements = _elements(text, name)
    graph = next((one for one in elements if one.name == "graph"), None)
    if graph is None:
        raise GeometryError(f"{name} has no <graph>; a KSudoku shape is <ksudoku-graph><graph …>")
    order = graph.number("order")
    sizes = [graph.number(f"size{axis}", 1) for axis in "XYZ"]
    if not 2 <= order <= 100 or not all(sizes):
        raise GeometryError(f"{name}: order {order} and sizes {sizes}; write numbers from 2, and 1")
    places = sizes[0] * sizes[1] * sizes[2]
    limits.check("places", places)
    builder = Builder(Alphabet.of(symbols_of(order)), limits)
    for element in elements:
        for index, cells, label, role in _sets(element, order, sizes):
            if any(not 0 <= cell < places for cell in cells):
                raise GeometryError(
                    f"{name}: <{element.name}> at {index} leaves the block of {places} places; "
                    "mend its number"
                )
            drawn = [builder.place(_at(cell, sizes)) for cell in dict.fromkeys(cells)]
            if len(drawn) > order:
                raise GeometryError(
                    f"{name}: a set of {len(drawn)} cells for {order} symbols; make it smaller"
                )
            if len(drawn) > 1:
                builder.distinct(drawn, label, role)
    title = graph.attributes.get("name", "")
    geometry = builder.finish(title=" ".join(title.split()))
    return Puzzle(geometry, geometry.domains, title=geometry.title)


def _at(cell: int, sizes: list[int]) -> Position:
    """Where a place is drawn."""
    rest, z = divmod(cell, sizes[2])
    x, y = divmod(rest, sizes[1])
    return y, x + z * (sizes[0] + 1)


Set = tuple[int, list[int], str, str]
"""Where a group begins, the cells of one of its sets, what people call it and its role."""


def _sets(element: _Element, order: int, sizes: list[int]) -> list[Set]:
    if element.name == "clique":
        numbers = element.text.split()
        if not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
            raise GeometryError(f"{short(element.text)!r} are no cells; write their numbers")
        cells = list(map(int, numbers))
        return [(cells[0], cells, "", "")] if cells else []
    side = isqrt(order)
    if element.name == "sudokugroups":
        blocks = element.number("withblocks", 1) and side * side == order
        return _grid_sets(element.number("at"), order, sizes, side if blocks else 0)
    if element.name == "roxdokugroups":
        if side * side != order:
            raise GeometryError(f"a cube for {order} symbols; only squares such as 9 have one")
        return _cube_sets(element.number("at"), side, sizes)
    return []


def _grid_sets(at: int, order: int, sizes: list[int], side: int) -> list[Set]:
    _check(at, (order, order, 1), sizes)
    found: dict[tuple[str, int], list[int]] = {}
    for x in range(order):
        for y in range(order):
            cell = at + (x * sizes[1] + y) * sizes[2]
            found.setdefault(("row", y), []).append(cell)
            found.setdefault(("column", x), []).append(cell)
            if side:
                found.setdefault(("region", y // side * side + x // side), []).append(cell)
    words = {"row": "row", "column": "column", "region": "box"}
    return [(at, cells, f"{words[role]} {n + 1}", role) for (role, n), cells in found.items()]


def _cube_sets(at: int, side: int, sizes: list[int]) -> list[Set]:
    _check(at, (side, side, side), sizes)
    found: dict[tuple[int, int], list[int]] = {}
    for x in range(side):
        for y in range(side):
            for z in range(side):
                cell = at + (x * sizes[1] + y) * sizes[2] + z
                for axis, layer in enumerate((x, y, z)):
                    found.setdefault((axis, layer), []).append(cell)
    return [
        (at, cells, f"layer {layer + 1} along {'xyz'[axis]}", "")
        for (axis, layer), cells in found.items()
    ]


def _check(at: int, group: tuple[int, int, int], sizes: list[int]) -> None:
    """That a group does not leave the block."""
    rest, z = divmod(at, sizes[2])
    x, y = divmod(rest, sizes[1])
    if any(a + n > size for a, n, size in zip((x, y, z), group, sizes, strict=True)):
        raise GeometryError(f"a group at {at} leaves the block of {sizes}; mend its number")


def _write(puzzle: Puzzle) -> str:
    cells = puzzle.geometry.cells
    order = len(puzzle.geometry.alphabet)
    height, width = (1 + max(cell.at[axis] for cell in cells) for axis in (0, 1))
    number = [cell.at[1] * height + cell.at[0] for cell in cells]
    groups: list[str] = []
    said: set[tuple[int, ...]] = set()
    have = {cells for cells, _ in sets_of(puzzle)}
    for grid, members in [
        (puzzle.geometry, tuple(range(len(cells)))),
        *((part.geometry, part.cells) for part in puzzle.geometry.parts),
    ]:
        for blocks, plain in _plain(order):
            if [cell.at for cell in grid.cells] == [cell.at for cell in plain.cells]:
                sets = {tuple(sorted(members[c] for c in s.cells)) for s in plain.shapes}
                if sets <= have:
                    at = number[members[0]]
                    groups.append(f'<sudokugroups at="{at}" withblocks="{blocks}"/>')
                    said |= sets
                    break
    for members, _ in sets_of(puzzle):
        if members not in said:
            listed = " ".join(str(number[cell]) for cell in members)
            groups.append(f'<clique size="{len(members)}">{listed}</clique>')
    if not groups:
        raise Unwritable("it has no set without repeats; choose another format, such as yaml")
    title = puzzle.title or puzzle.geometry.title or puzzle.geometry.name
    graph = (
        f'<graph order="{order}" sizeX="{width}" sizeY="{height}" sizeZ="1" '
        f'name={quoteattr(title)} type="custom">'
    )
    listed = "".join(f"  {group}\n" for group in groups)
    return f"<!DOCTYPE ksudoku>\n<ksudoku-graph>\n {graph}\n{listed} </graph>\n</ksudoku-graph>\n"


def _plain(order: int) -> Iterator[tuple[int, Geometry]]:
    """The grids that a group can be: with blocks if there are any, and without."""
    side = isqrt(order)
    if side > 1 and side * side == order:
        yield 1, square(order, (side, side))
    yield 0, square(order, None)


KSUDOKU = register_format(
    Format(
        "ksudoku",
        _is_ksudoku,
        _read,
        _write,
        summary="shapes of KSudoku (XML)",
        keeps="geometries made of sets, without givens",
        suffixes=(".xml",),
    )
)
"""Geometries: grids, cubes, and any sets."""
