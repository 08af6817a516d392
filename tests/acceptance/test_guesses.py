"""`native` takes no more nodes than it did: worse guesses show in no answer."""

from __future__ import annotations

import json

import pytest
from acceptance.corpus import DATA

from sudokulib import _kernel, read, solve, solve_many

NODES = {
    "17clue": (1000, 912),
    "hardest1106": (100, 8_828),
    "rated11plus": (300, 19_706),
    "several-solutions": (1000, 6_370),
    "top1465": (300, 2_672),
}
"""How many puzzles of a set are solved, and the nodes that all of them took together (2026-11)."""

OF_RULES = 6_938
"""The nodes of the puzzles with rules that another program solves within 30 ms (2026-11)."""

pytestmark = [
    pytest.mark.skipif(not DATA.is_dir(), reason="the puzzles are not here"),
    pytest.mark.skipif(_kernel.core is None, reason="no compiled search"),
]


@pytest.mark.parametrize("name", NODES)
def test_where_there_are_only_houses(name: str) -> None:
    most, known = NODES[name]
    text = (DATA / "classic" / f"{name}.txt").read_text("utf-8")
    lines = [line[:81] for line in text.splitlines() if not line.startswith("#")][:most]
    assert sum(result.stats.nodes for result in solve_many(lines)) <= 1.05 * known


@pytest.mark.slow
def test_where_there_are_rules() -> None:
    records = map(json.loads, (DATA / "iss-half.jsonl").read_text("utf-8").splitlines())
    texts = [one["string"] for one in records if one["iss"].get("total_ms", 99) <= 30]
    results = [solve(read(text), strategies=(), nodes=20_000) for text in texts]
    assert {result.status for result in results} <= {"none", "unique", "multiple"}
    # Some take a tenth more or less after any change, so that their sum moves as well.
    assert sum(result.stats.nodes for result in results) <= 1.2 * OF_RULES
