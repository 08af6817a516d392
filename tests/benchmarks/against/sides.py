"""The process of each revision, and requests to both in turns."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import IO, Any, Protocol

from benchmarks.against.compare import differs

__all__ = ["WORKER", "Pair", "Side", "Worker", "ask_alternately"]

WORKER = Path(__file__).with_name("worker.py")

Request = dict[str, Any]
Reply = dict[str, Any]

_HANGING = 30.0
"""Seconds beyond its limit of CPU time after which a process is considered hung, and killed."""
_BUSY = 10.0
"""Seconds that a process may have to wait for one of CPU time, on a busy machine."""


class Side(Protocol):
    """Answers requests for a revision."""

    def ask(self, request: Request) -> Reply:
        """Return the reply to a request."""


class Worker:
    """A process that works for one revision, restarted if it dies.

    Args:
        python: the interpreter in which the revision is installed.
        folder: where the library is imported from instead; empty if it is installed.
        script: the script that the process runs.
        hanging: seconds that a request may take beyond its limit.

    Attributes:
        home: the folder in which the library must be found.
    """

    def __init__(
        self,
        python: Path | str,
        folder: Path | str = "",
        script: Path = WORKER,
        hanging: float = _HANGING,
    ) -> None:
        # -P: modules in the script's folder would hide others of the same name.
        self._command = [str(python), "-P", str(script), *([str(folder)] if folder else [])]
        self.home = Path(folder) if folder else Path(python).parents[1]
        self._hanging = hanging
        self._elsewhere = tempfile.TemporaryDirectory()
        self._start()

    def _start(self) -> None:
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said,
            encoding="utf-8", cwd=self._elsewhere.name,
            env=_environment(),
        )  # fmt: skip
        self._lines: queue.Queue[str] = queue.Queue()
        Thread(target=_forward, args=(self._process.stdout, self._lines), daemon=True).start()

    def ask(self, request: Request) -> Reply:
        """Return the reply; a process that dies or hangs answers with an error or a timeout."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            limit = request.get("alarm") or request["limit"]
            line = self._lines.get(timeout=_BUSY * limit + self._hanging)
        except queue.Empty:
            self._restart()
            return {"answer": {"timeout": True}}
        except OSError:
            line = ""
        if line:
            reply: Reply = json.loads(line)
            return reply
        return {"answer": {"error": "died", "text": self._restart()}}

    def _restart(self) -> str:
        """Start a new process; return how the old one ended and what it printed last."""
        status = self._end()
        self._said.seek(0)
        said = self._said.read().decode("utf-8", "replace").strip()[-300:]
        self._said.close()
        self._start()
        return f"its process ended with status {status}: {said}"

    def _end(self) -> int:
        if self._process.poll() is None:
            try:
                self._process.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                self._process.kill()
        status = self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                _close(stream)
        return status

    def close(self) -> None:
        """End the process."""
        if self._process.stdin:
            _close(self._process.stdin)
        self._end()
        self._said.close()
        self._elsewhere.cleanup()


def _environment() -> dict[str, str]:
    """Return our environment, without another sudokulib, and with a fixed order of sets."""
    kept = {n: v for n, v in os.environ.items() if n not in ("PYTHONPATH", "PYTHONHOME")}
    return {**kept, "PYTHONHASHSEED": "0"}


def _close(stream: IO[str]) -> None:
    with suppress(OSError):  # the rest of the output has no reader any more
        stream.close()


def _forward(stream: IO[str], lines: queue.Queue[str]) -> None:
    """Pass on lines as they come, and an empty one at the end."""
    with suppress(ValueError):  # closed while it was read
        for line in stream:
            lines.put(line)
    lines.put("")


@dataclass
class Pair:
    """The answers of both sides to one request, the other revision first.

    Args:
        answers: those of the first turn in which they differ, or of the first turn.
        first: CPU seconds of the very first run of each; None if there is no answer.
        best: the same of the best run.
    """

    answers: tuple[dict[str, Any], dict[str, Any]]
    first: tuple[float, float] | None = None
    best: tuple[float, float] | None = None
    _spent: float = field(default=0.0, repr=False)


def ask_alternately(
    sides: Sequence[Side], request: Request, number: int, turns: int = 2, enough: float = 1.0
) -> Pair:
    """Send both sides the same request, in turns.

    The order is A B B A A B for even numbers, B A A B B A for odd ones: whatever slows down the
    machine for a while, or the second process, affects both.

    Args:
        sides: the other revision and this one.
        request: the request.
        number: the number of the request; it decides who begins.
        turns: how often each gets it.
        enough: CPU seconds of both together after which there is no further turn.
    """
    pair: Pair | None = None
    for turn in range(turns):
        said: list[Reply] = [{}, {}]
        for side in (0, 1) if (number + turn) % 2 == 0 else (1, 0):
            said[side] = sides[side].ask(request)
        pair = _with(pair, said)
        if pair.best is None or pair._spent >= enough:
            break
    assert pair is not None, "there is at least one turn"
    return pair


def _with(pair: Pair | None, said: Sequence[Reply]) -> Pair:
    """Return a pair with the replies of one more turn."""
    answers = (said[0]["answer"], said[1]["answer"])
    made = pair or Pair(answers)
    if not differs(*made.answers):
        made.answers = answers
    if not all("best" in reply for reply in said) or any("timeout" in a for a in answers):
        made.best = None
        return made
    first, best = ((said[0][which], said[1][which]) for which in ("first", "best"))
    if pair is None:
        made.first, made.best = first, best
    elif made.best is not None:
        made.best = (min(made.best[0], best[0]), min(made.best[1], best[1]))
    made._spent += sum(first)
    return made
