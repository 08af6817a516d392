"""docs/first-minutes.md has all that the ways in say to type, and a few mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import make_first_minutes
import pytest

DOCS = Path(__file__).parents[1] / "docs"


def on_the_page(heading: str) -> list[str]:
    """The commands and statements that a part of the page shows, each with its prompt."""
    part = (DOCS / "first-minutes.md").read_text("utf-8").partition(f"\n## {heading}\n")[2]
    block = part.partition("```text\n")[2].partition("```")[0]
    typed = re.findall(
        r"^ *\d+\.\d\d \(\d+\.\d\d\) *((?:\$|>>>) .*(?:\n {16}\.\.\. .*)*)", block, re.MULTILINE
    )
    return [one.replace("\n" + " " * 16 + "... ", "\n") for one in typed]


PARTS: list[tuple[str, Callable[[], Iterator]]] = [
    *(
        (f"The {way}", lambda way=way: make_first_minutes.typed(way))
        for way in make_first_minutes.WAYS
    ),
    ("Mistakes", make_first_minutes.mistakes),
]


@pytest.mark.parametrize(("heading", "typed"), PARTS, ids=[heading for heading, _ in PARTS])
def test_the_page_has_the_commands_of_a_way_in(heading, typed):
    said = [f"{one.prompt} {one.text}" for one in typed() if one.prompt in ("$", ">>>")]
    assert len(said) > 10
    hint = "run python docs/make_first_minutes.py"
    assert [" ".join(one.split()) for one in on_the_page(heading)] == [
        " ".join(one.split()) for one in said
    ], hint


def test_the_page_installs_as_the_readme_says():
    assert on_the_page("Installation") == [f"$ {make_first_minutes.first_command()}"]


def test_long_answers_say_how_much_is_left_out():
    answer = make_first_minutes.Answer("line\n" * 20, 0.5, 0.25)
    lines = make_first_minutes.shown(
        make_first_minutes.Typed("$", "sudokulib"), answer
    ).splitlines()
    assert lines[0] == "   0.50 (0.25)  $ sudokulib"
    assert lines[-1].strip() == "[8 more lines]"
    assert len(lines) == 1 + make_first_minutes.SHOWN + 1
