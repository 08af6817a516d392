import json
from collections import Counter
from itertools import permutations, product
from math import sqrt
from pathlib import Path

import pytest
from support import SYMBOLS, brute_force, from_file, grid

from sudokulib import count as count_solutions
from sudokulib.errors import SudokuError
from sudokulib.geometries.generators import generators
from sudokulib.geometries.library import geometry
from sudokulib.render.plane import views_of

RECORDS = Path(__file__).parents[3] / "shared" / "data" / "puzzles.jsonl"


def record(name):
    if not RECORDS.exists():
        pytest.skip("the collection of third-party puzzles is not here")
    with RECORDS.open(encoding="utf-8") as lines:
        return next(r for r in map(json.loads, lines) if r["id"] == name)


def make(symbols, *build):
    return from_file(symbols=symbols, build=list(build))


def tiles(text, **options):
    return make("123456789", {"make": "tiles", "tiles": text, **options})


def shapes(g, role=None):
    """The shapes (of a role) as sets of cell names."""
    chosen = (s for s in g.shapes if role is None or role in s.roles)
    return {frozenset(g.cells[c].name for c in s.cells) for s in chosen}


def runs(g):
    """For each set of faces that lines run through, how many do."""
    lines = (s for s in g.shapes if "line" in s.roles)
    return Counter(frozenset(g.cells[c].faces[0] for c in s.cells) for s in lines)


def drawn(g):
    """The shapes by places in the picture."""
    return {frozenset(g.cells[c].at for c in s.cells) for s in g.shapes}


@pytest.mark.parametrize("generator", list(generators()), ids=lambda g: g.__name__)
def test_every_generator_explains_itself_and_its_fields(generator):
    assert generator.__doc__
    for name, field in generator.model_fields.items():
        assert name == "make" or field.description, name


# --- tiles


def test_three_tiles_make_one_run_of_three_lines():
    g = tiles("a(0,0) a(0,1) b(0,2)")
    assert runs(g) == {frozenset("ABC"): 3}
    column = {f"{tile}.R{r}C1" for tile in "ABC" for r in (1, 2, 3)}
    assert frozenset(column) in shapes(g, "line")
    assert shapes(g, "region") == {
        frozenset(f"{tile}.R{r}C{c}" for r in (1, 2, 3) for c in (1, 2, 3)) for tile in "ABC"
    }


def test_the_runs_of_hook_5_are_found():
    g = geometry("tredoku-hook-5")
    assert runs(g) == {frozenset("ABC"): 3, frozenset("BDE"): 3}
    # Counted along e2: the rows of B and E, the columns of D.
    bent = {
        frozenset(
            [f"{tile}.R{k}C{i}" for tile in "BE" for i in (1, 2, 3)]
            + [f"D.R{i}C{k}" for i in (1, 2, 3)]
        )
        for k in (1, 2, 3)
    }
    assert bent < shapes(g, "line")


def test_the_runs_of_ring_6_are_found():
    g = geometry("tredoku-ring-6")
    # a(0,2) a(0,1) b(1,0); b(1,0) c(1,1) b(2,1); a(0,1) c(1,1) c(2,0)
    assert runs(g) == {frozenset("BAC"): 3, frozenset("CED"): 3, frozenset("AEF"): 3}


def test_a_flat_square_of_tiles_is_the_classic_grid():
    g = tiles(" ".join(f"a({x},{y})" for x, y in product(range(3), repeat=2)))
    assert drawn(g) == drawn(geometry("9x9"))


@pytest.mark.parametrize(
    ("name", "tiling"),
    [
        (
            "tredoku-vwright-1",
            "a(0,0) c(1,0) c(-1,1) b(0,1) c(1,-1) c(1,1) c(0,2) a(-1,2)",
        ),
        (
            "tredoku-vwright-3",
            "a(0,0) b(1,-1) c(1,0) a(-1,0) b(0,1) b(1,1) b(2,0) c(1,2) a(0,2) a(2,1)",
        ),
    ],
)
def test_published_tredokus_have_the_runs_that_their_tiling_gives(name, tiling):
    printed = Counter(
        frozenset(f"T{cell.split('.')[0]}" for cell in line) for line in record(name)["lines"]
    )
    named = {f"T{number}": tile for number, tile in enumerate(tiling.split())}
    g = tiles(named)
    assert runs(g) == printed
    # Wherever two lines cross, they do so in one cell, so equal runs mean equal puzzles.
    lines = shapes(g, "line")
    assert all(len(a & b) <= 1 for a in lines for b in lines if a != b)


def test_tiles_have_the_names_given_and_the_places_of_the_map():
    named = {"top": "a(0,0)", "mid": "a(0,1)", "low": "b(0,2)"}
    g = tiles(named, map={"top": "R1C5", "mid": "R1C1", "low": "R4C1"})
    assert g.cells[g.cell("top.R1C1")].at == (0, 4)
    assert g.cells[g.cell("low.R3C3")].at == (5, 2)
    assert next(s.label for s in g.shapes if "region" in s.roles) == "tile top"


