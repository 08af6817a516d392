"""Links of SudokuPad: shrunk JSON, what is only drawn, and what is wrong."""

import json
import re
import warnings
from urllib.parse import unquote

import pytest
from format_samples import SAMPLES

from sudokulib import read, write
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.errors import SudokuError
from sudokulib.formats import UnreadRuleWarning, format_named
from sudokulib.formats.lzstring import compress, decompress
from sudokulib.formats.sudokupad.shrunk import unshrink


def link(data):
    return "scl" + compress(data if isinstance(data, str) else json.dumps(data))


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("[,]", [{}, {}]),
        ("[{v:1},,{}]", [{"value": 1}, {}, {}]),
        ("{t:'a \\'b\\' \"c\"',c:#0,d:00ff00,e:f}",
         {"title": "a 'b' \"c\"", "c": "#0", "d": "00ff00", "e": False}),
        ('{"cells": [], "x": null}', {"cells": [], "x": None}),
        ("[-1.5,12]", [-1.5, 12]),
    ],
)  # fmt: skip
def test_shrunk_json(text, data):
    assert unshrink(text) == data


@pytest.mark.parametrize("text", ["", "[", "{a", "{a:1", "[1 2]", "{a:1}}", "[" * 100, "'"])
def test_broken_json_is_an_error(text):
    with pytest.raises(SudokuError, match="JSON"):
        unshrink(text)


def test_words_and_drawings_are_warned_of():
    shrunk = SAMPLES["sudokupad"][2].text
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        puzzle = read(shrunk)
    assert {warning.category for warning in found} == {UnreadRuleWarning}
    assert {warning.filename for warning in found} == {__file__}
    assert [str(warning.message).partition(":")[0] for warning in found] == [
        "rules", "lines", "underlays",
    ]  # fmt: skip
    assert (puzzle.title, puzzle.author) == ('It\'s "Four"', "Somebody")
    assert puzzle.description == "All lines are thermometers."
    assert [puzzle.name_of(shape) for shape in puzzle.shapes] == ["cage of R1C2 R1C3"]


@pytest.mark.parametrize(("boxed", "said"), [(True, 0), (False, 1)])
def test_normal_rules_are_read_where_there_are_regions(boxed, said):
    cells = [[[r, c] for r in (0, 1) for c in (0, 1)], [[r, c] for r in (0, 1) for c in (2, 3)]]
    below = [[[r + 2, c] for r, c in box] for box in cells]
    data = {
        "cells": [[{}] * 4] * 4,
        "regions": [*cells, *below] if boxed else [],
        "metadata": {"rules": "Normal sudoku rules apply."},
    }
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        read(link(data))
    assert len(found) == said


def test_what_is_written_is_plain_json_in_a_link():
    puzzle = read(SAMPLES["sudokupad"][0].text)
    data = json.loads(
        decompress(
            write(puzzle, "sudokupad")
            .text.partition("scl")[2]
            .replace("%2B", "+")
            .replace("%2F", "/")
            .replace("%3D", "=")
        )
    )
    assert data["cages"] == [{"cells": [[0, 1], [0, 2]], "value": "5"}]
    assert data["metadata"] == {"title": "Four", "solution": "1234341221434321"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([1, 2, 3], "has no cells"),
        ({"cells": [[{}] * 4] * 3}, "not as many columns"),
        ({"cells": [[{"value": 9}] * 4] * 4}, "'9' in R1C1 is not a value"),
        ({"cells": [[{}] * 4] * 4, "regions": [[[0, c] for c in range(4)] + [[1, 0]]]},
         "a region has 5 cells"),
        ({"cells": [[{}] * 4] * 4, "cages": [{"cells": [[0, 0], [0, 1]], "value": 99}]},
         "cannot sum to 99"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(data, said):
    with pytest.raises(SudokuError) as error:
        read(link(data))
    assert said in str(error.value)


def test_an_id_holds_windows_diagonals_title_and_author():
    puzzle = read(SAMPLES["sudokupad-id"][1].text)
    assert (puzzle.title, puzzle.author) == ("A * title", "Somebody")
    names = sorted(puzzle.name_of(shape) for shape in puzzle.shapes)
    assert names == ["long falling diagonal", "long rising diagonal", *["window"] * 4]
    written = write(read("{geometry: windoku, title: A - B, author: C}"), "sudokupad-id")
    assert written.dropped == tuple(f"that “window {n}” is a window" for n in (1, 2, 3, 4))
    assert written.text.endswith("*wtA%20-%20B*aC")
    assert write(puzzle, "sudokupad-id").dropped == ("the title 'A * title'",)


def test_what_is_unknown_in_an_id_is_warned_of():
    with pytest.warns(UnreadRuleWarning, match="'q' is unknown"):
        assert len(read(SAMPLES["sudokupad-id"][0].text + "*qx").shapes) == 2


@pytest.mark.parametrize("text", ["scf" + "0" * 80, "scf" + "0" * 82 + "*", "classic" + "B" * 80])
def test_an_id_of_other_size_is_an_error(text):
    with pytest.raises(SudokuError, match=r"81 cells.*export the puzzle as scl"):
        format_named("sudokupad-id").read(text, "<text>", DEFAULT_LIMITS)


def test_texts_hold_no_mark_that_lengthening_would_change():
    puzzle = read("{geometry: latin-4, title: 'a,b:c,, {d:t} [,]'}")
    link = write(puzzle, "sudokupad")
    assert link.dropped == ()
    text = decompress(unquote(link.text.partition("scl")[2]))
    strings = re.findall(r'"[^"]*"', text)
    assert not any(mark in string for string in strings for mark in ",:[]{}")
    assert "[]" not in text
    assert json.loads(text)["metadata"]["title"] == "a,b:c,, {d:t} [,]"
