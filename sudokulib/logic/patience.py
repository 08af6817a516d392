"""Lets a long look at a board be stopped: strategies ask now and then, whoever runs them answers.

What is asked is known to the thread that looks, not passed from call to call, so that a strategy
stays a function of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["ask", "patience"]

_ASKED: ContextVar[Callable[[], None] | None] = ContextVar("patience", default=None)


def ask() -> None:
    """Ask whether to go on; for loops that may take longer than a hundredth of a second.

    Raises:
        Exception: whatever the one that waits raises when it has waited long enough.
    """
    answer = _ASKED.get()
    if answer is not None:
        answer()


@contextmanager
def patience(answer: Callable[[], None] | None) -> Iterator[None]:
    """While this lasts, `ask` calls `answer`."""
    before = _ASKED.set(answer)
    try:
        yield
    finally:
        _ASKED.reset(before)
