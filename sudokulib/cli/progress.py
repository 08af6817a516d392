"""The progress of a long run, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from rich import console as consoles
    from rich import progress as bars

    from sudokulib.solving.batch.progress import Progress
else:  # only for a terminal
    consoles = lazy_module("rich.console")
    bars = lazy_module("rich.progress")


@contextmanager
def progress_bar(
    console: consoles.Console | None = None,
) -> Iterator[Callable[[Progress], None] | None]:
    """Show a bar with rate and time left on standard error, if that is a terminal."""
    if console is None and not sys.stderr.isatty():
        yield None
        return
    columns = (bars.BarColumn(20), bars.TextColumn("{task.description}"))
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


@contextmanager
def running_count(
    what: str, total: int | None = None, console: consoles.Console | None = None
) -> Iterator[Callable[[int], None] | None]:
    """Show a running count on standard error, if that is a terminal.

    Args:
        what: what is counted, in the plural.
        total: the final number, if known.
        console: a console to use instead.
    """
    if console is None and not sys.stderr.isatty():
        yield None
        return
    columns = (bars.SpinnerColumn(), bars.TextColumn("{task.description}"))
    screen = console or consoles.Console(stderr=True)
    with bars.Progress(*columns, console=screen, transient=True, refresh_per_second=5) as bar:
        task, began = bar.add_task(what, total=None), perf_counter()
        of = "" if total is None else f" of {total:,}"

        def show(found: int) -> None:
            seconds = perf_counter() - began
            rate = rate_text(found / seconds) if seconds else "0"
            time = f"{int(seconds) // 60}:{int(seconds) % 60:02}"
            said = f"{found:,}{of} {what}, {rate} a second, {time}"
            bar.update(task, description=said)

        yield show


def puzzles_of(number: int) -> str:
    """Return a number of puzzles in words."""
    return "1 puzzle" if number == 1 else f"{number:,} puzzles"


def rate_text(rate: float) -> str:
    """Return a rate per second, with as many digits as are significant.

    >>> rate_text(3400.4), rate_text(9.96), rate_text(0.0312)
    ('3,400', '10.0', '0.031')
    """
    if rate >= 10:
        return f"{rate:,.0f}"
    return f"{rate:.1f}" if rate >= 1 else f"{rate:.2g}"


def _described(progress: Progress) -> str:
    """Return a line like ``12,000 of 90,000 puzzles, 3,400 a second, 1:05 left``."""
    done = puzzles_of(progress.done)
    if progress.total is not None:
        done = f"{progress.done:,} of {puzzles_of(progress.total)}"
    parts = [done, f"{rate_text(progress.rate)} a second"]
    if progress.left is not None:
        minutes, seconds = divmod(round(progress.left), 60)
        parts.append(f"{minutes}:{seconds:02} left")
    if progress.tried:
        parts.append(f"{progress.tried:,} tried for the next")
    if progress.lacks:
        parts.append(f"the nearest: {progress.lacks}")
    return ", ".join(parts)
