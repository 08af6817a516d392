"""Puzzles in columns: CSV and Parquet files."""

import json
from pathlib import Path

import pytest
from command import invoke

FOUR = "1.....2..3.....4"
OTHER = "..1.....2..3...."


def run(*words):
    return invoke(["solve", "4x4", "--json", *map(str, words)])


def lines(found):
    return [json.loads(line) for line in found.stdout.splitlines()]


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"id,puzzle\n7,{FOUR}\n8,{OTHER}\n", ()),
        (f'\ufeffQuizzes,solutions\n"{FOUR}",x\n{OTHER},y\n', ()),
        (f"a,b\n{FOUR},1\n{OTHER},2\n", ("--column", "a")),
        (f"anything\n{FOUR}\n{OTHER}\n", ()),
    ],
)
def test_a_column_of_csv(text, more, tmp_path: Path):
    file = tmp_path / "puzzles.csv"
    file.write_text(text, encoding="utf-8")
    found = lines(run("--batch", file, *more))
    assert [one["status"] for one in found] == ["unique", "multiple"]
    assert [one["line"] for one in found] == [2, 3]


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("a,b\n1,2\n", (), "no column that is called puzzle among 'a', 'b'"),
        ("puzzle\n", ("--column", "c"), "no column 'c' among 'puzzle'"),
        ('puzzle\n"' + "x" * 200_000 + '"\n', (), "is not CSV"),
    ],
)
def test_what_is_wrong_with_columns_is_said(text, more, said, tmp_path: Path):
    file = tmp_path / "puzzles.csv"
    file.write_text(text, encoding="utf-8")
    found = run("--batch", file, *more)
    assert found.exit_code == 2
    assert said in found.stdout


def test_a_short_row_is_skipped_and_a_bad_cell_is_a_bad_line(tmp_path: Path):
    file = tmp_path / "puzzles.csv"
    file.write_text(f"id,puzzle\n1\n2,12\n3,{FOUR}\n", encoding="utf-8")
    found = lines(run("--batch", file))
    assert [(one["line"], one["status"]) for one in found] == [(3, "bad"), (4, "unique")]


def test_a_column_of_parquet(tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet")
    import pyarrow

    file = tmp_path / "puzzles.parquet"
    parquet.write_table(pyarrow.table({"id": [1, 2, 3], "puzzle": [FOUR, None, OTHER]}), file)
    found = lines(run("--batch", file))
    assert [one["status"] for one in found] == ["unique", "multiple"]
    file.write_bytes(b"PAR1 no parquet PAR1")
    assert "is not Parquet" in run("--batch", file).stdout


def test_column_needs_a_batch():
    assert run(FOUR, "--column", "a").exit_code == 2
