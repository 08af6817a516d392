import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import cell_at, from_file

from sudokulib.puzzles.geometries.library import geometry
from sudokulib.shapes.topology import BOTTOM, LEFT, RIGHT, TOP, Mesh

SQUARES = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)


def names(g, cells):
    return {g.cells[c].name for c in cells}


def neighbours(g, cell, **options):
    return names(g, g.topology.neighbours(g.cell(cell), **options))


def surface(topology):
    """Euler's characteristic and the number of edges one can walk round."""
    darts = [(tile, side) for tile, n in enumerate(topology.sides) for side in range(n)]
    points = {topology.point(dart) for dart in darts}
    rim = nx.MultiGraph()
    for tile, side in darts:
        if topology.beyond((tile, side)) is None:
            after = (tile, (side + 1) % topology.sides[tile])
            rim.add_edge(topology.point((tile, side)), topology.point(after))
    sides = (len(darts) + rim.number_of_edges()) // 2
    return len(points) - sides + len(topology.sides), nx.number_connected_components(rim)


@given(SQUARES)
def test_neighbours_on_a_grid_of_any_outline_are_those_one_step_away(places):
    rows = ["".join("#" if (r, c) in places else " " for c in range(5)) for r in range(5)]
    g = from_file(symbols="12345", build=[{"make": "grid", "cells": "\n".join(rows)}])
    by_place = {cell.at: number for number, cell in enumerate(g.cells)}
    steps = [(r, c, r + dr, c + dc) for r, c in places for dr, dc in ((0, 1), (1, 0))]
    expected = {(by_place[r, c], by_place[a, b]) for r, c, a, b in steps if (a, b) in places}
    assert set(g.topology.edges()) == expected


@given(SQUARES)
def test_kings_moves_on_a_grid_reach_what_shares_a_corner_point(places):
    mesh = Mesh()
    cells = {place: number for number, place in enumerate(sorted(places))}
    mesh.grid(cells)
    topology = mesh.freeze()
    # Two cells that touch at a corner only share no point unless a third one joins them.
    joined = nx.Graph()
    joined.add_nodes_from(cells)
    joined.add_edges_from(
        ((r, c), (r + dr, c + dc))
        for r, c in places
        for dr, dc in ((0, 1), (1, 0))
        if (r + dr, c + dc) in places
    )
    for (r, c), cell in cells.items():
        expected = set(joined[r, c])
        for dr in (-1, 1):
            for dc in (-1, 1):
                over, beside, there = (r + dr, c), (r, c + dc), (r + dr, c + dc)
                if there in places and (over in places or beside in places):
                    expected.add(there)
        assert set(topology.corner_neighbours(cell)) == {cells[p] for p in expected}


@pytest.mark.parametrize(
    ("wrap", "figures"), [("none", (1, 1)), ("rows", (0, 2)), ("both", (0, 0))]
)
def test_wrapping_makes_a_cylinder_and_a_torus(wrap, figures):
    g = from_file(symbols="12345", build=[{"make": "grid", "size": "4x5", "wrap": wrap}])
    assert surface(g.topology) == figures


def test_every_cell_of_a_torus_has_four_neighbours_and_four_corners():
    g = geometry("toroidal-jigsaw")
    assert all(len(g.topology.neighbours(c)) == 4 for c in range(len(g)))
    assert all(len(g.topology.corner_neighbours(c)) == 8 for c in range(len(g)))
    assert {len(point) for point in g.topology.corners()} == {4}
    assert neighbours(g, "R1C1") == {"R1C2", "R2C1", "R1C9", "R9C1"}
    assert neighbours(g, "R1C1", across=False) == {"R1C2", "R2C1"}


def moebius(twist):
    return from_file(
        symbols="123456789",
        build=[{"make": "grid", "size": "3x9"}],
        seams=[{"these": "left", "those": "right", "twist": twist}],
    )


def test_a_strip_glued_with_a_twist_has_one_edge():
    assert surface(moebius(False).topology) == (0, 2)
    assert surface(moebius(True).topology) == (0, 1)
    assert neighbours(moebius(True), "R1C1") == {"R1C2", "R2C1", "R3C9"}


def test_straight_on_round_a_strip_with_a_twist_comes_back_after_two_rounds():
    g = moebius(True)
    for row, rounds in ((1, 2), (2, 1)):
        tile = g.topology.tiles_of[g.cell(f"R{row}C1")][0]
        walk = list(g.topology.walk((tile, RIGHT), across=True))
        assert len(walk) == 9 * rounds
        assert g.cells[walk[-1]].name == f"R{row}C1"


@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_full_cube_is_a_sphere_whose_corners_join_three_cells(size):
    build = [{"make": "cube", "size": size, "faces": "full"}]
    g = from_file(symbols={"first": 1, "last": 4 * size**2}, build=build)
    assert surface(g.topology) == (2, 0)
    assert all(len(g.topology.neighbours(c)) == 4 for c in range(len(g)))
    points = [len(point) for point in g.topology.corners()]
    assert sorted(set(points)) == ([3] if size == 1 else [3, 4])
    assert points.count(3) == 8


