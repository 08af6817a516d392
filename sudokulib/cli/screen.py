"""The terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from rich import table as tables
else:
    tables = lazy_module("rich.table")


class Screen(Console):
    """A console that leaves a closed pipe to its caller."""

    def on_broken_pipe(self) -> None:
        """Tell the caller, who is printing."""
        raise BrokenPipeError

    def new_table(self) -> tables.Table:
        """Return a table without borders, to be filled and printed."""
        return tables.Table(box=None, pad_edge=False, header_style="bold")
