"""The journal: nothing finished is lost, nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudokulib.batch.journal import Journal, JournalError

SETTINGS = {"search": "reference", "nodes": None}
INPUT = [b"one", b"two", b"three", b"four"]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.txt"


def begin(out: Path, done: int = 2) -> Path:
    """Results of an interrupted run over the first puzzles; returns its journal."""
    journal = Journal(out, SETTINGS)
    for raw in INPUT[:done]:
        journal.write([raw.decode().upper()], [raw])
    journal.close()
    return out.with_name("out.txt.journal")


def go_on(out: Path, given: list[bytes] = INPUT, **settings: object) -> list[str]:
    """Take up a run and finish it; returns what it was told of earlier results."""
    known: list[str] = []
    journal = Journal(out, {**SETTINGS, **settings}, resume=True, known=known.append)
    try:
        for raw in given[: journal.done]:
            journal.again(raw)
        journal.check_reached()
        for raw in given[journal.done :]:
            journal.write([raw.decode().upper()], [raw])
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


def test_results_that_the_journal_does_not_know_yet_count(out: Path) -> None:
    notes = begin(out)
    with out.open("a") as file:
        file.write("THREE\nFO")
    with notes.open("a") as file:
        file.write('{"done": 3, "ha')
    assert go_on(out) == ["ONE", "TWO", "THREE"]
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


def test_a_journal_torn_at_its_first_line_is_begun_again(out: Path) -> None:
    out.with_name("out.txt.journal").write_text('{"form')
    assert go_on(out) == []
    assert out.read_text() == "ONE\nTWO\nTHREE\nFOUR\n"


@pytest.mark.parametrize("given", [[b"ONE", *INPUT[1:]], [INPUT[1], INPUT[0]], INPUT[:1], []])
def test_another_input_is_refused(out: Path, given: list[bytes]) -> None:
    begin(out)
    with pytest.raises(JournalError, match="same input"):
        go_on(out, given)
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

    with pytest.raises(JournalError, match=r"line 1 of .* is no result of ours"):
        Journal(out, SETTINGS, resume=True, known=known)
    notes.write_text("what?\n")
    with pytest.raises(JournalError, match="no journal"):
        go_on(out)
    assert out.read_text() == "ONE\nTWO\n"
