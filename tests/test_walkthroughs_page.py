"""docs/walkthroughs.md is what the commands say."""

from pathlib import Path

import make_walkthroughs

DOCS = Path(__file__).parents[1] / "docs"


def test_the_page_explains_each_of_its_puzzles_to_the_end():
    written = (DOCS / "walkthroughs.md").read_text(encoding="utf-8")
    parts = written.split("$ sudokulib explain examples/")[1:]
    assert len(parts) == len(make_walkthroughs.PUZZLES)
    for part in parts:
        assert "solved, and every step was forced: there is no other solution\n```" in part
