"""Puzzles of every variant explained to the end, every step checked; `explained.py` does all."""

from __future__ import annotations

from pathlib import Path

import pytest
from acceptance import corpus
from acceptance.explained import explain, hardest, subjects
from acceptance.explained_page import Account, kept, lasting, page, table

pytestmark = pytest.mark.skipif(not corpus.records(), reason="the corpus is not here")

LONG = {"toroidal-anti-knight", "chess moves"}
"""Families whose first puzzle takes some seconds."""
FIRST = {
    family: (name, puzzle)
    for name, family, puzzle in reversed(list(subjects()))
    if family not in LONG and not family.startswith("example of")
}
"""One puzzle of each family."""


@pytest.mark.parametrize("family", FIRST)
def test_a_puzzle_of_each_variant_is_explained_to_the_end(family: str) -> None:
    name, puzzle = FIRST[family]
    assert explain(name, family, puzzle(), seconds=60).status == "explained"


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2])
def test_the_hardest_classics_are_explained_without_a_guess(number: int) -> None:
    name, family, puzzle = list(hardest())[number]
    account = explain(name, family, puzzle(), seconds=120)
    assert account.status == "explained"
    assert account.hardest > 9


@pytest.fixture
def accounts() -> list[Account]:
    found = [
        Account("a", "mine", seconds=1.0),
        Account("b", "mine", status="stuck with 3 cells open", seconds=3.0),
    ]
    for technique, rating in (("x-wing", 3.2), ("aic", 7.0), ("aic", 6.8)):
        found[0].take(technique, rating)
    found[1].take("truths-and-links", 6.0)
    return found


def test_a_row_of_the_table_sums_up_a_family(accounts: list[Account]) -> None:
    assert table(accounts).splitlines()[2] == (
        "| mine | 2 | 1 | aic | 7.0 | 4 | 75.0 % | 2.00 s | 3.0 s |"
    )


def test_the_page_lists_what_failed(accounts: list[Account]) -> None:
    assert lasting(accounts) == "- b (mine): stuck with 3 cells open, 3 s"
    assert lasting(accounts) in page(accounts)


def test_accounts_are_read_as_they_were_kept(accounts: list[Account], tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("\n".join(one.json() for one in accounts), encoding="utf-8")
    assert list(kept(path).values()) == accounts
