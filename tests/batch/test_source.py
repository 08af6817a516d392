"""Sources: items are taken some at a time, those of a pipe as they come."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from sudokulib.solving.batch import source
from sudokulib.solving.batch.source import Items, PipeLines, is_pipe


@pytest.fixture
def ends() -> Iterator[tuple[BinaryIO, int]]:
    """The ends of a pipe: a file to read from, and where to write."""
    reading, writing = os.pipe()
    with open(reading, "rb") as file:
        yield file, writing


def test_lines_are_taken_as_they_come(ends: tuple[BinaryIO, int]) -> None:
    file, end = ends
    assert is_pipe(file)
    lines = PipeLines(file)
    assert not lines.at_hand
    os.write(end, b"one\ntwo\nthr")
    assert lines.at_hand
    assert lines.take(1) == [b"one\n"]
    assert lines.at_hand
    assert lines.take(5) == [b"two\n"]
    assert not lines.at_hand
    os.write(end, b"ee")
    os.write(end, b"\n\nfour")
    assert lines.take(5) == [b"three\n", b"\n"]
    os.close(end)
    assert lines.at_hand
    assert lines.take(5) == [b"four"]
    assert lines.at_hand
    assert lines.take(5) == []
    assert lines.error is None


def test_more_than_a_pipe_holds(
    ends: tuple[BinaryIO, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "_BLOCK", 7)
    file, end = ends
    given = [b"x" * (n % 23) + b"\n" for n in range(300)]
    os.write(end, b"".join(given))
    os.close(end)
    lines, found = PipeLines(file), list[bytes]()
    while taken := lines.take(50):
        assert len(taken) <= 50
        found += taken
    assert found == given


def test_where_the_system_does_not_tell(
    ends: tuple[BinaryIO, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_: object) -> None:
        raise OSError("not a socket")

    monkeypatch.setattr(source, "select", unable)
    file, end = ends
    lines = PipeLines(file)
    assert lines.at_hand
    os.write(end, b"one\ntwo\n")
    assert lines.take(5) == [b"one\n", b"two\n"]


def test_an_error_comes_after_the_lines_before_it() -> None:
    class Broken(io.RawIOBase):
        def __init__(self) -> None:
            self.parts = [b"one\ntwo\nth"]

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            if not self.parts:
                raise OSError("the line is dead")
            part = self.parts.pop()
            buffer[: len(part)] = part
            return len(part)

    lines = PipeLines(io.BufferedReader(Broken()))
    assert lines.take(9) == [b"one\n", b"two\n"]
    assert lines.error is None
    assert lines.take(9) == []
    assert str(lines.error) == "the line is dead"


def test_what_is_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"one\n")
    with path.open("rb") as file:
        assert not is_pipe(file)
    assert not is_pipe(io.BytesIO(b"one\n"))
    assert not is_pipe(io.BufferedReader(io.BytesIO(b"one\n")))  # type: ignore[arg-type]
    assert not is_pipe([b"one\n"])
    assert Items([b"one\n"]).at_hand
