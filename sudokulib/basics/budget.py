"""The budget of a call: what it may spend, how it is stopped, and how it reports progress.

A public function makes one budget of its arguments ``seconds``, ``nodes`` and ``token``. Searches
get it as an argument and spend its nodes; all else asks it by `sudokulib.basics.interruption`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf, isnan
from numbers import Real
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, TypedDict

from sudokulib.basics.arguments import whole_number
from sudokulib.errors import Cancelled, SudokuError

if TYPE_CHECKING:
    from typing import Unpack


class OutOfBudget(SudokuError, TimeoutError):  # noqa: N818 - a signal, turned into a status
    """Raised when a limit is reached and a partial answer would make no sense.

    Attributes:
        reason: "time" or "nodes".
        partial: the part of a count or of candidates that a back-end had found, for its callers;
            else None.

    >>> import sudokulib
    >>> try:
    ...     sudokulib.is_unique("9x9", nodes=1)
    ... except sudokulib.OutOfBudget as limit:
    ...     print(limit.reason)
    nodes
    """

    def __init__(self, reason: str, what: str = "the search") -> None:
        super().__init__(f"{what} stopped: out of {reason}")
        self.reason, self._what = reason, what
        self.partial: Any = None

    def __reduce__(self) -> tuple[type[OutOfBudget], tuple[str, str]]:
        return type(self), (self.reason, self._what)


class Token:
    """A token with which another thread can cancel the work that it was passed to.

    >>> import sudokulib
    >>> token = sudokulib.Token()
    >>> sudokulib.solve("1.....2..3.....4", token=token).status, token.cancelled
    ('unique', False)
    """

    def __init__(self) -> None:
        self._event = Event()

    def __repr__(self) -> str:
        return f"<Token{': cancelled' * self.cancelled}>"

    def cancel(self) -> None:
        """Ask all work that holds this token to stop at its next node."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """True once `cancel` was called."""
        return self._event.is_set()


_TOKEN: ContextVar[Token | None] = ContextVar("token", default=None)


@contextmanager
def cancelled_by(token: Token) -> Iterator[None]:
    """Let a token cancel all work within the context that is passed none of its own."""
    before = _TOKEN.set(token)
    try:
        yield
    finally:
        _TOKEN.reset(before)


_REPORT_EVERY = 0.1
"""Seconds between two calls of `Budget.progress`: smooth to watch, too seldom to cost time."""


def _limit_of_time(seconds: float) -> float | None:
    """Return a limit in seconds; None if it is infinite.

    Raises:
        TypeError: it is not a number.
        SudokuError: it is NaN.
    """
    if isinstance(seconds, bool) or not isinstance(seconds, Real):
        raise TypeError(f"seconds={seconds!r} is not a number; write seconds=2.5, or leave it out")
    if isnan(seconds):
        raise SudokuError(f"seconds={seconds!r} is not a time; write seconds=2.5, or leave it out")
    return None if seconds == inf else seconds


class SearchLimits(TypedDict, total=False):
    """The arguments that limit a call that searches, for methods that pass them on to a budget."""

    seconds: float | None
    nodes: int | None
    token: Token | None


@dataclass(slots=True)
class Budget:
    """The limits of one call, and its use of them so far. Not shared between calls.

    Args:
        seconds: wall time from the creation of the budget; None or infinite for no limit; 0 or
            less stops at the first check.
        nodes: search nodes (guesses tried), or None; reproducible across machines.
        token: cancels from outside; None for that of `cancelled_by`, if there is one.
        progress: called periodically with `found`, or None.
        used: the nodes so far.
        found: the solutions known so far; a count keeps it while it runs.
        search: the back-end at work, if a name such as ``auto`` left the choice open.
    """

    seconds: float | None = None
    nodes: int | None = None
    token: Token | None = None
    progress: Callable[[int], None] | None = None
    used: int = 0
    found: int = 0
    search: str = ""
    _deadline: float = field(init=False, default=inf)
    _report: float = field(init=False, default=inf)

    def __post_init__(self) -> None:
        if self.token is None:
            self.token = _TOKEN.get()
        self._start(self.seconds)
        if self.nodes is not None:
            self.nodes = whole_number("nodes", self.nodes)
        if self.token is not None and not isinstance(self.token, Token):
            raise TypeError(f"token={self.token!r} is not a Token; pass a sudokulib.Token()")
        if self.progress is not None:
            self._report = monotonic() + _REPORT_EVERY

    def renew(self, **limits: Unpack[SearchLimits]) -> None:
        """Replace the limits and the token; seconds and nodes are counted from now on."""
        fresh = Budget(**limits)
        self.seconds, self.token = fresh.seconds, fresh.token
        self._deadline = fresh._deadline
        self.renew_nodes(fresh.nodes)

    def renew_nodes(self, nodes: int | None) -> None:
        """Replace the limit of nodes, counted from now on; the deadline and the token stay."""
        self.nodes = None if nodes is None else self.used + nodes

    def _start(self, seconds: float | None) -> None:
        """Start the limit of time now."""
        self.seconds = None if seconds is None else _limit_of_time(seconds)
        self._deadline = inf if self.seconds is None else monotonic() + self.seconds

    @property
    def seconds_left(self) -> float | None:
        """Time until the limit, not below 0; None without one."""
        return None if self.seconds is None else max(0.0, self._deadline - monotonic())

    @property
    def nodes_left(self) -> int | None:
        """Nodes until the limit, not below 0; None without one."""
        return None if self.nodes is None else max(0, self.nodes - self.used)

    def part(self, seconds: float) -> Budget:
        """Return a budget of what is left of this one, up to a number of seconds."""
        left = self.seconds_left
        most = seconds if left is None else min(seconds, left)
        return Budget(most, self.nodes_left, self.token)

    def spend(self) -> None:
        """Count one node.

        Raises:
            OutOfBudget: the limit of nodes or time is reached.
            Cancelled: the token was cancelled.
        """
        if self.nodes is not None and self.used >= self.nodes:
            raise OutOfBudget("nodes")
        self.used += 1
        self.check()

    def check(self, grace: float = 0.0) -> None:
        """Check the token and the clock, and report progress, without counting a node.

        Args:
            grace: seconds past the limit of time that are allowed.

        Raises:
            OutOfBudget: the limit of time is reached.
            Cancelled: the token was cancelled.
        """
        if self.token is not None and self.token.cancelled:
            raise Cancelled("cancelled by its token")
        if self.seconds is None and self.progress is None:
            return
        now = monotonic()
        if now >= self._deadline + grace:
            raise OutOfBudget("time")
        if now > self._report and self.progress is not None:
            self._report = now + _REPORT_EVERY
            self.progress(self.found)
