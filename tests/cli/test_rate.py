"""``sudokulib rate``."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from command import invoke
from typer.testing import Result

UNIQUE, MULTIPLE = "1.....2..3.....4", "1" + "." * 15


def rate(*arguments: str) -> Result:
    return invoke(["rate", *arguments])


def batch(*arguments: str) -> Result:
    Path("in.txt").write_text(f"{UNIQUE}\n# a comment\n12\n{MULTIPLE}\n", encoding="utf-8")
    return rate("4x4", "--batch", "in.txt", *arguments)


def test_one_puzzle_in_words() -> None:
    result = rate("4x4", UNIQUE)
    assert "  ER   1.2  hardest step: hidden single" in result.stdout
    assert "level easy, score" in result.stdout
    assert "solved: " in result.stdout
    assert "open at a time" not in result.stdout
    assert result.exit_code == 0


def test_details_are_worked_out_when_asked_for() -> None:
    result = rate("4x4", UNIQUE, "--details")
    assert "conclusions open at a time" in result.stdout
    assert "enough: " in result.stdout
    assert "truths" in result.stdout


def test_what_is_not_solved_says_why() -> None:
    assert "not solved: it has several solutions" in rate("4x4", MULTIPLE).stdout
    assert "not solved: it has no solution" in rate("4x4", "11" + "." * 14).stdout
    assert "not solved: stopped by --seconds" in rate("4x4", UNIQUE, "--seconds", "0").stdout
    assert rate("4x4", MULTIPLE).exit_code == 4
    assert "ER" not in rate("4x4", MULTIPLE).stdout


def test_a_table_of_a_file() -> None:
    result = batch()
    head, first, bad, several = result.stdout.splitlines()
    assert head.split()[:4] == ["line", "ER", "EP", "ED"]
    assert first.split()[:4] == ["1", "1.2", "1.2", "1.2"]
    assert first.endswith("hidden single")
    assert bad.startswith("     3  bad: ")
    assert several.endswith("(not solved: multiple)")
    assert "3 puzzles in " in result.stderr
    assert result.exit_code == 2


def test_csv_and_json() -> None:
    batch("--out", "out.csv")
    with Path("out.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["line"], row["status"]) for row in rows] == [
        ("1", "unique"),
        ("3", "bad"),
        ("4", "multiple"),
    ]
    assert rows[0]["hardest"] == "hidden-single"
    assert (rows[0]["links"], rows[0]["open"], rows[1]["links"]) == ("0", "", "")
    batch("--out", "out.jsonl", "--processes", "2")
    lines = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert [line["line"] for line in lines] == [1, 3, 4]
    assert lines[0]["er"] == {"rating": 1.2, "technique": "hidden-single"}


def test_details_of_each() -> None:
    assert "3 bottlenecks; enough: hidden single" not in batch().stdout
    first = batch("--details").stdout.splitlines()[1]
    assert first.endswith("0 bottlenecks; enough: hidden single")
    batch("--details", "--out", "out.jsonl")
    rated = json.loads(Path("out.jsonl").read_text("utf-8").splitlines()[0])
    assert (rated["needed"], rated["bottlenecks"]) == (["hidden-single"], [])
    assert rated["open"] > 1
    assert rated["truths"] == sum(rated["techniques"].values())


@pytest.mark.parametrize("name", ["out.txt", "out.csv", "out.jsonl"])
def test_an_interrupted_run_is_resumed(name: str) -> None:
    whole = batch("--out", name)
    lines = Path(name).read_text("utf-8").splitlines(keepends=True)
    begun = len(lines) - 2
    Path(name).write_text("".join(lines[:begun]) + lines[begun][:-1], "utf-8")
    refused = batch("--out", name)
    assert (refused.exit_code, "there already" in refused.stderr) == (2, True)
    settings = {"geometry": "4x4", "profile": "everything", "seconds": None, "details": False}
    journal = json.dumps({"format": 1, "settings": settings}) + "\n"
    Path(f"{name}.journal").write_text(journal, "utf-8")
    again = batch("--out", name, "--resume")
    assert "2 puzzles after 1 before in " in again.stderr
    assert again.stderr.splitlines()[1:] == whole.stderr.splitlines()[1:]
    assert again.exit_code == whole.exit_code == 2
    found = Path(name).read_text("utf-8").splitlines(keepends=True)
    assert found[:begun] == lines[:begun]
    assert [line[:6] for line in found] == [line[:6] for line in lines]
    assert not Path(f"{name}.journal").exists()


def test_bad_lines_are_told_at_the_end() -> None:
    report = batch().stderr.splitlines()
    assert report[1:4] == ["  1  easy", "  1  none", "  1  bad"]
    assert report[-1].startswith("line 3: the line of the givens has 2 cells")


def test_wrong_usage() -> None:
    assert rate().exit_code == 2
    assert rate("4x4", UNIQUE, "--processes", "2").exit_code == 2
    assert rate("4x4", UNIQUE, "--resume").exit_code == 2
    assert rate("4x4", UNIQUE, "--batch", "in.txt").exit_code == 2
    assert "unknown profile 'hard'" in batch("--profile", "hard").stderr
