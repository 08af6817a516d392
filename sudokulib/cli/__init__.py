"""The command line; needs the extra ``cli`` (typer and rich)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

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
        from sudokulib.cli.app import run  # noqa: PLC0415 - an extra

        run(sys.argv[1:] if arguments is None else list(arguments))
    except KeyboardInterrupt:  # before a command could begin
        raise SystemExit(130) from None
