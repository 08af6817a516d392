"""docs/formats.md is what the registry says."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_up_to_date():
    spec = importlib.util.spec_from_file_location("make", DOCS / "make_formats.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    written = (DOCS / "formats.md").read_text(encoding="utf-8")
    assert written == make.page(), "run python docs/make_formats.py"
