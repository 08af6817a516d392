"""A way to stop a long search for steps: strategies ask now and then, their caller answers.

The callback is a context variable and not passed from call to call, so that a strategy stays a
function of a board.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

__all__ = ["check_interrupt", "interruptible"]

_CHECK: ContextVar[Callable[[], None] | None] = ContextVar("interruptible", default=None)


def check_interrupt() -> None:
    """Ask whether to go on; call it in loops that may take longer than a hundredth of a second.

    Raises:
        Exception: whatever the callback raises when the caller has waited long enough.
    """
    answer = _CHECK.get()
    if answer is not None:
        answer()


class interruptible:  # noqa: N801 - used like a function; a generator would take thrice as long
    """A context in which `check_interrupt` calls `answer`.

    Args:
        answer: called at each check, and raises to stop; None never stops.
    """

    __slots__ = ("_answer", "_token")

    def __init__(self, answer: Callable[[], None] | None) -> None:
        self._answer = answer

    def __enter__(self) -> None:
        self._token = _CHECK.set(self._answer)

    def __exit__(self, *_: object) -> None:
        _CHECK.reset(self._token)
