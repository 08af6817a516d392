"""Models made for what one file names read it as the whole models do."""

from pathlib import Path

import pytest

from sudokulib.errors import ProblemsError
from sudokulib.puzzles.geometries import files
from sudokulib.puzzles.geometries.loader import is_puzzle, read_geometry, source_of
from sudokulib.shapes import kinds

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "geometries").glob("[j-t]*.yaml"))[::4],
    *sorted((ROOT / "examples").rglob("*.yaml"))[::12],
]


@pytest.fixture(autouse=True)
def always_partial(monkeypatch):
    monkeypatch.setattr(files, "_PARTIAL", 10**6)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_they_say_the_same(path):
    source = source_of(path)
    make = files.puzzle_file if is_puzzle(source) else files.geometry_file
    partial, whole = make(source.data), make()
    assert partial is not whole
    read, expected = (model.model_validate(source.data) for model in (partial, whole))
    assert read.model_dump(warnings=False) == expected.model_dump(warnings=False)


def test_kinds_within_kinds_are_known():
    inner = {"kind": "each", "shape": {"kind": "any-of", "shapes": [{"kind": "kropki"}]}}
    data = {"shapes": [inner], "build": [{"make": "grid"}]}
    assert set(files._tags(data, "kind")) == {"each", "any-of", "kropki"}
    assert set(files._tags(data, "make")) == {"grid"}


def test_a_bad_file_is_shown_to_the_whole_model():
    text = "{build: [{make: grid, size: 4x4}], shapes: [{kind: cagge, cells: R1C1}]}"
    with pytest.raises(ProblemsError) as caught:
        read_geometry(text)
    assert "cage" in caught.value.problems[0].fix


def test_a_file_that_names_much_gets_the_whole_model():
    shapes = [{"kind": kind.name} for kind in kinds()]
    assert files.geometry_file({"shapes": shapes}) is files.geometry_file()
