"""What is found in layers, as it is drawn on the cells below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sudokulib.basics.cells import Position
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.scene.glyphs import NONE, THICK, THIN, box_character
from sudokulib.shapes import Depiction, Distinct, Mark, Shape
from sudokulib.shapes.connections import connected_parts


def depictions(puzzle: Puzzle) -> list[Depiction]:
    """Return how layers of a puzzle are drawn, each by the first rule that says it.

    One that knows the direction of lines comes first.
    """
    context, found = puzzle.context, []
    drawn: set[int] = set()
    every = [one for shape in puzzle.all_shapes if (one := shape.rule.depiction(context))]
    for one in sorted(every, key=lambda one: not one.backward):
        if drawn.isdisjoint(one.cells):
            found.append(one)
            drawn.update(one.cells)
    return found


def base_cell_count(
    puzzle: Puzzle, shown: Sequence[Depiction], marks: Iterable[Iterable[Mark]] = ()
) -> int:
    """Return the number of cells before the last layers, if these are all drawn on other cells.

    Args:
        puzzle: the puzzle.
        shown: how its layers are drawn.
        marks: the marks of each shape; edges and corners with marks are drawn as cells.
    """
    places = puzzle.geometry.topology.places
    hidden = {c for one in shown for c in one.cells if c in places}
    marked = (c for some in marks for mark in some for c in mark.cells)
    hidden -= {c for c in marked if c in places and places[c].on != "cells"}
    count = len(puzzle.geometry.cells)
    while count - 1 in hidden:
        count -= 1
    return count


def lowered(puzzle: Puzzle, marks: Iterable[Mark], count: int) -> Iterator[Mark]:
    """Yield marks with the cells below those of layers that have no place."""
    cells = len(puzzle.geometry.cells)
    for mark in marks:
        below = [cell_below(puzzle, c) if count <= c < cells else c for c in mark.cells]
        yield replace(mark, cells=tuple(below))


def regions(
    puzzle: Puzzle, shown: Sequence[Depiction], known: Mapping[int, int]
) -> tuple[Shape, ...]:
    """Return joined cells, and the regions of layers that are known in full, as shapes.

    Args:
        puzzle: the puzzle.
        shown: how its layers are drawn.
        known: the value index in each known cell.
    """
    found: dict[tuple[int, int], list[int]] = {}
    joined: list[tuple[int, ...]] = []
    for number, one in enumerate(shown):
        if one.look == "borders" and one.values:
            joined += _joined(puzzle, members(puzzle, one, known)[0])
        elif one.look == "borders" and known.keys() >= {*one.cells}:
            for cell in one.cells:
                found.setdefault((number, known[cell]), []).append(cell_below(puzzle, cell))
    role = frozenset({"region"})
    every = (*map(tuple, found.values()), *joined)
    return tuple([Shape(Distinct(cells), roles=role) for cells in every])


def walls(
    puzzle: Puzzle, shown: Sequence[Depiction], known: Mapping[int, int]
) -> Iterator[tuple[int, int]]:
    """Yield the neighbours that are known to be in different regions.

    Args:
        puzzle: the puzzle.
        shown: how its layers are drawn.
        known: the value index in each known cell.
    """
    neighbours = puzzle.geometry.topology.neighbours
    for one in shown:
        held = {cell_below(puzzle, c): known[c] for c in one.cells if c in known}
        for cell in held if one.look == "borders" and not one.values else ():
            for other in neighbours(cell):
                if cell < other and other in held and held[cell] != held[other]:
                    yield cell, other


def _joined(puzzle: Puzzle, edges: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of cells that some edges connect."""
    near: dict[int, list[int]] = {}
    for edge in edges:
        one, other = puzzle.geometry.topology.places[edge].cells
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    for part in connected_parts(near, near.__getitem__):
        yield tuple(sorted(part))


