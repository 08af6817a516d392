"""Saved games of KSudoku, an XML file: a graph, givens, perhaps the solution, and the moves.

Givens and solution are a character for each place of the block: a full stop where there is no cell,
an underscore for an empty one, b for 1, c for 2 and so on. Of the moves, which are the player's,
only those that record givens are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from xml.sax.saxutils import quoteattr

from sudokulib.basics.limits import Limits
from sudokulib.basics.quoting import short
from sudokulib.errors import GivensError
from sudokulib.formats.format import Format, Unwritable, register_format
from sudokulib.formats.general import sets_of
from sudokulib.formats.grids import puzzle_on
from sudokulib.formats.ksudoku_cages import cage_elements, cages_in
from sudokulib.formats.ksudoku_graphs import (
    BlockGraph,
    XmlElement,
    block_graph_of,
    elements_of,
    groups_of,
    only,
    plain_block,
)
from sudokulib.puzzles.puzzle import Puzzle

_EMPTY, _NO_CELL = "_", "."
_MARKS = "bcdefghijklmnopqrstuvwxyz"
_NO_BLOCKS = '<sudokugroups at="0" withblocks="0"/>'


def _is_game(text: str) -> bool:
    start = text[:2000].lstrip()
    return start.startswith("<") and re.search(r"<ksudoku[\s>/]", start) is not None


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    elements = elements_of(text, name)
    graph = block_graph_of(elements, name, limits)
    if len(graph.geometry.alphabet) > len(_MARKS):
        raise GivensError(f"{name} has more than {len(_MARKS)} symbols; KSudoku has no more")
    values = only(elements, "values", name)
    if values is None:
        raise GivensError(f"{name} has no <values>; add a character for each place")
    known = _values(values, graph, name)
    for cell, value in _recorded_givens(elements, graph, name):
        known.setdefault(cell, value)
    solution = only(elements, "solution", name)
    answer = _values(solution, graph, name) if solution and solution.text.strip() else {}
    return puzzle_on(
        graph.geometry,
        known,
        shapes=cages_in(elements, graph, name),
        texts={"title": graph.geometry.title},
        answer=tuple(answer[c] for c in sorted(answer)) if len(answer) == len(graph.cells) else (),
    )


def _values(element: XmlElement, graph: BlockGraph, name: str) -> dict[int, int]:
    """Return the index of the symbol of each cell that has one."""
    marks = "".join(element.text.split())
    if len(marks) != graph.size:
        raise GivensError(
            f"{name}: {len(marks)} characters in <{element.name}> for {graph.size} places; "
            "write one for each"
        )
    symbols = _MARKS[: len(graph.geometry.alphabet)]
    known: dict[int, int] = {}
    for place, mark in enumerate(marks):
        here = place in graph.cells
        if mark not in ((_EMPTY, *symbols) if here else (_EMPTY, _NO_CELL)):
            what = f"{_EMPTY} or {symbols[0]} to {symbols[-1]}" if here else _NO_CELL
            raise GivensError(
                f"{name}: {short(mark)!r} at place {place} in <{element.name}>; write {what}"
            )
        if here and mark != _EMPTY:
            known[graph.cells[place]] = symbols.index(mark)
    return known


def _recorded_givens(
    elements: Sequence[XmlElement], graph: BlockGraph, name: str
) -> Iterator[tuple[int, int]]:
    """Yield the givens that the moves record, as cell and value."""
    for element in elements:
        said = element.attributes
        if element.name == "simple-event" and said.get("given") == "true" and "value" in said:
            place, value = element.number("index"), element.number("value")
            if place not in graph.cells or not 1 <= value <= len(graph.geometry.alphabet):
                raise GivensError(
                    f"{name}: the value {value} is given at place {place}; "
                    "name a place that has a cell, and a value of the puzzle"
                )
            yield graph.cells[place], value - 1


def _write(puzzle: Puzzle) -> str:
    order = len(puzzle.geometry.alphabet)
    if order > len(_MARKS):
        raise Unwritable(
            f"it has {order} symbols, but KSudoku at most {len(_MARKS)}; choose another format"
        )
    graph, places, size = _graph(puzzle, order)
    texts = [("values", dict(puzzle.given_values))]
    if puzzle.answer:
        texts.append(("solution", dict(enumerate(puzzle.answer))))
    return "".join(
        [
            '<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help="0" msecs-elapsed="0">\n  <puzzle>\n',
            *(f"   {line}\n" for line in graph),
            *(f"   <{tag}>{_marks(known, places, size)}</{tag}>\n" for tag, known in texts),
            "  </puzzle>\n  <history/>\n </game>\n</ksudoku>\n",
        ]
    )


def _marks(known: dict[int, int], places: Sequence[int], size: int) -> str:
    marks = [_NO_CELL] * size
    for cell, place in enumerate(places):
        marks[place] = _MARKS[known[cell]] if cell in known else _EMPTY
    return "".join(marks)


def _graph(puzzle: Puzzle, order: int) -> tuple[list[str], Sequence[int], int]:
    """Return the lines of the graph, the place of each cell, and the number of places."""
    groups = groups_of(puzzle)
    kind, cages = cage_elements(puzzle, groups.places, groups.listed == [_NO_BLOCKS])
    if not cages and not puzzle.title:
        for plain_kind, whole in _plain(order):
            if _is_played_on(puzzle, whole):
                specific = {"sudoku": "Plain", "roxdoku": "Roxdoku"}[plain_kind]
                line = f'<graph order="{order}" type="{plain_kind}" specific-type="{specific}"/>'
                return [line], sorted(whole.cells, key=whole.cells.__getitem__), whole.size
    title = puzzle.title or puzzle.geometry.title or puzzle.geometry.name
    first = (
        f'<graph order="{order}" type="custom" specific-type="{kind or "Plain"}" '
        f'name={quoteattr(title)} ncliques="{groups.sets}" '
        f'sizeX="{groups.width}" sizeY="{groups.height}" sizeZ="1">'
    )
    listed = [f" {one}" for one in (*groups.listed, *cages)]
    return [first, *listed, "</graph>"], groups.places, groups.width * groups.height


def _plain(order: int) -> Iterator[tuple[str, BlockGraph]]:
    if order > 1 and isqrt(order) ** 2 == order:
        for kind in ("sudoku", "roxdoku"):
            yield kind, plain_block(kind, order)


def _is_played_on(puzzle: Puzzle, graph: BlockGraph) -> bool:
    """Return whether the puzzle has the cells of a graph, and exactly its sets."""
    mine, other = puzzle.geometry.cells, graph.geometry.cells
    return [cell.at for cell in mine] == [cell.at for cell in other] and (
        {cells for cells, _ in sets_of(puzzle)} == {s.cells for s in graph.geometry.shapes}
    )


KSUDOKU_GAME = register_format(
    Format(
        "ksudoku-game",
        _is_game,
        _read,
        _write,
        summary="saved games of KSudoku (XML)",
        keeps="givens and the solution on geometries made of sets with all symbols, up to 25; "
        "cages with sums, on Latin squares those of Mathdoku",
        suffixes=(".ksudoku",),
    )
)
"""Givens on any sets, killers and Mathdoku; without the player's moves."""
