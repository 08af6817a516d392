"""The command line; needs the extra ``cli`` (typer and rich)."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from sudokulib.cli import app as apps
    from sudokulib.cli import solve_report
else:
    apps = lazy_module("sudokulib.cli.app")
    solve_report = lazy_module("sudokulib.cli.solve_report")

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Args:
        arguments: what stands after ``sudokulib``; absent: those of the process.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    sys.set_int_max_str_digits(0)  # counts may be that long, and come from the library itself
    warnings.formatwarning = _warning
    try:
        if _is_plain_solve(given):
            solve_report.report_solution(given[1], given[2] if len(given) > 2 else None)
            raise SystemExit(0)
        if any(find_spec(name) is None for name in ("rich", "typer")):
            print(
                "the command line needs typer and rich; "
                "install them with: python -m pip install 'sudokulib[cli]'",
                file=sys.stderr,
            )
            raise SystemExit(2)
        apps.run(given)
    except KeyboardInterrupt:  # before a command could begin
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None


def _is_plain_solve(arguments: Sequence[str]) -> bool:
    """Return whether this is ``solve`` without options.

    The most frequent call needs no parser: importing typer takes as long as solving.
    """
    return (
        len(arguments) in (2, 3)
        and arguments[0] == "solve"
        and bool(arguments[1])
        and not any(word.startswith("-") and word != "-" for word in arguments)
    )


def _warning(message: Warning | str, *_: object, **__: object) -> str:
    """Return a warning of the library for people: its message without the place in the code."""
    return f"warning: {message}\n"
