"""Common parts of KSudoku files: XML, and graphs, that is, sets of cells in a block.

A place is counted as (x × sizeY + y) × sizeZ + z, where x is the column. Layers of a block are
drawn side by side. A graph of the type sudoku or roxdoku is one grid or cube and lists nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import NoReturn
from xml.parsers import expat

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.cells import Position
from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.formats.format import Unwritable
from sudokulib.formats.general import sets_of
from sudokulib.formats.grids import square_grid, symbols_of
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle

_DEEPEST = 10
"""The deepest nesting of elements: saved games nest five deep, so what nests deeper is none."""
_MOST_SYMBOLS = 25
"""The most symbols: KSudoku can draw the blocks of no more."""


class XmlElement:
    """An element: its name, attributes and text."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.text = ""

    def number(self, name: str, default: int | None = None) -> int:
        """Return a number among the attributes.

        Raises:
            GeometryError: it is missing, or not a number.
        """
        said = self.attributes.get(name, "" if default is None else str(default))
        if not (said.isascii() and said.isdigit() and len(said) < 7):
            raise GeometryError(f"{name}={short(said)!r} in <{self.name}>; write a whole number")
        return int(said)

    def places(self) -> list[int]:
        """Return the numbers of the places that its text lists.

        Raises:
            GeometryError: the text lists something else.
        """
        numbers = self.text.split()
        if not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
            raise GeometryError(f"{short(self.text)!r} are not cells; write their numbers")
        return list(map(int, numbers))


