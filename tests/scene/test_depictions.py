"""Lines, shades and borders that are found, drawn on the cells instead of beside them."""

from pathlib import Path

import pytest

import sudokulib
from sudokulib.puzzles.loading import loads
from sudokulib.render.background import background
from sudokulib.render.figure import known_values
from sudokulib.render.text import draw
from sudokulib.scene.depictions import cell_below
from sudokulib.scene.items import Area, Disc, Label, Polyline

EXAMPLES = Path(__file__).parents[2] / "examples"

GRID = 'symbols: "12", build: [{make: grid, size: %s, lines: false}]'


def solved(geometry: str, shape: str, givens: str = "") -> sudokulib.Solution:
    puzzle = loads(f"geometry: {{{geometry}}}\nshapes: [{shape}]\n{givens}")
    return next(iter(sudokulib.solutions(puzzle)))


def loop(on: str, size: str = "3x3") -> sudokulib.Solution:
    layer = f'{GRID % size}, allowed: {{all: "1"}}, layers: {{loop: {{at: {on}, symbols: "12"}}}}'
    return solved(layer, "{kind: simple-loop, values: [2], cells: loop}")


def test_loops_through_cells_are_lines_beside_the_text() -> None:
    solution = solved(
        f'{GRID % "3x3"}, layers: {{loop: {{at: edges, symbols: "12"}}}}, allowed: {{all: "1"}}',
        "{kind: simple-loop, values: [2], through: R1C3 R3C1 R3C2, touching: false, cells: loop}",
    )
    lines = [line[13:].strip() for line in draw(solution).plain().splitlines()]
    known = "┏━━━━━━━┓ / ┃       ┃ / ┃   ·   ┃ / ┃       ┃ / ┗━━━━━━━┛"
    assert [line for line in lines if line] == known.split(" / ")
    assert "\n\n" in draw(solution, width=13).plain()
    assert "#=======#" in draw(solution, ascii_only=True).plain()


def test_loops_along_sides_are_the_borders_of_the_text() -> None:
    lines = draw(loop("sides", "1x1")).plain().splitlines()
    assert lines == ["┏━━━┓", "┃   ┃", "┗━━━┛"]


@pytest.mark.parametrize("on", ["edges", "sides"])
def test_pictures_have_a_line_for_each_edge_of_a_loop(on: str) -> None:
    solution = loop(on)
    used = solution.symbols.count("2")
    items = sudokulib.draw(solution).scene.items
    lines = [one for one in items if isinstance(one, Polyline) and one.ink == "path-teal"]
    assert [len(line.runs) for line in lines] == [used]
    assert not any(isinstance(one, Label) and one.ink == "solved" for one in items)
    box = sudokulib.draw(solution).scene.box
    assert box[2] - box[0] < 4


@pytest.mark.parametrize("name", ["tredoku-7", "circular-4", "cube-corner", "9x9"])
def test_each_side_is_drawn_on_the_cells_it_belongs_to(name: str) -> None:
    from sudokulib.scene.drawn_layers import segments
    from sudokulib.scene.plane import plane

    build = f"build: [{{make: include, geometry: {name}}}]"
    puzzle = loads(f"geometry: {{{build}, layers: {{fence: {{at: sides}}}}}}")
    geometry = puzzle.geometry
    where = plane(geometry, count=len(geometry.cells) - len(geometry.topology.layered))
    for edge, place in geometry.topology.places.items():
        for run in segments(puzzle, where, edge):
            assert set(where.cells_at(run[0], run[-1])) <= set(place.cells)


def test_shades_and_borders_are_drawn_on_the_cells() -> None:
    solution = solved(
        f'{GRID % "2x2"}, allowed: {{all: "1"}}, layers: {{shade: "12"}}',
        "{kind: snake, shaded: [2], cells: shade}",
        "givens: |\n  .. .2\n  .. ..",
    )
    shaded = solution.symbols.count("2")
    assert draw(solution).plain().count("■") == shaded
    areas = [one for one in sudokulib.draw(solution).scene.items if isinstance(one, Area)]
    assert any(area.ink == "fill-grey" for area in areas)
    chaos = next(iter(sudokulib.solutions("chaos-4")))
    lines = draw(chaos).plain().splitlines()
    assert (len(lines[0]), len(lines)) == (17, 9)


