"""``sudokulib solve --batch``."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from command import invoke
from rich.console import Console
from support import one_in, with_slow
from typer.testing import Result

from sudokulib.cli.progress import progress_bar
from sudokulib.solving.batch import Progress

ROOT = Path(__file__).parents[2]
UNIQUE, MULTIPLE, NONE = "1.....2..3.....4", "1" + "." * 15, "11" + "." * 14
SOLUTION = "1243342143122134"


def batch(*arguments: str, given: str | None = None) -> Result:
    if given is not None:
        Path("in.txt").write_text(given, encoding="utf-8")
    return invoke(["solve", "4x4", "--batch", "in.txt", *arguments])


def test_a_line_for_each_puzzle_and_a_summary_apart() -> None:
    result = batch(given=f"{UNIQUE}\n\n# a comment\n{MULTIPLE}\n12\n{NONE}\n")
    assert result.stdout.splitlines()[:2] == [SOLUTION, "# multiple"]
    assert result.stdout.splitlines()[2].startswith("# bad: line 5: the line of the givens has 2")
    assert result.stdout.splitlines()[3:] == ["# none"]
    report = result.stderr.splitlines()
    assert report[0].startswith("4 puzzles in ")
    assert report[1:5] == ["  1  unique", "  1  multiple", "  1  none", "  1  bad"]
    assert report[5].startswith("line 5: ")
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("lines", "more", "code"),
    [
        ([UNIQUE, UNIQUE], (), 0),
        ([UNIQUE, NONE, MULTIPLE], (), 1),
        ([MULTIPLE, NONE], (), 3),
        (["." * 16], ("--nodes", "1"), 4),
        ([UNIQUE, "x", NONE], (), 2),
        ([], (), 0),
    ],
)
def test_exit_codes(lines: list[str], more: tuple[str, ...], code: int) -> None:
    assert batch(*more, given="\n".join(lines)).exit_code == code


def test_results_in_json_lines() -> None:
    name = {"id": "seven", "givens": UNIQUE}
    result = batch("--json", given=f"{json.dumps(name)}\n{MULTIPLE}\nx\n")
    one, two, bad = map(json.loads, result.stdout.splitlines())
    assert (one["line"], one["id"], one["status"]) == (1, "seven", "unique")
    assert one["solutions"] == [SOLUTION]
    assert (two["id"], len(two["solutions"])) == (None, 2)
    assert (bad["line"], bad["status"], bad["solutions"]) == (3, "bad", [])
    assert bad["message"]


def test_results_in_a_file_and_the_summary_in_json() -> None:
    result = batch("--out", "out.jsonl", "--json", given=f"{UNIQUE}\n{NONE}\n")
    answer = json.loads(result.stdout)
    assert answer["statuses"] == {"unique": 1, "multiple": 0, "none": 1, "unknown": 0, "bad": 0}
    written = Path("out.jsonl").read_text().splitlines()
    assert [json.loads(line)["status"] for line in written] == ["unique", "none"]
    assert sorted(os.listdir()) == ["in.txt", "out.jsonl"]


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads_keep_the_order(threads: str) -> None:
    given = [UNIQUE, MULTIPLE, NONE] * 40
    result = batch("--threads", threads, given="\n".join(given))
    assert result.stdout.splitlines() == [SOLUTION, "# multiple", "# none"] * 40


def test_a_symbol_like_a_comment_needs_json() -> None:
    Path("odd.yaml").write_text('{symbols: "#1", build: [{make: grid, size: 2x2}]}')
    Path("in.txt").write_text("#...\n")
    arguments = ["solve", "odd.yaml", "--batch", "in.txt"]
    assert invoke(arguments).exit_code == 2
    result = invoke([*arguments, "--json"])
    assert json.loads(result.stdout)["solutions"] == ["#11#"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "4x4", UNIQUE, "--batch", "in.txt"],
        ["solve", "4x4", "--batch", "in.txt", "--steps"],
        ["solve", "4x4", UNIQUE, "--resume"],
        ["solve", "4x4", "--batch", "nowhere.txt"],
        ["solve", "puzzle.yaml", "--batch", "in.txt"],
        ["solve"],
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str]) -> None:
    Path("in.txt").write_text(UNIQUE)
    Path("puzzle.yaml").write_text(f"geometry: 4x4\ngivens: {UNIQUE}\n")
    assert invoke(arguments).exit_code == 2


def test_a_finished_run_is_not_overwritten() -> None:
    assert batch("--out", "out.txt", given=UNIQUE).exit_code == 0
    again = batch("--out", "out.txt", given=NONE)
    assert (again.exit_code, Path("out.txt").read_text()) == (2, f"{SOLUTION}\n")
    assert "there already" in again.stderr


class Process:
    """The command at work on a pipe."""

    def __init__(self, *arguments: str, what: str = "solve", **options: Any) -> None:
        command = [sys.executable, "-m", "sudokulib", what, "4x4", "--batch", "-"]
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.process = subprocess.Popen(
            [*command, "--out", "out.txt", *arguments],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
            **options,
        )

    def feed(self, lines: list[str]) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def wait_for(self, results: int) -> None:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if Path("out.txt").exists() and Path("out.txt").read_text().count("\n") >= results:
                return
            time.sleep(0.01)
        raise AssertionError("no results came")


MANY = [UNIQUE, MULTIPLE, NONE] * 20
ALL = f"{SOLUTION}\n# multiple\n# none\n" * 20


@pytest.mark.skipif(os.name == "nt", reason="signals of another make")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("threads", with_slow(["1", "2"], "1"))
def test_an_interrupted_run_is_resumed(end: signal.Signals, threads: str) -> None:
    first = Process("--threads", threads)
    first.feed(MANY[:30])
    first.wait_for(5)
    first.process.send_signal(end)
    _, report = first.process.communicate(timeout=30)
    assert first.process.returncode == (130 if end == signal.SIGINT else -signal.SIGKILL)
    if end == signal.SIGINT:
        assert report.splitlines()[-2:] == ["continue with --resume", "interrupted"]
    done = Path("out.txt").read_text()
    assert done.count("\n") >= 5
    with Path("out.txt").open("a") as file:
        file.write("torn")

    refused = batch("--out", "out.txt", given="\n".join(MANY))
    assert (refused.exit_code, "--resume" in refused.stderr) == (2, True)
    other = batch("--out", "out.txt", "--resume", given="\n".join([NONE, *MANY]))
    assert (other.exit_code, "same input" in other.stderr) == (2, True)
    assert Path("out.txt").read_text() == done

    result = batch("--out", "out.txt", "--resume", given="\n".join(MANY))
    assert result.stderr.splitlines()[1:] == ["  20  unique", "  20  multiple", "  20  none"]
    assert f" after {done.count(chr(10))} before in " in result.stderr
    assert Path("out.txt").read_text() == ALL
    assert sorted(os.listdir()) == ["in.txt", "out.txt"]


@pytest.mark.skipif(os.name == "nt", reason="pipes of another make")
@pytest.mark.parametrize(
    ("what", "threads"), one_in(3, [("solve", "1"), ("solve", "2"), ("rate", "1"), ("rate", "2")])
)
def test_no_result_waits_for_further_puzzles(what: str, threads: str) -> None:
    command = Process("--jobs", threads, what=what)
    above = 1 if what == "rate" else 0  # the head of the table
    for number in (1, 2, 30):
        command.feed(MANY[:number])
        command.wait_for({1: 1, 2: 3, 30: 33}[number] + above)
    command.process.communicate(timeout=30)


def test_a_resumed_run_says_what_is_wrong_with_its_file() -> None:
    first = Process()
    first.feed(MANY[:30])
    first.wait_for(20)
    first.process.kill()
    first.process.communicate()
    field = "1" * 200_000  # more than the csv module takes
    Path("in.csv").write_text(f"puzzle\n{UNIQUE}\n{field}\n")
    again = invoke(["solve", "4x4", "--batch", "in.csv", "--out", "out.txt", "--resume"])
    assert again.exit_code == 2
    assert "line 3 is not CSV" in again.stderr


@pytest.mark.skipif(os.name == "nt", reason="limits of another make")
def test_a_full_disk_loses_nothing() -> None:
    import resource

    small = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))  # noqa: E731
    first = Process(preexec_fn=small)
    first.feed(MANY)
    _, report = first.process.communicate(timeout=60)
    assert first.process.returncode == 2
    assert "out.txt" in report
    assert batch("--out", "out.txt", "--resume", given="\n".join(MANY)).exit_code == 3
    assert Path("out.txt").read_text() == ALL


@pytest.fixture
def terminal() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=100, color_system=None)


def test_a_terminal_shows_rate_and_time_left(terminal: Console) -> None:
    with progress_bar(terminal) as show:
        assert show is not None
        show(Progress(1, 1.0))
        show(Progress(12_000, 4.0, 0.0625))
    assert "12,000 puzzles, 3,000 a second, 1:00 left" in terminal.file.getvalue()  # type: ignore[attr-defined]