def elements_of(text: str, name: str) -> list[XmlElement]:
    """Return the elements in order; entities and other documents are refused.

    Raises:
        SudokuError: the text is not XML, or has something that KSudoku never writes.

    >>> [element.name for element in elements_of("<game><graph/></game>", "it")]
    ['game', 'graph']
    """
    found: list[XmlElement] = []
    open_: list[XmlElement] = []

    def refuse(*_: object) -> NoReturn:
        raise SudokuError(f"{name} defines entities, which KSudoku never does; drop its DOCTYPE")

    def doctype(_: str, system: str | None, public: str | None, inside: int) -> None:
        if system or public or inside:
            refuse()

    def start(tag: str, attributes: dict[str, str]) -> None:
        open_.append(XmlElement(tag, attributes))
        found.append(open_[-1])
        if len(open_) > _DEEPEST:
            raise SudokuError(f"{name} is nested too deep for KSudoku; export it again")

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
        parser.Parse(text.strip().encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise SudokuError(f"{name} is not XML: {error}; export it again") from None
    return found


def only(elements: Sequence[XmlElement], tag: str, name: str) -> XmlElement | None:
    """Return the one element of that name; None if there is none.

    Raises:
        GeometryError: there are several.

    >>> print(only(elements_of("<game><graph/></game>", "it"), "values", "it"))
    None
    """
    found = [element for element in elements if element.name == tag]
    if len(found) > 1:
        raise GeometryError(f"{name} has {len(found)} of <{tag}>; leave one")
    return found[0] if found else None


@dataclass(frozen=True)
class BlockGraph:
    """A graph read from a file.

    Args:
        geometry: the cells and their sets.
        size: the number of places of the block.
        cells: the cell at each place that has one.
        specific: the stated type of puzzle.
    """

    geometry: Geometry
    size: int
    cells: dict[int, int]
    specific: str = ""


def block_graph_of(elements: Sequence[XmlElement], name: str, limits: Limits) -> BlockGraph:
    """Return the graph among the elements of a document.

    Raises:
        GeometryError: there is none, or something is wrong in it.
        LimitError: the graph is too large.

    >>> elements = elements_of('<a><graph order="4" type="sudoku"/></a>', "it")
    >>> block_graph_of(elements, "it", DEFAULT_LIMITS).cells[1]
    4
    """
    graph = only(elements, "graph", name)
    if graph is None:
        raise GeometryError(f"{name} has no <graph>; export it from KSudoku again")
    order = graph.number("order")
    kind = graph.attributes.get("type", "custom")
    side = isqrt(order)
    if kind in ("sudoku", "roxdoku") and side * side != order:
        raise GeometryError(f"a {kind} of {order} symbols; only squares such as 9 have one")
    if kind == "sudoku":
        sizes = [order, order, 1]
    elif kind == "roxdoku":
        sizes = [side] * 3
    else:
        sizes = [graph.number(f"size{axis}", 1) for axis in "XYZ"]
    if not 2 <= order <= 100 or not all(sizes):
        raise GeometryError(f"{name}: order {order} and sizes {sizes}; write numbers from 2, and 1")
    size = sizes[0] * sizes[1] * sizes[2]
    limits.check("places", size)
    if kind == "sudoku":
        limits.check("cells", size)
        geometry = square_grid(order, (side, side))
    else:
        groups = elements if kind != "roxdoku" else [XmlElement("roxdokugroups", {"at": "0"})]
        title = " ".join(graph.attributes.get("name", "").split())
        geometry = _custom(groups, order, sizes, name, limits).finish(title=title)
    number = {cell.at: n for n, cell in enumerate(geometry.cells)}
    at = ((place, _drawn_position(place, sizes)) for place in range(size))
    cells = {place: number[where] for place, where in at if where in number}
    return BlockGraph(geometry, size, cells, graph.attributes.get("specific-type", ""))


def _custom(
    groups: Sequence[XmlElement], order: int, sizes: list[int], name: str, limits: Limits
) -> Builder:
    """Return a builder with the cells and sets of the groups among some elements."""
    size = sizes[0] * sizes[1] * sizes[2]
    builder = Builder(Alphabet.of(symbols_of(order)), limits)
    glued = 0
    for element in groups:
        for index, cells, label, role in _sets(element, order, sizes):
            if any(not 0 <= cell < size for cell in cells):
                raise GeometryError(
                    f"{name}: <{element.name}> at {index} leaves the block of {size} places; "
                    "fix its number"
                )
            drawn = [builder.place(_drawn_position(cell, sizes)) for cell in dict.fromkeys(cells)]
            if len(drawn) > order:
                raise GeometryError(
                    f"{name}: a set of {len(drawn)} cells for {order} symbols; make it smaller"
                )
            if len(drawn) > 1:
                builder.distinct(drawn, label, role)
        if element.name == "sudokugroups" and sizes[2] == 1:
            glued += order * order
            limits.check("cells", glued)  # where grids overlap, each is glued
            x, y = divmod(element.number("at"), sizes[1])
            grid = ((y + row, x + column) for row in range(order) for column in range(order))
            builder.mesh.grid({at: builder.place(at) for at in grid})
    return builder


# The key covers everything it reads: a word and a number.
@lru_cache(maxsize=64)
def plain_block(kind: str, order: int) -> BlockGraph:
    """Return the graph of the type sudoku or roxdoku.

    Raises:
        GeometryError: the order is not a square number.

    >>> len(plain_block("roxdoku", 9).cells)
    27
    """
    graph = XmlElement("graph", {"type": kind, "order": str(order)})
    return block_graph_of([graph], kind, DEFAULT_LIMITS)


def _drawn_position(cell: int, sizes: list[int]) -> Position:
    """Return the position where a place is drawn."""
    rest, z = divmod(cell, sizes[2])
    x, y = divmod(rest, sizes[1])
    return y, x + z * (sizes[0] + 1)


Set = tuple[int, list[int], str, str]
"""The start of a group, the cells of one of its sets, the name of the set and its role."""


def _sets(element: XmlElement, order: int, sizes: list[int]) -> list[Set]:
    if element.name == "clique":
        cells = element.places()
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
    """Check that a group does not leave the block."""
    rest, z = divmod(at, sizes[2])
    x, y = divmod(rest, sizes[1])
    if any(a + n > size for a, n, size in zip((x, y, z), group, sizes, strict=True)):
        raise GeometryError(f"a group at {at} leaves the block of {sizes}; fix its number")


@dataclass(frozen=True)
class BlockGroups:
    """The sets of a puzzle as groups in a block with one layer.

    Args:
        width, height: places of the block.
        places: the place of each cell.
        listed: the elements.
        sets: the number of sets.
    """

    width: int
    height: int
    places: list[int]
    listed: list[str]
    sets: int


def groups_of(puzzle: Puzzle) -> BlockGroups:
    """Return the sets of a puzzle with one cell per symbol, grouping those of grids.

    KSudoku knows no other sets.

    Raises:
        Unwritable: the puzzle has none, or more symbols than KSudoku has blocks for.

    >>> from sudokulib import geometry
    >>> groups_of(geometry("4x4").puzzle()).listed
    ['<sudokugroups at="0" withblocks="1"/>']
    """
    cells = puzzle.geometry.cells
    order = len(puzzle.geometry.alphabet)
    if order > _MOST_SYMBOLS:
        raise Unwritable(
            f"it has {order} symbols, but KSudoku at most {_MOST_SYMBOLS}; choose another format"
        )
    height, width = (1 + max(cell.at[axis] for cell in cells) for axis in (0, 1))
    number = [cell.at[1] * height + cell.at[0] for cell in cells]
    have = dict.fromkeys(members for members, _ in sets_of(puzzle) if len(members) == order)
    roles = {(shape.cells, role) for shape in puzzle.all_shapes for role in shape.roles}
    groups: list[str] = []
    said: set[tuple[int, ...]] = set()
    at = {cell.at: number for number, cell in enumerate(cells)}
    for top, left in at:
        for blocks, whole in _grids(order):
            places = [(top + cell.at[0], left + cell.at[1]) for cell in whole.cells]
            if not at.keys() >= set(places):
                break
            parts = {
                (tuple(sorted(at[places[c]] for c in shape.cells)), role)
                for shape in whole.shapes
                for role in shape.roles
            }
            sets = {members for members, _ in parts}
            if parts <= roles and sets <= have.keys() and not sets <= said:
                groups.append(f'<sudokugroups at="{left * height + top}" withblocks="{blocks}"/>')
                said |= sets
                break
    for members in (members for members in have if members not in said):
        listed = " ".join(str(number[cell]) for cell in members)
        groups.append(f'<clique size="{len(members)}">{listed}</clique>')
    if not groups:
        raise Unwritable("it has no set with all symbols; choose another format, such as yaml")
    return BlockGroups(width, height, number, groups, len(have))


def _grids(order: int) -> Iterator[tuple[int, Geometry]]:
    """Yield the grids that a group can form: with blocks if there are any, and without."""
    side = isqrt(order)
    if side > 1 and side * side == order:
        yield 1, square_grid(order, (side, side))
    yield 0, square_grid(order, None)
