"""Worker processes for commands."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

__all__ = ["worker_processes"]


@contextmanager
def worker_processes(number: int) -> Iterator[Executor | None]:
    """Provide worker processes; None for one, which is this process."""
    if number == 1:
        yield None
        return
    pool = ProcessPoolExecutor(number, initializer=_end_quietly)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _end_quietly() -> None:
    """Make Ctrl-C end a process silently: it reaches all of them, and the first one reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
