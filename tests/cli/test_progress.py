"""Counts of what is done: on a terminal's standard error, and nowhere else."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from command import invoke

import sudokulib
from sudokulib.cli import count_command, rate_command
from sudokulib.cli.progress import progress_bar, running_count
from sudokulib.solving.batch.progress import Meter, Progress

LINE = "1.....2..3.....4"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


class Terminal(io.StringIO):
    """A terminal that keeps what it is shown."""

    def isatty(self) -> bool:
        return True


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, wide enough; pytest would undo it after a fixture."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    return shown


def test_a_terminal_shows_how_many_of_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with progress_bar() as show:
        assert show is not None
        show(Progress(1, 2.0, 0.25, total=4))
    assert "1 of 4 puzzles, 0.5 a second, 0:06 left" in terminal.getvalue()


def test_a_terminal_shows_a_count_and_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    with running_count("steps", 30) as show:
        assert show is not None
        show(12)
    assert re.search(r"12 of 30 steps, [\d,.e+]+ a second, 0:00", terminal.getvalue())


def test_nothing_is_shown_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.StringIO()
    monkeypatch.setattr(sys, "stderr", piped)
    with running_count("steps") as show, progress_bar() as other:
        assert (show, other) == (None, None)
    assert piped.getvalue() == ""


@pytest.mark.parametrize(
    "words",
    [
        ["count", "4x4"],
        ["rate", LINE],
        ["generate", "4x4", "-n", "2"],
        ["rate", "4x4", "--batch", "-"],
    ],
)
def test_commands_say_nothing_of_it_to_a_pipe(words: list[str]) -> None:
    found = invoke(words, input=f"{LINE}\n")
    assert "a second," not in found.stderr
    assert "\x1b" not in found.output


def test_count_and_rate_tell_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, list[int]] = {}

    @contextmanager
    def keep(what: str) -> Iterator[object]:
        yield told.setdefault(what, []).append

    monkeypatch.setattr(count_command, "running_count", keep)
    monkeypatch.setattr(rate_command, "running_count", keep)
    assert invoke(["rate", LINE]).exit_code == 0
    assert told["steps"] == list(range(1, 13))
    counted = invoke(["count", "9x9", HARD[:30] + 51 * ".", "--limit", "300000"])
    assert counted.exit_code == 0, counted.output
    assert told["solutions"] == sorted(told["solutions"])


def test_rate_reports_every_step() -> None:
    steps: list[int] = []
    rating = sudokulib.rate(LINE, progress=steps.append)
    assert steps == list(range(1, len(rating.positions) + 1))


def test_a_meter_knows_the_number_of_what_has_a_length() -> None:
    reports: list[Progress] = []
    for puzzles in (range(5), iter(range(5))):
        meter = Meter(puzzles, reports.append)
        meter.add(5, 5)
        meter.finish()
    assert {one.total for one in reports} == {5, None}
    assert reports[-1].done == 5
