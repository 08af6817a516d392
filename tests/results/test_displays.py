"""Prompts and notebooks show something short and safe for every type of result."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from collections.abc import Sequence
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest
from results.public_results import HOSTILE, MAKERS, instances, returned_types

import sudokulib
from sudokulib.render import notebooks
from sudokulib.render.results import html
from sudokulib.render.results.html import MOST

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
NAMES = sorted(MAKERS)
ALLOWED = {"b", "div", "iframe", "img", "p", "table", "td", "th", "tr"}
"""The elements that notebooks are given; nothing that runs, but for the frame of the player."""


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.images: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        values = dict(attrs)
        assert not [name for name in values if name.startswith("on")]
        if tag == "img":
            self.images.append(str(values["src"]))


def tags(html: str) -> Tags:
    parser = Tags()
    parser.feed(html)
    return parser


def test_an_instance_is_made_of_every_type_that_a_public_function_returns() -> None:
    assert {kind.__name__ for kind in returned_types()} == set(MAKERS)


@pytest.mark.parametrize("name", NAMES)
def test_the_repr_is_one_short_line(name: str) -> None:
    for one in instances(name):
        assert type(one).__name__ in repr(one)
        assert "\n" not in repr(one)
        assert len(repr(one)) <= 200


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_show_html_or_a_picture_of_bounded_size(name: str) -> None:
    for one in instances(name):
        html = getattr(one, "_repr_html_", None)
        shown = html() if html else one._repr_svg_()
        assert 0 < len(shown) <= MOST == 100_000


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"Picture"}))
def test_text_of_strangers_is_escaped_in_html(name: str) -> None:
    for one in instances(name):
        html = one._repr_html_()
        found = tags(html)
        assert found.found <= ALLOWED
        assert HOSTILE not in html
        for image in found.images:
            svg = b64decode(image.removeprefix("data:image/svg+xml;base64,")).decode()
            assert {node.tag.rpartition("}")[2] for node in ET.fromstring(svg).iter()} <= {
                "circle", "clipPath", "defs", "desc", "g", "line", "path", "pattern", "polygon",
                "polyline", "rect", "style", "svg", "text", "title",
            }  # fmt: skip


def test_the_bound_holds_where_there_is_much_to_show() -> None:
    large = sudokulib.geometry("samurai")
    for one in (large, large.puzzle(), sudokulib.true_candidates("16x16")):
        assert len(one._repr_html_()) <= MOST


def test_a_player_that_is_too_long_shows_the_first_steps_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def page(_: object, steps: Sequence[object], *, ending: str = "") -> str:
        return Random(1).randbytes(1000 * len(steps)).hex() + ending

    monkeypatch.setattr(notebooks, "page", page)
    steps = sudokulib.steps("1.....2..3.....4")
    shown = notebooks.player_html(steps, 6_000)
    assert len(shown) <= 6_000
    packed = re.search(r"atob\(&quot;(.*?)&quot;\)", shown)
    assert packed is not None
    assert gzip.decompress(b64decode(packed[1])).endswith(b"These are the first 3 of 12 steps")
    assert "atob" not in notebooks.player_html(steps, 100_000)


@pytest.mark.parametrize("line", [EASY, HARD])
def test_the_player_of_a_classic_puzzle_has_every_step_in_less_than_50_kb(line: str) -> None:
    steps = sudokulib.explain(line)
    shown = steps._repr_html_()
    assert len(shown) <= 50_000
    packed = re.search(r"atob\(&quot;(.*?)&quot;\)", shown)
    assert packed is not None
    page = gzip.decompress(b64decode(packed[1])).decode()
    assert page.count('"hints"') == len(list(steps))


def test_a_page_without_steps_is_packed_too_or_a_picture_if_it_is_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = sudokulib.steps("25x25", seconds=0)
    assert "atob" in notebooks.player_html(steps, 25_000)
    assert notebooks.player_html(steps, 20_000) == ""
    assert "atob" in steps._repr_html_()
    monkeypatch.setattr(html, "_MOST_OF_STEPS", 20_000)
    shown = steps._repr_html_()
    assert "<img" in shown
    assert len(shown) <= MOST


def test_the_player_of_a_puzzle_with_several_solutions_ends_where_nothing_is_left() -> None:
    shown = unescape(sudokulib.explain("4x4")._repr_html_())
    assert "The puzzle has several solutions, and each candidate left is in one of them" in shown


def test_the_table_shows_some_rows_and_says_how_many_there_are() -> None:
    rating = instances("Rating")[0]
    assert f"12 of {len(rating.rows())} rows" in rating._repr_html_()
    figures = [value for value in rating.row().values() if value not in ("", None)]
    assert rating._repr_html_().count("<tr>") == len(figures) + 1 + 12
