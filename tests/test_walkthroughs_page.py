"""docs/walkthroughs.md is what the commands say."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


def maker():
    spec = importlib.util.spec_from_file_location("make", DOCS / "make_walkthroughs.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    return make


@pytest.mark.slow
def test_the_page_is_up_to_date():
    written = (DOCS / "walkthroughs.md").read_text(encoding="utf-8")
    assert written == maker().page(), "run python docs/make_walkthroughs.py"


def test_the_page_explains_each_of_its_puzzles_to_the_end():
    written = (DOCS / "walkthroughs.md").read_text(encoding="utf-8")
    parts = written.split("$ sudokulib explain examples/")[1:]
    assert len(parts) == len(maker().PUZZLES)
    for part in parts:
        assert "solved, and every step was forced: there is no other solution\n```" in part
