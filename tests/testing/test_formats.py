"""`check_format`: formats that lie about puzzles are found, ours pass."""

from __future__ import annotations

from dataclasses import replace

import pytest
from format_samples import SAMPLES
from hypothesis.errors import InvalidArgument

import sudokulib
from sudokulib.basics.limits import DEFAULT_LIMITS
from sudokulib.formats import Format, format_named, formats
from sudokulib.testing import check_format

LINE = format_named("line")
FOUR = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")


@pytest.mark.parametrize("made", list(formats()), ids=lambda made: made.name)
@pytest.mark.filterwarnings("ignore::sudokulib.formats.UnreadRuleWarning")
def test_every_format_passes(made: Format) -> None:
    first = next(made.read_all(SAMPLES[made.name][0].text, "a sample", DEFAULT_LIMITS))
    check_format(made, puzzles=[first])


def test_puzzles_are_drawn_that_formats_know() -> None:
    for name in ("line", "ps"):
        check_format(name, max_examples=40)


def lies(**changes: object) -> Format:
    return replace(LINE, **changes)


def crashing(text: str, name: str, limits: object):
    return LINE.read(text, name, limits) if text.isascii() else 1 // 0


def impatient(text: str, name: str, limits: object):
    return LINE.read(text if text.endswith("4") else "4" + text[1:], name, limits)


@pytest.mark.parametrize(
    ("form", "what"),
    [
        (lies(recognises=lambda _: False), "does not recognise what it writes: 1.....2"),
        (lies(name="mine"), "writes what is taken for line: 1.....2"),
        (
            lies(read=crashing, recognises=lambda _: True),
            "raises ZeroDivisionError, no SudokuError, at",
        ),
        (lies(read=impatient, many=False), "reads another puzzle once an editor saved it"),
    ],
    ids=["unknown", "taken for another", "crashing", "of editors"],
)
def test_what_is_wrong_is_reported(form: Format, what: str) -> None:
    with pytest.raises(AssertionError, match=f"^{form.name} {what}"):
        check_format(form, puzzles=[FOUR])


def test_a_format_that_is_only_read_must_take_any_text() -> None:
    check_format(lies(encode=None), puzzles=[FOUR])
    wrong = lies(encode=None, read=crashing, recognises=lambda _: True)
    with pytest.raises(AssertionError, match="raises ZeroDivisionError, no SudokuError"):
        check_format(wrong, puzzles=[FOUR])


def test_what_nothing_was_written_of_was_not_checked() -> None:
    with pytest.raises(InvalidArgument, match=r"ps writes none of the puzzles \(.*\); pass some"):
        check_format("ps", puzzles=[FOUR])


def test_what_a_format_cannot_read_itself_is_quoted() -> None:
    with pytest.raises(InvalidArgument, match=r"line writes none of the puzzles \(in .*refused"):
        check_format(lies(encode=lambda _: "?"), puzzles=[FOUR])


def test_what_is_no_format_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="unknown format 'lines'"):
        check_format("lines")
