"""docs/techniques.md is what the registry says."""

import re
from pathlib import Path

import pytest

from sudokulib.solving.profiles import is_builtin
from sudokulib.strategies import strategies

DOCS = Path(__file__).parents[1] / "docs"
OURS = [strategy for strategy in strategies() if is_builtin(strategy)]


def test_every_link_leads_to_a_heading():
    written = (DOCS / "techniques.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^#+ (\S+)$", written, re.MULTILINE))
    assert set(re.findall(r"\(#([^)]+)\)", written)) <= headings
    assert {strategy.name for strategy in OURS} <= headings


@pytest.mark.parametrize("found", OURS, ids=lambda s: s.name)
def test_every_technique_of_ours_has_its_place(found):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found.name)
    assert re.fullmatch(r"[A-Z0-9].*\.", found.summary, re.DOTALL)
    assert not found.source.endswith(".")
    assert 1.0 <= found.rating <= 12.0
    assert 4 <= found.score <= 2000
    assert found.name not in found.aliases
