"""Fields without their colon, or without the space after it, are told with the exact fix."""

import pytest

from sudokulib import read
from sudokulib.errors import ProblemsError
from sudokulib.puzzles.geometries.files import GeometryFile, PuzzleFile
from sudokulib.puzzles.geometries.missing_colons import FIELDS
from sudokulib.puzzles.geometries.source import read_source

SPACE, COLON = "with a space after the colon", "with a colon and a space after it"


def problems(text):
    try:
        return read_source(text, "f.yaml").problems
    except ProblemsError as error:
        return error.problems


@pytest.mark.parametrize(
    ("text", "place", "fix"),
    [
        ("geometry:9x9", "1:1", f"write geometry: 9x9, {SPACE}"),
        ("geometry 9x9", "1:1", f"write geometry: 9x9, {COLON}"),
        ("geometry:9x9\ngivens: 123", "1:1", f"write geometry: 9x9, {SPACE}"),
        ("geometry 9x9\ngivens: 123", "1:1", f"write geometry: 9x9, {COLON}"),
        ("geometry: 9x9\ngivens:123", "2:1", f"write givens: 123, {SPACE}"),
        ("build:\n- make: grid\n  size:4x4\n  box: 2x2", "3:3", f"write size: 4x4, {SPACE}"),
        ("build:\n- make:grid\n  size: 4x4", "2:3", f"write make: grid, {SPACE}"),
        ("build:\n- make:grid\n", "2:3", f"write make: grid, {SPACE}"),
        ("build: [{make:grid, size: 4x4}]", "1:10", f"write make: grid, {SPACE}"),
        ("givens:\n  R1C1:5\n  R1C2: 3", "2:3", f"write R1C1: 5, {SPACE}"),
    ],
)
def test_a_field_without_its_colon_is_told_with_the_exact_fix(text, place, fix):
    (problem,) = problems(text)
    assert f"{problem.line}:{problem.column}" == place
    assert problem.fix == fix
    assert problem.value in text


def test_several_such_fields_are_told_at_once():
    found = [problem.fix for problem in problems("title:x\nauthor y\ngeometry:9x9")]
    assert found == [
        f"write title: x, {SPACE}",
        f"write author: y, {COLON}",
        f"write geometry: 9x9, {SPACE}",
    ]


@pytest.mark.parametrize(
    "text", ["title: a:b", "title: geometry:9x9", "a: [x:1, 'make:grid']", "map: |\n  kind:a"]
)
def test_text_with_a_colon_is_no_such_field(text):
    assert problems(text) == ()


def test_other_syntax_errors_keep_their_own_fix():
    (problem,) = problems("title: A: b")
    assert problem.fix == "quote text that contains a colon, or check the indent"


@pytest.mark.parametrize("text", ["geometry:9x9", "geometry 9x9", "geometry 9x9\ngivens: 1"])
def test_text_of_any_format_gets_the_same_fix(text):
    with pytest.raises(ProblemsError, match="write geometry: 9x9, with a"):
        read(text)


def test_the_fields_of_files_are_known():
    assert set(FIELDS) >= {*GeometryFile.model_fields, *PuzzleFile.model_fields}
