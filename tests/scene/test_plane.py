"""Outlines of cells and of sets of cells, whatever form cells have."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulib import geometry
from sudokulib.puzzles.geometries.library import geometry_names as names
from sudokulib.scene.plane import Plane, Point, plane, views_of

SOME = [("9x9", "flat"), ("tredoku-ring-6", "solid"), ("tri-doku", "flat"), ("circular-4", "flat")]
VIEWS = [(name, view) for name in names() for view in views_of(geometry(name))]


def area(loop: list[Point] | tuple[Point, ...]) -> float:
    """Positive for a loop that goes clockwise where y points down."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*loop, loop[0]])) / 2


def cells_of(where: Plane) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, len(where.outlines) - 1), min_size=1)


@pytest.mark.parametrize(("name", "view"), VIEWS)
def test_every_side_of_a_cell_is_drawn_once(name: str, view: str) -> None:
    where = plane(geometry(name), view)
    drawn = sum(
        abs(b[0] - a[0]) + abs(b[1] - a[1])
        for thick in (False, True)
        for line in where.lines(thick=thick)
        for a, b in pairwise(line)
    )
    sides = [tuple(edge) for edge in where.edges if len(edge) == 2]
    wanted = sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in sides)
    assert drawn == pytest.approx(wanted, rel=0.01)


@pytest.mark.parametrize(("name", "view"), VIEWS)
def test_middles_lie_inside_and_cells_do_not_cover_one_another(name: str, view: str) -> None:
    where = plane(geometry(name), view)
    assert min(where.radii) > 0.2
    assert all(area(outline) > 0.3 for outline in where.outlines)
    assert len(set(where.middles)) == len(where.middles)


@pytest.mark.parametrize(("name", "view"), SOME)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_outline_of_a_set_has_its_area(name: str, view: str, data: st.DataObject) -> None:
    where = plane(geometry(name), view)
    cells = data.draw(cells_of(where))
    loops = where.outline_of(cells)
    wanted = sum(area(where.outlines[cell]) for cell in cells)
    assert sum(map(area, loops)) == pytest.approx(wanted, abs=0.02 * len(cells))
    assert len(where.parts(cells)) <= len(loops)
    assert sorted(cell for part in where.parts(cells) for cell in part) == sorted(cells)


@given(cells=st.sets(st.integers(0, 80), min_size=1))
@settings(max_examples=60, deadline=None)
def test_an_inset_keeps_its_distance_from_every_side(cells: set[int]) -> None:
    where, inset = plane(geometry("9x9")), 0.1
    (across, along) = (len(where.outline_of(cells)), len(where.outline_of(cells, inset)))
    assert across == along
    for loop in where.outline_of(cells, inset):
        for x, y in loop:
            inside = int(y) * 9 + int(x)
            assert inside in cells
            assert {round(x % 1, 3), round(y % 1, 3)} <= {0.1, 0.9}


def test_a_ring_has_a_hole() -> None:
    ring = {r * 9 + c for r in range(3) for c in range(3)} - {10}
    outer, inner = plane(geometry("9x9")).outline_of(ring)
    assert (area(outer), area(inner)) == (9.0, -1.0)


def test_cells_that_meet_in_a_corner_have_outlines_of_their_own() -> None:
    assert [area(loop) for loop in plane(geometry("9x9")).outline_of({0, 10})] == [1.0, 1.0]


def test_what_cells_have_in_common() -> None:
    where = plane(geometry("9x9"))
    assert where.meeting([0]) == (0.5, 0.5)
    assert where.meeting([0, 1]) == (1.0, 0.5)
    assert where.meeting([0, 1, 9, 10]) == (1.0, 1.0)
    assert where.meeting([0, 2]) == (1.5, 0.5)


def test_thick_lines_of_a_grid_are_its_rim_and_its_boxes() -> None:
    lines = plane(geometry("4x4")).lines(thick=True)
    assert {point for line in lines for point in line} == {
        (0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0),
        (2.0, 0.0), (2.0, 4.0), (0.0, 2.0), (4.0, 2.0),
    }  # fmt: skip
