import pytest
from generated import make, shapes
from support import grid

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry


def test_a_grid_may_be_picked_from_cells_that_lie_apart():
    g = geometry("clueless-2")
    assert g.find("J.R1") == g.find("R4C4-R4C6 R4C13-R4C15 R4C22-R4C24")
    assert g.cells[g.cell("J.R4C4")].name == "R13C13"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"size": "4x4", "rows": "1 2 3"}, "4 rows needs 4 different numbers"),
        ({"size": "4x4", "columns": "1 2 3 3"}, "4 columns needs 4 different numbers"),
        ({"size": "4x4", "rows": "1 x"}, "numbers from 1"),
        ({"size": "4x4", "box": "3x2"}, "do not fill a grid of 4x4"),
        ({"cells": "#A"}, "'A' in line 1 of the map"),
        ({"cells": ".."}, "has no cells"),
        ({}, "either size"),
        ({"size": "4x4", "cells": "#"}, "either size"),
        ({"cells": "##", "wrap": "both"}, "only a grid with a size can wrap"),
        ({"size": "1000x1000"}, "more than the limit"),
    ],
)
def test_an_impossible_grid_is_refused(fields, says):
    with pytest.raises(ValueError, match=says):
        make("1234", {"make": "grid", **fields})


def test_two_grids_need_names():
    second = {"make": "grid", "size": "2x2", "at": "R5C5"}
    with pytest.raises(SudokuError, match="as: A"):
        make("1234", {"make": "grid", "size": "2x2"}, second)
    g = make("1234", {"make": "grid", "size": "2x2", "as": "P"}, second | {"as": "Q"})
    assert g.find("Q.R1") == g.find("R5C5 R5C6")


def test_diagonals_that_wrap_are_as_many_as_rows_both_ways():
    g = grid("5x5", None, {"make": "diagonals", "wrap": True})
    diagonals = shapes(g, "diagonal")
    assert len(diagonals) == 10
    assert frozenset(["R1C3", "R2C4", "R3C5", "R4C1", "R5C2"]) in diagonals


@pytest.mark.parametrize(
    ("which", "number"), [("both", 2), ("down", 1), ("up", 1), ("all", 2 * (2 * 4 - 1) - 4)]
)
def test_the_diagonals_asked_for_are_added(which, number):
    g = grid("4x4", None, {"make": "diagonals", "which": which})
    assert len(shapes(g, "diagonal")) == number


def test_all_windows_of_a_torus():
    g = grid("4x4", None, {"make": "windows", "size": "2x2", "first": [1, 1], "step": [1, 1]})
    assert len(shapes(g, "window")) == 9
    window = {"make": "windows", "size": "2x2", "first": [1, 1], "step": [1, 1], "wrap": True}
    g = grid("4x4", None, window)
    assert len(shapes(g, "window")) == 16
    assert frozenset(["R1C1", "R1C4", "R4C1", "R4C4"]) in shapes(g, "window")


def test_disjoint_groups_take_one_cell_of_every_box():
    g = grid("6x6", "2x3", {"make": "disjoint-groups", "box": "2x3"})
    groups, boxes = shapes(g, "group"), shapes(g, "region")
    assert len(groups) == 6
    assert all(len(group & box) == 1 for group in groups for box in boxes)


def test_regions_may_be_in_pieces_and_leave_cells_out():
    g = grid("2x3", None, {"make": "regions", "map": "A.A\nBB A"[:7]}, symbols="123")
    assert shapes(g, "region") == {frozenset(["R1C1", "R1C3"]), frozenset(["R2C1", "R2C2"])}


@pytest.mark.parametrize(
    ("overlay", "says"),
    [
        ({"make": "regions", "map": "AAAAA"}, "line 1 of the map has 'A' at place 5"),
        ({"make": "regions", "map": "AAAA", "on": "Z"}, "no grid or face is called 'Z'"),
        ({"make": "diagonals", "on": "Z"}, "no grid or face is called 'Z'"),
        ({"make": "windows", "step": [0, 1]}, "at least 1"),
    ],
)
def test_an_impossible_overlay_is_refused(overlay, says):
    with pytest.raises(SudokuError, match=says):
        grid("4x4", None, overlay)


def test_overlays_may_lie_on_one_grid_of_several():
    g = make(
        "1234",
        {"make": "include", "geometry": "4x4", "at": {"A": "R1C1", "B": "R3C3"}},
        {"make": "diagonals", "on": "B"},
    )
    assert frozenset(["R3C3", "R4C4", "R5C5", "R6C6"]) in shapes(g, "diagonal")
    assert len(shapes(g, "diagonal")) == 2
