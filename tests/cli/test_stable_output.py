"""The promises of docs/command-line.md to scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command import invoke

from sudokulib.cli.app import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
LINE, SOLUTION = "1.....2..3.....4", "1243342143122134"
SEVERAL, NONE = "1" + 15 * ".", "11" + 14 * "."


def run(*words: str, given: str | None = None) -> Any:
    return invoke(words, input=given)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("solve", LINE), 0),
        (("solve", NONE), 1),
        (("solve", "nothing"), 2),
        (("solve", "4x4", LINE, "--frob"), 2),
        (("solve", SEVERAL), 3),
        (("solve", 16 * ".", "--no-logic", "--nodes", "0"), 4),
        (("lint", LINE), 0),
        (("lint", NONE), 1),
        (("lint", SEVERAL), 3),
        (("rate", LINE), 0),
        (("rate", SEVERAL), 4),
        (("explain", NONE), 1),
        (("explain", SEVERAL), 4),
        (("hint", LINE, "--state", "13....2..3.....4"), 1),
        (("count", NONE), 0),
        (("count", SEVERAL), 0),
        (("count", "9x9", "--how", "computed", "--nodes", "0"), 4),
        (("fill", LINE), 0),
        (("fill", "9x9", "--nodes", "0"), 4),
        (("generate", "9x9", "--nodes", "0"), 4),
        (("convert", LINE, "--to", "morse"), 2),
    ],
)
def test_exit_codes_are_those_of_the_page_with_json_and_without(
    words: tuple[str, ...], code: int
) -> None:
    assert (run(*words).exit_code, run(*words, "--json").exit_code) == (code, code)


def test_the_page_lists_the_exit_codes_of_the_json_page() -> None:
    told = re.search(r"\*\*Exit codes\*\*: (.*?)\n- ", PAGE.read_text("utf-8"), re.DOTALL)
    table = (PAGE.parent / "json.md").read_text("utf-8")
    assert told is not None
    listed = re.findall(r"(?:^|; )\s*(\d+) ", " ".join(told[1].split()))
    assert listed == re.findall(r"^\| (\d+) \|", table, re.MULTILINE)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_bad_usage_is_told_on_standard_error(command: str) -> None:
    plain = run(command, "--frob")
    assert (plain.exit_code, plain.stdout) == (2, "")
    assert "--frob" in plain.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fill", LINE, "--line"), f"{SOLUTION}\n"),
        (("fill", LINE, "--plain"), "1243\n3421\n4312\n2134\n"),
        (("convert", LINE, "--to", "line"), f"{LINE}\n"),
        (("convert", "-", "--to", "line"), f"{LINE}\n{SOLUTION}\n"),
        (("generate", "4x4", "-n", "2", "--seed", "1"), "....23.....43...\n...44......12...\n"),
        (
            ("solve", "4x4", "--batch", "-"),
            f"{SOLUTION}\n{SOLUTION}\n",
        ),
    ],
)
def test_lines_and_plain_pictures_are_all_of_standard_output(
    words: tuple[str, ...], said: str
) -> None:
    found = run(*words, given=f"{LINE}\n{SOLUTION}\n")
    assert (found.exit_code, found.stdout) == (0, said)


def test_batches_write_a_line_for_each_puzzle_in_order() -> None:
    given = f"# puzzles\n{NONE}\n{LINE}\n\n12\n{SEVERAL}\n"
    lines = run("solve", "4x4", "--batch", "-", given=given).stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["# none", SOLUTION, "# bad", "# multiple"]
    objects = run("solve", "4x4", "--batch", "-", "--json", given=given).stdout.splitlines()
    assert [json.loads(line)["line"] for line in objects] == [2, 3, 5, 6]
    rated = run("rate", "4x4", "--batch", "-", "--json", given=given).stdout.splitlines()
    assert [json.loads(line)["status"] for line in rated] == ["none", "unique", "bad", "multiple"]


def test_what_convert_cannot_keep_is_told_beside_the_answer() -> None:
    found = run("convert", "{geometry: 4x4, title: Four}", "--to", "line")
    assert found.stdout == 16 * "." + "\n"
    assert found.stderr == "dropped: the title 'Four'\n"


def test_no_colours_and_no_progress_without_a_terminal() -> None:
    for words in (("solve", LINE), ("rate", LINE), ("show", "4x4"), ("count", "4x4"), ("kinds",)):
        assert "\x1b" not in run(*words).output
