"""Worker processes for commands."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from sudokulib.solving.batch.dask_cluster import cluster


@contextmanager
def worker_processes(number: int | None, address: str = "") -> Iterator[Executor | None]:
    """Provide worker processes; None for one, which is this process.

    Args:
        number: how many; None to let a cluster choose.
        address: the cluster that they are on, as for `cluster`; empty for this machine, without it.
    """
    if address:
        with cluster(address, workers=number) as executor:
            yield executor
    elif number == 1 or number is None:
        yield None
    else:
        pool = ProcessPoolExecutor(number, initializer=_end_quietly)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _end_quietly() -> None:
    """Make Ctrl-C end a process silently: it reaches all of them, and the first one reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
