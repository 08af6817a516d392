"""docs/first-minutes.md has all that the ways in say to type, and a few mistakes."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("first_minutes", DOCS / "make_first_minutes.py")
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


def on_the_page(heading: str) -> list[str]:
    """The commands and statements that a part of the page shows, each with its prompt."""
    part = (DOCS / "first-minutes.md").read_text("utf-8").partition(f"\n## {heading}\n")[2]
    block = part.partition("```text\n")[2].partition("```")[0]
    typed = re.findall(
        r"^ *\d+\.\d\d \(\d+\.\d\d\) *((?:\$|>>>) .*(?:\n {16}\.\.\. .*)*)", block, re.MULTILINE
    )
    return [one.replace("\n" + " " * 16 + "... ", "\n") for one in typed]


MAKER = maker()
PARTS: list[tuple[str, Callable[[], Iterator]]] = [
    *((f"The {way}", lambda way=way: MAKER.typed(way)) for way in MAKER.WAYS),
    ("Mistakes", MAKER.mistakes),
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
    assert on_the_page("Installation") == [f"$ {MAKER.first_command()}"]


def test_long_answers_say_how_much_is_left_out():
    answer = MAKER.Answer("line\n" * 20, 0.5, 0.25)
    lines = MAKER.shown(MAKER.Typed("$", "sudokulib"), answer).splitlines()
    assert lines[0] == "   0.50 (0.25)  $ sudokulib"
    assert lines[-1].strip() == "[8 more lines]"
    assert len(lines) == 1 + MAKER.SHOWN + 1
