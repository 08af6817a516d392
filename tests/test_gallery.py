"""docs/gallery.md shows every geometry and every example, as they are drawn now."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import make_gallery
import pytest

DOCS = Path(__file__).parents[1] / "docs"


def elements(svg: str) -> list[tuple[str, str, str, str]]:
    """Return the kind, ink, place and text of each element of a picture, without styles."""
    return [
        (
            element.tag.rpartition("}")[2],
            element.get("class", ""),
            element.get("d", "") or " ".join(element.get(n, "") for n in ("x", "y", "cx", "cy")),
            (element.text or "").strip(),
        )
        for element in ET.fromstring(svg).iter()
        if not element.tag.endswith("style")
    ]


@pytest.mark.slow
def test_the_page_has_all_pictures():
    pictures = {piece.picture for piece in make_gallery.pieces()}
    assert set(make_gallery.FOLDER.glob("*.svg")) == pictures, "run python docs/make_gallery.py"


@pytest.mark.parametrize("path", make_gallery.paths(), ids=str)
def test_the_pictures_are_what_is_drawn(path):
    for piece in make_gallery.pieces_of(path):
        kept = elements(piece.picture.read_text("utf-8"))
        assert elements(piece.svg()) == kept, "look at it, then run python docs/make_gallery.py"
