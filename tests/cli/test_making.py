"""Commands that make puzzles and geometries, as text: what they say and write."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command import invoke

import sudokulib


def run(*arguments: str, given: str | None = None) -> Any:
    return invoke(arguments, input=given)


def test_fill_fills_at_random() -> None:
    lines = [run("fill", "6x6", "--seed", str(n), "--line").stdout.strip() for n in (1, 2)]
    assert lines[0] != lines[1]
    assert run("solve", "6x6", lines[0]).exit_code == 0
    assert run("fill", "4x4", "1234341221434321", "--plain").stdout == "1234\n3412\n2143\n4321\n"
    assert "╋" in run("fill", "9x9").stdout
    limited = run("fill", "9x9", "--seed", "1", "--nodes", "5")
    assert (limited.exit_code, limited.stderr) == (4, "stopped by --nodes\n")
    assert run("fill", "4x4", "11" + "." * 14).exit_code == 2


def test_layout_writes_a_file_that_other_commands_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    wanted = (
        "layout",
        "4x4",
        "--wrap",
        "both",
        "--sizes",
        "4,4,4,3,1",
        "--crooked",
        "1",
        "--seed",
        "1",
    )
    assert run(*wanted, "--out", str(path)).stdout == f"{path} written\n"
    assert path.read_text("utf-8") == run(*wanted).stdout
    assert run("layout", str(path), "--keep", "--no-lines", "--seed", "2").exit_code == 0
    assert run("fill", str(path)).exit_code == 0


def test_layout_says_what_it_cannot() -> None:
    result = run("layout", "4x4", "--sizes", "many")
    assert (result.exit_code, "write 9, or one for each" in result.stderr) == (2, True)
    result = run("layout", "twin", "--wrap", "rows")
    assert (result.exit_code, "only a plain grid can wrap" in result.stderr) == (2, True)


def test_tredoku_draws_and_lists_tilings(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    assert run("tredoku", "5", "--out", str(path)).exit_code == 0
    assert "make: tiles" in path.read_text("utf-8")
    assert len(run("tredoku", "6", "--holes", "--list").stdout.splitlines()) == 9
    assert len(run("tredoku", "7", "--runs", "4", "--list", "-n", "2").stdout.splitlines()) == 2
    result = run("tredoku", "5", "--list", "--out", str(path))
    assert (result.exit_code, "--out is for one geometry" in result.stderr) == (2, True)
    result = run("tredoku", "4")
    assert (result.exit_code, "no tredoku of 4 tiles" in result.stderr) == (2, True)


def test_generate_writes_puzzles_that_solve_reads(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    result = run("generate", "6x6", "-n", "3", "--seed", "5", "--out", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"3 puzzles in {path}\n"
    made = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [one["id"] for one in made] == [5, 6, 7]
    solved = run("solve", "6x6", "--batch", str(path))
    assert solved.stdout.split() == [one["solution"] for one in made]
    lines = run("generate", "6x6", "-n", "3", "--seed", "5").stdout.split()
    assert lines == [one["givens"] for one in made]


def test_generate_writes_what_the_name_of_the_file_ends_in(tmp_path: Path) -> None:
    killer = "{geometry: 4x4, shapes: [{kind: cage, cells: R1C1 R1C2, sum: 3}]}"
    out = tmp_path / "one.yaml"
    assert run("generate", killer, "--out", str(out)).exit_code == 0
    assert sudokulib.load(out).shapes == sudokulib.read(killer).shapes
    refused = run("generate", killer, "--out", str(tmp_path / "one.txt"))
    assert (refused.exit_code, (tmp_path / "one.txt").exists()) == (2, False)
    assert "holds no rules" in refused.stderr


def test_a_set_is_checked_and_converted(tmp_path: Path) -> None:
    path = str(tmp_path / "set.jsonl")
    assert run("generate", "4x4", "-n", "1", "--out", path, "--jobs", "1").exit_code == 0
    assert "one solution" in run("check", path).stdout
    assert len(run("convert", path, "--to", "line").stdout.strip()) == 16


def test_generate_takes_a_pattern(tmp_path: Path) -> None:
    path = tmp_path / "pattern.txt"
    path.write_text("XX..\n..xx\nx...\n...x\n", encoding="utf-8")
    line = run("generate", "4x4", "--seed", "1", "--pattern", str(path)).stdout.strip()
    assert "".join("." if mark == "." else "x" for mark in line) == "xx....xxx......x"
    assert (
        run("generate", "4x4", "--seed", "1", "--pattern", "xx.. ..xx x... ...x").stdout.strip()
        == line
    )


@pytest.mark.parametrize("name", ["tredoku-7", "samurai-4x4"])
def test_a_puzzle_made_on_any_geometry_is_solved_again(name):
    line = run("generate", name).stdout.strip()
    assert run("solve", name, line).exit_code == 0


def test_what_a_format_does_not_say_of_made_puzzles_is_reported_once():
    result = run("generate", "x", "-n", "2", "--to", "line")
    assert [len(line) for line in result.stdout.split()] == [81, 81]
    assert result.stderr.count("dropped: the shape “long falling diagonal”") == 1


@pytest.mark.slow
def test_generate_makes_what_is_wanted_of_the_solve(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    command = ("generate", "9x9", "--seed", "1", "--out", str(path), "--jobs", "1")
    wanted = ("--difficulty", "2.6..4", "--requires", "naked-pair", "--forbids", "fish")
    result = run(*command, *wanted, "--at-most", "naked-pair=1")
    assert (result.exit_code, result.stderr) == (0, f"1 puzzle in {path}\n")
    made = json.loads(path.read_text(encoding="utf-8"))["generated"]
    assert 2.6 <= made["rating"]["er"]["rating"] <= 4
    assert made["rating"]["techniques"]["naked-pair"] == 1
    assert made["wanted"] == {
        "difficulty": [2.6, 4.0],
        "requires": ["naked-pair"],
        "forbids": ["fish"],
        "at_most": ["naked-pair=1"],
    }
    result = run(*command, *wanted)
    assert result.exit_code == 2
    assert "finished" in result.stderr
    assert run(*command, "--force").exit_code == 0
    result = run("generate", "4x4", "--seed", "1", "--requires", "x-wing", "--tries", "3")
    assert (result.exit_code, result.stderr) == (4, "seed 1: no x-wing; 3 puzzles tried\n")
    assert run("generate", "4x4", "--difficulty", "hard").exit_code == 2
    assert "add --out NAME.jsonl for a set" in run("generate", "4x4", "--jobs", "2").stderr


def test_generate_goes_on_with_a_set_and_tells_what_became_of_it(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    command = ("generate", "6x6", "-n", "2", "--out", str(path), "--jobs", "1")
    result = run(*command, "--seconds", "0")
    assert (result.exit_code, path.read_text()) == (4, "")
    assert "repeat the command to continue" in result.stderr
    assert "begun differently" in run(*command, "--seed", "2").stderr
    assert run(*command).exit_code == 0
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize(
    "command",
    [
        ("generate", "6x6", "-n", "2"),
        ("generate", "6x6", "--json"),
        ("fill", "9x9", "--line"),
        ("layout", "5x5"),
        ("tredoku", "3"),
        ("count", "6x6", "--estimate", "--samples", "9"),
    ],
    ids=" ".join,
)
def test_a_seed_is_drawn_and_told_on_standard_error(command: tuple[str, ...]) -> None:
    first = run(*command)
    told = re.fullmatch(r"seed (\d+)\n", first.stderr)
    assert told is not None
    again = run(*command, "--seed", told[1])
    assert re.sub(r"[\d.]+ s", "", again.stdout) == re.sub(r"[\d.]+ s", "", first.stdout)
    assert again.stderr == ""
    assert run(*command).stderr != first.stderr


def test_a_set_begins_with_the_first_seed_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    result = run("generate", "4x4", "-n", "2", "--out", str(path), "--jobs", "1")
    assert result.stderr == f"2 puzzles in {path}, from seed 1 on\n"


def test_generate_writes_traces() -> None:
    line = json.loads(run("generate", "4x4", "--trace").stdout)
    assert line["trace"] == 1
    assert line["end"]["placed"] == line["solution"]
    assert run("generate", "4x4", "--trace", "--to", "line").exit_code == 2


def test_generate_writes_the_rating_as_a_comment_where_there_are_comments(tmp_path: Path) -> None:
    comment = re.compile(r"# seed (\d): (ER [\d.]+ EP [\d.]+ ED [\d.]+, \w+, score \d+)")
    lines = run("generate", "4x4", "-n", "2", "--seed", "1", "--rate").stdout.splitlines()
    for number, (above, line) in enumerate(zip(lines[::2], lines[1::2], strict=True), 1):
        said = comment.fullmatch(above)
        assert said is not None
        assert said.groups() == (str(number), str(sudokulib.rate(line)))
    solved = run("solve", "4x4", "--batch", "-", given="\n".join(lines))
    assert len(solved.stdout.split()) == 2
    file = tmp_path / "puzzle.yaml"
    assert (
        run("generate", "4x4", "--seed", "1", "--rate", "--to", "yaml", "--out", str(file)).stderr
        == ""
    )
    assert comment.match(file.read_text("utf-8"))
    assert sudokulib.load(file).line() == lines[1]


def test_generate_says_the_rating_where_there_are_no_comments() -> None:
    found = run("generate", "4x4", "--seed", "1", "--rate", "--to", "f-puzzles")
    assert json.loads(found.stdout)["size"] == 4
    assert "seed 1: ER 1.2 EP 1.2 ED 1.2, easy, score 98\n" in found.stderr
    assert "# " not in run("generate", "4x4", "--difficulty", "1.0..9.0").stdout


def test_generate_says_what_is_not_finished_and_what_it_cannot() -> None:
    result = run("generate", "9x9", "--proof-nodes", "0")
    assert result.exit_code == 4
    assert "stopped by --proof-nodes" in result.stderr
    result = run("generate", "9x9", "--nodes", "0")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "stopped by --nodes" in result.stderr
    result = run("generate", "9x9", "-n", "2", "--to", "sdk")
    assert result.exit_code == 2
    assert "holds one puzzle" in result.stderr
