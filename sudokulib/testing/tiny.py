"""Tiny geometries in the making: a few cells, any sets of them, and rules of any kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, prod, sqrt

from hypothesis import strategies as st

from sudokulib.alphabet import Alphabet
from sudokulib.geometries.builder import Builder
from sudokulib.geometries.geometry import Geometry
from sudokulib.model import bits
from sudokulib.shapes import Distinct
from sudokulib.testing.plain import SYMBOLS

__all__ = ["shrunk_masks", "some_sets", "tiny_geometry"]

_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Sets = list[tuple[int, ...]]


def tiny_geometry(
    symbols: int, cells: int, sets: Sequence[Sequence[int]], fewer: Mapping[int, int]
) -> Geometry:
    """A geometry of adjacent cells with sets without repeats, called A, B, C and so on.

    Cells of a set that would be more than its symbols are left out of it.

    Args:
        symbols: how many, from 1.
        cells: how many.
        sets: numbers of cells.
        fewer: by cell the values that it allows, as a bit mask.
    """
    build = Builder(Alphabet.of(SYMBOLS[:symbols]))
    width = ceil(sqrt(cells))
    at = [divmod(cell, width) for cell in range(cells)]
    build.mesh.grid({place: build.place(place) for place in at})
    for cell, mask in fewer.items():
        build.allow([cell], mask)
    full = (1 << symbols) - 1
    domains = [fewer.get(cell, full) for cell in range(cells)]
    for label, chosen in zip(_LABELS, sets, strict=False):
        possible = _possible(chosen, domains)
        if len(possible) > 1:
            build.shape(Distinct(possible), label)
    return build.finish()


def _possible(cells: Sequence[int], domains: Sequence[int]) -> tuple[int, ...]:
    """The cells without those that make them more than their symbols."""
    chosen: list[int] = []
    for cell in dict.fromkeys(cells):
        union = 0
        for c in [*chosen, cell]:
            union |= domains[c]
        if union.bit_count() > len(chosen):
            chosen.append(cell)
    return tuple(sorted(chosen))


def shrunk_masks(masks: Sequence[int], largest: int, turn: int) -> tuple[int, ...]:
    """Masks with so many values less that there are at most `largest` fillings.

    Args:
        masks: for each cell its values.
        largest: the number.
        turn: which values go.
    """
    now = list(masks)
    while prod(mask.bit_count() for mask in now) > largest:
        cell = max(range(len(now)), key=lambda c: (now[c].bit_count(), c))
        values = list(bits(now[cell]))
        now[cell] &= ~(1 << values[(turn + cell) % len(values)])
        turn += 1
    return tuple(now)


def some_sets(symbols: int, cells: int) -> st.SearchStrategy[Sets]:
    """Sets of cells: any, the lines of a rectangle, or pieces that part the cells, and more."""
    free = st.lists(_set(symbols, cells), min_size=1, max_size=4, unique=True)
    more = st.lists(_set(symbols, cells), max_size=2, unique=True)
    ways = [free, st.builds(_joined, _pieces(symbols, cells), more)]
    if sizes := _rectangles(symbols, cells):
        ways.append(st.builds(_joined, st.sampled_from(sizes).map(_lines), more))
    return st.one_of(ways)


def _set(symbols: int, cells: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Some cells, sorted; two of three are as many as the symbols, if there are so many."""
    most = min(symbols, cells)
    sizes = (
        st.one_of(st.integers(2, most), st.just(most), st.just(most)) if most > 1 else st.just(1)
    )
    return sizes.flatmap(
        lambda size: st.lists(
            st.integers(0, cells - 1), min_size=size, max_size=size, unique=True
        ).map(lambda chosen: tuple(sorted(chosen)))
    )


def _joined(some: Sets, more: Sets) -> Sets:
    return list(dict.fromkeys(some + more))


def _pieces(symbols: int, cells: int) -> st.SearchStrategy[Sets]:
    """Two ways to part the cells into as many as there are symbols, as in a jigsaw."""

    def parts(order: Sequence[int]) -> Sets:
        cuts = range(0, cells - symbols + 1, symbols)
        return [tuple(sorted(order[cut : cut + symbols])) for cut in cuts] or [tuple(order)]

    one = st.permutations(range(cells)).map(parts)
    return st.builds(_joined, st.just(parts(range(cells))), one)


def _rectangles(symbols: int, cells: int) -> list[tuple[int, int, int]]:
    """Heights and widths of rectangles, as the lines of cells laid out in a square would be."""
    width = ceil(sqrt(cells))
    return [(h, width, width) for h in range(2, cells // width + 1) if width <= symbols >= h]


def _lines(size: tuple[int, int, int]) -> Sets:
    height, width, step = size
    across = [tuple(range(r * step, r * step + width)) for r in range(height)]
    return across + [tuple(range(c, height * step, step)) for c in range(width)]