def members(
    puzzle: Puzzle, one: Depiction, known: Mapping[int, int]
) -> tuple[list[int], list[int], list[int]]:
    """Return the known cells with one of the values, those with none, and those that are double."""
    values = puzzle.geometry.alphabet.values
    found = {c: values[known[c]] for c in one.cells if c in known}
    return (
        [c for c, value in found.items() if value in one.values],
        [c for c, value in found.items() if value not in one.values],
        [c for c, value in found.items() if value in one.double],
    )


def plain_cells(puzzle: Puzzle, shown: Sequence[Depiction]) -> set[int]:
    """Return the cells in which there is nothing to find, if other things are drawn on them."""
    given = {cell for cell, _ in puzzle.given_values}
    single = {c for c, mask in enumerate(puzzle.geometry.domains) if mask & (mask - 1) == 0}
    return single - given if shown else set()


def sides_of(puzzle: Puzzle, cells: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the sides of cells for which some cells of a layer stand, as numbered in tiles."""
    topology = puzzle.geometry.topology
    for cell in cells:
        dart = topology.places[cell].points[0]
        twin = topology.glue.get(dart)
        for tile, side in (dart, *([twin.dart] if twin else [])):
            yield topology.cells[tile], side


def cell_below(puzzle: Puzzle, cell: int) -> int:
    """Return the cell that one of a layer of cells belongs to; any other cell itself."""
    place = puzzle.geometry.topology.places.get(cell)
    return cell if place is None else place.cells[0]


def lattice_lines(
    puzzle: Puzzle, one: Depiction, known: Mapping[int, int], ascii_only: bool
) -> list[str]:
    """Return lines through the middles of cells as text; none if some edge is not straight.

    Args:
        puzzle: the puzzle.
        one: how the edges are drawn.
        known: the value index in each known cell.
        ascii_only: draw with ``-|+=#<>^v`` instead of box drawing and arrows.
    """
    cells, topology = puzzle.geometry.cells, puzzle.geometry.topology
    inside, _, double = members(puzzle, one, known)
    values = puzzle.geometry.alphabet.values
    dots: set[Position] = set()
    weights: dict[tuple[Position, Position], int] = {}
    heads: dict[tuple[Position, Position], str] = {}
    for edge in one.cells:
        a, b = sorted(cells[c].at for c in topology.places[edge].cells)
        if (b[0] - a[0], b[1] - a[1]) not in ((0, 1), (1, 0)):
            return []
        dots |= {a, b}
        if edge in inside:
            weights[a, b] = THIN if one.double and edge not in double else THICK
            heads[a, b] = _head(b[0] > a[0], values[known[edge]], one, ascii_only)

    def weight(r: int, c: int, down: int, right: int) -> int:
        return weights.get(((r, c), (r + down, c + right)), NONE)

    lines = []
    for r in range(min(r for r, _ in dots), max(r for r, _ in dots) + 1):
        here = below = ""
        for c in range(min(c for _, c in dots), max(c for _, c in dots) + 1):
            right, down = weight(r, c, 0, 1), weight(r, c, 1, 0)
            arms = weight(r - 1, c, 1, 0), right, down, weight(r, c - 1, 0, 1)
            sign = box_character(*arms, ascii_only=ascii_only)
            here += sign if any(arms) else "·."[ascii_only] if (r, c) in dots else " "
            dash = box_character(0, right, 0, right, ascii_only=ascii_only)
            here += dash + (heads.get(((r, c), (r, c + 1))) or dash) + dash
            bar = box_character(down, 0, down, 0, ascii_only=ascii_only)
            below += (heads.get(((r, c), (r + 1, c))) or bar) + "   "
        lines += [here.rstrip(), below.rstrip()]
    return lines[:-1]


def _head(upright: bool, value: int, one: Depiction, ascii_only: bool) -> str:
    """Return the arrow in the middle of an edge with a direction; empty for any other."""
    if value not in one.forward and value not in one.backward:
        return ""
    signs = ("v^" if ascii_only else "↓↑") if upright else ("><" if ascii_only else "→←")
    return signs[value in one.backward]
