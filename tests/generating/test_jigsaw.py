"""Random layouts: pieces that hang together, fit, can be filled, and can be any that fit."""

import json
from collections import Counter

import pytest
import yaml

import sudokulib
from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.generating.layouts import layout
from sudokulib.generating.layouts.partitions import (
    PartitionGraph,
    recombined,
    split_into_pieces,
    vertices_in,
)
from sudokulib.generating.layouts.symmetric import generated_group, symmetric_split
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.geometries.motions import moves_of
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.writing import geometry_text


def graph_of(geometry):
    near = (geometry.topology.neighbours(cell) for cell in range(len(geometry.cells)))
    return PartitionGraph(tuple(sum(1 << other for other in others) for others in near))


def pieces_of(made):
    return [shape.cells for shape in made.shapes if "region" in shape.roles]


def is_in_one_piece(geometry, cells):
    reached, queue = {cells[0]}, [cells[0]]
    while queue:
        new = set(geometry.topology.neighbours(queue.pop())) & set(cells) - reached
        reached |= new
        queue += new
    return reached == set(cells)


def all_partitions(graph, free, size):
    """Every way to cut a set of vertices into connected pieces of one size, by brute force."""
    if not free:
        yield frozenset()
        return
    start = free & -free
    found, grown = set(), {start}
    for _ in range(size - 1):
        grown = {
            piece | 1 << vertex
            for piece in grown
            for vertex in vertices_in(graph.neighbourhood(piece) & free)
        }
    found |= grown
    for piece in found:
        for rest in all_partitions(graph, free & ~piece, size):
            yield rest | {piece}


FOUR = graph_of(sudokulib.geometry("latin-4"))
ALL_FOUR = set(all_partitions(FOUR, (1 << 16) - 1, 4))


def test_brute_force_finds_the_published_numbers_of_dissections():
    five = graph_of(sudokulib.geometry("latin-5"))
    assert len(ALL_FOUR) == 117  # OEIS A172477
    assert sum(1 for _ in all_partitions(five, (1 << 25) - 1, 5)) == 4006


def test_cuts_alone_can_make_every_partition():
    found = {
        frozenset(split_into_pieces(FOUR, (1 << 16) - 1, [4] * 4, SeededRandom(n)))
        for n in range(3000)
    }
    assert found == ALL_FOUR


def test_recombination_makes_all_partitions_equally_likely_if_asked_to():
    grid, random = graph_of(layout("3x3", seed=1)), SeededRandom(2)
    every = set(all_partitions(grid, (1 << 9) - 1, 3))
    pieces, counts, draws = split_into_pieces(grid, (1 << 9) - 1, [3] * 3, random), Counter(), 600
    for _ in range(draws):
        pieces = recombined(grid, pieces, 1.0, 20, random)
        counts[frozenset(pieces)] += 1
    mean = draws / len(every)
    assert sum((counts[one] - mean) ** 2 / mean for one in every) < 28  # 9 degrees: 1 in 1000


def test_recombination_else_likes_pieces_with_many_spanning_trees():
    random = SeededRandom(1)
    grid = graph_of(sudokulib.geometry("latin-6"))
    start = split_into_pieces(grid, (1 << 36) - 1, [6] * 6, random)
    trees = [
        sum(sum(map(grid.trees, recombined(grid, start, crooked, 400, random))) for _ in range(10))
        for crooked in (0.0, 1.0)
    ]
    assert trees[0] > 2 * trees[1]


def test_spanning_trees_are_counted_as_published():
    grid = graph_of(sudokulib.geometry("latin-4"))
    assert grid.trees((1 << 16) - 1) == 100352  # OEIS A007341


@pytest.mark.parametrize("symmetry", ["half-turn", "quarter-turn", "left-right", "both", "full"])
def test_every_symmetric_partition_can_come_out_and_no_other(symmetry):
    moves = moves_of(sudokulib.geometry("latin-4"), symmetry)
    group = generated_group(moves, 16)
    wanted = {one for one in ALL_FOUR if all(moved(one, move) == one for move in moves)}
    found = {
        frozenset(symmetric_split(FOUR, [4] * 4, group, 10**6, SeededRandom(n))) for n in range(600)
    }
    assert found == wanted


def moved(partition, move):
    return frozenset(sum(1 << move[vertex] for vertex in vertices_in(one)) for one in partition)


CASES = {
    "grid": ("6x6", {}),
    "torus": ("5x5", {"wrap": "both"}),
    "symmetric torus": ("4x4", {"wrap": "both", "symmetry": "half-turn"}),
    "ring": ("6x6", {"wrap": "rows", "crooked": 1}),
    "boxes kept": ("4x4", {"keep": True}),
    "small pieces": ("6x6", {"sizes": [6, 6, 6, 5, 5, 4, 3, 1]}),
    "oblong": ("5x8", {}),
    "triangles": ("tri-doku", {}),
    "cube": ("cube-corner", {}),
    "tredoku": ("tredoku-hook-5", {}),
    "shared grids": ("samurai-4x4", {"symmetry": "half-turn"}),
}


