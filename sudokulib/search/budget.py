"""How much a search may spend, and how it is told to stop."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Event
from time import monotonic

from sudokulib.errors import Cancelled, SudokuError

__all__ = ["Budget", "OutOfBudget", "Token"]


class OutOfBudget(SudokuError):  # noqa: N818 - a signal between layers, turned into a status
    """Raised inside a search whose budget is spent; ``reason`` is "time" or "nodes"."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the search stopped: out of {reason}")
        self.reason = reason


class Token:
    """Lets another thread cancel what it is passed to."""

    def __init__(self) -> None:
        self._event = Event()

    def cancel(self) -> None:
        """Ask everything that holds this token to stop at its next node."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()


_CHECK_EVERY = 256
"""Nodes between two looks at the clock."""


@dataclass(slots=True)
class Budget:
    """Limits of one search, and what it has used so far. Not shared between searches.

    Args:
        seconds: wall time from the creation of the budget, or None.
        nodes: search nodes (guesses tried), or None; reproducible across machines.
        token: cancels from outside, or None.
    """

    seconds: float | None = None
    nodes: int | None = None
    token: Token | None = None
    used: int = 0
    _deadline: float = field(init=False, default=float("inf"))

    def __post_init__(self) -> None:
        if self.seconds is not None:
            self._deadline = monotonic() + self.seconds

    def spend(self) -> None:
        """Count one node.

        Raises:
            OutOfBudget: the limit of nodes or time is reached.
            Cancelled: the token was cancelled.
        """
        if self.nodes is not None and self.used >= self.nodes:
            raise OutOfBudget("nodes")
        self.used += 1
        if self.token is not None and self.token.cancelled:
            raise Cancelled("cancelled by its token")
        if self.used % _CHECK_EVERY == 1 and monotonic() > self._deadline:
            raise OutOfBudget("time")
