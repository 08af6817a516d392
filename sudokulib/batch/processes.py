"""Processes for a command to work in."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

__all__ = ["processes"]


@contextmanager
def processes(number: int) -> Iterator[Executor | None]:
    """Processes to work in; None for one, which is this one."""
    if number == 1:
        yield None
        return
    pool = ProcessPoolExecutor(number, initializer=_end_quietly)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _end_quietly() -> None:
    """Ctrl-C reaches all processes of a command; the first of them says so for all."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
