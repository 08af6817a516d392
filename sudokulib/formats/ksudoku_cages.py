"""Cages of KSudoku: an operator, its result, and the cells.

In a killer they have sums and no repeats; elsewhere (Mathdoku) values may repeat, and two cells may
also have a difference or a ratio. A cage of one cell has no operator, only its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokulib.errors import GeometryError, GivensError
from sudokulib.formats.grids import cages_of
from sudokulib.formats.ksudoku_graphs import BlockGraph, XmlElement
from sudokulib.formats.round_trip import single_rules
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Cage, Difference, Distinct, Kind, Product, Ratio, Shape, Sum

KILLER = "KillerSudoku"
MATHDOKU = "Mathdoku"

_NONE, _DIVIDE, _SUBTRACT, _MULTIPLY, _ADD = range(5)
_MOST_CELLS = 25
"""The most cells of a cage: as many as there are symbols at most, of which none repeats in a
region."""
_MOST_VALUE = 999_999
"""The largest value that is written: the largest number that `XmlElement.number` reads back."""


def cages_in(elements: Sequence[XmlElement], graph: BlockGraph, name: str) -> list[Shape]:
    """Return the cages among the elements of a document.

    Raises:
        GeometryError: a cage has no cells, cells off the grid, or a cell of another cage.
        GivensError: an operator does not exist, or not for this many cells.

    >>> from sudokulib.formats.ksudoku_graphs import elements_of, plain_block
    >>> text = '<cage operator="2" value="1" size="2">0 1</cage>'
    >>> cages_in(elements_of(text, "it"), plain_block("sudoku", 4), "it")[0].rule
    Difference(cells=(0, 4), value=1)
    """
    found: list[Shape] = []
    covered: set[int] = set()
    killer = graph.specific.lower() == KILLER.lower()
    for element in elements:
        if element.name == "cage":
            cells = _cells(element, graph, name)
            if not covered.isdisjoint(cells):
                raise GeometryError(f"{name}: a cell is in two cages; leave it in one")
            covered.update(cells)
            found += map(Shape, _rules(element, cells, killer, name))
    return found


def _cells(element: XmlElement, graph: BlockGraph, name: str) -> tuple[int, ...]:
    places = element.places()
    if not 0 < len(places) == element.number("size", len(places)) <= _MOST_CELLS:
        raise GeometryError(
            f"{name}: a cage of {element.attributes.get('size', 'no')} cells lists "
            f"{len(places)}; write as many cells as it has, 1 to {_MOST_CELLS}"
        )
    if wrong := [place for place in places if place not in graph.cells]:
        raise GeometryError(f"{name}: a cage has no cell at {wrong[0]}; fix its number")
    if len(set(places)) < len(places):
        raise GeometryError(f"{name}: a cage lists a cell twice; list each once")
    return tuple(graph.cells[place] for place in places)


def _rules(element: XmlElement, cells: tuple[int, ...], killer: bool, name: str) -> Iterator[Kind]:
    operator, value = element.number("operator"), element.number("value")
    if operator > _ADD:
        raise GivensError(f"{name}: {operator} is not an operator of a cage; write 0 to {_ADD}")
    if (operator == _NONE and len(cells) != 1) or (
        operator in (_DIVIDE, _SUBTRACT) and len(cells) != 2
    ):
        raise GivensError(
            f"{name}: operator {operator} does not fit a cage of {len(cells)} cells; "
            "0 is for one cell, 1 and 2 are for two"
        )
    if operator == _DIVIDE:
        yield Ratio(cells, value)
    elif operator == _SUBTRACT:
        yield Difference(cells, value)
    elif operator == _MULTIPLY:
        yield Product(cells, value)
    else:
        yield Cage(tuple(sorted(cells)), value, repeats=not killer and len(cells) > 1)
    if killer and operator not in (_NONE, _ADD):
        yield Distinct(tuple(sorted(cells)))


def cage_elements(puzzle: Puzzle, places: Sequence[int], mathdoku: bool) -> tuple[str, list[str]]:
    """Return the type of puzzle implied by its cages, and the cages; empty if there are none.

    Of cages with a common cell the first is written; if some have no repeats, only such cages are.

    Args:
        puzzle: any puzzle.
        places: the place of each of its cells.
        mathdoku: whether its sets are the rows and columns, as in a Mathdoku.

    >>> from sudokulib import read
    >>> puzzle = read("{geometry: 4x4, shapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}]}")
    >>> cage_elements(puzzle, range(16), False)
    ('KillerSudoku', ['<cage operator="4" value="3" size="2">0 1</cage>'])
    """
    killer = cages_of(puzzle, len(places))
    if any(len(cage.cells) > 1 for cage in killer) or (killer and not mathdoku):
        said = ((cage.cells, _ADD, cage.sum) for cage in killer)
        return KILLER, _elements(said, places)
    listed = _elements(_sums_and_more(puzzle), places) if mathdoku else []
    return (MATHDOKU, listed) if listed else ("", [])


OperatorCage = tuple[Sequence[int], int, object]
"""The cells of a cage, its operator and its value."""


def _sums_and_more(puzzle: Puzzle) -> Iterator[OperatorCage]:
    for _, rule in single_rules(puzzle):
        match rule:
            case Ratio(cells, value):
                yield cells, _DIVIDE, value
            case Difference(cells, value):
                yield cells, _SUBTRACT, value
            case Product(cells, value, None) if len(cells) > 1:
                yield cells, _MULTIPLY, value
            case Cage(cells, value, repeats) if repeats == (len(cells) > 1):
                yield cells, _ADD, value
            case Sum(cells, value, "=", ()) if len(cells) > 1:
                yield cells, _ADD, value


def _elements(said: Iterable[OperatorCage], places: Sequence[int]) -> list[str]:
    found: list[str] = []
    covered: set[int] = set()
    for cells, operator, value in said:
        own = set(cells)
        right = isinstance(value, int) and 0 <= value <= _MOST_VALUE and len(cells) <= _MOST_CELLS
        if right and len(own) == len(cells) and covered.isdisjoint(own):
            covered |= own
            sign = operator if len(cells) > 1 else _NONE
            listed = " ".join(str(places[cell]) for cell in cells)
            found.append(f'<cage operator="{sign}" value="{value}" size="{len(cells)}">'
                         f"{listed}</cage>")  # fmt: skip
    return found
