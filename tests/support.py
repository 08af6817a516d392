"""Helpers that several tests share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import backends
from sudokulib.shapes import Distinct, Shape
from sudokulib.testing.from_data import SYMBOLS, cell_at, from_file, from_text, grid
from sudokulib.testing.oracle import fillings as brute_force

__all__ = [
    "KING",
    "KNIGHT",
    "SYMBOLS",
    "brute_force",
    "cell_at",
    "dense_puzzle",
    "from_file",
    "from_text",
    "grid",
    "move_pairs",
    "one_in",
    "overlapping",
    "searches",
    "sparse_puzzles",
    "tiny_puzzles",
]


def overlapping(box: str, *corners: tuple[int, int]) -> Geometry:
    """Grids with boxes of this size whose top left corners (from 0) are given."""
    rows, columns = (int(n) for n in box.split("x"))
    side = rows * columns
    build = [
        {"make": "grid", "size": f"{side}x{side}", "box": box, "at": cell_at(r, c), "as": f"G{i}"}
        for i, (r, c) in enumerate(corners, 1)
    ]
    return from_file(symbols=SYMBOLS[:side], build=build)


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
        {"kind": "distinct", "cells": f"{cell_at(*one)} {cell_at(*other)}", "label": "move"}
        for one, other in sorted(pairs)
    ]


def one_in(n: int, items: Iterable[Any], *, first: int = 0) -> list[Any]:
    """Return parameters of a test of which one in `n` always runs, the others as slow tests only.

    Those that always run are the one at `first`, from 0, and every `n`-th after it. Tests of all
    kinds differ in it, so that each run tries every kind in some of them.
    """
    return [
        item
        if number % n == first
        else pytest.param(*(item if isinstance(item, tuple) else (item,)), marks=pytest.mark.slow)
        for number, item in enumerate(items)
    ]


def with_slow(items: Iterable[Any], *slow: Any) -> list[Any]:
    """Return parameters of a test of which some run as slow tests only."""
    return [pytest.param(item, marks=pytest.mark.slow) if item in slow else item for item in items]


def searches() -> tuple[str, ...]:
    """Return the names of all registered back-ends, without those that tests of batches add.

    Those search as the reference does, so that a matrix of back-ends would try it four times.
    """
    from stand_in import STAND_INS

    return tuple(name for name in backends() if name not in STAND_INS)


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
        allowed={cell_at(0, c): _text(mask) for c, mask in fewer.items()},
        shapes=[
            {"kind": "distinct", "cells": " ".join(cell_at(0, c) for c in s)}
            for s in possible[own:]
        ],
    )
    further = [Shape(Distinct(s), ("own",)) for s in possible[:own]]
    return geometry.puzzle({cell_at(0, c): SYMBOLS[v] for c, v in givens.items()}, shapes=further)


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
