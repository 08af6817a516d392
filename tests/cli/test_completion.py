"""Completion in shells, by the protocol that they speak with the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import in_a_process
from support import one_in

from sudokulib.cli.app import COMMANDS


def run(*arguments: str, **env: str) -> str:
    return in_a_process(arguments, **env)


def completed(line: str) -> list[str]:
    """Return what bash offers for the last word of a line."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    return run(**words, _SUDOKULIB_COMPLETE="complete_bash").split()


def test_commands() -> None:
    assert completed("sudokulib ") == list(COMMANDS)
    assert completed("sudokulib che") == ["check", "check-proof"]


@pytest.mark.parametrize(
    ("line", "offered"),
    one_in(
        3,
        [
            ("sudokulib solve --j", ["--json", "--jobs"]),
            ("sudokulib solve --thr", []),
            ("sudokulib show samurai-", ["samurai-4x4", "samurai-16x16"]),
            ("sudokulib show ./no", []),
            ("sudokulib convert x --to f-puz", ["f-puzzles", "f-puzzles-link"]),
            ("sudokulib kinds kill", ["killer", "killer-cage"]),
            ("sudokulib explain 9x9 --until x-w", ["x-wing"]),
            ("sudokulib generate 9x9 --forbids x-w", ["x-wing"]),
            ("sudokulib rate --profile sudoku-", ["sudoku-explainer"]),
            ("sudokulib count 4x4 --search refe", ["reference"]),
            ("sudokulib count 4x4 --how pub", ["published"]),
        ],
    ),
)
def test_options_and_values(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("zsh", {"_TYPER_COMPLETE_ARGS": "sudokulib kinds kill"}),
        (
            "fish",
            {
                "_TYPER_COMPLETE_ARGS": "sudokulib kinds kill",
                "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            },
        ),
    ],
)
def test_other_shells(shell: str, words: dict[str, str]) -> None:
    assert "killer-cage" in run(**words, _SUDOKULIB_COMPLETE=f"complete_{shell}")


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_the_script_for_a_shell_calls_the_command(shell: str) -> None:
    said = run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert f"_SUDOKULIB_COMPLETE=complete_{shell}" in said


def test_completion_is_installed_for_a_shell(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    assert "bash completion installed in" in run("--install-completion", "bash", **env)
    assert (tmp_path / ".bash_completions" / "sudokulib.sh").is_file()
