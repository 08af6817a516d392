"""Walks from a cell, by the darts of the topology."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import from_file

from sudokulib.basics.cells import cell_name
from sudokulib.errors import CellReferenceError
from sudokulib.puzzles.geometries.library import geometry

WAYS = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "up-left": (-1, -1),
    "up-right": (-1, 1),
    "down-left": (1, -1),
    "down-right": (1, 1),
}


def walk(name, reference):
    g = geometry(name)
    return " ".join(g.cells[c].name for c in g.find(reference))


def run(rows, columns):
    return " ".join(cell_name((r - 1, c - 1)) for r, c in zip(rows, columns, strict=True))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sign", [">", ">>"])
@given(start=st.tuples(st.integers(0, 5), st.integers(0, 5)))
def test_on_one_grid_a_walk_is_counting_up_to_the_edge(way, sign, start):
    (r, c), (down, right) = start, WAYS[way]
    expected = []
    while 0 <= r < 6 and 0 <= c < 6:
        expected.append(6 * r + c)
        r, c = r + down, c + right
    assert list(geometry("6x6").find(cell_name(start) + sign + way)) == expected


@pytest.mark.parametrize("way", WAYS)
@given(start=st.tuples(st.integers(0, 3), st.integers(0, 4)))
def test_on_a_torus_walks_over_seams_return(way, start):
    g = from_file(symbols="12345", build=[{"make": "grid", "size": "4x5", "wrap": "both"}])
    (r, c), (down, right) = start, WAYS[way]
    expected = []
    while 5 * r + c not in expected:
        expected.append(5 * r + c)
        r, c = (r + down) % 4, (c + right) % 5
    assert list(g.find(f"{cell_name(start)}>>{way}")) == expected
    assert list(g.find(f"{cell_name(start)}>{way}")) == [
        cell
        for number, cell in enumerate(expected)
        if 0 <= start[0] + number * down < 4 and 0 <= start[1] + number * right < 5
    ]


@pytest.mark.parametrize(
    ("name", "reference", "cells"),
    [
        ("samurai", "A.R7C7>right", run([7] * 3, range(7, 10))),
        ("samurai", "C.R1C1>right", run([7] * 9, range(7, 16))),
        ("samurai", "R1C4>down", run(range(1, 10), [4] * 9)),
        ("samurai", "B.R9C1>up-right", run(range(9, 0, -1), range(13, 22))),
        ("samurai", "E.R1C1>down-right", run(range(13, 22), range(13, 22))),
        ("tredoku-hook-5", "A.R1C1>down", "A.R1C1 A.R2C1 A.R3C1"),
        ("tredoku-hook-5", "A.R3C2>>down", "A.R3C2 B.R1C2 B.R2C2 B.R3C2 C.R1C2 C.R2C2 C.R3C2"),
        ("tredoku-hook-5", "A.R3C2>>down-right", "A.R3C2 B.R1C3 D.R3C2 D.R2C3"),
        ("circular-3", "R1C5>>right", run([1] * 6, [5, 6, 1, 2, 3, 4])),
        ("circular-3", "R1C5>>down-right", run(range(1, 4), [5, 6, 1])),
        ("cube-8x8x8", "B.R7C1>right", " ".join(f"B.R7C{c}" for c in range(1, 9))),
        ("cube-8x8x8", "B.R7C2>up-left", "B.R7C2 B.R6C1"),
    ],
)
def test_walks_on_faces(name, reference, cells):
    assert walk(name, reference) == cells


def test_a_moebius_band_turns_up_into_down():
    g = from_file(
        symbols="123456",
        build=[{"make": "grid", "size": "3x4", "lines": False}],
        seams=[{"these": "right", "those": "left", "twist": True}],
    )
    assert list(g.find("R1C3>>right")) == [2, 3, 8, 9, 10, 11, 0, 1]
    assert list(g.find("R2C3>>right")) == [6, 7, 4, 5]
    assert list(g.find("R1C3>>down-right")) == [2, 7, 0]


def test_a_diagonal_ends_at_the_corner_of_a_cube():
    cells = walk("cube-full", "top.R4C4>>down-right").split()
    assert cells == ["top.R4C4"]
    assert len(walk("cube-full", "top.R1C2>>down-right").split()) > 3


def test_a_walk_needs_to_know_its_grid_only_where_it_matters():
    assert walk("samurai", "R10C10>right") == walk("samurai", "C.R4C4>right")
    with pytest.raises(CellReferenceError, match=r"R7C7 is on several grids; say .* A.R7C7>right"):
        geometry("samurai").find("R7C7>right")


def test_a_walk_needs_squares():
    with pytest.raises(CellReferenceError, match="'R3C1>up' leads nowhere"):
        geometry("tri-doku").find("R3C1>up")


def test_walks_turn_a_corner_of_the_outline_only_along_cells():
    g = from_file(symbols="123", build=[{"make": "grid", "cells": "##.\n#.#\n.##"}])
    names = [[g.cells[c].name for c in g.find(text)] for text in ("R1C2>down-left", "R1C2>down")]
    assert names == [["R1C2", "R2C1"], ["R1C2"]]
    assert [g.cells[c].name for c in g.find("R2C1>down-right")] == ["R2C1"]


def test_included_faces_keep_their_edges():
    two = {"make": "include", "geometry": "4x4", "at": {"A": "R1C1", "B": "R1C6"}}
    g = from_file(build=[two], seams=[{"these": "A.right", "those": "B.left"}])
    assert [g.cells[c].name for c in g.find("A.R2C3>>right")] == [
        "R2C3",
        "R2C4",
        *(f"R2C{c}" for c in range(6, 10)),
    ]
