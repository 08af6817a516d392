"""What several tests share: geometries from plain data, and the oracle that only reads rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

from sudokulib.geometry.build import build_geometry
from sudokulib.geometry.files import geometry_file
from sudokulib.geometry.geometry import Geometry
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Distinct, Shape


def from_file(**content: Any) -> Geometry:
    """The geometry that a file with this content describes; includes are shipped geometries."""
    from sudokulib.geometry.library import geometry

    return build_geometry(geometry_file().model_validate(content), geometry)


def from_text(text: str) -> Geometry:
    """The geometry of a file with this text."""
    from sudokulib.geometry.loader import read_geometry

    return read_geometry(text)


def grid(size: str, box: str | None = None, *more: dict[str, Any], **content: Any) -> Geometry:
    """One grid with rows and columns, boxes if `box` is given, and `more` generators."""
    first = {"make": "grid", "size": size} | ({"box": box} if box else {})
    return from_file(build=[first, *more], **content)


def overlapping(box: str, *corners: tuple[int, int]) -> Geometry:
    """Grids with boxes of this size whose top left corners (from 0) are given."""
    rows, columns = (int(n) for n in box.split("x"))
    side = rows * columns
    build = [
        {"make": "grid", "size": f"{side}x{side}", "box": box, "at": at(r, c), "as": f"G{i}"}
        for i, (r, c) in enumerate(corners, 1)
    ]
    return from_file(symbols=SYMBOLS[:side], build=build)


SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def at(row: int, column: int) -> str:
    """The name of the cell at a 0-based position."""
    return f"R{row + 1}C{column + 1}"


KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2))
"""Half of a knight's moves, the other half being their reverse."""
KING = ((1, 1), (1, -1))
"""The diagonal half of a king's moves; the straight ones lie in rows and columns."""


def move_pairs(
    rows: int, columns: int, moves: tuple[tuple[int, int], ...], *, wrap: bool = False
) -> list[dict[str, Any]]:
    """Shapes in a file's form: cells that are a move apart differ."""
    pairs = set()
    for r, c in product(range(rows), range(columns)):
        for dr, dc in moves:
            there = ((r + dr) % rows, (c + dc) % columns) if wrap else (r + dr, c + dc)
            if 0 <= there[0] < rows and 0 <= there[1] < columns:
                pairs.add(tuple(sorted([(r, c), there])))
    return [
        {"kind": "distinct", "cells": f"{at(*one)} {at(*other)}", "label": "move"}
        for one, other in sorted(pairs)
    ]


def brute_force(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """Every filling within the masks for which every shape holds, as symbol indices."""
    values = puzzle.geometry.alphabet.values
    choices = [[v for v in range(len(values)) if mask >> v & 1] for mask in puzzle.masks]
    for filling in product(*choices):
        integers = [values[v] for v in filling]
        if all(shape.rule.holds(integers) for shape in puzzle.all_shapes):
            yield filling


@st.composite
def tiny_puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles of up to seven cells, four symbols and four shapes; cells have their own domains.

    Many have no solution at all, some shapes are houses by chance, and some are the puzzle's own.
    """
    symbols = draw(st.integers(1, 4))
    cells = draw(st.integers(1, 7 if symbols < 4 else 6))
    masks = st.integers(1, (1 << symbols) - 1)
    domains = draw(st.lists(masks | st.just((1 << symbols) - 1), min_size=cells, max_size=cells))
    sets = draw(st.lists(_sets(cells, domains), max_size=4))
    own = draw(st.integers(0, len(sets)))
    geometry = from_file(
        symbols=SYMBOLS[:symbols],
        build=[{"make": "grid", "size": f"1x{cells}", "lines": False}],
        allowed={at(0, c): _text(mask) for c, mask in enumerate(domains)},
        shapes=[
            {"kind": "distinct", "cells": " ".join(at(0, c) for c in s)} for s in sets[own:] if s
        ],
    )
    further = [Shape(Distinct(s), ("own",)) for s in sets[:own] if s]
    givens = draw(
        st.dictionaries(st.integers(0, cells - 1), st.integers(0, symbols - 1), max_size=2)
    )
    return geometry.puzzle({at(0, c): SYMBOLS[v] for c, v in givens.items()}, shapes=further)


@st.composite
def _sets(draw: st.DrawFn, cells: int, domains: list[int]) -> tuple[int, ...]:
    """A set of cells that could all differ as far as their number goes; perhaps empty."""
    wanted = draw(st.sets(st.integers(0, cells - 1), min_size=1))
    chosen: list[int] = []
    for cell in sorted(wanted):
        union = 0
        for c in [*chosen, cell]:
            union |= domains[c]
        if union.bit_count() > len(chosen):
            chosen.append(cell)
    return tuple(chosen)


def _text(mask: int) -> str:
    return "".join(s for i, s in enumerate(SYMBOLS) if mask >> i & 1)