@pytest.mark.parametrize("name", ["bent-3", "hook-5", "ring-6", "7", "9", "11"])
def test_tiles_that_touch_in_the_text_picture_are_glued_there(name):
    g = geometry(f"tredoku-{name}")
    at = {cell.at: number for number, cell in enumerate(g.cells)}
    edges = set(g.topology.edges())
    for (r, c), cell in at.items():
        for there in ((r + 1, c), (r, c + 1)):
            if there in at:
                assert tuple(sorted((cell, at[there]))) in edges


def test_the_length_of_runs_and_the_size_of_tiles_may_be_others():
    row = "a(0,0) a(0,1) a(0,2) a(0,3)"
    build = {"make": "tiles", "tiles": row, "size": 2, "run": 4}
    g = make("12345678", build)
    assert runs(g) == {frozenset("ABCD"): 2}
    assert len(g.houses) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a(0,0) a(0,1)", r"tiles A a\(0,0\), B a\(0,1\) lie in a straight chain of 2"),
        ("a(0,0) a(0,1) a(0,2) a(0,3)", "A .*, B .*, C .*, D .* lie in a straight chain of 4"),
        ("a(0,0) b(0,0)", "tiles A and B overlap"),
        ("a(0,0) a(0,0)", "tiles A and B overlap"),
        ("a(0,0) a(0,1) a(0,2) c(0,1)", "tiles A and D overlap"),
        ("a(0,0) a(7,7) a(1,0) a(2,0)", "B share no side with the tiles round A"),
        ("a(0,0) x(0,1)", r"'x\(0,1\)' is not a tile"),
        ("a(0,0) a(0,", r"'a\(0,' is not a tile"),
        ("a00", "'a00' is not a tile"),
        ("", "at least 1 item"),
    ],
)
def test_an_impossible_tiling_is_refused_with_the_tiles_at_fault(text, says):
    with pytest.raises(ValueError, match=says):
        tiles(text)


@pytest.mark.parametrize(
    ("places", "says"),
    [
        ({"A": "R1C1", "B": "R4C1"}, "C has no place"),
        ({"A": "R1C1", "B": "R4C1", "C": "R7C1", "D": "R9C9"}, "D is not a tile"),
        ({"A": "R1C1", "B": "R2C1", "C": "R7C1"}, "drawn in the same place"),
    ],
)
def test_a_map_gives_every_tile_a_place_of_its_own(places, says):
    with pytest.raises(SudokuError, match=says):
        tiles("a(0,0) a(0,1) b(0,2)", map=places)


# --- cubes


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


# --- volumes


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


# --- rings and triangles


def test_rings_and_pairs_of_sectors():
    g = geometry("circular-3")
    rings = [frozenset(f"R{r}C{c}" for c in range(1, 7)) for r in (1, 2, 3)]
    pairs = [frozenset(f"R{r}C{c}" for r in (1, 2, 3) for c in (s, s % 6 + 1)) for s in range(1, 7)]
    assert shapes(g) == {*rings, *pairs}
    assert len(g.houses) == 9


def test_ring_cells_lie_between_two_circles():
    g = geometry("circular-4")
    middle = 5
    for cell in g.cells:
        radii = {
            round(((x - middle) ** 2 + (y - middle) ** 2) ** 0.5, 5) for x, y in cell.outline()
        }
        assert radii == {1 + cell.at[0], 2 + cell.at[0]}


def test_the_shapes_of_tri_doku():
    g = geometry("tri-doku")
    assert Counter(len(s.cells) for s in g.shapes) == {9: 15, 6: 28}
    assert frozenset(f"R9C{c}" for c in range(1, 18, 2)) in shapes(g, "edge")
    assert frozenset(f"R{r}C1" for r in range(1, 10)) in shapes(g, "edge")
    assert frozenset(f"R5C{c}" for c in range(1, 10)) in shapes(g, "line")
    assert frozenset(["R1C1", *(f"R{r}C{c}" for r in (2, 3) for c in range(1, 2 * r))]) in shapes(
        g, "region"
    )
    down = {f"R4C{c}" for c in range(2, 7)} | {f"R5C{c}" for c in range(4, 7)} | {"R6C6"}
    assert frozenset(down) in shapes(g, "region")


def test_inner_lines_of_tri_doku_end_in_the_middle_of_the_outer_edges():
    g = geometry("tri-doku")
    edges, lines = shapes(g, "edge"), shapes(g, "line")
    assert sorted(len(e & line) for e in edges for line in lines) == [0] * 3 + [1] * 6
    middles = [e & line for e in edges for line in lines if e & line]
    assert len({next(iter(m)) for m in middles}) == 3


@pytest.mark.parametrize(
    ("fields", "says"),
    [({"side": 8, "box": 3}, "do not fill"), ({"side": 3, "strips": [4]}, "from 1 to 3, not 4")],
)
def test_an_impossible_triangle_is_refused(fields, says):
    with pytest.raises(SudokuError, match=says):
        make("123456789", {"make": "triangles", **fields})


# --- hexagons


def hexagons(symbols="1234567", **fields):
    return make(symbols, {"make": "hexagons", **fields})


