"""Dotted lines between parts that lie apart run through no other cell."""

from itertools import pairwise
from pathlib import Path

import pytest

import sudokulib
from sudokulib.render.background import background
from sudokulib.scene.bonds import bond, contains_point
from sudokulib.scene.items import Polyline
from sudokulib.scene.plane import Plane

KILLER = Path(__file__).parents[2] / "examples" / "tredoku-hook-5" / "killer.yaml"


def squares(*corners):
    """Cells of side 1 with these corners at the top left."""
    outlines = tuple(((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for x, y in corners)
    return Plane(outlines, (frozenset(),) * len(corners))


def between(line):
    """The middles of the chords of a line."""
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(line)]


def test_a_bond_is_straight_where_nothing_is_in_its_way():
    assert bond(squares((0, 0), (5, 0)), (0, 1), (1, 0.5), (5, 0.5)) == ((1, 0.5), (5, 0.5))


def test_a_bond_within_a_board_is_straight():
    line = bond(squares((0, 0), (1, 0), (2, 0)), (0, 2), (0.9, 0.5), (2.1, 0.5))
    assert line == ((0.9, 0.5), (2.1, 0.5))


def test_a_bond_within_a_board_is_led_around_cells_of_something_else():
    plane = squares(*((x, y) for y in range(3) for x in range(3)))
    line = bond(plane, (0, 2), (0.9, 0.5), (2.1, 0.5), avoid=(1, 2))
    assert (line[0], line[-1]) == ((0.9, 0.5), (2.1, 0.5))
    assert not any(contains_point(plane.outlines[1], point) for point in line[1:-1])


def test_a_bond_that_cannot_be_led_around_cells_is_straight():
    plane = squares((0, 0), (1, 0), (2, 0), (1, -1), (1, 1), (0, 1), (2, 1), (0, -1), (2, -1))
    straight = ((0.9, 0.5), (2.1, 0.5))
    assert bond(plane, (0, 2), *straight, avoid=range(9)) == straight


def test_a_bond_is_led_around_a_cell_from_side_to_side():
    plane = squares((0, 0), (5, 0), (2, 0))
    line = bond(plane, (0, 1), (1, 0.5), (5, 0.5))
    assert (line[0], line[-1]) == ((1, 0.5), (5, 0.5))
    rims = {(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)}
    assert line[1] in rims
    assert (line[-2][0] - 5, line[-2][1]) in rims
    assert not any(contains_point(plane.outlines[2], point) for point in between(line))


def test_a_bond_that_is_walled_in_is_straight():
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    plane = squares((1, 1), (5, 1), *ring)
    assert bond(plane, (0, 1), (2, 1.5), (5, 1.5)) == ((2, 1.5), (5, 1.5))


def test_bonds_of_a_flat_tredoku_run_through_no_cell():
    on = background(sudokulib.load(KILLER))
    lines = [
        run
        for item in on.below
        if isinstance(item, Polyline) and item.ink == "bond"
        for run in item.runs
    ]
    assert len(lines) == 2
    for line in lines:
        for point in between(line):
            assert not any(contains_point(outline, point) for outline in on.plane.outlines)


@pytest.mark.parametrize(("point", "inside"), [((0.5, 0.5), True), ((1.5, 0.5), False)])
def test_points_inside_an_outline(point, inside):
    assert contains_point(squares((0, 0)).outlines[0], point) is inside
