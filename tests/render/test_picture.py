"""Pictures of geometries, puzzles, solutions and steps."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import sudokulib
from sudokulib import SudokuError, geometry
from sudokulib.model import bits
from sudokulib.puzzles.geometries.library import geometry_names as names
from sudokulib.puzzles.loading import loads
from sudokulib.render.figure import figure
from sudokulib.render.svg import svg_of
from sudokulib.scene.items import Disc, Label, Polyline
from sudokulib.scene.plane import views_of
from sudokulib.shapes import kind_named, kinds

FOUR = geometry("4x4").puzzle("1... ..2. .3.. ...4")


def texts(subject, **options):
    return [item for item in figure(subject, **options).items if isinstance(item, Label)]


@pytest.mark.parametrize("name", names())
def test_every_geometry_is_drawn_in_every_view(name):
    for view in views_of(geometry(name)):
        root = ET.fromstring(sudokulib.draw(geometry(name), view=view).svg())
        classes = {element.get("class") for element in root.iter()}
        assert {"paper", "thick"} <= classes


def kind_file(kind):
    """The example of a kind as a puzzle file."""
    return f"geometry: {kind.example_on}\nshapes: {kind.example}"


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.example], ids=lambda k: k.name)
def test_what_a_kind_marks_is_drawn(kind):
    puzzle = loads(kind_file(kind))
    marks = [
        mark
        for shape in puzzle.shapes
        for mark in shape.rule.marks()
        if all(cell < len(puzzle.geometry.cells) for cell in mark.cells)
    ]
    bare = figure(puzzle.geometry.puzzle(), caption=False).items
    more = figure(puzzle, caption=False).items
    assert len(more) >= len(bare) + min(1, len(marks))
    wanted = {word for mark in marks for word in mark.text.split() if mark.look != "chevron"}
    said = {word for item in texts(puzzle) for word in item.text.split()}
    assert wanted <= said
    ET.fromstring(svg_of(figure(puzzle)))


def test_rules_without_marks_are_named_below():
    puzzle = loads("{geometry: 9x9, shapes: [{kind: anti, moves: knight}]}")
    assert " ".join(item.text for item in texts(puzzle)) == puzzle.rules_text().splitlines()[1]
    assert texts(puzzle, caption=False) == []


def test_layers_are_named_above():
    puzzle = loads("{geometry: 4x4, layers: {hue: 12, pattern: 12}}")
    named = [one for one in texts(puzzle) if one.text in ("hue", "pattern")]
    assert [one.text for one in named] == ["hue", "pattern"]
    assert all(one.at[1] < 0 for one in named)
    assert not texts(puzzle, caption=False)


def test_the_parts_of_a_torn_region_have_one_letter():
    letters = [one.text for one in texts(geometry("toroidal-jigsaw"), caption=False)]
    assert "".join(letters) == "aaabbccddeeff"


def test_givens_and_what_was_found_are_told_apart():
    solution = sudokulib.solve(FOUR).solution
    inks = [item.ink for item in texts(solution)]
    assert (inks.count("given"), inks.count("solved")) == (4, 12)
    assert [item.text for item in texts(FOUR)] == ["1", "2", "3", "4"]


def test_a_board_shows_the_candidates_of_cells_that_have_lost_some():
    board = next(iter(sudokulib.explain(FOUR))).after
    pencils = [item for item in texts(FOUR, board=board) if item.ink == "pencil"]
    open_ = [board.masks[cell] for cell in bits(board.open)]
    assert len(pencils) == sum(mask.bit_count() for mask in open_ if mask != 0b1111)


@pytest.mark.parametrize("name", ["tredoku-ring-6", "9x9"])
def test_a_step_shows_every_part_of_it(name):
    folder = Path(__file__).parents[2] / "examples"
    puzzle = sudokulib.load(next((folder / name).glob("*.yaml")))
    for explanation in islice(sudokulib.explain(puzzle), 12):
        items = figure(explanation).items
        step, before = explanation.step, explanation.before
        gone = [c for c in step.eliminations if before.allows(c) and c[0] < before.model.cells]
        crosses = [item for item in items if isinstance(item, Polyline) and item.ink == "cross"]
        halos = [item for item in items if isinstance(item, Disc) and item.ink == "halo"]
        assert (len(crosses), len(halos)) == (len(gone), len(step.placements))
        hidden = figure(explanation, outcome=False).items
        assert not [item for item in hidden if item.ink in ("cross", "halo")]


def test_true_candidates_of_unknown_regions_show_borders_instead_of_numbers():
    found = sudokulib.true_candidates(
        geometry("chaos-4").puzzle("....2..3..1.3..........2........")
    )
    lines = {item.ink: len(item.runs) for item in figure(found).items if isinstance(item, Polyline)}
    bare = {item.ink for item in figure(found.puzzle).items if isinstance(item, Polyline)}
    assert lines["rim-teal threaded"] == list(found.same_region.values()).count(True) == 4
    thick = [item.runs for item in figure(found).items if getattr(item, "ink", "") == "thick"]
    assert len(thick[-1]) == list(found.same_region.values()).count(False) == 3
    assert "rim-teal threaded" not in bare
    symbols = [item.text for item in texts(found, caption=False)]
    digits = [symbol for name in found if "." not in name for symbol in found[name]]
    assert sorted(symbols) == sorted([*digits, "2"])  # the given one
    first = [item.at for item in texts(sudokulib.true_candidates("chaos-4"))[:4]]
    assert sum(y for _, y in first) / 4 == pytest.approx(0.5)  # no room is kept for the number


def test_true_candidates_are_drawn_as_pencil_marks():
    found = sudokulib.true_candidates("12..34..........")
    assert len(texts(found)) == sum(map(len, found.values()))
    few = sudokulib.true_candidates("1...............", search="reference", nodes=6)
    assert [len(symbols) for symbols in few.values()] == [1] * 16
    assert {item.ink for item in texts(few)} == {"given", "pencil"}


def test_what_a_limit_leaves_open_of_a_loop_is_not_drawn_as_known():
    loop = loads(kind_file(kind_named("simple-loop")))
    for nodes in range(1, 100):
        found = sudokulib.true_candidates(loop, search="reference", nodes=nodes)
        if any(found.values()):
            break
    assert not found.complete
    assert "path-teal" not in {item.ink for item in figure(found).items}
    assert "path-teal" in {item.ink for item in figure(sudokulib.solve(loop).solutions[0]).items}


def test_texts_cannot_break_the_file():
    puzzle = geometry("4x4").puzzle("1... ..2. .3.. ...4", title="<script>&\x07")
    root = ET.fromstring(sudokulib.draw(puzzle).svg())
    assert root[0].text == "<script>&"


def test_themes_and_views_that_there_are_not():
    assert "prefers-color-scheme" in sudokulib.draw(FOUR).svg()
    assert "prefers-color-scheme" not in sudokulib.draw(FOUR, theme="light").svg()
    assert sudokulib.draw(FOUR, theme="dark").svg() != sudokulib.draw(FOUR, theme="light").svg()
    with pytest.raises(SudokuError, match="no theme 'blue'; choose light, dark, auto"):
        sudokulib.draw(FOUR, theme="blue")
    with pytest.raises(SudokuError, match="no view 'solid'; choose flat"):
        sudokulib.draw(FOUR, view="solid")


@pytest.mark.parametrize(
    ("suffix", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_it_is_saved_by_the_ending_of_the_name(suffix, start, tmp_path):
    path = sudokulib.draw(FOUR).save(tmp_path / f"four.{suffix}")
    assert path.read_bytes().startswith(start)


def test_what_cannot_be_saved_says_why(tmp_path, monkeypatch):
    picture = sudokulib.draw(FOUR)
    with pytest.raises(SudokuError, match=r"'four.gif'; end the name in .svg, .png, .pdf"):
        picture.save(tmp_path / "four.gif")
    with pytest.raises(SudokuError, match="cannot be written: No such file"):
        picture.save(tmp_path / "missing" / "four.svg")
    with pytest.raises(SudokuError, match="choose one that gives 1 to 20000"):
        picture.png(scale=1e6)


@pytest.mark.parametrize(
    ("missing", "suffix"),
    [
        ("resvg_py", "png"),
        ("PIL.Image", "png"),
        ("svglib.svglib", "pdf"),
        ("reportlab.graphics.renderPDF", "pdf"),
    ],
)
def test_what_an_extra_is_needed_for_says_which(missing, suffix, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SudokuError, match=r"pip install 'sudokulib\[draw\]'"):
        sudokulib.draw(FOUR).save(tmp_path / f"four.{suffix}")


@pytest.mark.parametrize("subject", [FOUR.geometry, FOUR, sudokulib.solve(FOUR).solution])
def test_notebooks_show_it(subject):
    assert subject._repr_svg_() == sudokulib.draw(subject).svg()
