"""Files of puzzles, and results as lines."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support import grid

from sudokulib.errors import SudokuError
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.solving.batch.records import PuzzleLines
from sudokulib.solving.batch.result_lines import LINE_FORMATS, ResultLine, ResultTally

FOUR = geometry("4x4")
LINE = "1.....2..3.....4"


def given(raw: str | bytes, where: object = FOUR) -> object:
    lines = [raw if isinstance(raw, bytes) else raw.encode()]
    (record,) = PuzzleLines(where).read(lines)  # type: ignore[arg-type]
    return record.given


def test_lines_keep_their_numbers_and_comments_are_none() -> None:
    text = f"\ufeff{LINE}\r\n\n# {LINE}\n  {LINE}  \n".encode()
    records = list(PuzzleLines(FOUR).read(text.splitlines(keepends=True)))
    assert [(r.line, r.given, r.raw) for r in records] == [
        (1, LINE, LINE.encode()),
        (4, LINE, LINE.encode()),
    ]


def test_comments_and_objects_give_way_to_symbols() -> None:
    odd = grid("2x2", symbols="#{")
    assert given("#...", odd) == "#..."
    assert given("{...", odd) == "{..."


@pytest.mark.parametrize(
    "data",
    [
        {"geometry": "4x4", "givens": LINE},
        {"givens": LINE},
        {"givens": {"R1C1": "1", "R2C3": "2", "R3C2": "3", "R4C4": "4"}},
        {"geometry": "4x4", "givens": "1...\n..2.\n.3..\n...4", "title": "in rows"},
    ],
)
def test_objects_are_puzzles(data: dict[str, object]) -> None:
    (record,) = PuzzleLines(FOUR).read([json.dumps({**data, "id": [7]}).encode()])
    found = record.given
    assert (FOUR.puzzle(found) if isinstance(found, str) else found) == FOUR.puzzle(LINE)
    assert record.id == [7]


def test_an_object_may_be_on_any_geometry_with_any_rule() -> None:
    found = given(
        '{"geometry": "6x6", "shapes": [{"kind": "cage", "sum": 3, "cells": "R1C1 R1C2"}]}'
    )
    assert isinstance(found, Puzzle)
    assert found.geometry == geometry("6x6")
    assert [shape.kind for shape in found.shapes] == ["cage"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"\xff" * 16, "not UTF-8 at byte 1"),
        (b'{"givens": "\xff"}', "not UTF-8"),
        ("{nonsense", "not a JSON object: .* at character 2"),
        ('{"geometry": "nowhere", "givens": ""}', "unknown geometry 'nowhere'"),
        ('{"geometry": "4x4", "givens": {"R9C9": "1"}}', "R9C9"),
        ('{"geometry": "4x4", "givens": 5, "frob": 1}', "frob"),
        ('{"shapes": []}', "geometry"),
        ("{" * 100_000, "JSON|deep"),
        ('{"a":' * 100_000, "deep"),
    ],
)
def test_what_is_wrong_is_kept_in_the_place_of_the_puzzle(raw: str | bytes, message: str) -> None:
    found = given(raw)
    assert isinstance(found, SudokuError)
    with pytest.raises(SudokuError, match=message):
        raise found


LINES = [
    ResultLine(1, None, "unique", ("1234",), 5),
    ResultLine(2, "b", "multiple", ("1234", "4321")),
    ResultLine(4, None, "none"),
    ResultLine(5, None, "unknown", (), 9, "nodes"),
    ResultLine(6, None, "bad", message="what: is this"),
]


@pytest.mark.parametrize("form", LINE_FORMATS.values(), ids=LINE_FORMATS)
def test_results_can_be_counted_again(form: object) -> None:
    ours, theirs = ResultTally(), ResultTally()
    for line in LINES:
        ours.add(line)
        theirs.add(form.read(form.write(line)))  # type: ignore[attr-defined]
    assert ours == theirs
    assert ours.puzzles == 5
    assert ours.first == "multiple"
    assert ours.bad == [(6, "what: is this")]


def test_results_as_text() -> None:
    assert [LINE_FORMATS["text"].write(line) for line in LINES] == [
        "1234",
        "# multiple",
        "# none",
        "# unknown: nodes",
        "# bad: line 6: what: is this",
    ]


def test_a_tally_of_endless_bad_lines_stays_small() -> None:
    tally = ResultTally()
    for number in range(5000):
        tally.add(ResultLine(number, None, "bad", message="x"))
    assert tally.counts["bad"] == 5000
    assert len(tally.bad) == 1000


@pytest.mark.parametrize("odd", ["", "# remark", "{}", "1... .... .... ....", "é", LINE + "\x1c"])
def test_lines_are_read_alike_in_blocks_and_one_by_one(odd: str) -> None:
    lines = [f"{line}\n".encode() for line in (LINE, LINE, odd, LINE)]
    forms = PuzzleLines(FOUR)
    one_by_one = [(r.line, r.raw, str(r.given)) for r in forms.read(lines)]
    reader = forms.read(lines)
    blocks = [record for _ in range(4) for record in reader.take(3)]
    assert [(r.line, r.raw, str(r.given)) for r in blocks] == one_by_one
    assert len(one_by_one) == (3 if odd in ("", "# remark") else 4)


def test_an_error_of_the_file_comes_after_the_lines_before_it() -> None:
    def lines() -> Iterator[bytes]:
        yield from [f"{LINE}\n".encode()] * 3
        raise OSError("gone")

    reader = PuzzleLines(FOUR).read(lines())
    assert [len(reader.take(2)) for _ in range(3)] == [2, 1, 0]
    assert isinstance(reader.error, OSError)
    with pytest.raises(OSError, match="gone"):
        list(PuzzleLines(FOUR).read(lines()))
