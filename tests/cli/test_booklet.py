"""``booklet`` on the command line."""

from pathlib import Path
from typing import Any

import pytest
from command import invoke

pytest.importorskip("svglib")

FOUR = "1.....2..3.....4"


def run(*arguments: str) -> Any:
    return invoke(["booklet", *arguments])


def test_it_writes_sets_and_single_puzzles() -> None:
    Path("set.txt").write_text(f"{FOUR}\n{FOUR}\n", "utf-8")
    found = run("set.txt", FOUR, "-o", "a.pdf", "--rate", "--title", "Fours")
    assert found.output == "3 puzzles in a.pdf\n"
    assert Path("a.pdf").read_bytes().startswith(b"%PDF")


def test_a_puzzle_with_several_solutions_is_refused_unless_none_is_shown() -> None:
    found = run("1...............", "-o", "b.pdf")
    assert found.exit_code == 2
    assert "puzzle 1 has several solutions; fix it" in found.output
    assert run("1...............", "-o", "b.pdf", "--no-solutions").exit_code == 0


def test_it_writes_pdf_only() -> None:
    assert "'a.png' in .pdf" in run(FOUR, "-o", "a.png").output