def test_hexagons_are_named_by_row_and_half_column():
    g = hexagons("123", side=2)
    assert [cell.name for cell in g.cells] == [
        "R1C2",
        "R1C4",
        "R2C1",
        "R2C3",
        "R2C5",
        "R3C2",
        "R3C4",
    ]
    middle = g.cell("R2C3")
    around = {g.cells[c].name for c in g.topology.neighbours(middle)}
    assert around == {"R1C2", "R1C4", "R2C1", "R2C5", "R3C2", "R3C4"}


def test_lines_of_hexagons_run_in_three_directions():
    assert shapes(hexagons("123", side=2), "line") == {
        frozenset(line.split())
        for line in (
            *("R1C2 R1C4", "R2C1 R2C3 R2C5", "R3C2 R3C4"),
            *("R2C1 R3C2", "R1C2 R2C3 R3C4", "R1C4 R2C5"),
            *("R1C2 R2C1", "R1C4 R2C3 R3C2", "R2C5 R3C4"),
        )
    }


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5])
def test_a_hexagon_has_as_many_cells_sides_and_lines_as_its_side_gives(side):
    g = hexagons(SYMBOLS[:10], side=side)
    assert len(g) == 3 * side * (side - 1) + 1
    assert len(g.topology.edges()) == 3 * (side - 1) * (3 * side - 2)
    assert len(g.shapes) == (3 * (2 * side - 1) if side > 1 else 0)


def test_a_straight_walk_over_hexagons_is_a_line():
    g = hexagons(side=3)
    lines = {tuple(sorted(shape.cells)) for shape in g.shapes}
    for tile, sides in enumerate(g.topology.sides):
        assert sides == 6
        for side in range(6):
            ahead = g.topology.walk((tile, side), across=True)
            behind = g.topology.walk((tile, (side + 3) % 6), across=True)
            assert tuple(sorted({g.topology.cells[tile], *ahead, *behind})) in lines


def test_flowers_are_the_cells_round_each_inner_one():
    g = hexagons(side=3, lines=False, flowers=True)
    assert len(g.shapes) == 7
    assert frozenset(["R2C4", "R2C6", "R3C3", "R3C5", "R3C7", "R4C4", "R4C6"]) in shapes(
        g, "flower"
    )


def test_a_board_of_flowers_has_a_region_each():
    g = hexagons("123456789", side=2, unit="flower")
    regions = shapes(g, "region")
    assert len(g) == 49
    assert [len(region) for region in regions] == [7] * 7
    assert frozenset().union(*regions) == {cell.name for cell in g.cells}
    assert {len(line) for line in shapes(g, "line")} == {2, 5, 7}


@pytest.mark.parametrize(("side", "count"), [(2, 6), (3, 720)])
def test_hexagons_have_as_many_fillings_as_brute_force_finds(side, count):
    g = hexagons(SYMBOLS[: 2 * side - 1], side=side)
    assert sum(1 for _ in brute_force(g.puzzle())) == count == count_solutions(g).value


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"side": 100, "unit": "flower"}, "more than the limit"),
        ({"side": 5}, "8 cells cannot all differ with 7 symbols"),
    ],
)
def test_impossible_hexagons_are_refused(fields, says):
    with pytest.raises(SudokuError, match=says):
        hexagons(**fields)


@pytest.mark.parametrize(
    "second",
    [{"make": "rings", "rings": 2}, {"make": "triangles"}, {"make": "hexagons"}],
    ids=lambda second: second["make"],
)
def test_rings_triangles_and_hexagons_stand_alone(second):
    with pytest.raises(SudokuError, match="stand alone"):
        make("123456789", {"make": "grid", "size": "2x2"}, second)


# --- grids, overlays, regions


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


# --- includes


def test_equal_shapes_of_included_grids_merge_and_keep_their_labels():
    g = geometry("twin")
    shared = next(s for s in g.shapes if len(s.labels) == 2)
    assert shared.labels == ("box 9 of A", "box 1 of B")
    assert shared.cells == g.find("R7C7:R9C9")


def test_cells_may_be_merged_by_name():
    merge = [{"these": "A.R1", "those": "B.R1"}]
    cube = {"make": "include", "geometry": "cube-corner", "at": {"K": "R1C1", "L": "R1C20"}}
    faces = [{"these": "K.right.C4", "those": "L.front.C1"}]
    g = make("12345678", cube | {"merge": faces})
    assert len(g) == 2 * 48 - 4
    assert g.cell("L.front.R2C1") == g.cell("K.right.R2C4")
    with pytest.raises(SudokuError, match="merge needs as many on both sides"):
        make("12345678", cube | {"merge": [{"these": "K.right", "those": "L.front.C1"}]})
    with pytest.raises(SudokuError, match="unknown cell"):
        make("12345678", cube | {"merge": merge})


def test_included_pictures_move_with_their_place():
    g = from_file(build=[{"make": "include", "geometry": "tri-doku", "at": {"T": "R11C21"}}])
    here, there = g.cells[0].outline(), geometry("tri-doku").cells[0].outline()
    assert here == tuple((x + 20, y + 10) for x, y in there)
