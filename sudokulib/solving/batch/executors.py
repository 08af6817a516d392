"""The facts about a given executor that a batch depends on."""

from __future__ import annotations

from concurrent.futures import Executor
from os import cpu_count


class RemoteExecutor(Executor):
    """An executor that takes milliseconds to hand a task over: tasks should be large."""

    @property
    def slots(self) -> int:
        """The number of tasks that it does at once; this may change."""
        raise NotImplementedError


def slots(executor: Executor) -> int:
    """Return how many tasks an executor does at once: one for each processor if it does not say."""
    return executor.slots if isinstance(executor, RemoteExecutor) else cpu_count() or 1
