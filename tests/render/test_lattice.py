"""Where a tredoku's tiles lie, and which place is which."""

from pathlib import Path

import pytest
from support import from_file
from typer.testing import CliRunner

import sudokulib
from sudokulib.cli.app import app
from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.generators.tiles import named_tiles, projected, tile_corners
from sudokulib.render.lattice import lattice
from sudokulib.render.picture import draw_tiles
from sudokulib.scene.items import Label, Polyline

DOCS = Path(__file__).parents[2] / "docs"
FOUR = "a(0,0) a(0,1) b(0,2) c(1,1)"


def places(tiles):
    """The places in a picture, by their texts."""
    labels = [item for item in lattice(named_tiles(tiles)).items if isinstance(item, Label)]
    return {label.text: label.at for label in labels if "," in label.text and "(" not in label.text}


def middle(kind, x, y):
    corners = [projected(point, 2.4) for point in tile_corners("", f"{kind}({x},{y})")]
    return [sum(axis) / 4 for axis in zip(*corners, strict=True)]


@pytest.mark.parametrize(("kind", "towards"), [("a", (1, 0)), ("b", (-1, 1)), ("c", (-1, -1))])
def test_a_tile_goes_on_over_the_side_with_its_letter(kind, towards):
    at = places(FOUR)["2,0"]
    beyond = middle(kind, 2, 0)
    shift = [b - a for a, b in zip(at, beyond, strict=True)]
    assert [(s > 0.01) - (s < -0.01) for s in shift] == list(towards)
    letters = [
        i for i in lattice(named_tiles(FOUR)).items if isinstance(i, Label) and i.text == kind
    ]
    nearest = min(letters, key=lambda i: sum((p - q) ** 2 for p, q in zip(i.at, at, strict=True)))
    along = [b - a for a, b in zip(at, nearest.at, strict=True)]
    assert along[0] * shift[1] == pytest.approx(along[1] * shift[0])
    assert along[0] * shift[0] + along[1] * shift[1] > 0


def test_the_places_are_those_that_touch_a_tile_and_hold_none():
    assert set(places("a(0,0)")) == {
        *("-1,0", "-1,1", "0,-1", "1,-1", "0,1", "1,0", "1,1"),
    }


@pytest.mark.parametrize(("fifth", "fits"), [("a(2,0)", True), ("c(2,0)", True), ("b(2,0)", False)])
def test_the_tile_that_the_documentation_adds_makes_a_tredoku(fifth, fits):
    file = {"symbols": "123456789", "build": [{"make": "tiles", "tiles": f"{FOUR} {fifth}"}]}
    if fits:
        assert len(from_file(**file)) == 45
    else:
        with pytest.raises(SudokuError):
            from_file(**file)


def test_every_tile_is_outlined_and_named():
    scene = lattice(named_tiles(FOUR))
    outlines = [item for item in scene.items if isinstance(item, Polyline) and item.ink == "thick"]
    assert len(outlines) == 4
    texts = {item.text for item in scene.items if isinstance(item, Label)}
    assert {*"ABCD", *FOUR.split()} <= texts


def test_tiles_that_overlap_are_drawn_all_the_same():
    assert draw_tiles("a(0,0) b(0,0)").svg().startswith("<svg")


def test_what_is_no_tile_is_refused():
    with pytest.raises(SudokuError, match=r"'d\(0,0\)' is not a tile; write its kind a, b or c"):
        draw_tiles("d(0,0)")


def test_the_picture_of_the_documentation_is_up_to_date():
    assert (DOCS / "tile-coordinates.svg").read_text("utf-8") == draw_tiles(FOUR).svg()


def run(*arguments):
    return CliRunner().invoke(app, ["draw", *arguments])


@pytest.mark.parametrize("form", ["a geometry", "a puzzle"])
def test_tiles_of_a_file_are_drawn_before_they_are_a_tredoku(tmp_path, form):
    geometry = f"symbols: 123456789\nbuild: [{{make: tiles, tiles: '{FOUR}'}}]\n"
    lines = "".join(f"  {line}\n" for line in geometry.splitlines())
    text = geometry if form == "a geometry" else f"geometry:\n{lines}"
    (tmp_path / "f.yaml").write_text(text, "utf-8")
    result = run(str(tmp_path / "f.yaml"), "--coordinates", "-o", str(tmp_path / "f.svg"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "f.svg").read_text("utf-8") == draw_tiles(FOUR).svg()


def test_coordinates_of_other_geometries_are_the_names_of_cells(tmp_path):
    out = tmp_path / "f.svg"
    assert run("4x4", "--coordinates", "-o", str(out)).exit_code == 0
    named = sudokulib.draw(sudokulib.geometry("4x4"), coordinates=True).svg()
    assert out.read_text("utf-8") == named
    assert all(f">{cell.name}</text>" in named for cell in sudokulib.geometry("4x4").cells)


def test_the_solid_view_of_a_tredoku_can_show_the_names_of_its_cells(tmp_path):
    out = tmp_path / "f.svg"
    arguments = ("tredoku-hook-5", "--coordinates", "--view", "solid", "-o", str(out))
    assert run(*arguments).exit_code == 0
    assert ">B.R2C3</text>" in out.read_text("utf-8")


def test_coordinates_and_a_solution_exclude_each_other(tmp_path):
    result = run("4x4", "--coordinates", "--solution", "-o", str(tmp_path / "f.svg"))
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
