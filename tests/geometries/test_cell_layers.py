"""Layers: further cells for each cell, with neighbours, in references, files and counts."""

from itertools import product

import networkx as nx
import pytest

import sudokulib
from sudokulib.puzzles.geometries.layer_places import Layer
from sudokulib.puzzles.geometries.layers import with_layers
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.writing import puzzle_file_data, yaml_text

SHADED = """
geometry: 4x4
layers: {shade: "12"}
"""


def test_a_layer_has_a_cell_for_each_cell() -> None:
    geometry = loads(SHADED).geometry
    assert len(geometry) == 32
    assert [geometry.cells[c].name for c in geometry.find("shade.R2")] == [
        f"shade.R2C{column}" for column in (1, 2, 3, 4)
    ]
    assert geometry.find("all") == tuple(range(16)) == geometry.find("R1C1:R4C4")
    assert geometry.find("shade") == tuple(range(16, 32))
    assert {geometry.domains[c] for c in geometry.find("shade")} == {0b11}


def test_its_cells_are_neighbours_as_those_below() -> None:
    for name in ("6x6", "twin", "toroidal-jigsaw", "cube-corner", "circular-3", "tredoku-7"):
        plain = sudokulib.geometry(name)
        both = with_layers(plain, {"under": Layer(plain.alphabet.full), "over": Layer(1)})
        size = len(plain)
        assert len(both) == 3 * size
        names = {cell.name: number for number, cell in enumerate(both.cells)}
        for prefix in ("", "under.", "over."):
            places = [names[prefix + cell.name] for cell in plain.cells]
            assert all(
                {places[d] for d in plain.topology.neighbours(c)}
                == set(both.topology.neighbours(places[c]))
                for c in range(size)
            )


def test_rules_about_everything_leave_layers_out_unless_they_name_them() -> None:
    puzzle = loads(SHADED)
    assert all(cell < 16 for shape in puzzle.geometry.shapes for cell in shape.cells)
    model = sudokulib.compile(puzzle.add("anti-knight"))
    assert not any(model.peers[16:])
    model = sudokulib.compile(puzzle.add("anti-knight", cells="shade"))
    assert all(model.peers[16:])


@pytest.mark.slow
def test_counts_are_of_cells_and_layers() -> None:
    # 288 fillings of 4x4, each with the connected sets of the grid graph that are not empty:
    # https://oeis.org/A059525.
    puzzle = loads(SHADED).add("connected-values", cells="shade", values=[2])
    assert sudokulib.count(puzzle).value == 288 * (11507 - 1)


@pytest.mark.slow
def test_yin_yang_against_brute_force() -> None:
    grid = nx.grid_2d_graph(3, 3)
    squares = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (0, 1) for c in (0, 1)]
    known = 0
    for filling in product((1, 2), repeat=9):
        shade = dict(zip(sorted(grid), filling, strict=True))
        areas = [[cell for cell in grid if shade[cell] == value] for value in (1, 2)]
        known += all(area and nx.is_connected(grid.subgraph(area)) for area in areas) and all(
            {shade[cell] for cell in square} == {1, 2} for square in squares
        )
    geometry = """
    {symbols: "12", build: [{make: grid, size: 3x3, lines: false}], allowed: {all: "1"},
     layers: [shade], shapes: [
      {kind: connected-values, cells: shade, values: [1]},
      {kind: connected-values, cells: shade, values: [2]},
      {kind: global-entropy, cells: shade, classes: [[1], [2]]}]}
    """
    puzzle = loads(f"{{geometry: {geometry}}}")
    for search in ("native", "reference", "cp-sat"):
        assert sudokulib.count(puzzle, search=search).value == known > 0


def test_the_part_of_the_picture_without_layers_may_be_given_alone() -> None:
    rows = "1...\n..2.\n.3..\n...4"
    whole = "1... 2...\n..2. ....\n.3.. ....\n...4 ...1"
    plain = loads(SHADED + "givens: |\n" + "".join(f"  {row}\n" for row in rows.split()))
    assert dict(plain.givens) == {"R1C1": "1", "R2C3": "2", "R3C2": "3", "R4C4": "4"}
    assert plain == loads(SHADED + "givens: " + rows.replace("\n", ""))
    shaded = loads(SHADED + "givens: |\n" + "".join(f"  {row}\n" for row in whole.splitlines()))
    assert dict(shaded.givens) == {**plain.givens, "shade.R1C1": "2", "shade.R4C4": "1"}
    assert str(shaded) == whole


