"""What each shipped geometry says of itself in its `expect:` block."""

from __future__ import annotations

from math import factorial

import pytest

from sudokulib import count, geometry
from sudokulib.geometry.library import geometry_names

SHIPPED = (
    "4x4 6x6 6x6-tall 8x8 8x8-tall 9x9 10x10 12x12 12x12-tall 15x15 16x16 20x20 25x25 36x36 "
    "latin-4 latin-5 latin-6 latin-7 latin-9 x windoku windoku-x disjoint-groups centre-dot "
    "asterisk girandola argyle jigsaw-5 jigsaw-6 jigsaw-7 jigsaw-9 jigsaw-12 toroidal-jigsaw "
    "twin gattai-3 butterfly flower sohei samurai windmill gattai-8 shogun sumo clueless-1 "
    "clueless-2 samurai-4x4 samurai-16x16 tredoku-bent-3 tredoku-hook-5 tredoku-ring-6 tredoku-7 "
    "tredoku-9 tredoku-11 cube-corner cube-full cube-8x8x8 sudo-cube hypercube tri-doku sujiken "
    "circular-3 circular-4 circular-5"
).split()

NINE = 6_670_903_752_021_072_936_960
BAND = 2_612_736
KNOWN = {
    "4x4": 288,
    "6x6": 28_200_960,
    "6x6-tall": 28_200_960,
    "8x8": 29_136_487_207_403_520,
    "8x8-tall": 29_136_487_207_403_520,
    "9x9": NINE,
    "10x10": 1_903_816_047_972_624_930_994_913_280_000,
    "12x12": 81_171_437_193_104_932_746_936_103_027_318_645_818_654_720_000,
    "12x12-tall": 81_171_437_193_104_932_746_936_103_027_318_645_818_654_720_000,
    "latin-4": 576,
    "latin-5": 161_280,
    "latin-6": 812_851_200,
    "latin-7": 61_479_419_904_000,
    "latin-9": 5_524_751_496_156_892_842_531_225_600,
    "x": 55_613_393_399_531_520,
    "windoku": 6_337_174_388_428_800,
    "disjoint-groups": 201_105_135_151_764_480,
    "twin": NINE**2 // factorial(9),
    "gattai-3": NINE**3 // factorial(9) ** 2,
    "samurai": 761853105045167169652960005392271128968592579430914935456642411975749607665566912348160,
    "samurai-4x4": 5_971_968,
    "tredoku-bent-3": factorial(9) * BAND,
    "tredoku-hook-5": factorial(9) * BAND**2,
    "tredoku-ring-6": factorial(9) * 4_858_368 * 216**3,
    "cube-corner": 111_693_496_320,
    "sudo-cube": factorial(9) * 40,
    "hypercube": factorial(9) * 104,
    "circular-3": 2_880,
    "circular-4": 23_224_320,
}
"""OEIS A107739 (sizes), A002860 (Latin squares), forum.enjoysudoku.com (x, windoku, groups), the
tree rule (twin, gattai-3, samurai, tredoku) and programs of our own."""

every_geometry = pytest.mark.parametrize("name", geometry_names())
SLOW = {"latin-6", "cube-corner", "tredoku-bent-3"}
"""Counts that take pure Python more than ten seconds."""


def test_all_geometries_are_shipped() -> None:
    assert set(SHIPPED) <= set(geometry_names())


@every_geometry
def test_a_shipped_geometry_is_as_large_as_it_says(name: str) -> None:
    shipped = geometry(name)
    assert shipped.expect is not None
    assert (len(shipped), len(shipped.shapes)) == (shipped.expect.cells, shipped.expect.shapes)
    assert shipped.description
    assert shipped.source


def test_no_figure_is_forgotten_or_changed() -> None:
    stated = {name: expect.solutions.value for name in geometry_names()
              if (expect := geometry(name).expect) and expect.solutions}  # fmt: skip
    assert {name: stated.get(name) for name in KNOWN} == KNOWN


@every_geometry
def test_figures_can_be_divided_among_the_fillings_of_a_house(name: str) -> None:
    """Symbols can be exchanged, so every filling of a house stands in as many grids."""
    shipped = geometry(name)
    if shipped.expect is not None and (solutions := shipped.expect.solutions) and shipped.houses:
        assert solutions.value % factorial(len(shipped.houses[0].cells)) == 0
        assert solutions.known == "computed" or solutions.source


def known_by(known: str) -> list[object]:
    return [
        pytest.param(name, marks=pytest.mark.slow if name in SLOW else ())
        for name in geometry_names()
        if (expect := geometry(name).expect)
        and expect.solutions
        and expect.solutions.known == known
    ]


@pytest.mark.parametrize("name", known_by("computed"))
def test_computed_figures_are_what_count_finds(name: str) -> None:
    shipped = geometry(name)
    assert shipped.expect is not None
    assert count(shipped).value == shipped.expect.solutions.value  # type: ignore[union-attr]