@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_walk_straight_on_round_a_cube_crosses_four_faces(size):
    build = [{"make": "cube", "size": size, "faces": "full"}]
    g = from_file(symbols={"first": 1, "last": 4 * size**2}, build=build)
    for cell in range(len(g)):
        for dart in g.topology.darts(cell):
            walk = list(g.topology.walk(dart, across=True))
            assert (len(walk), len(set(walk)), walk[-1]) == (4 * size, 4 * size, cell)
            assert len(list(g.topology.walk(dart))) < size


def test_the_corner_of_a_cube_joins_the_three_cells_round_it():
    g = geometry("cube-corner")
    points = [names(g, point) for point in g.topology.corners()]
    inner = {"top.R4C4", "front.R1C4", "right.R1C1"}
    assert points.count(inner) == 1
    assert neighbours(g, "top.R4C4") == {"top.R3C4", "top.R4C3", "front.R1C4", "right.R1C1"}
    assert surface(g.topology) == (1, 1)


def test_where_grids_overlap_a_cell_has_the_neighbours_of_both():
    g = geometry("samurai")
    assert neighbours(g, "R9C9") == {"R8C9", "R9C8", "R10C9", "R9C10"}
    assert neighbours(g, "R9C7") == {"R8C7", "R9C6", "R9C8", "R10C7"}
    assert neighbours(g, "R1C9") == {"R1C8", "R2C9"}
    assert len(g.topology.tiles_of[g.cell("R9C9")]) == 2
    assert len(g.topology.tiles_of[g.cell("R1C9")]) == 1


def test_walks_stay_on_the_grid_they_began_on():
    g = geometry("samurai")
    reached = {
        len(list(g.topology.walk((tile, RIGHT), across=True)))
        for tile in g.topology.tiles_of[g.cell("R9C8")]
    }
    assert reached == {1, 7}


def test_cells_drawn_apart_are_no_neighbours():
    g = geometry("clueless-1")
    assert neighbours(g, "J.R1C1") == {"R1C2", "R2C1", "R2C3", "R3C2"}


def test_tiles_of_a_tredoku_are_glued_the_right_way_round():
    g = geometry("tredoku-hook-5")
    assert neighbours(g, "A.R3C1") == {"A.R2C1", "A.R3C2", "B.R1C1"}
    assert neighbours(g, "B.R1C3") == {"B.R1C2", "B.R2C3", "A.R3C3", "D.R3C1"}
    assert neighbours(g, "B.R3C3") == {"B.R3C2", "B.R2C3", "C.R1C3", "D.R3C3"}
    assert neighbours(g, "B.R1C3", across=False) == {"B.R1C2", "B.R2C3"}


SOLIDS = ["bent-3", "hook-5", "ring-6", "7", "9", "11"]


@pytest.mark.parametrize("name", ["cube-corner", *(f"tredoku-{solid}" for solid in SOLIDS)])
def test_cells_are_neighbours_where_their_solid_outlines_share_a_side(name):
    g = geometry(name)
    assert g.topology.edges() == outlines_that_touch(g, "solid")


@pytest.mark.parametrize("name", ["tri-doku", "circular-3", "9x9", "sujiken", "hanidoku"])
def test_cells_are_neighbours_where_their_flat_outlines_share_a_side(name):
    g = geometry(name)
    assert g.topology.edges() == outlines_that_touch(g, "flat")


def outlines_that_touch(g, view):
    corners = [set(cell.outline(view)) for cell in g.cells]
    pairs = ((a, b) for a in range(len(g)) for b in range(a + 1, len(g)))
    return tuple(pair for pair in pairs if len(corners[pair[0]] & corners[pair[1]]) >= 2)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_cells_of_a_volume_have_neighbours_along_every_axis(size):
    build = [{"make": "volume", "size": size}]
    g = from_file(symbols="1234", build=build)
    lattice = nx.grid_graph(size[::-1])
    numbered = {spot: number for number, spot in enumerate(sorted(lattice))}
    expected = {tuple(sorted((numbered[a], numbered[b]))) for a, b in lattice.edges}
    assert set(g.topology.edges()) == expected
    assert g.topology.corners() == ()
    for cell in range(len(g)):
        assert g.topology.corner_neighbours(cell) == g.topology.neighbours(cell)


def test_straight_on_in_a_volume_goes_to_the_opposite_wall():
    g = from_file(symbols="12345", build=[{"make": "volume", "size": [3, 4, 5]}])
    tile = g.topology.tiles_of[g.cell("A.R1C1")][0]
    walks = [names(g, g.topology.walk((tile, side))) for side in range(6)]
    assert walks == [
        {f"A.R1C{c}" for c in range(2, 6)},
        {f"A.R{r}C1" for r in range(2, 5)},
        {"B.R1C1", "C.R1C1"},
        set(),
        set(),
        set(),
    ]


