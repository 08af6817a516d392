from collections import Counter
from itertools import permutations, product

import pytest
from generated import make, record, runs, shapes
from support import SYMBOLS

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry


def topology_record(name):
    """The shapes of a record as sets of cells: which cells have the label."""
    found = {}
    for cell, labels in enumerate(" ".join(record(name)["topology"]).split()):
        for label in labels.split(","):
            found.setdefault(label, set()).add(cell)
    return found


def crossings(regions, lines):
    """For each region the pairs of lines that meet in its cells; tells cube geometries apart."""
    of = {}
    for name, cells in lines.items():
        for cell in cells:
            of.setdefault(cell, set()).add(name)
    return Counter(frozenset(frozenset(of[cell]) for cell in region) for region in regions)


@pytest.mark.parametrize(
    ("name", "other"), [("gsg-cube-half", "cube-corner"), ("gsg-cube-full", "cube-full")]
)
def test_our_cubes_are_those_of_published_puzzles_up_to_turning(name, other):
    theirs, g = topology_record(name), geometry(other)
    size = 4
    printed = crossings(
        [cells for label, cells in theirs.items() if label[0] == "s"],
        {label: cells for label, cells in theirs.items() if label[0] != "s"},
    )
    strips = {}
    for shape in g.shapes:
        if "line" in shape.roles:
            faces = frozenset(g.cells[c].faces[0] for c in shape.cells)
            strips.setdefault(faces, []).append(shape.cells)
    assert {len(lines) for lines in strips.values()} == {size}
    regions = [s.cells for s in g.shapes if "region" in s.roles]
    turned = []
    for axes, flips in product(permutations("crp"), product((1, -1), repeat=3)):
        lines = {
            f"{axis}{number}": cells
            for axis, flip, strip in zip(axes, flips, strips.values(), strict=True)
            for number, cells in enumerate(strip[::flip])
        }
        turned.append(crossings(regions, lines))
    assert printed in turned


@pytest.mark.parametrize(
    ("size", "boxes", "cells", "number"),
    [(2, "faces", 12, 9), (2, "none", 12, 6), (4, "bands", 48, 18), (6, "bands", 108, 27)],
)
def test_the_corner_of_a_cube_has_boxes_and_two_faced_lines(size, boxes, cells, number):
    symbols = SYMBOLS[: 4 if boxes == "faces" else 2 * size]
    g = make(symbols, {"make": "cube", "size": size, "faces": "corner", "boxes": boxes})
    assert (len(g), len(g.shapes)) == (cells, number)
    pairs = [{"top", "front"}, {"top", "right"}, {"front", "right"}]
    assert runs(g) == {frozenset(pair): size for pair in pairs}


def test_bands_may_be_cut_otherwise():
    build = {"make": "cube", "faces": "corner", "bands": {"top": "columns"}}
    regions = shapes(make("12345678", build), "region")
    assert frozenset(f"top.R{r}C{c}" for r in range(1, 5) for c in (1, 2)) in regions
    assert frozenset(f"front.R{r}C{c}" for r in range(1, 5) for c in (1, 2)) in regions
    assert frozenset(f"right.R{r}C{c}" for r in (1, 2) for c in range(1, 5)) in regions


def test_lines_round_a_full_cube_cross_four_faces():
    g = geometry("cube-full")
    belt = {f"{face}.R2C{c}" for face in ("left", "front", "right", "back") for c in range(1, 5)}
    assert frozenset(belt) in shapes(g, "line")
    upright = {f"{face}.R{r}C1" for face in ("top", "front", "bottom") for r in range(1, 5)}
    assert frozenset(upright | {f"back.R{r}C4" for r in range(1, 5)}) in shapes(g, "line")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"size": 3, "faces": "corner"}, "bands of two; choose an even size"),
        ({"faces": "full", "bands": {"top": "rows"}}, "only read with boxes: bands"),
        ({"faces": "corner", "bands": {"back": "rows"}}, "shows top, front and right, not back"),
    ],
)
def test_an_impossible_cube_is_refused(fields, says):
    with pytest.raises(SudokuError, match=says):
        make("123456789ABCDEFG", {"make": "cube", **fields})
