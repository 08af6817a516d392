"""Warnings about files that are valid but probably mistaken."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

import sudokulib
from sudokulib.cli.app import app
from sudokulib.errors import ProblemsError
from sudokulib.formats import read
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.solving.queries.checking import idle_shapes

ROOT = Path(__file__).parents[1]
RECIPES = {"plans.yml", *(path.name for path in ROOT.glob("examples/recipes/*"))}
SHIPPED = sorted(
    path
    for path in (*ROOT.glob("geometries/*.yaml"), *ROOT.glob("examples/**/*.y*ml"))
    if path.name not in RECIPES
)

SIX = "build:\n- {make: grid, size: 6x6}\n- make: regions\n  map: |\n"
FULL = ["AAABBB", "AAABBB", "CCCDDD", "CCCDDD", "EEEFFF", "EEEFFF"]
ON_4X4 = "geometry: 4x4\nshapes:\n"


def jigsaw(*lines):
    return SIX + "".join(f"    {line}\n" for line in lines)


def warnings(tmp_path, text, name="f.yaml"):
    """The warnings of a file, each as its place, message and fix."""
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return [(f"{p.line}:{p.column}", p.message, p.fix) for p in sudokulib.check(path)]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_ships_raises_no_alarm(path):
    assert sudokulib.check(path) == ()


@pytest.mark.parametrize("name", sorted(geometry_names()))
def test_what_ships_raises_no_alarm_without_its_file(name):
    assert sudokulib.check(name) == ()


@pytest.mark.parametrize(
    ("text", "place", "message", "fix"),
    [
        (
            jigsaw(*FULL[:5], "EEEFF."),
            "4:8",
            "1 cell in no region: R6C6",
            "give every cell the letter of its region",
        ),
        (
            "symbols: 1234\nbuild: [{make: grid, size: 4x4}]\nshapes:\n"
            "- {kind: house, cells: 'R1C1:R2C2', role: region}\n",
            "4:3",
            "12 cells in no region: R1C3 R1C4 R2C3 R2C4 R3C1 and 7 more",
            "add the regions that hold them, or give this one another role",
        ),
        (
            "geometry: latin-4\nshapes:\n- {kind: house, cells: 'R1C1:R2C2', role: region}\n",
            "3:3",
            "12 cells in no region: R1C3 R1C4 R2C3 R2C4 R3C1 and 7 more",
            "add the regions that hold them, or give this one another role",
        ),
        (jigsaw(*FULL[:5]), "9:5", "the map has 5 rows, the grid has 6", "add 1 row to the map"),
        (
            jigsaw(*FULL[:2], "CCCD", *FULL[3:]),
            "7:5",
            "line 3 of the map has 4 letters, the row has 6 cells",
            "add 2 letters to the line",
        ),
        (
            "symbols: 123456\nbuild:\n- {make: grid, size: 6x6, box: 2x2}\n",
            "3:3",
            "there are 6 symbols, but box 1 has 4, box 2 has 4, box 3 has 4, box 4 has 4, "
            "box 5 has 4 and 4 more cells",
            "give every region as many cells as there are symbols",
        ),
        (
            "symbols: 12345\nbuild:\n- {make: grid, size: 4x4, box: 2x2}\n",
            "1:10",
            "there are 5 symbols, but no row, region or other set has more than 4 cells, so no "
            "symbol has to stand anywhere",
            "write 4 symbols, or regions of 5 cells",
        ),
        (
            "build:\n- {make: grid, size: 4x4, box: 2x2}\n"
            "- {make: regions, map: 'AABB\n\n  AABB\n\n  CCDD\n\n  DDCC'}\n",
            "3:3",
            "box 3 and region C overlap in R3C1 R3C2, and 3 more pairs",
            "write instead: true if these regions replace the others, or word: for more of them",
        ),
        (
            "symbols: 1234\nbuild:\n- {make: grid, as: A, size: 4x4, box: 2x2}\n"
            "- {make: grid, as: B, size: 4x4, box: 2x2, at: R4C4}\n",
            "4:3",
            "box 4 of A and box 1 of B overlap in R4C4",
            "move the grid, so that whole regions lie on one another",
        ),
        (
            "build:\n- {make: include, geometry: 4x4, at: {A: R1C1, B: R4C3}}\n",
            "2:3",
            "box 4 of A and box 1 of B overlap in R4C3 R4C4",
            "move the grid, so that whole regions lie on one another",
        ),
        (
            "build:\n- {make: grid, size: 2x2, lines: false}\nshapes:\n"
            "- {kind: house, cells: R1C1 R1C2}\n",
            "2:1",
            "2 cells in no shape, which may hold anything: R2C1 R2C2",
            "add a shape that holds them, or remove them",
        ),
        (
            "symbols: 12\ncells:\n  one: {at: [1, 1]}\n  two: {at: [1, 2]}\n  lost: {at: [1, 3]}\n"
            "shapes:\n- {kind: house, cells: one two}\n",
            "5:9",
            "1 cell in no shape, which may hold anything: lost",
            "add a shape that holds them, or remove them",
        ),
    ],
)
def test_a_geometry_is_warned_of(tmp_path, text, place, message, fix):
    assert warnings(tmp_path, text) == [(place, message, fix)]


IDLE = "excludes nothing: it holds however its cells are filled"


@pytest.mark.parametrize(
    ("shapes", "place", "message"),
    [
        (["{kind: cage, cells: R1C1 R1C2}"], "3:3", f"cage {IDLE}"),
        (["{kind: cage, cells: R1, sum: 10}"], "3:3", f"cage {IDLE}"),
        (['{kind: sum, cells: R1C1 R3C3, total: 2, comparison: ">="}'], "3:3", f"sum {IDLE}"),
        (["{kind: sum, cells: R1C1 R2C2, total: 2, comparison: '!='}"], "3:3", f"sum {IDLE}"),
        (["{kind: anti, moves: [[4, 4]]}"], "3:3", f"anti {IDLE}"),
        (
            ["{kind: distinct, cells: R1C1 R1C4}"],
            "3:3",
            "distinct excludes nothing: all of its cells lie in row 1, which has no repeats",
        ),
        (
            ["{kind: distinct, cells: R2C2}"],
            "3:3",
            "distinct excludes nothing: one cell has no other to differ from",
        ),
        (["{kind: house, label: again, cells: R1}"], "3:3", "again duplicates row 1"),
        (
            ["{kind: difference, cells: R1C1 R1C2}", "{kind: difference, cells: R1C2 R1C1}"],
            "4:3",
            "difference duplicates difference",
        ),
        (
            ["{kind: cage, cells: R1C1 R1C2, sum: 4}", "{kind: cage, cells: R1C2 R2C2, sum: 5}"],
            "4:3",
            "cage 5 and cage 4 share R1C2",
        ),
        (
            [
                "{kind: difference, cells: R1C1 R1C2}",
                "{kind: difference, cells: R1C2 R1C1, value: 2}",
            ],
            "4:3",
            "R1C2 R1C1 have two clues of kind difference",
        ),
    ],
)
def test_rules_are_warned_of(tmp_path, shapes, place, message):
    text = ON_4X4 + "".join(f"- {shape}\n" for shape in shapes)
    assert [found[:2] for found in warnings(tmp_path, text)] == [(place, message)]


@pytest.mark.parametrize(
    "shapes",
    [
        ["{kind: cage, cells: R1C1 R1C2, sum: 4}"],
        ['{kind: sum, cells: R1C1 R3C3, total: 3, comparison: ">="}'],
        ["{kind: anti, moves: [[3, 3]]}"],
        ["{kind: distinct, cells: R1C1 R2C3}"],
        [
            "{kind: sandwich, cells: R1, sum: 0}",
            "{kind: sandwich, cells: R1C4 R1C3 R1C2 R1C1, sum: 0}",
        ],
        ["{kind: thermometer, lines: [R1C1 R1C2]}", "{kind: thermometer, lines: [R1C2 R2C2]}"],
        ["{kind: sum, cells: R1C1 R2C2, total: 4}", "{kind: sum, cells: R2C2 R3C3, total: 4}"],
    ],
)
def test_rules_that_say_something_are_not_warned_of(tmp_path, shapes):
    assert warnings(tmp_path, ON_4X4 + "".join(f"- {shape}\n" for shape in shapes)) == []


def test_a_geometry_in_a_puzzle_is_checked_in_its_place(tmp_path):
    text = "geometry:\n  build:\n  - {make: grid, size: 6x6, box: 2x3}\n  symbols: 1234567\n"
    (found,) = warnings(tmp_path, text)
    assert found[0] == "4:12"


def test_rules_of_a_puzzle_from_elsewhere_have_no_place():
    puzzle = read("geometry: 4x4\nshapes:\n- {kind: cage, cells: R1C1 R1C2}\n")
    (found,) = sudokulib.check(puzzle)
    assert (found.line, found.file, found.message) == (0, "", f"cage {IDLE}")


def test_what_takes_too_long_to_try_is_not_said_to_be_idle(tmp_path, monkeypatch):
    text = ON_4X4 + '- {kind: sum, cells: R1C1 R3C3, total: 2, comparison: ">="}\n'
    assert len(warnings(tmp_path, text)) == 1
    monkeypatch.setattr(idle_shapes, "_FILLINGS", 15)
    assert warnings(tmp_path, text) == []


def test_a_rule_on_cells_that_cannot_be_filled_is_not_said_to_be_idle(tmp_path):
    grid = "build: [{make: grid, size: 4x4, box: 2x2}]\nallowed: {R1C1: 1, R1C2: 1}\n"
    text = f"{grid}shapes:\n- {{kind: sum, cells: R1C1 R1C2, total: 2}}\n"
    assert warnings(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "place", "fix"),
    [
        ("symbols: 1234\n", "1:1", "write for example build: [{make: grid, size: 9x9, box: 3x3}]"),
        (
            "symbols: 1234\nbuild:\n- {make: diagonals}\n- {make: grid, size: 4x4}\n",
            "3:3",
            "write - {make: grid, size: 9x9} above it",
        ),
        (
            "symbols: 1234\nbuild:\n- {make: regions, map: AABB}\n",
            "3:3",
            "write - {make: grid, size: 9x9} above it",
        ),
    ],
)
def test_a_geometry_without_any_grid_is_an_error_with_its_fix(tmp_path, text, place, fix):
    (tmp_path / "f.yaml").write_text(text, "utf-8")
    with pytest.raises(ProblemsError) as caught:
        sudokulib.check(tmp_path / "f.yaml")
    first = caught.value.problems[0]
    assert f"{first.line}:{first.column}" == place
    assert fix in first.fix


@pytest.fixture
def doubtful(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.yaml").write_text(jigsaw(*FULL[:5]), "utf-8")


def test_check_prints_warnings_and_ends_well(doubtful):
    result = CliRunner().invoke(app, ["check", "f.yaml"])
    assert result.exit_code == 0
    assert result.stderr == (
        "f.yaml:9:5: warning: build[1].map: the map has 5 rows, the grid has 6 (got 'EEEFFF')\n"
        "    fix: add 1 row to the map\n"
    )
    assert result.stdout.startswith("f.yaml: 1 warning, geometry with 36 cells")


def test_check_strict_ends_badly_if_there_are_warnings(doubtful):
    assert CliRunner().invoke(app, ["check", "--strict", "f.yaml"]).exit_code == 2
    assert CliRunner().invoke(app, ["check", "--strict", "4x4"]).exit_code == 0


def test_warnings_are_in_json(doubtful):
    result = CliRunner().invoke(app, ["check", "--json", "f.yaml"])
    (found,) = json.loads(result.stdout)["files"]
    assert found["fine"] is True
    assert [(w["line"], w["mend"]) for w in found["warnings"]] == [(9, "add 1 row to the map")]


SHORT_MAP = """\
symbols: '1234'
build:
  - {make: grid, size: 4x4}
  - {make: regions, map: "1122\\n1122\\n3344"}
"""


def test_text_and_data_of_a_file_are_checked_as_the_file_is(tmp_path):
    path = tmp_path / "short.yaml"
    path.write_text(SHORT_MAP)
    (of_file,) = sudokulib.check(path)
    (of_text,) = sudokulib.check(SHORT_MAP)
    (of_data,) = sudokulib.check(yaml.safe_load(SHORT_MAP))
    assert of_file.message == of_text.message == of_data.message
    assert (of_text.line, of_text.column) == (of_file.line, of_file.column)
    assert not of_data.line
