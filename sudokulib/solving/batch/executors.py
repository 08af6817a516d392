"""The facts about processors and executors that a batch depends on."""

from __future__ import annotations

import os
from concurrent.futures import Executor


class RemoteExecutor(Executor):
    """An executor that takes milliseconds to hand a task over: tasks should be large."""

    @property
    def slots(self) -> int:
        """The number of tasks that it does at once; this may change."""
        raise NotImplementedError


def slots(executor: Executor) -> int:
    """Return how many tasks an executor does at once: one for each processor if it does not say."""
    return executor.slots if isinstance(executor, RemoteExecutor) else processors()


def processors() -> int:
    """Return how many processors this process may use, as far as the system tells."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
