"""Killers as 81 characters: where the marks lead."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulib import read
from sudokulib.errors import GivensError, SudokuError
from sudokulib.formats.snarfable import _heads

WAYS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1),
        ",": (1, -1), ".": (1, 1)}  # fmt: skip


def followed(text: str, cell: int) -> int | None:
    """Return the cell to which the marks lead, step by step; None if they lead to no sum."""
    for _ in range(81):
        if text[cell] not in WAYS:
            return cell
        down, right = WAYS[text[cell]]
        row, column = cell // 9 + down, cell % 9 + right
        if not (0 <= row < 9 and 0 <= column < 9):
            return None
        cell = row * 9 + column
    return None


@settings(max_examples=300, deadline=None)
@given(st.text("<>^v`',.95A", min_size=81, max_size=81) | st.text("<^9", min_size=81, max_size=81))
def test_marks_lead_where_following_them_one_by_one_does(text: str):
    expected = [followed(text, cell) for cell in range(81)]
    if None not in expected:
        assert _heads(text, "it") == expected
        return
    row, column = divmod(expected.index(None), 9)
    with pytest.raises(GivensError, match=f"it: the marks from R{row + 1}C{column + 1} on lead to"):
        _heads(text, "it")


def test_marks_lead_through_all_cells():
    text = "".join(["9" + "<" * 8, *[">" * 8 + "^", "^" + "<" * 8] * 4])
    assert _heads(text, "it") == [0] * 81
    with pytest.raises(SudokuError, match="81 cells cannot"):
        read(text)
