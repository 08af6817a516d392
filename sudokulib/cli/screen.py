"""The terminal."""

from __future__ import annotations

from rich.console import Console

__all__ = ["Screen"]


class Screen(Console):
    """A console that leaves a closed pipe to its caller."""

    def on_broken_pipe(self) -> None:
        """Tell the caller, who is printing."""
        raise BrokenPipeError
