"""One vocabulary: an option that several commands take has one name, short form and wording."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from command import invoke

from sudokulib.cli.app import COMMANDS, load_command

EASY = "1... ..2. .3.. ...4"
LINE = "1.....2..3.....4"
OTHER_NAMES = {"--threads", "--processes", "--output", "--file", "--timeout", "--workers", "--time"}
QUICK = {"show", "convert", "kinds", "formats", "schema", "info"}
"""Commands that search nothing, so that a limit would be of no use."""
SUBJECTS = sorted(
    COMMANDS.keys() - {"tredoku", "check-proof", "studio", "kinds", "formats", "schema", "info"}
)
"""Commands about puzzles or geometries."""

WORDING = {
    "--assume-unique": "Allow techniques that hold only if there is one solution.",
    "--batch": "A file with one puzzle per line (-: standard input)",
    "--cluster": "Work on a Dask cluster",
    "--count": "How many",
    "--jobs": "How many work at once",
    "--font": "A font file besides those of the system",
    "--json": "Answer in JSON",
    "--list": "List all of them, one per line.",
    "--nodes": "Stop after this many nodes of the search",
    "--out": "Write to this FILE",
    "--plain": "Pictures without borders",
    "--profile": "The techniques that take part",
    "--rate": "Rate each puzzle, and write its rating above it.",
    "--resume": "Batch: continue an interrupted run.",
    "--search": "The back-end that searches",
    "--seconds": "Stop after this many seconds",
    "--seed": "Seed of random draws: the same seed gives the same result",
    "--symmetry": "half-turn, quarter-turn, diagonal …",
    "--to": "The format to write",
    "--view": "flat, or solid for",
}
"""The beginning of the help of each option that several commands have."""


def options(command: str) -> dict[str, Any]:
    """Return the visible options of a command by their long names."""
    return {
        max(one.opts, key=len): one
        for one in load_command(command).params
        if one.param_type_name == "option" and not getattr(one, "hidden", False)
    }


def shared() -> dict[str, dict[str, Any]]:
    """Return the options of several commands: by name, then by command."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for command in COMMANDS:
        for name, one in options(command).items():
            found[name][command] = one
    return {name: users for name, users in sorted(found.items()) if len(users) > 1}


@pytest.mark.parametrize("name", sorted(shared()))
def test_an_option_of_several_commands_has_one_short_form_and_one_metavar(name: str) -> None:
    users = shared()[name].values()
    assert len({frozenset((*one.opts, *one.secondary_opts)) for one in users}) == 1
    assert len({one.metavar for one in users}) == (2 if name == "--out" else 1)


@pytest.mark.parametrize("name", sorted(shared()))
def test_an_option_of_several_commands_is_described_in_the_same_words(name: str) -> None:
    for command, one in shared()[name].items():
        text = one.help.replace("FOLDER", "FILE")
        assert re.match(rf"{re.escape(WORDING[name].strip())}(?!\w)", text), (command, text)


def test_the_wording_of_every_shared_option_is_settled() -> None:
    assert WORDING.keys() == shared().keys()


def test_no_short_form_means_two_things() -> None:
    meanings = defaultdict(set)
    for command in COMMANDS:
        for name, one in options(command).items():
            for short in (word for word in one.opts if len(word) == 2):
                meanings[short].add(name)
    assert dict(meanings) == {"-o": {"--out"}, "-j": {"--jobs"}, "-n": {"--count"}}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_speaks_the_vocabulary(command: str) -> None:
    known = options(command)
    assert "--json" in known
    assert ("--seconds" in known) == (command not in QUICK)
    assert not OTHER_NAMES & known.keys()


@pytest.mark.parametrize("command", SUBJECTS)
def test_the_first_argument_is_a_subject(command: str) -> None:
    first = next(one for one in load_command(command).params if one.param_type_name == "argument")
    assert first.metavar == "FILE|TEXT|NAME"
    assert "the name of a geometry, or - for standard input" in first.help


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_help_of_a_command_is_running_text(command: str) -> None:
    known = load_command(command)
    for paragraph in known.help.split("\n\n"):
        assert "\n" not in paragraph
    assert not [one for one in known.params if "  " in (getattr(one, "help", "") or "")]


@pytest.mark.parametrize("command", ["formats", "geometries", "kinds", "schema"])
def test_a_list_takes_the_name_of_one(command: str) -> None:
    (first,) = (one for one in load_command(command).params if one.param_type_name == "argument")
    assert "NAME" in first.metavar


@pytest.mark.parametrize("command", ["solve", "rate"])
@pytest.mark.parametrize("option", ["--jobs", "-j"])
def test_jobs_of_a_batch(command: str, option: str) -> None:
    found = invoke([command, "4x4", "--batch", "-", option, "2"], input=f"{LINE}\n")
    assert (found.exit_code, "warning" in found.stderr) == (0, False)
    alone = invoke([command, "4x4", EASY, option, "2"])
    assert (alone.exit_code, "--jobs" in alone.output) == (2, True)


@pytest.mark.parametrize(("command", "old"), [("rate", "--processes"), ("solve", "--threads")])
def test_a_name_that_jobs_had_is_read_hidden_and_said_to_go(command: str, old: str) -> None:
    found = invoke([command, "4x4", "--batch", "-", old, "2"], input=f"{LINE}\n")
    assert found.exit_code == 0
    assert f"warning: {old} is now called --jobs (-j)" in found.stderr
    assert old not in invoke([command, "--help"]).output


def test_out_of_every_command_that_writes_a_file() -> None:
    calls = {
        "booklet": [LINE, "-o", "booklet.pdf"],
        "convert": ["4x4", "--to", "yaml", "-o", "convert.svg"],
        "draw": ["4x4", "-o", "draw.svg"],
        "generate": ["4x4", "-o", "generate.svg"],
        "layout": ["4x4", "-o", "layout.svg"],
        "play": [LINE, "-o", "play.html"],
        "tredoku": ["5", "-o", "tredoku.svg"],
        "schema": ["-o", "schema"],
    }
    assert invoke(["explain", LINE, "-o", "walk.txt"]).exit_code == 2
    for suffix, begins in ((".md", "# A puzzle"), (".html", "<!doctype html>"), (".proof", "{")):
        assert invoke(["explain", LINE, "-o", f"walk{suffix}"]).stdout == f"walk{suffix} written\n"
        assert Path(f"walk{suffix}").read_text("utf-8").lower().startswith(begins.lower())
    writers = {command for command in COMMANDS if "--out" in options(command)}
    assert writers == calls.keys() | {"solve", "rate", "explain"}
    for command, words in calls.items():
        assert invoke([command, *words]).exit_code == 0
        assert Path(words[-1]).exists()
    for command in ("solve", "rate"):
        words = [command, "4x4", "--batch", "-", "-o", f"{command}.txt"]
        assert invoke(words, input=f"{LINE}\n").exit_code == 0
        assert Path(f"{command}.txt").exists()


def test_convert_takes_its_file_as_an_argument_too_but_not_twice() -> None:
    assert invoke(["convert", LINE, "a.txt", "--to", "line"]).exit_code == 0
    assert Path("a.txt").read_text("utf-8") == f"{LINE}\n"
    twice = invoke(["convert", LINE, "b.txt", "--to", "line", "-o", "c.txt"])
    assert (twice.exit_code, Path("b.txt").exists()) == (2, False)
