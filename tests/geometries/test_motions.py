"""Symmetries by name: turns of drawings, and motions that keep rules and neighbours."""

import pytest
from support import from_file

import sudokulib
from sudokulib import Shape, geometry, symmetries
from sudokulib.errors import GeometryError, UnknownNameError
from sudokulib.puzzles.geometries.labelling import orbits
from sudokulib.puzzles.geometries.motions import SYMMETRIES, moves_of, rigid_motions
from sudokulib.puzzles.geometries.symmetry import symmetries_of
from sudokulib.shapes import Cage, Thermometer
from sudokulib.solving.queries.linting import SymmetryReport


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("9x9", 8),
        ("jigsaw-9", 1),
        ("cube-corner", 3),  # its faces are halved along three axes, which no reflection keeps
        ("cube-full", 48),
        ("sudo-cube", 48),
        ("hypercube", 384),
        ("tri-doku", 6),
        ("samurai", 8),
        ("windmill", 4),
    ],
)
def test_motions_are_those_of_the_body(name, order):
    assert rigid_motions(geometry(name)).order == order


@pytest.mark.parametrize("name", ["9x9", "cube-full", "tri-doku", "circular-4"])
def test_symmetries_say_what_is_so(name):
    here = geometry(name)
    edges = set(here.topology.edges())
    automorphisms = symmetries_of(here)
    found = symmetries(here)
    assert len({one.name for one in found}) == len(found)
    for one in found:
        assert moves_of(here, one.name) == one.permutations
        assert orbits(len(here), one.permutations) == one.orbits
        kept = all(
            move in automorphisms
            and {(min(move[a], move[b]), max(move[a], move[b])) for a, b in edges} == edges
            for move in one.permutations
        )
        assert kept == one.keeps_rules
        if one.name.startswith("order-"):
            (move,) = one.permutations
            order = int("".join(filter(str.isdigit, one.name)))
            now, times = move, 1
            while now != tuple(range(len(here))):
                now, times = tuple(move[cell] for cell in now), times + 1
            assert times == order
            assert move in one.conjugates


def test_a_cube_turns_round_its_corners_edges_and_faces():
    found = {one.name: one for one in symmetries(geometry("cube-full"))}
    assert len(found["order-3"].conjugates) == 8
    assert {len(orbit) for orbit in found["order-3"].orbits} == {3}
    kinds = [one for one in found.values() if one.conjugates]
    drawn = 1  # top-bottom and the two other reflections like it
    assert sum(len(one.conjugates) for one in kinds) == 48 - 1 - 3 * drawn


def test_a_torus_is_shifted():
    torus = from_file(build=[{"make": "grid", "size": "5x5", "wrap": "both"}], symbols="12345")
    assert rigid_motions(torus).order == 8 * 25
    found = {one.name: one for one in symmetries(torus)}
    shifts = {tuple((cell + 5 * k) % 25 for cell in range(25)) for k in range(1, 5)}
    assert any(shifts <= set(one.conjugates) for one in found.values())
    assert {len(orbit) for orbit in found["order-5"].orbits} == {5}


def test_what_the_drawing_shows_has_its_name_from_there():
    assert [one.name for one in symmetries(geometry("9x9"))] == [*SYMMETRIES][1:]
    assert all(one.keeps_rules for one in symmetries(geometry("9x9")))
    assert not any(one.keeps_rules for one in symmetries(geometry("jigsaw-9")))


def test_a_membership_in_a_group_is_decided_without_listing_it():
    group = symmetries_of(geometry("9x9"))
    assert tuple(range(80, -1, -1)) in group
    assert (1, 0, *range(2, 81)) not in group
    assert (0,) not in group
    four = symmetries_of(geometry("4x4"))
    assert all(move in four for move in four)


def test_givens_of_bodies_are_symmetric():
    here = geometry("tri-doku")
    made = sudokulib.generate(here, seed=1, symmetry="order-3").puzzle
    (move,) = moves_of(here, "order-3")
    cells = {cell for cell, _ in made.given_values}
    assert {move[cell] for cell in cells} == cells
    assert "order-3" in SymmetryReport.of(made).givens


def test_more_symmetries_of_an_order_than_letters_have_names():
    pairs = [
        {"make": "grid", "size": "1x2", "lines": False, "at": f"R{3 * n + 1}C1", "as": f"G{n}"}
        for n in range(30)
    ]
    names = [one.name for one in symmetries(from_file(symbols="12", build=pairs))]
    assert len(set(names)) == len(names) > 2 * 26


def test_the_symmetry_of_a_puzzle():
    four = geometry("4x4")
    assert SymmetryReport.of(four.puzzle()) == SymmetryReport((), (), 128)
    plain = SymmetryReport.of(four.puzzle("1... .... ..2. ...."))
    assert plain.givens == ("diagonal",)
    assert plain.shapes == ()
    half = four.puzzle().with_shapes(Shape(Cage((0, 1), 3)), Shape(Cage((14, 15), 4)))
    assert SymmetryReport.of(half).shapes == ("half-turn",)
    assert SymmetryReport.of(half.with_shapes(Shape(Cage((4, 5), 3)))).shapes == ()
    one = four.puzzle().with_shapes(Shape(Thermometer(((0, 1, 2),))))
    assert SymmetryReport.of(one).automorphisms == 2  # rows 3 and 4 exchanged


def test_unknown_symmetries_are_refused():
    with pytest.raises(UnknownNameError, match="order-2 and so on"):
        moves_of(geometry("4x4"), "order-0")
    with pytest.raises(GeometryError, match="does not have the symmetry 'order-3'; it has none, h"):
        moves_of(geometry("4x4"), "order-3")
    assert moves_of(geometry("4x4"), "none") == ()


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("4x4", "cells edges sides corners"),
        ("6x6", "cells edges sides corners"),
        ("cube-corner", "cells edges"),
        ("samurai-4x4", "cells edges"),
    ],
)
def test_layers_move_with_the_cells_below(name, places):
    here = geometry(name)
    names = [(one.name, one.keeps_rules) for one in symmetries(here)]
    for at in places.split():
        build = [{"make": "include", "geometry": name}]
        layered = from_file(build=build, layers={"more": {"at": at, "symbols": "12"}})
        assert rigid_motions(layered).order == rigid_motions(here).order
        found = symmetries(layered)
        assert [(one.name, one.keeps_rules) for one in found] == names
        moves = [move[: len(here)] for one in found for move in one.permutations]
        assert all(set(move) == set(range(len(here))) for move in moves)