@pytest.mark.parametrize(("base", "wanted"), CASES.values(), ids=CASES)
def test_a_layout_is_a_partition_into_connected_pieces_that_can_be_filled(base, wanted):
    made = layout(base, seed=1, **wanted)
    pieces = [cells for cells in pieces_of(made) if is_in_one_piece(made, cells)]
    if not wanted.get("keep"):
        assert pieces == pieces_of(made)
        count = sum(map(len, pieces)) + ("sizes" in wanted)  # a cell alone has no shape
        assert count == len(set().union(*pieces)) + ("sizes" in wanted) == len(made.cells)
        most = len(made.alphabet)
        assert sorted(map(len, pieces)) == sorted(
            [size for size in wanted.get("sizes", []) if size > 1]
            or [most] * (len(made.cells) // most)
        )
    if "symmetry" in wanted:
        (move,) = moves_of(made, wanted["symmetry"])
        kept = {frozenset(piece) for piece in pieces}
        assert {frozenset(move[cell] for cell in piece) for piece in pieces} == kept
    filled = next(iter(sudokulib.solutions(made.puzzle(), search="cp-sat")))
    assert filled.violations() == ()


@pytest.mark.parametrize(("base", "wanted"), CASES.values(), ids=CASES)
def test_a_layout_is_written_as_a_short_file_and_read_again(base, wanted):
    made = layout(base, seed=2, solvable=False, **wanted)
    text = geometry_text(made)
    again = read_geometry(text)
    assert again == made
    assert again.title == made.title
    assert set(yaml.safe_load(text)) <= {"format", "title", "symbols", "build"}


def test_a_puzzle_on_a_layout_is_written_with_it_and_read_again():
    made = layout("6x6", seed=3, wrap="both")
    puzzle = sudokulib.generate(made, seed=1).puzzle
    again = loads(sudokulib.write(puzzle, "yaml").text)
    assert (again, again.geometry) == (puzzle, made)
    assert sudokulib.is_unique(again)


def test_a_layout_on_a_geometry_without_a_file_is_written_cell_by_cell():
    base = read_geometry("{build: [{make: grid, size: 3x3, box: 1x3}], allowed: {R1C1: 12}}")
    made = layout(base, seed=1, solvable=False)
    again = read_geometry(geometry_text(made))
    assert (set(again.shapes), again.domains) == (set(made.shapes), made.domains)
    assert again.topology.edges() == made.topology.edges()


def test_what_is_written_of_a_changed_layout_is_not_its_old_file():
    made = layout("4x4", seed=1)
    bare = made.with_hidden({"x": 1})
    assert "hidden" in geometry_text(bare)
    assert "role: region" not in geometry_text(made.without("region"))


def test_a_seed_gives_one_layout():
    assert layout("9x9", seed=5) == layout("9x9", seed=5) != layout("9x9", seed=6)
    last = json.loads(layout("9x9", seed=1).file)["build"][-1]
    assert last == {"make": "regions", "map": SEED_1}


SEED_1 = """\
AAAAABBBB
AACAABBBB
CCCCCDDEB
CCCFDDDEE
GFFFDDDEE
GGFFFFDEE
GGFHHIIIE
GHHHHIIIE
GGGHHHIII
"""


def test_no_piece_is_a_line_if_that_is_not_wanted():
    rows = {shape.cells for shape in sudokulib.geometry("latin-4").shapes}
    plain = [layout("4x4", seed=n) for n in range(8)]
    other = [layout("4x4", seed=n, lines=False) for n in range(8)]
    assert any(rows & set(pieces_of(one)) for one in plain)
    assert not any(rows & set(pieces_of(one)) for one in other)


def test_a_layout_that_cannot_be_filled_is_drawn_anew():
    able = [layout("4x4", seed=n, solvable=False) for n in range(30)]
    assert any(sudokulib.count(one).value == 0 for one in able)
    assert all(sudokulib.count(layout("4x4", seed=n)).value for n in range(30))


CROSS = read_geometry("""
symbols: 12345
build: [{make: grid, cells: ".#.\\n###\\n.#.", lines: false}]
""")


@pytest.mark.slow
def test_what_does_not_fit_is_reported():
    with pytest.raises(GeometryError, match="make 5, but there are 16"):
        layout("4x4", seed=1, sizes=[2, 3])
    with pytest.raises(GeometryError, match="a piece of 5 cells must repeat one of 4 symbols"):
        layout("4x4", seed=1, sizes=5)
    with pytest.raises(GeometryError, match="at least one cell"):
        layout("4x4", seed=1, sizes=0)
    with pytest.raises(GeometryError, match="only a plain grid can wrap"):
        layout("samurai", seed=1, wrap="both")
    with pytest.raises(GeometryError, match="separates neighbours"):
        layout("4x4", seed=1, symmetry=[(1, 0, *range(2, 16))])
    with pytest.raises(GeometryError, match="must name each cell once"):
        layout("4x4", seed=1, symmetry=[(0,) * 16])
    with pytest.raises(SudokuError, match="more than 64 moves"):
        generated_group([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)], 5)
    with pytest.raises(SudokuError, match="none of 200 layouts would do; choose other sizes"):
        layout("2x2", seed=1, sizes=[2, 2], lines=False, solvable=False)
    with pytest.raises(
        SudokuError, match="could not be cut into pieces of these sizes; choose other sizes"
    ):
        layout(CROSS, seed=1, sizes=[2, 3])
    with pytest.raises(SudokuError, match="choose other sizes or another symmetry"):
        layout(CROSS, seed=1, sizes=[2, 2, 1], symmetry="quarter-turn")
    with pytest.raises(sudokulib.SudokuError, match="neither a geometry"):
        layout("nowhere", seed=1)
