"""Puzzles and geometries from whatever a person has."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sudokulib
from sudokulib.errors import ProblemsError, SudokuError
from sudokulib.formats import format_of
from sudokulib.puzzles.geometries.folders import files_in, shipped_folder
from sudokulib.puzzles.geometries.library import geometry_names
from sudokulib.solving import subjects
from sudokulib.solving.subjects import as_geometry, as_puzzle

np = pytest.importorskip("numpy")

ROOT = Path(__file__).parents[1]
FOUR = sudokulib.geometry("4x4")
LINE = "1.....2..3.....4"
ROWS = [[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]
PUZZLE = FOUR.puzzle(LINE)


@pytest.mark.parametrize(
    "subject",
    [
        PUZZLE,
        LINE,
        f"  {LINE}\n",
        "1...\n..2.\n.3..\n...4",
        "1... ..2. .3.. ...4",
        f"{{geometry: 4x4, givens: {LINE}}}",
        {"geometry": "4x4", "givens": LINE},
        {"geometry": "4x4", "givens": {"R1C1": 1, "R2C3": "2", "R3C2": 3, "R4C4": 4}},
        {"geometry": "4x4", "givens": ROWS},
        {"geometry": "4x4", "givens": np.array(ROWS)},
        {"geometry": "4x4", "givens": [value for row in ROWS for value in row]},
        {
            "geometry": "4x4",
            "givens": [[v or None for v in map(float, row)] for row in ROWS],
        },
        {"geometry": "4x4", "givens": ["1...", "..2.", ".3..", "...4"]},
        "geometry: 4x4\ngivens: [1..., ..2., .3.., ...4]",
        json.dumps({"geometry": "4x4", "givens": ROWS}),
        ROWS,
        tuple(map(tuple, ROWS)),
        [value for row in ROWS for value in row],
        [[None if value == 0 else str(value) for value in row] for row in ROWS],
        ["1...", "..2.", ".3..", "...4"],
        np.array(ROWS),
        np.array(ROWS).ravel(),
        np.where(np.array(ROWS) == 0, np.nan, np.array(ROWS)),
    ],
    ids=repr,
)
def test_a_puzzle_is_understood_in_every_form(subject: Any) -> None:
    assert as_puzzle(subject) == PUZZLE


@pytest.mark.parametrize(
    "subject",
    [
        FOUR,
        "4x4",
        ROOT / "geometries" / "4x4.yaml",
        {"build": [{"make": "grid", "size": "4x4", "box": "2x2"}]},
    ],
    ids=repr,
)
def test_a_geometry_is_its_empty_puzzle(subject: Any) -> None:
    assert as_puzzle(subject) == FOUR.puzzle()
    assert as_geometry(subject) == FOUR


def test_data_of_a_geometry_builds_grids_or_lists_cells() -> None:
    house = {"kind": "house", "cells": "A B"}
    cells = {"A": {"at": [1, 1]}, "B": {"at": [1, 2]}}
    data = {"symbols": "12", "cells": cells, "shapes": [house]}
    assert sudokulib.count(data).value == 2


@pytest.mark.parametrize(
    "text",
    [
        "build: [{make: grid, size: 4x4, box: 2x2}]",
        "symbols: 1234\nbuild:\n  - {make: grid, size: 4x4, box: 2x2}\n",
        '{"symbols": "1234", "build": [{"make": "grid", "size": "4x4", "box": "2x2"}]}',
    ],
)
def test_text_of_a_geometry_file_is_its_empty_puzzle(text: str) -> None:
    assert as_puzzle(text) == FOUR.puzzle()


def test_a_path_is_opened() -> None:
    path = ROOT / "examples" / "4x4" / "first.yaml"
    assert as_puzzle(path) == sudokulib.load(path)


CALLS_WITH_TEXT: list[Callable[[str], object]] = [
    as_puzzle,
    as_geometry,
    sudokulib.geometry,
    sudokulib.LineSolver,
    sudokulib.generate,
    sudokulib.layout,
    sudokulib.draw,
    sudokulib.check,
    sudokulib.read,
    sudokulib.read_all,
    lambda text: sudokulib.hint("4x4", text),
    FOUR.puzzle,
    lambda text: sudokulib.solve_many([LINE], text),
    lambda text: list(sudokulib.solve_many([text], "4x4")),
    lambda text: sudokulib.convert(text, "line"),
    lambda text: sudokulib.equivalent("4x4", text),
    lambda text: sudokulib.solve({"geometry": text}),
    lambda text: sudokulib.solve(f"geometry: {text}"),
    lambda text: sudokulib.solve({"build": [{"make": "include", "geometry": text}]}),
    lambda text: list(sudokulib.generate_set("4x4", 1, pattern=text)),
]


@pytest.mark.parametrize("path", ["examples/4x4/first.yaml", "/etc/passwd", "4x4.yaml"])
def test_a_string_is_never_opened(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for convert in CALLS_WITH_TEXT:
        with pytest.raises(SudokuError):
            convert(path)


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("9x8", "'9x8' is neither a geometry nor .*; did you mean 9x9"),
        ("1" * 80, "80 characters, but a puzzle of 9×9 has 81"),
        ([1, 2, 3], "3 values are not a square grid"),
        ([[[1, 2], [3, 4]], [[1, 2], [3, 4]]], "rows of rows are not a grid"),
        ([[1, 2], [3, 4, 5]], "row 2 has 3 values, but there are 2 rows"),
        ([[0] * 23] * 23, "no geometry is named 23x23"),
        ([["A"] * 4] * 4, "unknown symbol 'A'; the symbols are 1234"),
        ({"givens": LINE}, "data with the keys 'givens' is neither a puzzle nor a geometry"),
        ({}, "an empty dict is neither a puzzle nor a geometry"),
        ("sudoku-x", "did you mean x\\?"),
        ("geometry", "is a word of files; write the name of a geometry alone"),
        ("killer sudoku", "it is a rule: write geometry: 9x9 and shapes"),
        ({"geometry": "4x4", "givens": [[1], [2]]}, "2 rows of givens do not fit 4 rows of 4x4"),
        ({"geometry": "4x4", "givens": [[1], *ROWS[1:]]}, "row 1 of the givens has 1 value,"),
        ({"geometry": "4x4", "givens": [[9, 0, 0, 0], *ROWS[1:]]}, "row 1, R1C1: unknown symbol"),
        ([], "there are no rows"),
    ],
)
def test_what_is_no_puzzle_is_reported_with_what_was_tried(subject: Any, said: str) -> None:
    with pytest.raises(SudokuError, match=said):
        as_puzzle(subject)


@pytest.mark.parametrize("subject", [7, b"1", None, object()])
def test_another_type_is_a_type_error(subject: Any) -> None:
    with pytest.raises(TypeError, match="cannot be a puzzle; pass"):
        as_puzzle(subject)
    with pytest.raises(TypeError, match="is not a geometry; pass"):
        as_geometry(subject)


def test_data_with_errors_names_them() -> None:
    with pytest.raises(ProblemsError, match="unknown make"):
        as_puzzle({"build": [{"make": "grit"}]})


@pytest.mark.parametrize(
    "answer",
    [
        lambda subject: sudokulib.solve(subject).status,
        sudokulib.is_unique,
        sudokulib.true_candidates,
        sudokulib.support_counts,
        sudokulib.count,
        lambda subject: sudokulib.estimate(subject, seed=1),
        lambda subject: sudokulib.solution(subject, seed=1).indices,
        lambda subject: [one.indices for one in sudokulib.solutions(subject)],
        lambda subject: [one.text for one in sudokulib.steps(subject)],
        lambda subject: sudokulib.hint(subject).text,
        lambda subject: sudokulib.rate(subject).er,
        lambda subject: sudokulib.lint(subject).clues,
        lambda subject: sudokulib.canonical(subject).key,
        lambda subject: sudokulib.equivalent(subject, PUZZLE),
        lambda subject: sudokulib.draw(subject).svg().count("given"),
        lambda subject: sudokulib.generate(subject, seed=1).puzzle.line(),
    ],
)
def test_every_function_takes_what_a_person_has(answer: Any) -> None:
    wanted = answer(PUZZLE)
    for subject in (LINE, ROWS, {"geometry": "4x4", "givens": LINE}):
        assert answer(subject) == wanted


def test_the_name_of_a_geometry_is_the_geometry() -> None:
    assert sudokulib.count("9x9") == sudokulib.count(sudokulib.geometry("9x9"))
    assert sudokulib.draw("4x4").svg() == sudokulib.draw(FOUR).svg()
    assert sudokulib.generate("4x4", seed=2).puzzle == sudokulib.generate(FOUR, seed=2).puzzle


@pytest.mark.parametrize("name", geometry_names())
def test_the_name_of_a_geometry_is_text_in_no_format(name: str) -> None:
    assert format_of(name) is None


def test_numbers_beyond_the_digits_are_those_behind_the_symbols() -> None:
    rows = [[0] * 16 for _ in range(16)]
    rows[0][:3] = [10, "B", 16.0]
    assert as_puzzle(rows) == sudokulib.geometry("16x16").puzzle("ABG".ljust(256, "."))


def test_a_symbol_is_no_empty_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "symbols: '0123'\nempty: '.'\nbuild: [{make: grid, size: 4x4, box: 2x2}]\n"
    (tmp_path / "4x4.yaml").write_text(text.replace("empty: '.'\n", ""), encoding="utf-8")
    monkeypatch.setenv("SUDOKULIB_PATH", str(tmp_path))
    assert as_puzzle([["0", None, None, None], *[[None] * 4] * 3]).line() == "0" + 15 * "."


def test_a_shipped_name_is_read_without_asking_any_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "formats", None)
    assert as_puzzle(" samurai\n").geometry.name == "samurai"


def test_no_format_recognises_the_name_of_a_shipped_geometry() -> None:
    names = [path.stem for path in files_in(shipped_folder())]
    assert [name for name in names if format_of(name)] == []
    assert [name for name in names if not subjects._SHORT_NAME.fullmatch(name)] == []
