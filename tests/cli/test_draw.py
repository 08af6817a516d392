"""``draw`` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command import invoke

import sudokulib

GIVENS = "1... ..2. .3.. ...4"


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


LINE = "1.....2..3.....4"


def marks(file: str) -> list[str]:
    return re.findall(r'class="pencil"[^>]*>(\d)<', Path(file).read_text("utf-8"))


def test_marks_are_what_the_givens_leave() -> None:
    assert run(LINE, "-o", "a.svg", "--marks").exit_code == 0
    givens = {divmod(cell, 4): symbol for cell, symbol in enumerate(LINE) if symbol != "."}
    left = []
    for r, c in sorted({(r, c) for r in range(4) for c in range(4)} - givens.keys()):
        seen = {
            symbol
            for (row, column), symbol in givens.items()
            if row == r or column == c or (row // 2, column // 2) == (r // 2, c // 2)
        }
        left += sorted(set("1234") - seen)
    # Also where one mark is left: nothing is placed but the givens.
    assert marks("a.svg") == left
    assert Path("a.svg").read_text("utf-8").count('class="solved"') == 0
    assert run("4x4", "-o", "b.svg", "--marks").exit_code == 0
    assert len(marks("b.svg")) == 64


def test_marks_in_python_and_what_has_none() -> None:
    assert sudokulib.draw(LINE, marks=True).svg().count('class="pencil"') == len(marks_of_line())
    solution = sudokulib.solve(LINE).solution
    assert solution is not None
    with pytest.raises(sudokulib.SudokuError, match="marks are of a puzzle"):
        sudokulib.draw(solution, marks=True)


def marks_of_line() -> list[str]:
    run(LINE, "-o", "a.svg", "--marks")
    return marks("a.svg")


def test_a_scale_changes_the_size_of_every_kind_of_file() -> None:
    for scale in ("1", "2.5"):
        for kind in ("svg", "png", "pdf"):
            assert run("4x4", "-o", f"{scale}.{kind}", "--scale", scale).exit_code == 0
    sizes = {}
    for scale in ("1", "2.5"):
        svg = re.search(r'viewBox="0 0 (\S+) .*? width="(\S+)"', Path(f"{scale}.svg").read_text())
        assert svg is not None
        png = int.from_bytes(Path(f"{scale}.png").read_bytes()[16:20], "big")
        pdf = re.search(rb"MediaBox \[ 0 0 (\S+)", Path(f"{scale}.pdf").read_bytes())
        assert pdf is not None
        sizes[scale] = [float(svg[2]), png, float(pdf[1])]
        assert svg[1] == "169.6"
    assert sizes["1"] == [169.6, 339, pytest.approx(127.2)]
    assert sizes["2.5"] == [424, 848, pytest.approx(318)]


def noted(file: str) -> list[str]:
    return re.findall(r'class="note"[^>]*>([^<]+)<', Path(file).read_text("utf-8"))


def test_a_caption_stands_below_broken_between_words() -> None:
    words = "The first of many puzzles with a long name"
    assert run("4x4", "-o", "a.svg", "--caption", words).exit_code == 0
    lines = noted("a.svg")
    assert len(lines) > 1
    assert " ".join(lines) == words


def test_captions_are_left_out_if_wanted() -> None:
    anti = "{geometry: 4x4, shapes: [{kind: anti, moves: king}]}"
    rule = "Digits a king's move apart cannot be the same."
    for more, said in (
        ([], rule),
        (["--no-caption"], ""),
        (["--caption", "Kings"], f"Kings {rule}"),
    ):
        assert run(anti, "-o", "a.svg", *more).exit_code == 0, more
        assert " ".join(noted("a.svg")) == said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--scale", "0"], "scale=0 is none; choose a factor above 0"),
        (["--scale", "nan"], "scale=nan is none"),
        (["--marks", "--solution"], "exclude each other"),
        (["--caption", "a", "--no-caption"], "exclude each other"),
    ],
)
def test_bad_looks_are_refused(arguments: list[str], message: str) -> None:
    result = run("4x4", GIVENS, "-o", "a.svg", *arguments)
    assert (result.exit_code, Path("a.svg").exists()) == (2, False)
    assert message in result.output
