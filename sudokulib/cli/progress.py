"""How far a long run has come, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from rich import console as consoles
    from rich import progress as bars

    from sudokulib.batch.progress import Progress
else:  # only for a terminal
    consoles = lazy_module("rich.console")
    bars = lazy_module("rich.progress")

__all__ = ["progress_bar", "puzzles_of"]


@contextmanager
def progress_bar(
    console: consoles.Console | None = None,
) -> Iterator[Callable[[Progress], None] | None]:
    """Show a bar with rate and time left on standard error, if that is a terminal."""
    if console is None and not sys.stderr.isatty():
        yield None
        return
    columns = (bars.BarColumn(), bars.TextColumn("{task.description}"))
    screen = console or consoles.Console(stderr=True)
    with bars.Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(progress: Progress) -> None:
            bar.update(
                task,
                total=None if progress.share is None else 1.0,
                completed=progress.share or 0.0,
                description=_described(progress),
            )

        yield show


def puzzles_of(number: int) -> str:
    """Return a number of puzzles in words."""
    return "1 puzzle" if number == 1 else f"{number:,} puzzles"


def _described(progress: Progress) -> str:
    """Return such as ``12,000 puzzles, 3,400 a second, 1:05 left``."""
    parts = [puzzles_of(progress.done), f"{progress.rate:,.0f} a second"]
    if progress.left is not None:
        minutes, seconds = divmod(round(progress.left), 60)
        parts.append(f"{minutes}:{seconds:02} left")
    if progress.tried:
        parts.append(f"{progress.tried:,} tried for the next")
    if progress.lacks:
        parts.append(f"the nearest: {progress.lacks}")
    return ", ".join(parts)
