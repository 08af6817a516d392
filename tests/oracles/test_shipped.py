"""Each shipped geometry is as its `expect:` block says."""

from __future__ import annotations

from math import comb, factorial

import pytest

from sudokulib import count, geometry
from sudokulib.puzzles.geometries.library import geometry_names

SHIPPED = {
    "4x4", "6x6", "6x6-tall", "8x8", "8x8-tall", "9x9", "10x10", "12x12", "12x12-tall", "15x15",
    "16x16", "20x20", "25x25", "36x36", "latin-4", "latin-5", "latin-6", "latin-7", "latin-9",
    "x", "windoku", "windoku-x", "disjoint-groups", "centre-dot", "asterisk", "girandola",
    "argyle", "jigsaw-5", "jigsaw-6", "jigsaw-7", "jigsaw-9", "jigsaw-12", "toroidal-jigsaw",
    "twin", "gattai-3", "butterfly", "flower", "sohei", "samurai", "windmill", "gattai-8",
    "shogun", "sumo", "clueless-1", "clueless-2", "samurai-4x4", "samurai-16x16",
    "tredoku-bent-3", "tredoku-hook-5", "tredoku-ring-6", "tredoku-7", "tredoku-9", "tredoku-11",
    "cube-corner", "cube-full", "cube-8x8x8", "sudo-cube", "hypercube", "tri-doku", "sujiken",
    "circular-3", "circular-4", "circular-5", "hanidoku", "hanidoku-4", "chaos-4",
}  # fmt: skip

NINE = 6_670_903_752_021_072_936_960
BAND = 2_612_736
SAMURAI = int(
    "761853105045167169652960005392271128968592579430914935456642411975749607665566912348160"
)
KNOWN = {
    "4x4": 288,
    "6x6": 28_200_960,
    "6x6-tall": 28_200_960,
    "9x9": NINE,
    "latin-4": 576,
    "latin-5": 161_280,
    "latin-6": 812_851_200,
    "x": 55_613_393_399_531_520,
    "twin": NINE**2 // factorial(9),
    "gattai-3": NINE**3 // factorial(9) ** 2,
    "samurai": SAMURAI,
    "samurai-4x4": 5_971_968,
    "tredoku-bent-3": factorial(9) * BAND,
    "tredoku-hook-5": factorial(9) * BAND**2,
    "tredoku-ring-6": factorial(9) * 4_858_368 * 216**3,
    "cube-corner": 111_693_496_320,
    "sudo-cube": factorial(9) * 40,
    "hypercube": factorial(9) * 104,
    "jigsaw-5": 720,
    "jigsaw-6": 587_520,
    "jigsaw-7": 636_400_800,
    "circular-3": 2_880,
    "circular-4": comb(8, 4) * 576**2,
    "circular-5": comb(10, 5) * 161_280**2,
    "hanidoku-4": factorial(7) * 404_674,
    "chaos-4": 13_872,
}
"""OEIS A107739 (sizes), A002860 (Latin squares), forum.enjoysudoku.com (x), the tree rule (twin,
gattai-3, samurai, tredoku), independent programs, and for circles: choose the symbols of every
other sector, then fill two Latin squares. For chaos-4: of the 117 divisions of 4x4 into tetrominoes
and the 576 Latin squares, the pairs in which no part repeats a digit. What is known from memory
only is not here."""

every_geometry = pytest.mark.parametrize("name", geometry_names())
SLOW = {"cube-corner"}
"""Counts that take pure Python more than ten seconds."""
OTHERWISE = {"tredoku-bent-3", "tredoku-ring-6"}
"""Derived, but not by the tree rule: a band of the 9x9, and a count of a core by hand."""


def test_all_geometries_are_shipped() -> None:
    assert set(geometry_names()) >= SHIPPED


@every_geometry
def test_a_shipped_geometry_is_as_large_as_it_says(name: str) -> None:
    shipped = geometry(name)
    assert shipped.expect is not None
    assert (len(shipped), len(shipped.shapes)) == (shipped.expect.cells, shipped.expect.shapes)
    assert shipped.description
    assert shipped.source


def test_every_figure_is_the_one_in_the_literature() -> None:
    blocks = {name: geometry(name).expect for name in geometry_names()}
    stated = {n: e.solutions.value for n, e in blocks.items() if e and e.solutions}
    assert stated == KNOWN


@every_geometry
def test_figures_can_be_divided_among_the_fillings_of_a_house(name: str) -> None:
    """Symbols can be exchanged, so every filling of a house stands in as many grids."""
    shipped = geometry(name)
    if shipped.expect is not None and (solutions := shipped.expect.solutions) and shipped.houses:
        assert solutions.value % factorial(len(shipped.houses[0].cells)) == 0
        assert solutions.known == "computed" or solutions.source


def stating(known: str) -> list[str]:
    blocks = {name: geometry(name).expect for name in geometry_names()}
    return [n for n, e in blocks.items() if e and e.solutions and e.solutions.known == known]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in stating("computed")]
)
def test_computed_figures_are_what_the_search_finds(name: str) -> None:
    found = count(geometry(name), how="computed")
    assert (found.value, found.known) == (KNOWN[name], "computed")


@pytest.mark.parametrize("name", sorted(set(stating("derived")) - OTHERWISE))
def test_derived_figures_follow_from_the_tree_rule(name: str) -> None:
    found = count(geometry(name))
    assert (found.value, found.known) == (KNOWN[name], "derived")
    assert "derived from" in found.source


@pytest.mark.parametrize("name", stating("published"))
def test_published_figures_are_given_as_such(name: str) -> None:
    found = count(geometry(name))
    assert (found.value, found.known) == (KNOWN[name], "published")
    assert found.source


@pytest.mark.parametrize(
    "name",
    ["tredoku-bent-3", "tredoku-hook-5", pytest.param("latin-6", marks=pytest.mark.slow)],
)
def test_figures_from_elsewhere_are_what_the_search_finds(name: str) -> None:
    assert count(geometry(name), how="computed").value == KNOWN[name]


def test_the_samurai_figure_names_the_figure_that_it_comes_from() -> None:
    found = count(geometry("samurai"))
    assert len(str(found.value)) == 87
    assert f"{NINE:,}" in found.source
