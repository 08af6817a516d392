"""`sudokulib convert` and `sudokulib formats`."""

import json

import pytest
from command import invoke

FOUR = "{geometry: 4x4, givens: 1... ..2. .3.. ...4, title: Four}"
LINE = "1.....2..3.....4"


def run(*words, **more):
    return invoke(list(words), **more)


def test_a_text_is_converted_and_what_is_dropped_is_reported():
    found = run("convert", FOUR, "--to", "line")
    assert (found.exit_code, found.stdout) == (0, LINE + "\n")
    assert found.stderr == "dropped: the title 'Four'\n"


def test_files_are_read_and_written(tmp_path):
    there, back = tmp_path / "many.sdm", tmp_path / "back.sdm"
    there.write_text(f"{LINE}\n{LINE[::-1]}\n", encoding="utf-8")
    assert run("convert", str(there), str(back), "--to", "line").exit_code == 0
    assert back.read_text(encoding="utf-8") == there.read_text(encoding="utf-8")
    found = run("convert", str(there), "--to", "sdk")
    assert found.exit_code == 2
    assert "there are 2 puzzles, but a text in sdk holds one" in found.stderr


def test_standard_input_and_a_format_by_name():
    found = run("convert", "-", "--from", "sdk", "--to", "line", input="1...\n..2.\n.3..\n...4\n")
    assert found.stdout == LINE + "\n"
    found = run("convert", LINE, "--from", "morse", "--to", "line")
    assert "unknown format 'morse'; there are" in found.stderr


def test_rows_on_a_geometry_that_is_named(tmp_path):
    rows = tmp_path / "rows.txt"
    rows.write_text("1...\n..2.\n.3..\n...4\n", encoding="utf-8")
    found = run("convert", str(rows), "--geometry", "latin-4", "--to", "yaml")
    assert "geometry: latin-4" in found.stdout
    found = run("convert", LINE, "--geometry", "latin-4", "--to", "line")
    assert found.exit_code == 2
    assert "in line the puzzle would have the shape “box 1” and 3 more" in found.stderr


def test_a_geometry_by_its_name():
    found = run("convert", "samurai", "--to", "ksudoku")
    assert found.stdout.count("<sudokugroups") == 5
    assert found.stderr == ""
    assert (
        "neither a file, nor the name of a geometry" in run("convert", "no", "--to", "sdk").stderr
    )


def test_several_puzzles_say_which_lost_what():
    found = run("convert", f"{LINE}\n{LINE}", "--to", "line", "--json")
    assert json.loads(found.stdout)["puzzles"] == [{"text": LINE, "dropped": []}] * 2


def test_the_list_of_formats():
    found = run("formats", "--json")
    names = [made["name"] for made in json.loads(found.stdout)["formats"]]
    assert "line" in names
    assert names == sorted(names)
    assert "f-puzzles" in run("formats").stdout


def test_one_format_by_its_name() -> None:
    (only,) = json.loads(run("formats", "hodoku", "--json").stdout)["formats"]
    assert only["name"] == "hodoku"
    assert "f-puzzles" not in run("formats", "hodoku").stdout
    wrong = run("formats", "hudoku")
    assert (wrong.exit_code, "there are candidates, f-puzzles" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://sudokupad.app/abc123", "only the number of one on a server"),
        ("1" * 80, "80 characters, but a puzzle of 9×9 has 81"),
    ],
)
def test_what_is_nearly_a_puzzle_is_explained(text, said):
    found = run("convert", text, "--to", "line")
    assert found.exit_code == 2
    assert said in found.stderr
