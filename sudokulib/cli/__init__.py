"""The command line; needs the extra ``cli`` (typer and rich)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from sudokulib.cli import app as apps
else:
    apps = lazy_module("sudokulib.cli.app")

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Args:
        arguments: what stands after ``sudokulib``; absent: those of the process.
    """
    if any(find_spec(name) is None for name in ("rich", "typer")):
        print(
            "the command line needs typer and rich; "
            "install them with: python -m pip install 'sudokulib[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(2)
    try:
        apps.run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:  # before a command could begin
        print("interrupted", file=sys.stderr)
        raise SystemExit(130) from None
