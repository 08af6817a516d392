"""Parts of tiny geometries: a few cells, any sets of them, and rules of any kind."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import ceil, sqrt

from hypothesis import strategies as st

from sudokulib.basics.alphabet import Alphabet
from sudokulib.puzzles.geometries.builder import Builder
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import Distinct
from sudokulib.testing.from_data import SYMBOLS

_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Sets = list[tuple[int, ...]]


def tiny_geometry(
    symbols: int | Alphabet,
    cells: int,
    sets: Sequence[Sequence[int]],
    fewer: Mapping[int, int],
) -> Geometry:
    """Return a geometry of adjacent cells with sets without repeats, called A, B, C and so on.

    A set has no more cells than symbols; further ones are left out.

    Args:
        symbols: an alphabet, or the number of symbols of the usual one.
        cells: the number of cells.
        sets: the cells of each set.
        fewer: the values that a cell allows, as a bit mask, by cell.
    """
    alphabet = Alphabet.of(SYMBOLS[:symbols]) if isinstance(symbols, int) else symbols
    build = Builder(alphabet)
    width = ceil(sqrt(cells))
    at = [divmod(cell, width) for cell in range(cells)]
    build.mesh.grid({place: build.place(place) for place in at})
    for cell, mask in fewer.items():
        build.allow([cell], mask)
    domains = [fewer.get(cell, alphabet.full) for cell in range(cells)]
    for label, chosen in zip(_LABELS, sets, strict=False):
        possible = _possible(chosen, domains)
        if len(possible) > 1:
            build.shape(Distinct(possible), label)
    return _filed(build.finish(), width)


def _filed(geometry: Geometry, width: int) -> Geometry:
    """Return the geometry with a file of its own, which is shorter than a list of all its cells."""
    alphabet, names = geometry.alphabet, [cell.name for cell in geometry.cells]
    marks = "#" * len(names)
    rows = [marks[cell : cell + width] for cell in range(0, len(names), width)]
    counting = alphabet == Alphabet(alphabet.symbols)
    symbols = {"symbols": list(alphabet.symbols), "values": list(alphabet.values)}
    data = {
        "symbols": str(alphabet) if counting and alphabet.compact else symbols,
        "build": [{"make": "grid", "cells": "\n".join(rows), "lines": False}],
        "allowed": {
            name: list(alphabet.of_mask(mask))
            for name, mask in zip(names, geometry.domains, strict=True)
            if mask != alphabet.full
        },
        "shapes": [
            {"kind": shape.kind, "cells": [names[c] for c in shape.cells], "label": label}
            for shape in geometry.shapes
            for label in shape.labels
        ],
    }
    return replace(geometry, file=json.dumps({key: part for key, part in data.items() if part}))


def _possible(cells: Sequence[int], domains: Sequence[int]) -> tuple[int, ...]:
    """Return the cells without those beyond the number of their symbols."""
    chosen: list[int] = []
    for cell in dict.fromkeys(cells):
        union = 0
        for c in [*chosen, cell]:
            union |= domains[c]
        if union.bit_count() > len(chosen):
            chosen.append(cell)
    return tuple(sorted(chosen))


# The key covers everything it reads except constants.
@cache
def alphabets(symbols: int) -> st.SearchStrategy[Alphabet]:
    """Draw alphabets of two symbols or more; every other one has values other than from 1 on.

    Args:
        symbols: the greatest number of symbols.
    """
    sizes = [*(n for n in _SIZES if n <= symbols), *range(max(_SIZES) + 1, symbols + 1)]
    return st.builds(_alphabet, st.sampled_from(sizes), st.sampled_from(_VALUES))


_SIZES = (2, 3, 4, 5, 3, 4, 5, 6)
"""Numbers of symbols; a triple that leaves two cells of a house open needs five."""

_VALUES = ("plain", "plain", "plain", "negative", "sparse", "from 0")
"""Integers behind symbols; alphabets that do not count from 1 use letters, as a reminder."""


def _alphabet(symbols: int, values: str) -> Alphabet:
    letters = _LABELS[::-1][:symbols][::-1]
    if values == "negative":
        return Alphabet.of(letters, [2 * n - symbols for n in range(symbols)])
    if values == "sparse":
        return Alphabet.of(letters, [n * (n + 1) // 2 + 1 for n in range(symbols)])
    return Alphabet.of("0123456789"[:symbols] if values == "from 0" else SYMBOLS[:symbols])


def restricted_values(
    draw: st.DrawFn, symbols: int, cells: int, sets: Sets
) -> tuple[Sets, dict[int, int]]:
    """Draw the values that cells allow: none restricted, a few, or all of one or two sets.

    These sets then have as many cells as values, so that they are houses that lack some symbols.

    Args:
        draw: as of `hypothesis.strategies.composite`.
        symbols: the number of symbols.
        cells: the number of cells.
        sets: sets without repeats on them.

    Returns:
        The sets, some of which may be smaller now, and the values as bit masks.
    """
    way = draw(_WAYS)
    if way == "few":
        return sets, draw(_few(symbols, cells))
    if way == "none" or symbols < 3:
        return sets, {}
    found, masks = list(sets), dict[int, int]()
    for _ in range(draw(_HOUSES)):
        large = [chosen for chosen in found if len(chosen) > 1 and masks.keys().isdisjoint(chosen)]
        if large:
            chosen = draw(st.sampled_from(large))
            house = chosen[: min(len(chosen), symbols - 1)]
            mask = sum(1 << value for value in draw(_numbers(symbols, len(house))))
            found[found.index(chosen)] = house
            masks |= dict.fromkeys(house, mask)
    return found, masks


_HOUSES = st.sampled_from((1, 2, 2))


_WAYS = st.sampled_from(("none", "few", "set"))


# The key covers everything it reads except constants.
@cache
def _few(symbols: int, cells: int) -> st.SearchStrategy[dict[int, int]]:
    masks = st.integers(1, (1 << symbols) - 1)
    return st.dictionaries(st.integers(0, cells - 1), masks, max_size=2)


# The key covers everything it reads except constants.
@cache
def _numbers(below: int, size: int) -> st.SearchStrategy[list[int]]:
    """Return a strategy for so many different numbers below some number."""
    return st.lists(st.integers(0, below - 1), min_size=size, max_size=size, unique=True)


# The key covers everything it reads except constants.
@cache
def some_sets(symbols: int, cells: int) -> st.SearchStrategy[Sets]:
    """Draw sets of cells: any, two that overlap, the lines of a rectangle, or a partition."""
    free = st.lists(_set(symbols, cells), min_size=1, max_size=4, unique=True)
    more = st.lists(_set(symbols, cells), max_size=2, unique=True)
    ways = [free, st.builds(_joined, _pieces(symbols, cells), more)]
    if cells > 2:
        size = min(symbols, cells - 1)
        ways.append(st.builds(_joined, _overlapping(size, cells), more))
    if lines := _rectangles(symbols, cells):
        ways.append(st.builds(_joined, st.sampled_from(lines), more))
    return st.one_of(ways)


def _overlapping(size: int, cells: int) -> st.SearchStrategy[Sets]:
    """Return a strategy for two sets of one size that share a cell or more."""

    def pair(order: Sequence[int], apart: int) -> Sets:
        return [tuple(sorted(order[first : first + size])) for first in (0, apart)]

    apart = st.integers(1, min(size - 1, cells - size) or 1)
    return st.builds(pair, st.just(range(cells)) | st.permutations(range(cells)), apart)


# The key covers everything it reads except constants.
@cache
def _set(symbols: int, cells: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw some cells, sorted; two of three sets have one cell for each symbol, if possible."""
    most = min(symbols, cells)
    sizes = (*range(2, most + 1), *[most] * (2 * most - 2)) if most > 1 else (1,)
    return st.sampled_from(sizes).flatmap(
        lambda size: _numbers(cells, size).map(lambda chosen: tuple(sorted(chosen)))
    )


