from math import sqrt

import pytest
from generated import drawn, make, shapes
from support import SYMBOLS

from sudokulib.puzzles.geometries.library import geometry
from sudokulib.scene.plane import views_of


def test_layers_of_a_volume_and_their_sections():
    g = geometry("sudo-cube")
    assert g.find("B.R1") == tuple(g.cell(f"B.R1C{c}") for c in (1, 2, 3))
    across = frozenset(f"{layer}.R{r}C2" for layer in "ABC" for r in (1, 2, 3))
    assert across in shapes(g, "plane")
    assert frozenset(f"A.R{r}C{c}" for r in (1, 2, 3) for c in (1, 2, 3)) in shapes(g, "plane")


@pytest.mark.parametrize(
    ("size", "sections", "box", "number"),
    [
        ([8, 8, 8], [1], [2, 2, 2], 192 + 64),
        ([3, 3, 3, 3], [2], None, 54),
        ([2, 2, 2], [1, 2, 3], None, 12 + 6 + 1),
        ([2, 3, 4], [1], [2, 1, 2], 12 + 8 + 6 + 6),
    ],
)
def test_the_sections_and_boxes_of_a_volume_are_as_many_as_the_axes_give(
    size, sections, box, number
):
    options = {"box": box} if box else {}
    g = make(SYMBOLS[:9], {"make": "volume", "size": size, "sections": sections, **options})
    assert len(g.shapes) == number


def test_the_solid_view_of_a_volume_is_a_stack_of_layers_seen_from_above():
    g = make("123456789", {"make": "volume", "size": [2, 2, 2, 3], "sections": [1]})
    places = {
        cell.name: tuple(min(axis) for axis in zip(*cell.outline("solid"), strict=True))
        for cell in g.cells
    }
    corners = [place for cell in g.cells for place in cell.outline("solid")]
    assert len({cell.outline("solid") for cell in g.cells}) == len(g)
    assert min(corners) == (0, 1)
    for cell in ("R1C1", "R2C3"):  # the third axis leads down, the fourth to the right
        (ax, ay), (bx, by) = places[f"A.{cell}"], places[f"B.{cell}"]
        assert (bx - ax, by - ay) == pytest.approx((0, 3))
        (cx, cy) = places[f"C.{cell}"]
        assert (cx - ax, cy - ay) == pytest.approx((5 * sqrt(3) / 2 + 0.5, 0))
    assert views_of(g) == ("flat", "solid")
    assert views_of(make("1234", {"make": "volume", "size": [4, 4]})) == ("flat",)


def test_two_dimensions_are_a_grid():
    flat = make("1234", {"make": "volume", "size": [4, 4], "box": [2, 2]})
    assert drawn(flat) == drawn(geometry("4x4"))


def test_layers_of_four_dimensions_are_drawn_in_rows():
    g = geometry("hypercube")
    corners = {name: g.cells[g.cell(f"{name}.R1C1")].at for name in "ABDI"}
    assert corners == {"A": (0, 0), "B": (0, 4), "D": (4, 0), "I": (8, 8)}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"size": [2, 2, 2], "sections": [4]}, "no sections of 4 dimensions"),
        ({"size": [2, 2, 3], "box": [2, 2, 2]}, "do not fill"),
        ({"size": [2, 2, 2], "box": [2, 2]}, "for each axis"),
        ({"size": [1000, 1000, 1000]}, "more than the limit"),
        ({"size": [3]}, "at least 2 items"),
    ],
)
def test_an_impossible_volume_is_refused(fields, says):
    with pytest.raises(ValueError, match=says):
        make("123456789", {"make": "volume", **fields})
