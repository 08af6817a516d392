"""`read`: texts, files, and the command line that uses it."""

import json

import pytest
from command import invoke

from sudokulib import read, write
from sudokulib.errors import SudokuError
from sudokulib.formats import FPUZZLES, Format, format_of, formats, register_format

FOUR = {
    "size": 4,
    "grid": [[{}] * 4] * 3 + [[{"value": 4, "given": True}] + [{}] * 3],
    "thermometer": [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]]}, {"lines": [["R2C3", "R2C4"]]}],
    "diagonal-": True,
    "difference": [{"cells": ["R2C2", "R2C3"], "value": "3"}],
}


def run(*words):
    return invoke(["solve", *words])


def test_our_own_files_are_read_too(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text("{geometry: 4x4, givens: 1... ..2. .3.. ...4}", encoding="utf-8")
    assert read(file).givens == read(file.read_text(encoding="utf-8")).givens != {}


def test_a_string_is_never_opened_as_a_file(tmp_path):
    file = tmp_path / "secret.yaml"
    file.write_text("{geometry: 4x4, givens: 1... ..2. .3.. ...4}", encoding="utf-8")
    for form in (None, "yaml", "line"):
        with pytest.raises(SudokuError) as caught:
            read(str(file), form=form)
        assert "1..." not in str(caught.value)


def test_grids_with_regions_of_their_own_are_written_with_their_neighbours():
    jigsaw = read(".Shape~4x4.Jigsaw~AAABCABBCCDBCDDD.NoBoxes.AntiKnight")
    written = write(jigsaw, "yaml")
    assert "make: grid" in written.text
    assert written.dropped == ()
    assert read(written.text) == jigsaw


def test_json_of_our_own_is_not_taken_for_another_format():
    assert format_of(json.dumps({"build": [{"make": "grid", "size": "4x4"}]})) is None
    assert format_of("4x4") is None
    assert format_of(json.dumps(FOUR)) is FPUZZLES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("missing.json", "'missing.json' is in no known format; pass a file as pathlib.Path"),
        ("12..", "is in no known format"),
        ("1" * 80, "80 characters, but a puzzle of 9×9 has 81"),
        ("1.0." * 4, "16 characters with several marks for empty cells"),
        ("12..x" + "." * 11, "'x' at R2C1 is not a digit, and empty cells are '.' here"),
        ("1a" + "0" * 14, "'a' at R1C2 is not a digit, and empty cells are '0' here"),
        ("a1b" + "." * 13, "is in no known format"),
        ("https://sudokupad.app/abc123", "contains no puzzle, perhaps only the number of one"),
        ("sudokupad.app/somebody/a-puzzle", "contains no puzzle, perhaps only the number of one"),
        ("some\nprose", "the text that begins 'some' is in no known format"),
        ("x" * 10_000, "is in no known format"),
        ("a\0b", "is in no known format"),
    ],
)
def test_what_is_no_puzzle_is_quoted(text, said):
    with pytest.raises(SudokuError, match=said):
        read(text)


def test_a_file_in_no_format_names_those_there_are(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("some notes", encoding="utf-8")
    with pytest.raises(SudokuError, match=r"notes.txt. is in no known format; .*f-puzzles"):
        read(file)


@pytest.mark.parametrize(
    ("suffix", "error"),
    [("jsonl", "geometry: is missing"), ("json", "broken JSON"), ("sdk", "rows")],
)
def test_files_in_no_format_are_read_in_that_of_their_suffix(tmp_path, suffix, error):
    path = tmp_path / f"set.{suffix}"
    path.write_text('{"puzzle": "1...' + ('"}' if suffix == "jsonl" else ""))
    with pytest.raises(SudokuError, match=rf"set\.{suffix}(.|\n)*({error})"):
        read(path)


def test_formats_have_names_of_their_own():
    assert FPUZZLES in formats()
    with pytest.raises(ValueError, match="registered already"):
        register_format(Format("f-puzzles", FPUZZLES.recognises, FPUZZLES.read))


def test_solve_takes_files_and_links_and_prints_warnings(tmp_path):
    file = tmp_path / "four.json"
    file.write_text(json.dumps(FOUR | {"ruleset": "Secret rules."}), encoding="utf-8")
    found = run(str(file), "--plain")
    assert found.stderr == (
        "warning: ruleset: a rule that is only said in words is not read: 'Secret rules.'\n"
    )
    assert "1234" in found.stdout
    assert (
        run(json.dumps(FOUR), "--plain").stdout.splitlines()[0:1]
        == (found.stdout.splitlines()[0:1])
    )
    assert json.loads(run(str(file), "--json").stdout)["puzzle"]["geometry"]


def test_solve_tells_what_is_wrong_in_a_link():
    found = run("https://f-puzzles.com/?id=abc")
    assert found.exit_code == 2
    assert "only the number of a puzzle" in found.stderr
