"""docs/shape-kinds.md is what the classes say, and its examples work."""

import re
from pathlib import Path

import pytest

import sudokulib
from sudokulib.puzzles.loading import loads
from sudokulib.shapes import kinds
from sudokulib.shapes.catalogue import kind_fields, kind_rule

DOCS = Path(__file__).parents[1] / "docs"
OURS = [kind for kind in kinds() if kind.__module__.startswith("sudokulib.")]


def test_the_examples_on_the_page_are_files():
    """Each can be copied under a geometry as it stands."""
    written = (DOCS / "shape-kinds.md").read_text(encoding="utf-8")
    found = re.findall(r"On `(.+?)`:\n\n```yaml\n(.*?)```", written, re.DOTALL)
    assert len(found) == len(OURS)
    for geometry, shapes in found:
        assert loads(f"geometry: {geometry}\n{shapes}").shapes


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.name)
def test_every_kind_says_its_rule_and_its_fields(kind):
    assert re.fullmatch(r"[A-Z].*\.", kind_rule(kind))
    assert all(field.written for field in kind_fields(kind))


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: kind.name)
def test_the_example_of_a_kind_has_a_solution(kind):
    puzzle = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}\n")
    assert any(shape.kind == kind.name for shape in puzzle.shapes)
    solution = next(sudokulib.solutions(puzzle, seconds=60))
    assert solution.violations() == ()
