"""Shapes of KSudoku, an XML file: grids, cubes and sets of cells in a block of places."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from sudokulib.basics.limits import Limits
from sudokulib.formats.format import Format, register_format
from sudokulib.formats.grids import puzzle_on
from sudokulib.formats.ksudoku_cages import cages_in
from sudokulib.formats.ksudoku_graphs import block_graph_of, elements_of, groups_of
from sudokulib.puzzles.puzzle import Puzzle


def _is_ksudoku(text: str) -> bool:
    return text.lstrip().startswith("<") and "<ksudoku-graph" in text[:2000]


def _read(text: str, name: str, limits: Limits) -> Puzzle:
    limits.check("text", len(text))
    elements = elements_of(text, name)
    graph = block_graph_of(elements, name, limits)
    title = {"title": graph.geometry.title}
    return puzzle_on(graph.geometry, {}, shapes=cages_in(elements, graph, name), texts=title)


def _write(puzzle: Puzzle) -> str:
    groups = groups_of(puzzle)
    title = puzzle.title or puzzle.geometry.title or puzzle.geometry.name
    graph = (
        f'<graph order="{len(puzzle.geometry.alphabet)}" sizeX="{groups.width}" '
        f'sizeY="{groups.height}" sizeZ="1" ncliques="{groups.sets}" name={quoteattr(title)} '
        f'type="custom">'
    )
    listed = "".join(f"  {group}\n" for group in groups.listed)
    return f"<!DOCTYPE ksudoku>\n<ksudoku-graph>\n {graph}\n{listed} </graph>\n</ksudoku-graph>\n"


KSUDOKU = register_format(
    Format(
        "ksudoku",
        _is_ksudoku,
        _read,
        _write,
        summary="shapes of KSudoku (XML)",
        keeps="geometries made of sets with all symbols, up to 25, without givens",
        suffixes=(".xml",),
    )
)
"""Geometries: grids, cubes, and any sets."""
