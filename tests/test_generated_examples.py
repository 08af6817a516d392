"""The generated examples are what their table says, and each geometry has one."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import sudokulib

FOLDER = Path(__file__).parents[1] / "examples" / "generated"
ROWS: dict[str, dict[str, Any]] = json.loads((FOLDER / "measured.json").read_text("utf-8"))
LARGE = 400
"""Cells up to which puzzles are proved to have one solution here."""
RATED = 81
"""Cells up to which they are rated, if no step is harder than EASY."""
EASY = 2.0


def test_every_geometry_has_a_puzzle() -> None:
    made = {path.stem for path in FOLDER.glob("*.yml")}
    drawn = {path.stem for path in FOLDER.glob("*.svg")}
    geometries = {path.stem for path in (FOLDER.parents[1] / "geometries").glob("*.yaml")}
    assert made == drawn == set(ROWS) == geometries


def test_the_page_is_what_the_maker_writes() -> None:
    maker = runpy.run_path(str(FOLDER / "make.py"))
    assert (FOLDER / "README.md").read_text("utf-8") == maker["page"](ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_puzzle_is_what_the_table_says(name: str) -> None:
    puzzle = sudokulib.load(FOLDER / f"{name}.yml")
    assert isinstance(puzzle, sudokulib.Puzzle)
    row = ROWS[name]
    assert puzzle.geometry.name == name
    assert (len(puzzle.geometry.cells), len(puzzle.givens)) == (row["cells"], row["givens"])
    assert sudokulib.Solution(puzzle, puzzle.answer).violations() == ()
    if row["cells"] <= LARGE:
        assert sudokulib.is_unique(puzzle)
    if row["cells"] <= RATED and row["er"] <= EASY:
        rating = sudokulib.rate(puzzle, unique=True)
        assert rating.er == sudokulib.solving.rating.Grade(row["er"], row["technique"])
        assert rating.level == row["level"]
