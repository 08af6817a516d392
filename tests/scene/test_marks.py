"""Marks where they are hard to draw: in pieces, crossing, too long, on slanted cells."""

from __future__ import annotations

import pytest

from sudokulib.puzzles.loading import loads
from sudokulib.render.background import background
from sudokulib.render.figure import figure
from sudokulib.scene.items import Area, Label, Polyline

GEOMETRY = """
symbols: 1234
build: [{{make: grid, size: 4x4, box: 2x2}}]
shapes: [{}]
"""


def drawn(shapes, on="6x6"):
    return figure(loads(f"{{geometry: {on}, shapes: [{shapes}]}}"))


def of_ink(scene, ink):
    return [item for item in scene.items if getattr(item, "ink", "").startswith(ink)]


def words(scene):
    return [item.text for item in scene.items if isinstance(item, Label)]


def test_parts_of_a_cage_are_joined_from_rim_to_rim():
    near = drawn("{kind: cage, sum: 5, cells: R1C1 R2C2}")
    (bond,) = of_ink(near, "bond")
    (ax, ay), (bx, by) = bond.runs[0]
    assert (bx - ax, by - ay) == (pytest.approx(0.16, abs=0.01), pytest.approx(bx - ax))
    far = drawn("{kind: cage, sum: 5, cells: R1C1 R1C4}")
    ((start, end),) = of_ink(far, "bond")[0].runs
    assert (start, end) == (pytest.approx((0.92, 0.5)), pytest.approx((3.08, 0.5)))


def test_the_sum_of_a_cage_lies_inside_its_cell_whatever_its_form():
    scene = loads(
        "{geometry: tredoku-hook-5, shapes: [{kind: cage, sum: 8, cells: A.R1C1 A.R1C2}]}"
    )
    on = background(scene, "solid")
    (note,) = (one for one in on.below if isinstance(one, Label))
    xs = [x for x, _ in on.plane.outlines[0]]
    # A rhombus is as high as the text two fifths of the way from its corner to its middle.
    assert note.at[0] > min(xs) + 0.1 * (max(xs) - min(xs))


def test_shapes_that_cross_are_told_apart():
    one, other = "{kind: distinct, cells: R1C1 R2C2 R3C3}", "{kind: distinct, cells: R1C3 R2C2}"
    shades = of_ink(drawn(f"{one}, {other}"), "shade-")
    assert len({item.ink for item in shades}) == 2
    crossing = [min(x for ring in item.rings for x, y in ring if 1 < y < 2) for item in shades]
    assert crossing == [pytest.approx(1.03), pytest.approx(1.13)]


def test_sets_of_one_shape_may_lie_on_one_another():
    shades = of_ink(drawn("{kind: diagonals}", on="latin-5"), "shade-grey")
    left = [min(x for ring in item.rings for x, y in ring if 2 < y < 3) for item in shades]
    assert left == [pytest.approx(2.03)] * 2


def test_groups_of_one_shape_look_alike():
    scene = drawn("{kind: clone, groups: [R1C1 R1C2, R3C1 R3C2]}")
    assert {item.ink for item in of_ink(scene, "shade-")} == {"shade-blue"}


def test_what_is_too_long_stands_below():
    rule = "{kind: pair, relation: a + b >= 6 and a != b + 1, cells: R1C1 R1C2}"
    twice = f"{rule}, {rule.replace('R1C', 'R2C')}"
    assert words(drawn(twice)) == ["[1]", "[1]", "[1] a + b >= 6 and a != b + 1"]


def test_two_texts_of_one_corner_stand_side_by_side():
    cages = "{kind: sum, total: 9, cells: R1C1 R1C2}, {kind: sum, total: 8, cells: R1C1 R2C1}"
    first, second = (item for item in drawn(cages).items if isinstance(item, Label))
    assert first.at[1] == second.at[1]
    assert first.at[0] + 0.2 < second.at[0] < 0.7


def test_lines_leap_over_cells_that_do_not_touch():
    path = of_ink(scene := drawn("{kind: palindrome, lines: [R1C1 R1C2 R4C2 R4C3]}"), "path-")
    assert [len(run) for run in path[0].runs] == [2, 2]
    assert of_ink(scene, "bond") == [Polyline((((1.5, 0.5), (1.5, 3.5)),), "bond")]


@pytest.mark.parametrize("kind", ["diagonals", "windows, size: [2, 2]", "disjoint-groups"])
def test_sets_all_over_a_grid_are_shaded(kind):
    scene = drawn(f"{{kind: {kind}}}")
    assert [item for item in of_ink(scene, "shade-") if isinstance(item, Area)]
    # Where colours alone would tell the sets, a caption does.
    assert bool(words(scene)) == (kind == "disjoint-groups")


def test_rules_of_a_geometry_are_drawn_as_well():
    text = GEOMETRY.format("{kind: thermometer, lines: [R1C1-R1C3]}, {kind: anti, moves: king}")
    scene = figure(loads("geometry:" + text.replace("\n", "\n  ")))
    assert of_ink(scene, "path-grey")
    assert " ".join(words(scene)) == "Digits a king's move apart cannot be the same."


def test_shapes_with_hidden_cells_are_named_below():
    scene = figure(
        loads(
            "{geometry: 4x4, hidden: [key], shapes: [{kind: sum, cells: R1C1 R1C2 key, "
            "coefficients: [1, 1, -2], total: 0}]}"
        )
    )
    assert of_ink(scene, "cage")
    assert words(scene)[0] == "=0"
    assert " ".join(words(scene)[1:]) == "These sums hold: R1C1 + R1C2 - 2 × key = 0."


def test_coefficients_stand_in_their_cells():
    scene = drawn("{kind: sum, cells: R1C1 R1C2, coefficients: [1, -2], total: [1, 2, 3]}")
    assert words(scene) == ["=1-3", "×-2"]


def test_clues_keep_off_the_grid():
    scene = drawn("{kind: sandwich, cells: R1, sum: 12}, {kind: sandwich, cells: C1, sum: 12}")
    for item in scene.items:
        if isinstance(item, Label):
            assert item.at[0] + 0.3 * len(item.text) * item.size < 0 or item.at[1] < 0


def test_values_are_drawn_as_their_symbols():
    text = "{symbols: ABCD, build: [{make: grid, size: 4x4, box: 2x2}]}"
    shapes = (
        "{kind: allowed, cells: R4C4, values: [1, 3]}",
        '{kind: contains, cells: "R1C1:R2C2", values: [4]}',
    )
    scene = figure(loads(f"{{geometry: {text}, shapes: [{', '.join(shapes)}]}}"))
    assert sorted(words(scene)) == ["A C", "D"]
