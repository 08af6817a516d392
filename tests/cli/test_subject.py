"""The first argument of commands: a file, text, a link, a name, or standard input."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command import invoke

import sudokulib
from sudokulib import formats

LINE = "1.....2..3.....4"
GIVENS = {"R1C1": "1", "R2C3": "2", "R3C2": "3", "R4C4": "4"}
GEOMETRY = "title: Mine\nsymbols: 1234\nbuild: [{make: grid, size: 4x4, box: 2x2}]\n"
PUZZLE = f"geometry: 4x4\ngivens: {LINE}\n"
LINK = formats.write(formats.read(PUZZLE), "f-puzzles-link").text


@pytest.fixture(autouse=True)
def _files(here: Path) -> None:
    Path("mine.yaml").write_text(GEOMETRY, "utf-8")
    Path("puzzle.yaml").write_text(PUZZLE, "utf-8")
    Path("puzzle.txt").write_text("1...\n..2.\n.3..\n...4\n", "utf-8")


def answer(*words: str, given: str | None = None) -> Any:
    found = invoke([*words, "--json"], input=given)
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


@pytest.mark.parametrize(
    "target",
    ["puzzle.yaml", "puzzle.txt", LINE, PUZZLE, f"{{geometry: 4x4, givens: {LINE}}}", LINK],
)
def test_a_puzzle_is_a_file_a_text_or_a_link(target: str) -> None:
    assert answer("solve", target)["solutions"][0]["line"] == "1243342143122134"


@pytest.mark.parametrize("text", [PUZZLE, LINE + "\n", "1...\n..2.\n.3..\n...4\n", LINK])
@pytest.mark.parametrize("command", ["solve", "count", "lint", "rate", "explain", "hint", "fill"])
def test_a_puzzle_is_read_from_standard_input(command: str, text: str) -> None:
    assert answer(command, "-", given=text)["puzzle"]["givens"] == GIVENS


@pytest.mark.parametrize(
    ("target", "given"),
    [
        ("4x4", None),
        ("mine.yaml", None),
        (GEOMETRY, None),
        ("{build: [{make: grid, size: 4x4, box: 2x2}]}", None),
        ("-", GEOMETRY),
        ("-", "4x4\n"),
    ],
)
def test_a_geometry_is_a_name_a_file_or_a_text(target: str, given: str | None) -> None:
    assert answer("count", target, given=given)["count"] == "288"
    assert answer("geometries", target, given=given)["geometries"][0]["cells"] == 16
    assert answer("show", target, given=given)["puzzle"]["givens"] == {}
    assert answer("layout", target, given=given)["geometry"]["cells"] == 16
    written = answer("convert", target, "--to", "yaml", given=given)["puzzles"][0]["text"]
    assert formats.read(written).geometry == sudokulib.geometry("4x4")


def test_files_of_geometries_are_converted_as_their_names_are() -> None:
    shipped = Path(sudokulib.__file__).parents[1] / "geometries" / "samurai.yaml"
    for form in ("yaml", "ksudoku"):
        by_file = answer("convert", str(shipped), "--to", form)
        assert by_file == answer("convert", "samurai", "--to", form)
    assert by_file["puzzles"][0]["text"].count("<sudokugroups") == 5


def test_layout_and_geometries_take_the_geometry_of_a_puzzle() -> None:
    assert answer("layout", LINE)["geometry"]["cells"] == 16
    assert answer("geometries", "puzzle.yaml")["geometries"][0]["name"] == "4x4"


def test_show_takes_givens() -> None:
    assert answer("show", "4x4", LINE)["puzzle"]["givens"] == GIVENS


@pytest.mark.parametrize(
    ("words", "given", "said"),
    [
        (
            ["show", "samuray"],
            None,
            "'samuray' is neither a file, nor the name of a geometry, nor ",
        ),
        (["show", "samuray"], None, "text in a known format; did you mean samurai"),
        (["show", "qqqq"], None, "; see sudokulib geometries and formats"),
        (["count", "-"], "samuray", "standard input, 'samuray', is neither text in a known format"),
        (["count", "-"], "12..", "standard input"),
        (["count", "-"], "", "standard input"),
        (["count", "-"], "build: [{make: grit}]", "standard input:1:16"),
        (["count", "-", "-"], LINE, "standard input can be read only once"),
        (["count", "missing.yaml"], None, "missing.yaml: cannot read it"),
    ],
)
def test_what_is_no_subject_says_what_was_tried(
    words: list[str], given: str | None, said: str
) -> None:
    found = invoke(words, input=given)
    assert (found.exit_code, found.stdout) == (2, "")
    assert said in found.stderr


INCLUDING = """\
symbols: 1234
build: [{make: include, geometry: ./mine.yaml}]
shapes: [{kind: distinct, cells: R1C1 R2C2 R3C3 R4C4}]
"""


@pytest.mark.parametrize("command", ["generate", "convert"])
@pytest.mark.parametrize("file", ["including.yaml", "on-it.yaml"])
def test_a_geometry_that_includes_others_by_path_is_written_as_its_path(
    command: str, file: str
) -> None:
    Path("including.yaml").write_text(INCLUDING, "utf-8")
    Path("on-it.yaml").write_text("geometry: ./including.yaml\ntitle: On it\n", "utf-8")
    Path("below").mkdir()
    assert "\ngeometry: including.yaml\n" in invoke([command, file, "--to", "yaml"]).stdout
    for out in ("made.yaml", "below/made.yaml"):
        assert invoke([command, file, "--to", "yaml", "-o", out]).exit_code == 0
        text = Path(out).read_text("utf-8")
        # Files look only into their own folder and below it: there the geometry is written out.
        assert ("\ngeometry: including.yaml\n" in text) == ("/" not in out)
        assert (len(text.splitlines()) < 20) == ("/" not in out)
        made = sudokulib.load(out)
        assert made.geometry.shapes == sudokulib.geometry(Path("including.yaml")).shapes
        assert made.answer or command == "convert"


@pytest.mark.parametrize(("target", "named"), [("4x4", "geometry: 4x4"), ("mine.yaml", "build:")])
def test_a_geometry_is_written_by_name_or_in_short(target: str, named: str) -> None:
    text = invoke(["generate", target, "--to", "yaml"]).stdout
    assert named in text
    assert "cells:" not in text
    assert formats.read(text).geometry == sudokulib.geometry("4x4")


def test_givens_may_be_in_a_file() -> None:
    Path("mine.txt").write_text("1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4\n", "utf-8")
    assert invoke(["fill", "4x4", "mine.txt", "--line"]).stdout == "1243342143122134\n"
    missing = invoke(["solve", "4x4", "yours.txt"])
    assert (missing.exit_code, missing.stderr) == (
        2,
        "error: there is no file 'yours.txt'; write givens\n",
    )


@pytest.mark.parametrize("word", ["samurai", "1.....2..3.....4"])
def test_a_subject_without_a_command_is_told_how_to_solve_it(word: str) -> None:
    found = invoke([word])
    said = " ".join(re.sub("[│╭╮╰╯─]", "", found.stderr).split())
    assert (found.exit_code, f"To solve it, write: sudokulib solve {word}" in said) == (2, True)


def test_help_is_a_command_too() -> None:
    assert invoke(["help"]).stdout == invoke(["--help"]).stdout
    assert invoke(["help", "solve"]).stdout == invoke(["solve", "--help"]).stdout
    assert invoke(["help", "slove"]).exit_code == 2
