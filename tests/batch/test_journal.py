"""The journal: nothing finished is lost, nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudokulib.solving.batch import rated_rows, result_lines
from sudokulib.solving.batch.journal import Journal, JournalError
from sudokulib.solving.batch.line_results import LineFormat

SETTINGS = {"search": "reference", "nodes": None}
INPUT = [b"one", b"two", b"three", b"four"]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.txt"


def begin(out: Path, done: int = 2) -> Path:
    """Results of an interrupted run over the first puzzles; returns its journal."""
    journal = Journal(out, SETTINGS)
    for raw in INPUT[:done]:
        journal.write(raw.upper() + b"\n", raw + b"\n")
    journal.close()
    return out.with_name("out.txt.journal")


def go_on(out: Path, given: list[bytes] = INPUT, at_once: int = 1, **settings: object) -> list[str]:
    """Take up a run and finish it; returns what it knows of earlier results."""
    known: list[str] = []
    journal = Journal(out, {**SETTINGS, **settings}, resume=True, known=known.append)
    try:
        done = given[: journal.done]
        for start in range(0, len(done), at_once):
            journal.check_done(done[start : start + at_once])
        journal.check_reached()
        for raw in given[journal.done :]:
            journal.write(raw.upper() + b"\n", raw + b"\n")
        journal.finish()
    finally:
        journal.close()
    return known


def test_a_run_is_taken_up_where_it_stopped(out: Path) -> None:
    begin(out)
    assert go_on(out) == ["ONE", "TWO"]
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"
    assert [path.name for path in out.parent.iterdir()] == ["out.txt"]


def test_a_run_that_never_began_is_begun(out: Path) -> None:
    assert go_on(out) == []
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


@pytest.mark.parametrize("cut", range(len("ONE\nTWO\n") + 1))
def test_a_torn_line_is_done_again(out: Path, cut: int) -> None:
    begin(out)
    out.write_text("ONE\nTWO\n"[:cut])
    assert len(go_on(out)) == "ONE\nTWO\n"[:cut].count("\n")
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_results_that_the_journal_does_not_know_yet_count(out: Path, at_once: int) -> None:
    notes = begin(out)
    with out.open("a") as file:
        file.write("THREE\nFO")
    with notes.open("a") as file:
        file.write('{"done": 3, "ha')
    with pytest.raises(JournalError, match="the first 2 puzzles are not those"):
        go_on(out, [b"uno", *INPUT[1:]], at_once)
    assert go_on(out, at_once=at_once) == ["ONE", "TWO", "THREE"]
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


def test_a_journal_torn_at_its_first_line_is_begun_again(out: Path) -> None:
    out.with_name("out.txt.journal").write_text('{"form')
    assert go_on(out) == []
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


@pytest.mark.parametrize("given", [[b"ONE", *INPUT[1:]], [INPUT[1], INPUT[0]], INPUT[:1], []])
@pytest.mark.parametrize("at_once", [1, 2])
def test_another_input_is_refused(out: Path, given: list[bytes], at_once: int) -> None:
    begin(out)
    with pytest.raises(JournalError, match="same input"):
        go_on(out, given, at_once)
    assert out.read_text() == "ONE\nTWO\n"


def test_other_settings_are_refused(out: Path) -> None:
    begin(out)
    with pytest.raises(JournalError, match="nodes was None and is 5"):
        go_on(out, nodes=5)


def test_nothing_is_overwritten(out: Path) -> None:
    begin(out)
    with pytest.raises(JournalError, match="--resume"):
        Journal(out, SETTINGS)
    go_on(out)
    for resume in (False, True):
        with pytest.raises(JournalError, match="remove it or write elsewhere"):
            Journal(out, SETTINGS, resume=resume)
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


def test_a_file_that_is_not_ours_is_refused(out: Path) -> None:
    notes = begin(out)

    def known(text: str) -> None:
        raise ValueError(text)

    with pytest.raises(JournalError, match=r"line 1 of .* is not a result of ours"):
        Journal(out, SETTINGS, resume=True, known=known)
    notes.write_text("what?\n")
    with pytest.raises(JournalError, match="not a journal"):
        go_on(out)
    assert out.read_text() == "ONE\nTWO\n"


JUNK = [
    b"5", b"[]", b"null", b'"done"', b"{}", b'{"done": 1}', b'{"hash": "00"}', b"what?", b"",
    b'{"done": true, "hash": "00"}', b'{"done": "1", "hash": "00"}', b'{"done": 1, "hash": 0}',
    b'{"done": -1, "hash": "00"}', b'{"done": 1.0, "hash": "00"}', b"\xff\xfe\x00\x81", b"\x00",
    b"[" * 100_000, b'{"done": ' + b"9" * 5000 + b', "hash": "00"}', b'{"done": 1, "hash": "00"',
]  # fmt: skip
"""Lines that are no entry of a journal."""


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_corrupted_line_of_a_journal_is_quoted(out: Path, junk: bytes, number: int) -> None:
    notes = begin(out)
    lines = notes.read_bytes().splitlines()
    lines.insert(number - 1, junk)
    notes.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(JournalError) as error:
        go_on(out)
    quoted = junk[:20].decode("utf-8", "backslashreplace")
    assert f"{notes} is not a journal: its line {number} is {quoted!r}"[:-1] in str(error.value)
    fix = "drop that line" if number > 1 else f"remove it and {out} to begin again"
    assert fix in str(error.value)
    assert len(str(error.value)) < 400 + 2 * len(str(notes))
    assert out.read_text() == "ONE\nTWO\n"
    if number > 1:  # the repair works
        notes.write_bytes(b"\n".join(lines[: number - 1] + lines[number:]) + b"\n")
        assert go_on(out) == ["ONE", "TWO"]


@pytest.mark.parametrize(
    "header", ['{"format": 1}', '{"settings": {}}', '{"format": 1, "settings": []}']
)
def test_a_journal_without_settings_is_refused(out: Path, header: str) -> None:
    notes = begin(out)
    entries = notes.read_text().splitlines()[1:]
    notes.write_text("\n".join([header, *entries]) + "\n")
    with pytest.raises(JournalError, match="its line 1 is"):
        go_on(out)


def test_the_same_entry_twice_is_no_harm(out: Path) -> None:
    notes = begin(out)
    lines = notes.read_text().splitlines(keepends=True)
    notes.write_text("".join([*lines, lines[-1], lines[1]]))
    assert go_on(out) == ["ONE", "TWO"]


@pytest.mark.parametrize("torn", [b'{"done": 3, "ha', b"\xff\xfe", b"5", b'{"done": 3}'])
def test_a_torn_entry_is_gone_when_the_run_is_interrupted_again(out: Path, torn: bytes) -> None:
    notes = begin(out)
    notes.write_bytes(notes.read_bytes() + torn)
    again = Journal(out, SETTINGS, resume=True)
    for raw in INPUT[: again.done]:
        again.check_done([raw])
    again.write(b"THREE\n", INPUT[2] + b"\n")
    again.close()
    assert torn not in notes.read_bytes().splitlines()
    assert go_on(out) == ["ONE", "TWO", "THREE"]
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


ROWS = [
    "5", "[]", "null", "{}", "", " ", ",", '{"status": "unique"}', "[" * 100_000, "1e999",
    "x" * 500,
    '{"line": "1", "status": "unique", "message": ""}', "# odd", "# bad: line x: y", "# bad: ",
    '{"line": 1, "status": "odd", "message": ""}', '{"line": 1, "status": [], "message": ""}',
    '{"line": 1, "id": 1, "status": "", "solved": true, "er": 5, "level": "", "message": ""}',
    '{"line": 1, "id": 1, "status": "", "solved": 1, "er": {"rating": "1", "technique": ""},'
    ' "level": "", "message": ""}',
    '{"line": 1, "id": 1, "status": "", "solved": true, "er": {"rating": NaN, "technique": ""},'
    ' "level": "", "message": ""}',
    "1,,1e999,,,,easy" + "," * 12, "1,,nan,,,,easy" + "," * 12, "x,,1,,,,easy" + "," * 12,
    "1,,1,,,,odd" + "," * 12, '"', "\x00", "1 2 3", "1 inf 1 1 easy 1 x", "1 1.0 1 1+ odd 1 x",
]  # fmt: skip
"""Lines that are no result, or none of some form."""


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
@pytest.mark.parametrize(
    ("form", "tally_of"),
    [
        (form, tally)
        for forms, tally in (
            (result_lines.LINE_FORMATS, result_lines.ResultTally),
            (rated_rows.LINE_FORMATS, rated_rows.RatingTally),
        )
        for form in forms.values()
    ],
)
def test_a_corrupted_result_is_quoted_or_counted(
    out: Path, row: str, form: LineFormat, tally_of: type[rated_rows.RatingTally]
) -> None:
    Journal(out, SETTINGS).close()
    out.write_text(f"{row}\n")
    tally = tally_of()

    def known(text: str) -> None:
        tally.add(form.read(text))

    try:
        Journal(out, SETTINGS, resume=True, known=known).close()
    except JournalError as error:
        message = str(error)
    else:
        message = ""
    assert tally.puzzles == (not message)
    if message:
        assert f"line 1 of {out} is not a result of ours: {row[:20]!r}"[:-1] in message
        assert "fix that line" in message


@pytest.mark.parametrize("form", rated_rows.LINE_FORMATS.values(), ids=rated_rows.LINE_FORMATS)
@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_no_row_of_another_make_is_taken_for_a_rating(row: str, form: LineFormat) -> None:
    with pytest.raises((ValueError, LookupError, TypeError, AttributeError, RecursionError)):
        form.read(row)
