"""Puzzles of every variant explained to the end, every step checked; `explained.py` does all."""

from __future__ import annotations

from functools import partial

import pytest
from acceptance import corpus
from acceptance.explained import Account, explain, subjects, table

from sudokulib import geometry

pytestmark = pytest.mark.skipif(not corpus.records(), reason="the corpus is not here")

LONG = {"toroidal-anti-knight", "chess moves"}
"""Families whose first puzzle takes some seconds."""
FIRST = {
    family: (name, puzzle)
    for name, family, puzzle in reversed(list(subjects()))
    if family not in LONG
}
"""One puzzle of each family."""


@pytest.mark.parametrize("family", FIRST)
def test_a_puzzle_of_each_variant_is_explained_to_the_end(family: str) -> None:
    name, puzzle = FIRST[family]
    assert explain(name, family, puzzle(), seconds=60).status == "explained"


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2])
def test_the_hardest_classics_are_explained_without_a_guess(number: int) -> None:
    lines = (corpus.DATA / "classic/hardest1106.txt").read_text(encoding="ascii").split()
    account = explain("hardest", "classic", geometry("9x9").puzzle(lines[number]), seconds=120)
    assert account.status == "explained"
    assert account.hardest > 9


def test_a_row_of_the_table_sums_up_a_family() -> None:
    one = partial(Account, family="mine")
    accounts = [one("a", seconds=1.0, hardest=7.0), one("b", status="stuck", seconds=3.0)]
    accounts[0].steps.update({"x-wing": 3, "smallest-premises": 1})
    assert table(accounts).splitlines()[2] == (
        "| mine | 2 | 1 | 7.0 | 4 | 75.0 % | 2.00 s | 3.0 s |"
    )
