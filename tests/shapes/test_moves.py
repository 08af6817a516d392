"""Moves, steps and places on grids, tori, edges and overlapping grids."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import from_file, grid

import sudokulib
from sudokulib.errors import ProblemsError, SudokuError
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import (
    Anti,
    AntiTaxicab,
    CentreDot,
    Diagonals,
    DisjointGroups,
    GlobalEntropy,
    GlobalModular,
    Nonconsecutive,
    Shape,
    Windows,
)
from sudokulib.shapes.moves import edge_clique_cover


def count(on, *shapes):
    lines = "".join(f"\n  - {shape}" for shape in shapes)
    return sudokulib.count(loads(f"geometry: {on}\nshapes:{lines}\n"), how="computed").value


def names(g, cells):
    return " ".join(g.cells[c].name for c in cells)


def pairs_from(g, rule, cell):
    start = g.cell(cell)
    ends = {a if b == start else b for a, b in rule.pairs(g.context) if start in (a, b)}
    return {g.cells[c].name for c in ends}


def kind(on, rule):
    """The problem of a rule on a geometry."""
    return rule.problem(on.context)


# Chess moves.


@pytest.mark.parametrize(
    ("on", "moves", "grids"),
    [
        ("4x4", "knight", 24),
        ("4x4", "king", 0),
        ("6x6", "knight", 11_520),
        ("6x6", "king", 74_160),
    ],
)
def test_grids_without_equal_cells_a_move_apart(on, moves, grids):
    """The figures of tests/oracles, where the pairs are listed one by one."""
    assert count(on, f"{{kind: anti, moves: {moves}}}") == grids


def test_moves_of_any_length_together_with_others():
    squares = (s.indices for s in sudokulib.solutions(geometry("latin-4").puzzle()))
    near = [
        (a, b)
        for a, b in combinations(range(16), 2)
        if (abs(a // 4 - b // 4), abs(a % 4 - b % 4)) in ((1, 1), (3, 3))
    ]
    fine = sum(all(square[a] != square[b] for a, b in near) for square in squares)
    assert count("latin-4", "{kind: anti, moves: [[1, 1], [3, 3]]}") == fine


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(((1, 2), (0, 3), (1, 1), (2, 3))))
def test_moves_on_a_flat_grid_are_those_of_coordinates(rows, columns, move):
    g = from_file(
        symbols="1234567", build=[{"make": "grid", "size": f"{rows}x{columns}", "lines": False}]
    )
    expected = {
        (one, other)
        for (one, p), (other, q) in combinations(enumerate(cell.at for cell in g.cells), 2)
        if {abs(p[0] - q[0]), abs(p[1] - q[1])} == set(move)
        and sorted((abs(p[0] - q[0]), abs(p[1] - q[1]))) == sorted(move)
    }
    assert set(Anti((move,)).pairs(g.context)) == expected


def test_a_knight_on_a_torus():
    g = geometry("toroidal-jigsaw")
    flat, round_ = Anti("knight"), Anti("knight", wrap=True)
    assert pairs_from(g, flat, "R1C1") == {"R2C3", "R3C2"}
    around = "R2C3 R3C2 R2C8 R3C9 R8C2 R9C3 R8C9 R9C8"
    assert pairs_from(g, round_, "R1C1") == set(around.split())
    assert len(round_.pairs(g.context)) == 81 * 8 // 2


def test_a_king_on_a_torus():
    g = geometry("toroidal-jigsaw")
    ends = pairs_from(g, Anti("king", wrap=True), "R1C1")
    assert ends == {"R1C2", "R2C1", "R2C2", "R1C9", "R2C9", "R9C1", "R9C2", "R9C9"}
    assert pairs_from(g, Anti("king"), "R1C1") == {"R1C2", "R2C1", "R2C2"}


def test_a_knight_on_a_samurai_stays_on_its_arm():
    g = geometry("samurai")
    on_arm = set(pairs_from(g, Anti("knight"), "R6C9"))
    assert on_arm == {"R4C8", "R5C7", "R7C7", "R8C8"}
    shared = pairs_from(g, Anti("knight"), "R9C9")
    assert {"R10C11", "R11C10", "R7C8", "R8C7", "R11C8", "R10C7"} <= shared


def test_a_knight_goes_over_the_edge_of_a_tredoku_only_if_told():
    g = geometry("tredoku-hook-5")
    inside, over = Anti("knight").pairs(g.context), Anti("knight", wrap=True).pairs(g.context)
    faces = [set(cell.faces) for cell in g.cells]
    assert all(faces[a] & faces[b] for a, b in inside)
    assert any(not faces[a] & faces[b] for a, b in over)
    assert set(inside) < set(over)


def test_only_the_cells_named_are_meant():
    g = geometry("samurai")
    arm = Anti("knight", cells=tuple(sorted(g.find("A"))))
    assert arm.pairs(g.context)
    assert {c for pair in arm.pairs(g.context) for c in pair} <= set(g.find("A"))


def test_a_rule_of_an_included_geometry_stays_there(tmp_path):
    (tmp_path / "knight.yaml").write_text(
        "symbols: 1234\nbuild: [{make: grid, size: 4x4, box: 2x2}]\n"
        "shapes: [{kind: anti, moves: knight}, {kind: diagonals}]\n"
    )
    (tmp_path / "two.yaml").write_text(
        "symbols: 1234\nbuild:\n- {make: include, geometry: knight, at: {A: R1C1}}\n"
        "- {make: grid, size: 4x4, box: 2x2, at: R3C3, as: B}\n"
    )
    two = sudokulib.geometry(tmp_path / "two.yaml")
    rules = {s.kind: s.rule for s in two.shapes if s.kind in ("anti", "diagonals")}
    assert rules["anti"].cells == rules["diagonals"].cells == tuple(sorted(two.find("A")))


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda p: p[0] < p[1])))
def test_cliques_have_every_pair_and_no_other(pairs):
    covered = {pair for clique in edge_clique_cover(pairs) for pair in combinations(clique, 2)}
    assert covered == pairs


# Neighbours and distances.


def test_nonconsecutive_goes_over_seams_and_spares_dots():
    g = from_file(
        symbols="1234", build=[{"make": "grid", "size": "1x4", "wrap": "rows", "lines": False}]
    )
    rule = Nonconsecutive()
    assert rule.holds([1, 3, 1, 3], g.context)
    assert not rule.holds([1, 3, 1, 2], g.context)
    on = "{symbols: 1234, build: [{make: grid, size: 1x2, lines: false}]}"
    dot = "{kind: difference, cells: R1C1 R1C2}"
    assert count(on, "{kind: nonconsecutive}") == 10
    assert count(on, "{kind: nonconsecutive}", dot) == 0
    assert count(on, "{kind: nonconsecutive, except: [difference]}", dot) == 6
    assert count(on, "{kind: nonconsecutive, except: [ratio]}", dot) == 0


def test_taxicab_distance():
    g = grid("4x4", "2x2", symbols="1234")
    values = [1, 3, 4, 2, 2, 4, 3, 1, 3, 1, 2, 4, 4, 2, 1, 3]
    apart = [
        (a, b)
        for a, b in combinations(range(16), 2)
        if values[a] == values[b] and abs(a // 4 - b // 4) + abs(a % 4 - b % 4) == values[a]
    ]
    assert AntiTaxicab().holds(values, g.context) == (not apart)
    assert not AntiTaxicab().holds([2, *values[1:15], 2], g.context)


# Places on a grid.


@pytest.mark.parametrize(
    ("rule", "shipped"),
    [
        ("diagonals", "x"),
        ("windows", "windoku"),
        ("disjoint-groups", "disjoint-groups"),
        ("centre-dot", "centre-dot"),
        ("asterisk", "asterisk"),
        ("girandola", "girandola"),
        ("argyle", "argyle"),
    ],
)
def test_the_kind_has_the_sets_of_the_geometry(rule, shipped):
    (shape,) = loads(f"geometry: 9x9\nshapes: [{{kind: {rule}}}]\n").shapes
    plain = geometry("9x9")
    made = {frozenset(p.variables) for p in shape.rule.lower(plain.context)}
    further = {frozenset(s.cells) for s in geometry(shipped).shapes}
    assert made == further - {frozenset(s.cells) for s in plain.shapes}


def test_overlays_lie_on_one_grid_of_several():
    g = geometry("samurai")
    assert "one full rectangle" in kind(g, Diagonals())
    on_a = Diagonals(cells=tuple(sorted(g.find("A"))))
    assert not kind(g, on_a)
    first, _ = on_a.lower(g.context)
    assert names(g, first.variables) == " ".join(f"R{i}C{i}" for i in range(1, 10))


def test_groups_of_boxes_that_are_not_square():
    g = grid("6x6", "2x3", symbols="123456")
    first, *_ = DisjointGroups().groups(
        tuple(tuple(range(r * 6, r * 6 + 6)) for r in range(6)), g.context
    )
    assert names(g, first) == "R1C1 R1C4 R3C1 R3C4 R5C1 R5C4"


def test_squares_are_those_of_four_cells():
    g = geometry("6x6")
    assert len(GlobalEntropy().squares(g.context)) == 25
    assert len(GlobalEntropy(wrap=True).squares(g.context)) == 25
    torus = geometry("toroidal-jigsaw")
    assert len(GlobalEntropy().squares(torus.context)) == 64
    assert len(GlobalEntropy(wrap=True).squares(torus.context)) == 81


@pytest.mark.parametrize(
    ("on", "rule", "words"),
    [
        ("9x9", Anti(()), "no moves"),
        ("9x9", Anti(((0, 0),)), "[0, 0] is not a move"),
        ("9x9", Anti(((-1, 2),)), "is not a move"),
        ("latin-4", Anti("knight", cells=(0, 1)), ""),
        ("9x9", Anti(tuple((a, b) for a in range(9) for b in range(9) if a + b)), "cannot differ"),
        ("jigsaw-9", DisjointGroups(), "equal rectangles"),
        ("4x4", CentreDot(), "have no middle cell"),
        ("4x4", Windows((4, 4)), "no such places"),
        ("9x9", Windows((0, 3)), "at least 1"),
        ("4x4", GlobalEntropy(), "classes"),
        ("9x9", GlobalModular(5), "write m: 2, 3 or 4"),
        ("tri-doku", GlobalModular(), "no squares"),
        ("tri-doku", Diagonals(), "one full rectangle"),
    ],
)
def test_what_is_impossible_is_said(on, rule, words):
    assert words in kind(geometry(on), rule)
    assert bool(words) == bool(kind(geometry(on), rule))


def test_a_pattern_of_another_size_is_refused_in_the_file():
    with pytest.raises(ProblemsError) as error:
        loads("geometry: 4x4\nshapes:\n  - {kind: asterisk}\n")
    assert "<text>:3" in str(error.value)
    assert "9x9" in str(error.value)
    with pytest.raises(SudokuError):
        geometry("4x4").puzzle().with_shapes(Shape(Diagonals(cells=(0, 1, 2))))
