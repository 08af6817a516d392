"""A process for the long work of each tab, so that no tab waits for another, or dies with it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from typing import TYPE_CHECKING, Any

from sudokulib.basics.budget import OutOfBudget, Token
from sudokulib.basics.late_binding import lazy_module
from sudokulib.errors import Cancelled, SudokuError

Data = dict[str, Any]

_PATIENCE = 3.0
"""Seconds after which a process that was asked to stop is ended. Searches ask every few
milliseconds; what is in the way is then a loop that does not, which would keep a core."""

_NICENESS = 15
"""How far the work stands back for the server, which answers clicks, on busy machines.

While nine tabs of `sudokulib studio` generate on two busy cores, a digit in the tenth takes 2 times
as long as alone with 15, and 4 times as long with 5 (median of 20 digits, 2026-11).
"""

if TYPE_CHECKING:
    from sudokulib.cli.studio import jobs
else:
    jobs = lazy_module("sudokulib.cli.studio.jobs")  # half of the library: for the process alone


class Worker:
    """A process that does one job at a time, the latest; it starts with the first.

    Args:
        report: called in another thread with each part of an answer: a mapping with the number of
            the job in ``job``, at last with ``done``, ``stopped`` or ``failed`` in ``is``.
    """

    def __init__(self, report: Callable[[Data], None]) -> None:
        self._report = report
        self._lock = Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._job: Data = {}
        self._running = self._last = self._ended = 0  # numbers of jobs

    @property
    def running(self) -> int:
        """The number of the job at work; 0 if there is none."""
        return self._running

    def start(self, job: Data) -> int:
        """Stop the job at work, begin another one, and return its number."""
        with self._lock:
            self._ask_to_stop()
            self._last += 1
            self._running = self._last
            self._job = {**job, "job": self._last}
            self._begin()
            return self._last

    def stop(self) -> None:
        """Ask the job at work to stop; end its process if it does not."""
        with self._lock:
            self._ask_to_stop()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._running = 0
            self._end()

    def _ask_to_stop(self) -> None:
        if not self._running or self._connection is None:
            return
        with suppress(OSError):
            self._connection.send({"do": "stop"})
        timer = Timer(_PATIENCE, self._end_if_stuck, (self._running, self._process))
        timer.daemon = True
        timer.start()

    def _end_if_stuck(self, number: int, process: BaseProcess | None) -> None:
        """End a process that has not ended a job; begin a later one that waits for it anew."""
        with self._lock:
            if self._ended >= number or process is not self._process:
                return
            self._end()
            if self._running > number:
                self._begin()
                return
            self._running = 0
        self._report({"is": "stopped", "job": number})

    def _begin(self) -> None:
        if self._process is None or not self._process.is_alive():
            self._spawn()
        assert self._connection is not None, "there is a process"
        with suppress(OSError):  # the process has just died, and its reader reports that
            self._connection.send(self._job)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _spawn(self) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._connection = ours
        Thread(target=self._listen, args=(ours, self._process), daemon=True).start()

    def _listen(self, connection: Connection, process: BaseProcess) -> None:
        """Report what the process says, until it ends."""
        with suppress(EOFError, OSError):
            while True:
                said = connection.recv()
                if said["is"] in _ENDINGS:
                    with self._lock:
                        self._ended = said["job"]
                        self._running = 0 if self._running == self._ended else self._running
                self._report(said)
        process.join(_PATIENCE)
        with self._lock:
            if self._process is not process:
                return  # it was ended, not lost
            self._process, number, self._running = None, self._running, 0
        if number:
            message = f"the work broke off ({process.exitcode}); try again"
            self._report({"is": "failed", "job": number, "message": message})


_ENDINGS = ("done", "stopped", "failed")


def _serve(connection: Connection) -> None:
    """Do the jobs that come, one after the other; a later one, or a wish to stop, ends the one."""
    with suppress(AttributeError, OSError):  # not on Windows
        os.nice(_NICENESS)
    waiting: SimpleQueue[tuple[Data, Token] | None] = SimpleQueue()
    Thread(target=_take, args=(connection, waiting), daemon=True).start()
    number = 0

    def report(said: Data) -> None:
        connection.send({**said, "job": number})

    runner = jobs.JobRunner(report)
    while (order := waiting.get()) is not None:
        job, token = order
        number = job["job"]
        try:
            report(_ended(runner, job, token))
        except OSError:
            return  # nobody listens any more


def _ended(runner: jobs.JobRunner, job: Data, token: Token) -> Data:
    """Do a job, and return how it ended."""
    try:
        runner.run(job, token)
    except Cancelled:
        return {"is": "stopped"}
    except (SudokuError, OutOfBudget) as error:
        return {"is": "failed", "message": str(error)}
    except OSError:
        raise
    except Exception as error:
        logging.getLogger(__name__).exception("a job failed")
        return {"is": "failed", "message": f"{type(error).__name__}: {error}"}
    return {"is": "done"}


def _take(connection: Connection, waiting: SimpleQueue[tuple[Data, Token] | None]) -> None:
    token = Token()
    try:
        while True:
            job = connection.recv()
            token.cancel()
            if job["do"] != "stop":
                token = Token()
                waiting.put((job, token))
    except (EOFError, OSError):
        token.cancel()
        waiting.put(None)
