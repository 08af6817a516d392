"""``draw`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import invoke

GIVENS = "1... ..2. .3.. ...4"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Any:
    return invoke(["draw", *arguments])


def test_it_writes_a_file_and_says_so() -> None:
    assert run("4x4", GIVENS, "-o", "four.svg").output == "four.svg written\n"
    assert Path("four.svg").read_text("utf-8").count('class="given"') == 4


def test_a_solution_and_a_step_are_drawn() -> None:
    assert run("4x4", GIVENS, "-o", "a.svg", "--solution").exit_code == 0
    assert Path("a.svg").read_text("utf-8").count('class="solved"') == 12
    assert run("4x4", GIVENS, "-o", "b.svg", "--step", "2").exit_code == 0
    assert Path("b.svg").read_text("utf-8").count('class="halo"') == 1


def test_with_json_it_names_the_file() -> None:
    answer = json.loads(run("cube-corner", "--view", "solid", "-o", "c.svg", "--json").output)
    assert answer["file"] == "c.svg"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "a.txt"], "no picture is written as 'a.txt'"),
        (["-o", "a.svg", "--view", "solid"], "no view 'solid'"),
        (["-o", "a.svg", "--theme", "red"], "no theme 'red'"),
        (["-o", "a.svg", "--step", "99"], "the explanation has 12 steps, no step 99"),
        (["-o", "a.svg", "--step", "1", "--solution"], "exclude each other"),
        (["-o", "missing/a.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_reported(arguments: list[str], message: str) -> None:
    result = run("4x4", GIVENS, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert not Path("a.svg").exists()


def test_what_cannot_be_drawn_says_why() -> None:
    several = run("4x4", "1...............", "-o", "a.svg", "--solution")
    assert (several.exit_code, "has several solutions" in several.output) == (2, True)
    none = run("4x4", "11..............", "-o", "a.svg", "--solution")
    assert (none.exit_code, "has no solution" in none.output) == (2, True)
    bare = run("4x4", "-o", "a.svg", "--step", "1")
    assert (bare.exit_code, "a geometry without givens" in bare.output) == (2, True)
    assert not Path("a.svg").exists()