def test_files_keep_layers() -> None:
    puzzle = loads(SHADED + "givens: {R1C1: 1, shade.R1C2: 2}").add("anti-knight", cells="shade")
    again = loads(yaml_text(puzzle_file_data(puzzle)))
    assert again == puzzle
    assert again.geometry.topology.layered == frozenset(range(16, 32))


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ("{R1: '12'}", "'R1' already names cells.*\n.*rename the layer"),
        ("{all: '12'}", "'all' already names cells"),
        ("{s: ''}", "no symbols"),
        ("{s: '5'}", "'5'"),
        ("[s, s]", "listed twice"),
        ("{a-b: '12'}", "a word of letters and digits"),
        ("{s: {at: faces}}", "'cells', 'edges', 'sides' or 'corners'"),
    ],
)
def test_errors_say_what_to_change(layers: str, message: str) -> None:
    with pytest.raises(sudokulib.SudokuError, match=message):
        loads(f"{{geometry: 4x4, layers: {layers}}}")


def test_edges_sides_and_corners_have_cells_too() -> None:
    puzzle = loads("""
    geometry: {symbols: "12", build: [{make: grid, size: 2x3, lines: false}]}
    layers: {edge: {at: edges}, side: {at: sides, symbols: "1"}, corner: {at: corners}}
    """)
    topology, find = puzzle.geometry.topology, puzzle.geometry.find
    assert [len(find(name)) for name in ("all", "edge", "side", "corner")] == [6, 7, 17, 12]
    assert topology.places[find("edge.R1C2")[0]].cells == find("R1C1 R1C2")
    assert topology.places[find("edge.R2C5")[0]].cells == find("R1C3 R2C3")
    assert topology.places[find("side.R1C2")[0]].cells == find("R1C1")
    assert topology.places[find("side.R3C4")[0]].cells == find("R1C2 R2C2")
    assert topology.places[find("corner.R2C2")[0]].cells == find("R1C1:R2C2")
    ends = [topology.places[find(name)[0]].points for name in ("side.R2C3", "corner.R2C2")]
    points = [{topology.point(dart) for dart in darts} for darts in ends]
    assert points[1] < points[0]
    assert all(topology.neighbours(cell) == () for cell in find("edge side corner"))


@pytest.mark.parametrize(
    "name", ["6x6", "twin", "cube-corner", "circular-3", "tredoku-7", "toroidal-jigsaw"]
)
def test_the_cells_for_edges_and_sides_meet_as_these_do(name: str) -> None:
    plain = sudokulib.geometry(name)
    both = with_layers(plain, {"e": Layer(1, "edges"), "s": Layer(1, "sides")})
    places = both.topology.places
    joined = [places[c].cells for c in both.find("e")]
    assert sorted(joined) == sorted(
        tuple(sorted(both.cell(plain.cells[c].name) for c in pair))
        for pair in plain.topology.edges()
    )
    sides = [places[c] for c in both.find("s")]
    assert {side.cells for side in sides if len(side.cells) == 2} == set(joined)
    for tile, n in enumerate(both.topology.sides):
        corners = [both.topology.point((tile, side)) for side in range(n)]
        assert all(
            any({both.topology.point(dart) for dart in side.points} == {*ends} for side in sides)
            for ends in zip(corners, corners[1:] + corners[:1], strict=True)
            if both.topology.cells[tile] in both.topology.base_cells
        )


def test_files_keep_layers_of_edges() -> None:
    text = "geometry: 4x4\nlayers: {loop: {at: edges, symbols: '12'}, dot: {at: corners}}\n"
    puzzle = loads(text + "givens: {loop.R1C2: 1, dot.R5C5: 2}")
    assert loads(yaml_text(puzzle_file_data(puzzle))) == puzzle