def test_marks_on_a_layer_that_is_not_drawn_are_on_the_cells_below() -> None:
    grid = f'{{{GRID % "2x2"}, layers: {{shade: "12"}}}}'
    rules = "{kind: snake, shaded: [2], ends: [shade.R1C1], cells: shade}"
    items = sudokulib.draw(loads(f"geometry: {grid}\nshapes: [{rules}]")).scene.items
    (mark,) = [one for one in items if isinstance(one, Disc)]
    assert mark.at == (0.5, 0.5)
    cage = "{kind: cage, cells: shade.R1C1 shade.R1C2}"
    drawn = sudokulib.draw(loads(f"geometry: {grid}\nshapes: [{rules}, {cage}]")).scene
    assert any(isinstance(one, Polyline) and one.ink == "cage" for one in drawn.items)


def test_puzzles_show_given_edges_and_keep_numbers_of_regions() -> None:
    text = (
        f'geometry: {{{GRID % "2x3"}, allowed: {{all: "1"}}, layers: {{loop: {{at: edges}}}}}}\n'
        "shapes: [{kind: simple-loop, values: [2], cells: loop}]\n"
        "givens: {loop.R1C2: 2, loop.R2C3: 1}"
    )
    items = sudokulib.draw(loads(text)).scene.items
    inks = [one.ink for one in items if isinstance(one, Polyline)]
    assert {"rim-teal threaded", "shaft"} <= set(inks)
    directed = text.replace('"12"', '"123"').replace("[2], cells", "[2], backward: [3], cells")
    for symbol, tip in (("2", 1), ("3", -1)):
        puzzle = loads(directed.replace("R1C2: 2", f"R1C2: {symbol}"))
        heads = [
            run
            for one in sudokulib.draw(puzzle).scene.items
            if isinstance(one, Polyline) and one.ink == "rim-teal threaded"
            for run in one.runs
            if len(run) == 3
        ]
        ((back, head, _),) = heads
        assert (head[0] > back[0]) == (tip > 0)
    board = sudokulib.geometry("chaos-4").puzzle("." * 16 + "1" + "." * 15)
    assert sudokulib.draw(board).scene.box[2] > 8 > sudokulib.draw("chaos-4").scene.box[2]


@pytest.mark.parametrize(
    ("example", "technique", "sign"),
    [
        ("nurikabe/archipelago", "only-way-out", "■"),
        pytest.param("slitherlink/hedge", "premature-loop", "×", marks=pytest.mark.slow),
        ("simple-loop/one-way", "one-way", "→"),
        ("simple-loop/one-way", "one-way", "↑"),
        ("chaos-construction/four-by-four", "unreachable", "3"),
    ],
)
def test_steps_show_what_is_found_in_layers_on_the_cells_below(
    example: str, technique: str, sign: str
) -> None:
    puzzle = sudokulib.load(EXAMPLES / f"{example}.yaml")
    step = next(one for one in sudokulib.explain(puzzle) if one.step.technique == technique)
    changed = {variable for variable, _ in step.step.placements + step.step.eliminations}
    decided = {one for one in changed if one < len(puzzle.geometry.cells)}  # islands are hidden
    assert decided
    assert decided <= puzzle.geometry.topology.layered
    on = background(puzzle, known=known_values(puzzle, step.before))
    for cell in decided:
        below = cell_below(puzzle, cell)
        (x, y), _ = on.place(cell)
        middle, radius = on.plane.middles[below], on.plane.radii[below]
        assert abs(x - middle[0]) + abs(y - middle[1]) < 1.1 * radius
    labels = [one for one in sudokulib.draw(step).scene.items if isinstance(one, Label)]
    assert sign in {one.text for one in labels if one.ink.startswith("pencil")}
