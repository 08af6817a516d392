"""The pages that scripts write say what the scripts would write now."""

import importlib
from difflib import unified_diff
from pathlib import Path

import pytest

SCRIPTS = [script.stem for script in Path(__file__).parents[1].glob("docs/make_*.py")]
# The durations of the first minutes differ each time; its own test reads the rest.
WRITTEN = sorted({*SCRIPTS} - {"make_first_minutes"})
SLOW = {"make_walkthroughs"}


@pytest.mark.parametrize(
    "script",
    [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in WRITTEN],
)
def test_the_page_is_up_to_date(script):
    make = importlib.import_module(script)
    stored, now = make.PAGE.read_text("utf-8").splitlines(), make.page().splitlines()
    assert not [*unified_diff(stored, now, n=1, lineterm="")], f"run python docs/{script}.py"
