"""``play`` on the command line."""

from pathlib import Path
from typing import Any

from command import invoke

FOUR = "1.....2..3.....4"


def run(*arguments: str) -> Any:
    return invoke(["play", *arguments])


def test_it_writes_a_page() -> None:
    assert run(FOUR, "-o", "a.html").output == "a.html written\n"
    assert '"solution":[0,' in Path("a.html").read_text("utf-8")


def test_without_a_single_solution_there_is_nothing_to_check() -> None:
    found = run("1...............", "-o", "b.html")
    assert found.exit_code == 0
    assert "no single solution (it is multiple)" in found.output
    assert '"solution":[]' in Path("b.html").read_text("utf-8")


def test_it_writes_html_only() -> None:
    assert "'a.png' in .html" in run(FOUR, "-o", "a.png").output
