"""The command line as a test calls it: in this process, or in one that is forked for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import get_context, set_start_method
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from typer import testing

from sudokulib.cli.app import app

__all__ = ["in_a_process", "invoke"]

# The runner builds all commands anew for each call, which takes longer than most of them: 60 % of
# the CPU time of tests/cli (py-spy, 2026-11).
vars(testing)["_get_command"] = cache(vars(testing)["_get_command"])


def invoke(words: Sequence[str], **more: Any) -> testing.Result:
    """Return what a command answers: `exit_code`, `output`, `stdout` and `stderr`."""
    return testing.CliRunner().invoke(app, words, **more)


# A command is a process of its own, forked from one that has imported everything: an interpreter
# started for each of sixty commands costs 0.6 s of CPU time, more than most of them need.
SERVER = get_context("forkserver")
SERVER.set_forkserver_preload(
    [
        "sudokulib.cli.app",
        "sudokulib.solving.explaining",
        "sudokulib.generating.puzzles",
        "sudokulib.render",
        "sudokulib.render.results",
        "sudokulib.solving.solver",
    ]
)


def in_a_process(words: Sequence[str], **environment: str) -> str:
    """Return what a command writes in a process of its own, to its output and to its errors.

    Args:
        words: the words after ``sudokulib``.
        environment: variables that it has besides those of this process.
    """
    with NamedTemporaryFile("r", encoding="utf-8") as shown:
        task = (list(words), shown.name, str(Path.cwd()), environment)
        process = SERVER.Process(target=_call, args=task)
        process.start()
        process.join()
        return shown.read()


def _call(words: list[str], output: str, folder: str, environment: Mapping[str, str]) -> None:
    """Run a command in this process, its output into a file."""
    from sudokulib.cli import main

    # A process from a server of forks would start its own workers from such a server as well, which
    # takes longer than the puzzles that they make; a command outside of the tests does not.
    set_start_method(None, force=True)
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["sudokulib", *words]
    with open(output, "w", encoding="utf-8") as file:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), stream.fileno())
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stderr.reconfigure(encoding="utf-8")
    main()
