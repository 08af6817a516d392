from pathlib import Path

import pytest

from sudokulib import solutions
from sudokulib.puzzles.geometries.library import geometry, geometry_names

FOLDER = Path(__file__).parents[2] / "geometries"
MODELINE = "# yaml-language-server: $schema=../sudokulib/schema/geometry.schema.json\n"

LIST = """
4x4 6x6 6x6-tall 8x8 8x8-tall 9x9 10x10 12x12 12x12-tall 15x15 16x16 20x20 25x25 36x36
latin-4 latin-5 latin-6 latin-7 latin-9
x windoku windoku-x disjoint-groups centre-dot asterisk girandola argyle
jigsaw-5 jigsaw-6 jigsaw-7 jigsaw-9 jigsaw-12 toroidal-jigsaw
twin gattai-3 butterfly flower sohei samurai windmill gattai-8 shogun sumo clueless-1 clueless-2
samurai-4x4 samurai-16x16
tredoku-bent-3 tredoku-hook-5 tredoku-ring-6 tredoku-7 tredoku-9 tredoku-11
cube-corner cube-full cube-8x8x8 sudo-cube hypercube
tri-doku sujiken circular-3 circular-4 circular-5 hanidoku hanidoku-4 chaos-4
"""
SHIPPED = LIST.split()

FIGURES = {
    "9x9": (81, 27),
    "x": (81, 29),
    "windoku": (81, 31),
    "disjoint-groups": (81, 36),
    "argyle": (81, 35),
    "jigsaw-5": (25, 15),
    "toroidal-jigsaw": (81, 27),
    "twin": (153, 53),
    "gattai-3": (225, 79),
    "butterfly": (144, 64),
    "flower": (189, 87),
    "sohei": (288, 104),
    "samurai": (369, 131),
    "windmill": (333, 127),
    "gattai-8": (576, 208),
    "shogun": (783, 285),
    "sumo": (909, 335),
    "clueless-1": (729, 9 * 27 + 27),
    "clueless-2": (729, 9 * 27 + 18),
    "samurai-4x4": (64, 56),
    "tredoku-bent-3": (27, 6),
    "tredoku-hook-5": (45, 11),
    "tredoku-ring-6": (54, 15),
    "cube-corner": (48, 18),
    "cube-full": (96, 18),
    "cube-8x8x8": (512, 256),
    "sudo-cube": (27, 9),
    "hypercube": (81, 54),
    "tri-doku": (81, 43),
    "sujiken": (45, 43),
    "circular-3": (18, 9),
    "circular-4": (32, 12),
    "circular-5": (50, 15),
    "hanidoku": (61, 27),
    "hanidoku-4": (37, 21),
    "chaos-4": (32, 9),
}
"""Cells and shapes, as the families' definitions give them."""


def test_what_ships_is_the_list_and_nothing_else():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(SHIPPED)
    assert set(SHIPPED) <= set(geometry_names())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_says_what_it_is_and_keeps_its_promise(name):
    g = geometry(name)
    assert g.name == name
    assert g.title
    assert g.description.endswith(".")
    assert g.source
    assert g.expect is not None
    assert (g.expect.cells, g.expect.shapes) == (len(g), len(g.shapes))
    text = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    assert text.startswith(MODELINE)
    assert "\nformat: 1\n" in text


@pytest.mark.parametrize("name", FIGURES)
def test_cells_and_shapes_are_as_many_as_defined(name):
    g = geometry(name)
    assert (len(g), len(g.shapes)) == FIGURES[name]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_cell_has_a_shape_a_name_and_neighbours(name):
    g = geometry(name)
    assert {c for shape in g.shapes for c in shape.cells} == set(range(len(g)))
    assert all(g.cell(cell.name) == number for number, cell in enumerate(g.cells))
    assert all(g.topology.neighbours(c) for c in range(len(g)))
    assert all(shape.labels for shape in g.shapes)


@pytest.mark.parametrize("name", SHIPPED)
def test_outlines_are_drawn_in_the_same_views_without_negative_places(name):
    g = geometry(name)
    views = {tuple(view for view, _ in cell.views) for cell in g.cells}
    assert len(views) == 1
    for view in ("flat", "solid"):
        assert all(min(point) >= 0 for cell in g.cells for point in cell.outline(view))


@pytest.mark.parametrize(
    "name", [name for name in SHIPPED if name.startswith("jigsaw") or name == "toroidal-jigsaw"]
)
def test_every_piece_of_a_jigsaw_hangs_together(name):
    g = geometry(name)
    pieces = [s for s in g.shapes if "region" in s.roles]
    assert len(pieces) == len(g.alphabet)
    for piece in pieces:
        reached, queue = {piece.cells[0]}, [piece.cells[0]]
        while queue:
            for cell in set(g.topology.neighbours(queue.pop())) & set(piece.cells) - reached:
                reached.add(cell)
                queue.append(cell)
        assert reached == set(piece.cells)


def test_pieces_of_the_toroidal_jigsaw_pass_over_the_edge():
    g = geometry("toroidal-jigsaw")
    within = {frozenset(pair) for pair in g.topology.edges(across=False)}
    over = [p for p in g.topology.edges() if frozenset(p) not in within]
    pieces = [set(s.cells) for s in g.shapes if "region" in s.roles]
    assert sum(any({a, b} <= piece for a, b in over) for piece in pieces) >= 4


def test_counts_that_follow_from_others_do():
    known = {name: geometry(name).expect.solutions for name in SHIPPED}
    grids, values = known["9x9"].value, 362880
    assert known["twin"].value * values == grids**2
    assert known["gattai-3"].value * values**2 == grids**3
    assert known["samurai"].value * values**4 == grids**5
    assert known["samurai-4x4"].value * 24**4 == known["4x4"].value ** 5
    band = known["tredoku-bent-3"].value
    assert known["tredoku-hook-5"].value * values == band**2
    assert all(k.source for k in known.values() if k is not None and k.known != "computed")


def turned(bits, by):
    return (bits << by | bits >> (3 - by)) & 7


FILLINGS = {
    "argyle": "712598436368742915945316728281975643679234851534681297857129364123467589496853172",
    "windoku-x": "263481579714295386859736241438627915671958423"
    "925314768396172854547869132182543697",
    # Turning one coordinate's bits by one place and another's by two keeps boxes different, too.
    "cube-8x8x8": "".join(
        str(1 + (turned(z, 2) ^ turned(y, 1) ^ x))
        for z in range(8)
        for y in range(8)
        for x in range(8)
    ),
}
"""Where an empty grid is hard to fill by search."""


@pytest.mark.parametrize("name", SHIPPED)
def test_there_are_filled_grids(name):
    g = geometry(name)
    if name in FILLINGS:
        values = [int(symbol) for symbol in FILLINGS[name]]
    else:
        filled = next(solutions(g.puzzle(), nodes=100_000)).indices
        values = [g.alphabet.values[index] for index in filled]
    assert all(shape.rule.holds(values, g.context) for shape in g.shapes)
