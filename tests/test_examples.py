"""Every example is a real puzzle: exactly one solution, and the one it states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest

import sudokulib
from sudokulib.shapes import Kind, kinds
from sudokulib.shapes.fields import rule_fields

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = sorted(EXAMPLES.rglob("*.yaml"))
PUZZLES = [path for path in FILES if re.search(r"^givens:", path.read_text("utf-8"), re.MULTILINE)]
GEOMETRIES = [path for path in FILES if path not in PUZZLES]
KINDS = [kind.name for kind in kinds() if kind.__module__.startswith("sudokulib.")]
SHAPED = [
    path
    for path in PUZZLES
    if re.search(r"^shapes:", path.read_text("utf-8"), re.MULTILINE)
    and path.parent.name not in KINDS
]


def name(path: Path) -> str:
    return path.relative_to(EXAMPLES).with_suffix("").as_posix()


@pytest.mark.parametrize("path", PUZZLES, ids=name)
def test_a_puzzle_has_the_solution_it_states_and_no_other(path: Path) -> None:
    puzzle = sudokulib.load(path)
    assert isinstance(puzzle, sudokulib.Puzzle)
    result = sudokulib.solve(puzzle)
    assert result.status == "unique"
    assert result.solution is not None
    assert result.solution.indices == puzzle.answer
    assert result.solution.violations() == ()


@pytest.mark.parametrize("path", PUZZLES, ids=name)
def test_a_puzzle_says_who_made_it_and_what_it_is_called(path: Path) -> None:
    puzzle = sudokulib.load(path)
    assert isinstance(puzzle, sudokulib.Puzzle)
    assert puzzle.title
    assert puzzle.author
    assert puzzle.givens or puzzle.shapes


def kinds_in(rule: Kind) -> Iterator[str]:
    """The kind of a rule, and those of the rules in it."""
    yield rule.name
    for field in rule_fields(type(rule)):
        for inner in getattr(rule, field):
            yield from kinds_in(inner)


def has_one_solution(puzzle: sudokulib.Puzzle) -> bool:
    return sum(1 for _ in islice(sudokulib.solutions(puzzle, nodes=5000), 2)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_puzzle_that_needs_it(kind: str) -> None:
    paths = sorted((EXAMPLES / kind).glob("*.yaml"))
    assert paths
    for path in paths:
        puzzle = sudokulib.load(path)
        mine = [shape for shape in puzzle.shapes if kind in kinds_in(shape.rule)]
        assert mine
        assert not has_one_solution(puzzle.without_shapes(*mine))


@pytest.mark.parametrize("path", SHAPED, ids=name)
def test_a_puzzle_with_shapes_needs_them(path: Path) -> None:
    puzzle = sudokulib.load(path)
    assert not has_one_solution(puzzle.without_shapes(*puzzle.shapes))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_modeline_leads_to_a_schema(path: Path) -> None:
    first = path.read_text("utf-8").splitlines()[0]
    schema = first.removeprefix("# yaml-language-server: $schema=")
    kind = "puzzle" if path in PUZZLES else "geometry"
    assert (path.parent / schema).resolve().name == f"{kind}.schema.json"
    assert (path.parent / schema).is_file()


def test_the_moebius_strip_takes_at_most_fifteen_lines() -> None:
    lines = (EXAMPLES / "moebius" / "strip.yaml").read_text("utf-8").splitlines()
    assert len(lines) <= 15


def test_the_moebius_strip_comes_back_upside_down() -> None:
    strip = sudokulib.geometry(EXAMPLES / "moebius" / "strip.yaml")
    top_right, bottom_left = strip.find("R1C6 R6C1")
    assert bottom_left in strip.topology.neighbours(top_right)
    assert all(len(strip.topology.neighbours(cell)) == 4 for cell in strip.find("R2 R3 R4 R5"))


def test_the_maker_makes_a_puzzle_with_one_solution_and_the_same_one_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import runpy

    maker = runpy.run_path(str(EXAMPLES / "make.py"))
    plan = next(plan for plan in maker["PLANS"] if plan.path == "4x4/first")
    monkeypatch.setitem(maker["make"].__globals__, "HERE", tmp_path)
    made = tmp_path / "4x4" / "first.yaml"
    maker["make"](plan)
    first = made.read_text("utf-8")
    puzzle = sudokulib.load(made)
    assert [s.indices for s in sudokulib.solutions(puzzle)] == [puzzle.answer]
    maker["make"](plan)
    assert made.read_text("utf-8") == first


def test_every_plan_of_the_maker_has_its_file() -> None:
    import runpy

    plans: Sequence[object] = runpy.run_path(str(EXAMPLES / "make.py"))["PLANS"]
    paths = [str(getattr(plan, "path", "")) for plan in plans]
    assert [path for path in paths if not (EXAMPLES / f"{path}.yaml").exists()] == []