def test_small_triangles_have_three_sides_and_meet_by_sixes():
    g = geometry("tri-doku")
    assert set(g.topology.sides) == {3}
    assert neighbours(g, "R1C1") == {"R2C2"}
    assert neighbours(g, "R3C4") == {"R2C3", "R3C3", "R3C5"}
    assert [len(point) for point in g.topology.corners()].count(6) == 28
    assert g.topology.opposite((0, 0)) is None
    assert surface(g.topology) == (1, 1)


def test_rings_close_and_have_an_inner_and_an_outer_edge():
    g = geometry("circular-3")
    assert neighbours(g, "R1C1") == {"R1C2", "R1C6", "R2C1"}
    assert surface(g.topology) == (0, 2)
    tile = g.topology.tiles_of[g.cell("R2C2")][0]
    assert names(g, g.topology.walk((tile, LEFT), across=True)) == {f"R2C{c}" for c in range(1, 7)}


def test_listed_neighbours_need_no_grid():
    cells = {name: {"at": [1, number]} for number, name in enumerate("abcde", 1)}
    pairs = [["a", other] for other in "bcde"]
    g = from_file(symbols="12345", cells=cells, adjacency=pairs)
    assert neighbours(g, "a") == {"b", "c", "d", "e"}
    assert neighbours(g, "b") == {"a"}


def test_cells_with_named_corners_are_glued_where_they_share_two():
    cells = {
        "p": {"at": [1, 1], "corners": ["1", "2", "3", "4", "5"]},
        "q": {"at": [1, 2], "corners": ["2", "1", "6"]},
        "s": {"at": [1, 3], "corners": ["6", "1", "7", "8"]},
    }
    g = from_file(symbols="123", cells=cells)
    assert neighbours(g, "q") == {"p", "s"}
    assert names(g, g.topology.corner_neighbours(g.cell("p"))) == {"q", "s"}


def test_a_side_is_glued_once():
    mesh = Mesh()
    tiles = mesh.grid({(0, 0): 0, (0, 1): 1})
    with pytest.raises(ValueError, match="already glued"):
        mesh.glue((tiles[0, 0], RIGHT), (tiles[0, 1], TOP))
    with pytest.raises(ValueError, match="already glued"):
        mesh.glue((tiles[0, 0], BOTTOM), (tiles[0, 0], BOTTOM))


def test_an_included_geometry_keeps_its_topology():
    part = geometry("cube-full")
    g = from_file(build=[{"make": "include", "geometry": "cube-full", "at": {"K": cell_at(3, 4)}}])
    assert g.topology == part.topology
    volume = from_file(build=[{"make": "include", "geometry": "sudo-cube"}])
    assert volume.topology == geometry("sudo-cube").topology


def test_a_jump_goes_straight_turns_once_and_goes_on():
    g = from_file(symbols="12345", build=[{"make": "grid", "size": "5x5", "lines": False}])
    centre = g.cell("R3C3")
    assert names(g, g.topology.jumps(centre, 2)) == {"R1C3", "R3C1", "R3C5", "R5C3"}
    knight = {"R1C2", "R1C4", "R2C1", "R2C5", "R4C1", "R4C5", "R5C2", "R5C4"}
    assert names(g, g.topology.jumps(centre, 2, 1)) == knight
    assert g.topology.jumps(centre, 3) == ()


def test_a_jump_round_the_corner_of_a_cube_comes_out_on_the_next_face():
    g = geometry("cube-corner")
    cell = next(c for c in range(len(g.cells)) if len(set(g.topology.corner_neighbours(c))) == 7)
    assert set(g.topology.jumps(cell, 1, 1)) <= set(g.topology.corner_neighbours(cell))
    across = {frozenset(g.cells[c].faces) for c in g.topology.jumps(cell, 2, 1)}
    assert len(across) > 1
    inside = {frozenset(g.cells[c].faces) for c in g.topology.unseamed.jumps(cell, 2, 1)}
    assert inside == {frozenset(g.cells[cell].faces)}


def test_seams_part_faces():
    torus, tredoku = geometry("toroidal-jigsaw").topology, geometry("tredoku-7").topology
    assert [len(face) for face in torus.faces()] == [81]
    assert [len(face) for face in tredoku.faces()] == [9] * 7
    assert torus.unseamed.edges() == torus.edges(across=False)


def test_squares_lie_round_inner_points():
    g = geometry("samurai-4x4")
    squares = g.topology.squares()
    assert len(squares) == len(set(squares))
    found = {frozenset(names(g, cells)) for cells in squares}
    assert frozenset({"R1C1", "R1C2", "R2C1", "R2C2"}) in found
    assert all(len(cells) == 4 for cells in found)
    ring = from_file(symbols="12", build=[{"make": "grid", "size": "2x2", "wrap": "both"}])
    assert ring.topology.squares() == ((0, 1, 2, 3),)


def test_solids_turn_in_every_direction_but_back():
    g = geometry("cube-8x8x8")
    dart = next(iter(g.topology.darts(0)))
    assert len(g.topology.turns(dart)) == 4
