"""The parts that all commands share: the answer as text or JSON, errors, and the exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import Problem, ProblemsError, SudokuError
from sudokulib.scene.glyphs import visible

if TYPE_CHECKING:
    from sudokulib.cli import screen as screens
else:
    screens = lazy_module("sudokulib.cli.screen")  # rich: not for JSON

FORMAT = 1
"""The version of the JSON layout; see docs/json.md."""

BAD = 2
"""The exit code of bad input."""

CODES = {"unique": 0, "none": 1, "multiple": 3, "unknown": 4}
"""Exit codes by status."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

_PIPE_CLOSED = 141
"""The exit code if the reader of a pipe has gone: 128 and the number of SIGPIPE, as in shells."""


class Answer:
    """The answer of a command under construction.

    Attributes:
        code: the exit code.
    """

    def __init__(self, command: str, as_json: bool) -> None:
        self.command = command
        self.as_json = as_json
        self.code = 0

    @cached_property
    def screen(self) -> screens.Screen:
        """The terminal or file where text goes, with colours and tables."""
        return screens.Screen(highlight=False, markup=False, soft_wrap=True)

    @property
    def colourless(self) -> bool:
        """True if text goes to a file or another program, so that it needs no `screen`."""
        forced = any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))
        return not (forced or sys.stdout.isatty())

    def say(self, text: str = "", style: str | None = None) -> None:
        """Print a line, with characters that could command the terminal made visible."""
        if self.colourless:
            print(visible(text))
        else:
            self.screen.print(visible(text), style=style)

    def data(self, content: Mapping[str, Any]) -> None:
        """Print the answer as JSON."""
        whole = {"format": FORMAT, "command": self.command, **content}
        print(json.dumps(whole, ensure_ascii=not _utf8(), indent=2))

    def wrong(self, problems: Sequence[Mapping[str, Any]], text: str = "") -> None:
        """Report bad input: as JSON, or as text on standard error."""
        self.code = BAD
        if self.as_json:
            self.data({"problems": [{**problem_data(Problem("")), **p} for p in problems]})
        else:
            print_error(text or "\n".join(str(p["message"]) for p in problems))


def print_error(text: str) -> None:
    """Print on standard error."""
    print(visible(text), file=sys.stderr, flush=True)


def _utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


@contextmanager
def answering(command: str, as_json: bool) -> Iterator[Answer]:
    """Run the body of a command: errors become messages, and `code` becomes the exit code."""
    answer = Answer(command, as_json)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        try:
            yield answer
        except OutOfBudget as limit:
            said = f"stopped by --{'seconds' if limit.reason == 'time' else 'nodes'}"
            answer.wrong([problem_data(Problem(said, file=""))], said)
            answer.code = CODES["unknown"]
        except (SudokuError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            answer.wrong([problem_data(p) for p in problems_of(error)], _message(error))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone: let the interpreter flush into nothing when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        answer.code = _PIPE_CLOSED
    except KeyboardInterrupt:
        print_error("interrupted")
        answer.code = INTERRUPTED
    if answer.code:
        raise SystemExit(answer.code)


def _message(error: SudokuError | OSError) -> str:
    return str(error) if isinstance(error, ProblemsError) else f"error: {_sentence(error)}"


def _sentence(error: SudokuError | OSError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def problems_of(error: SudokuError | OSError) -> tuple[Problem, ...]:
    """Return an error as problems; one outside files has an empty file name."""
    if isinstance(error, ProblemsError):
        return error.problems
    message, _, fix = _sentence(error).rpartition("; ")
    return (Problem(message or fix, fix if message else "", file=""),)


def problem_data(problem: Problem) -> dict[str, Any]:
    """Return a problem for JSON."""
    data = problem.as_dict()
    return data if problem.message else {**data, "file": ""}
