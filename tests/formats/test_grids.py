"""Grids of formats: regions on a grid that is shared are those on one that is built with them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.errors import GeometryError
from sudokulib.formats import grids
from sudokulib.formats.grids import cells_by_region, jigsaw_grid, rectangular_grid, symbols_of
from sudokulib.puzzles.geometries.library import geometry_in

SYMBOLS = symbols_of(4)


def built(rows, columns, box, named, *, lines=True):
    """Return a grid of a builder to which everything is added."""
    builder = grids._grid(rows, columns, box, SYMBOLS, lines=lines)
    for label, cells in named:
        if len(cells) > 1:
            places = [builder.place(divmod(cell, columns)) for cell in cells]
            builder.distinct(places, label, "region")
    return builder.finish(name=f"{rows}x{columns}")


@given(st.lists(st.sampled_from("ABCDEF"), min_size=16, max_size=16), st.booleans())
def test_a_grid_with_regions_is_the_same_however_it_is_made(marks, lines):
    regions = tuple(map(tuple, cells_by_region(marks).values()))
    if max(map(len, regions)) > 4:
        with pytest.raises(GeometryError, match="cannot all differ with 4 symbols"):
            rectangular_grid(4, 4, (2, 2), SYMBOLS, (regions,), lines=lines)
        return
    found = rectangular_grid(4, 4, (2, 2), SYMBOLS, (regions,), lines=lines)
    named = [(f"region {number}", cells) for number, cells in enumerate(regions, 1)]
    assert replace(found, file="").exact_key == built(4, 4, (2, 2), named, lines=lines).exact_key
    assert geometry_in(found.file) == found


@given(st.permutations([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, None]))
def test_a_jigsaw_is_the_same_however_it_is_made(numbers):
    named = [(f"region {n + 1}", cells) for n, cells in sorted(cells_by_region(numbers).items())]
    found = jigsaw_grid(4, tuple(numbers), SYMBOLS)
    assert found.exact_key == built(4, 4, None, named).exact_key
