"""Texts read as a person would write them, whatever the rules of the puzzle are."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

import sudokulib

EXAMPLES = Path(__file__).parents[2] / "examples"

CLUMSY = re.compile(
    r"hidden variable|\bNone\b|[,;:] ?[,;:]|\(\)|\bthe the\b|\b(and|or|is|are) \1\b|  | $"
    r"|\b(?:primitive|variable) \d|\bcase case\b|, so .*, so "
)
"""Flaws that no text may have: internal names, empty parts, and repeated words."""

PATHS = (
    "any-of/bulbs.yaml",
    "battlefield/trenches.yaml",
    "cage/sticking-out.yaml",
    "contains/four-corners.yaml",
    "count-distinct/palette.yaml",
    "cube-corner/thermometers.yaml",
    "difference/white-dots.yaml",
    "diagonals/kite.yaml",
    "tredoku-hook-5/killer.yaml",
)


SLOW = ("battlefield/trenches.yaml", "count-distinct/palette.yaml")


@pytest.mark.parametrize("path", PATHS)
def test_no_text_is_clumsy(path: str) -> None:
    puzzle = sudokulib.load(EXAMPLES / path)
    for one in islice(sudokulib.explain(puzzle), 8 if path in SLOW else 20):
        for text in (one.text, *(line.text for line in one.lines)):
            found = CLUMSY.search(text)
            assert found is None, f"{found and found[0]!r} in {text}"


def test_the_diagonals_of_an_x_are_called_by_their_names() -> None:
    puzzle = sudokulib.geometry("x").puzzle({"R1C1": "1", "R1C9": "2"})
    from sudokulib.logic.words import Words

    words = Words(puzzle)
    names = {words.shape(house.primitive) for house in words.model.houses}
    assert {"the long falling diagonal", "the long rising diagonal", "row 1", "box 9"} <= names


def test_the_faces_of_a_cube_are_called_by_their_names() -> None:
    from sudokulib.logic.words import Words

    words = Words(sudokulib.geometry("cube-full").puzzle())
    names = {words.shape(house.primitive) for house in words.model.houses}
    assert {"face left", "face top"} <= names
