"""What several tests share: geometries from plain data, and the oracle that only reads rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from sudokulib.geometries.build import build_geometry
from sudokulib.geometries.files import geometry_file
from sudokulib.geometries.geometry import Geometry
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Distinct, Shape


def from_file(**content: Any) -> Geometry:
    """The geometry that a file with this content describes; includes are shipped geometries."""
    from sudokulib.geometries.library import geometry

    return build_geometry(geometry_file().model_validate(content), geometry)


def from_text(text: str) -> Geometry:
    """The geometry of a file with this text."""
    from sudokulib.geometries.loader import read_geometry

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
    """Every filling within the masks for which every shape holds, as symbol indices.

    Cells are filled in order; a no-repeat shape is asked as soon as all its cells are, any other
    at the end, as it may read more cells than it names.
    """
    integers = puzzle.geometry.alphabet.values
    context, last = puzzle.context, len(puzzle.masks) - 1
    due: dict[int, list[Shape]] = {}
    for shape in puzzle.all_shapes:
        early = shape.kind in ("distinct", "house")
        due.setdefault(max(shape.cells) if early else last, []).append(shape)

    def fill(known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(known) == len(puzzle.masks):
            yield known
            return
        for value in range(len(integers)):
            if puzzle.masks[len(known)] >> value & 1:
                longer = (*known, value)
                numbers = [integers[v] for v in longer]
                if all(shape.rule.holds(numbers, context) for shape in due.get(len(known), ())):
                    yield from fill(longer)

    return fill(())


def tiny_puzzles() -> st.SearchStrategy[Puzzle]:
    """Puzzles of up to eight cells, five symbols and four shapes, for brute force.

    Some have no solution, some shapes are houses, some are the puzzle's own, and some cells allow
    only some symbols. Every other one is dense enough for strategies to bite.
    """
    return sparse_puzzles() | st.integers(0, 1 << 32).map(dense_puzzle)


@st.composite
def sparse_puzzles(draw: st.DrawFn) -> Puzzle:
    """A puzzle whose parts are all drawn, so that a failure shrinks to the smallest."""
    symbols = draw(st.sampled_from([3, 4, 2, 5, 1]))
    cells = draw(st.integers(1, 8 if symbols < 4 else 7))
    masks = st.integers(1, (1 << symbols) - 1)
    fewer = draw(st.dictionaries(st.integers(0, cells - 1), masks, max_size=3))
    orders = draw(st.lists(st.permutations(range(cells)), max_size=4))
    sizes = draw(st.tuples(*[st.integers(1, cells) for _ in orders]))
    sets = [order[:size] for order, size in zip(orders, sizes, strict=True)]
    values = st.integers(0, symbols - 1)
    givens = draw(st.dictionaries(st.integers(0, cells - 1), values, max_size=2))
    own = draw(st.integers(0, len(sets)))
    return _tiny(symbols, cells, fewer, sets, givens, own=own)


def dense_puzzle(seed: int) -> Puzzle:
    """A puzzle of mostly overlapping houses."""
    chance = Random(seed)
    symbols = chance.choice([3, 4, 4, 5])
    cells = chance.randint(symbols + 1, 8)
    masks = [mask for mask in range(1 << symbols) if mask.bit_count() > 1]
    fewer = {c: chance.choice(masks) for c in range(cells) if chance.random() < 0.5}
    sets = [
        chance.sample(range(cells), chance.choice([symbols, symbols, symbols - 1]))
        for _ in range(chance.randint(2, 4))
    ]
    givens = {chance.randrange(cells): chance.randrange(symbols)} if chance.random() < 0.4 else {}
    return _tiny(symbols, cells, fewer, sets, givens, own=chance.randint(0, 2))


def _tiny(
    symbols: int,
    cells: int,
    fewer: Mapping[int, int],
    sets: Sequence[Sequence[int]],
    givens: Mapping[int, int],
    *,
    own: int,
) -> Puzzle:
    """Cells in a line; the first `own` of the no-repeat sets belong to the puzzle."""
    domains = [fewer.get(c, (1 << symbols) - 1) for c in range(cells)]
    possible = [_possible(cells, domains) for cells in sets]
    geometry = from_file(
        symbols=SYMBOLS[:symbols],
        build=[{"make": "grid", "size": f"1x{cells}", "lines": False}],
        allowed={at(0, c): _text(mask) for c, mask in fewer.items()},
        shapes=[
            {"kind": "distinct", "cells": " ".join(at(0, c) for c in s)} for s in possible[own:]
        ],
    )
    further = [Shape(Distinct(s), ("own",)) for s in possible[:own]]
    return geometry.puzzle({at(0, c): SYMBOLS[v] for c, v in givens.items()}, shapes=further)


def _possible(cells: Sequence[int], domains: Sequence[int]) -> tuple[int, ...]:
    """The cells without those that make them more than their symbols."""
    chosen: list[int] = []
    for cell in cells:
        union = 0
        for c in [*chosen, cell]:
            union |= domains[c]
        if union.bit_count() > len(chosen):
            chosen.append(cell)
    return tuple(sorted(chosen))


def _text(mask: int) -> str:
    return "".join(s for i, s in enumerate(SYMBOLS) if mask >> i & 1)
