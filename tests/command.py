"""The command line as a test calls it: in this process, its command built once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from typer import testing

from sudokulib.cli.app import app

__all__ = ["invoke"]

# The runner builds all commands anew for each call, which takes longer than most of them: 60 % of
# the CPU time of tests/cli (py-spy, 2026-11).
vars(testing)["_get_command"] = cache(vars(testing)["_get_command"])


def invoke(words: Sequence[str], **more: Any) -> testing.Result:
    """Return what a command answers: `exit_code`, `output`, `stdout` and `stderr`."""
    return testing.CliRunner().invoke(app, words, **more)
