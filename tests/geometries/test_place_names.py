"""Names of edges and sides in layers."""

import pytest

from sudokulib.puzzles.geometries.place_names import place_names
from sudokulib.solving.subjects import as_puzzle


def named(build, at, symbols="12"):
    """The names by the names that files have, without the name of the layer."""
    made = as_puzzle(
        {"geometry": {"symbols": symbols, "build": build, "layers": {"e": {"at": at}}}}
    ).geometry
    names = place_names(made)
    return {made.cells[v].name.removeprefix("e."): name for v, name in names.items()}


def grid(size, **more):
    return [{"make": "grid", "size": size, "lines": False, **more}]


def test_edges_and_sides_are_named_by_their_cells():
    assert named(grid("1x3"), "edges") == {"R1C2": "edge R1C1–R1C2", "R1C4": "edge R1C2–R1C3"}
    assert named(grid("1x2"), "sides") == {
        "R1C2": "R1C1's upper side",
        "R1C4": "R1C2's upper side",
        "R2C1": "R1C1's left side",
        "R2C3": "side R1C1|R1C2",
        "R2C5": "R1C2's right side",
        "R3C2": "R1C1's lower side",
        "R3C4": "R1C2's lower side",
    }


def test_corners_are_named_by_the_cells_around_them():
    corners = named(grid("2x2"), "corners")
    assert corners["R1C1"] == "corner R1C1"
    assert corners["R1C2"] == "corner R1C1|R1C2"
    assert corners["R2C2"] == "corner R1C1|R1C2|R2C1|R2C2"
    assert len(set(corners.values())) == len(corners) == 9


def test_what_has_no_name_of_its_own_is_left_out():
    assert named(grid("1x1"), "corners") == {}, "its corners are alike"
    assert named(grid("1x1"), "sides") == {}, "nobody says which side of a lone square is above"
    wrapped = named(grid("2x2", wrap="both"), "edges")
    assert len(set(wrapped.values())) == len(wrapped)


@pytest.mark.parametrize("name", ["samurai", "tredoku-7"])
def test_names_are_unlike(name):
    for at in ("edges", "sides", "corners"):
        names = named([{"make": "include", "geometry": name}], at, "123456789")
        assert names
        assert len(set(names.values())) == len(names)
