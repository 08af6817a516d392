"""``sudokulib rate``."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sudokulib.cli.app import app

UNIQUE, MULTIPLE = "1.....2..3.....4", "1" + "." * 15


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rate(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["rate", *arguments])


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
    batch("--out", "out.jsonl", "--processes", "2")
    lines = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()]
    assert [line["line"] for line in lines] == [1, 3, 4]
    assert lines[0]["er"] == {"rating": 1.2, "technique": "hidden-single"}


def test_wrong_usage() -> None:
    assert rate().exit_code == 2
    assert rate("4x4", UNIQUE, "--processes", "2").exit_code == 2
    assert batch("--details").exit_code == 2
    assert "unknown profile 'hard'" in batch("--profile", "hard").stderr
