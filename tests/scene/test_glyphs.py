from __future__ import annotations

import unicodedata
from itertools import product

import pytest

from sudokulib.scene.glyphs import box_character, unicode_fits

ARMS = {
    "UP": (0,),
    "RIGHT": (1,),
    "DOWN": (2,),
    "LEFT": (3,),
    "VERTICAL": (0, 2),
    "HORIZONTAL": (1, 3),
}
WEIGHTS = {"LIGHT": 1, "HEAVY": 2}


def arms_by_name(char: str) -> tuple[int, ...]:
    """The weights of a character's arms as its Unicode name tells them."""
    arms = [0, 0, 0, 0]
    weight = 0
    for clause in unicodedata.name(char).removeprefix("BOX DRAWINGS ").split(" AND "):
        words = clause.split()
        weight = next((WEIGHTS[word] for word in words if word in WEIGHTS), weight)
        for word in words:
            for arm in ARMS.get(word, ()):
                arms[arm] = weight
    return tuple(arms)


def test_every_joint_is_the_character_of_its_name() -> None:
    for arms in product(range(3), repeat=4):
        if any(arms):
            assert arms_by_name(box_character(*arms)) == arms
    assert box_character(0, 0, 0, 0) == " "


@pytest.mark.parametrize(
    ("encoding", "fits"),
    [("utf-8", True), ("cp437", False), ("ascii", False), ("no such thing", False), (None, False)],
)
def test_box_drawing_needs_an_encoding_that_has_all_of_it(encoding: str | None, fits: bool) -> None:
    assert unicode_fits(encoding) is fits


def test_ascii_tells_thick_from_thin() -> None:
    drawn = {
        box_character(a, b, a, b, ascii_only=True) for a, b in [(0, 1), (0, 2), (1, 0), (2, 0)]
    }
    assert drawn == set("-=|#")