def _joined(some: Sets, more: Sets) -> Sets:
    return list(dict.fromkeys(some + more))


def _pieces(symbols: int, cells: int) -> st.SearchStrategy[Sets]:
    """Return a strategy for two ways to cut the cells into pieces of one cell per symbol."""

    def parts(order: Sequence[int]) -> Sets:
        cuts = range(0, cells - symbols + 1, symbols)
        return [tuple(sorted(order[cut : cut + symbols])) for cut in cuts] or [tuple(order)]

    one = st.permutations(range(cells)).map(parts)
    return st.builds(_joined, st.just(parts(range(cells))), one)


def _rectangles(symbols: int, cells: int) -> list[Sets]:
    """Return the lines of rectangles on cells laid out in a square; the last line may be cut short.

    A fish of two needs at least three lines across three, of which one cell may be missing.
    """
    width = ceil(sqrt(cells))
    heights = range(2, ceil(cells / width) + 1)
    return [_lines(height, width, cells) for height in heights if width <= symbols >= height]


def _lines(height: int, width: int, cells: int) -> Sets:
    across = [range(row * width, (row + 1) * width) for row in range(height)]
    down = [range(column, height * width, width) for column in range(width)]
    lines = (tuple(cell for cell in line if cell < cells) for line in (*across, *down))
    return [line for line in lines if len(line) > 1]
